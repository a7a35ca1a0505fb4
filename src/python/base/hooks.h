/* hooks.h: what the bindings call of the Python package.  Rows of the function table and src/codegen/hooks.py say
 * where it is; its module is imported when it is first needed. */
#ifndef TBPY_HOOKS_H
#define TBPY_HOOKS_H

#include "python/generated/hook_names.h"
#include "python/base/tbpy.h"

/* The object, a new reference; NULL with whatever importing its module raises. */
PyObject *tbpy_find_hook(tbpy_hook hook);
/* Calls it with a vectorcall's arguments. */
PyObject *tbpy_call_hook(tbpy_hook hook, PyObject *const *args, size_t nargs, PyObject *kwnames);
/* Borrowed, or NULL if it has been neither registered nor found yet. */
PyObject *tbpy_registered_hook(tbpy_hook hook);
int tbpy_init_hooks(PyObject *module); /* _register_hooks */

#endif
