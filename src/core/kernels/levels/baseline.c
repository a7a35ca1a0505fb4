/* baseline.c: the kernels for the compiler's default target (SSE2 on x86-64); the reference that every other
 * level must match bit for bit. */
#define LEVEL baseline
#define LEVEL_VECTOR 16
#define LIBM 0
#define LEVEL_NAME "baseline"
#define TEMPLATE "core/kernels/pointwise/body.inc"
#include "core/kernels/levels/level.inc"
