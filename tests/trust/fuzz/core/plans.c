/* plans.c: fuzzes plans and cursors: the addresses that a plan of any operands visits, whole, in pieces, in
 * tiles and in slices, against the index loop; and a pointwise call over the same operands against its elements
 * one by one. */
#define FUZZ_ELEMENTS 200
#include "fuzz.h"

#include "core/plan/cursor.h"
#include "core/plan/plan.h"
#include "core/pointwise/pointwise.h"

enum { MOST = FUZZ_ELEMENTS };

/* Where each operand is, in bytes from its first element. */
typedef struct {
    int64_t at[TB_MAX_OPERANDS];
} visit;

static visit expected[MOST], visited[MOST];

static int compare(const void *a, const void *b) { return memcmp(a, b, sizeof(visit)); }

/* Operands need no memory: nothing is read.  Their first elements are at one address, so that visits are the
 * same bytes whatever the plan. */
static char arena[64];

typedef struct {
    tb_shape shape;
    int nop;
    tb_layout layout[TB_MAX_OPERANDS];
    tb_shape own[TB_MAX_OPERANDS];
    int64_t stride[TB_MAX_OPERANDS][TB_MAX_DIMS];
} operands;

/* One that can be expanded to the shape. */
static void take_own_shape(fuzz_input *in, tb_shape *own, const tb_shape *shape, bool whole)
{
    const int how = whole ? 0 : take(in), drop = how & 1 ? how / 2 % (shape->ndim + 1) : 0;
    own->ndim = shape->ndim - drop;
    for (int d = 0; d < own->ndim; d++)
        own->size[d] = how >> (3 + d % 5) & 1 ? 1 : shape->size[drop + d];
}

static void take_operands(fuzz_input *in, operands *o)
{
    take_shape(in, &o->shape, 6, 6);
    for (int d = 0; d < o->shape.ndim; d++)
        o->shape.size[d] += o->shape.size[d] == 0;
    o->nop = 1 + take_below(in, TB_MAX_OPERANDS);
    for (int k = 0; k < o->nop; k++) {
        const int itemsize = 1 << take_below(in, 5);
        take_own_shape(in, &o->own[k], &o->shape, k == 0);
        take_strides(in, &o->own[k], o->stride[k]);
        o->layout[k] = (tb_layout){arena, o->own[k].size, o->stride[k], o->own[k].ndim, itemsize};
    }
}

static int64_t visit_naively(const operands *o, visit *to)
{
    int64_t index[TB_MAX_DIMS] = {0}, n = 0;
    do {
        memset(&to[n], 0, sizeof to[n]);
        for (int k = 0; k < o->nop; k++)
            to[n].at[k] = o->layout[k].itemsize *
                          place_of(index, o->shape.ndim, o->own[k].size, o->stride[k], o->own[k].ndim);
        n++;
    } while (next_index(index, o->shape.size, o->shape.ndim));
    return n;
}

/* Everything in the first `from` dimensions of the plan, and the next one's first `n`, from these addresses. */
static int64_t visit_inside(const tb_plan *plan, char *const *p, int from, const int64_t *size, visit *to)
{
    int64_t index[TB_PLAN_DIMS] = {0}, n = 0;
    for (bool more = true; more; n++) {
        memset(&to[n], 0, sizeof to[n]);
        for (int k = 0; k < plan->nop; k++) {
            to[n].at[k] = p[k] - arena;
            for (int d = 0; d < from; d++)
                to[n].at[k] += index[d] * plan->stride[k][d];
        }
        more = false;
        for (int d = 0; d < from && !more; d++) {
            more = ++index[d] < size[d];
            index[d] = more ? index[d] : 0;
        }
    }
    return n;
}

/* Tile after tile: `step` of dimension `from` and `rows` of the next one, as the cursor gives them; each tile
 * is also found by its number. */
static int64_t visit_tiles(const tb_plan *plan, int from, int64_t step, int64_t rows, visit *to)
{
    const bool has_rows = from + 1 < plan->ndim;
    int64_t n = 0, tile = 0, count = tb_plan_pieces(plan, from, step);
    if (has_rows)
        count = tb_div_up(plan->size[from], step) * tb_div_up(plan->size[from + 1], rows) *
                tb_plan_product(plan, from + 2, plan->ndim);
    tb_cursor c, found;
    tb_cursor_begin(&c, plan, from);
    do {
        int64_t size[TB_PLAN_DIMS];
        memcpy(size, plan->size, sizeof size);
        size[from] = tb_min(step, plan->size[from] - c.index[from]);
        if (has_rows)
            size[from + 1] = tb_min(rows, plan->size[from + 1] - c.index[from + 1]);
        AGREES(tile < count);
        tb_cursor_locate_tile(&found, plan, from, step, rows, tile++);
        for (int d = from; d < plan->ndim; d++)
            AGREES(found.index[d] == c.index[d]);
        for (int k = 0; k < plan->nop; k++)
            AGREES(found.p[k] == c.p[k]);
        n += visit_inside(plan, c.p, from + 1 + has_rows, size, to + n);
    } while (tb_cursor_advance_tile(&c, plan, from, step, rows));
    AGREES(tile == count);
    for (int k = 0; k < plan->nop; k++)
        AGREES(c.p[k] == plan->data[k]); /* at the beginning again */
    return n;
}

static void visits_are_expected(int64_t n, int64_t numel)
{
    AGREES(n == numel);
    qsort(visited, (size_t)n, sizeof *visited, compare);
    AGREES(memcmp(visited, expected, (size_t)n * sizeof *visited) == 0);
}

static void make_plan(fuzz_input *in, const operands *o, tb_plan *plan)
{
    int64_t step[TB_MAX_OPERANDS] = {0};
    const int how = take_below(in, 4);
    if (how == 0)
        tb_plan_build(plan, &o->shape, o->layout, o->nop);
    else if (how == 1)
        tb_plan_in_order(plan, &o->shape, o->layout, o->nop);
    else {
        /* Dimension by dimension, outer ones last, or each at its place. */
        const int key = take_below(in, o->nop);
        tb_plan_begin(plan, o->nop);
        for (int k = 0; k < o->nop; k++)
            plan->data[k] = arena;
        for (int d = o->shape.ndim - 1; d >= 0; d--) {
            for (int k = 0; k < o->nop; k++) {
                const int own = d - (o->shape.ndim - o->own[k].ndim);
                step[k] = own < 0 || o->own[k].size[own] == 1 ? 0 : o->stride[k][own] * o->layout[k].itemsize;
            }
            if (how == 2)
                tb_plan_add(plan, o->shape.size[d], step);
            else
                tb_plan_insert(plan, o->shape.size[d], step, key);
        }
        if (how == 2 && take_below(in, 2))
            tb_plan_order(plan, key);
        if (how == 3)
            tb_plan_merge(plan);
    }
    memset(step, 0, sizeof step);
    tb_plan_end(plan, step);
}

static void plans(fuzz_input *in)
{
    operands o;
    tb_plan plan, slice;
    take_operands(in, &o);
    make_plan(in, &o, &plan);
    const int64_t numel = visit_naively(&o, expected);
    AGREES(plan.nop == o.nop && plan.ndim >= 1 && plan.ndim <= (o.shape.ndim ? o.shape.ndim : 1));
    const int from = take_below(in, plan.ndim);
    const int64_t step = 1 + take_below(in, (int)tb_min(plan.size[from], 255)), rows = 1 + take_below(in, 5);
    qsort(expected, (size_t)numel, sizeof *expected, compare);
    visits_are_expected(visit_tiles(&plan, from, step, rows, visited), numel);
    visits_are_expected(visit_tiles(&plan, from, step, 1, visited), numel);
    visits_are_expected(visit_tiles(&plan, 0, 1, 1, visited), numel);
    /* Two slices are the whole. */
    const int d = take_below(in, plan.ndim);
    const int64_t first = take_below(in, (int)tb_min(plan.size[d], 255));
    int64_t n = 0;
    if (first > 0) {
        tb_plan_slice(&slice, &plan, d, 0, first);
        n = visit_tiles(&slice, 0, 1, 1, visited);
    }
    tb_plan_slice(&slice, &plan, d, first, plan.size[d] - first);
#ifdef PLANTED_FAULT
    if (first == 3 && plan.ndim == 3)
        slice.data[0]++;
#endif
    n += visit_tiles(&slice, 0, 1, 1, visited + n);
    visits_are_expected(n, numel);
}

/* In row-major order a plan visits as the index loop does. */
static void plans_in_order(fuzz_input *in)
{
    operands o;
    tb_plan plan;
    int64_t none[TB_MAX_OPERANDS] = {0};
    take_operands(in, &o);
    tb_plan_in_order(&plan, &o.shape, o.layout, o.nop);
    tb_plan_end(&plan, none);
    const int64_t numel = visit_naively(&o, expected);
    AGREES(visit_tiles(&plan, 0, 1, 1, visited) == numel);
    AGREES(memcmp(visited, expected, (size_t)numel * sizeof *visited) == 0);
    /* Of each operand that repeats elements only where its stride is 0. */
    for (int k = 0; k < o.nop; k++) {
        int64_t elements = 1;
        for (int d = 0; d < o.own[k].ndim; d++)
            elements *= o.stride[k][d] == 0 ? 1 : o.own[k].size[d];
        AGREES(tb_plan_bytes(&plan, k, o.layout[k].itemsize) == elements * o.layout[k].itemsize);
    }
}

/* ---- calls ---- */

static int64_t integer_at(tb_dtype dtype, const char *p)
{
    int64_t value = 0;
    tb_convert(TB_INT64, &value, dtype, p);
    return value;
}

/* The dtype of a sum of integers: a tensor with dimensions decides beside one without, else the wider one. */
static tb_dtype dtype_of_sum(const tb_tensor *a, const tb_tensor *b)
{
    if ((a->ndim == 0) != (b->ndim == 0))
        return (tb_dtype)(a->ndim ? a->dtype : b->dtype);
    if (a->dtype == b->dtype)
        return (tb_dtype)a->dtype;
    if (a->itemsize == b->itemsize)
        return TB_INT16;
    return (tb_dtype)(a->itemsize > b->itemsize ? a->dtype : b->dtype);
}

/* out = a + b of integers, for which any compiler's sum is the model: results of int64 wrap to the dtype. */
static void calls(fuzz_input *in)
{
    static const tb_dtype dtypes[] = {TB_UINT8, TB_INT8, TB_INT16, TB_INT32, TB_INT64};
    tb_shape shape, own;
    tb_tensor a, b, out;
    take_shape(in, &shape, 5, 40);
    const int wide = take(in);
    if (wide & 1 && shape.ndim) /* rows that fill vectors */
        shape = (tb_shape){.ndim = 2, .size = {1 + (wide >> 1) % 5, 30 + take(in)}};
    const tb_dtype of_a = dtypes[take_below(in, 5)], of_b = dtypes[take_below(in, 5)];
    take_own_shape(in, &own, &shape, false);
    AGREES(take_tensor(in, &a, of_a, &own, NULL));
    take_own_shape(in, &own, &shape, false);
    AGREES(take_tensor(in, &b, of_b, &own, NULL));
    fill_bytes(a.storage, take(in));
    fill_bytes(b.storage, take(in));
    tb_shape joint = {.ndim = 0};
    AGREES(tb_broadcast(&joint, a.size, a.ndim, NULL) == TB_OK);
    AGREES(tb_broadcast(&joint, b.size, b.ndim, NULL) == TB_OK);
    tb_call call = {.op = TB_OP_ADD,
                    .in = {{.tensor = &a}, {.tensor = &b}},
                    .out = &out,
                    .default_dtype = TB_FLOAT32,
                    .forced_dtype = TB_UNDEFINED};
    tb_error err = {.status = TB_OK};
    const bool given = take_below(in, 2);
    if (given) {
        AGREES(take_tensor(in, &out, dtypes[take_below(in, 5)], &joint, NULL));
        call.form = TB_FORM_OUT;
    }
    tb_status status = tb_prepare(&call, &err);
    if (status != TB_OK) {
        AGREES(given && tb_check_writable(&out, NULL) != TB_OK);
    } else {
        AGREES(tb_run(&call, &err) == TB_OK);
        AGREES(tb_same_sizes(out.size, out.ndim, joint.size, joint.ndim));
        AGREES(given || (tb_dtype)out.dtype == dtype_of_sum(&a, &b));
        int64_t index[TB_MAX_DIMS] = {0};
        if (out.numel && tb_is_non_overlapping(&out))
            do {
                int64_t sum = (int64_t)((uint64_t)integer_at(of_a, element_of(&a, index, joint.ndim)) +
                                        (uint64_t)integer_at(of_b, element_of(&b, index, joint.ndim)));
                char bytes[8];
                tb_convert(call.result, bytes, TB_INT64, &sum);
                sum = integer_at(call.result, bytes);
                tb_convert((tb_dtype)out.dtype, bytes, TB_INT64, &sum);
                AGREES(memcmp(bytes, element_of(&out, index, joint.ndim), out.itemsize) == 0);
            } while (next_index(index, joint.size, joint.ndim));
    }
    if (status == TB_OK || given)
        tb_tensor_release(&out);
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

static void fuzz_one(const uint8_t *bytes, size_t n)
{
    static void (*const parts[])(fuzz_input *) = {plans, plans_in_order, calls};
    fuzz_input in = {bytes, bytes + n};
    parts[take_below(&in, 3)](&in);
}
