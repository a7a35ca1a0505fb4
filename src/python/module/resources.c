/* resources.c: threads and memory, as the environment sets them; it is read once. */
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
