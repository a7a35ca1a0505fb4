/* vector_math.h: rows of transcendental functions and of quotients in vectors: by
 * kernels/vectors_float.h, or by glibc's libmvec, which is opened when the first of its
 * functions is called; where it is absent, or lacks one, libm's kernels do the work.
 * Relies on: kernels/kernels.h. */
#ifndef TB_VECTOR_MATH_H
#define TB_VECTOR_MATH_H

#include "kernels/kernels.h"

#include <stdatomic.h>

/* The widest vectors, 64 bytes at first, 32, or 0 for none, of levels that are selected from now on. */
void tb_vector_math_allow(int bytes);
/* Puts its kernels in the place of libm's, in vectors of at most so many bytes: 0, 32 (AVX2 and FMA) or 64
 * (AVX-512). */
void tb_vector_math_install(tb_kernels *kernels, int bytes);

/* For kernels: a function of libmvec or NULL; what was found is kept in *found. */
void *tb_vector_function(_Atomic(void *) *found, const char *name);

#endif
