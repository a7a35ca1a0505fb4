/* settings.c: bodies of process-wide settings: the default dtype, the default generator, threads, cached
 * memory. */
#include "python/args/numpy.h"
#include "python/call/given.h"
#include "python/types/dtype.h"
#include "python/types/generator.h"

#include <limits.h>

/* ---- the default dtype ---- */

PyObject *tbpy_body_get_default_dtype(const tbpy_call *Py_UNUSED(c))
{
    return tbpy_dtype_object(tbpy_default_dtype());
}

PyObject *tbpy_body_set_default_dtype(const tbpy_call *c)
{
    tb_dtype dtype;
    const char *text = "invalid dtype object: only floating-point types are supported as the default type";
    if (tbpy_is_dtype(c->given[0], &dtype)) {
        if (tb_dtypes[dtype].kind == TB_KIND_FLOAT) {
            tbpy_get_state()->default_dtype = dtype;
            Py_RETURN_NONE;
        }
        text = "only floating-point types are supported as the default type";
    }
    PyErr_SetString(PyExc_TypeError, text);
    return NULL;
}

/* ---- the default generator ---- */

PyObject *tbpy_body_manual_seed(const tbpy_call *c)
{
    return tbpy_generator_seed_with(tbpy_default_generator(), c->given[0]);
}

PyObject *tbpy_body_initial_seed(const tbpy_call *Py_UNUSED(c))
{
    return tbpy_generator_initial_seed(tbpy_default_generator());
}

PyObject *tbpy_body_seed(const tbpy_call *Py_UNUSED(c))
{
    return tbpy_generator_reseed(tbpy_default_generator());
}

PyObject *tbpy_body_get_rng_state(const tbpy_call *Py_UNUSED(c))
{
    return tbpy_generator_state(tbpy_default_generator());
}

PyObject *tbpy_body_set_rng_state(const tbpy_call *c)
{
    if (tbpy_generator_set_state(tbpy_default_generator(), c->given[0]) < 0)
        return NULL;
    Py_RETURN_NONE;
}

/* ---- threads ---- */

/* int and NumPy's integers are counts; bool is not. */
static bool is_count(PyObject *o)
{
    tb_dtype dtype;
    tb_element element;
    if (PyLong_Check(o))
        return !PyBool_Check(o);
    return tbpy_is_numpy_scalar(o) && tbpy_numpy_scalar(o, &dtype, &element) == 1 &&
           tb_dtypes[dtype].kind == TB_KIND_INT;
}

PyObject *tbpy_body_set_num_threads(const tbpy_call *c)
{
    PyObject *count = c->given[0];
    int overflow;
    if (!is_count(count))
        return PyErr_Format(PyExc_RuntimeError, "set_num_threads expects an int, but got %s",
                            tbpy_type_name(count));
    PyObject *whole = PyNumber_Index(count);
    if (!whole)
        return NULL;
    const long long n = PyLong_AsLongLongAndOverflow(whole, &overflow);
    Py_DECREF(whole);
    if (overflow || n > INT_MAX || n < INT_MIN)
        return PyErr_Format(PyExc_ValueError, "Overflow when unpacking long%s", overflow ? " long" : "");
    if (n <= 0)
        return PyErr_Format(PyExc_RuntimeError, "set_num_threads expects a positive integer");
    PyThreadState *state = PyEval_SaveThread(); /* another thread's job may have to finish first */
    tb_set_num_threads((int)n);
    PyEval_RestoreThread(state);
    Py_RETURN_NONE;
}

PyObject *tbpy_body_get_num_threads(const tbpy_call *Py_UNUSED(c))
{
    return PyLong_FromLong(tb_get_num_threads());
}

/* ---- memory ---- */

PyObject *tbpy_body_empty_cache(const tbpy_call *Py_UNUSED(c))
{
    tb_memory_empty();
    Py_RETURN_NONE;
}

PyObject *tbpy_body_memory_stats(const tbpy_call *Py_UNUSED(c))
{
    tb_memory_stats f;
    tb_memory_statistics(&f);
    const struct {
        const char *name;
        int64_t value;
    } figures[] = {
        {"cache_limit", f.limit},       {"cached_blocks", f.kept_blocks}, {"cached_bytes", f.kept_bytes},
        {"used_blocks", f.used_blocks}, {"used_bytes", f.used_bytes},     {"reused", f.reused},
        {"mapped", f.mapped},
    };
    PyObject *dict = PyDict_New();
    for (size_t i = 0; dict && i < sizeof figures / sizeof *figures; i++) {
        PyObject *value = PyLong_FromLongLong(figures[i].value);
        if (!value || PyDict_SetItemString(dict, figures[i].name, value) < 0)
            TBPY_DROP(dict);
        Py_XDECREF(value);
    }
    return dict;
}
