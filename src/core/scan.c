/* scan.c: see scan.h.  Relies on: plan.h. */
#include "scan.h"
#include "apply.h"
#include "plan.h"

#include <string.h>

#define ROW_HAS_ZERO(name, type)                                             \
    static bool name(const char *row, int64_t stride, int64_t n)             \
    {                                                                        \
        if (stride == (int64_t)sizeof(type)) { /* no early end: vectorised */ \
            const type *p = (const type *)row;                               \
            type any = 0;                                                    \
            for (int64_t i = 0; i < n; i++)                                  \
                any |= (type)(p[i] == 0);                                    \
            return any != 0;                                                 \
        }                                                                    \
        for (int64_t i = 0; i < n; i++)                                      \
            if (*(const type *)(row + i * stride) == 0)                      \
                return true;                                                 \
        return false;                                                        \
    }
ROW_HAS_ZERO(row_has_zero_1, uint8_t)
ROW_HAS_ZERO(row_has_zero_2, uint16_t)
ROW_HAS_ZERO(row_has_zero_4, uint32_t)
ROW_HAS_ZERO(row_has_zero_8, uint64_t)
#undef ROW_HAS_ZERO

bool tb_has_zero(const tb_tensor *t)
{
    bool (*row_has_zero)(const char *, int64_t, int64_t) = t->itemsize == 1   ? row_has_zero_1
                                                           : t->itemsize == 2 ? row_has_zero_2
                                                           : t->itemsize == 4 ? row_has_zero_4
                                                                              : row_has_zero_8;
    const tb_layout layout = {tb_data(t), t->size, t->stride, t->ndim, t->itemsize};
    int64_t index[TB_MAX_DIMS] = {0};
    tb_shape shape = {.ndim = t->ndim};
    tb_plan plan;

    memcpy(shape.size, t->size, (size_t)t->ndim * sizeof *t->size);
    tb_plan_build(&plan, &shape, &layout, 1);
    for (const char *row = plan.data[0];;) {
        if (row_has_zero(row, plan.stride[0][0], plan.size[0]))
            return true;
        int d = 1;
        for (; d < plan.ndim; d++) {
            row += plan.stride[0][d];
            if (++index[d] < plan.size[d])
                break;
            row -= plan.size[d] * plan.stride[0][d];
            index[d] = 0;
        }
        if (d >= plan.ndim)
            return false;
    }
}

/* ---- a row's result everywhere ---- */

#define BLOCK (1 << 16) /* elements */

static tb_status check_whole(const tb_call *whole, bool *holds, tb_error *err)
{
    tb_call call = *whole;
    tb_tensor result;
    call.form = TB_FORM_NEW;
    call.out = &result;
    TB_TRY(tb_prepare(&call, err));
    TB_TRY(tb_run(&call, err));
    *holds = result.numel == 0 || !tb_has_zero(&result);
    tb_tensor_release(&result);
    return TB_OK;
}

/* Rows [start, stop) along dim of both operands. */
static tb_status check_block(const tb_call *whole, int dim, int64_t start, int64_t stop, bool *holds,
                             tb_error *err)
{
    tb_call call = *whole;
    tb_tensor part[2];
    int made = 0;
    tb_status status = TB_OK;
    for (; made < 2 && status == TB_OK; made += status == TB_OK) {
        status = tb_view_slice(&part[made], whole->in[made].tensor, dim, start, stop, 1, err);
        call.in[made].tensor = &part[made];
    }
    if (status == TB_OK)
        status = check_whole(&call, holds, err);
    while (made > 0)
        tb_tensor_release(&part[--made]);
    return status;
}

tb_status tb_holds_everywhere(const tb_call *call, bool *holds, tb_error *err)
{
    const tb_tensor *t = call->in[0].tensor;
    int dim = 0;
    *holds = true;
    while (dim < t->ndim - 1 && t->size[dim] == 1)
        dim++;
    const int64_t size = t->ndim ? t->size[dim] : 1, rest = size ? t->numel / size : 0;
    const int64_t step = rest > 0 && rest < BLOCK ? BLOCK / rest : 1;
    if (t->ndim == 0 || t->numel <= BLOCK)
        return check_whole(call, holds, err);
    for (int64_t start = 0; start < size && *holds; start += step)
        TB_TRY(check_block(call, dim, start, start + step < size ? start + step : size, holds, err));
    return TB_OK;
}
