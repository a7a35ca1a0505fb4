/* resources.c: threads and memory: how many, how much, what is kept.
 * The core has the pool and the kept blocks; the environment is read here, once. */
#include "python/module/module.h"

#include "python/args/numpy.h"
#include "python/base/types.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- the environment ---- */

static int refuse_text(const char *name, const char *must_be, const char *text)
{
    PyErr_Format(PyExc_ImportError, "the environment variable %s must be %s, not '%.100s'", name, must_be,
                 text);
    return -1;
}

/* A whole number of the environment, `least` or more and at most `most`: 1, 0 where
 * there is none, -1 with an ImportError that says what it must be. */
static int read_number(const char *name, const char *must_be, int64_t least, int64_t most, int64_t *number)
{
    const char *text = getenv(name);
    char *end;
    if (!text || !*text)
        return 0;
    errno = 0;
    *number = strtoll(text, &end, 10);
    if (strspn(text, "0123456789") == strlen(text) && !*end && errno == 0 && *number >= least &&
        *number <= most)
        return 1;
    return refuse_text(name, must_be, text);
}

int tbpy_read_vector_bytes(void)
{
    static const struct {
        const char *text;
        int bytes;
    } settings[] = {{"", 64}, {"0", 0}, {"1", 64}, {"32", 32}, {"64", 64}};
    const char *text = getenv("TBCAST_LIBMVEC");
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (!text || strcmp(text, settings[i].text) == 0)
            return settings[i].bytes;
    return refuse_text("TBCAST_LIBMVEC", "0, 1, 32 or 64", text);
}

int tbpy_init_resources(void)
{
    static bool done; /* a second execution of the module changes nothing */
    int64_t threads, bytes;
    if (done)
        return 0;
    const int has_threads =
        read_number("TBCAST_NUM_THREADS", "a positive number of threads", 1, INT_MAX, &threads);
    if (has_threads < 0)
        return -1;
    const int has_limit = read_number("TBCAST_CACHE_LIMIT", "a number of bytes", 0, INT64_MAX, &bytes);
    if (has_limit < 0)
        return -1;
    if (has_threads)
        tb_set_num_threads((int)threads);
    if (has_limit)
        tb_memory_set_limit(bytes);
    done = true;
    return 0;
}

/* ---- threads ---- */

/* int and NumPy's integers count; bool does not. */
static bool is_count(PyObject *o)
{
    tb_dtype dtype;
    tb_element element;
    if (PyLong_Check(o))
        return !PyBool_Check(o);
    return tbpy_is_numpy_scalar(o) && tbpy_numpy_scalar(o, &dtype, &element) == 1 &&
           tb_dtypes[dtype].kind == TB_KIND_INT;
}

static PyObject *set_num_threads(PyObject *Py_UNUSED(module), PyObject *count)
{
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
    PyThreadState *state = PyEval_SaveThread(); /* a job of another thread may have to end first */
    tb_set_num_threads((int)n);
    PyEval_RestoreThread(state);
    Py_RETURN_NONE;
}

static PyObject *get_num_threads(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return PyLong_FromLong(tb_get_num_threads());
}

/* ---- memory ---- */

static PyObject *empty_cache(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    tb_memory_empty();
    Py_RETURN_NONE;
}

static PyObject *memory_stats(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
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
            Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

PyMethodDef tbpy_resource_functions[] = {
    {"set_num_threads", set_num_threads, METH_O,
     "set_num_threads($module, count, /)\n--\n\n"
     "Sets how many threads may work on one operation, the calling one included.\n\n"
     "Results do not depend on it; operations that are too small to gain use one thread.  At first it is "
     "the\n"
     "environment variable TBCAST_NUM_THREADS, or the number of processors that the process may use.\n"
     "RuntimeError unless count is a positive int.  As torch.set_num_threads.\n\n"
     ">>> before = torch.get_num_threads()\n>>> torch.set_num_threads(1)\n"
     ">>> torch.get_num_threads()\n1\n>>> torch.set_num_threads(before)\n"},
    {"get_num_threads", get_num_threads, METH_NOARGS,
     "get_num_threads($module, /)\n--\n\n"
     "How many threads may work on one operation.  As torch.get_num_threads.\n\n"
     ">>> torch.get_num_threads() >= 1\nTrue\n"},
    {"empty_cache", empty_cache, METH_NOARGS,
     "empty_cache($module, /)\n--\n\n"
     "Gives the memory of freed tensors that was kept for new ones back to the system.\n\n"
     "Blocks from 256 KiB on are kept, up to the environment variable TBCAST_CACHE_LIMIT in bytes (0: none;\n"
     "else an eighth of the machine's memory, at most 512 MiB).  When there is no memory for a tensor, this\n"
     "happens by itself.  For the CPU's memory, as torch.cuda.empty_cache for a GPU's.\n\n"
     ">>> torch.empty_cache()\n>>> torch.memory_stats()['cached_bytes']\n0\n"},
    {"memory_stats", memory_stats, METH_NOARGS,
     "memory_stats($module, /)\n--\n\n"
     "Figures about the blocks from 256 KiB on, as a dict of ints.\n\n"
     "cache_limit: bytes of freed blocks that may be kept; cached_blocks, cached_bytes: those kept now;\n"
     "used_blocks, used_bytes: those that tensors hold; reused, mapped: how often since the start a tensor\n"
     "got a kept block, or a fresh one from the system.  In kind as torch.cuda.memory_stats.\n\n"
     ">>> before = torch.memory_stats()['used_bytes']\n>>> x = torch.empty(1024, 1024)\n"
     ">>> torch.memory_stats()['used_bytes'] - before\n4194304\n"},
    {NULL, NULL, 0, NULL},
};
