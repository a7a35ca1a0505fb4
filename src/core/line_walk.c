/* line_walk.c: see line_walk.h.  Relies on: line_walk.h, kernels/kernels.h, memory.h, pack.h, share.h. */
#include "line_walk.h"
#include "memory.h"
#include "pack.h"
#include "share.h"

#include <stdatomic.h>
#include <string.h>

enum { ENDS = 3 };

/* Elements of a block's lines where all are used in place: as many as a piece of work should have. */
#define BLOCK_ELEMENTS 16384
/* Bytes that a block is packed into at most, unless one step of memory's lines takes more. */
#define BLOCK_BYTES (INT64_C(256) << 10)
#define MEMORY_LINE 64
/* Shorter lines are computed side by side if there are enough of them. */
#define SHORT_LINE 16
#define SHORT_PASSES 128
#define STACK_BYTES 8192

/* One of the tensors as the walk sees it. */
typedef struct {
    char *data; /* NULL: not wanted */
    int64_t n, along;             /* elements of a line, bytes from one to the next */
    int64_t stride[TB_MAX_DIMS];  /* bytes, of the dimensions across */
    int memory, middle, tile;     /* sizes of an element: in memory, between two casts, for the kernel */
    tb_cast cast[2];              /* towards the kernel, or (one) from it */
    bool packed;
    int64_t at, raw_at, middle_at; /* where it is packed, in a slot */
} line_end;

typedef struct {
    const tb_line_walk *walk;
    line_end end[ENDS]; /* the input, the outputs */
    int ndim;           /* dimensions across, neighbours first */
    int64_t size[TB_MAX_DIMS];
    bool columns;
    int64_t m, blocks, units; /* lines of a block, blocks along dimension 0, blocks in all */
    int64_t each;             /* blocks of a piece */
    int64_t scratch_at, slot; /* bytes of a thread's slot */
    char *slots;
    _Atomic uint64_t taken; /* bit i: slot i is in use */
} line_plan;

/* ---- planning ---- */

static int64_t byte_stride(const tb_tensor *t, int d) { return t->stride[d] * t->itemsize; }

static void set_end(line_end *end, const tb_tensor *t, int axis)
{
    end->data = tb_data(t);
    end->n = t->ndim ? t->size[axis] : 1;
    end->along = t->ndim ? byte_stride(t, axis) : 0;
    end->memory = end->tile = t->itemsize;
}

static void set_casts(line_plan *p)
{
    const tb_line_walk *w = p->walk;
    line_end *in = &p->end[0], *out = &p->end[1];
    const tb_dtype memory = w->in->dtype;
    int n = 0;
    if (memory != w->value)
        in->cast[n++] = tb_kernels_active->cast[memory][w->value];
    if (w->value != w->tile)
        in->cast[n++] = tb_kernels_active->cast[w->value][w->tile];
    in->middle = tb_dtypes[w->value].itemsize;
    in->tile = tb_dtypes[w->tile].itemsize;
    if (out->data && w->out[0]->dtype != w->tile) {
        out->cast[0] = tb_kernels_active->cast[w->tile][w->out[0]->dtype];
        out->tile = in->tile;
    }
}

/* Dimension d of the input, behind those that the plan has if they do not take it up. */
static void add_dim(line_plan *p, const tb_tensor *const *t, int d)
{
    const int last = p->ndim - 1;
    bool merges = last >= 0;
    for (int e = 0; e < ENDS && merges; e++)
        merges = !t[e] || byte_stride(t[e], d) == p->end[e].stride[last] * p->size[last];
    if (merges) {
        p->size[last] *= t[0]->size[d];
        return;
    }
    for (int e = 0; e < ENDS; e++)
        if (t[e])
            p->end[e].stride[p->ndim] = byte_stride(t[e], d);
    p->size[p->ndim++] = t[0]->size[d];
}

/* The dimensions across, that of the smallest steps in the output first. */
static void set_dims(line_plan *p, const tb_tensor *const *t, int axis)
{
    const tb_tensor *lead = t[1] ? t[1] : t[2];
    int order[TB_MAX_DIMS], n = 0;
    for (int d = t[0]->ndim - 1; d >= 0; d--) {
        if (d == axis || t[0]->size[d] == 1)
            continue;
        int at = n++;
        for (; at > 0 && lead->stride[order[at - 1]] > lead->stride[d]; at--)
            order[at] = order[at - 1];
        order[at] = d;
    }
    for (int i = 0; i < n; i++)
        add_dim(p, t, order[i]);
    if (p->ndim == 0) {
        p->size[p->ndim++] = 1;
        for (int e = 0; e < ENDS; e++)
            p->end[e].stride[0] = p->end[e].memory;
    }
}

static bool must_pack(const line_end *end, bool columns)
{
    return end->cast[0] ||
           (columns ? end->stride[0] != end->memory : end->n > 1 && end->along != end->memory);
}

/* The form that has to pack less. */
static bool choose_columns(const line_plan *p)
{
    const tb_line_walk *w = p->walk;
    const int64_t n = p->end[0].n, lines = p->size[0];
    int rows = 0, columns = 0;
    if (!w->kernel[1] || lines < 4)
        return false;
    for (int e = 0; e < ENDS; e++)
        if (p->end[e].data) {
            rows += must_pack(&p->end[e], false);
            columns += must_pack(&p->end[e], true);
        }
    return columns < rows || (n < (w->passes ? SHORT_PASSES : SHORT_LINE) && lines >= SHORT_LINE);
}

static int64_t at_most(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t at_least(int64_t a, int64_t b) { return a > b ? a : b; }

/* How many lines make a block. */
static void set_block(line_plan *p)
{
    int64_t bytes = 0, least = 1;
    for (int e = 0; e < ENDS; e++) {
        line_end *end = &p->end[e];
        if (!end->data)
            continue;
        end->packed = must_pack(end, p->columns);
        if (e == 0 && p->columns && p->walk->passes && end->n * end->along > BLOCK_BYTES)
            end->packed = true;
        if (end->packed) {
            bytes += end->n * end->tile;
            if (end->n > 1 && end->along != end->memory)
                least = at_least(least, MEMORY_LINE / end->memory);
        }
    }
    p->m = bytes ? at_least(BLOCK_BYTES / bytes, least) : at_least(BLOCK_ELEMENTS / p->end[0].n, 8);
    if (p->columns) { /* all of about the same size */
        const int64_t most = at_most(at_least(p->m, 2 * least), TB_LINES_MOST_COLUMNS);
        const int64_t even = p->size[0] / ((p->size[0] + most - 1) / most);
        p->m = at_most((even + 15) / 16 * 16, TB_LINES_MOST_COLUMNS);
    }
    p->m = at_most(p->m, p->size[0]);
    p->blocks = (p->size[0] + p->m - 1) / p->m;
    p->units = p->blocks;
    for (int d = 1; d < p->ndim; d++)
        p->units *= p->size[d];
}

static int64_t place(int64_t *total, int64_t bytes)
{
    const int64_t at = *total;
    *total += (bytes + MEMORY_LINE - 1) / MEMORY_LINE * MEMORY_LINE;
    return at;
}

static void set_slot(line_plan *p)
{
    for (int e = 0; e < ENDS; e++) {
        line_end *end = &p->end[e];
        if (!end->packed)
            continue;
        const int64_t elements = end->n * p->m;
        end->at = place(&p->slot, elements * end->tile);
        if (end->cast[0])
            end->raw_at = place(&p->slot, elements * end->memory);
        if (end->cast[1])
            end->middle_at = place(&p->slot, elements * end->middle);
    }
    p->scratch_at = place(&p->slot, p->walk->scratch);
}

static void make_plan(line_plan *p, const tb_line_walk *walk)
{
    const tb_tensor *t[ENDS] = {walk->in, walk->out[0], walk->out[1]};
    memset(p, 0, sizeof *p);
    p->walk = walk;
    for (int e = 0; e < ENDS; e++)
        if (t[e])
            set_end(&p->end[e], t[e], walk->axis);
    set_casts(p);
    set_dims(p, t, walk->axis);
    p->columns = choose_columns(p);
    set_block(p);
    set_slot(p);
}

/* ---- one block ---- */

/* A block of one end in memory: rows of n elements as the kernel wants them. */
typedef struct {
    int64_t n, rows, step, row; /* bytes from element to element, from row to row */
} block_shape;

static block_shape shape_of(const line_plan *p, const line_end *end, int64_t m)
{
    return p->columns ? (block_shape){m, end->n, end->stride[0], end->along}
                      : (block_shape){end->n, m, end->along, end->stride[0]};
}

static void cast_row(const line_end *end, char *dst, const char *src, char *middle, int64_t n)
{
    if (!end->cast[1]) {
        end->cast[0](dst, src, n);
        return;
    }
    end->cast[0](middle, src, n);
    end->cast[1](dst, middle, n);
}

static void pack_block(const line_end *end, block_shape s, const char *src, char *slot)
{
    char *tile = slot + end->at, *raw = slot + end->raw_at, *middle = slot + end->middle_at;
    const int64_t size[2] = {s.n, s.rows}, stride[2] = {s.step, s.row};
    if (!end->cast[0]) {
        tb_gather(tile, src, size, stride, 2, end->memory);
    } else if (s.step == end->memory) {
        for (int64_t i = 0; i < s.rows; i++)
            cast_row(end, tile + i * s.n * end->tile, src + i * s.row, middle, s.n);
    } else {
        tb_gather(raw, src, size, stride, 2, end->memory);
        cast_row(end, tile, raw, middle, s.n * s.rows);
    }
}

static void unpack_block(const line_end *end, block_shape s, char *dst, char *slot)
{
    char *tile = slot + end->at, *raw = slot + end->raw_at;
    const int64_t size[2] = {s.n, s.rows}, stride[2] = {s.step, s.row};
    if (!end->cast[0]) {
        tb_scatter(dst, stride, tile, size, 2, end->memory);
    } else if (s.step == end->memory) {
        for (int64_t i = 0; i < s.rows; i++)
            end->cast[0](dst + i * s.row, tile + i * s.n * end->tile, s.n);
    } else {
        end->cast[0](raw, tile, s.n * s.rows);
        tb_scatter(dst, stride, raw, size, 2, end->memory);
    }
}

static void run_unit(const line_plan *p, int64_t unit, char *slot)
{
    tb_line_block b = {.n = p->end[0].n, .scratch = slot + p->scratch_at, .params = p->walk->params};
    const int64_t first = unit % p->blocks * p->m;
    char *data[ENDS], *given[ENDS] = {NULL};
    int64_t step[ENDS] = {0};
    b.m = at_most(p->m, p->size[0] - first);
    for (int e = 0; e < ENDS; e++)
        data[e] = p->end[e].data ? p->end[e].data + first * p->end[e].stride[0] : NULL;
    int64_t rest = unit / p->blocks;
    for (int d = 1; d < p->ndim; rest /= p->size[d++])
        for (int e = 0; e < ENDS; e++)
            if (data[e])
                data[e] += rest % p->size[d] * p->end[e].stride[d];
    for (int e = 0; e < ENDS; e++) {
        const line_end *end = &p->end[e];
        if (!data[e])
            continue;
        const block_shape s = shape_of(p, end, b.m);
        given[e] = end->packed ? slot + end->at : data[e];
        step[e] = end->packed ? s.n * end->tile : s.row;
        if (end->packed && e == 0)
            pack_block(end, s, data[e], slot);
    }
    b.in = given[0];
    b.in_step = step[0];
    b.work = p->end[0].packed ? given[0] : given[1];
    b.work_step = p->end[0].packed ? step[0] : step[1];
    for (int e = 1; e < ENDS; e++) {
        b.out[e - 1] = given[e];
        b.out_step[e - 1] = step[e];
    }
    p->walk->kernel[p->columns](&b);
    for (int e = 1; e < ENDS; e++)
        if (data[e] && p->end[e].packed)
            unpack_block(&p->end[e], shape_of(p, &p->end[e], b.m), data[e], slot);
}

/* ---- sharing ---- */

static void run_units(const line_plan *p, int64_t first, int64_t last, char *slot)
{
    for (int64_t unit = first; unit < last; unit++)
        run_unit(p, unit, slot);
}

/* A thread takes one of the slots for as long as it works on a piece: there is one for each. */
static int run_piece(const void *work, int64_t index)
{
    line_plan *p = (line_plan *)(uintptr_t)work;
    uint64_t taken = atomic_load_explicit(&p->taken, memory_order_relaxed);
    int slot;
    do
        slot = __builtin_ctzll(~taken);
    while (!atomic_compare_exchange_weak_explicit(&p->taken, &taken, taken | UINT64_C(1) << slot,
                                                  memory_order_acquire, memory_order_relaxed));
    const int64_t first = index * p->each;
    run_units(p, first, at_most(first + p->each, p->units), p->slots + slot * p->slot);
    atomic_fetch_and_explicit(&p->taken, ~(UINT64_C(1) << slot), memory_order_release);
    return 0;
}

static void run_shared(line_plan *p, int threads, int64_t cost, const tb_lock *lock)
{
    const tb_line_walk *w = p->walk;
    tb_storage *const storages[ENDS] = {w->in->storage, w->out[0] ? w->out[0]->storage : NULL,
                                        w->out[1] ? w->out[1]->storage : NULL};
    const tb_leaving leaving = tb_leave(lock, cost, storages, ENDS);
    if (threads == 1)
        run_units(p, 0, p->units, p->slots);
    else
        tb_pool_run(run_piece, p, (int)((p->units + p->each - 1) / p->each));
    tb_come_back(&leaving);
}

tb_status tb_line_walk_run(const tb_line_walk *walk, const tb_lock *lock, tb_error *err)
{
    _Alignas(MEMORY_LINE) char local[STACK_BYTES];
    line_plan p;
    tb_block block = {0};
    int64_t bytes;
    make_plan(&p, walk);
    const int64_t cost = tb_share_cost(walk->in->numel, p.end[0].tile, walk->weight);
    const int most = cost < TB_POOL_LEAST || p.units == 1 ? 1 : tb_get_num_threads();
    const int slots = (int)at_most(at_most(most, 64), p.units);
    if (__builtin_mul_overflow(p.slot, slots, &bytes) ||
        (bytes > STACK_BYTES && !tb_block_get(bytes, false, &block)))
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    p.slots = block.start ? block.start : local;
    const int threads = slots > 1 ? tb_pool_enter(cost) : 1;
    const int64_t pieces = at_least(at_most(p.units, threads * TB_POOL_PIECES), cost >> 20);
    p.each = (p.units + at_most(pieces, TB_POOL_MOST_PIECES) - 1) / at_most(pieces, TB_POOL_MOST_PIECES);
    run_shared(&p, threads, cost, lock);
    tb_block_put(&block);
    return TB_OK;
}
