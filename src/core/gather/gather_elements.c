/* gather_elements.c: see gather_elements.h.  Every dimension but the indexed one is
 * planned as for a pointwise call; the innermost of them and the indexed one are
 * the two loops of a kernel.  torch looks at indices in this order, so that its
 * errors name the same index; the threads of the pool take stretches of one dimension.  Kept apart from
 * offset_moves.h: an index as large as what it moves is checked, stepped and followed in one pass, without
 * offsets in between. */
#include "core/gather/gather_elements.h"
#include "core/base/bounds.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/iterate/cursor.h"
#include "core/iterate/parallel.h"
#include "core/kernels/by_size.h"
#include "core/kernels/loop_pragmas.h"
#include "core/kernels/math/convert.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/* Operands: of the loops, and of the plan that they come from, whose first two may be exchanged. */
enum { TABLE, OTHER, INDEX, OPERANDS };

typedef struct {
    tb_plan loops; /* two at least: a kernel runs the first two of them */
    int along;     /* the one along the indexed dimension: 0 or 1 */
    char *table, *other;
    const char *index;
    int64_t jump;        /* in the table, from one index to the next */
    int64_t bound, wrap; /* wrap: what is added to negative indices */
} gather_loops;

/* NULL, or the address of an index that is out of bounds. */
typedef const char *(*rows_loop)(const gather_loops *rows);

/* ---- loops that move or calculate ---- */

/* Each looks at every index before it follows it and gives up at the first that is out of bounds. */

#define AT(type, address) (*(type *)(void *)(address))

/* The inner loop, STEP(table, other); the steps i0, o0, t0, jump and wrap may be constants. */
#define ROW(i0, o0, t0, jump, wrap, STEP)                                     \
    TB_UNROLL(2)                                                              \
    for (int64_t b = 0; b < n; b++) {                                         \
        int64_t at = AT(const int64_t, index + b * (i0));                     \
        at += at >> 63 & wrap;                                                \
        if ((uint64_t)at >= bound)                                            \
            return index + b * (i0);                                          \
        STEP(AT(T, table + b * (t0) + at * (jump)), AT(T, other + b * (o0))); \
    }

/* The same with one index for the whole row. */
#define SLICE(o0, t0, jump, STEP)                                   \
    {                                                               \
        int64_t at = AT(const int64_t, index);                      \
        at += at >> 63 & wrap;                                      \
        if ((uint64_t)at >= bound)                                  \
            return index;                                           \
        char *slice = table + at * (jump);                          \
        for (int64_t b = 0; b < n; b++)                             \
            STEP(AT(T, slice + b * (t0)), AT(T, other + b * (o0))); \
    }

/* Every row by the same loop. */
#define ROWS(LOOP)                                                    \
    for (int64_t a = 0; a < r->loops.size[1]; a++) {                  \
        char *table = r->table + a * r->loops.stride[TABLE][1];       \
        char *other = r->other + a * r->loops.stride[OTHER][1];       \
        const char *index = r->index + a * r->loops.stride[INDEX][1]; \
        LOOP                                                          \
    }

/* Steps are read once: stores might change *r for all the compiler knows.  OTHERS: what only some want. */
#define LOOP(name, type, STEP, OTHERS)                                                           \
    static const char *name(const gather_loops *r)                                               \
    {                                                                                            \
        typedef type T;                                                                          \
        enum { SIZE = sizeof(T) };                                                               \
        const int64_t n = r->loops.size[0], wrap = r->wrap, jump = r->jump;                      \
        const int64_t i0 = r->loops.stride[INDEX][0], o0 = r->loops.stride[OTHER][0];            \
        const int64_t t0 = r->loops.stride[TABLE][0];                                            \
        const uint64_t bound = (uint64_t)r->bound;                                               \
        if (i0 == 0 && o0 == SIZE && t0 == SIZE)                                                 \
            ROWS(SLICE((int64_t)SIZE, (int64_t)SIZE, jump, STEP))                                \
        else if (i0 == 8 && o0 == SIZE && t0 == 0 && jump == SIZE && wrap == 0)                  \
            ROWS(ROW(8, (int64_t)SIZE, 0, (int64_t)SIZE, 0, STEP))                               \
        OTHERS                                                                                   \
        else if (i0 == 8 && o0 == SIZE && t0 == SIZE && wrap == 0)                               \
            ROWS(ROW(8, (int64_t)SIZE, (int64_t)SIZE, jump, 0, STEP))                            \
        else                                                                                     \
            ROWS(ROW(i0, o0, t0, jump, wrap, STEP))                                              \
        return NULL;                                                                             \
    }

/* Indices that count from the end: of take alone. */
#define FROM_THE_END(STEP)                                     \
    else if (i0 == 8 && o0 == SIZE && t0 == 0 && jump == SIZE) \
        ROWS(ROW(8, (int64_t)SIZE, 0, (int64_t)SIZE, wrap, STEP))

/* One loop for all strides, for what is rare. */
#define LEAN_LOOP(name, type, STEP)                                                 \
    static const char *name(const gather_loops *r)                                  \
    {                                                                               \
        typedef type T;                                                             \
        const int64_t n = r->loops.size[0], wrap = r->wrap, jump = r->jump;         \
        const int64_t i0 = r->loops.stride[INDEX][0], o0 = r->loops.stride[OTHER][0]; \
        const int64_t t0 = r->loops.stride[TABLE][0];                               \
        const uint64_t bound = (uint64_t)r->bound;                                  \
        ROWS(ROW(i0, o0, t0, jump, wrap, STEP))                                     \
        return NULL;                                                                \
    }

#define READ(t, o) o = t
#define WRITE(t, o) t = o
#define MOVING(type, size)                                  \
    LOOP(from_table_##size, type, READ, FROM_THE_END(READ)) \
    LOOP(to_table_##size, type, WRITE, )
TB_EACH_SIZE(MOVING)

/* Integers wrap, halves are rounded after each addition. */
#define OR(t, o) t = t | o
#define AND(t, o) t = t & o
#define ADD_INTEGER(t, o) t = (T)(t + o)
#define MULTIPLY_INTEGER(t, o) t = (T)(1u * t * o)
#define ADD_F16(t, o) t = tb_f32_to_f16(tb_f16_to_f32(t) + tb_f16_to_f32(o))
#define ADD_BF16(t, o) t = tb_f32_to_bf16(tb_bf16_to_f32(t) + tb_bf16_to_f32(o))
#define MULTIPLY_F16(t, o) t = tb_f32_to_f16(tb_f16_to_f32(t) * tb_f16_to_f32(o))
#define MULTIPLY_BF16(t, o) t = tb_f32_to_bf16(tb_bf16_to_f32(t) * tb_bf16_to_f32(o))
#define ADD(t, o) t = t + o
#define MULTIPLY(t, o) t = t * o
#define ADD_C64(t, o) t = tb_c64_add(t, o)
#define MULTIPLY_C64(t, o) t = tb_c64_mul(t, o)
#define ADD_C128(t, o) t = tb_c128_add(t, o)
#define MULTIPLY_C128(t, o) t = tb_c128_mul(t, o)
#define CALCULATING(name, type, PLUS, TIMES) \
    LOOP(add_##name, type, PLUS, )           \
    LOOP(multiply_##name, type, TIMES, )
CALCULATING(bool, uint8_t, OR, AND)
CALCULATING(u8, uint8_t, ADD_INTEGER, MULTIPLY_INTEGER)
CALCULATING(u16, uint16_t, ADD_INTEGER, MULTIPLY_INTEGER)
CALCULATING(u32, uint32_t, ADD_INTEGER, MULTIPLY_INTEGER)
CALCULATING(u64, uint64_t, ADD_INTEGER, MULTIPLY_INTEGER)
LOOP(add_f16, uint16_t, ADD_F16, )
LOOP(add_bf16, uint16_t, ADD_BF16, )
LEAN_LOOP(multiply_f16, uint16_t, MULTIPLY_F16)
LEAN_LOOP(multiply_bf16, uint16_t, MULTIPLY_BF16)
CALCULATING(f32, float, ADD, MULTIPLY)
CALCULATING(f64, double, ADD, MULTIPLY)
CALCULATING(c64, tb_c64, ADD_C64, MULTIPLY_C64)
CALCULATING(c128, tb_c128, ADD_C128, MULTIPLY_C128)

/* A nan stays, whichever it is. */
#define LARGER(t, o) t = o != o || t < o ? o : t
#define SMALLER(t, o) t = o != o || o < t ? o : t
/* Halves by integers in their order, in which zeros are equal and nans beyond all. */
static inline int32_t key_of(uint16_t h, int32_t infinity, int32_t nan)
{
    const int32_t sign = (int16_t)h >> 15, rest = h & 0x7fff, key = (rest ^ sign) - sign;
    return rest > infinity ? nan : key;
}
#define LARGER_BY(t, o, infinity) t = key_of(t, infinity, 0x8000) < key_of(o, infinity, 0x8000) ? o : t
#define SMALLER_BY(t, o, infinity) t = key_of(o, infinity, -0x8000) < key_of(t, infinity, -0x8000) ? o : t
#define LARGER_F16(t, o) LARGER_BY(t, o, 0x7c00)
#define SMALLER_F16(t, o) SMALLER_BY(t, o, 0x7c00)
#define LARGER_BF16(t, o) LARGER_BY(t, o, 0x7f80)
#define SMALLER_BF16(t, o) SMALLER_BY(t, o, 0x7f80)
#define ANY_TRUE(t, o) t = (t | o) != 0
#define ALL_TRUE(t, o) t = (t != 0) & (o != 0)
#define EXTREMA(name, type, MAX, MIN) \
    LEAN_LOOP(max_##name, type, MAX)  \
    LEAN_LOOP(min_##name, type, MIN)
EXTREMA(bool, uint8_t, ANY_TRUE, ALL_TRUE)
EXTREMA(u8, uint8_t, LARGER, SMALLER)
EXTREMA(i8, int8_t, LARGER, SMALLER)
EXTREMA(i16, int16_t, LARGER, SMALLER)
EXTREMA(i32, int32_t, LARGER, SMALLER)
EXTREMA(i64, int64_t, LARGER, SMALLER)
LOOP(max_f16, uint16_t, LARGER_F16, )
LOOP(min_f16, uint16_t, SMALLER_F16, )
LOOP(max_bf16, uint16_t, LARGER_BF16, )
LOOP(min_bf16, uint16_t, SMALLER_BF16, )
EXTREMA(f32, float, LARGER, SMALLER)
EXTREMA(f64, double, LARGER, SMALLER)

/* By size, to and from the table. */
static const rows_loop moving[][2] = {{to_table_1, from_table_1},
                                      {to_table_2, from_table_2},
                                      {to_table_4, from_table_4},
                                      {to_table_8, from_table_8},
                                      {to_table_16, from_table_16}};

/* By dtype. */
static const rows_loop extrema[TB_NDTYPES][2] = {
    [TB_BOOL] = {max_bool, min_bool},  [TB_UINT8] = {max_u8, min_u8},
    [TB_INT8] = {max_i8, min_i8},      [TB_INT16] = {max_i16, min_i16},
    [TB_INT32] = {max_i32, min_i32},   [TB_INT64] = {max_i64, min_i64},
    [TB_FLOAT16] = {max_f16, min_f16}, [TB_BFLOAT16] = {max_bf16, min_bf16},
    [TB_FLOAT32] = {max_f32, min_f32}, [TB_FLOAT64] = {max_f64, min_f64},
};

/* Additions and multiplications. */
static const rows_loop calculating[TB_NDTYPES][2] = {
    [TB_BOOL] = {add_bool, multiply_bool},       [TB_UINT8] = {add_u8, multiply_u8},
    [TB_INT8] = {add_u8, multiply_u8},           [TB_INT16] = {add_u16, multiply_u16},
    [TB_INT32] = {add_u32, multiply_u32},        [TB_INT64] = {add_u64, multiply_u64},
    [TB_FLOAT16] = {add_f16, multiply_f16},      [TB_BFLOAT16] = {add_bf16, multiply_bf16},
    [TB_FLOAT32] = {add_f32, multiply_f32},      [TB_FLOAT64] = {add_f64, multiply_f64},
    [TB_UINT16] = {add_u16, multiply_u16},       [TB_UINT32] = {add_u32, multiply_u32},
    [TB_UINT64] = {add_u64, multiply_u64},       [TB_COMPLEX64] = {add_c64, multiply_c64},
    [TB_COMPLEX128] = {add_c128, multiply_c128},
};

/* ---- other loops ---- */

static const char *only_look(const gather_loops *r)
{
    const int64_t step = r->loops.stride[INDEX][0], n = step ? r->loops.size[0] : 1, wrap = r->wrap;
    const uint64_t bound = (uint64_t)r->bound;
    for (int64_t a = 0; a < r->loops.size[1]; a++) {
        const char *index = r->index + a * r->loops.stride[INDEX][1];
        for (int64_t b = 0; b < n; b++, index += step) {
            const int64_t at = *(const int64_t *)(const void *)index;
            if ((uint64_t)(at + (at >> 63 & wrap)) >= bound)
                return index;
        }
    }
    return NULL;
}

/* gather with one index for each contiguous row (of an expanded index). */
static const char *rows_from_table(const gather_loops *r)
{
    TB_TOOK(GATHER_ROWS);
    const size_t bytes = (size_t)(r->loops.size[0] * r->loops.stride[OTHER][0]);
    for (int64_t a = 0; a < r->loops.size[1]; a++) {
        const char *index = r->index + a * r->loops.stride[INDEX][1];
        int64_t at = *(const int64_t *)(const void *)index;
        at += at >> 63 & r->wrap;
        if ((uint64_t)at >= (uint64_t)r->bound)
            return index;
        memcpy(r->other + a * r->loops.stride[OTHER][1],
               r->table + a * r->loops.stride[TABLE][1] + at * r->jump, bytes);
    }
    return NULL;
}

static rows_loop choose_loop(const tb_gather_job *w, const gather_loops *r)
{
    const int itemsize = w->table->itemsize;
    const int64_t (*stride)[TB_PLAN_DIMS] = r->loops.stride;
    switch (w->step) {
    case TB_FROM_TABLE:
        if (stride[INDEX][0] == 0 && stride[OTHER][0] == itemsize && stride[TABLE][0] == itemsize &&
            r->loops.size[0] > 1)
            return rows_from_table;
        return moving[__builtin_ctz((unsigned)itemsize)][1];
    case TB_TO_TABLE:
        return moving[__builtin_ctz((unsigned)itemsize)][0];
    case TB_ADD_TO_TABLE:
        return calculating[w->table->dtype][0];
    case TB_MULTIPLY_TABLE:
        return calculating[w->table->dtype][1];
    case TB_MAX_TABLE:
        return extrema[w->table->dtype][0];
    case TB_MIN_TABLE:
        return extrema[w->table->dtype][1];
    default:
        return only_look;
    }
}

/* ---- planning ---- */

/* A tensor of other dimensions (a 0-dim one, a `whole` table) is one element for the plan. */
static tb_layout layout_of(const tb_tensor *t, const tb_tensor *index)
{
    if (t && t->ndim == index->ndim)
        return tb_layout_of(t);
    return (tb_layout){.data = t ? tb_data(t) : NULL, .itemsize = 1};
}

static void add_loop(gather_loops *r, const tb_plan *plan, int d, int table)
{
    const int64_t stride[OPERANDS] = {plan->stride[table][d], plan->stride[1 - table][d],
                                      plan->stride[INDEX][d]};
    tb_plan_append(&r->loops, plan->size[d], stride);
}

/* Bytes from one element to the next along the indexed dimension. */
static int64_t step_along(const tb_gather_job *w, const tb_tensor *t)
{
    return t && t->ndim ? t->stride[w->dim] * t->itemsize : 0;
}

/* How far indices of a table that is not `whole` reach. */
static int64_t size_along(const tb_gather_job *w) { return w->table->ndim ? w->table->size[w->dim] : 1; }

/* The two inner loops are dimension 0 of the plan, and the indexed one inside it if
 * it is the last, outside otherwise; if one of them is enough, it is the inner one. */
static void set_loops(const tb_gather_job *w, gather_loops *r)
{
    const int table = w->other_leads, ndim = w->index->ndim;
    const bool has_dim = !w->whole && ndim > 0;
    const int64_t n = has_dim ? w->index->size[w->dim] : 1;
    const int64_t along[OPERANDS] = {[OTHER] = has_dim ? step_along(w, w->other) : 0,
                                     [INDEX] = has_dim ? step_along(w, w->index) : 0};
    tb_layout layout[OPERANDS];
    tb_shape shape;
    tb_plan plan;
    tb_set_shape(&shape, w->index);
    if (has_dim)
        shape.size[w->dim] = 1;
    layout[INDEX] = layout_of(w->index, w->index);
    layout[1 - table] = layout_of(w->other, w->index);
    layout[table] = layout_of(w->whole ? NULL : w->table, w->index);
    tb_plan_build(&plan, &shape, layout, OPERANDS);

    const bool inside = has_dim && w->dim == ndim - 1 ? n != 1 : plan.size[0] == 1;
    tb_plan_begin(&r->loops, OPERANDS);
    r->along = !inside;
    if (inside)
        tb_plan_append(&r->loops, n, along);
    add_loop(r, &plan, 0, table);
    if (!inside)
        tb_plan_append(&r->loops, n, along);
    for (int d = 1; d < plan.ndim; d++)
        add_loop(r, &plan, d, table);
    r->loops.data[TABLE] = tb_data(w->table);
    r->loops.data[OTHER] = w->other ? tb_data(w->other) : (char *)(uintptr_t)w->value;
    r->loops.data[INDEX] = tb_data(w->index);
    r->jump = w->whole ? w->table->itemsize : step_along(w, w->table);
    r->bound = w->whole ? w->table->numel : size_along(w);
    r->wrap = w->whole ? r->bound : 0;
}

/* In whatever order, quickly: only a refusal has to name the first. */
static bool all_within(const tb_gather_job *w)
{
    const int64_t bound = w->whole ? w->table->numel : size_along(w);
    return w->index->contiguous && tb_all_within((const int64_t *)(const void *)tb_data(w->index),
                                                 w->index->numel, w->whole ? bound : 0, bound);
}

/* ---- running ---- */

/* All of them in order; NULL, or the address of the first index that is out of bounds. */
static const char *run_rows(gather_loops *r, rows_loop run)
{
    tb_cursor at;
    tb_cursor_begin(&at, &r->loops, 2);
    do {
        r->table = at.p[TABLE];
        r->other = at.p[OTHER];
        r->index = at.p[INDEX];
        const char *refused = run(r);
        if (refused)
            return refused;
    } while (tb_cursor_advance(&at, &r->loops, 2, 1));
    return NULL;
}

/* What threads share: stretches of one loop. */
typedef struct {
    const gather_loops *rows;
    rows_loop run;
    int loop;
    _Atomic int64_t *bad; /* an index that was refused */
} gather_job;

static int run_range(const void *p, int64_t first, int64_t last)
{
    const gather_job *g = p;
    gather_loops r = {.jump = g->rows->jump, .bound = g->rows->bound, .wrap = g->rows->wrap};
    tb_plan_slice(&r.loops, &g->rows->loops, g->loop, first, last - first);
    const char *refused = run_rows(&r, g->run);
    if (refused)
        atomic_store_explicit(g->bad, AT(const int64_t, refused), memory_order_relaxed);
    return refused != NULL;
}

/* The longest loop, the outermost of equals.  A slice that is written is written in order. */
static int parallel_loop(const gather_loops *r, tb_gather_mode step)
{
    const bool reads = step == TB_FROM_TABLE || step == TB_CHECK_ONLY;
    int longest = -1;
    for (int loop = r->loops.ndim - 1; loop >= 0; loop--)
        if ((reads || loop != r->along) && (longest < 0 || r->loops.size[loop] > r->loops.size[longest]))
            longest = loop;
    return longest;
}

int tb_gather_run(const tb_gather_job *w, int64_t *bad)
{
    gather_loops r;
    _Atomic int64_t any = 0;
    const char *first = NULL;

    if (w->index->numel == 0 || (w->step == TB_CHECK_ONLY && all_within(w)))
        return 0;
    set_loops(w, &r);
    const int shared = parallel_loop(&r, w->step);
    const bool alone = r.loops.size[shared] == 1; /* all is one slice that is written */
    const gather_job work = {&r, choose_loop(w, &r), alone ? r.along : shared, &any};
    tb_storage *const storages[OPERANDS] = {w->table->storage, w->index->storage,
                                            w->other ? w->other->storage : NULL};
    const int64_t cost = tb_parallel_cost(w->index->numel, w->table->itemsize, TB_WEIGHT_INDEX);
    const int64_t unit = work.loop == 0 ? TB_CACHE_LINE : 1;
    tb_released_lock released;
    tb_release_lock(&released, w->lock, cost, storages, OPERANDS);
    int refused;
    if (cost < TB_POOL_LEAST) {
        first = run_rows(&r, work.run);
        refused = first != NULL;
    } else {
        refused = (alone ? tb_run_in_pieces : tb_parallel_share)(run_range, &work, r.loops.size[work.loop],
                                                                 unit, cost);
        if (refused == 1) /* the first one, unless another thread has written to the indices meanwhile */
            first = run_rows(&r, only_look);
    }
    if (refused == 1)
        *bad = first ? AT(const int64_t, first) : any;
    return tb_reacquire_lock(&released, NULL) == TB_OK ? refused : TB_RANGE_INTERRUPTED;
}
