/* sort.c: sort and argsort: the elements of a slice become integers of the same order, which are sorted
 * together with their indices. */
#include "core/along_dim/along_dim_functions.h"
#include "core/base/tuning.h"
#include "core/kernels/along_dim/sort_keys.h"
#include "core/kernels/loop_pragmas.h"
#include "core/along_dim/sort_records.h"

#include <string.h>

tb_status tb_check_sort_outputs(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    c->value = c->out[0].dtype = in->dtype;
    c->out[1].dtype = TB_INT64;
    tb_set_shape(&c->shape, in);
    TB_TRY(tb_output_check_dtype(&c->out[0], err));
    return tb_output_check_dtype(&c->out[1], err);
}

tb_status tb_check_sort(tb_along_dim_call *c, tb_error *err)
{
    const tb_tensor *in = c->in;
    TB_TRY(tb_wrap_dim(c->dims.size[0], in->ndim, &c->axis, err));
    if (tb_dtypes[in->dtype].kind == TB_KIND_COMPLEX)
        return tb_fail(err, TB_RUNTIME_ERROR, " Sort does not support complex dtypes on CPU");
    TB_TRY(tb_check_sort_outputs(c, err));
    tb_preserve_strides(in->size, in->stride, in->ndim, c->stride);
    return TB_OK;
}

/* ---- slices ---- */

/* A record has the bits [dropped, high) of a key above `low` bits of index. */
typedef struct {
    int low, high, dropped;
} key_bits;

/* For records of 64 bits of n keys, which differ in these bits; n is at most 2**32.  What is dropped fits
 * a record, too.  Each digit takes a pass over the records, so that not all are sorted by that could be. */
static key_bits cut_key(uint64_t differ, int64_t n)
{
    const int low = n > 1 ? 64 - __builtin_clzll((uint64_t)n - 1) : 1;
    const int high = differ ? 64 - __builtin_clzll(differ) : 0;
    const int most = (int)tb_min(high, 64 - low), least = (int)tb_max(high - (64 - low), 0);
    const int kept = is_merged_64(n, most) ? most : (int)tb_min(tb_max(TB_SORT_FIRST_BITS, least), most);
    return (key_bits){low, high, high - kept};
}

_Static_assert(TB_SORT_RANKED == 8, "there is a case for each number of elements that are ranked");
#include "core/along_dim/generated/sort_slices.inc"

/* Sorts narrow elements by counting: how many there are of each, and where they begin.  `truth`: any byte but
 * 0 becomes 1. */
TB_INLINE void count(const tb_along_dim_block *b, uint8_t (*key)(const char *), bool truth)
{
    const tb_sort_params *params = b->params;
    const uint8_t flip = params->descending ? 255 : 0;
    for (int64_t j = 0; j < b->m; j++) {
        const char *in = b->in + j * b->in_step;
        char *value = b->out[0] ? b->out[0] + j * b->out_step[0] : NULL;
        int64_t *index = b->out[1] ? (int64_t *)(b->out[1] + j * b->out_step[1]) : NULL;
        int64_t begin[256] = {0}, at = 0;
        bool interrupted = false;
        TB_FOR_UNLESS_INTERRUPTED(i, b->n, interrupted)
        begin[key(in + i) ^ flip]++;
        for (int k = 0; k < 256; k++) {
            const int64_t n = begin[k];
            begin[k] = at;
            at += n;
        }
        TB_FOR_UNLESS_INTERRUPTED(i, b->n, interrupted)
        {
            const int64_t to = begin[key(in + i) ^ flip]++;
            if (to >= b->n) /* another thread has changed the slice */
                break;
            if (value)
                value[to] = truth ? in[i] != 0 : in[i];
            if (index)
                index[to] = i;
        }
    }
}
static void count_bool(const tb_along_dim_block *b) { count(b, key_bool, true); }
static void count_uint8(const tb_along_dim_block *b) { count(b, key_uint8, false); }
static void count_int8(const tb_along_dim_block *b) { count(b, key_int8, false); }

const tb_record_kernels tb_sort_kernels[TB_NDTYPES] = {
    [TB_BOOL] = {count_bool, count_bool, 0},
    [TB_UINT8] = {count_uint8, count_uint8, 0},
    [TB_INT8] = {count_int8, count_int8, 0},
    [TB_INT16] = {sort_int16, sort_long_int16, 8},
    [TB_INT32] = {sort_int32, sort_long_int32, 8},
    [TB_INT64] = {sort_int64, sort_long_int64, 8},
    [TB_FLOAT16] = {sort_float16, sort_long_float16, 8},
    [TB_BFLOAT16] = {sort_bfloat16, sort_long_bfloat16, 8},
    [TB_FLOAT32] = {sort_float32, sort_long_float32, 8},
    [TB_FLOAT64] = {sort_float64, sort_long_float64, 8},
    [TB_UINT16] = {sort_uint16, sort_long_uint16, 8},
    [TB_UINT32] = {sort_uint32, sort_long_uint32, 8},
    [TB_UINT64] = {sort_uint64, sort_long_uint64, 8},
};

tb_status tb_set_records(const tb_along_dim_call *c, const tb_record_kernels *kernels,
                         int64_t sorted_together, tb_along_dim_job *job, tb_error *err)
{
    const bool is_long = tb_size_or_1(c->in, c->axis) > UINT32_MAX;
    job->kernel[0] = is_long ? kernels->longer : kernels->kernel;
    job->tile = c->in->dtype;
    if (__builtin_mul_overflow(tb_sort_room(sorted_together), 2 * (is_long ? 16 : kernels->record),
                               &job->scratch))
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    return TB_OK;
}

tb_status tb_set_up_sort(const tb_along_dim_call *c, tb_along_dim_job *job, tb_error *err)
{
    static const tb_sort_params params[2] = {{false}, {true}};
    job->params = &params[c->descending];
    job->weight = TB_WEIGHT_SORT;
    return tb_set_records(c, &tb_sort_kernels[c->in->dtype], tb_size_or_1(c->in, c->axis), job, err);
}
