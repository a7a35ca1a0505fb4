/* accumulate_few.c: see accumulate_few.h.  For example scatter_add(0, [7, 2, 7], [a, b, c]) of halves: the
 * indices become numbers of accumulators, 0, 1, 0, found through a map from elements of the table;
 * accumulators 0 and 1 begin with elements 7 and 2 in float32; a, b and c are added to them in this order;
 * both are rounded and written back to the table.
 *
 * The index's dimensions have two roles, as in index_move.c.  Positions: the indexed dimension, and those
 * along which the index changes; each position has an accumulator number.  Block: the dimensions along which
 * an index is repeated (an expanded index), so that an accumulator is a row of elements.  Rows are inside or
 * outside of the positions, whichever is nearer in the table's memory. */
#include "core/gather/accumulate_few.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/plan/cursor.h"
#include "core/offsets/index_rows.h"
#include "core/iterate/parallel.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/memory/reshape.h"
#include "core/pointwise/pointwise.h"

enum { TABLE, INDEX, OPERANDS };

typedef struct {
    int64_t size, table, other; /* strides in elements */
} dimension;

typedef struct {
    const tb_accumulate_job *job;
    tb_tensor table, index, other; /* the job's */
    int npositions, nblock;
    dimension position[TB_MAX_DIMS], block[TB_MAX_DIMS]; /* outermost first */
    int64_t index_stride[TB_MAX_DIMS]; /* of the positions, in elements */
    int64_t positions, each; /* how many, and elements of a block */
    int64_t bound, jump; /* of the table along the indexed dimension */
    int64_t reached; /* elements that may be indexed, but for those of a block */
    bool inside; /* blocks are rows of the accumulators, not columns */
    int64_t used; /* accumulators */
    tb_tensor number, offset,
        count; /* of each position; of each accumulator, in the table; additions to it */
    tb_tensor map; /* by the hash of an element, 1 + the number of its accumulator, or 0 */
    int hash_shift;
} accumulation;

/* ---- dimensions ---- */

static void add_dimension(accumulation *a, int d)
{
    const tb_tensor *index = &a->index, *other = &a->other;
    const int64_t along = a->table.ndim == index->ndim ? a->table.stride[d] : 0;
    const dimension dim = {index->size[d], d == a->job->dim ? 0 : along, other->ndim ? other->stride[d] : 0};
    if (d != a->job->dim && index->stride[d] == 0) {
        a->block[a->nblock++] = dim;
        a->each *= dim.size;
        return;
    }
    a->index_stride[a->npositions] = index->stride[d];
    a->position[a->npositions++] = dim;
    a->positions *= dim.size;
    if (d != a->job->dim)
        a->reached *= dim.size;
}

static void divide_dimensions(accumulation *a)
{
    const tb_tensor *table = &a->table;
    int64_t nearest = INT64_MAX;
    a->bound = tb_size_or_1(table, a->job->dim);
    a->jump = table->ndim ? table->stride[a->job->dim] : 0;
    a->positions = a->each = 1;
    a->reached = a->bound;
    for (int d = 0; d < a->index.ndim; d++)
        if (a->index.size[d] != 1)
            add_dimension(a, d);
    for (int i = 0; i < a->nblock; i++)
        nearest = tb_min(nearest, a->block[i].table);
    a->inside = nearest <= a->jump;
}

/* ---- numbers of accumulators ---- */

static tb_status new_numbers(tb_tensor *out, int64_t n, bool zeroed, tb_error *err)
{
    return tb_tensor_new(out, TB_INT64, &n, NULL, 1, zeroed, err);
}

static int64_t *numbers(const tb_tensor *t) { return (int64_t *)(void *)tb_data(t); }

static tb_status make_numbers(accumulation *a, tb_error *err)
{
    const int64_t most = tb_min(a->positions, a->reached);
    int bits = 1;
    while ((INT64_C(1) << bits) < 2 * most)
        bits++;
    a->hash_shift = 64 - bits;
    TB_TRY(new_numbers(&a->number, a->positions, false, err));
    TB_TRY(new_numbers(&a->offset, most, false, err));
    TB_TRY(new_numbers(&a->map, INT64_C(1) << bits, true, err));
    return a->job->mean ? new_numbers(&a->count, most, true, err) : TB_OK;
}

/* The map's entry for an element of the table: its own, or a free one. */
static inline int64_t *find_entry(int64_t *map, int64_t entries, int hash_shift, const int64_t *offset,
                                  int64_t element)
{
    uint64_t at = (uint64_t)element * UINT64_C(0x9E3779B97F4A7C15) >> hash_shift;
    while (map[at] && offset[map[at] - 1] != element)
        at = (at + 1) & (uint64_t)(entries - 1);
    return &map[at];
}

/* The positions in row-major order: of the table and of the index. */
static void plan_positions(const accumulation *a, tb_plan *plan)
{
    tb_plan_begin(plan, OPERANDS);
    plan->data[TABLE] = tb_data(&a->table);
    plan->data[INDEX] = tb_data(&a->index);
    for (int i = a->npositions - 1; i >= 0; i--)
        tb_plan_add(plan, a->position[i].size,
                    (const int64_t[]){a->position[i].table * a->table.itemsize, a->index_stride[i] * 8});
    tb_plan_end(plan, (const int64_t[OPERANDS]){0});
}

/* As tb_gather_elements; in row-major order. */
static int find_numbers(accumulation *a, int64_t *bad)
{
    int64_t *number = numbers(&a->number), *const offset = numbers(&a->offset), *const map = numbers(&a->map);
    int64_t *const count = a->job->mean ? numbers(&a->count) : NULL;
    const int64_t entries = a->map.numel, jump = a->jump, bound = a->bound, itemsize = a->table.itemsize;
    int64_t used = 0, since = 0;
    tb_plan plan;
    tb_cursor at;
    plan_positions(a, &plan);
    const int64_t n = plan.size[0], table_step = plan.stride[TABLE][0] / itemsize,
                  step = plan.stride[INDEX][0];
    tb_cursor_begin(&at, &plan, 1);
    do {
        const int64_t first = (at.p[TABLE] - plan.data[TABLE]) / itemsize;
        for (int64_t i = 0; i < n; i++) {
            const int64_t index = *(const int64_t *)(const void *)(at.p[INDEX] + i * step);
            if (!tb_is_within(index, 0, bound)) {
                *bad = index;
                return 1;
            }
            const int64_t element = first + i * table_step + index * jump;
            int64_t *entry = find_entry(map, entries, a->hash_shift, offset, element);
            if (*entry == 0) {
                offset[used] = element;
                *entry = ++used;
            }
            *number++ = *entry - 1;
            if (count)
                count[*entry - 1]++;
        }
        if (tb_interrupted_after(n, &since))
            return TB_RANGE_INTERRUPTED;
    } while (tb_cursor_advance(&at, &plan, 1, 1));
    a->used = used;
    return 0;
}

/* ---- accumulators ---- */

/* A view with `n` along the positions, over the same memory; `step`: its stride there, in elements. */
static tb_status view_pairs(tb_tensor *out, const tb_tensor *t, const accumulation *a, int64_t n,
                            int64_t step, int64_t along_block, tb_error *err)
{
    const bool inside = a->inside;
    const int64_t size[] = {inside ? n : a->each, inside ? a->each : n},
                  stride[] = {inside ? step : along_block, inside ? along_block : step};
    const bool alone = a->each == 1;
    return tb_tensor_view(out, t->storage, t->dtype, alone ? &n : size, alone ? &step : stride, alone ? 1 : 2,
                          t->offset, err);
}

/* The same for contiguous memory. */
static tb_status view_packed(tb_tensor *out, const tb_tensor *t, const accumulation *a, int64_t n,
                             tb_error *err)
{
    return view_pairs(out, t, a, n, a->inside ? a->each : 1, a->inside ? 1 : n, err);
}

static tb_status new_packed(tb_tensor *out, const accumulation *a, tb_dtype dtype, tb_error *err)
{
    const int64_t size[] = {a->inside ? a->used : a->each, a->inside ? a->each : a->used};
    return tb_tensor_new(out, dtype, a->each == 1 ? &a->used : size, NULL, a->each == 1 ? 1 : 2, false, err);
}

/* Moves the accumulated elements between the table and packed memory. */
static int move_elements(const accumulation *a, const tb_tensor *packed, bool to_table)
{
    const int64_t itemsize = packed->itemsize;
    int64_t along = a->inside ? itemsize : a->used * itemsize, since = 0;
    tb_offset_moves m;
    tb_offset_moves_begin(&m, (int)itemsize, to_table);
    for (int i = a->nblock - 1; i >= 0; i--) {
        const int64_t stride[] = {[TB_AT_OFFSETS] = a->block[i].table * itemsize, [TB_BESIDE] = along};
        tb_plan_add(a->inside ? &m.block : &m.outer, a->block[i].size, stride);
        along *= a->block[i].size;
    }
    m.step = a->inside ? a->each * itemsize : itemsize;
    tb_offset_moves_end(&m);
    const tb_index_row row = {
        .start = tb_data(&a->offset), .itemsize = 8, .is_checked = true, .stride = 8, .step = itemsize};
    return tb_index_rows_move(&(tb_index_rows){&row, 1, 0}, a->used, &m, tb_data(&a->table), tb_data(packed),
                              NULL, &since);
}

/* Fills with the neutral element of the step. */
static tb_status fill_neutral(const accumulation *a, tb_tensor *t, tb_error *err)
{
    const tb_scalar number = {.kind = TB_KIND_INT, .v.i = a->job->step == TB_MULTIPLY_TABLE};
    return tb_fill_releasing(t, &number, a->job->lock, err);
}

/* Packs the values to add, in the accumulators' dtype and order. */
static tb_status pack_other(const accumulation *a, tb_tensor *out, tb_error *err)
{
    const tb_tensor *other = &a->other;
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    const dimension *const part[] = {a->inside ? a->position : a->block, a->inside ? a->block : a->position};
    const int n[] = {a->inside ? a->npositions : a->nblock, a->inside ? a->nblock : a->npositions};
    int ndim = 0;
    tb_tensor ordered;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < n[k]; i++, ndim++) {
            size[ndim] = part[k][i].size;
            stride[ndim] = part[k][i].other;
        }
    TB_TRY(tb_tensor_view(&ordered, other->storage, other->dtype, size, stride, ndim, other->offset, err));
    tb_status status;
    if (ordered.contiguous && other->dtype == a->job->dtype) {
        status = view_packed(out, &ordered, a, a->positions, err);
    } else {
        tb_tensor copy;
        status = tb_clone_as(&copy, &ordered, a->job->dtype, TB_CONTIGUOUS_FORMAT, a->job->lock, err);
        if (status == TB_OK) {
            status = view_packed(out, &copy, a, a->positions, err);
            tb_tensor_release(&copy);
        }
    }
    tb_tensor_release(&ordered);
    return status;
}

static tb_status add_other(const accumulation *a, tb_tensor *sums, int *code, int64_t *bad, tb_error *err)
{
    tb_tensor number = {0}, other = {0};
    tb_gather_job job = {.step = a->job->step,
                         .table = sums,
                         .index = &number,
                         .value = a->job->value,
                         .dim = a->inside ? 0 : sums->ndim - 1,
                         .lock = a->job->lock};
    tb_status status = view_pairs(&number, &a->number, a, a->positions, 1, 0, err);
    if (status == TB_OK && a->job->other) {
        job.other = &other;
        status = pack_other(a, &other, err);
    }
    if (status == TB_OK)
        *code = tb_gather_elements(&job, bad);
    tb_tensor_release(&number);
    tb_tensor_release(&other);
    return status;
}

/* Divides sums by the counts of additions. */
static tb_status divide(const accumulation *a, tb_tensor *sums, const tb_tensor *count, tb_error *err)
{
    tb_call call = {.op = tb_dtypes[sums->dtype].kind == TB_KIND_INT ? TB_OP_FLOOR_DIVIDE : TB_OP_DIV,
                    .form = TB_FORM_INPLACE,
                    .out = sums,
                    .in = {{.tensor = sums}, {.tensor = count}},
                    .default_dtype = TB_FLOAT32};
    TB_TRY(tb_prepare(&call, err));
    return tb_run_releasing(&call, a->job->lock, err);
}

/* Integers are divided by exact counts, halves by float32. */
static tb_dtype count_dtype(tb_dtype dtype)
{
    return tb_dtypes[dtype].kind == TB_KIND_INT ? TB_INT64 : tb_is_half(dtype) ? TB_FLOAT32 : dtype;
}

static tb_status divide_rows(const accumulation *a, tb_tensor *sums, tb_error *err)
{
    int64_t *count = numbers(&a->count);
    tb_tensor of_rows, divisor;
    for (int64_t i = 0; i < a->used && !a->job->excludes_table; i++)
        count[i]++;
    TB_TRY(view_pairs(&of_rows, &a->count, a, a->used, 1, 0, err));
    tb_status status = tb_clone(&divisor, &of_rows, count_dtype(sums->dtype), false, err);
    if (status == TB_OK) {
        status = divide(a, sums, &divisor, err);
        tb_tensor_release(&divisor);
    }
    tb_tensor_release(&of_rows);
    return status;
}

/* Casts *t to this dtype. */
static tb_status cast(tb_tensor *t, tb_dtype dtype, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_tensor other;
    if (t->dtype == dtype)
        return TB_OK;
    TB_TRY(tb_clone_as(&other, t, dtype, TB_CONTIGUOUS_FORMAT, lock, err));
    tb_tensor_take(t, &other);
    return TB_OK;
}

/* ---- the whole ---- */

/* Runs a step without the lock. */
static int run_released(accumulation *a, int (*step)(accumulation *a, tb_tensor *packed, int64_t *bad),
                        tb_tensor *packed, int64_t *bad)
{
    tb_storage *const storages[] = {a->table.storage, a->index.storage};
    const int64_t cost = tb_parallel_cost(a->positions * a->each, a->table.itemsize, TB_WEIGHT_INDEX);
    int code;
    TB_WITHOUT_LOCK (&code, a->job->lock, cost, storages, 2)
        code = step(a, packed, bad);
    return code;
}

static int step_find(accumulation *a, tb_tensor *packed, int64_t *bad)
{
    (void)packed;
    return find_numbers(a, bad);
}
static int step_load(accumulation *a, tb_tensor *packed, int64_t *bad)
{
    (void)bad;
    return move_elements(a, packed, false);
}
static int step_store(accumulation *a, tb_tensor *packed, int64_t *bad)
{
    (void)bad;
    return move_elements(a, packed, true);
}

static tb_status accumulate(accumulation *a, tb_tensor *sums, int *code, int64_t *bad, tb_error *err)
{
    const tb_accumulate_job *job = a->job;
    const tb_dtype own = a->table.dtype;
    TB_TRY(make_numbers(a, err));
    *code = run_released(a, step_find, NULL, bad);
    if (*code)
        return TB_OK;
    TB_TRY(new_packed(sums, a, job->excludes_table ? job->dtype : own, err));
    if (job->excludes_table)
        TB_TRY(fill_neutral(a, sums, err));
    else
        *code = run_released(a, step_load, sums, bad);
    if (*code)
        return TB_OK;
    TB_TRY(cast(sums, job->dtype, job->lock, err));
    TB_TRY(add_other(a, sums, code, bad, err));
    if (*code)
        return TB_OK;
    TB_TRY(cast(sums, own, job->lock, err));
    if (job->mean)
        TB_TRY(divide_rows(a, sums, err));
    *code = run_released(a, step_store, sums, bad);
    return TB_OK;
}

tb_status tb_accumulate_few(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err)
{
    accumulation a = {.job = job, .table = *job->table, .index = *job->index};
    tb_tensor sums = {0};
    if (job->other)
        a.other = *job->other;
    divide_dimensions(&a);
    tb_status status = accumulate(&a, &sums, code, bad, err);
    tb_tensor_release(&a.number);
    tb_tensor_release(&a.offset);
    tb_tensor_release(&a.count);
    tb_tensor_release(&a.map);
    tb_tensor_release(&sums);
    return status;
}
