/* lines_baseline.c: kernels along lines for the compiler's default target.
 * Relies on: lines.inc. */
#define LEVEL baseline
#define WITH_COMPLEX
#include "lines.inc"
