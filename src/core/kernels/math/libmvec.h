/* libmvec.h: glibc's vector functions of one double.  The library is opened when the first of them is called;
 * if it is absent, or lacks a function, libm's kernels are used. */
#ifndef TB_LIBMVEC_H
#define TB_LIBMVEC_H

#include "core/kernels/levels/tables.h"

#include <stdatomic.h>

/* Called by kernels: returns a function of libmvec or NULL; caches the result in *found. */
void *tb_vector_function(_Atomic(void *) *found, const char *name);

#endif
