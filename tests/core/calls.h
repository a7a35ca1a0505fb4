/* calls.h: short forms for the C tests that make numbers and whole calls.  Relies on: check.h. */
#ifndef CALLS_H
#define CALLS_H

#include "check.h"

static tb_error err;

static inline tb_call call_of(int op, tb_form form, tb_tensor *out, const tb_tensor *a, const tb_tensor *b)
{
    return (tb_call){.op = op,
                     .form = form,
                     .in = {{.tensor = a}, {.tensor = b}},
                     .out = out,
                     .default_dtype = TB_FLOAT32,
                     .forced_dtype = TB_UNDEFINED};
}

static inline tb_scalar integer(int64_t i) { return (tb_scalar){.kind = TB_KIND_INT, .v.i = i}; }
static inline tb_scalar real(double f) { return (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = f}; }

static inline tb_status go(tb_call *call)
{
    memset(&err, 0, sizeof err);
    TB_TRY(tb_prepare(call, &err));
    return tb_run(call, &err);
}

/* A contiguous tensor holding start, start + 1, ... */
static inline void count_from(tb_tensor *t, tb_dtype dtype, const int64_t *size, int ndim, int64_t start)
{
    CHECK_OK(tb_tensor_new(t, dtype, size, NULL, ndim, true, err));
    for (int64_t i = 0; i < t->numel; i++) {
        tb_scalar value = integer(start + i);
        tb_scalar_store(&value, dtype, tb_data(t) + i * t->itemsize);
    }
}

/* Element at this place of the memory of `t`. */
static inline double at(const tb_tensor *t, int64_t place)
{
    return number_at((tb_dtype)t->dtype, tb_data(t) + place * t->itemsize);
}

#endif
