/* libm.c: kernels whose work is libm's, element by element, for all levels: a
 * wider target would change nothing but the size of the library. */
#include "core/kernels/levels/tables.h"

#define LEVEL libm
#define LEVEL_NAME "libm"
#define LIBM
#include "core/kernels/pointwise/body.inc"
