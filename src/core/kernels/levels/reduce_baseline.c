/* reduce_baseline.c: kernels of reductions for the compiler's default target. */
#define LEVEL baseline
#define LEVEL_VECTOR 16
#define TEMPLATE "core/kernels/reduce/body.inc"
#include "core/kernels/levels/level.inc"
