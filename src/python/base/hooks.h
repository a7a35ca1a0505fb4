/* hooks.h: what the bindings call of the Python package.  The package registers `find` when it is imported
 * (tbcast/_hooks.py); the others are found by it when they are first needed. */
#ifndef TBPY_HOOKS_H
#define TBPY_HOOKS_H

#include "python/base/hook_names.h"
#include "python/base/tbpy.h"

/* The object, a new reference; RuntimeError while no `find` is registered, or whatever finding it raises. */
PyObject *tbpy_find_hook(tbpy_hook hook);
/* Calls it with a vectorcall's arguments. */
PyObject *tbpy_call_hook(tbpy_hook hook, PyObject *const *args, size_t nargs, PyObject *kwnames);
/* Borrowed, or NULL where nothing has been registered or found yet. */
PyObject *tbpy_registered_hook(tbpy_hook hook);
int tbpy_init_hooks(PyObject *module); /* _register_hooks */

#endif
