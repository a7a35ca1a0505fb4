/* vector_math.h: rows of transcendental functions in the vector functions of
 * glibc's libmvec, which is opened when the first of them is called.  Where it is
 * absent, or lacks a function, libm's kernels do the work.
 * Relies on: kernels/kernels.h. */
#ifndef TB_VECTOR_MATH_H
#define TB_VECTOR_MATH_H

#include "kernels/kernels.h"

#include <stdatomic.h>
#include <stdbool.h>

/* Whether levels that are selected from now on use it; they do at first. */
void tb_vector_math_allow(bool allowed);
/* Puts its kernels in the place of libm's; nothing on machines other than x86-64. */
void tb_vector_math_install(tb_kernels *kernels);

/* For kernels: a function of libmvec or NULL; what was found is kept in *found. */
void *tb_vector_function(_Atomic(void *) *found, const char *name);

#endif
