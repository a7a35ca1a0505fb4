/* along_dim_blocks.c: see along_dim_blocks.h. */
#include "core/along_dim/along_dim_blocks.h"
#include "core/base/caches.h"
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/plan/cursor.h"
#include "core/pack/pack_cast.h"
#include "core/iterate/parallel.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

enum { OPERANDS = 3 };

/* An operand in the blocks. */
typedef struct {
    char *data; /* NULL: not requested */
    int64_t n, along; /* elements of a slice, bytes from one to the next */
    tb_transfer transfer; /* to the kernel, or from it */
    int widest; /* bytes of an element in memory, between casts, or for the kernel */
    bool packed;
    int64_t tile[2]; /* where it is packed, in a slot */
} operand;

typedef struct {
    const tb_along_dim_job *job;
    operand op[OPERANDS]; /* the input, the outputs */
    bool columns;
    int64_t step, units; /* slices of a block, along the first kept dimension; blocks in all */
    int64_t cost;
    int threads; /* that this may get */
    int64_t scratch_at, slot; /* bytes of a thread's slot */
    char *slots;
    _Atomic uint64_t taken; /* bit i: slot i is in use, or there is none */
    tb_plan kept; /* the other dimensions, by the strides of the output; last: what is before is cleared */
} slice_plan;

/* ---- planning ---- */

static int64_t byte_stride(const tb_tensor *t, int d) { return t->stride[d] * t->itemsize; }

/* The input (0), or an output. */
static void set_operand(operand *op, const tb_along_dim_job *w, const tb_tensor *t, int which)
{
    const tb_dtype tile = which == 2 ? t->dtype : w->tile, value = which == 0 ? w->value : tile;
    op->data = tb_data(t);
    op->n = tb_size_or_1(t, w->axis);
    op->along = t->ndim ? byte_stride(t, w->axis) : 0;
    if (which == 0)
        tb_set_transfer_in(&op->transfer, t->dtype, value, tile);
    else
        tb_set_transfer_out(&op->transfer, tile, value, t->dtype);
    op->widest = tb_max(tb_max(t->itemsize, tb_dtypes[value].itemsize), tb_dtypes[tile].itemsize);
}

/* What is not wanted is like one element that all slices share: it hinders no merging and no address moves. */
static void set_dims(slice_plan *p, const tb_tensor *const *t, int axis)
{
    int64_t stride[OPERANDS];
    tb_plan_begin(&p->kept, OPERANDS);
    for (int e = 0; e < OPERANDS; e++)
        p->kept.data[e] = p->op[t[e] ? e : 0].data;
    for (int d = t[0]->ndim - 1; d >= 0; d--) {
        if (d == axis || t[0]->size[d] == 1)
            continue;
        for (int e = 0; e < OPERANDS; e++)
            stride[e] = t[e] ? byte_stride(t[e], d) : 0;
        tb_plan_insert(&p->kept, t[0]->size[d], stride, t[1] ? 1 : 2);
    }
    tb_plan_merge(&p->kept);
    for (int e = 0; e < OPERANDS; e++)
        stride[e] = p->op[e].transfer.memory_itemsize;
    tb_plan_end(&p->kept, stride);
}

static bool must_pack(const slice_plan *p, int e, bool columns)
{
    const operand *op = &p->op[e];
    const int itemsize = op->transfer.memory_itemsize;
    return op->transfer.cast[0] ||
           (columns ? p->kept.stride[e][0] != itemsize : op->n > 1 && op->along != itemsize);
}

/* The form that has to pack less. */
static bool choose_columns(const slice_plan *p)
{
    const tb_along_dim_job *w = p->job;
    const int64_t n = p->op[0].n, lines = p->kept.size[0];
    int rows = 0, columns = 0;
    if (!w->kernel[1] || lines < (w->passes ? TB_ALONG_DIM_MIN_COLUMNS : TB_SCAN_MIN_COLUMNS))
        return false;
    for (int e = 0; e < OPERANDS; e++)
        if (p->op[e].data) {
            rows += must_pack(p, e, false);
            columns += must_pack(p, e, true);
        }
    const bool is_short = w->passes ? n < TB_ALONG_DIM_SHORT_PASSES
                                    : n * p->op[0].transfer.memory_itemsize < TB_SCAN_SHORT_BYTES;
    return columns < rows || (is_short && lines >= TB_ALONG_DIM_SHORT_COLUMNS);
}

/* How many slices make a block. */
static void set_block(slice_plan *p)
{
    const int64_t size = p->kept.size[0], most_packed = tb_caches.second / TB_ALONG_DIM_BLOCK_PART;
    int64_t bytes = 0, least = 1;
    for (int e = 0; e < OPERANDS; e++) {
        operand *op = &p->op[e];
        if (!op->data)
            continue;
        op->packed = must_pack(p, e, p->columns);
        if (e == 0 && p->columns && p->job->passes && op->n * op->along > most_packed)
            op->packed = true;
        if (op->packed) {
            const int itemsize = op->transfer.memory_itemsize;
            bytes += op->n * op->transfer.tile_itemsize;
            if (op->n > 1 && op->along != itemsize)
                least = tb_max(least, TB_CACHE_LINE / itemsize);
        }
    }
    const int64_t room = least == 1 && !p->columns ? TB_ALONG_DIM_CAST_BYTES : most_packed;
    const int64_t share = tb_div_up(tb_plan_product(&p->kept, 0, p->kept.ndim), p->threads);
    p->step = bytes ? tb_max(room / bytes, least)
                    : tb_min(tb_max(TB_ALONG_DIM_PIECE / p->op[0].n, TB_ALONG_DIM_MIN_SLICES), share);
    if (p->columns) { /* all of about the same size */
        const int64_t most = tb_min(tb_max(p->step, 2 * least), TB_ALONG_DIM_COLUMNS);
        const int64_t even = size / tb_div_up(size, most);
        p->step =
            tb_min(tb_div_up(even, TB_ALONG_DIM_MULTIPLE) * TB_ALONG_DIM_MULTIPLE, TB_ALONG_DIM_COLUMNS);
    }
    p->step = tb_min(p->step, size);
    p->units = tb_plan_pieces(&p->kept, 0, p->step);
}

static int64_t reserve(int64_t *total, int64_t bytes)
{
    const int64_t at = *total;
    *total += (bytes + TB_CACHE_LINE - 1) / TB_CACHE_LINE * TB_CACHE_LINE;
    return at;
}

static void set_slot(slice_plan *p)
{
    for (int e = 0; e < OPERANDS; e++) {
        operand *op = &p->op[e];
        if (!op->packed)
            continue;
        const int64_t bytes = op->n * p->step * op->widest;
        op->tile[0] = reserve(&p->slot, bytes);
        if (op->transfer.cast[0])
            op->tile[1] = reserve(&p->slot, bytes);
    }
    p->scratch_at = reserve(&p->slot, p->job->scratch + (p->columns ? p->step * p->job->column_scratch : 0));
}

static void make_plan(slice_plan *p, const tb_along_dim_job *job)
{
    const tb_tensor *t[OPERANDS] = {job->in, job->out[0], job->out[1]};
    memset(p, 0, offsetof(slice_plan, kept));
    p->job = job;
    for (int e = 0; e < OPERANDS; e++)
        if (t[e])
            set_operand(&p->op[e], job, t[e], e);
    set_dims(p, t, job->axis);
    p->columns = choose_columns(p);
    const bool side_by_side = p->columns && !must_pack(p, 0, true); /* in memory */
    p->cost = tb_parallel_cost(job->in->numel, p->op[0].transfer.tile_itemsize, job->weight) +
              (side_by_side ? 0 : tb_plan_product(&p->kept, 0, p->kept.ndim) * TB_SLICE_COST);
    p->threads = tb_parallel_threads(p->cost);
    set_block(p);
    set_slot(p);
}

/* ---- one block ---- */

/* m slices of an operand in memory: rows of elements as the kernel wants them. */
typedef struct {
    int64_t size[2], stride[2];
} block_rows;

static block_rows rows_of(const slice_plan *p, int e, int64_t m)
{
    const operand *op = &p->op[e];
    const int64_t stride = p->kept.stride[e][0];
    return p->columns ? (block_rows){{m, op->n}, {stride, op->along}}
                      : (block_rows){{op->n, m}, {op->along, stride}};
}

/* m slices at these addresses. */
static void run_block(const slice_plan *p, char *const *data, int64_t m, char *slot)
{
    tb_along_dim_block b = {.n = p->op[0].n,
                            .m = m,
                            .scratch = slot + p->scratch_at,
                            .params = p->job->params,
                            .is_interrupted = tb_is_interrupted};
    block_rows rows[OPERANDS];
    char *tile[OPERANDS][2], *given[OPERANDS] = {NULL};
    int64_t step[OPERANDS] = {0};
    for (int e = 0; e < OPERANDS; e++) {
        const operand *op = &p->op[e];
        if (!op->data)
            continue;
        rows[e] = rows_of(p, e, m);
        tile[e][0] = slot + op->tile[0];
        tile[e][1] = slot + op->tile[1];
        given[e] = op->packed ? tile[e][0] : data[e];
        step[e] = op->packed ? rows[e].size[0] * op->transfer.tile_itemsize : rows[e].stride[1];
    }
    if (p->op[0].packed)
        given[0] = tb_pack_cast(&p->op[0].transfer, tile[0], data[0], rows[0].size, rows[0].stride, 2);
    b.in = given[0];
    b.in_step = step[0];
    b.work = p->op[0].packed ? given[0] : given[1];
    b.work_step = p->op[0].packed ? step[0] : step[1];
    for (int e = 1; e < OPERANDS; e++) {
        b.out[e - 1] = given[e];
        b.out_step[e - 1] = step[e];
    }
    p->job->kernel[p->columns](&b);
    for (int e = 1; e < OPERANDS; e++)
        if (p->op[e].packed)
            tb_unpack_cast(&p->op[e].transfer, data[e], rows[e].stride, tile[e], rows[e].size, 2);
}

/* ---- sharing ---- */

static void run_blocks(const slice_plan *p, int64_t first, int64_t last, char *slot)
{
    tb_cursor at;
    tb_cursor_locate(&at, &p->kept, 0, p->step, first);
    for (; first < last; first++) {
        const int64_t m = tb_min(p->step, p->kept.size[0] - at.index[0]);
        run_block(p, at.p, m, slot);
        tb_cursor_advance(&at, &p->kept, 0, m);
    }
}

/* A thread that is not alone has one of the slots for as long as it works on a range: there is one for each,
 * unless their number has been raised meanwhile. */
static int run_units(const void *work, int64_t first, int64_t last)
{
    slice_plan *p = (slice_plan *)(uintptr_t)work;
    uint64_t taken;
    if (last - first == p->units) {
        run_blocks(p, first, last, p->slots);
        return 0;
    }
    do
        taken = atomic_load_explicit(&p->taken, memory_order_relaxed);
    while (!~taken || !atomic_compare_exchange_weak_explicit(&p->taken, &taken, taken | (taken + 1),
                                                             memory_order_acquire, memory_order_relaxed));
    const int slot = __builtin_ctzll(~taken);
    run_blocks(p, first, last, p->slots + slot * p->slot);
    atomic_fetch_and_explicit(&p->taken, ~(UINT64_C(1) << slot), memory_order_release);
    return 0;
}

TB_FITS_FRAME(TB_ALONG_DIM_STACK_BYTES);

tb_status tb_along_dim_job_run(const tb_along_dim_job *job, const tb_lock_callbacks *lock, tb_error *err)
{
    _Alignas(TB_CACHE_LINE) char local[TB_ALONG_DIM_STACK_BYTES];
    slice_plan p;
    tb_block block = {0};
    int64_t bytes;
    make_plan(&p, job);
    if (p.columns)
        TB_TOOK(ALONG_DIM_COLUMNS);
    else
        TB_TOOK(ALONG_DIM_ROWS);
    if (p.op[0].packed)
        TB_TOOK(ALONG_DIM_PACKED);
    const int slots = (int)tb_min(tb_min(p.threads, 64), p.units);
    if (__builtin_mul_overflow(p.slot, slots, &bytes) ||
        (bytes > TB_ALONG_DIM_STACK_BYTES && !tb_block_get(bytes, false, &block)))
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    p.slots = block.start ? block.start : local;
    atomic_init(&p.taken, slots < 64 ? ~UINT64_C(0) << slots : 0);
    tb_storage *const storages[OPERANDS] = {job->in->storage, job->out[0] ? job->out[0]->storage : NULL,
                                            job->out[1] ? job->out[1]->storage : NULL};
    const int code = tb_parallel_for_releasing(run_units, &p, p.units, 1, p.cost, storages, OPERANDS, lock);
    tb_block_put(&block);
    return tb_status_of_code(code, err);
}
