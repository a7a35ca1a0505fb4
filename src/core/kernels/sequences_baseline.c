/* sequences_baseline.c: evenly spaced numbers for the compiler's default target, which on other processors
 * than x86 has the fused operation.  Relies on: sequences.inc. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "sequences.h"

#define LEVEL baseline
#if defined(__FMA__) || defined(__aarch64__)
#define FUSED
#endif
#include "sequences.inc"
