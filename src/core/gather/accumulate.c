/* accumulate.c: see accumulate.h.  Where the indices are many the accumulators are a copy of the table in their
 * dtype, or the table itself where that is its own, and in the end the elements that were indexed are written:
 * those that were counted, for a mean; otherwise those whose accumulator is not what it was, for one that is need
 * not be written. */
#include "core/gather/accumulate.h"
#include "core/base/tuning.h"
#include "core/gather/accumulate_few.h"
#include "core/iterate/parallel.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/math/convert.h"
#include "core/kernels/scalar.h"
#include "core/pointwise/pointwise.h"

/* ---- what is written in the end ---- */

enum { TABLE, SUMS, KEYS, OPERANDS }; /* keys: counts, or the table's elements as they were */

enum { TILE = 128 };

typedef struct {
    _Alignas(64) char bytes[TILE * sizeof(tb_element)];
} tile;

/* Parameters of the kernel below. */
typedef struct {
    tb_dtype own, sums; /* dtypes */
    bool mean, excludes_table;
} finishing;

static void cast_tile(tb_dtype to, void *o, tb_dtype from, const void *p, int64_t n)
{
    tb_kernels_active->cast[from][to](o, p, n);
}

/* Sums of halves are rounded; the mask is where that changes the table. */
static void round_sums(const finishing *f, uint16_t *rounded, uint8_t *mask, const char *sums,
                       const uint16_t *before, int64_t n)
{
    cast_tile(f->own, rounded, f->sums, sums, n);
    if (f->own == TB_FLOAT16)
        for (int64_t i = 0; i < n; i++)
            mask[i] = rounded[i] != tb_plain_f16(before[i]);
    else
        for (int64_t i = 0; i < n; i++)
            mask[i] = rounded[i] != tb_plain_bf16(before[i]);
}

/* Sums of integers are divided in int64, those of halves in float32, once they are rounded. */
static void divide_sums(const finishing *f, char *mean, uint8_t *mask, const char *sums, const int32_t *count,
                        int64_t n)
{
    const bool is_int = tb_dtypes[f->own].kind == TB_KIND_INT;
    const tb_dtype dtype = is_int ? TB_INT64 : f->sums;
    const int64_t itemsize = tb_dtypes[dtype].itemsize, inner[] = {itemsize, itemsize, itemsize},
                  outer[3] = {0};
    int64_t divisor[TILE];
    tile cast, numerator, quotient;
    for (int64_t i = 0; i < n; i++) {
        mask[i] = count[i] != 0;
        divisor[i] = (int64_t)count[i] + (!f->excludes_table | !count[i]);
    }
    char *p[] = {f->own == dtype ? mean : quotient.bytes, (char *)sums, (char *)divisor};
    if (f->own != f->sums) {
        cast_tile(f->own, mean, f->sums, sums, n);
        sums = mean;
    }
    if (f->own != dtype) {
        cast_tile(dtype, numerator.bytes, f->own, sums, n);
        p[1] = numerator.bytes;
    }
    if (dtype != TB_INT64) {
        cast_tile(dtype, cast.bytes, TB_INT64, divisor, n);
        p[2] = cast.bytes;
    }
    (void)tb_kernels_active->pointwise[is_int ? TB_OP_FLOOR_DIVIDE : TB_OP_DIV][dtype](p, inner, outer, n, 1,
                                                                                       &tb_no_context);
    if (f->own != dtype)
        cast_tile(f->own, mean, dtype, quotient.bytes, n);
}

/* A kernel that writes a part of p[TABLE], at any inner stride. */
static int finish(char *const p[], const int64_t inner[], const int64_t outer[], int64_t n0, int64_t n1,
                  const tb_kernel_context *context)
{
    const finishing *f = context->params;
    const int64_t own_size = tb_dtypes[f->own].itemsize, copy_inner[] = {inner[TABLE], 1, own_size},
                  copy_outer[3] = {0};
    const int64_t size[] = {inner[TABLE], tb_dtypes[f->sums].itemsize, f->mean ? 4 : own_size};
    const tb_kernel copy = tb_kernels_active->pointwise[TB_OP_COPY_SELECTED][f->own];
    tile written;
    uint8_t mask[TILE];
    for (int64_t b = 0; b < n1; b++) {
        char *at[OPERANDS];
        for (int k = 0; k < OPERANDS; k++)
            at[k] = p[k] + b * outer[k];
        for (int64_t left = n0, n; left > 0; left -= n) {
            n = tb_min(left, TILE);
            if (f->mean)
                divide_sums(f, written.bytes, mask, at[SUMS], (const int32_t *)(const void *)at[KEYS], n);
            else
                round_sums(f, (uint16_t *)(void *)written.bytes, mask, at[SUMS],
                           (const uint16_t *)(const void *)at[KEYS], n);
            (void)copy((char *[]){at[TABLE], (char *)mask, written.bytes}, copy_inner, copy_outer, n, 1,
                       &tb_no_context);
            for (int k = 0; k < OPERANDS; k++)
                at[k] += n * size[k];
        }
    }
    return 0;
}

static int finish_table(const tb_accumulate_job *job, const tb_tensor *sums, const tb_tensor *keys)
{
    const tb_tensor *const tensors[] = {job->table, sums, keys};
    const finishing f = {job->table->dtype, sums->dtype, job->mean, job->excludes_table};
    const int64_t cost = tb_parallel_cost(job->table->numel, job->table->itemsize, TB_WEIGHT_INDEX);
    tb_loop_body work = {.kernel = finish, .context = {.params = &f}, .selects = true};
    tb_layout layout[OPERANDS];
    tb_shape shape;
    tb_plan plan;
    tb_iteration iteration;
    for (int k = 0; k < OPERANDS; k++) {
        const int itemsize = tensors[k]->itemsize;
        layout[k] = tb_layout_of(tensors[k]);
        work.transfer[k] = (tb_transfer){.memory_itemsize = itemsize, .tile_itemsize = itemsize};
    }
    if (job->table->contiguous && cost < TB_POOL_LEAST) {
        char *const p[] = {layout[TABLE].data, layout[SUMS].data, layout[KEYS].data};
        const int64_t inner[] = {job->table->itemsize}, outer[OPERANDS] = {0};
        return finish(p, inner, outer, job->table->numel, 1, &work.context);
    }
    tb_set_shape(&shape, job->table);
    tb_plan_build(&plan, &shape, layout, OPERANDS);
    tb_iteration_init(&iteration, &plan, &work);
    return tb_parallel_iterate(&iteration, cost, tensors, job->lock);
}

/* ---- many indices ---- */

typedef struct {
    const tb_accumulate_job *job;
    tb_tensor copy, other; /* of the accumulators' dtype */
    tb_tensor keys;
} accumulation;

/* `other` NULL: the element at `value`. */
static int follow(const tb_accumulate_job *job, tb_gather_mode step, const tb_tensor *table,
                  const tb_tensor *other, const void *value, int64_t *bad)
{
    const tb_gather_job gather = {.step = step,
                                  .table = table,
                                  .index = job->index,
                                  .other = other,
                                  .value = value,
                                  .dim = job->dim,
                                  .lock = job->lock};
    return tb_gather_run(&gather, bad);
}

/* What is added, in the accumulators' dtype; the source may be larger than the index. */
static tb_status cast_other(accumulation *a, tb_error *err)
{
    const tb_accumulate_job *job = a->job;
    const tb_tensor *other = job->other;
    tb_tensor part = {0};
    if (other->numel != job->index->numel) {
        TB_TRY(tb_tensor_view(&part, other->storage, other->dtype, job->index->size, other->stride,
                              other->ndim, other->offset, err));
        other = &part;
    }
    const tb_status status = tb_clone_as(&a->other, other, job->dtype, TB_PRESERVE_FORMAT, job->lock, err);
    tb_tensor_release(&part);
    return status;
}

static tb_status make_accumulators(accumulation *a, tb_error *err)
{
    const tb_accumulate_job *job = a->job;
    const tb_tensor *table = job->table;
    const tb_memory_format as_table = table->contiguous ? TB_CONTIGUOUS_FORMAT : TB_PRESERVE_FORMAT;
    if (job->mean)
        TB_TRY(tb_tensor_new(&a->keys, TB_INT32, table->size, NULL, table->ndim, true, err));
    else
        TB_TRY(tb_clone_as(&a->keys, table, table->dtype, as_table, job->lock, err));
    if (job->dtype == table->dtype)
        return TB_OK;
    TB_TRY(tb_clone_as(&a->copy, job->mean ? table : &a->keys, job->dtype, as_table, job->lock, err));
    return job->other ? cast_other(a, err) : TB_OK;
}

static int add_all(const accumulation *a, const tb_tensor *sums, int64_t *bad)
{
    static const int32_t one = 1;
    const tb_accumulate_job *job = a->job;
    const tb_scalar neutral = {.kind = TB_KIND_INT, .v.i = job->step == TB_MULTIPLY_TABLE};
    int code = 0;
    if (job->excludes_table) {
        tb_element first;
        tb_scalar_store(&neutral, job->dtype, &first);
        code = follow(job, TB_TO_TABLE, sums, NULL, &first, bad);
    }
    if (code == 0)
        code = follow(job, job->step, sums, a->other.storage ? &a->other : job->other, job->value, bad);
    if (code == 0 && job->mean)
        code = follow(job, TB_ADD_TO_TABLE, &a->keys, NULL, &one, bad);
    return code;
}

static tb_status accumulate_many(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err)
{
    accumulation a = {.job = job};
    tb_status status = make_accumulators(&a, err);
    if (status == TB_OK) {
        const tb_tensor *sums = a.copy.storage ? &a.copy : job->table;
        *code = add_all(&a, sums, bad);
        if (*code == 0)
            *code = finish_table(job, sums, &a.keys);
    }
    tb_tensor_release(&a.copy);
    tb_tensor_release(&a.other);
    tb_tensor_release(&a.keys);
    return status;
}

/* ---- the caller's tensors ---- */

static bool has_many(const tb_accumulate_job *job)
{
    const int64_t n = job->index->numel;
    return job->table->numel / TB_ACCUMULATORS_MANY <= n && n <= INT32_MAX; /* counts are of int32 */
}

static tb_status accumulate(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err)
{
    *code = 0;
    return has_many(job) ? accumulate_many(job, code, bad, err) : tb_accumulate_few(job, code, bad, err);
}

static tb_status view_of(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    TB_TRY(tb_tensor_view(out, t->storage, t->dtype, t->size, t->stride, t->ndim, t->offset, err));
    tb_storage_pin(out->storage);
    return TB_OK;
}

static void release_view(tb_tensor *view)
{
    if (view->storage)
        tb_storage_unpin(view->storage);
    tb_tensor_release(view);
}

/* While the lock is released the caller's tensors may become anything: long work has views of its own. */
tb_status tb_accumulate(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err)
{
    tb_accumulate_job own = *job;
    tb_tensor table = {0}, index = {0}, other = {0};
    if (tb_max(job->table->numel, job->index->numel) < TB_ACCUMULATORS_SMALL)
        return accumulate(job, code, bad, err);
    own.table = &table;
    own.index = &index;
    tb_status status = view_of(&table, job->table, err);
    if (status == TB_OK)
        status = view_of(&index, job->index, err);
    if (status == TB_OK && job->other) {
        own.other = &other;
        status = view_of(&other, job->other, err);
    }
    if (status == TB_OK)
        status = accumulate(&own, code, bad, err);
    release_view(&table);
    release_view(&index);
    release_view(&other);
    return status;
}
