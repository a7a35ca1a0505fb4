/* along_dim_baseline.c: kernels along a dimension for the compiler's default target. */
#include "core/kernels/levels/tables.h"

#define LEVEL baseline
#define WITH_COMPLEX
#include "core/kernels/along_dim/along_dim.inc"
