/* walk.c: see walk.h. */
#include "walk.h"
#include "pack.h"
#include "walk_parts.h"

#include <stdalign.h>
#include <string.h>

/* Shorter rows cost more in calls than packing them costs in copies, and those that fill no vector of the
 * output are computed one by one. */
#define MIN_DIRECT_ROW 16
#define MIN_DIRECT_BYTES 32
/* Longer rows are walked in pieces, so that they can be divided. */
#define DIRECT_PIECE 16384
/* Elements that are no neighbours come with whole lines: of several operands' this part of a
 * tile at a time keeps them in the first-level cache. */
#define STEPPED_PART 4
/* Steps of rows that reach so far are walked where they are. */
#define MIN_STEPPED_ROW 64
#define MIN_STEPPED_BYTES 32768
#define MIN_ALTERNATE_ROW 128 /* of several */
/* Shorter steps are shuffled faster, where the caches hold the operands. */
#define MIN_APART 12
/* An output that streams is computed this many bytes at a time. */
#define STREAM_BYTES 2048

/* So many steps are whole lines, whatever they are steps of. */
#define LINE_STEPS 64

/* ---- choosing ---- */

static bool can_run_direct(const tb_plan *plan, const tb_work *work)
{
    const int64_t n = plan->size[0];
    if (plan->ndim > 1 && (n < MIN_DIRECT_ROW || n * work->lane[0].memory_itemsize < MIN_DIRECT_BYTES))
        return false;
    for (int k = 0; k < plan->nop; k++) {
        const tb_lane *lane = &work->lane[k];
        int64_t stride = plan->stride[k][0];
        if (lane->cast[0] || (stride != lane->memory_itemsize && (stride != 0 || k == 0)))
            return false;
    }
    return true;
}

/* How many operands' rows are neither contiguous nor one element? */
static int stepped_rows(const tb_plan *plan, const tb_work *work)
{
    int rows = 0;
    for (int k = 0; k < plan->nop; k++)
        rows += plan->stride[k][0] != 0 && plan->stride[k][0] != work->lane[k].memory_itemsize;
    return rows;
}

/* Every second element of an operand or two: kernels that stream compute them in vectors. */
static bool alternates(const tb_plan *plan, const tb_work *work)
{
    bool any = false;
    for (int k = 0; k < plan->nop; k++) {
        const int64_t stride = plan->stride[k][0], itemsize = work->lane[k].memory_itemsize;
        if (work->lane[k].cast[0] ||
            (stride != itemsize && (k == 0 || (stride != 0 && stride != 2 * itemsize))))
            return false;
        any |= stride == 2 * itemsize;
    }
    const bool lines = !work->stream || plan->size[0] * work->lane[0].memory_itemsize >= TB_LONG_ROW;
    return any && lines && work->streams;
}

/* Packing is faster for one operand that the caches hold, or beside a kernel that streams, for small
 * elements, and in the first-level cache. */
static bool can_run_stepped(const tb_plan *plan, const tb_work *work)
{
    if (alternates(plan, work))
        return plan->size[0] >= (plan->ndim == 1 ? MIN_DIRECT_ROW : MIN_ALTERNATE_ROW);
    const int least = work->in_memory && !(work->stream && work->streams) ? 1 : 2;
    if (!work->steps || plan->size[0] < MIN_STEPPED_ROW || stepped_rows(plan, work) < least)
        return false;
    int64_t reach = 0;
    bool apart = work->in_memory;
    for (int k = 0; k < plan->nop; k++) {
        const tb_lane *lane = &work->lane[k];
        const int64_t stride = plan->stride[k][0] < 0 ? -plan->stride[k][0] : plan->stride[k][0];
        if (lane->cast[0] || (k > 0 && lane->memory_itemsize < 4))
            return false;
        reach += plan->size[0] * stride;
        apart |= stride != lane->memory_itemsize && stride >= MIN_APART;
    }
    return apart && reach * tb_plan_product(plan, 1, plan->ndim) >= MIN_STEPPED_BYTES;
}

void tb_walk_init(tb_walk *walk, const tb_plan *plan, const tb_work *work)
{
    walk->plan = plan;
    walk->work = work;
    if (can_run_direct(plan, work)) {
        walk->way = TB_WALK_DIRECT;
        walk->chunk = plan->size[0] < DIRECT_PIECE ? plan->size[0] : DIRECT_PIECE;
        walk->units = tb_pieces(plan->size[0], walk->chunk) * tb_plan_product(plan, 1, plan->ndim);
        return;
    }
    const int64_t room = tb_tile_room(plan, work);
    int d = 0;
    int64_t inner = 1;
    while (d < plan->ndim - 1 && inner * plan->size[d] <= room)
        inner *= plan->size[d++];
    int64_t chunk = (d == 0 && stepped_rows(plan, work) > 1 ? room / STEPPED_PART : room) / inner;
    if (d > 0 && chunk > 4 * LINE_STEPS) /* tiles begin with a line of memory where the first one does */
        chunk -= chunk % LINE_STEPS;
    walk->way = TB_WALK_FLAT;
    walk->tile_dims = d;
    walk->inner = inner;
    walk->chunk = chunk < plan->size[d] ? chunk : plan->size[d];
    walk->units = tb_pieces(plan->size[d], walk->chunk) * tb_plan_product(plan, d + 1, plan->ndim);
    if (walk->units > 1)
        tb_blocks_init(walk);
    if (walk->way == TB_WALK_FLAT && can_run_stepped(plan, work)) {
        walk->way = TB_WALK_STEPPED;
        walk->chunk = plan->size[0] < DIRECT_PIECE ? plan->size[0] : DIRECT_PIECE;
        walk->units = tb_pieces(plan->size[0], walk->chunk) * tb_plan_product(plan, 1, plan->ndim);
    }
}

/* ---- DIRECT ---- */

/* Position `unit` of the space of dimensions `from` .. ndim-1 as an index. */
static void locate(const tb_plan *plan, int from, int64_t unit, int64_t *index)
{
    for (int d = from; d < plan->ndim; d++) {
        index[d] = unit ? unit % plan->size[d] : 0; /* mostly 0, and divisions show in small calls */
        unit = unit ? unit / plan->size[d] : 0;
    }
}

/* A kernel call over rows of n elements that are streamed: a few at a time into a
 * tile, and from there to memory.  What is only copied needs no kernel. */
static int run_streamed(tb_stream *stream, const tb_work *work, int nop, char *const p[],
                        const int64_t row_stride[], int64_t n, int64_t rows, unsigned scalar_mask)
{
    const int64_t itemsize = work->lane[0].tile_itemsize, room = STREAM_BYTES / itemsize;
    const int64_t step = n < room ? n : room, high = room / step;
    int64_t stride[TB_MAX_OPERANDS];
    alignas(64) char tile[STREAM_BYTES];

    if (tb_kernel_streams(work, p[0], row_stride[0], n * itemsize, rows))
        return work->kernel(p, row_stride, n, rows, scalar_mask | 1u << TB_STREAM_BIT, work->params);
    if (work->copies && !(scalar_mask & 2u)) {
        tb_stream_rows(stream, p[0], row_stride[0], p[1], row_stride[1], n * itemsize, rows);
        return 0;
    }
    memcpy(stride, row_stride, (size_t)nop * sizeof *stride);
    stride[0] = step * itemsize;
    for (int64_t j = 0; j < rows; j += high)
        for (int64_t i = 0; i < n; i += step) {
            const int64_t m = n - i < step ? n - i : step, r = rows - j < high ? rows - j : high;
            char *q[TB_MAX_OPERANDS] = {tile};
            for (int k = 1; k < nop; k++)
                q[k] =
                    p[k] + j * row_stride[k] + (scalar_mask >> k & 1 ? 0 : i * work->lane[k].tile_itemsize);
            int code = work->kernel(q, stride, m, r, scalar_mask, work->params);
            if (code)
                return code;
            tb_stream_rows(stream, p[0] + j * row_stride[0] + i * itemsize, row_stride[0], tile, stride[0],
                           m * itemsize, r);
        }
    return 0;
}

static int run_direct(const tb_walk *walk, tb_stream *stream, int64_t first, int64_t last)
{
    const tb_plan *plan = walk->plan;
    const tb_work *work = walk->work;
    const int64_t cuts = tb_pieces(plan->size[0], walk->chunk);
    int64_t index[TB_MAX_DIMS], row_stride[TB_MAX_OPERANDS];
    char *p[TB_MAX_OPERANDS];
    unsigned scalar_mask = work->wide;

    for (int k = 0; k < plan->nop; k++) {
        row_stride[k] = plan->ndim > 1 ? plan->stride[k][1] : 0;
        p[k] = plan->data[k] + first * row_stride[k];
        if (plan->stride[k][0] == 0)
            scalar_mask |= 1u << k;
    }
    if (plan->ndim <= 2 && cuts == 1 && !work->stream) /* one call */
        return work->kernel(p, row_stride, plan->size[0], last - first, scalar_mask, work->params);
    locate(plan, 1, cuts > 1 ? first / cuts : first, index);
    index[0] = cuts > 1 ? first % cuts * walk->chunk : 0;
    while (first < last) {
        /* whole rows go together, those in pieces one by one */
        int64_t n = plan->size[0] - index[0],
                rows = cuts > 1 || plan->ndim == 1 ? 1 : plan->size[1] - index[1];
        n = n < walk->chunk ? n : walk->chunk;
        rows = rows < last - first ? rows : last - first;
        tb_plan_point(plan, 0, index, p);
        int code = work->stream ? run_streamed(stream, work, plan->nop, p, row_stride, n, rows, scalar_mask)
                                : work->kernel(p, row_stride, n, rows, scalar_mask, work->params);
        if (code)
            return code;
        first += rows;
        index[0] += n;
        if (index[0] < plan->size[0] || plan->ndim == 1)
            continue;
        index[0] = 0;
        index[1] += rows;
        for (int d = 1; d < plan->ndim - 1 && index[d] == plan->size[d]; d++) {
            index[d] = 0;
            index[d + 1]++;
        }
    }
    return 0;
}

/* ---- STEPPED ---- */

/* The elements of a row, or of a piece of it, are rows of one element for the kernel. */
static int run_stepped(const tb_walk *walk, tb_stream *stream, int64_t first, int64_t last)
{
    const tb_plan *plan = walk->plan;
    const tb_work *work = walk->work;
    const int64_t cuts = tb_pieces(plan->size[0], walk->chunk);
    int64_t index[TB_MAX_DIMS], stride[TB_MAX_OPERANDS];

    for (int k = 0; k < plan->nop; k++)
        stride[k] = plan->stride[k][0];
    const bool streams = work->stream && stride[0] == work->lane[0].memory_itemsize;
    const bool itself = streams && alternates(plan, work);
    const unsigned mask = work->wide | (itself ? 1u << TB_STREAM_BIT : 0);
    for (; first < last; first++) {
        const int64_t at = first % cuts * walk->chunk, left = plan->size[0] - at;
        const int64_t n = left < walk->chunk ? left : walk->chunk;
        char *p[TB_MAX_OPERANDS];
        locate(plan, 1, first / cuts, index);
        index[0] = at;
        tb_plan_point(plan, 0, index, p);
        int code = streams && !itself ? run_streamed(stream, work, plan->nop, p, stride, 1, n, mask)
                                      : work->kernel(p, stride, 1, n, mask, work->params);
        if (code)
            return code;
    }
    return 0;
}

/* ---- FLAT ---- */

/* One operand over the tiles of a run. */
typedef struct {
    tb_use use;
    bool contiguous;     /* in memory over a tile, whether or not it needs casts */
    const char *source;  /* of the tile that is packed now */
    int64_t packed;      /* its number of elements */
    char *ready;         /* where they are */
    char *tile[2];
} tb_track;

static void classify(const tb_walk *walk, int k, tb_track *track)
{
    track->use = tb_tile_use(walk, k, &track->contiguous);
    track->source = NULL;
    track->packed = 0;
}

/* Casts n contiguous elements through the lane; returns where they ended up. */
static char *cast_input(const tb_lane *lane, tb_track *track, const char *elements, int64_t n)
{
    int target = elements == track->tile[0];
    lane->cast[0](track->tile[target], elements, n);
    if (lane->cast[1]) {
        lane->cast[1](track->tile[!target], track->tile[target], n);
        target = !target;
    }
    return track->tile[target];
}

/* Makes the operand's elements of this tile ready and returns their address. */
static char *load(const tb_walk *walk, int k, tb_track *track, char *source, int64_t steps)
{
    const tb_plan *plan = walk->plan;
    const tb_lane *lane = &walk->work->lane[k];
    int64_t n = track->use == SCALAR ? 1 : walk->inner * steps;

    if (track->use == IN_PLACE || (track->use == SCALAR && !lane->cast[0]))
        return source;
    if (track->source == source && track->packed >= n)
        return track->ready;

    const char *elements = source;
    if (track->use == PACKED && !track->contiguous) {
        int64_t room[TB_MAX_DIMS];
        const int64_t *size = &steps;
        if (walk->tile_dims > 0) {
            memcpy(room, plan->size, (size_t)walk->tile_dims * sizeof *room);
            room[walk->tile_dims] = steps;
            size = room;
        }
        tb_gather(track->tile[0], source, size, plan->stride[k], walk->tile_dims + 1, lane->memory_itemsize);
        elements = track->tile[0];
    }
    track->ready = lane->cast[0] ? cast_input(lane, track, elements, n) : (char *)elements;
    track->source = source;
    track->packed = n;
    return track->ready;
}

/* Moves the computed tile to the output's memory. */
static void store(const tb_walk *walk, tb_track *track, char *target, char *computed, int64_t steps)
{
    const tb_plan *plan = walk->plan;
    const tb_lane *lane = &walk->work->lane[0];
    int64_t n = walk->inner * steps;
    char *elements = computed;

    for (int c = 0; c < 2 && lane->cast[c]; c++) {
        bool last = c == 1 || !lane->cast[1];
        char *next = last && track->contiguous ? target : track->tile[elements == track->tile[0]];
        lane->cast[c](next, elements, n);
        elements = next;
    }
    if (elements != target) {
        int64_t size[TB_MAX_DIMS];
        memcpy(size, plan->size, (size_t)walk->tile_dims * sizeof *size);
        size[walk->tile_dims] = steps;
        tb_scatter(target, plan->stride[0], elements, size, walk->tile_dims + 1, lane->memory_itemsize);
    }
}

static int run_flat(const tb_walk *walk, tb_stream *stream, int64_t first, int64_t last)
{
    const tb_plan *plan = walk->plan;
    const tb_work *work = walk->work;
    const int chunked = walk->tile_dims;
    const int64_t chunks = tb_pieces(plan->size[chunked], walk->chunk);
    const int64_t no_rows[TB_MAX_OPERANDS] = {0};
    alignas(64) char tiles[TB_MAX_OPERANDS][2][TB_TILE_BYTES];
    tb_track track[TB_MAX_OPERANDS];
    int64_t index[TB_MAX_DIMS];
    unsigned scalar_mask = work->wide;

    for (int k = 0; k < plan->nop; k++) {
        track[k].tile[0] = tiles[k][0];
        track[k].tile[1] = tiles[k][1];
        classify(walk, k, &track[k]);
        if (track[k].use == SCALAR)
            scalar_mask |= 1u << k;
    }
    const bool straight = work->copies && !work->stream && track[0].use == IN_PLACE;
    locate(plan, chunked + 1, first ? first / chunks : 0, index);
    index[chunked] = first ? first % chunks * walk->chunk : 0;
    for (; first < last; first++) {
        int64_t left = plan->size[chunked] - index[chunked], steps = left < walk->chunk ? left : walk->chunk;
        const int64_t n = walk->inner * steps;
        char *p[TB_MAX_OPERANDS] = {0}, *target;

        tb_plan_point(plan, chunked, index, p);
        target = p[0];
        if (straight)
            track[1].tile[0] = target;
        for (int k = 1; k < plan->nop; k++)
            p[k] = load(walk, k, &track[k], p[k], steps);
        if (track[0].use == PACKED)
            p[0] = track[0].tile[0];
        int code = 0;
        if (work->stream && track[0].use == IN_PLACE)
            code = run_streamed(stream, work, plan->nop, p, no_rows, n, 1, scalar_mask);
        else if (!straight || p[1] != target)
            code = work->kernel(p, no_rows, n, 1, scalar_mask, work->params);
        if (code)
            return code;
        if (track[0].use == PACKED)
            store(walk, &track[0], target, p[0], steps);
        index[chunked] += steps;
        for (int d = chunked; d < plan->ndim - 1 && index[d] == plan->size[d]; d++) {
            index[d] = 0;
            index[d + 1]++;
        }
    }
    return 0;
}

int tb_walk_run(const tb_walk *walk, int64_t first, int64_t last)
{
    tb_stream stream = {.held = 0};
    static int (*const run[])(const tb_walk *, tb_stream *, int64_t, int64_t) = {
        [TB_WALK_DIRECT] = run_direct,
        [TB_WALK_FLAT] = run_flat,
        [TB_WALK_BLOCKS] = tb_blocks_run,
        [TB_WALK_STEPPED] = run_stepped,
    };
    int code = run[walk->way](walk, &stream, first, last);
    if (walk->work->stream)
        tb_stream_end(&stream);
    return code;
}
