/* Joining, repeating, flipping, rolling and splitting tensors: against loops over every element, of random
 * sizes, layouts and element sizes, small ones and such that threads share. */
#include "check.h"

static tb_error err;

static const tb_dtype dtypes[] = {TB_UINT8, TB_INT16, TB_FLOAT32, TB_INT64, TB_COMPLEX128};

static double value_at(const tb_tensor *t, const int64_t *index)
{
    return number_at((tb_dtype)t->dtype, tb_data(t) + position(index, t->stride, t->ndim) * t->itemsize);
}

/* Random small numbers, dimensions in a random order in memory, sometimes gaps between elements. */
static void make(tb_tensor *t, tb_dtype dtype, const int64_t *size, int ndim)
{
    int64_t stride[TB_MAX_DIMS];
    draw_strides(stride, size, ndim, draw(2), draw(4) == 0 ? 2 : 1);
    CHECK_OK(tb_tensor_new(t, dtype, size, stride, ndim, true, err));
    for (int64_t i = 0; i < t->storage->nbytes / t->itemsize; i++) {
        const tb_scalar number = {.kind = TB_KIND_INT, .v.i = draw(120)};
        tb_scalar_store(&number, dtype, t->storage->data + i * t->itemsize);
    }
}

/* A random size; one in twelve trials is large enough for threads. */
static int random_size(int64_t *size)
{
    const int ndim = 1 + (int)draw(4);
    const bool large = draw(12) == 0;
    for (int d = 0; d < ndim; d++)
        size[d] = 1 + draw(large ? 2 : 6);
    if (large)
        size[draw(ndim)] = 15000 + draw(9000);
    return ndim;
}

static tb_dtype random_dtype(void) { return dtypes[draw(5)]; }

/* ---- joins ---- */

enum { MOST = 5 };

/* Which tensor does index `at` of the result's joined dimension lie in?  It becomes the place there. */
static int find(const tb_join *join, int64_t *at)
{
    int i = 0;
    if (join->stacks)
        return (int)*at;
    while (*at >= join->tensor[i]->size[join->axis])
        *at -= join->tensor[i++]->size[join->axis];
    return i;
}

static void check_joined(const tb_join *join, const tb_tensor *out)
{
    int64_t index[TB_MAX_DIMS] = {0}, wrong = 0;
    if (out->numel == 0)
        return;
    do {
        int64_t at = index[join->axis], place[TB_MAX_DIMS];
        const int i = find(join, &at);
        int n = 0;
        for (int d = 0; d < out->ndim; d++) {
            if (d != join->axis)
                place[n++] = index[d];
            else if (!join->stacks)
                place[n++] = at;
        }
        wrong += value_at(out, index) != value_at(join->tensor[i], place);
    } while (next_index(index, out->size, out->ndim));
    CHECK_EQ(wrong, 0);
}

static void try_join(void)
{
    int64_t size[4];
    const int ndim = random_size(size), n = 1 + (int)draw(MOST);
    const bool stacks = draw(2), mixed = draw(3) == 0;
    const int axis = (int)draw(ndim + stacks);
    const tb_dtype dtype = random_dtype();
    tb_tensor part[MOST], out;
    const tb_tensor *list[MOST];
    for (int i = 0; i < n; i++) {
        if (!stacks)
            size[axis] = draw(7) + 100 * draw(2);
        make(&part[i], mixed ? random_dtype() : dtype, size, ndim);
        list[i] = &part[i];
    }
    tb_join join = {.family = &tb_join_family,
                    .tensor = list,
                    .n = n,
                    .dim = axis,
                    .stacks = stacks,
                    .form = TB_FORM_NEW,
                    .out[0].tensor = &out};
    CHECK_OK(tb_family_prepare(&join.header, err));
    CHECK_OK(tb_family_run(&join.header, err));
    check_joined(&join, &out);

    /* into a tensor of any layout, and into one that has to grow */
    tb_tensor given;
    if (draw(2))
        make(&given, (tb_dtype)out.dtype, out.size, out.ndim);
    else
        make(&given, (tb_dtype)out.dtype, DIMS(0), 1);
    join.form = TB_FORM_OUT;
    join.out[0].tensor = &given;
    CHECK_OK(tb_family_prepare(&join.header, err));
    CHECK_OK(tb_family_run(&join.header, err));
    check_joined(&join, &given);
    tb_tensor_release(&given);
    tb_tensor_release(&out);
    for (int i = 0; i < n; i++)
        tb_tensor_release(&part[i]);
}

static void test_refused_joins_write_nothing(void)
{
    tb_tensor a, b, out;
    make(&a, TB_FLOAT32, DIMS(2, 3), 2);
    make(&b, TB_FLOAT32, DIMS(2, 4), 2);
    make(&out, TB_INT64, DIMS(3), 1);
    const tb_tensor *list[] = {&a, &b};
    tb_join join = {
        .family = &tb_join_family, .tensor = list, .n = 2, .form = TB_FORM_OUT, .out[0].tensor = &out};
    CHECK_ERROR(tb_family_prepare(&join.header, &err), TB_TYPE_ERROR,
                "torch.cat(): input types can't be cast to the desired output type Long");
    join.out[0].tensor = &a;
    CHECK_ERROR(
        tb_family_prepare(&join.header, &err), TB_RUNTIME_ERROR,
        "Sizes of tensors must match except in dimension 0. Expected size 3 but got size 4 for tensor "
        "number 1 in the list.");
    join.dim = 1;
    CHECK_ERROR(
        tb_family_prepare(&join.header, &err), TB_RUNTIME_ERROR,
        "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
        "single memory location. Please clone() the tensor before performing the operation.");
    CHECK_EQ(join.warnings, TB_WARNING_RESIZE);
    CHECK_EQ(a.size[1], 3);
    join.n = 0;
    CHECK_ERROR(tb_family_prepare(&join.header, &err), TB_VALUE_ERROR,
                "torch.cat(): expected a non-empty list of Tensors");
    CHECK_EQ(a.storage->refs, 1);
    tb_tensor_release(&a);
    tb_tensor_release(&b);
    tb_tensor_release(&out);
}

static int released, reacquired;

static void *release(void)
{
    released++;
    return &released;
}

static void reacquire(void *lock_state) { reacquired += lock_state == &released; }

/* Long joins release the lock and hold what they read, those that cast as well. */
static void test_long_joins_release_the_lock(void)
{
    static const tb_lock_callbacks lock = {release, reacquire, NULL};
    enum { ROWS = TB_RELEASE_COST * 2 / 3000 };
    tb_tensor a, b, out;
    CHECK_OK(tb_tensor_new(&a, TB_FLOAT32, DIMS(ROWS, 1000), NULL, 2, true, err));
    CHECK_OK(tb_tensor_new(&b, TB_INT16, DIMS(ROWS, 1001), NULL, 2, true, err));
    const tb_tensor *list[] = {&a, &a};
    for (int mixed = 0; mixed < 2; mixed++) {
        tb_join join = {.family = &tb_join_family,
                        .lock = &lock,
                        .tensor = list,
                        .n = 2,
                        .dim = 1,
                        .form = TB_FORM_NEW,
                        .out[0].tensor = &out};
        list[1] = mixed ? &b : &a;
        CHECK_OK(tb_family_prepare(&join.header, err));
        released = reacquired = 0;
        CHECK_OK(tb_family_run(&join.header, err));
        CHECK(mixed || released == 1);
        CHECK_EQ(released, reacquired);
        CHECK_EQ(a.storage->pins, 0);
        CHECK_EQ(a.storage->refs, 1);
        check_joined(&join, &out);
        tb_tensor_release(&out);
    }
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

/* ---- repeats ---- */

static void try_repeat(void)
{
    int64_t size[4], index[TB_MAX_DIMS] = {0}, place[TB_MAX_DIMS], wrong = 0;
    const int ndim = random_size(size), more = (int)draw(2);
    tb_shape times = {.ndim = ndim + more};
    tb_tensor t, out;
    make(&t, random_dtype(), size, ndim);
    for (int d = 0; d < times.ndim; d++)
        times.size[d] = 1 + draw(3);
    CHECK_OK(tb_repeat(&out, &t, &times, NULL, err));
    do {
        for (int d = 0; d < ndim; d++)
            place[d] = index[d + more] % size[d];
        wrong += value_at(&out, index) != value_at(&t, place);
    } while (next_index(index, out.size, out.ndim));
    tb_tensor_release(&out);

    const int64_t along = draw(ndim), each = 1 + draw(4);
    CHECK_OK(tb_repeat_each(&out, &t, each, &along, NULL, NULL, err));
    memset(index, 0, sizeof index);
    do {
        memcpy(place, index, sizeof place);
        place[along] /= each;
        wrong += value_at(&out, index) != value_at(&t, place);
    } while (next_index(index, out.size, out.ndim));
    CHECK_EQ(wrong, 0);
    tb_tensor_release(&out);
    tb_tensor_release(&t);
}

static void test_counted_repeats(void)
{
    tb_tensor t, counts, out;
    const int64_t dim = 0, size = 4, wrong_size = 5, numbers[] = {2, 0, 2};
    make(&t, TB_FLOAT32, DIMS(3, 2), 2);
    CHECK_OK(tb_tensor_new(&counts, TB_INT64, DIMS(3), NULL, 1, true, err));
    memcpy(tb_data(&counts), numbers, sizeof numbers);
    CHECK_OK(tb_repeat_by(&out, &t, &counts, &dim, &size, err));
    CHECK_EQ(out.size[0], 4);
    for (int64_t i = 0; i < 4; i++)
        CHECK(value_at(&out, DIMS(i, 1)) == value_at(&t, DIMS(i / 2 * 2, 1)));
    tb_tensor_release(&out);
    CHECK_ERROR(tb_repeat_by(&out, &t, &counts, &dim, &wrong_size, &err), TB_RUNTIME_ERROR,
                "allocated size does not match required size");
    ((int64_t *)(void *)tb_data(&counts))[0] = -1;
    CHECK_ERROR(tb_repeat_by(&out, &t, &counts, &dim, NULL, &err), TB_RUNTIME_ERROR,
                "repeats can not be negative");
    tb_tensor_release(&counts);
    tb_tensor_release(&t);
}

/* ---- flip, roll ---- */

static void try_flip_and_roll(void)
{
    int64_t size[4], index[TB_MAX_DIMS] = {0}, place[TB_MAX_DIMS], wrong = 0;
    const int ndim = random_size(size);
    const unsigned set = (unsigned)draw(1 << ndim);
    tb_shape dims = {.ndim = 0}, shifts = {.ndim = 0};
    tb_tensor t, out;
    make(&t, random_dtype(), size, ndim);
    for (int d = 0; d < ndim; d++)
        if (set >> d & 1)
            dims.size[dims.ndim++] = draw(2) ? d : d - ndim;
    CHECK_OK(tb_flip(&out, &t, &dims, NULL, err));
    do {
        for (int d = 0; d < ndim; d++)
            place[d] = set >> d & 1 ? size[d] - 1 - index[d] : index[d];
        wrong += value_at(&out, index) != value_at(&t, place);
    } while (next_index(index, out.size, ndim));
    tb_tensor_release(&out);

    int64_t by[4] = {0};
    shifts.ndim = dims.ndim;
    for (int i = 0; i < dims.ndim; i++) {
        shifts.size[i] = draw(21) - 10;
        by[(dims.size[i] + ndim) % ndim] = shifts.size[i];
    }
    if (dims.ndim > 0) {
        CHECK_OK(tb_roll(&out, &t, &shifts, &dims, NULL, err));
        memset(index, 0, sizeof index);
        do {
            for (int d = 0; d < ndim; d++)
                place[d] = ((index[d] - by[d]) % size[d] + size[d]) % size[d];
            wrong += value_at(&out, index) != value_at(&t, place);
        } while (next_index(index, out.size, ndim));
        tb_tensor_release(&out);
    }
    CHECK_EQ(wrong, 0);
    tb_tensor_release(&t);
}

/* ---- triangles ---- */

static int64_t count_wrong(const tb_tensor *t, const tb_tensor *out, bool upper, int64_t diagonal)
{
    int64_t index[TB_MAX_DIMS] = {0}, wrong = 0;
    const int ndim = t->ndim;
    do {
        const int64_t place = index[ndim - 1] - index[ndim - 2];
        const bool kept = upper ? place >= diagonal : place <= diagonal;
        wrong += value_at(out, index) != (kept ? value_at(t, index) : 0);
    } while (next_index(index, t->size, ndim));
    return wrong;
}

static void try_tril_and_triu(void)
{
    int64_t size[5] = {1};
    int ndim = random_size(size);
    if (ndim == 1) {
        size[1] = 1 + draw(5);
        ndim = 2;
    }
    const int64_t extremes[] = {INT64_MIN, INT64_MIN + 1, INT64_MAX, INT64_MAX - 1};
    tb_tensor t, out, copy;
    make(&t, random_dtype(), size, ndim);
    tb_tril call = {.family = &tb_tril_family,
                    .in = &t,
                    .part = draw(2) ? TB_UPPER : TB_LOWER,
                    .diagonal = draw(8) == 0 ? extremes[draw(4)] : draw(13) - 6,
                    .form = TB_FORM_NEW,
                    .out[0].tensor = &out};
    const bool upper = call.part == TB_UPPER;
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    CHECK_EQ(count_wrong(&t, &out, upper, call.diagonal), 0);
    tb_tensor_release(&out);
    make(&out, (tb_dtype)t.dtype, size, ndim);
    call.form = TB_FORM_OUT;
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    CHECK_EQ(count_wrong(&t, &out, upper, call.diagonal), 0);
    tb_tensor_release(&out);
    CHECK_OK(tb_clone(&copy, &t, (tb_dtype)t.dtype, true, err));
    call.in = call.out[0].tensor = &copy;
    call.form = TB_FORM_INPLACE;
    CHECK_OK(tb_family_prepare(&call.header, err));
    CHECK_OK(tb_family_run(&call.header, err));
    CHECK_EQ(count_wrong(&t, &copy, upper, call.diagonal), 0);
    tb_tensor_release(&copy);
    tb_tensor_release(&t);
}

int main(int argc, char **argv)
{
    const int rounds = argc > 1 && strcmp(argv[1], "short") == 0 ? 20 : 150;
    CHECK_OK(tb_cpu_select(NULL, err));
    tb_set_num_threads(3);
    for (int i = 0; i < rounds; i++) {
        try_join();
        try_repeat();
        try_flip_and_roll();
        try_tril_and_triu();
    }
    test_refused_joins_write_nothing();
    test_long_joins_release_the_lock();
    test_counted_repeats();
    return check_report(__FILE__);
}
