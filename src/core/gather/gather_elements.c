/* gather_elements.c: see gather_elements.h.  All dimensions but the indexed one are planned as for a
 * pointwise call; the innermost of them and the indexed one are the two loops of a kernel.  torch reads
 * indices in this order, so that its errors name the same index; the pool's threads take ranges of one
 * dimension.  Does not use index_rows.h, since an index as large as the elements it moves is checked and used
 * in one pass, without offsets in between. */
#include "core/gather/gather_elements.h"
#include "core/offsets/bounds.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/pack/pack.h"
#include "core/plan/cursor.h"
#include "core/iterate/parallel.h"
#include "core/kernels/by_size.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/kernels.h"
#include "core/kernels/loop_pragmas.h"
#include "core/kernels/math/convert.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/* The operands of the loops, and of the plan that they come from, whose first two may be swapped. */
enum { TABLE, OTHER, INDEX, OPERANDS };

typedef struct {
    tb_plan loops; /* at least two: a kernel runs the first two of them */
    int along;     /* the one along the indexed dimension: 0 or 1 */
    char *table, *other;
    const char *index;
    int64_t jump;         /* in the table, from one index to the next */
    int64_t below, bound; /* -below <= index < bound */
    tb_kernel kernel;     /* rows_in_table: of pointwise rows, what is done to each */
} gather_loops;

/* Returns NULL, or the address of an index that is out of bounds. */
typedef const char *(*rows_loop)(const gather_loops *rows);

/* ---- loops that move or calculate ---- */

#define INLINE static inline __attribute__((always_inline))
#define AT(type, address) (*(type *)(void *)(address))

/* The operation at an index, on an element of the table and one of the other side. */
typedef void (*element_step)(char *table, char *other);

/* The inner loop's steps in bytes.  Where follow() sets a constant, the compiler makes a separate loop for
 * it. */
typedef struct {
    int64_t n, index, other, table;
    int64_t jump, below;
    uint64_t bound;
} row_steps;

/* Checks and follows each index, up to the first that is out of bounds.  Returns the number done: n if all
 * are. */
INLINE int64_t follow_row(row_steps s, element_step step, char *table, char *other, const char *index)
{
    TB_UNROLL(2)
    for (int64_t b = 0; b < s.n; b++) {
        const uint64_t at = tb_wrap_index(AT(const int64_t, index + b * s.index), s.below);
        if (at >= s.bound)
            return b;
        step(table + b * s.table + (int64_t)at * s.jump, other + b * s.other);
    }
    return s.n;
}

/* The same with one index for the whole row. */
INLINE int64_t follow_slice(row_steps s, element_step step, char *table, char *other, const char *index)
{
    const uint64_t at = tb_wrap_index(AT(const int64_t, index), s.below);
    if (at >= s.bound)
        return 0;
    table += (int64_t)at * s.jump;
    for (int64_t b = 0; b < s.n; b++)
        step(table + b * s.table, other + b * s.other);
    return s.n;
}

INLINE const char *follow_rows(const gather_loops *r, row_steps s, element_step step, bool slices)
{
    for (int64_t a = 0; a < r->loops.size[1]; a++) {
        char *const table = r->table + a * r->loops.stride[TABLE][1];
        char *const other = r->other + a * r->loops.stride[OTHER][1];
        const char *const index = r->index + a * r->loops.stride[INDEX][1];
        const int64_t followed =
            slices ? follow_slice(s, step, table, other, index) : follow_row(s, step, table, other, index);
        if (followed < s.n)
            return index + followed * s.index;
    }
    return NULL;
}

/* Which loops are compiled.  LEAN, for rare operations: one, for any strides; COMMON: also contiguous rows;
 * FROM_THE_END: also negative indices, which only take has. */
typedef enum { LEAN, COMMON, FROM_THE_END } variants;

INLINE const char *follow(const gather_loops *r, element_step step, int64_t size, variants compiled)
{
    /* read once: for all the compiler knows, stores change *r */
    const row_steps any = {.n = r->loops.size[0],
                           .index = r->loops.stride[INDEX][0],
                           .other = r->loops.stride[OTHER][0],
                           .table = r->loops.stride[TABLE][0],
                           .jump = r->jump,
                           .below = r->below,
                           .bound = (uint64_t)r->bound};
    const row_steps rows = {any.n, 8, size, size, any.jump, 0, any.bound},
                    vector = {any.n, 8, size, 0, size, 0, any.bound},
                    from_the_end = {any.n, 8, size, 0, size, any.below, any.bound};
    const bool common = compiled != LEAN && any.other == size;
    if (common && any.table == size && any.below == 0) {
        if (any.index == 0)
            return follow_rows(r, rows, step, true);
        if (any.index == 8)
            return follow_rows(r, rows, step, false);
    }
    if (common && any.table == 0 && any.jump == size && any.index == 8) {
        if (any.below == 0)
            return follow_rows(r, vector, step, false);
        if (compiled == FROM_THE_END)
            return follow_rows(r, from_the_end, step, false);
    }
    return follow_rows(r, any, step, false);
}

/* ---- what is done ---- */

/* A loop that stores `value` (of t, the table's element, and o, the other one) to `to`: table or other. */
#define LOOP(name, type, to, compiled, value)                         \
    INLINE void step_##name(char *table, char *other)                 \
    {                                                                 \
        typedef type T;                                               \
        const T t = AT(T, table), o = AT(T, other);                   \
        (void)t, (void)o;                                             \
        AT(T, to) = value;                                            \
    }                                                                 \
    static const char *name(const gather_loops *r)                    \
    {                                                                 \
        return follow(r, step_##name, (int64_t)sizeof(type), compiled); \
    }

#define MOVING(type, size)                              \
    LOOP(from_table_##size, type, other, FROM_THE_END, t) \
    LOOP(to_table_##size, type, table, COMMON, o)
TB_EACH_SIZE(MOVING)

#define CALCULATING(name, type, sum, product)       \
    LOOP(add_##name, type, table, COMMON, sum) \
    LOOP(multiply_##name, type, table, LEAN, product)
/* Integers wrap around; 1u, since two uint16_t would be multiplied as int. */
#define INTEGERS(name, type) CALCULATING(name, type, (T)(t + o), (T)(1u * t * o))
CALCULATING(bool, uint8_t, (t | o), (t & o))
INTEGERS(u8, uint8_t)
INTEGERS(u16, uint16_t)
INTEGERS(u32, uint32_t)
INTEGERS(u64, uint64_t)
CALCULATING(f32, float, t + o, (t * o))
CALCULATING(f64, double, t + o, (t * o))
CALCULATING(c64, tb_c64, tb_c64_add(t, o), tb_c64_mul(t, o))
CALCULATING(c128, tb_c128, tb_c128_add(t, o), tb_c128_mul(t, o))
/* Halves are rounded after each step. */
LOOP(add_f16, uint16_t, table, COMMON, tb_f32_to_f16(tb_f16_to_f32(t) + tb_f16_to_f32(o)))
LOOP(add_bf16, uint16_t, table, COMMON, tb_f32_to_bf16(tb_bf16_to_f32(t) + tb_bf16_to_f32(o)))
LOOP(multiply_f16, uint16_t, table, LEAN, tb_f32_to_f16(tb_f16_to_f32(t) * tb_f16_to_f32(o)))
LOOP(multiply_bf16, uint16_t, table, LEAN, tb_f32_to_bf16(tb_bf16_to_f32(t) * tb_bf16_to_f32(o)))

/* A half as an integer with the order of halves: zeros are equal, and every nan is `nan`. */
static inline int32_t key_of(uint16_t h, int32_t infinity, int32_t nan)
{
    const int32_t sign = (int16_t)h >> 15, rest = h & 0x7fff, key = (rest ^ sign) - sign;
    return rest > infinity ? nan : key;
}
INLINE uint16_t larger_half(uint16_t t, uint16_t o, int32_t infinity)
{
    return key_of(t, infinity, 0x8000) < key_of(o, infinity, 0x8000) ? o : t;
}
INLINE uint16_t smaller_half(uint16_t t, uint16_t o, int32_t infinity)
{
    return key_of(o, infinity, -0x8000) < key_of(t, infinity, -0x8000) ? o : t;
}

#define EXTREMA(name, type, larger, smaller) \
    LOOP(max_##name, type, table, LEAN, larger) \
    LOOP(min_##name, type, table, LEAN, smaller)
/* The result is nan if either element is. */
#define ORDERED(name, type) EXTREMA(name, type, o != o || t < o ? o : t, o != o || o < t ? o : t)
EXTREMA(bool, uint8_t, (t | o) != 0, (t != 0) & (o != 0))
ORDERED(u8, uint8_t)
ORDERED(i8, int8_t)
ORDERED(i16, int16_t)
ORDERED(i32, int32_t)
ORDERED(i64, int64_t)
ORDERED(f32, float)
ORDERED(f64, double)
EXTREMA(f16, uint16_t, larger_half(t, o, 0x7c00), smaller_half(t, o, 0x7c00))
EXTREMA(bf16, uint16_t, larger_half(t, o, 0x7f80), smaller_half(t, o, 0x7f80))

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
    const int64_t step = r->loops.stride[INDEX][0], n = step ? r->loops.size[0] : 1;
    for (int64_t a = 0; a < r->loops.size[1]; a++) {
        const char *index = r->index + a * r->loops.stride[INDEX][1];
        for (int64_t b = 0; b < n; b++, index += step)
            if (!tb_is_within(AT(const int64_t, index), r->below, r->bound))
                return index;
    }
    return NULL;
}

/* gather with one index for each contiguous row (of an expanded index). */
static const char *rows_from_table(const gather_loops *r)
{
    TB_TOOK(GATHER_ROWS);
    const int64_t bytes = r->loops.size[0] * r->loops.stride[OTHER][0];
    for (int64_t a = 0; a < r->loops.size[1]; a++) {
        const char *index = r->index + a * r->loops.stride[INDEX][1];
        const uint64_t at = tb_wrap_index(AT(const int64_t, index), r->below);
        if (at >= (uint64_t)r->bound)
            return index;
        tb_copy_bytes(r->other + a * r->loops.stride[OTHER][1],
                      r->table + a * r->loops.stride[TABLE][1] + (int64_t)at * r->jump, bytes);
    }
    return NULL;
}

/* index_reduce of contiguous rows: r->kernel computes each. */
static const char *rows_in_table(const gather_loops *r)
{
    const int64_t itemsize = r->loops.stride[TABLE][0], inner[] = {itemsize, itemsize, itemsize},
                  outer[3] = {0};
    TB_TOOK(INDEX_REDUCE_ROWS);
    for (int64_t a = 0; a < r->loops.size[1]; a++) {
        const char *index = r->index + a * r->loops.stride[INDEX][1];
        const uint64_t at = tb_wrap_index(AT(const int64_t, index), r->below);
        if (at >= (uint64_t)r->bound)
            return index;
        char *const row = r->table + a * r->loops.stride[TABLE][1] + (int64_t)at * r->jump;
        char *const p[] = {row, row, r->other + a * r->loops.stride[OTHER][1]};
        r->kernel(p, inner, outer, r->loops.size[0], 1, &tb_no_context);
    }
    return NULL;
}

/* The kernel of a pointwise row that does this to elements of the table; NULL if there is none. */
static tb_kernel kernel_of(const tb_gather_job *w)
{
    const tb_dtype dtype = w->table->dtype;
    int op;
    switch (w->step) {
    case TB_MULTIPLY_TABLE:
        op = TB_OP_MUL;
        break;
    case TB_MAX_TABLE:
        op = TB_OP_MAXIMUM;
        break;
    case TB_MIN_TABLE:
        op = TB_OP_MINIMUM;
        break;
    default:
        return NULL;
    }
    const bool fits = !tb_is_half(dtype) || tb_kernels_active->takes_halves[op] >> dtype & 1;
    return fits ? tb_kernels_active->pointwise[op][dtype] : NULL;
}

static rows_loop choose_loop(const tb_gather_job *w, gather_loops *r)
{
    const int itemsize = w->table->itemsize;
    const int64_t (*stride)[TB_PLAN_DIMS] = r->loops.stride;
    const bool rows = stride[INDEX][0] == 0 && stride[OTHER][0] == itemsize && stride[TABLE][0] == itemsize &&
                      r->loops.size[0] > 1;
    r->kernel = rows ? kernel_of(w) : NULL;
    if (r->kernel)
        return rows_in_table;
    switch (w->step) {
    case TB_FROM_TABLE:
        if (rows)
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

/* A tensor of other dimensions (a 0-dim one, a `whole` table) is a single element in the plan. */
static tb_layout layout_or_element(const tb_tensor *t, const tb_tensor *index)
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

/* Dimension 0 of the plan is one of the two inner loops; the indexed dimension is inside it if it is the last
 * one, outside otherwise.  If one loop is enough, it is the inner one. */
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
    layout[INDEX] = layout_or_element(w->index, w->index);
    layout[1 - table] = layout_or_element(w->other, w->index);
    layout[table] = layout_or_element(w->whole ? NULL : w->table, w->index);
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
    r->bound = w->whole ? w->table->numel : tb_size_or_1(w->table, w->dim);
    r->below = w->whole ? r->bound : 0;
}

/* A quick test in any order; only on failure an ordered pass finds the first bad index. */
static bool all_within(const tb_gather_job *w)
{
    const int64_t bound = w->whole ? w->table->numel : tb_size_or_1(w->table, w->dim);
    return w->index->contiguous && tb_all_within((const int64_t *)(const void *)tb_data(w->index),
                                                 w->index->numel, w->whole ? bound : 0, bound);
}

/* ---- running ---- */

/* Runs all rows in order; returns NULL, or the address of the first index that is out of bounds. */
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

/* The work that threads share: ranges of one loop. */
typedef struct {
    const gather_loops *rows;
    rows_loop run;
    int loop;
    _Atomic int64_t *bad; /* an index that was refused */
} gather_job;

static int run_range(const void *p, int64_t first, int64_t last)
{
    const gather_job *g = p;
    gather_loops r = {
        .jump = g->rows->jump, .bound = g->rows->bound, .below = g->rows->below, .kernel = g->rows->kernel};
    tb_plan_slice(&r.loops, &g->rows->loops, g->loop, first, last - first);
    const char *refused = run_rows(&r, g->run);
    if (refused)
        atomic_store_explicit(g->bad, AT(const int64_t, refused), memory_order_relaxed);
    return refused != NULL;
}

/* The longest loop; of several, the outermost.  A slice that is written must be written in order. */
static int parallel_loop(const gather_loops *r, tb_gather_mode step)
{
    const bool reads = step == TB_FROM_TABLE || step == TB_CHECK_ONLY;
    int longest = -1;
    for (int loop = r->loops.ndim - 1; loop >= 0; loop--)
        if ((reads || loop != r->along) && (longest < 0 || r->loops.size[loop] > r->loops.size[longest]))
            longest = loop;
    return longest;
}

int tb_gather_elements(const tb_gather_job *w, int64_t *bad)
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
    int refused;
    TB_WITHOUT_LOCK (&refused, w->lock, cost, storages, OPERANDS) {
        if (cost < TB_POOL_LEAST) {
            first = run_rows(&r, work.run);
            refused = first != NULL;
        } else {
            refused = (alone ? tb_run_in_pieces : tb_parallel_share)(run_range, &work,
                                                                     r.loops.size[work.loop], unit, cost);
            if (refused == 1) /* the first one, unless another thread has written to the indices meanwhile */
                first = run_rows(&r, only_look);
        }
    }
    if (refused == 1)
        *bad = first ? AT(const int64_t, first) : any;
    return refused;
}
