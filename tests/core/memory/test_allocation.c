/* No memory: tensors, views, operators and calls that follow indices, each with every
 * one of its allocations failing.  Relies on: allocations.h. */
#include "allocations.h"

/* ---- what is tried; each fills `made` unless it says so ---- */

static tb_status new_contiguous(tb_error *err)
{
    return tb_tensor_new(&made, TB_FLOAT64, deep, NULL, 7, false, err);
}

static tb_status new_zeroed(tb_error *err)
{
    return tb_tensor_new(&made, TB_BOOL, DIMS(3, 4), NULL, 2, true, err);
}

static tb_status new_strided(tb_error *err)
{
    return tb_tensor_new(&made, TB_INT32, deep, DIMS(1, 1, 2, 1, 1, 6, 1), 7, true, err);
}

static tb_status alias(tb_error *err) { return tb_view_alias(&made, &t, err); }
static tb_status expand(tb_error *err)
{
    return tb_view_expand(&made, &t, DIMS(2, 4, -1, 1, 1, 2, 5), 7, err);
}
static tb_status permute(tb_error *err)
{
    return tb_view_permute(&made, &t, DIMS(6, 5, 4, 3, 2, 1, 0), 7, err);
}
static tb_status transpose(tb_error *err) { return tb_view_transpose(&made, &t, 0, -2, err); }
static tb_status reversed(tb_error *err) { return tb_view_reversed(&made, &t, err); }
static tb_status squeeze_none(tb_error *err) { return tb_view_squeeze(&made, &t, DIMS(0), 1, err); }
static tb_status unsqueeze(tb_error *err) { return tb_view_unsqueeze(&made, &t, 3, err); }
static tb_status slice(tb_error *err) { return tb_view_slice(&made, &t, 2, 1, 3, 1, err); }
static tb_status as_strided(tb_error *err) { return tb_view_as_strided(&made, &t, deep, deep, 7, 0, err); }
static tb_status view_as(tb_error *err)
{
    return tb_view_as(&made, &t, DIMS(2, 1, 3, 1, 1, 1, 2, 1), 8, err);
}

static int returned;
static void give_back(void *owner) { ++*(int *)owner; }

static tb_status foreign(tb_error *err)
{
    static int16_t memory[12];
    tb_storage *storage;
    returned = 0;
    tb_status status =
        tb_storage_foreign(memory, sizeof memory, (tb_owner){give_back, &returned}, &storage, err);
    if (status != TB_OK) {
        CHECK(storage == NULL);
        return status;
    }
    status = tb_tensor_view(&made, storage, TB_INT16, deep, DIMS(1, 1, 2, 1, 1, 6, 1), 7, 0, err);
    tb_storage_release(storage);
    CHECK_EQ(returned, status != TB_OK);
    return status;
}

/* Resizes t itself; `made` is only there to be released. */
static tb_status resize(tb_error *err)
{
    tb_status status = tb_tensor_resize(&t, DIMS(2, 1, 3, 1, 1, 2, 1, 5), NULL, 8, err);
    if (status == TB_OK) {
        until_failure = -1; /* what follows is not on trial */
        CHECK_EQ(t.storage->nbytes, 120);
        for (int i = 0; i < 12; i++)
            CHECK_EQ(((int16_t *)tb_data(&t))[i], i);
        tb_tensor_release(&t);
        make_t();
        CHECK_OK(tb_view_alias(&made, &t, err));
    }
    return status;
}

static tb_status apply(tb_form form, tb_tensor *out, const tb_tensor *a, const tb_tensor *b, tb_error *err)
{
    tb_call call;
    memset(&call, 0, sizeof call);
    call.op = TB_OP_ADD;
    call.form = form;
    call.in[0].tensor = a;
    call.in[1].tensor = b;
    call.out = out;
    call.default_dtype = TB_FLOAT32;
    call.forced_dtype = TB_UNDEFINED;
    TB_TRY(tb_prepare(&call, err));
    return tb_run(&call, err);
}

static tb_status add(tb_error *err) { return apply(TB_FORM_NEW, &made, &t, &t, err); }

static tb_status add_0_dim(tb_error *err)
{
    tb_tensor scalar;
    TB_TRY(tb_tensor_new(&scalar, TB_FLOAT64, NULL, NULL, 0, true, err));
    tb_status status = apply(TB_FORM_NEW, &made, &t, &scalar, err);
    tb_tensor_release(&scalar);
    return status;
}

/* An out= of another shape and dtype is resized; a failure leaves it as it was. */
static tb_status add_into_out(tb_error *err)
{
    TB_TRY(tb_tensor_new(&made, TB_FLOAT64, DIMS(1), NULL, 1, true, err));
    *(double *)tb_data(&made) = 7;
    tb_status status = apply(TB_FORM_OUT, &made, &t, &t, err);
    if (status != TB_OK) {
        CHECK_TENSOR(&made, 1, DIMS(1), DIMS(1));
        CHECK_EQ(made.storage->nbytes, 8);
        CHECK(*(double *)tb_data(&made) == 7);
        tb_tensor_release(&made);
    } else {
        CHECK_TENSOR(&made, 7, deep, made.stride);
    }
    return status;
}

/* Reads its own transpose, so a private copy is made; a failure writes nothing. */
static tb_status add_in_place_with_overlap(tb_error *err)
{
    tb_tensor window, transposed;
    TB_TRY(tb_tensor_new(&made, TB_INT64, DIMS(3, 4), NULL, 2, true, err));
    for (int i = 0; i < 12; i++)
        ((int64_t *)tb_data(&made))[i] = i;
    CHECK_OK(tb_view_slice(&window, &made, 1, 0, 3, 1, err));
    CHECK_OK(tb_view_t(&transposed, &window, err));
    tb_status status = apply(TB_FORM_INPLACE, &window, &window, &transposed, err);
    for (int i = 0; i < 12; i++) {
        int row = i / 4, column = i % 4, sum = column < 3 ? i + column * 4 + row : i;
        CHECK_EQ(((int64_t *)tb_data(&made))[i], status == TB_OK ? sum : i);
    }
    tb_tensor_release(&window);
    tb_tensor_release(&transposed);
    if (status != TB_OK)
        tb_tensor_release(&made);
    return status;
}

static tb_status reshape(tb_error *err)
{
    return tb_reshape(&made, &t, &(tb_shape){.ndim = 7, .size = {3, 1, 1, 1, 1, 1, 4}}, err);
}

/* The deprecated 1-dimensional behaviour reads a reshaped copy. */
static tb_status add_by_fallback(tb_error *err)
{
    tb_tensor flat;
    TB_TRY(tb_tensor_new(&flat, TB_INT16, DIMS(12), NULL, 1, true, err));
    tb_call call = {.op = TB_OP_ADD,
                    .in = {{.tensor = &flat}, {.tensor = &t}},
                    .out = &made,
                    .default_dtype = TB_FLOAT32,
                    .policy = TB_ALLOW_FALLBACK};
    tb_status status = tb_prepare(&call, err);
    if (status == TB_OK)
        status = tb_run(&call, err);
    tb_tensor_release(&flat);
    return status;
}

static tb_status range(tb_error *err)
{
    tb_scalar zero = {.kind = TB_KIND_INT}, end = {.kind = TB_KIND_INT, .v.i = 6}, one = zero;
    one.v.i = 1;
    tb_range r = {.start = zero, .end = end, .step = one, .dtype = TB_INT16};
    TB_TRY(tb_range_plan(&r, err));
    TB_TRY(tb_tensor_new(&made, TB_INT16, DIMS(2, 3), DIMS(1, 2), 2, true, err));
    tb_status status = tb_range_write(&r, &made, NULL, err);
    for (int i = 0; i < 6; i++)
        CHECK_EQ(((int16_t *)tb_data(&made))[i], status == TB_OK ? i / 2 + i % 2 * 3 : 0);
    if (status != TB_OK)
        tb_tensor_release(&made);
    return status;
}

static tb_status indexed(tb_gather_call *call, tb_error *err)
{
    TB_TRY(tb_family_prepare(&call->header, err));
    return tb_family_run(&call->header, err);
}

/* Reads its own memory, so that copies are made; a failure neither resizes nor writes. */
static tb_status select_into_own_memory(tb_error *err)
{
    tb_tensor window, index;
    TB_TRY(tb_tensor_new(&made, TB_INT16, DIMS(1, 1, 1, 1, 1, 3, 4), NULL, 7, true, err));
    for (int i = 0; i < 12; i++)
        ((int16_t *)tb_data(&made))[i] = (int16_t)i;
    tb_status status = tb_view_slice(&window, &made, 6, 1, 2, 1, err);
    if (status == TB_OK) {
        status = tb_tensor_new(&index, TB_INT32, DIMS(3), NULL, 1, true, err);
        if (status == TB_OK) {
            tb_gather_call call = {.family = &tb_gather_families[TB_INDEX_SELECT],
                                   .op = TB_INDEX_SELECT,
                                   .form = TB_FORM_OUT,
                                   .self = &made,
                                   .index = &index,
                                   .dim = 6,
                                   .out = {{&window}}};
            status = indexed(&call, err);
            CHECK_EQ(window.size[6], status == TB_OK ? 3 : 1);
            tb_tensor_release(&index);
        }
        tb_tensor_release(&window);
    }
    for (int i = 0; i < 12; i++)
        CHECK_EQ(((int16_t *)tb_data(&made))[i], status == TB_OK && i > 0 && i < 10 ? (i - 1) / 3 * 4 : i);
    if (status != TB_OK)
        tb_tensor_release(&made);
    return status;
}

/* index_add and scatter of halves in place: products, private copies, sums in float32. */
static tb_status add_halves(tb_gather_op op, int64_t alpha, tb_error *err)
{
    tb_tensor index, source;
    TB_TRY(tb_tensor_new(&made, TB_FLOAT16, DIMS(2, 1, 1, 1, 1, 1, 1), NULL, 7, true, err));
    tb_status status = tb_tensor_new(&index, TB_INT32, op == TB_SCATTER ? made.size : DIMS(2), NULL,
                                     op == TB_SCATTER ? 7 : 1, true, err);
    if (status == TB_OK) {
        status = tb_clone(&source, &made, TB_FLOAT16, true, err);
        if (status == TB_OK) {
            tb_gather_call call = {.family = &tb_gather_families[op],
                                   .op = op,
                                   .form = TB_FORM_INPLACE,
                                   .self = &made,
                                   .index = &index,
                                   .src = &source,
                                   .number = {.kind = TB_KIND_INT, .v.i = alpha},
                                   .reduce = TB_SCATTER_REDUCE_ADD,
                                   .out = {{&made}}};
            status = indexed(&call, err);
            tb_tensor_release(&source);
        }
        tb_tensor_release(&index);
    }
    if (status != TB_OK)
        tb_tensor_release(&made);
    return status;
}

static tb_status scatter_halves(tb_error *err) { return add_halves(TB_SCATTER, 1, err); }
static tb_status index_add_halves(tb_error *err) { return add_halves(TB_INDEX_ADD, 2, err); }

static tb_status take_few(tb_error *err)
{
    tb_tensor index;
    TB_TRY(tb_tensor_new(&index, TB_INT64, DIMS(1), NULL, 1, true, err));
    tb_gather_call call = {
        .family = &tb_gather_families[TB_TAKE], .op = TB_TAKE, .self = &t, .index = &index, .out = {{&made}}};
    tb_status status = indexed(&call, err);
    tb_tensor_release(&index);
    return status;
}

static tb_status clone(tb_error *err) { return tb_clone(&made, &t, TB_FLOAT16, true, err); }

static tb_status new_large(tb_error *err)
{
    return tb_tensor_new(&made, TB_FLOAT64, DIMS(100, 1000, 1, 1, 1, 1, 10), NULL, 7, true, err);
}

/* Broadcasts t to many rows; reads a large operand. */
static tb_status add_large(tb_error *err)
{
    tb_tensor rows;
    TB_TRY(tb_tensor_new(&rows, TB_INT16, DIMS(30000, 1, 1, 1, 1, 1, 1, 1), NULL, 8, true, err));
    tb_status status = apply(TB_FORM_NEW, &made, &t, &rows, err);
    tb_tensor_release(&rows);
    return status;
}

static const step steps[] = {
    {"new_large", new_large},
    {"add_large", add_large},
    {"new_contiguous", new_contiguous},
    {"new_zeroed", new_zeroed},
    {"new_strided", new_strided},
    {"alias", alias},
    {"expand", expand},
    {"permute", permute},
    {"transpose", transpose},
    {"reversed", reversed},
    {"squeeze_none", squeeze_none},
    {"unsqueeze", unsqueeze},
    {"slice", slice},
    {"as_strided", as_strided},
    {"view_as", view_as},
    {"foreign", foreign},
    {"resize", resize},
    {"add", add},
    {"add_0_dim", add_0_dim},
    {"add_into_out", add_into_out},
    {"add_in_place_with_overlap", add_in_place_with_overlap},
    {"clone", clone},
    {"reshape", reshape},
    {"add_by_fallback", add_by_fallback},
    {"range", range},
    {"select_into_own_memory", select_into_own_memory},
    {"scatter_halves", scatter_halves},
    {"index_add_halves", index_add_halves},
    {"take_few", take_few},
};

int main(void)
{
    every_allocation_of_steps(steps, sizeof steps / sizeof *steps);
    return check_report(__FILE__);
}
