/* matmul_baseline.c: matrix products for the compiler's default target. */
#define LEVEL baseline
#define LEVEL_VECTOR 16
#define TEMPLATE "core/kernels/matmul/matmul_types.inc"
#include "core/kernels/levels/level.inc"
