/* along_dim_baseline.c: kernels along a dimension for the compiler's default target. */
#define LEVEL baseline
#define LEVEL_VECTOR 16
#define WITH_COMPLEX 1
#define TEMPLATE "core/kernels/along_dim/along_dim.inc"
#include "core/kernels/levels/level.inc"
