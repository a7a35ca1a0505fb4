/* libm.c: kernels that call libm for each element, for all levels: compiling them for a wider target would
 * only enlarge the library. */
#define LEVEL libm
#define LEVEL_VECTOR 16
#define LEVEL_NAME "libm"
#define LIBM 1
#define TEMPLATE "core/kernels/pointwise/body.inc"
#include "core/kernels/levels/level.inc"
