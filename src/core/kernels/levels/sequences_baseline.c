/* sequences_baseline.c: evenly spaced numbers for the compiler's default target, which on other processors
 * than x86 has the fused operation. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "core/kernels/levels/tables.h"

#define LEVEL baseline
#if defined(__FMA__) || defined(__aarch64__)
#define FUSED
#endif
#include "core/kernels/create/sequences.inc"
