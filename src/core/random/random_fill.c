/* random_fill.c: see random_fill.h. */
#include "core/random/random_fill.h"

#include "core/base/layout.h"
#include "core/base/tuning.h"
#include "core/plan/cursor.h"
#include "core/memory/overlap.h"
#include "core/threads/caller_lock.h"

tb_status tb_random_fill_plan(tb_random_fill *fill, const tb_tensor *out, tb_error *err)
{
    TB_TRY(tb_check_writable(out, err));
    int perm[TB_MAX_DIMS];
    const bool is_complex = tb_dtypes[out->dtype].kind == TB_KIND_COMPLEX;
    const int64_t itemsize = out->itemsize, half = itemsize / 2;
    fill->dtype = tb_to_real(out->dtype);
    fill->numel = is_complex ? 2 * out->numel : out->numel;
    fill->contiguous = out->contiguous;
    tb_plan_begin(&fill->plan, 1);
    fill->plan.data[0] = tb_data(out);
    if (is_complex)
        tb_plan_add(&fill->plan, 2, &half);
    tb_sort_dims(out->size, out->ndim, (const int64_t *const[]){out->stride}, 1, perm);
    for (int i = 0; i < out->ndim; i++) {
        const int64_t stride = out->stride[perm[i]] * itemsize;
        tb_plan_add(&fill->plan, out->size[perm[i]], &stride);
    }
    tb_plan_end(&fill->plan, &itemsize);
    return TB_OK;
}

void tb_random_fill_iterate(const tb_random_fill *fill, tb_random_fill_row row, void *state)
{
    const tb_plan *plan = &fill->plan;
    const int64_t n = plan->size[0], stride = plan->stride[0][0];
    int64_t since = 0;
    tb_cursor at;
    tb_cursor_begin(&at, plan, 1);
    do
        for (int64_t first = 0; first < n; first += TB_INTERRUPT_ELEMENTS) {
            const int64_t piece = tb_min(n - first, TB_INTERRUPT_ELEMENTS);
            row(at.p[0] + first * stride, stride, piece, state);
            if (tb_interrupted_after(piece, &since))
                return;
        }
    while (tb_cursor_advance(&at, plan, 1, 1));
}
