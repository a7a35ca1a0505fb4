/* libmvec.h: glibc's vector functions, of one double: the library is opened when the first of them is called;
 * where it is absent, or lacks one, libm's kernels do the work. */
#ifndef TB_LIBMVEC_H
#define TB_LIBMVEC_H

#include "core/kernels/levels/tables.h"

#include <stdatomic.h>

/* For kernels: a function of libmvec or NULL; what was found is kept in *found. */
void *tb_vector_function(_Atomic(void *) *found, const char *name);

#endif
