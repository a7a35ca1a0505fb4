/* resources.c: the CPU level, threads, caches and memory, set from the environment when the first interpreter
 * imports the module. */
#include "python/module/module.h"

#include "core/platform/platform.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- the environment ---- */

/* An str of text that has come from there. */
static PyObject *decoded(const char *text)
{
    return PyUnicode_Decode(text, (Py_ssize_t)strlen(text), TB_ENVIRONMENT_ENCODING, "replace");
}

static int refuse_text(const char *name, const char *must_be, const char *text)
{
    PyObject *given = decoded(text);
    if (given)
        PyErr_Format(PyExc_ImportError, "the environment variable %s must be %s, not '%.100U'", name, must_be,
                     given);
    Py_XDECREF(given);
    return -1;
}

/* Reads a whole number in [least, most] from the environment: 1, or 0 if it is not set, or -1 with an
 * ImportError that says what it must be. */
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

/* Reads a number of bytes, with K or M behind it for KiB or MiB, and the character `end` behind that; moves *text
 * there.  -1 for anything else. */
static int64_t read_bytes(const char **text, char end)
{
    char *unit;
    errno = 0;
    const int64_t n = strchr("0123456789", **text) ? strtoll(*text, &unit, 10) : -1;
    if (n < 0 || errno || n > INT64_MAX >> 20)
        return -1;
    const int shift = *unit == 'M' ? 20 : *unit == 'K' ? 10 : 0;
    *text = unit + (shift != 0) + 1;
    return (*text)[-1] == end ? n << shift : -1;
}

/* The sizes of caches instead of the machine's: 1, or 0 if they are not set, or -1. */
static int read_caches(tb_cache_sizes *caches)
{
    const char *given = getenv("TBCAST_CACHE"), *text = given;
    if (!text || !*text)
        return 0;
    caches->first = read_bytes(&text, ',');
    caches->second = caches->first < 0 ? -1 : read_bytes(&text, ',');
    caches->last = caches->second < 0 ? -1 : read_bytes(&text, '\0');
    if (tb_are_cache_sizes(caches))
        return 1;
    return refuse_text("TBCAST_CACHE",
                       "three sizes of caches, from the smallest to the largest, such as "
                       "32K,1M,32M",
                       given);
}

int tbpy_init_resources(void)
{
    tb_settings settings = {.cpu_level = getenv("TBCAST_CPU")};
    int64_t threads = 0;
    tb_cache_sizes caches;
    tb_error err;
    if (read_number("TBCAST_NUM_THREADS", "a positive number of threads", 1, INT_MAX, &threads) < 0)
        return -1;
    settings.threads = (int)threads;
    const int has_limit =
        read_number("TBCAST_CACHE_LIMIT", "a number of bytes", 0, INT64_MAX, &settings.kept_bytes);
    const int has_caches = read_caches(&caches);
    if (has_limit < 0 || has_caches < 0)
        return -1;
    settings.caches = has_caches ? &caches : NULL;
    settings.limits_kept_bytes = has_limit;
    if (tb_set_up(&settings, &err) != TB_OK) {
        PyObject *reason = decoded(err.message);
        if (reason)
            PyErr_Format(PyExc_ImportError, "the environment variable TBCAST_CPU: %U", reason);
        Py_XDECREF(reason);
        return -1;
    }
    return 0;
}
