/* matmul_baseline.c: matrix products for the compiler's default target. */
#include <stdalign.h>
#include <string.h>

#include "kernels.h"
#include "matmul.h"

#define LEVEL baseline
#define LEVEL_VECTOR 16
#include "matmul_types.inc"
