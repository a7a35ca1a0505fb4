/* reduce_passes.c: see reduce_passes.h.  A task is some columns (accumulators, adjacent in the order of the
 * plan), a piece is a part of the elements reduced into them; a unit is a piece of a task. */
#include "core/reduce/reduce_passes.h"
#include "core/base/frame.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/plan/cursor.h"
#include "core/iterate/parallel.h"
#include "core/kernels/scalar.h"
#include "core/memory/scratch.h"

#include <stdatomic.h>
#include <string.h>

/* A thread's memory for a unit: accumulators, two tiles for elements and results, and the kernel's scratch
 * for combining rows. */
typedef struct {
    _Alignas(TB_CACHE_LINE) char acc[TB_REDUCE_ACCUMULATOR_BYTES];
    _Alignas(TB_CACHE_LINE) char tile[2][TB_REDUCE_TILE * 16];
    _Alignas(TB_CACHE_LINE) char part[TB_REDUCE_PART_BYTES];
} unit_scratch;
_Static_assert(sizeof(unit_scratch) <= TB_SCRATCH_BYTES, "a thread's scratch holds what a unit needs");
_Static_assert(TB_REDUCE_TASK_COLUMNS <= TB_REDUCE_TILE, "results are made in tiles");
_Static_assert(TB_REDUCE_TASK_COLUMNS *TB_ACCUMULATOR_BYTES <= TB_REDUCE_ACCUMULATOR_BYTES,
               "the accumulators of a task");
_Static_assert(TB_REDUCE_TILE_COLUMNS <= TB_REDUCE_TILE, "a tile has a row");
_Static_assert(TB_REDUCE_PART_BYTES >= TB_CACHE_LINE, "a kernel joins a line at least");

typedef struct {
    const tb_reduce_plan *plan;
    char *partial;          /* accumulators of piece 0, 1, ...; NULL: there is one piece */
    int64_t units, step;    /* threads take groups of `step` units ... */
    int64_t ranges, length; /* ... in `ranges` ranges of `length` */
    atomic_bool *stopped;   /* the only result is already known */
} pass;

/* ---- reading ---- */

/* Makes the elements contiguous and of the kernel's dtype; returns `src` itself if they are already. */
static const char *load(const tb_reduce_plan *plan, unit_scratch *scratch, const char *src,
                        const int64_t *size, const int64_t *stride, int ndim)
{
    char *const tile[2] = {scratch->tile[0], scratch->tile[1]};
    if (ndim == 1 && stride[0] == plan->load.memory_itemsize)
        return tb_cast_contiguous(&plan->load, scratch->tile[0], scratch->tile[1], (char *)src, size[0]);
    return tb_pack_cast(&plan->load, tile, src, size, stride, ndim);
}

/* Reduces several short adjacent rows as one long row, and then merges its accumulators by halves. */
static void reduce_short_rows(const tb_reduce_plan *plan, char *part, char *acc, const char *p, int64_t rows,
                              int64_t n)
{
    _Static_assert(2 * TB_REDUCE_SHORT_ROW <= TB_REDUCE_WIDE_ROW, "two rows at least");
    TB_FITS_FRAME(TB_REDUCE_WIDE_ROW * TB_ACCUMULATOR_BYTES);
    _Alignas(16) char wide[TB_REDUCE_WIDE_ROW * TB_ACCUMULATOR_BYTES];
    const tb_reduce_kernel *kernel = plan->kernel;
    const int64_t row = n * plan->load.tile_itemsize;
    int64_t together = 2;
    while (together * 2 * n <= TB_REDUCE_WIDE_ROW && together * TB_REDUCE_WIDE_ROWS <= rows)
        together *= 2;
    const int64_t whole = rows / together;
    kernel->start(wide, together * n);
    kernel->rows(wide, p, row * together, whole, together * n, 0, part);
    for (int64_t half = together / 2; half > 0; half /= 2)
        kernel->merge(wide, wide + half * n * kernel->bytes, half * n);
    kernel->merge(acc, wide, n);
    if (rows > whole * together)
        kernel->rows(acc, p + whole * together * row, row, rows - whole * together, n, 0, part);
}

static void reduce_rows(const tb_reduce_plan *plan, unit_scratch *scratch, char *acc, const char *p,
                        int64_t stride, int64_t rows, int64_t n, int64_t base)
{
    const bool tracks_index =
        plan->job->reducer == TB_REDUCER_ARGMAX || plan->job->reducer == TB_REDUCER_ARGMIN;
    if (n < TB_REDUCE_SHORT_ROW && rows >= TB_REDUCE_WIDE_ROWS && stride == n * plan->load.tile_itemsize &&
        !tracks_index) {
        TB_TOOK(REDUCE_SHORT_ROWS);
        reduce_short_rows(plan, scratch->part, acc, p, rows, n);
    } else
        plan->kernel->rows(acc, p, stride, rows, n, base, scratch->part);
}

/* ---- a unit ---- */

typedef struct {
    char *data, *out[2]; /* of the first column */
    int64_t n;           /* how many there are */
    int64_t step;        /* of the task's last dimension */
} task_position;

/* Field by field: what reads two at once waits until both have been written. */
static void locate_task(const tb_reduce_plan *plan, int64_t task, task_position *at)
{
    const tb_plan *kept = &plan->kept;
    tb_cursor c;
    tb_cursor_locate(&c, kept, plan->task.dims, plan->task.step, task);
    at->data = c.p[0];
    for (int i = 0; i < plan->job->nout; i++) {
        TB_ONE_BY_ONE;
        at->out[i] = c.p[1 + i];
    }
    at->step = tb_min(kept->size[plan->task.dims] - c.index[plan->task.dims], plan->task.step);
    at->n = plan->task.inner * at->step;
}

/* The accumulators of a task that is divided into pieces. */
static char *find_partial(const pass *work, int64_t task, int64_t piece)
{
    const tb_reduce_plan *plan = work->plan;
    const int64_t size = plan->kept.size[plan->task.dims], chunks = tb_div_up(size, plan->task.step);
    const int64_t column = (task / chunks * size + task % chunks * plan->task.step) * plan->task.inner;
    return work->partial + (piece * plan->columns + column) * plan->kernel->bytes;
}

static void tiled_runs(const tb_reduce_plan *plan, const task_position *at, unit_scratch *scratch,
                       const char *data, int64_t n, char *acc, int64_t base)
{
    const int64_t column = plan->kept.stride[0][0], *row = plan->reduced.stride[0];
    for (int64_t j = 0; j < at->n; j++)
        for (int64_t r = 0; r < n; r += plan->tile.step) {
            const int64_t size = tb_min(n - r, plan->tile.step);
            const char *run = load(plan, scratch, data + j * column + r * row[0], &size, row, 1);
            plan->kernel->runs(acc + j * plan->kernel->bytes, run, 0, size, 1, base + r);
        }
}

/* Rows are steps of the tile's last dimension of `reduced`, with those inside of it. */
static void tiled_rows(const tb_reduce_plan *plan, const task_position *at, unit_scratch *scratch,
                       const char *data, const tb_plan *reduced, char *acc, int64_t base)
{
    int64_t size[2 * TB_PLAN_DIMS], stride[2 * TB_PLAN_DIMS];
    const int kd = plan->task.dims, rd = plan->tile.dims;
    const int64_t rows = tb_plan_product(reduced, 0, rd);
    for (int d = 0; d <= kd; d++) {
        size[d] = d < kd ? plan->kept.size[d] : at->step;
        stride[d] = plan->kept.stride[0][d];
    }
    for (int d = 0; d <= rd; d++) {
        size[kd + 1 + d] = reduced->size[d];
        stride[kd + 1 + d] = reduced->stride[0][d];
    }
    for (int64_t r = 0; r < reduced->size[rd]; r += plan->tile.step) {
        const int64_t some = tb_min(reduced->size[rd] - r, plan->tile.step);
        size[kd + 1 + rd] = some;
        const char *tile = load(plan, scratch, data + r * reduced->stride[0][rd], size, stride, kd + rd + 2);
        reduce_rows(plan, scratch, acc, tile, at->n * plan->load.tile_itemsize, rows * some, at->n, base + r);
    }
}

/* Reduces one step of the dimensions outside of those that the strategy covers in one call. */
static void reduce_step(const tb_reduce_plan *plan, const task_position *at, unit_scratch *scratch,
                        const char *data, const tb_plan *reduced, char *acc, int64_t base)
{
    const int64_t *column = plan->kept.stride[0], row = reduced->stride[0][0], rows = reduced->size[0];
    switch (plan->strategy) {
    case TB_REDUCE_DIRECT_RUNS:
        TB_TOOK(REDUCE_DIRECT_RUNS);
        plan->kernel->runs(acc, data, column[0], rows, at->n, base);
        break;
    case TB_REDUCE_DIRECT_PAIRS:
        TB_TOOK(REDUCE_DIRECT_PAIRS);
        plan->kernel->pairs(acc, data, plan->task.dims ? column[1] : 0, rows, at->n / 2, base);
        break;
    case TB_REDUCE_DIRECT_ROWS:
        TB_TOOK(REDUCE_DIRECT_ROWS);
        reduce_rows(plan, scratch, acc, data, row, rows, at->n, base);
        break;
    case TB_REDUCE_TILED_RUNS:
        TB_TOOK(REDUCE_TILED_RUNS);
        tiled_runs(plan, at, scratch, data, rows, acc, base);
        break;
    case TB_REDUCE_TILED_ROWS:
        TB_TOOK(REDUCE_TILED_ROWS);
        tiled_rows(plan, at, scratch, data, reduced, acc, base);
        break;
    }
}

static void reduce_piece(const tb_reduce_plan *plan, const task_position *at, unit_scratch *scratch,
                         int64_t piece, char *acc)
{
    const tb_plan *reduced = &plan->reduced;
    int64_t first = 0;
    tb_plan slice;
    tb_cursor c;
    if (plan->pieces > 1) {
        first = piece * plan->step;
        tb_plan_slice(&slice, reduced, plan->cut, first,
                      tb_min(reduced->size[plan->cut] - first, plan->step));
        reduced = &slice;
    }
    plan->kernel->start(acc, at->n);
    tb_cursor_begin(&c, reduced, plan->tile.dims + 1);
    c.p[0] += at->data - plan->reduced.data[0];
    do
        reduce_step(plan, at, scratch, c.p[0], reduced, acc, first);
    while (tb_cursor_advance(&c, reduced, plan->tile.dims + 1, 1));
}

/* ---- writing ---- */

/* Are the output's elements of a task contiguous, in the order and dtype in which they are produced? */
static bool is_written_whole(const tb_reduce_plan *plan, const task_position *at, int which)
{
    const int64_t *stride = plan->kept.stride[1 + which], itemsize = plan->store[which].memory_itemsize;
    if (plan->store[which].cast[0])
        return false;
    if (plan->strategy == TB_REDUCE_DIRECT_PAIRS && plan->task.dims == 1)
        return stride[0] == itemsize && stride[1] == 2 * itemsize;
    return plan->task.dims == 0 && (stride[0] == itemsize || at->n == 1);
}

static void write_output(const tb_reduce_plan *plan, const task_position *at, unit_scratch *scratch,
                         const char *acc, int which)
{
    const tb_reduce_output *out = &plan->job->out[which];
    char *const tile[2] = {scratch->tile[0], scratch->tile[1]};
    const bool whole = is_written_whole(plan, at, which);
    int64_t size[TB_PLAN_DIMS];
    plan->kernel->finish(whole ? at->out[which] : tile[0], acc, at->n, &out->end);
    if (whole)
        return;
    memcpy(size, plan->kept.size, (size_t)plan->task.dims * sizeof *size);
    size[plan->task.dims] = at->step;
    tb_unpack_cast(&plan->store[which], at->out[which], plan->kept.stride[1 + which], tile, size,
                   plan->task.dims + 1);
}

static void write_columns(const tb_reduce_plan *plan, const task_position *at, unit_scratch *scratch,
                          const char *acc)
{
    task_position part;
    for (int64_t done = 0; done < at->n; done += part.n) {
        part.n = plan->task.dims == 0 ? tb_min(at->n - done, TB_REDUCE_TASK_COLUMNS) : at->n;
        part.step = plan->task.dims == 0 ? part.n : at->step;
        for (int i = 0; i < plan->job->nout; i++) {
            part.out[i] = at->out[i] + done * plan->kept.stride[1 + i][0];
            write_output(plan, &part, scratch, acc + done * plan->kernel->bytes, i);
        }
    }
}

/* ---- the whole ---- */

/* Few rows are reduced and finished in one call, without an accumulator. */
static bool is_few_rows(const pass *work, const task_position *at)
{
    const tb_reduce_plan *plan = work->plan;
    return plan->strategy == TB_REDUCE_DIRECT_ROWS && !work->partial && plan->reduced.ndim == 1 &&
           plan->kernel->few_rows && plan->rows <= TB_REDUCE_ROWS && at->n >= TB_REDUCE_SHORT_ROW &&
           is_written_whole(plan, at, 0);
}

static void run_unit(const pass *work, unit_scratch *scratch, int64_t unit)
{
    const tb_reduce_plan *plan = work->plan;
    const int64_t piece = plan->pieces == 1 ? 0 : unit / plan->tasks, task = unit - piece * plan->tasks;
    task_position at;
    char *acc = scratch->acc;
    locate_task(plan, task, &at);
    if (is_few_rows(work, &at)) {
        TB_TOOK(REDUCE_FEW_ROWS);
        plan->kernel->few_rows(at.out[0], at.data, plan->reduced.stride[0][0], plan->rows, at.n,
                               &plan->job->out[0].end, scratch->part);
        return;
    }
    if (work->partial)
        acc = find_partial(work, task, piece);
    if (atomic_load_explicit(work->stopped, memory_order_relaxed))
        plan->kernel->start(acc, at.n);
    else
        reduce_piece(plan, &at, scratch, piece, acc);
    if (plan->kernel->stops && plan->columns == 1 && *acc)
        atomic_store_explicit(work->stopped, true, memory_order_relaxed);
    if (!work->partial)
        write_columns(plan, &at, scratch, acc);
}

/* Runs groups [first, last).  Memory is read faster at distant addresses than at adjacent ones, so
 * consecutive groups are in different ranges. */
static int run_groups(const void *p, int64_t first, int64_t last)
{
    const pass *work = p;
    char *const scratch = tb_scratch_take();
    for (; first < last; first++) {
        int64_t group = first;
        if (group < work->ranges * work->length)
            group = group % work->ranges * work->length + group / work->ranges;
        const int64_t end = tb_min((group + 1) * work->step, work->units);
        for (int64_t unit = group * work->step; unit < end; unit++)
            run_unit(work, (unit_scratch *)scratch, unit);
    }
    tb_scratch_give(scratch);
    return 0;
}

static int64_t reduction_cost(const tb_reduce_plan *plan)
{
    return tb_parallel_cost(plan->columns * plan->rows, plan->load.memory_itemsize,
                            plan->job->reducer == TB_REDUCER_MOMENTS ? TB_WEIGHT_MOMENTS : 1) +
           (plan->strategy == TB_REDUCE_DIRECT_ROWS ? 0 : plan->columns * TB_SLICE_COST);
}

static int run_parallel(pass *work, int64_t cost)
{
    const int threads = tb_parallel_threads(cost);
    int64_t groups = 1;
    if (threads > 1) {
        const int64_t elements = work->plan->columns * work->plan->rows / work->units;
        work->step = elements < TB_REDUCE_UNIT ? TB_REDUCE_UNIT / (elements + 1) : 1;
        work->step = tb_min(work->step, tb_div_up(work->units, threads * TB_POOL_PIECES));
        groups = tb_div_up(work->units, work->step);
        work->ranges = threads;
        work->length = groups / threads;
    }
    return tb_parallel_for(run_groups, work, groups, 1, cost);
}

/* Merges the accumulators of the pieces, as a tree. */
static void merge_pieces(const pass *work)
{
    const tb_reduce_plan *plan = work->plan;
    const int64_t bytes = plan->columns * plan->kernel->bytes;
    for (int64_t step = 1; step < plan->pieces; step *= 2)
        for (int64_t i = 0; i + step < plan->pieces; i += 2 * step)
            plan->kernel->merge(work->partial + i * bytes, work->partial + (i + step) * bytes, plan->columns);
    char *const scratch = tb_scratch_take();
    for (int64_t task = 0; task < plan->tasks; task++) {
        task_position at;
        locate_task(plan, task, &at);
        write_columns(plan, &at, (unit_scratch *)scratch, find_partial(work, task, 0));
    }
    tb_scratch_give(scratch);
}

static tb_status run_plan(const tb_reduce_plan *plan, char *partial, const tb_lock_callbacks *lock,
                          tb_error *err)
{
    atomic_bool stopped = false;
    const int64_t units = plan->tasks * plan->pieces;
    pass work = {.plan = plan, .partial = partial, .units = units, .step = units, .stopped = &stopped};
    const int64_t cost = reduction_cost(plan);
    const tb_reduce_job *job = plan->job;
    tb_storage *const storages[] = {job->in->storage, job->out[0].tensor->storage,
                                    job->nout > 1 ? job->out[1].tensor->storage : NULL};
    int code;
    TB_WITHOUT_LOCK (&code, lock, cost, storages, 3) {
        code = run_parallel(&work, cost);
        if (code != TB_RANGE_INTERRUPTED && partial) {
            TB_TOOK(REDUCE_PIECES);
            merge_pieces(&work);
        }
    }
    return tb_status_of_code(code, err);
}

/* Writes the result of reducing no elements. */
static tb_status write_start(const tb_reduce_job *job, tb_error *err)
{
    _Alignas(16) char acc[TB_ACCUMULATOR_BYTES], made[16], element[16];
    const tb_reduce_kernel *kernel = &tb_kernels_active->reduce->of[job->reducer][job->tile];
    kernel->start(acc, 1);
    for (int i = 0; i < job->nout; i++) {
        const tb_reduce_output *out = &job->out[i];
        kernel->finish(made, acc, 1, &out->end);
        tb_convert(out->result, element, out->produced, made);
        tb_scalar value = tb_scalar_load(out->result, element);
        if (job->in_parts)
            value = (tb_scalar){.kind = TB_KIND_COMPLEX, .v.c = {value.v.f, value.v.f}};
        TB_TRY(tb_fill(out->tensor, &value, err));
    }
    return TB_OK;
}

tb_status tb_reduce_job_run(const tb_reduce_job *job, const tb_lock_callbacks *lock, tb_error *err)
{
    tb_reduce_plan plan;
    if (job->out[0].tensor->numel == 0)
        return TB_OK;
    if (job->in->numel == 0)
        return write_start(job, err);
    if (!tb_reduce_plan_build(&plan, job)) {
        tb_reduce_job plain = *job;
        tb_tensor copy;
        TB_TRY(tb_clone(&copy, job->in, job->in->dtype, false, err));
        plain.in = &copy;
        tb_status status = tb_reduce_job_run(&plain, lock, err);
        tb_tensor_release(&copy);
        return status;
    }
    tb_block partial = {0};
    if (plan.pieces > 1 && !tb_block_get(plan.pieces * plan.columns * plan.kernel->bytes, false, &partial))
        return tb_fail(err, TB_MEMORY_ERROR, "not enough memory for a reduction");
    const tb_status status = run_plan(&plan, partial.start, lock, err);
    if (partial.start)
        tb_block_put(&partial);
    return status;
}
