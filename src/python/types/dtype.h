/* dtype.h: the type tbcast.dtype: one object a dtype in every interpreter. */
#ifndef TBPY_DTYPE_H
#define TBPY_DTYPE_H

#include "core/threads/this_thread.h"
#include "python/args/row.h"

PyObject *tbpy_dtype_object(tb_dtype dtype);
bool tbpy_is_dtype(PyObject *o, tb_dtype *dtype); /* false without an exception for anything else */
tb_dtype tbpy_dtype_of(PyObject *o); /* or what float, int, bool and complex stand for */

/* The thread's, or the program's. */
static inline tb_dtype tbpy_default_dtype(void)
{
    const int own = tb_this_threads_settings()->default_dtype;
    return own ? (tb_dtype)(own - 1) : tbpy_get_state()->default_dtype;
}

int tbpy_init_dtype_type(PyObject *module, const tbpy_class *c); /* also module.float32, module.float, ... */

#endif
