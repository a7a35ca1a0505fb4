/* init.c: the module tbcast._C: collects the types and functions of the other files and chooses the CPU
 * level.
 *
 * The types and the default generator are static, so one interpreter a process may import the module; a
 * second one gets an ImportError. */
#include "python/module/module.h"

#include "python/base/hooks.h"
#include "python/call/backcompat.h"
#include "python/call/policy.h"
#include "python/functions/functions.h"
#include "python/functions/return_types.h"
#include "python/interop/array_interface.h"
#include "python/pointwise/pointwise.h"
#include "python/types/device.h"
#include "python/types/dtype.h"
#include "python/types/generator.h"
#include "python/types/layout.h"
#include "python/types/memory_format.h"
#include "python/types/size.h"
#include "python/types/storage.h"
#include "python/types/type_info.h"

#include <stdlib.h>

static PyObject *cpu_level(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return PyUnicode_FromString(tb_cpu_level());
}

static PyObject *cpu_levels(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    const char *const *levels = tb_cpu_levels();
    PyObject *list = PyList_New(0), *tuple = NULL;
    for (; list && *levels; levels++) {
        PyObject *name = PyUnicode_FromString(*levels);
        if (!name || PyList_Append(list, name) < 0)
            Py_CLEAR(list);
        Py_XDECREF(name);
    }
    if (list)
        tuple = PyList_AsTuple(list);
    Py_XDECREF(list);
    return tuple;
}

static PyMethodDef cpu_functions[] = {
    {"_cpu_level", cpu_level, METH_NOARGS,
     "_cpu_level($module, /)\n--\n\n"
     "The name of the kernels in use: 'baseline', 'avx2', ...  The environment variable TBCAST_CPU\n"
     "chooses it at import."},
    {"_cpu_levels", cpu_levels, METH_NOARGS,
     "_cpu_levels($module, /)\n--\n\n"
     "The names that TBCAST_CPU can take on this machine and build, best last."},
    {NULL, NULL, 0, NULL},
};

/* One interpreter of a process, which has a lock: the flags and kept objects here are nobody else's. */
static int refuse_other_interpreters(void)
{
    static int64_t owner = -1;
#ifdef Py_GIL_DISABLED
    PyErr_SetString(PyExc_ImportError,
                    "tbcast does not support free-threaded builds of Python: use one with the "
                    "global interpreter lock (python3.13 instead of python3.13t)");
    return -1;
#endif
    int64_t id = PyInterpreterState_GetID(PyInterpreterState_Get());
    if (id < 0)
        return -1;
    if (owner >= 0 && owner != id) {
        PyErr_SetString(PyExc_ImportError, "tbcast can be imported by one interpreter of a process only");
        return -1;
    }
    owner = id;
    return 0;
}

static int select_cpu(void)
{
    static bool selected; /* a second execution of the module changes nothing */
    tb_error err;
    if (selected)
        return 0;
    const int vector_bytes = tbpy_read_vector_bytes();
    if (vector_bytes < 0)
        return -1;
    tb_vector_math_allow(vector_bytes);
    if (tb_cpu_select(getenv("TBCAST_CPU"), &err) != TB_OK) {
        PyErr_Format(PyExc_ImportError, "the environment variable TBCAST_CPU: %s", err.message);
        return -1;
    }
    selected = true;
    return 0;
}

static int exec_module(PyObject *module)
{
    PyMethodDef *const tables[] = {
        cpu_functions,           tbpy_backcompat_functions,
        tbpy_policy_functions,   tbpy_broadcasting_functions,
        tbpy_operator_functions, tbpy_functions_of_module,
    };
    int (*const types[])(PyObject *) = {
        tbpy_init_layout_type, tbpy_init_tensor_type,  tbpy_init_memory_format_type,
        tbpy_init_constants,   tbpy_init_return_types, tbpy_init_array_data_type, tbpy_init_hooks,
    };
    const struct {
        int (*init)(PyObject *, const tbpy_class *);
        const tbpy_class *rows;
    } with_rows[] = {
        {tbpy_init_dtype_type, &tbpy_class_of_dtype},
        {tbpy_init_device_type, &tbpy_class_of_device},
        {tbpy_init_size_type, &tbpy_class_of_Size},
        {tbpy_init_generator_type, &tbpy_class_of_Generator},
        {tbpy_init_storage_type, &tbpy_class_of_UntypedStorage},
        {tbpy_init_finfo_type, &tbpy_class_of_finfo},
        {tbpy_init_iinfo_type, &tbpy_class_of_iinfo},
    };
    if (refuse_other_interpreters() < 0 || select_cpu() < 0 || tbpy_init_resources() < 0)
        return -1;
    tb_storage_cache_small();
    for (size_t i = 0; i < sizeof with_rows / sizeof *with_rows; i++)
        if (with_rows[i].init(module, with_rows[i].rows) < 0)
            return -1;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i](module) < 0)
            return -1;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (PyModule_AddFunctions(module, tables[i]) < 0)
            return -1;
    return 0;
}

TBPY_EXPORT_MODULE(_C, "tbcast._C", "The compiled part of tbcast; import tbcast instead.", exec_module)
