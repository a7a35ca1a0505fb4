/* vector_math_rows.h: kernels over vectors of 8 * TB_LANES bytes, through the functions of
 * libmvec (vector_math.inc) or of lanes_float.h (lanes.inc).  An element's result does not
 * depend on its place: the last ones are computed in a vector, too.
 * Relies on: ../vector_math.h; its includer sets the target. */
#ifndef TB_KERNEL_VECTOR_MATH_ROWS_H
#define TB_KERNEL_VECTOR_MATH_ROWS_H

#include "lanes_float.h"

typedef float tb_v_f32 __attribute__((vector_size(8 * TB_LANES)));
typedef double tb_v_f64 __attribute__((vector_size(8 * TB_LANES)));

#if TB_LANES == 8
#define TB_LIBMVEC_F32(name) "_ZGVeN16v_" name "f"
#define TB_LIBMVEC_F64(name) "_ZGVeN8v_" name
#else
#define TB_LIBMVEC_F32(name) "_ZGVdN8v_" name "f"
#define TB_LIBMVEC_F64(name) "_ZGVdN4v_" name
#endif

#include "../generated/vector_math_kernels.inc"

#endif
