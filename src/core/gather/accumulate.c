/* accumulate.c: see accumulate.h.  With many indices, the accumulators are a copy of the table in their
 * dtype, or the table itself if it has that dtype.  At the end only indexed elements are written: a mean
 * counts its additions and writes where the count is not 0; other reductions write the elements whose value
 * has changed. */
#include "core/gather/accumulate.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/iterate/parallel.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/math/convert.h"
#include "core/kernels/scalar.h"

/* ---- what is written in the end ---- */

enum { TABLE, SUMS, KEYS, OPERANDS }; /* keys: counts, or the table's elements as they were */

enum { TILE = 2048, COUNTED = TILE / 4, HALVES = TILE / 2 }; /* bytes, and elements at most */

typedef struct {
    _Alignas(64) char bytes[TILE];
} tile;

/* The parameters of the kernel below. */
typedef struct {
    tb_dtype own, sums, divided; /* dtypes */
    int64_t most; /* elements at a time */
    bool counts, mean, excludes_table;
} finishing;

static void cast_tile(tb_dtype to, void *o, tb_dtype from, const void *p, int64_t n)
{
    tb_kernels_active->cast[from][to](o, p, n);
}

static void copy_selected(const finishing *f, char *to, int64_t step, const uint8_t *mask, const void *values,
                          int64_t n)
{
    const int64_t inner[] = {step, 1, tb_dtypes[f->own].itemsize}, outer[3] = {0};
    char *const p[] = {to, (char *)mask, (char *)values};
    (void)tb_kernels_active->pointwise[TB_OP_COPY_SELECTED][f->own](p, inner, outer, n, 1, &tb_no_context);
}

/* Rounds sums of halves and writes those that change the table. */
static void write_changed(const finishing *f, char *to, int64_t step, const char *sums,
                          const uint16_t *before, int64_t n)
{
    uint16_t rounded[HALVES];
    uint8_t mask[HALVES];
    cast_tile(f->own, rounded, f->sums, sums, n);
    if (f->own == TB_FLOAT16)
        for (int64_t i = 0; i < n; i++)
            mask[i] = rounded[i] != tb_plain_f16(before[i]);
    else
        for (int64_t i = 0; i < n; i++)
            mask[i] = rounded[i] != tb_plain_bf16(before[i]);
    copy_selected(f, to, step, mask, rounded, n);
}

/* Divides sums of integers in int64, and sums of halves in float32 after rounding them. */
static void divide_sums(const finishing *f, char *mean, const char *sums, const int32_t *count, int64_t n)
{
    const tb_dtype dtype = f->divided;
    const int op = dtype == TB_INT64 ? TB_OP_FLOOR_DIVIDE : TB_OP_DIV;
    const int64_t itemsize = tb_dtypes[dtype].itemsize, inner[] = {itemsize, itemsize, itemsize},
                  outer[3] = {0};
    int32_t divisor[COUNTED];
    tile cast, numerator, quotient;
    for (int64_t i = 0; i < n; i++)
        divisor[i] = count[i] + (!f->excludes_table | !count[i]);
    cast_tile(dtype, cast.bytes, TB_INT32, divisor, n);
    char *p[] = {f->own == dtype ? mean : quotient.bytes, (char *)sums, cast.bytes};
    if (f->own != f->sums) {
        cast_tile(f->own, mean, f->sums, sums, n);
        sums = mean;
    }
    if (f->own != dtype) {
        cast_tile(dtype, numerator.bytes, f->own, sums, n);
        p[1] = numerator.bytes;
    }
    (void)tb_kernels_active->pointwise[op][dtype](p, inner, outer, n, 1, &tb_no_context);
    if (f->own != dtype)
        cast_tile(f->own, mean, dtype, quotient.bytes, n);
}

/* Writes the sums with a count above 0, divided by their counts for a mean. */
static void write_counted(const finishing *f, char *to, int64_t step, const char *sums, const int32_t *count,
                          int64_t n)
{
    uint8_t mask[COUNTED];
    tile values;
    for (int64_t i = 0; i < n; i++)
        mask[i] = count[i] != 0;
    if (f->mean)
        divide_sums(f, values.bytes, sums, count, n);
    else
        cast_tile(f->own, values.bytes, f->sums, sums, n);
    copy_selected(f, to, step, mask, values.bytes, n);
}

/* The same with one count for all elements. */
static void write_row(const finishing *f, char *to, int64_t step, const char *sums, int32_t count, int64_t n)
{
    const int64_t size = tb_dtypes[f->sums].itemsize;
    int32_t counts[COUNTED];
    if (count && !f->mean && step == tb_dtypes[f->own].itemsize) {
        cast_tile(f->own, to, f->sums, sums, n);
        return;
    }
    for (int64_t i = 0; i < COUNTED; i++)
        counts[i] = count;
    for (; count && n > 0; n -= f->most, to += f->most * step, sums += f->most * size)
        write_counted(f, to, step, sums, counts, tb_min(n, f->most));
}

/* A kernel that writes a part of p[TABLE], at any inner stride; counts may have an inner stride of 0. */
static int finish(char *const p[], const int64_t inner[], const int64_t outer[], int64_t n0, int64_t n1,
                  const tb_kernel_context *context)
{
    const finishing *f = context->params;
    const int64_t size = tb_dtypes[f->sums].itemsize, step = inner[TABLE];
    for (int64_t b = 0; b < n1; b++) {
        char *to = p[TABLE] + b * outer[TABLE], *sums = p[SUMS] + b * outer[SUMS];
        const char *keys = p[KEYS] + b * outer[KEYS];
        if (f->counts && inner[KEYS] == 0) {
            write_row(f, to, step, sums, *(const int32_t *)(const void *)keys, n0);
            continue;
        }
        for (int64_t left = n0, n; left > 0; left -= n, to += n * step, sums += n * size) {
            n = tb_min(left, f->most);
            if (f->counts)
                write_counted(f, to, step, sums, (const int32_t *)(const void *)keys, n);
            else
                write_changed(f, to, step, sums, (const uint16_t *)(const void *)keys, n);
            keys += n * (f->counts ? 4 : 2);
        }
    }
    return 0;
}

static int finish_table(const tb_accumulate_job *job, const tb_tensor *sums, const tb_tensor *keys)
{
    const tb_tensor *const tensors[] = {job->table, sums, keys};
    const tb_dtype own = job->table->dtype, wide = tb_is_half(own) ? TB_FLOAT32 : own,
                   divided = tb_dtypes[own].kind == TB_KIND_INT ? TB_INT64 : wide;
    const bool counts = keys->dtype == TB_INT32;
    const finishing f = {.own = own,
                         .sums = sums->dtype,
                         .divided = divided,
                         .most = counts ? TILE / tb_max(tb_dtypes[divided].itemsize, 4) : HALVES,
                         .counts = counts,
                         .mean = job->mean,
                         .excludes_table = job->excludes_table};
    const int64_t cost = tb_parallel_cost(job->table->numel, job->table->itemsize, TB_WEIGHT_INDEX);
    tb_loop_body body = {.kernel = finish, .context = {.params = &f}, .selects = true};
    tb_layout layout[OPERANDS];
    tb_shape shape;
    tb_plan plan;
    tb_iteration iteration;
    for (int k = 0; k < OPERANDS; k++) {
        const int itemsize = tensors[k]->itemsize;
        layout[k] = tb_layout_of(tensors[k]);
        body.transfer[k] = (tb_transfer){.memory_itemsize = itemsize, .tile_itemsize = itemsize};
    }
    if (job->table->contiguous && keys->contiguous && cost < TB_POOL_LEAST) {
        char *const p[] = {layout[TABLE].data, layout[SUMS].data, layout[KEYS].data};
        const int64_t inner[] = {job->table->itemsize, 0, keys->itemsize}, outer[OPERANDS] = {0};
        return finish(p, inner, outer, job->table->numel, 1, &body.context);
    }
    tb_set_shape(&shape, job->table);
    tb_plan_build(&plan, &shape, layout, OPERANDS);
    tb_choose(&iteration, &plan, &body);
    return tb_parallel_iterate(&iteration, cost, tensors, job->lock);
}

/* ---- many indices ---- */

typedef struct {
    const tb_accumulate_job *job;
    tb_tensor copy, other; /* of the accumulators' dtype */
    tb_tensor keys, index; /* without what is repeated in the index */
} accumulation;

/* Follows the indices.  `other` NULL: the single element at `value`. */
static int follow(const tb_accumulate_job *job, const tb_tensor *index, tb_gather_mode step,
                  const tb_tensor *table, const tb_tensor *other, const void *value, int64_t *bad)
{
    const tb_gather_job gather = {.step = step,
                                  .table = table,
                                  .index = index,
                                  .other = other,
                                  .value = value,
                                  .dim = job->dim,
                                  .lock = job->lock};
    return tb_gather_elements(&gather, bad);
}

/* The values to add, in the accumulators' dtype; the source may be larger than the index. */
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

/* Is the index the same all along dimension d? */
static bool is_repeated_along(const tb_accumulate_job *job, int d)
{
    const tb_tensor *index = job->index, *table = job->table;
    return d != job->dim && index->stride[d] == 0 && index->size[d] == table->size[d];
}

static bool is_repeated(const tb_accumulate_job *job)
{
    for (int d = 0; d < job->index->ndim; d++)
        if (job->index->size[d] > 1 && is_repeated_along(job, d))
            return true;
    return false;
}

/* Makes one count for all elements along dimensions in which the index is repeated. */
static tb_status make_counts(accumulation *a, tb_error *err)
{
    const tb_accumulate_job *job = a->job;
    const tb_tensor *index = job->index, *table = job->table;
    int64_t size[TB_MAX_DIMS], step[TB_MAX_DIMS], of_index[TB_MAX_DIMS];
    tb_tensor counts;
    for (int d = 0; d < table->ndim; d++) {
        const bool repeated = d < index->ndim && is_repeated_along(job, d);
        size[d] = repeated ? 1 : table->size[d];
        of_index[d] = repeated ? 1 : index->size[d];
    }
    TB_TRY(tb_tensor_new(&counts, TB_INT32, size, NULL, table->ndim, true, err));
    for (int d = 0; d < table->ndim; d++)
        step[d] = size[d] == table->size[d] ? counts.stride[d] : 0;
    tb_status status = tb_tensor_view(&a->keys, counts.storage, TB_INT32, table->size, step, table->ndim,
                                      counts.offset, err);
    tb_tensor_release(&counts);
    if (status == TB_OK)
        status = tb_tensor_view(&a->index, index->storage, TB_INT64,
                                index->ndim == table->ndim ? of_index : index->size, index->stride,
                                index->ndim, index->offset, err);
    return status;
}

static tb_status make_accumulators(accumulation *a, tb_error *err)
{
    const tb_accumulate_job *job = a->job;
    const tb_tensor *table = job->table;
    const tb_memory_format as_table = table->contiguous ? TB_CONTIGUOUS_FORMAT : TB_PRESERVE_FORMAT;
    if (job->mean || is_repeated(job))
        TB_TRY(make_counts(a, err));
    else
        TB_TRY(tb_clone_as(&a->keys, table, table->dtype, as_table, job->lock, err));
    if (job->dtype == table->dtype)
        return TB_OK;
    TB_TRY(tb_clone_as(&a->copy, table, job->dtype, as_table, job->lock, err));
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
        code = follow(job, job->index, TB_TO_TABLE, sums, NULL, &first, bad);
    }
    if (code == 0)
        code = follow(job, job->index, job->step, sums, a->other.storage ? &a->other : job->other, job->value,
                      bad);
    if (code == 0 && a->index.storage)
        code = follow(job, &a->index, TB_ADD_TO_TABLE, &a->keys, NULL, &one, bad);
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
    tb_tensor_release(&a.index);
    return status;
}

/* ---- the caller's tensors ---- */

static bool has_many(const tb_accumulate_job *job)
{
    const int64_t n = job->index->numel;
    return job->table->numel / TB_ACCUMULATORS_MANY <= n && n < INT32_MAX; /* counts are of int32 */
}

static tb_status accumulate(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err)
{
    *code = 0;
    if (has_many(job)) {
        TB_TOOK(ACCUMULATE_MANY);
        return accumulate_many(job, code, bad, err);
    }
    TB_TOOK(ACCUMULATE_FEW);
    return tb_accumulate_few(job, code, bad, err);
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

_Static_assert(TB_ACCUMULATORS_SMALL * TB_WEIGHT_INDEX * sizeof(tb_element) / 4 < TB_RELEASE_COST,
               "the caller's tensors are used as they are");

/* While the lock is released other threads may change the caller's tensors, so long work uses its own
 * views. */
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
