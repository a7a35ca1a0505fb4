/* shapes.c: fuzzes sizes, strides and dtypes without memory: broadcasting, expanding, counting, views, layouts and
 * promotion, against index loops, 128-bit arithmetic and a lattice of dtypes. */
#include "fuzz.h"

typedef __int128 wide;

/* Small sizes mostly, and those at the ends of what fits. */
static int64_t take_size(fuzz_input *in)
{
    static const int64_t rare[] = {7,
                                   64,
                                   INT32_MAX,
                                   INT64_C(1) << 31,
                                   INT64_C(1) << 32,
                                   (INT64_C(1) << 32) - 1,
                                   INT64_C(1) << 61,
                                   INT64_C(1) << 62,
                                   INT64_MAX / 3,
                                   INT64_MAX,
                                   -1,
                                   -2,
                                   INT64_MIN};
    const int b = take(in);
    return b < 208 ? b % 5 : rare[(size_t)b % (sizeof rare / sizeof *rare)];
}

static int take_sizes(fuzz_input *in, int64_t *size)
{
    const int b = take(in), ndim = b < 240 ? b % 6 : b - 240 + 50; /* up to 65 */
    for (int d = 0; d < ndim; d++)
        size[d] = take_size(in);
    return ndim;
}

/* ---- broadcasting ---- */

static void broadcasting(fuzz_input *in)
{
    tb_shape acc = {.ndim = 0};
    for (int k = 2 + take_below(in, 3); k > 0; k--) {
        int64_t size[TB_MAX_DIMS + 1];
        const int ndim = take_sizes(in, size);
        tb_shape before = acc;
        tb_error err = {.status = TB_OK};
        int64_t a = 1, b = 1;
        int clash = -1, most = ndim > acc.ndim ? ndim : acc.ndim;
        for (int i = 1; i <= most && clash < 0; i++) {
            a = i <= before.ndim ? before.size[before.ndim - i] : 1;
            b = i <= ndim ? size[ndim - i] : 1;
            clash = a != 1 && b != 1 && a != b ? most - i : -1;
        }
        const tb_status status = tb_broadcast(&acc, size, ndim, &err);
        if (ndim > TB_MAX_DIMS || clash >= 0) {
            char text[200];
            snprintf(text, sizeof text,
                     "The size of tensor a (%" PRId64 ") must match the size of tensor b (%" PRId64
                     ") at non-singleton dimension %d",
                     a, b, clash);
            AGREES(status == TB_RUNTIME_ERROR);
            AGREES(ndim > TB_MAX_DIMS || strcmp(err.message, text) == 0);
            AGREES(tb_same_sizes(acc.size, acc.ndim, before.size, before.ndim));
            return;
        }
        AGREES(status == TB_OK && acc.ndim == most && err.message[0] == '\0');
        for (int i = 1; i <= most; i++) {
            a = i <= before.ndim ? before.size[before.ndim - i] : 1;
            b = i <= ndim ? size[ndim - i] : 1;
#ifdef PLANTED_FAULT
            a = i == 3 && a == 1 && b == 4 ? 3 : a;
#endif
            AGREES(acc.size[most - i] == (a == 1 ? b : a));
        }
        AGREES(tb_expandable(size, ndim, acc.size, acc.ndim, NULL));
        AGREES(tb_expandable(before.size, before.ndim, acc.size, acc.ndim, NULL));
    }
}

/* ---- expanding ---- */

/* Do all elements that `size` has as `target` lie where the index loop says? */
static bool lies_there(const tb_shape *target, const int64_t *target_stride, const int64_t *size,
                       const int64_t *stride, int ndim)
{
    int64_t index[TB_MAX_DIMS] = {0};
    if (tb_numel(target->size, target->ndim) == 0)
        return true;
    do {
        int64_t at = 0;
        for (int d = 0; d < target->ndim; d++)
            if (target->size[d] != 1)
                at += index[d] * target_stride[d];
        if (at != place_of(index, target->ndim, size, stride, ndim))
            return false;
    } while (next_index(index, target->size, target->ndim));
    return true;
}

static void expanding(fuzz_input *in)
{
    tb_shape from, to, wanted;
    int64_t stride[TB_MAX_DIMS], size[TB_MAX_DIMS], found[TB_MAX_DIMS];
    tb_error err = {.status = TB_OK};
    take_shape(in, &to, 5, 4);
    take_shape(in, &from, 5, 4);
    const int ones = take(in), kept = take(in);
    if (ones & 1) /* mostly what can be expanded */
        for (int d = 0; d < from.ndim; d++) {
            const int at = to.ndim - from.ndim + d;
            from.size[d] = at < 0 || ones >> (1 + d) & 1 ? 1 : to.size[at];
        }
    take_strides(in, &from, stride);
    bool fits = from.ndim <= to.ndim;
    for (int i = 1; fits && i <= from.ndim; i++)
        fits = from.size[from.ndim - i] == 1 || from.size[from.ndim - i] == to.size[to.ndim - i];
    AGREES(tb_expandable(from.size, from.ndim, to.size, to.ndim, NULL) == fits);
    if (fits) {
        tb_expand_strides(from.size, stride, from.ndim, to.size, to.ndim, found);
        AGREES(lies_there(&to, found, from.size, stride, from.ndim));
    }
    wanted = to;
    bool leading = false; /* a -1 for which there is nothing to keep */
    for (int d = 0; d < to.ndim; d++)
        if (kept >> d & 1) {
            const int own = d - (to.ndim - from.ndim);
            wanted.size[d] = -1;
            to.size[d] = own >= 0 ? from.size[own] : 1;
            leading |= own < 0;
        }
    fits = from.ndim <= to.ndim && !leading;
    for (int i = 1; fits && i <= from.ndim; i++)
        fits = from.size[from.ndim - i] == 1 || from.size[from.ndim - i] == to.size[to.ndim - i];
    const tb_status status =
        tb_infer_expand(from.size, stride, from.ndim, wanted.size, wanted.ndim, size, found, &err);
    if (from.ndim == 0 && leading)
        return; /* torch hands a -1 on, which making the view refuses */
    AGREES((status == TB_OK) == fits);
    if (fits)
        AGREES(tb_same_sizes(size, to.ndim, to.size, to.ndim) &&
               lies_there(&to, found, from.size, stride, from.ndim));
}

/* ---- counting ---- */

/* The product of n factors, which are not negative, or more than fits: what is left of a 0 counts, too. */
static wide product(const int64_t *size, int n, wide most)
{
    wide all = 1;
    for (int d = 0; d < n; d++) {
        all *= size[d];
        if (all > most)
            return most + 1;
    }
    return all;
}

static void counting(fuzz_input *in)
{
    static const int64_t itemsizes[] = {1, 2, 4, 8, 16};
    int64_t size[TB_MAX_DIMS + 1], numel = -1, most = 0;
    const int ndim = take_sizes(in, size);
    const int64_t itemsize = itemsizes[take_below(in, 5)];
    bool negative = false;
    for (int d = 0; d < ndim; d++)
        negative |= size[d] < 0;
    const bool possible = ndim <= TB_MAX_DIMS && !negative;
    const tb_status views = tb_check_numel(size, ndim, &numel, NULL);
    /* The factors are multiplied as unsigned numbers. */
    wide all = possible ? product(size, ndim, UINT64_MAX) : 0;
    AGREES((views == TB_OK) == (possible && all <= INT64_MAX));
    AGREES(views != TB_OK || numel == (int64_t)all);
    const tb_status status = tb_check_sizes(size, ndim, itemsize, &numel, NULL);
    if (!possible) {
        AGREES(status == TB_RUNTIME_ERROR);
        return;
    }
    int64_t steps[TB_MAX_DIMS];
    for (int d = 1; d < ndim; d++)
        steps[d - 1] = size[d] > 1 ? size[d] : 1;
    const bool fits = all <= UINT64_MAX && all * itemsize <= INT64_MAX &&
                      product(steps, ndim ? ndim - 1 : 0, INT64_MAX) <= INT64_MAX;
    AGREES((status == TB_OK) == fits);
    AGREES(!fits || numel == (int64_t)all);
    /* What a storage must hold. */
    int64_t stride[TB_MAX_DIMS];
    wide last = 0;
    const int64_t offset = take_size(in);
    for (int d = 0; d < ndim; d++) {
        stride[d] = take_size(in);
        stride[d] = stride[d] < 0 ? 1 : stride[d];
        if (size[d] > 1)
            last += (wide)(size[d] - 1) * stride[d];
        last = last > INT64_MAX ? (wide)INT64_MAX * 2 : last;
    }
    if (offset < 0 || all > INT64_MAX)
        return;
    const tb_status extent = tb_storage_extent(size, stride, ndim, offset, itemsize, &most, NULL);
    if (all == 0)
        AGREES(extent == TB_OK && most == 0);
    else {
        const wide needed = last + offset + 1;
        AGREES((extent == TB_OK) == (needed * itemsize <= INT64_MAX));
        AGREES(extent != TB_OK || most == (int64_t)needed);
    }
}

static void inferring(fuzz_input *in)
{
    int64_t size[TB_MAX_DIMS + 1], before[TB_MAX_DIMS + 1];
    const int64_t numel = take_below(in, 49);
    const int ndim = take_sizes(in, size);
    int unknown = 0;
    bool bad = ndim > TB_MAX_DIMS;
    memcpy(before, size, sizeof size);
    for (int d = 0; d < ndim; d++) {
        unknown += size[d] == -1;
        bad |= size[d] < -1;
    }
    /* Which number makes the product numel?  More than one would do where another size is 0; of sizes whose
     * product does not fit torch takes none. */
    wide known = 1;
    bool zero = false;
    for (int d = 0; d < ndim && !bad; d++) {
        zero |= size[d] == 0;
        known *= size[d] == -1 || size[d] == 0 || known > INT64_MAX ? 1 : size[d];
    }
    known = zero ? 0 : known;
    const bool fits = !bad && unknown <= 1 &&
                      (unknown ? known != 0 && known <= INT64_MAX && numel % known == 0 : known == numel);
    const tb_status status = tb_infer_size(size, ndim, numel, NULL);
    AGREES((status == TB_OK) == fits);
    for (int d = 0; d < ndim && fits; d++)
        AGREES(size[d] == (before[d] == -1 ? (int64_t)(numel / known) : before[d]));
}

/* ---- views and layouts ---- */

/* The strides with which new sizes are the old elements in row-major order, found by looking at every one;
 * false if there are none. */
static bool find_strides(const tb_shape *from, const int64_t *stride, const tb_shape *to, int64_t *found)
{
    static int64_t place[4096];
    int64_t index[TB_MAX_DIMS] = {0}, n = 0;
    do
        place[n++] = place_of(index, from->ndim, from->size, stride, from->ndim);
    while (next_index(index, from->size, from->ndim));
    int64_t step = 1;
    for (int d = to->ndim - 1; d >= 0; d--) {
        found[d] = to->size[d] > 1 ? place[step] - place[0] : 0;
        step *= to->size[d];
    }
    memset(index, 0, sizeof index);
    n = 0;
    do
        if (place[n++] != place_of(index, to->ndim, to->size, found, to->ndim))
            return false;
    while (next_index(index, to->size, to->ndim));
    return true;
}

static void viewing(fuzz_input *in)
{
    tb_shape from, to = {.ndim = 0};
    int64_t stride[TB_MAX_DIMS], found[TB_MAX_DIMS], expected[TB_MAX_DIMS];
    take_shape(in, &from, 5, 6);
    take_strides(in, &from, stride);
    int64_t left = tb_numel(from.size, from.ndim);
    if (left == 0) {
        /* Another shape without elements can always be had. */
        take_shape(in, &to, 5, 3);
        if (to.ndim)
            to.size[0] = 0;
        AGREES(to.ndim == 0 || tb_view_strides(from.size, stride, from.ndim, to.size, to.ndim, found));
        return;
    }
    while (left > 1 && to.ndim < 6) {
        const int64_t wish = 1 + take_below(in, 6);
        to.size[to.ndim++] = left % wish == 0 ? wish : 1;
        left /= to.size[to.ndim - 1];
    }
    to.size[to.ndim++] = left;
    const bool possible = find_strides(&from, stride, &to, expected);
    AGREES(tb_view_strides(from.size, stride, from.ndim, to.size, to.ndim, found) == possible);
    for (int d = 0; d < to.ndim && possible; d++)
        AGREES(to.size[d] == 1 || found[d] == expected[d]);
}

static void layouts(fuzz_input *in)
{
    static bool seen[1024];
    tb_shape shape;
    int64_t stride[TB_MAX_DIMS], kept[TB_MAX_DIMS], index[TB_MAX_DIMS] = {0}, n = 0;
    bool dense = true, ordered = true;
    take_shape(in, &shape, 5, 5);
    take_strides(in, &shape, stride);
    const int64_t numel = tb_numel(shape.size, shape.ndim);
    if (numel == 0)
        return;
    memset(seen, 0, sizeof seen);
    do {
        const int64_t at = place_of(index, shape.ndim, shape.size, stride, shape.ndim);
        ordered &= at == n++;
        dense &= at < numel && !seen[at];
        if (at < numel)
            seen[at] = true;
    } while (next_index(index, shape.size, shape.ndim));
    AGREES(tb_is_contiguous(shape.size, stride, shape.ndim) == ordered);
    AGREES(tb_is_dense(shape.size, stride, shape.ndim) == dense);
    /* What keeps a layout is dense, and a dense one stays. */
    tb_preserve_strides(shape.size, stride, shape.ndim, kept);
    AGREES(tb_is_dense(shape.size, kept, shape.ndim));
    for (int d = 0; d < shape.ndim && dense; d++)
        AGREES(shape.size[d] == 1 || kept[d] == stride[d]);
    tb_contiguous_strides(shape.size, shape.ndim, kept);
    AGREES(tb_is_contiguous(shape.size, kept, shape.ndim));
}

static void wrapping(fuzz_input *in)
{
    int64_t dims[4] = {0};
    uint64_t set = 0, expected = 0;
    const int ndim = take_below(in, TB_MAX_DIMS + 1), n = take_below(in, 5), room = ndim ? ndim : 1;
    bool fits = true;
    for (int i = 0; i < n; i++) {
        dims[i] = take_below(in, 8) ? (int8_t)take(in) % (room + 1) : take_size(in);
        const int64_t d = dims[i] < 0 && dims[i] >= -room ? dims[i] + room : dims[i];
        fits = fits && d >= 0 && d < room && !(expected >> d & 1);
        expected |= fits ? UINT64_C(1) << d : 0;
    }
    AGREES((tb_wrap_dims(dims, n, ndim, &set, NULL) == TB_OK) == fits);
    AGREES(!fits || set == expected);
}

/* ---- promotion ---- */

/* What each dtype can become without loss of kind or range, one step further; all steps together are a lattice,
 * in which two dtypes are promoted to the lowest one above both. */
static const tb_dtype above[TB_NDTYPES][3] = {
    [TB_BOOL] = {TB_UINT8, TB_INT8, TB_NDTYPES},
    [TB_UINT8] = {TB_INT16, TB_NDTYPES},
    [TB_INT8] = {TB_INT16, TB_NDTYPES},
    [TB_INT16] = {TB_INT32, TB_NDTYPES},
    [TB_INT32] = {TB_INT64, TB_NDTYPES},
    [TB_INT64] = {TB_FLOAT16, TB_BFLOAT16, TB_NDTYPES},
    [TB_FLOAT16] = {TB_FLOAT32, TB_NDTYPES},
    [TB_BFLOAT16] = {TB_FLOAT32, TB_NDTYPES},
    [TB_FLOAT32] = {TB_FLOAT64, TB_COMPLEX64, TB_NDTYPES},
    [TB_FLOAT64] = {TB_COMPLEX128, TB_NDTYPES},
    [TB_COMPLEX64] = {TB_COMPLEX128, TB_NDTYPES},
    [TB_COMPLEX128] = {TB_NDTYPES},
    [TB_UINT16] = {TB_FLOAT16, TB_BFLOAT16, TB_NDTYPES},
    [TB_UINT32] = {TB_FLOAT16, TB_BFLOAT16, TB_NDTYPES},
    [TB_UINT64] = {TB_FLOAT16, TB_BFLOAT16, TB_NDTYPES},
};

/* Bit d: dtype d can be reached. */
static unsigned reachable(tb_dtype from)
{
    unsigned all = 1u << from;
    for (int i = 0; i < 3 && above[from][i] != TB_NDTYPES; i++)
        all |= reachable(above[from][i]);
    return all;
}

static tb_dtype lowest_above(tb_dtype a, tb_dtype b)
{
    const unsigned both = reachable(a) & reachable(b);
    for (int d = 0; d < TB_NDTYPES; d++)
        if (both >> d & 1 && (both & ~reachable((tb_dtype)d)) == 0)
            return (tb_dtype)d;
    return TB_NDTYPES;
}

static bool is_promoted(tb_dtype a, tb_dtype b)
{
    if (!tb_is_unsigned(a) && !tb_is_unsigned(b))
        return true;
    return a == b || tb_dtypes[a].kind == TB_KIND_FLOAT || tb_dtypes[b].kind == TB_KIND_FLOAT;
}

/* Operands in any order: tensors with dimensions, 0-dim ones, numbers. */
static void promoting(fuzz_input *in)
{
    const tb_dtype default_float = take_below(in, 2) ? TB_FLOAT32 : TB_FLOAT64;
    tb_promotion state = tb_promotion_new();
    tb_dtype of[3] = {TB_UNDEFINED, TB_UNDEFINED, TB_UNDEFINED};
    bool clash = false;
    const int n = 1 + take_below(in, 4);
    for (int i = 0; i < n; i++) {
        const int priority = take_below(in, 3);
        tb_dtype dtype = (tb_dtype)take_below(in, TB_NDTYPES);
        if (priority == 2) {
            const tb_kind kind = (tb_kind)(dtype % 4);
            static const tb_dtype of_kind[] = {TB_BOOL, TB_INT64};
            dtype = kind < TB_KIND_FLOAT    ? of_kind[kind]
                    : kind == TB_KIND_FLOAT ? default_float
                                            : tb_to_complex(default_float);
            tb_promotion_add_number(&state, kind, default_float);
        } else
            tb_promotion_add_tensor(&state, dtype, 1 - priority);
        if (of[priority] == TB_UNDEFINED)
            of[priority] = dtype;
        else if (is_promoted(of[priority], dtype)) {
            AGREES(tb_promote(of[priority], dtype) == lowest_above(of[priority], dtype));
            AGREES(tb_promote(dtype, of[priority]) == lowest_above(of[priority], dtype));
            of[priority] = lowest_above(of[priority], dtype);
        } else {
            AGREES(tb_promote(of[priority], dtype) == TB_UNDEFINED);
            clash = true;
        }
    }
    if (clash) {
        AGREES(tb_promotion_check(&state, NULL) == TB_RUNTIME_ERROR);
        return;
    }
    /* A lower class counts where it is of a higher kind; then a float keeps its width. */
    tb_dtype result = TB_UNDEFINED;
    for (int i = 2; i >= 0; i--)
        if (result == TB_UNDEFINED)
            result = of[i];
        else if (of[i] != TB_UNDEFINED && tb_dtypes[of[i]].kind >= tb_dtypes[result].kind)
            result = of[i];
        else if (of[i] != TB_UNDEFINED && tb_dtypes[of[i]].kind == TB_KIND_FLOAT)
            result = tb_to_complex(of[i]);
    if (tb_promotion_check(&state, NULL) == TB_OK)
        AGREES(tb_promotion_result(&state) == result);
}

static void fuzz_one(const uint8_t *bytes, size_t n)
{
    static void (*const parts[])(fuzz_input *) = {broadcasting, expanding, counting, inferring,
                                                  viewing,      layouts,   wrapping, promoting};
    fuzz_input in = {bytes, bytes + n};
    parts[take_below(&in, 8)](&in);
}
