/* dtype.h: the type tbcast.dtype, with one object per dtype and interpreter. */
#ifndef TBPY_DTYPE_H
#define TBPY_DTYPE_H

#include "python/args/row.h"

PyObject *tbpy_dtype_object(tb_dtype dtype);
bool tbpy_is_dtype(PyObject *o, tb_dtype *dtype); /* false without an exception for anything else */
tb_dtype tbpy_dtype_of(PyObject *o); /* also of float, int, bool and complex, which stand for dtypes */

/* The thread's default dtype, or else the program's. */
tb_dtype tbpy_threads_default_dtype(void) __attribute__((cold));
static inline tb_dtype tbpy_default_dtype(void)
{
    const tbpy_state *state = tbpy_get_state();
    if (__builtin_expect(state->threads_have_default_dtypes, false))
        return tbpy_threads_default_dtype();
    return state->default_dtype;
}

int tbpy_init_dtype_type(PyObject *module, const tbpy_class *c); /* also module.float32, module.float, ... */

#endif
