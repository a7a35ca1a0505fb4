/* Overlap: which writes are refused, and which reads need a private copy. */
#include "check.h"

#define CLONE_FIRST "Please clone() the tensor before performing the operation."
#define INTERNAL                                                                                \
    "unsupported operation: more than one element of the written-to tensor refers to a single " \
    "memory location. " CLONE_FIRST
#define PARTIAL                                                                                   \
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to " \
    "a single memory location. " CLONE_FIRST

/* A view of 64 elements of float32. */
typedef struct {
    int ndim;
    int64_t size[4], stride[4], offset;
} place;

static tb_storage *storage;

static void open_place(tb_tensor *t, const place *p)
{
    CHECK_OK(tb_tensor_view(t, storage, TB_FLOAT32, p->size, p->stride, p->ndim, p->offset, err));
}

static void writing_needs_strides_other_than_0(void)
{
    static const struct {
        place out;
        bool writable;
    } cases[] = {
        {{2, {2, 3}, {3, 1}, 0}, true}, {{2, {2, 3}, {0, 1}, 0}, false}, {{2, {1, 3}, {0, 1}, 0}, true},
        {{2, {2, 0}, {0, 1}, 0}, true}, {{0, {0}, {0}, 0}, true},        {{1, {3}, {0}, 0}, false},
        {{2, {2, 2}, {1, 1}, 0}, true}, /* torch leaves this to the caller */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_error err = {.status = TB_OK};
        tb_tensor out;
        open_place(&out, &cases[i].out);
        CHECK_EQ(tb_check_writable(&out, &err), cases[i].writable ? TB_OK : TB_RUNTIME_ERROR);
        CHECK_TEXT(err.message, cases[i].writable ? "" : INTERNAL);
        tb_tensor_release(&out);
    }
}

static void partial_overlap_of_dense_views_is_refused(void)
{
    static const struct {
        place out, in;
        bool refused;
    } cases[] = {
        {{1, {5}, {1}, 1}, {1, {5}, {1}, 0}, true},
        {{1, {5}, {1}, 0}, {1, {5}, {1}, 0}, false},              /* the same elements */
        {{1, {5}, {1}, 0}, {1, {5}, {1}, 5}, false},              /* side by side */
        {{2, {3, 3}, {3, 1}, 0}, {2, {3, 3}, {1, 3}, 0}, true},   /* b += b.t() */
        {{2, {3, 3}, {3, 1}, 0}, {1, {3}, {1}, 0}, true},         /* b += b[0] */
        {{1, {3}, {1}, 0}, {2, {1, 3}, {3, 1}, 0}, true},         /* as torch: more dims, other strides */
        {{2, {1, 3}, {3, 1}, 0},
         {2, {1, 3}, {7, 1}, 0},
         true},   /* as torch: the stride of a size of 1 counts */
        {{1, {2}, {2}, 0}, {1, {2}, {2}, 1}, false},              /* interleaved: not dense */
        {{1, {2}, {2}, 0}, {1, {2}, {1}, 0}, false}, /* one is not dense: torch does not look */
        {{1, {0}, {1}, 0}, {1, {5}, {1}, 0}, false},
        {{1, {5}, {1}, 0}, {1, {0}, {1}, 2}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_error err = {.status = TB_OK};
        tb_tensor out, in;
        open_place(&out, &cases[i].out);
        open_place(&in, &cases[i].in);
        CHECK_EQ(tb_check_partial_overlap(&out, &in, &err), cases[i].refused ? TB_RUNTIME_ERROR : TB_OK);
        CHECK_TEXT(err.message, cases[i].refused ? PARTIAL : "");
        CHECK_EQ(tb_check_partial_overlap(&out, &out, &err), TB_OK);
        tb_tensor_release(&out);
        tb_tensor_release(&in);
    }
}

static void foreign_memories_are_compared_by_address(void)
{
    float memory[8] = {0};
    tb_storage *a, *b;
    tb_tensor out, in;
    CHECK_OK(tb_storage_foreign(memory, sizeof memory, (tb_owner){0}, &a, err));
    CHECK_OK(tb_storage_foreign(memory + 2, sizeof memory - 8, (tb_owner){0}, &b, err));
    CHECK_OK(tb_tensor_view(&out, a, TB_FLOAT32, DIMS(4), DIMS(1), 1, 0, err));
    CHECK_OK(tb_tensor_view(&in, b, TB_FLOAT32, DIMS(4), DIMS(1), 1, 0, err));
    CHECK_EQ(tb_check_partial_overlap(&out, &in, NULL), TB_RUNTIME_ERROR);
    CHECK(tb_needs_private_copy(&out, &in));
    tb_tensor_release(&in);
    CHECK_OK(tb_tensor_view(&in, b, TB_FLOAT32, DIMS(4), DIMS(1), 1, 2, err));
    CHECK_EQ(tb_check_partial_overlap(&out, &in, NULL), TB_OK);
    CHECK(!tb_needs_private_copy(&out, &in));
    tb_tensor_release(&out);
    tb_tensor_release(&in);
    tb_storage_release(a);
    tb_storage_release(b);
}

static void the_same_elements_need_no_copy(void)
{
    static const struct {
        place out, in;
        bool copy;
    } cases[] = {
        {{2, {2, 3}, {3, 1}, 0}, {2, {2, 3}, {3, 1}, 0}, false},
        {{2, {2, 3}, {1, 2}, 4}, {2, {2, 3}, {1, 2}, 4}, false},
        {{2, {1, 3}, {3, 1}, 0}, {2, {1, 3}, {7, 1}, 0}, false}, /* a size of 1 has no stride */
        {{2, {1, 3}, {3, 1}, 0}, {1, {3}, {1}, 0}, false},
        {{2, {2, 3}, {3, 1}, 0}, {1, {3}, {1}, 0}, true},
        {{2, {3, 3}, {3, 1}, 0}, {2, {3, 3}, {1, 3}, 0}, true},
        {{1, {4}, {1}, 0}, {1, {1}, {1}, 3}, true},
        {{1, {4}, {1}, 0}, {1, {1}, {1}, 4}, false},
        {{1, {6}, {1}, 0}, {2, {2, 3}, {3, 1}, 0}, true}, /* not expandable: judged by touching */
        {{2, {2, 2}, {1, 1}, 0}, {2, {2, 2}, {1, 1}, 0}, true}, /* writes an element twice */
        {{1, {0}, {1}, 0}, {1, {1}, {1}, 0}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tb_tensor out, in;
        open_place(&out, &cases[i].out);
        open_place(&in, &cases[i].in);
        CHECK_EQ(tb_needs_private_copy(&out, &in), cases[i].copy);
        tb_tensor_release(&out);
        tb_tensor_release(&in);
    }
}

static void another_dtype_at_the_same_place_needs_a_copy(void)
{
    tb_tensor out, in;
    CHECK_OK(tb_tensor_view(&out, storage, TB_FLOAT32, DIMS(4), DIMS(1), 1, 0, err));
    CHECK_OK(tb_tensor_view(&in, storage, TB_INT32, DIMS(4), DIMS(1), 1, 0, err));
    CHECK(tb_needs_private_copy(&out, &in));
    tb_tensor_release(&in);
    CHECK_OK(tb_tensor_view(&in, storage, TB_UINT8, DIMS(4), DIMS(1), 1, 16, err)); /* just behind */
    CHECK(!tb_needs_private_copy(&out, &in));
    tb_tensor_release(&in);
    CHECK_OK(tb_tensor_view(&in, storage, TB_UINT8, DIMS(4), DIMS(1), 1, 15, err));
    CHECK(tb_needs_private_copy(&out, &in));
    tb_tensor_release(&out);
    tb_tensor_release(&in);
}

static void random_place(place *p, const place *target)
{
    int64_t step = 1;
    p->ndim = target ? target->ndim : (int)draw(4);
    for (int d = p->ndim - 1; d >= 0; d--) {
        p->size[d] = target ? (draw(3) ? target->size[d] : 1) : 1 + draw(3);
        p->stride[d] = draw(3) ? step : draw(5);
        step = p->stride[d] * p->size[d];
        step = step > 12 ? 1 : step;
    }
    p->offset = draw(6);
}

/* Would writing an element of `out` change what a later one reads through `in`? */
static bool one_disturbs_another(const place *out, const place *in)
{
    int64_t stride[4], i[4] = {0};
    tb_expand_strides(in->size, in->stride, in->ndim, out->size, out->ndim, stride);
    do {
        int64_t j[4] = {0}, written = out->offset + position(i, out->stride, out->ndim);
        do {
            if (memcmp(i, j, sizeof i) != 0 && written == in->offset + position(j, stride, out->ndim))
                return true;
        } while (next_index(j, out->size, out->ndim));
    } while (next_index(i, out->size, out->ndim));
    return false;
}

static void no_read_is_disturbed_without_a_copy(void)
{
    int disturbed = 0, spared = 0;
    for (int n = 0; n < 20000; n++) {
        place a, b;
        tb_tensor out, in;
        random_place(&a, NULL);
        if (draw(4))
            random_place(&b, &a);
        else
            b = a;
        open_place(&out, &a);
        open_place(&in, &b);
        bool copy = tb_needs_private_copy(&out, &in);
        if (one_disturbs_another(&a, &b)) {
            disturbed++;
            CHECK(copy);
        } else {
            spared += !copy;
        }
        tb_tensor_release(&out);
        tb_tensor_release(&in);
    }
    CHECK(disturbed > 2000);
    CHECK(spared > 2000);
}

int main(void)
{
    CHECK_OK(tb_storage_new(64 * 4, true, &storage, err));
    writing_needs_strides_other_than_0();
    partial_overlap_of_dense_views_is_refused();
    foreign_memories_are_compared_by_address();
    the_same_elements_need_no_copy();
    another_dtype_at_the_same_place_needs_a_copy();
    no_read_is_disturbed_without_a_copy();
    CHECK_EQ(storage->refs, 1);
    tb_storage_release(storage);
    return check_report(__FILE__);
}
