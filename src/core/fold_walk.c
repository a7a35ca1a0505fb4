/* fold_walk.c: see fold_walk.h.  A task is some columns (accumulators that are neighbours
 * in the order of the plan), a piece some of what is reduced into them; a unit is both.
 * Relies on: fold_plan.h, pack.h, share.h. */
#include "fold_plan.h"
#include "memory.h"
#include "pack.h"
#include "share.h"

#include <stdatomic.h>
#include <string.h>

/* Columns of rows that follow each other and are shorter than this are read several rows at once. */
#define SHORT_ROW 64
#define WIDE_ROW 512
/* Units that a thread takes at once are at least so many elements. */
#define UNIT_ELEMENTS (1 << 17)

typedef struct {
    _Alignas(64) char raw[TB_FOLD_TILE * 16];
    _Alignas(64) char cast[TB_FOLD_TILE * 16];
} tile_room;

typedef struct {
    const tb_fold_plan *plan;
    char *partial; /* accumulators, of piece 0, 1, ...; NULL: one piece */
    int64_t units, step;
    int64_t shares, length; /* the pieces of the pool in so many stretches of so many */
    atomic_bool *stopped; /* the only result is known */
} shared;

/* ---- reading ---- */

static int64_t product(const int64_t *size, int ndim)
{
    int64_t n = 1;
    for (int d = 0; d < ndim; d++)
        n *= size[d];
    return n;
}

/* The elements as the kernel reads them, contiguous; `src` itself where it is that already. */
static const char *load(const tb_fold_plan *plan, tile_room *room, const char *src, const int64_t *size,
                        const int64_t *stride, int ndim)
{
    const int64_t n = product(size, ndim);
    const bool contiguous = ndim == 1 && stride[0] == plan->itemsize;
    if (!plan->cast[0]) {
        if (contiguous)
            return src;
        tb_gather(room->raw, src, size, stride, ndim, plan->itemsize);
        return room->raw;
    }
    if (contiguous) {
        plan->cast[0](room->cast, src, n);
    } else if (ndim == 2 && stride[0] == plan->itemsize && size[0] >= 16) {
        const int64_t row = size[0] * plan->tile_itemsize;
        if (!plan->cast[1]) {
            for (int64_t r = 0; r < size[1]; r++)
                plan->cast[0](room->cast + r * row, src + r * stride[1], size[0]);
            return room->cast;
        }
        tb_gather(room->raw, src, size, stride, ndim, plan->itemsize);
        plan->cast[0](room->cast, room->raw, n);
    } else {
        tb_gather(room->raw, src, size, stride, ndim, plan->itemsize);
        plan->cast[0](room->cast, room->raw, n);
    }
    if (!plan->cast[1])
        return room->cast;
    plan->cast[1](room->raw, room->cast, n);
    return room->raw;
}

/* Short rows that follow each other: several are one long row, whose accumulators are joined by halves. */
static void take_short_rows(const tb_fold_plan *plan, char *acc, const char *p, int64_t rows, int64_t n)
{
    _Alignas(16) char wide[WIDE_ROW * TB_FOLD_BYTES];
    const tb_folding *fold = plan->fold;
    const int64_t row = n * plan->tile_itemsize;
    int64_t together = 2;
    while (together * 2 * n <= WIDE_ROW && together * 16 <= rows)
        together *= 2;
    const int64_t whole = rows / together;
    fold->start(wide, together * n);
    fold->rows(wide, p, row * together, whole, together * n, 0);
    for (int64_t half = together / 2; half > 0; half /= 2)
        fold->merge(wide, wide + half * n * fold->bytes, half * n);
    fold->merge(acc, wide, n);
    if (rows > whole * together)
        fold->rows(acc, p + whole * together * row, row, rows - whole * together, n, 0);
}

static void take_rows(const tb_fold_plan *plan, char *acc, const char *p, int64_t stride, int64_t rows,
                      int64_t n, int64_t base)
{
    const bool places = plan->job->fold == TB_FOLD_ARGMAX || plan->job->fold == TB_FOLD_ARGMIN;
    if (n < SHORT_ROW && rows >= 16 && stride == n * plan->tile_itemsize && !places)
        take_short_rows(plan, acc, p, rows, n);
    else
        plan->fold->rows(acc, p, stride, rows, n, base);
}

/* ---- a unit ---- */

typedef struct {
    const char *data;
    int64_t first;  /* linear number of the first column, in the plan's order ... */
    int64_t n;      /* ... and how many there are */
    int64_t step;   /* of dimension kd */
    int64_t out;    /* elements from the output's start */
} task_place;

static task_place place_of(const tb_fold_plan *plan, int64_t task)
{
    const int64_t chunk = task % plan->chunks * plan->kstep;
    int64_t outer = task / plan->chunks;
    task_place at = {.step = plan->kstep};
    if (at.step > plan->ksize[plan->kd] - chunk)
        at.step = plan->ksize[plan->kd] - chunk;
    at.n = plan->kinner * at.step;
    at.first = (outer * plan->ksize[plan->kd] + chunk) * plan->kinner;
    at.data = plan->data + chunk * plan->kin[plan->kd];
    at.out = chunk * plan->kout[plan->kd];
    for (int d = plan->kd + 1; d < plan->nk; d++) {
        at.data += outer % plan->ksize[d] * plan->kin[d];
        at.out += outer % plan->ksize[d] * plan->kout[d];
        outer /= plan->ksize[d];
    }
    return at;
}

static void tiled_runs(const tb_fold_plan *plan, const task_place *at, const char *data, int64_t n, char *acc,
                       int64_t base)
{
    tile_room room;
    for (int64_t j = 0; j < at->n; j++)
        for (int64_t r = 0; r < n; r += plan->rstep) {
            const int64_t size = n - r < plan->rstep ? n - r : plan->rstep;
            const char *run =
                load(plan, &room, data + j * plan->kin[0] + r * plan->rin[0], &size, &plan->rin[0], 1);
            plan->fold->runs(acc + j * plan->fold->bytes, run, 0, size, 1, base + r);
        }
}

/* Rows are steps of reduced dimension rd, with those inside of it; n: how many of it. */
static void tiled_rows(const tb_fold_plan *plan, const task_place *at, const char *data, const int64_t *rsize,
                       char *acc, int64_t base)
{
    tile_room room;
    int64_t size[2 * TB_MAX_DIMS + 2], stride[2 * TB_MAX_DIMS + 2];
    const int kd = plan->kd, rd = plan->rd;
    int64_t rows = 1;
    for (int d = 0; d <= kd; d++) {
        size[d] = d < kd ? plan->ksize[d] : at->step;
        stride[d] = plan->kin[d];
    }
    for (int d = 0; d <= rd; d++) {
        size[kd + 1 + d] = rsize[d];
        stride[kd + 1 + d] = plan->rin[d];
        rows *= d < rd ? rsize[d] : 1;
    }
    for (int64_t r = 0; r < rsize[rd]; r += plan->rstep) {
        const int64_t some = rsize[rd] - r < plan->rstep ? rsize[rd] - r : plan->rstep;
        size[kd + 1 + rd] = some;
        const char *tile = load(plan, &room, data + r * plan->rin[rd], size, stride, kd + rd + 2);
        take_rows(plan, acc, tile, at->n * plan->tile_itemsize, rows * some, at->n, base + r);
    }
}

/* One step of the dimensions beyond those that a way takes at once. */
static void take_some(const tb_fold_plan *plan, const task_place *at, const char *data, const int64_t *rsize,
                      char *acc, int64_t base)
{
    switch (plan->way) {
    case TB_FOLD_DIRECT_RUNS:
        plan->fold->runs(acc, data, plan->kin[0], rsize[0], at->n, base);
        break;
    case TB_FOLD_DIRECT_PAIRS:
        plan->fold->pairs(acc, data, plan->kd ? plan->kin[1] : 0, rsize[0], at->n / 2, base);
        break;
    case TB_FOLD_DIRECT_ROWS:
        take_rows(plan, acc, data, plan->rin[0], rsize[0], at->n, base);
        break;
    case TB_FOLD_TILED_RUNS:
        tiled_runs(plan, at, data, rsize[0], acc, base);
        break;
    case TB_FOLD_TILED_ROWS:
        tiled_rows(plan, at, data, rsize, acc, base);
        break;
    }
}

static void take_all(const tb_fold_plan *plan, const task_place *at, int64_t piece, char *acc)
{
    int64_t rsize[TB_MAX_DIMS + 1], index[TB_MAX_DIMS + 1] = {0};
    const int64_t first = piece * plan->step, left = plan->rsize[plan->cut] - first;
    const char *data = at->data + first * plan->rin[plan->cut];
    memcpy(rsize, plan->rsize, (size_t)plan->nr * sizeof *rsize);
    rsize[plan->cut] = left < plan->step ? left : plan->step;
    plan->fold->start(acc, at->n);
    for (;;) {
        int d = plan->rd + 1;
        take_some(plan, at, data, rsize, acc, first);
        for (; d < plan->nr; d++) {
            data += plan->rin[d];
            if (++index[d] < rsize[d])
                break;
            data -= rsize[d] * plan->rin[d];
            index[d] = 0;
        }
        if (d >= plan->nr)
            return;
    }
}

/* ---- writing ---- */

/* The output's elements of a task follow each other, as they are produced. */
static bool is_written_whole(const tb_fold_plan *plan, const task_place *at, int which)
{
    const tb_fold_output *out = &plan->job->out[which];
    if (out->produced != out->result || out->result != plan->out_dtype[which])
        return false;
    if (plan->way == TB_FOLD_DIRECT_PAIRS && plan->kd == 1)
        return plan->kout[0] == 1 && plan->kout[1] == 2;
    return plan->kd == 0 && (plan->kout[0] == 1 || at->n == 1);
}

static void write_output(const tb_fold_plan *plan, const task_place *at, const char *acc, int which)
{
    _Alignas(64) char a[TB_FOLD_TILE_COLUMNS * 16], b[TB_FOLD_TILE_COLUMNS * 16];
    const tb_fold_output *out = &plan->job->out[which];
    const tb_dtype memory = plan->out_dtype[which];
    const int itemsize = tb_dtypes[memory].itemsize, kd = plan->kd;
    char *const to = plan->out[which] + at->out * itemsize, *from = a;
    if (is_written_whole(plan, at, which)) {
        plan->fold->finish(to, acc, at->n, &out->end);
        return;
    }
    plan->fold->finish(a, acc, at->n, &out->end);
    if (out->produced != out->result) {
        tb_kernels_active->cast[out->produced][out->result](b, a, at->n);
        from = b;
    }
    if (out->result != memory) {
        char *cast = from == a ? b : a;
        tb_kernels_active->cast[out->result][memory](cast, from, at->n);
        from = cast;
    }
    int64_t size[TB_MAX_DIMS + 1], stride[TB_MAX_DIMS + 1];
    for (int d = 0; d <= kd; d++) {
        size[d] = d < kd ? plan->ksize[d] : at->step;
        stride[d] = plan->kout[d] * itemsize;
    }
    tb_scatter(to, stride, from, size, kd + 1, itemsize);
}

static void write_columns(const tb_fold_plan *plan, const task_place *at, const char *acc)
{
    task_place part = *at;
    for (int64_t done = 0; done < at->n; done += part.n) {
        if (plan->kd == 0) {
            part.n = part.step = at->n - done < TB_FOLD_TILE_COLUMNS ? at->n - done : TB_FOLD_TILE_COLUMNS;
            part.out = at->out + done * plan->kout[0];
        }
        for (int i = 0; i < plan->job->nout; i++)
            write_output(plan, &part, acc + done * plan->fold->bytes, i);
    }
}

/* ---- the whole ---- */

/* Few rows are finished at once, without an accumulator. */
static bool takes_few_rows(const shared *work, const task_place *at)
{
    const tb_fold_plan *plan = work->plan;
    return plan->way == TB_FOLD_DIRECT_ROWS && !work->partial && plan->nr == 1 && plan->fold->few_rows &&
           plan->rsize[0] <= TB_FOLD_ROWS && at->n >= SHORT_ROW && is_written_whole(plan, at, 0);
}

static void run_unit(const shared *work, int64_t unit)
{
    _Alignas(64) char room[TB_FOLD_ROOM];
    const tb_fold_plan *plan = work->plan;
    const int64_t piece = unit / plan->tasks;
    const task_place at = place_of(plan, unit % plan->tasks);
    char *acc = room;
    if (takes_few_rows(work, &at)) {
        plan->fold->few_rows(plan->out[0] + at.out * tb_dtypes[plan->out_dtype[0]].itemsize, at.data,
                             plan->rin[0], plan->rsize[0], at.n, &plan->job->out[0].end);
        return;
    }
    if (work->partial)
        acc = work->partial + (piece * plan->kept + at.first) * plan->fold->bytes;
    if (atomic_load_explicit(work->stopped, memory_order_relaxed))
        plan->fold->start(acc, at.n);
    else
        take_all(plan, &at, piece, acc);
    if (plan->fold->stops && plan->kept == 1 && *acc)
        atomic_store_explicit(work->stopped, true, memory_order_relaxed);
    if (!work->partial)
        write_columns(plan, &at, acc);
}

/* Threads take one piece after the other; they read memory faster far from each other than side by side,
 * so that neighbours in this order are in different stretches. */
static int run_units(const void *p, int64_t index)
{
    const shared *work = p;
    if (index < work->shares * work->length)
        index = index % work->shares * work->length + index / work->shares;
    const int64_t first = index * work->step, last = first + work->step;
    for (int64_t unit = first; unit < last && unit < work->units; unit++)
        run_unit(work, unit);
    return 0;
}

static int64_t cost_of(const tb_fold_plan *plan)
{
    return tb_share_cost(plan->kept * plan->reduced, plan->itemsize,
                         plan->job->fold == TB_FOLD_MOMENTS ? 4 : 1);
}

static void run_shared(shared *work, int64_t cost)
{
    const int threads = cost < TB_POOL_LEAST || work->units == 1 ? 1 : tb_pool_enter(cost);
    const int64_t elements = work->plan->kept * work->plan->reduced / work->units;
    if (threads == 1) {
        work->step = work->units;
        work->shares = work->length = 1;
        run_units(work, 0);
        return;
    }
    work->step = elements < UNIT_ELEMENTS ? UNIT_ELEMENTS / (elements + 1) : 1;
    const int64_t most = (work->units + threads * 4 - 1) / (threads * 4);
    if (work->step > most)
        work->step = most;
    if (work->step < (work->units + TB_POOL_MOST_PIECES - 1) / TB_POOL_MOST_PIECES)
        work->step = (work->units + TB_POOL_MOST_PIECES - 1) / TB_POOL_MOST_PIECES;
    const int64_t pieces = (work->units + work->step - 1) / work->step;
    work->shares = threads;
    work->length = pieces / threads;
    tb_pool_run(run_units, work, (int)pieces);
}

/* What the pieces have seen, as a tree. */
static void join_pieces(const shared *work)
{
    const tb_fold_plan *plan = work->plan;
    const int64_t bytes = plan->kept * plan->fold->bytes;
    for (int64_t step = 1; step < plan->pieces; step *= 2)
        for (int64_t i = 0; i + step < plan->pieces; i += 2 * step)
            plan->fold->merge(work->partial + i * bytes, work->partial + (i + step) * bytes, plan->kept);
    for (int64_t task = 0; task < plan->tasks; task++) {
        const task_place at = place_of(plan, task);
        write_columns(plan, &at, work->partial + at.first * plan->fold->bytes);
    }
}

static void run_plan(const tb_fold_plan *plan, char *partial, const tb_lock *lock)
{
    atomic_bool stopped = false;
    shared work = {
        .plan = plan, .partial = partial, .units = plan->tasks * plan->pieces, .stopped = &stopped};
    const int64_t cost = cost_of(plan);
    const tb_fold_job *job = plan->job;
    tb_storage *const storages[] = {job->in->storage, job->out[0].tensor->storage,
                                    job->nout > 1 ? job->out[1].tensor->storage : NULL};
    const tb_leaving leaving = tb_leave(lock, cost, storages, 3);
    run_shared(&work, cost);
    if (partial)
        join_pieces(&work);
    tb_come_back(&leaving);
}

/* Nothing is reduced into what is kept. */
static tb_status write_start(const tb_fold_job *job, tb_error *err)
{
    _Alignas(16) char acc[TB_FOLD_BYTES], made[16], element[16];
    const tb_folding *fold = &tb_kernels_active->fold[job->fold][job->tile];
    fold->start(acc, 1);
    for (int i = 0; i < job->nout; i++) {
        const tb_fold_output *out = &job->out[i];
        fold->finish(made, acc, 1, &out->end);
        tb_convert(out->result, element, out->produced, made);
        tb_scalar value = tb_scalar_load(out->result, element);
        if (job->in_parts)
            value = (tb_scalar){.kind = TB_KIND_COMPLEX, .v.c = {value.v.f, value.v.f}};
        TB_TRY(tb_fill(out->tensor, &value, err));
    }
    return TB_OK;
}

tb_status tb_fold_run(const tb_fold_job *job, const tb_lock *lock, tb_error *err)
{
    tb_fold_plan plan;
    if (job->out[0].tensor->numel == 0)
        return TB_OK;
    if (job->in->numel == 0)
        return write_start(job, err);
    if (!tb_fold_plan_build(&plan, job)) {
        tb_fold_job plain = *job;
        tb_tensor copy;
        TB_TRY(tb_clone(&copy, job->in, job->in->dtype, false, err));
        plain.in = &copy;
        tb_status status = tb_fold_run(&plain, lock, err);
        tb_tensor_release(&copy);
        return status;
    }
    tb_block partial = {0};
    if (plan.pieces > 1 && !tb_block_get(plan.pieces * plan.kept * plan.fold->bytes, false, &partial))
        return tb_fail(err, TB_MEMORY_ERROR, "not enough memory for a reduction");
    run_plan(&plan, partial.start, lock);
    if (partial.start)
        tb_block_put(&partial);
    return TB_OK;
}
