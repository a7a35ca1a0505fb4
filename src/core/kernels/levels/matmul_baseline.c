/* matmul_baseline.c: matrix products for the compiler's default target. */
#include <stdalign.h>
#include <string.h>

#include "core/kernels/levels/tables.h"

#define LEVEL baseline
#define LEVEL_VECTOR 16
#include "core/kernels/matmul/matmul_types.inc"
