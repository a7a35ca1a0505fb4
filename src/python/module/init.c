/* init.c: the module tbcast._C: collects the types and functions of the other files.  Every interpreter that
 * imports it has a module with a state of its own (base/state.h). */
#include "python/module/module.h"

#include "python/base/critical.h"
#include "python/base/errors.h"
#include "python/base/hooks.h"
#include "python/base/objects.h"
#include "python/base/owner.h"
#include "python/base/tensor_object.h"
#include "python/call/backcompat.h"
#include "python/call/interface.h"
#include "python/call/overrides.h"
#include "python/call/marks.h"
#include "python/call/meta.h"
#include "python/call/policy.h"
#include "python/functions/functions.h"
#include "python/functions/return_types.h"
#include "python/interop/array_interface.h"
#include "python/methods/methods.h"
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
#include <string.h>

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
            TBPY_DROP(list);
        Py_XDECREF(name);
    }
    if (list)
        tuple = PyList_AsTuple(list);
    Py_XDECREF(list);
    return tuple;
}

static const PyMethodDef cpu_functions[] = {
    {"_cpu_level", cpu_level, METH_NOARGS,
     "_cpu_level($module, /)\n--\n\n"
     "The name of the kernels in use: 'baseline', 'avx2', ...  The environment variable TBCAST_CPU\n"
     "chooses it at import."},
    {"_cpu_levels", cpu_levels, METH_NOARGS,
     "_cpu_levels($module, /)\n--\n\n"
     "The names that TBCAST_CPU can take on this machine and build, best last."},
    {NULL, NULL, 0, NULL},
};

/* Initializes what an interpreter's first module has. */
static int make_names(PyObject *module)
{
    const PyMethodDef *const tables[] = {
        cpu_functions,
        tbpy_backcompat_functions,
        tbpy_policy_functions,
        tbpy_error_functions,
        tbpy_marks_functions,
        tbpy_meta_functions,
        tbpy_broadcasting_functions,
        tbpy_operator_functions,
        tbpy_operator_names,
        tbpy_functions_of_module,
        tbpy_overrides_functions,
        tbpy_unsupported_functions,
    };
    int (*const types[])(PyObject *) = {
        tbpy_init_constants,       tbpy_init_owner, tbpy_init_return_types,
        tbpy_init_array_data_type, tbpy_init_hooks, tbpy_init_interface,
    };
    const struct {
        int (*init)(PyObject *, const tbpy_class *);
        const tbpy_class *rows;
    } with_rows[] = {
        {tbpy_init_dtype_type, &tbpy_class_of_dtype},
        {tbpy_init_tensor_type, &tbpy_class_of_Tensor},
        {tbpy_init_device_type, &tbpy_class_of_device},
        {tbpy_init_size_type, &tbpy_class_of_Size},
        {tbpy_init_generator_type, &tbpy_class_of_Generator},
        {tbpy_init_storage_type, &tbpy_class_of_UntypedStorage},
        {tbpy_init_finfo_type, &tbpy_class_of_finfo},
        {tbpy_init_iinfo_type, &tbpy_class_of_iinfo},
        {tbpy_init_layout_type, &tbpy_class_of_layout},
        {tbpy_init_memory_format_type, &tbpy_class_of_memory_format},
    };
    tbpy_state *state = tbpy_get_state();
    const char *notes = getenv("TBCAST_ERROR_NOTES");
    state->policy = TB_ALLOW_FALLBACK | (notes && strcmp(notes, "0") == 0 ? 0 : TBPY_ERROR_NOTES);
    state->out_name = PyUnicode_InternFromString("out");
    state->numpy_name = PyUnicode_InternFromString("numpy");
    state->base_name = PyUnicode_InternFromString("base");
    if (!state->out_name || !state->numpy_name || !state->base_name)
        return -1;
    tbpy_init_critical();
    tb_storage_cache_small();
    for (size_t i = 0; i < sizeof with_rows / sizeof *with_rows; i++)
        if (with_rows[i].init(module, with_rows[i].rows) < 0)
            return -1;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i](module) < 0)
            return -1;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (tbpy_add_functions(module, tables[i]) < 0)
            return -1;
    return 0;
}

static int exec_module(PyObject *module)
{
    if (tbpy_init_resources() < 0)
        return -1;
    const int first = tbpy_begin_state(module);
    if (first <= 0)
        return first;
    const int status = make_names(module);
    if (status < 0) /* the next module must not use what this one has initialized */
        tbpy_end_module_state(tbpy_find_module_state());
    return status;
}

static void free_module(void *module)
{
    tbpy_state *state = PyModule_GetState(module);
    if (!state)
        return;
    Py_CLEAR(state->own.first_module);
    if (!state->own.module) /* not executed, or not the first module of its interpreter */
        return;
    tbpy_drop_waiting(state);
    tbpy_free_kept_tensors(state); /* while their type exists */
    tbpy_drop_objects(state);
    tbpy_end_module_state(&state->own);
}

TBPY_EXPORT_MODULE(_C, "tbcast._C", "The compiled part of tbcast; import tbcast instead.", sizeof(tbpy_state),
                   exec_module, tbpy_traverse_state, tbpy_clear_state, free_module)
