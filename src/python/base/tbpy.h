/* tbpy.h: what every file of the bindings includes first: Python's API and the core's.
 *
 * The folders of src/python, from the bottom; each uses only those listed before it, and no two files use each
 * other:
 *   cpython     versions of CPython, finding a module's state, a table by objects: what needs nothing of the core
 *   base        the module's state, Tensors' objects, owners of memory, types' names, exceptions, warnings, notes,
 *               hooks into the Python package, the lock
 *   args        from arguments to values: rows, overloads, numbers, sizes, NumPy's scalars
 *   types       the Python types: Tensor's life, dtype, device, layout, memory_format, Size, storage, Generator, finfo
 *   call        what calls share: arguments of rows, the policy, preparing with warnings, the pointwise call
 *   interop     memory of others and for others: NumPy, buffers, DLPack, array interfaces
 *   views       views of a tensor's memory
 *   create      tensors of sizes, numbers, data and memory
 *   indexing    subscripts, gather and scatter, nonzero
 *   functions, pointwise, methods   bodies of functions; the operator table, operators; the rest of
 *               Tensor; none of these three uses another
 *   module      the function table; the module and the type Tensor, put together of all folders
 *
 * Conventions: functions that return PyObject * return a new reference, or NULL with an exception set;
 * `int` functions return 0, or -1 with an exception set. */
#ifndef TBPY_H
#define TBPY_H

#include "python/cpython/compat.h"

#include "core/tb.h"

/* Py_CLEAR for a place that is not NULL. */
#define TBPY_DROP(place) Py_SETREF(place, NULL)

/* A callable with a vectorcall's arguments, for a PyMethodDef; a function of another type does not compile
 * without a warning, and would not run as WebAssembly. */
typedef PyObject *tbpy_fastcall(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *names);
#define TBPY_FASTCALL(function) \
    (PyCFunction)(void (*)(void))(1 ? (function) : (tbpy_fastcall *)NULL), METH_FASTCALL | METH_KEYWORDS

#endif
