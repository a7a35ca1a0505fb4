/* overload.c: see overload.h. */
#include "python/args/overload.h"

#include <string.h>

/* NumPy's names of parameters, which torch also accepts. */
static const char *const numpy_names[][2] = {
    {"input", "x"},  {"input", "a"},  {"input", "x1"},
    {"other", "x2"}, {"dim", "axis"}, {"keepdim", "keepdims"},
};

bool tbpy_is_numpy_name(const char *name, const char *key)
{
    for (size_t i = 0; i < sizeof numpy_names / sizeof *numpy_names; i++)
        if (strcmp(key, numpy_names[i][1]) == 0 && strcmp(name, numpy_names[i][0]) == 0)
            return true;
    return false;
}

int tbpy_required(const tbpy_overload *overload)
{
    int n = 0;
    for (int i = 0; i < overload->nneeded; i++)
        n += !overload->parameter[i].optional;
    return n;
}

int tbpy_numbers(const tbpy_overload *overload)
{
    int slots = 0;
    for (int i = 0; i < overload->n; i++)
        slots |= (overload->parameter[i].kind == TBPY_NUMBER) << overload->parameter[i].slot;
    return slots;
}
