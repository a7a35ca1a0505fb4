/* libm.c: kernels whose work is libm's, element by element, for all levels: a
 * wider target would change nothing but the size of the library. */
#define LEVEL libm
#define LEVEL_VECTOR 16
#define LEVEL_NAME "libm"
#define LIBM 1
#define TEMPLATE "core/kernels/pointwise/body.inc"
#include "core/kernels/levels/level.inc"
