/* topk.c: the largest or smallest elements of each slice, in order.  The best elements so far are kept in a
 * buffer, which is sorted and truncated whenever it is full.  Of equal elements the first ones are taken. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/kernels/along_dim/sort_keys.h"
#include "core/along_dim/sort_records.h"

tb_status tb_check_topk(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    TB_TRY(tb_wrap_dim(c->dims.size[0], in->ndim, &c->axis, err));
    if (c->k < 0 || c->k > tb_size_or_1(in, c->axis))
        return tb_fail(err, TB_RUNTIME_ERROR, "selected index k out of range");
    if (tb_dtypes[in->dtype].kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR, " topk does not support complex dtypes on CPU");
    if (in->dtype == TB_BOOL)
        return tb_fail(err, TB_RUNTIME_ERROR, "topk does not support bool dtypes on CPU");
    TB_TRY(tb_check_sort_outputs(c, err));
    c->value = in->dtype;
    if (in->ndim > 0)
        TB_TRY(tb_refuse_unsigned(in->dtype, "topk_cpu", err));
    if (in->ndim)
        c->shape.size[c->axis] = c->k;
    return TB_OK;
}

/* ---- slices ---- */

enum { TOPK_BITS = 11, TOPK_BLOCK = 32 /* elements that are passed over together */ };
_Static_assert((1 << TOPK_BITS) * sizeof(int64_t) <= TB_SCRATCH_BYTES, "the counts of a digit");

#include "core/along_dim/generated/topk_slices.inc"

const tb_record_kernels tb_topk_kernels[TB_NDTYPES] = {
    [TB_UINT8] = {topk_uint8, topk_long_uint8, 8},
    [TB_INT8] = {topk_int8, topk_long_int8, 8},
    [TB_INT16] = {topk_int16, topk_long_int16, 8},
    [TB_INT32] = {topk_int32, topk_long_int32, 8},
    [TB_INT64] = {topk_long_int64, topk_long_int64, 16},
    [TB_FLOAT16] = {topk_float16, topk_long_float16, 8},
    [TB_BFLOAT16] = {topk_bfloat16, topk_long_bfloat16, 8},
    [TB_FLOAT32] = {topk_float32, topk_long_float32, 8},
    [TB_FLOAT64] = {topk_long_float64, topk_long_float64, 16},
};

_Static_assert(TB_TOPK_CAPACITY >= 2 && TB_TOPK_ALL >= TB_TOPK_CAPACITY, "there is room for more than k");
static int64_t room_for(int64_t k, int64_t n)
{
    const int64_t room =
        k < TB_TOPK_LEAST_CAPACITY / TB_TOPK_CAPACITY ? TB_TOPK_LEAST_CAPACITY : TB_TOPK_CAPACITY * k;
    return k > n / TB_TOPK_ALL || room > n / 2 ? n : room;
}

tb_status tb_run_topk(const tb_along_dim_call *c, tb_along_dim_job *job, const tb_lock_callbacks *lock,
                      tb_error *err)
{
    const tb_topk_params params = {
        .largest = c->descending, .k = c->k, .room = room_for(c->k, tb_size_or_1(c->in, c->axis))};
    job->params = &params;
    job->weight = TB_WEIGHT_TOPK;
    TB_TRY(tb_set_records(c, &tb_topk_kernels[c->in->dtype], params.room, job, err));
    return tb_along_dim_job_run(job, lock, err);
}
