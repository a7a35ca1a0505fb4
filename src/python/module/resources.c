/* resources.c: the CPU level, threads and memory, set from the environment when the first interpreter
 * imports the module. */
#include "python/module/module.h"

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

/* The widest vectors for transcendental functions. */
static int read_vector_bytes(tb_settings *settings)
{
    static const struct {
        const char *text;
        int bytes;
    } allowed[] = {{"", 64}, {"0", 0}, {"1", 64}, {"32", 32}, {"64", 64}};
    const char *text = getenv("TBCAST_LIBMVEC");
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (!text || strcmp(text, allowed[i].text) == 0) {
            settings->vector_bytes = allowed[i].bytes;
            settings->no_vector_math = allowed[i].bytes == 0;
            return 0;
        }
    return refuse_text("TBCAST_LIBMVEC", "0, 1, 32 or 64", text);
}

int tbpy_init_resources(void)
{
    tb_settings settings = {.cpu_level = getenv("TBCAST_CPU")};
    int64_t threads = 0;
    tb_error err;
    if (read_vector_bytes(&settings) < 0 ||
        read_number("TBCAST_NUM_THREADS", "a positive number of threads", 1, INT_MAX, &threads) < 0)
        return -1;
    settings.threads = (int)threads;
    const int has_limit =
        read_number("TBCAST_CACHE_LIMIT", "a number of bytes", 0, INT64_MAX, &settings.kept_bytes);
    if (has_limit < 0)
        return -1;
    settings.limits_kept_bytes = has_limit;
    if (tb_set_up(&settings, &err) != TB_OK) {
        PyErr_Format(PyExc_ImportError, "the environment variable TBCAST_CPU: %s", err.message);
        return -1;
    }
    return 0;
}
