/* test_scan.c: functions along one dimension: every layout, level and number of threads gives what a
 * plain loop gives, or the same bits; refusals write nothing. */
#include "calls.h"
#include "core/along_dim/along_dim_blocks.h"
#include "core/along_dim/along_dim_functions.h"

#include <math.h>

/* Small numbers, many of them equal, in memory of which t takes every `step`-th element in dimensions
 * that `order` reverses. */
static void draw_tensor(tb_tensor *t, tb_dtype dtype, const int64_t *size, int ndim, int order, int64_t step)
{
    int64_t stride[TB_MAX_DIMS], next = step;
    for (int i = 0; i < ndim; i++) {
        const int d = order ? i : ndim - 1 - i;
        stride[d] = next;
        next *= size[d];
    }
    CHECK_OK(tb_tensor_new(t, dtype, size, stride, ndim, true, err));
    for (int64_t i = 0; i < next / step; i++) {
        const tb_scalar value = draw(50) == 0 && tb_dtypes[dtype].kind == TB_KIND_FLOAT
                                    ? real(NAN)
                                    : real((double)(draw(41) - 20) / 4);
        tb_scalar_store(&value, dtype, tb_data(t) + i * step * t->itemsize);
    }
}

static tb_along_dim_call line_call(tb_along_dim_function function, const tb_tensor *in, int64_t dim)
{
    tb_along_dim_call call = {.family = &tb_along_dim_family,
                              .function = function,
                              .in = in,
                              .dims = {1, {dim}},
                              .dtype = TB_UNDEFINED,
                              .default_dtype = TB_FLOAT32};
    return call;
}

static tb_status go_lines(tb_along_dim_call *call)
{
    memset(&err, 0, sizeof err);
    TB_TRY(tb_family_prepare(&call->header, &err));
    return tb_family_run(&call->header, &err);
}

/* Where the first element along the dimension is in slice number `line`, in elements. */
static int64_t line_at(const tb_tensor *t, int axis, int64_t line)
{
    int64_t place = 0;
    for (int d = t->ndim - 1; d >= 0; d--)
        if (d != axis) {
            place += line % t->size[d] * t->stride[d];
            line /= t->size[d];
        }
    return place;
}

static bool same(double a, double b) { return a == b || (a != a && b != b); }

/* ---- each function beside a plain loop ---- */

static void check_scan(const tb_tensor *t, const tb_tensor *out, int axis, bool product)
{
    const int64_t n = t->size[axis];
    int64_t wrong = 0;
    for (int64_t line = 0; line < t->numel / n; line++) {
        double sum = product ? 1 : 0;
        for (int64_t i = 0; i < n; i++) {
            const double x = at(t, line_at(t, axis, line) + i * t->stride[axis]);
            sum = product ? sum * x : sum + x;
            sum = tb_is_half((tb_dtype)t->dtype) ? (float)sum : sum; /* carried along as float32 */
            double rounded = sum;
            tb_convert((tb_dtype)out->dtype, &rounded, TB_FLOAT64, &sum);
            double got = at(out, line_at(out, axis, line) + i * out->stride[axis]);
            double parts[2];
            tb_convert(TB_COMPLEX128, parts, (tb_dtype)out->dtype, &rounded);
            wrong += !same(got, parts[0]);
        }
    }
    CHECK_EQ(wrong, 0);
}

static void check_softmax(const tb_tensor *t, const tb_tensor *out, int axis, bool logarithm)
{
    const int64_t n = t->size[axis];
    const double unit = out->dtype == TB_FLOAT64 ? 1e-15 : out->dtype == TB_FLOAT32 ? 1e-6 : 1e-2;
    int64_t wrong = 0;
    for (int64_t line = 0; line < t->numel / n; line++) {
        double most = -INFINITY, sum = 0;
        for (int64_t i = 0; i < n; i++)
            most = fmax(most, at(t, line_at(t, axis, line) + i * t->stride[axis]));
        for (int64_t i = 0; i < n; i++)
            sum += exp(at(t, line_at(t, axis, line) + i * t->stride[axis]) - most);
        for (int64_t i = 0; i < n; i++) {
            const double x = at(t, line_at(t, axis, line) + i * t->stride[axis]) - most;
            const double expected = sum != sum ? NAN : logarithm ? x - log(sum) : exp(x) / sum;
            const double got = at(out, line_at(out, axis, line) + i * out->stride[axis]);
            wrong += !(same(got, expected) || fabs(got - expected) <= unit * fmax(1, fabs(expected)));
        }
    }
    CHECK_EQ(wrong, 0);
}

static bool precedes(double a, double b, bool descending)
{
    const double x = descending ? b : a, y = descending ? a : b;
    return x == x && (y != y || x < y);
}

/* Sorted, stable, and the elements that the indices name, each once. */
static void check_sort(const tb_tensor *t, const tb_tensor *values, const tb_tensor *indices, int axis,
                       bool descending)
{
    const int64_t n = t->size[axis];
    char *seen = malloc((size_t)n);
    int64_t wrong = 0;
    for (int64_t line = 0; line < t->numel / n; line++) {
        double before = 0;
        int64_t place = -1;
        memset(seen, 0, (size_t)n);
        for (int64_t i = 0; i < n; i++) {
            const double value = at(values, line_at(values, axis, line) + i * values->stride[axis]);
            const int64_t index =
                (int64_t)at(indices, line_at(indices, axis, line) + i * indices->stride[axis]);
            wrong += index < 0 || index >= n || seen[index]++;
            wrong += !same(value, at(t, line_at(t, axis, line) + index * t->stride[axis]));
            if (i > 0)
                wrong += precedes(value, before, descending) ||
                         (!precedes(before, value, descending) && index < place);
            before = value;
            place = index;
        }
    }
    free(seen);
    CHECK_EQ(wrong, 0);
}

/* The first elements of a sorted slice, or the greatest so far. */
static void check_pairs(const tb_tensor *t, int axis)
{
    const int64_t n = t->size[axis];
    tb_tensor values, indices, all, places;
    tb_along_dim_call call = line_call(TB_ALONG_DIM_TOPK, t, axis),
                      whole = line_call(TB_ALONG_DIM_SORT, t, axis);
    int64_t wrong = 0;
    call.descending = whole.descending = true;
    call.k = (n + 2) / 3;
    call.out[0].tensor = &values;
    call.out[1].tensor = &indices;
    whole.out[0].tensor = &all;
    whole.out[1].tensor = &places;
    if (t->dtype != TB_BOOL) {
        CHECK_OK(go_lines(&call));
        CHECK_OK(go_lines(&whole));
        for (int64_t line = 0; line < t->numel / n; line++)
            for (int64_t i = 0; i < call.k; i++) {
                const int64_t from = line_at(&places, axis, line) + i * places.stride[axis];
                const int64_t to = line_at(&indices, axis, line) + i * indices.stride[axis];
                wrong += at(&places, from) != at(&indices, to) || !same(at(&all, from), at(&values, to));
            }
        tb_tensor_release(&values);
        tb_tensor_release(&indices);
        tb_tensor_release(&all);
        tb_tensor_release(&places);
    }
    call.function = TB_ALONG_DIM_CUMMAX;
    CHECK_OK(go_lines(&call));
    for (int64_t line = 0; line < t->numel / n; line++) {
        double most = -INFINITY;
        for (int64_t i = 0; i < n; i++) {
            const double x = at(t, line_at(t, axis, line) + i * t->stride[axis]);
            const int64_t to = line_at(&values, axis, line) + i * values.stride[axis];
            most = x != x || x > most ? x : most;
            wrong += !same(at(&values, to), most) || at(&indices, to) > i;
        }
    }
    CHECK_EQ(wrong, 0);
    tb_tensor_release(&values);
    tb_tensor_release(&indices);
}

/* How many elements of a slice are less than x, and whether there are others of its value before `index`. */
static int64_t rank_of(const tb_tensor *t, int axis, int64_t line, double x, int64_t index, int64_t *before,
                       int64_t *equal)
{
    int64_t less = 0;
    *before = *equal = 0;
    for (int64_t i = 0; i < t->size[axis]; i++) {
        const double y = at(t, line_at(t, axis, line) + i * t->stride[axis]);
        less += precedes(y, x, false);
        *equal += same(y, x);
        *before += same(y, x) && i < index;
    }
    return less;
}

/* Is the element that median and its kin have found the one? */
static bool is_selected(const tb_along_dim_call *call, const tb_tensor *t, int axis, int64_t line, double x,
                        int64_t index)
{
    int64_t before, equal, nans, none;
    const int64_t n = t->size[axis], less = rank_of(t, axis, line, x, index, &before, &equal);
    const int64_t numbers = rank_of(t, axis, line, NAN, 0, &none, &nans);
    switch (call->function) {
    case TB_ALONG_DIM_KTHVALUE:
        return less < call->k && call->k <= less + equal;
    case TB_ALONG_DIM_MEDIAN:
        return nans ? x != x && before == 0 : less + before == (n - 1) / 2;
    case TB_ALONG_DIM_NANMEDIAN:
        return numbers ? less + before == (numbers - 1) / 2 : x != x;
    default: /* mode */
        for (int64_t i = 0; i < n; i++) {
            int64_t others;
            const double y = at(t, line_at(t, axis, line) + i * t->stride[axis]);
            rank_of(t, axis, line, y, i, &none, &others);
            if (y == y && (others > equal || (others == equal && y < x)))
                return false;
        }
        return x != x || before == equal - 1;
    }
}

static void check_selections(const tb_tensor *t, int axis)
{
    int64_t wrong = 0;
    for (int f = TB_ALONG_DIM_MEDIAN; f <= TB_ALONG_DIM_MODE; f++)
        for (int keepdim = 0; keepdim < 2; keepdim++) {
            tb_tensor values, indices, kept[2];
            tb_along_dim_call call = line_call((tb_along_dim_function)f, t, axis);
            if (t->dtype == TB_BOOL && f != TB_ALONG_DIM_MODE)
                continue;
            if (f == TB_ALONG_DIM_MODE && t->size[axis] > 100) /* the check takes the square of it */
                continue;
            call.keepdim = keepdim;
            call.k = 1 + draw(t->size[axis]);
            call.out[0].tensor = &values;
            call.out[1].tensor = &indices;
            CHECK_OK(go_lines(&call));
            CHECK_EQ(values.ndim, t->ndim - !keepdim);
            CHECK_OK(keepdim ? tb_view_alias(&kept[0], &values, err)
                             : tb_view_unsqueeze(&kept[0], &values, axis, err));
            CHECK_OK(keepdim ? tb_view_alias(&kept[1], &indices, err)
                             : tb_view_unsqueeze(&kept[1], &indices, axis, err));
            for (int64_t line = 0; line < values.numel; line++) {
                const double x = at(&kept[0], line_at(&kept[0], axis, line));
                const int64_t index = (int64_t)at(&kept[1], line_at(&kept[1], axis, line));
                wrong += index < 0 || index >= t->size[axis] ||
                         !same(x, at(t, line_at(t, axis, line) + index * t->stride[axis])) ||
                         !is_selected(&call, t, axis, line, x, index);
            }
            for (int k = 0; k < 2; k++)
                tb_tensor_release(&kept[k]);
            tb_tensor_release(&values);
            tb_tensor_release(&indices);
        }
    CHECK_EQ(wrong, 0);
}

static void check_all(const tb_tensor *t, int axis)
{
    const bool small = tb_dtypes[t->dtype].is_signed; /* products of uint8 overflow the loop's double */
    tb_tensor out, indices;
    for (int f = TB_ALONG_DIM_CUMSUM; f <= TB_ALONG_DIM_LOG_SOFTMAX; f++) {
        tb_along_dim_call call = line_call((tb_along_dim_function)f, t, axis);
        call.out[0].tensor = &out;
        if (f >= TB_ALONG_DIM_SOFTMAX && tb_dtypes[t->dtype].kind != TB_KIND_FLOAT)
            continue;
        CHECK_OK(go_lines(&call));
        if (f >= TB_ALONG_DIM_SOFTMAX)
            check_softmax(t, &out, axis, f == TB_ALONG_DIM_LOG_SOFTMAX);
        else if (f == TB_ALONG_DIM_CUMSUM || (small && t->size[axis] < 20))
            check_scan(t, &out, axis, f == TB_ALONG_DIM_CUMPROD);
        tb_tensor_release(&out);
    }
    check_pairs(t, axis);
    check_selections(t, axis);
    for (int descending = 0; descending < 2; descending++) {
        tb_along_dim_call call = line_call(TB_ALONG_DIM_SORT, t, axis);
        call.out[0].tensor = &out;
        call.out[1].tensor = &indices;
        call.descending = descending;
        CHECK_OK(go_lines(&call));
        check_sort(t, &out, &indices, axis, descending);
        tb_tensor_release(&out);
        tb_tensor_release(&indices);
    }
}

static void every_layout_gives_what_a_loop_gives(void)
{
    static const int64_t shapes[][3] = {{1, 1, 1},   {2, 3, 4},   {5, 1, 40},  {1, 33, 18},
                                        {19, 2, 17}, {3, 300, 5}, {70, 3, 30}, {2, 2, 2000}};
    static const tb_dtype dtypes[] = {TB_BOOL,    TB_UINT8,    TB_INT16,   TB_INT64,
                                      TB_FLOAT16, TB_BFLOAT16, TB_FLOAT32, TB_FLOAT64};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
            for (int order = 0; order < 2; order++)
                for (int axis = 0; axis < 3; axis++) {
                    tb_tensor t;
                    draw_tensor(&t, dtypes[d], shapes[s], 3, order, 1 + draw(2));
                    check_all(&t, axis);
                    tb_tensor_release(&t);
                }
}

/* ---- the same bits ---- */

static void levels_and_threads_give_the_same_bits(void)
{
    static const int64_t shapes[][2] = {{257, 130}, {40, 2500}, {3000, 20}, {1, 50000}};
    const char *const *levels = tb_cpu_levels();
    for (size_t s = 0; s < 4; s++)
        for (int f = TB_ALONG_DIM_CUMSUM; f <= TB_ALONG_DIM_SORT; f++)
            for (int axis = 0; axis < 2; axis++) {
                tb_tensor t, expected, out, indices;
                draw_tensor(&t, f % 2 ? TB_FLOAT32 : TB_FLOAT64, shapes[s], 2, (int)draw(2), 1);
                for (int level = 0, first = 1; levels[level]; level++)
                    for (int threads = 1; threads <= 3; threads += 2, first = 0) {
                        CHECK_OK(tb_cpu_select(levels[level], err));
                        tb_set_num_threads(threads);
                        tb_along_dim_call call = line_call((tb_along_dim_function)f, &t, axis);
                        call.out[0].tensor = first ? &expected : &out;
                        call.out[1].tensor = f == TB_ALONG_DIM_SORT ? &indices : NULL;
                        CHECK_OK(go_lines(&call));
                        if (f == TB_ALONG_DIM_SORT)
                            tb_tensor_release(&indices);
                        if (first)
                            continue;
                        CHECK(memcmp(tb_data(&out), tb_data(&expected), (size_t)(out.numel * out.itemsize)) ==
                              0);
                        tb_tensor_release(&out);
                    }
                tb_tensor_release(&expected);
                tb_tensor_release(&t);
            }
    tb_set_num_threads(1);
    CHECK_OK(tb_cpu_select(NULL, err));
}

/* ---- kernels of slices too long for a test ---- */

/* Slices of 2^32 elements have kernels of their own, which take shorter ones, too: they give what the others
 * give.  `count`: of each slice's results; `sorted`: how many records are sorted together at most. */
static void check_longer(const tb_record_kernels *kernels, tb_dtype dtype, const void *params, int64_t n,
                         int64_t count, int64_t sorted)
{
    enum { SLICES = 2 };
    const int itemsize = tb_dtypes[dtype].itemsize;
    const int64_t size[] = {SLICES, n};
    char *value[2], *index[2];
    tb_tensor t;
    draw_tensor(&t, dtype, size, 2, 0, 1);
    for (int longer = 0; longer < 2; longer++) {
        void *scratch = malloc((size_t)(2 * tb_sort_room(sorted) * (longer ? 16 : kernels->record)));
        value[longer] = malloc((size_t)(SLICES * count * itemsize + 1));
        index[longer] = malloc((size_t)(SLICES * count * 8 + 1));
        const tb_along_dim_block b = {.in = tb_data(&t),
                                      .in_step = n * itemsize,
                                      .out = {value[longer], index[longer]},
                                      .out_step = {count * itemsize, count * 8},
                                      .n = n,
                                      .m = SLICES,
                                      .params = params,
                                      .scratch = scratch};
        (longer ? kernels->longer : kernels->kernel)(&b);
        free(scratch);
    }
    CHECK(memcmp(value[0], value[1], (size_t)(SLICES * count * itemsize)) == 0);
    CHECK(memcmp(index[0], index[1], (size_t)(SLICES * count * 8)) == 0);
    for (int i = 0; i < 2; i++) {
        free(value[i]);
        free(index[i]);
    }
    tb_tensor_release(&t);
}

static void kernels_of_longer_slices_give_the_same(void)
{
    static const int64_t lengths[] = {1, 16, 17, 100, 1000, 20000};
    for (int dtype = 0; dtype < TB_NDTYPES; dtype++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (int down = 0; down < 2; down++) {
                const tb_record_kernels *sort = &tb_sort_kernels[dtype], *topk = &tb_topk_kernels[dtype];
                const int64_t n = lengths[i], k = (n + 2) / 3;
                const tb_sort_params sort_params = {down};
                const tb_topk_params all = {down, k, n}, some = {down, 3, 12};
                if (sort->kernel)
                    check_longer(sort, (tb_dtype)dtype, &sort_params, n, n, n);
                if (topk->kernel)
                    check_longer(topk, (tb_dtype)dtype, &all, n, k, n);
                if (topk->kernel && n > 12)
                    check_longer(topk, (tb_dtype)dtype, &some, n, 3, 12);
            }
}

/* The median of all elements, and of none; logcumsumexp. */
static void a_whole_tensor_has_a_median(void)
{
    const int64_t size[] = {101};
    tb_tensor t, none, out;
    count_from(&t, TB_INT32, size, 1, 7);
    CHECK_OK(tb_view_slice(&none, &t, 0, 3, 3, 1, err));
    tb_along_dim_call call = line_call(TB_ALONG_DIM_MEDIAN, &t, 0);
    call.whole = true;
    call.out[0].tensor = &out;
    CHECK_OK(go_lines(&call));
    CHECK(out.ndim == 0 && at(&out, 0) == 57);
    tb_tensor_release(&out);
    call.in = &none;
    CHECK_OK(go_lines(&call));
    CHECK_EQ(at(&out, 0), INT32_MIN);
    tb_tensor_release(&out);
    tb_tensor_release(&none);
    tb_tensor_release(&t);
}

static void exponentials_add_up(void)
{
    const int64_t size[] = {3, 40};
    tb_tensor t, out;
    draw_tensor(&t, TB_FLOAT64, size, 2, 1, 2);
    tb_along_dim_call call = line_call(TB_ALONG_DIM_LOGCUMSUMEXP, &t, 1);
    call.out[0].tensor = &out;
    CHECK_OK(go_lines(&call));
    for (int64_t line = 0; line < 3; line++) {
        double sum = 0;
        for (int64_t i = 0; i < 40; i++) {
            sum += exp(at(&t, line_at(&t, 1, line) + i * t.stride[1]));
            const double got = at(&out, line_at(&out, 1, line) + i * out.stride[1]);
            CHECK(sum != sum ? got != got : fabs(got - log(sum)) < 1e-13);
        }
    }
    tb_tensor_release(&out);
    tb_tensor_release(&t);
}

/* What would be sorted together takes more bytes than there can be. */
static void slices_too_long_to_sort_are_refused(void)
{
    const int64_t size = INT64_C(1) << 60;
    tb_tensor one, t, out;
    count_from(&one, TB_FLOAT64, NULL, 0, 0);
    CHECK_OK(tb_view_expand(&t, &one, &size, 1, err));
    tb_along_dim_call call = line_call(TB_ALONG_DIM_SORT, &t, 0);
    tb_along_dim_job job = {.in = &t};
    CHECK_ERROR(tb_set_up_sort(&call, &job, &err), TB_MEMORY_ERROR, "out of memory");
    call.function = TB_ALONG_DIM_TOPK;
    call.k = size - 1;
    call.out[0].tensor = call.out[1].tensor = &out;
    CHECK_ERROR(tb_run_topk(&call, &job, NULL, &err), TB_MEMORY_ERROR, "out of memory");
    tb_tensor_release(&t);
    tb_tensor_release(&one);
}

/* ---- logsumexp of several dimensions ---- */

static void dimensions_are_reduced_together(void)
{
    const int64_t size[] = {2, 3, 4};
    tb_tensor t, out;
    count_from(&t, TB_FLOAT64, size, 3, 0);
    tb_along_dim_call call = line_call(TB_ALONG_DIM_LOGSUMEXP, &t, 0);
    call.dims = (tb_shape){2, {2, -3}};
    call.out[0].tensor = &out;
    CHECK_OK(go_lines(&call));
    CHECK(out.ndim == 1 && out.size[0] == 3);
    for (int j = 0; j < 3; j++) {
        double sum = 0;
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < 4; k++)
                sum += exp(i * 12 + j * 4 + k);
        CHECK(fabs(at(&out, j) - log(sum)) < 1e-13);
    }
    tb_tensor_release(&out);
    call.keepdim = true;
    call.dims.size[1] = 2;
    CHECK_EQ(go_lines(&call), TB_RUNTIME_ERROR);
    CHECK(strcmp(err.message, "dim 2 appears multiple times in the list of dims") == 0);
    tb_tensor_release(&t);
}

/* ---- outputs ---- */

static void an_output_may_be_the_input_or_meet_it(void)
{
    const int64_t size[] = {64}, one = 1;
    tb_tensor whole, in, out;
    count_from(&whole, TB_FLOAT32, size, 1, 0);
    const int64_t some = 32;
    CHECK_OK(tb_tensor_view(&in, whole.storage, TB_FLOAT32, &some, &one, 1, 0, err));
    CHECK_OK(tb_tensor_view(&out, whole.storage, TB_FLOAT32, &some, &one, 1, 8, err));
    tb_along_dim_call call = line_call(TB_ALONG_DIM_CUMSUM, &in, 0);
    call.form = TB_FORM_OUT;
    call.out[0].tensor = &out;
    CHECK_EQ(go_lines(&call), TB_RUNTIME_ERROR);
    for (int i = 0; i < 64; i++)
        CHECK_EQ(at(&whole, i), i);
    call.out[0].tensor = &in;
    call.form = TB_FORM_INPLACE;
    CHECK_OK(go_lines(&call));
    for (int i = 0; i < 32; i++)
        CHECK_EQ(at(&whole, i), i * (i + 1) / 2);
    call = line_call(TB_ALONG_DIM_SOFTMAX, &in, 0); /* torch lets it pass: read from a copy */
    call.form = TB_FORM_OUT;
    call.out[0].tensor = &out;
    CHECK_OK(go_lines(&call));
    CHECK(at(&out, 31) > 0.99 && at(&out, 0) < 1e-30);
    tb_tensor_release(&in);
    tb_tensor_release(&out);
    tb_tensor_release(&whole);
}

static void counts_are_those_of_a_loop(void)
{
    const int64_t size[] = {5000};
    tb_tensor t, out;
    int64_t expected[50] = {0}, wrong = 0;
    CHECK_OK(tb_tensor_new(&t, TB_INT16, size, NULL, 1, true, err));
    for (int64_t i = 0; i < t.numel; i++) {
        const int16_t x = (int16_t)draw(50);
        memcpy(tb_data(&t) + 2 * i, &x, 2);
        expected[x]++;
    }
    CHECK_OK(tb_bincount(&out, &t, NULL, 60, NULL, err));
    CHECK_EQ(out.numel, 60);
    for (int i = 0; i < 60; i++)
        wrong += at(&out, i) != (i < 50 ? expected[i] : 0);
    CHECK_EQ(wrong, 0);
    tb_tensor_release(&out);
    memset(tb_data(&t) + 7, 0xff, 1);
    CHECK_EQ(tb_bincount(&out, &t, NULL, 0, NULL, &err), TB_RUNTIME_ERROR);
    tb_tensor_release(&t);
}

/* ---- sharing ---- */

static _Atomic int64_t most_slices;
static int released;

static void note_slices(const tb_along_dim_block *b)
{
    if (b->m > most_slices)
        most_slices = b->m;
}

static void *release(void)
{
    released++;
    return NULL;
}
static void reacquire(void *state) { (void)state; }

/* Runs a kernel that does nothing over the rows of a matrix. */
static void run_rows(int64_t rows, int64_t columns, int threads)
{
    const tb_lock_callbacks lock = {release, reacquire, NULL};
    tb_tensor t;
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT32, DIMS(rows, columns), NULL, 2, true, err));
    const tb_along_dim_job job = {.in = &t,
                                  .out = {&t},
                                  .axis = 1,
                                  .value = TB_FLOAT32,
                                  .tile = TB_FLOAT32,
                                  .kernel = {note_slices},
                                  .weight = 1};
    most_slices = released = 0;
    tb_set_num_threads(threads);
    CHECK_OK(tb_along_dim_job_run(&job, &lock, err));
    tb_set_num_threads(1);
    tb_tensor_release(&t);
}

static void few_long_slices_are_shared(void)
{
    run_rows(3, 100000, 1);
    CHECK_EQ(most_slices, 3);
    run_rows(3, 100000, 2);
    CHECK_EQ(most_slices, 2);
}

static void short_slices_cost_more_than_their_elements(void)
{
    run_rows(2, TB_RELEASE_COST / 4, 1);
    CHECK_EQ(released, 0);
    run_rows(TB_RELEASE_COST / 4, 2, 1);
    CHECK_EQ(released, 1);
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    tb_set_num_threads(1);
    every_layout_gives_what_a_loop_gives();
    levels_and_threads_give_the_same_bits();
    kernels_of_longer_slices_give_the_same();
    slices_too_long_to_sort_are_refused();
    dimensions_are_reduced_together();
    a_whole_tensor_has_a_median();
    exponentials_add_up();
    an_output_may_be_the_input_or_meet_it();
    counts_are_those_of_a_loop();
    few_long_slices_are_shared();
    short_slices_cost_more_than_their_elements();
    return check_report(__FILE__);
}
