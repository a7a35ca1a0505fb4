/* run.c: carries out a prepared call: private copies, the result's memory, one
 * plan, one walk.  Relies on: apply.h, result.h, overlap.h, walk.h. */
#include "apply.h"
#include "overlap.h"
#include "result.h"
#include "walk.h"

#include <string.h>

/* What a kernel's code means for the call; a new `out` goes with a failure. */
static tb_status finish(const tb_call *call, int code, tb_error *err)
{
    if (code == 0)
        return TB_OK;
    if (call->form == TB_FORM_NEW)
        tb_tensor_release(call->out);
    return tb_fail(err, TB_RUNTIME_ERROR, "ZeroDivisionError");
}

static tb_status run_fast(tb_call *call, tb_error *err)
{
    const tb_tensor *first = call->in[0].tensor;
    const int64_t no_rows[TB_MAX_OPERANDS] = {0};
    char *p[TB_MAX_OPERANDS];

    if (call->form == TB_FORM_NEW)
        TB_TRY(tb_tensor_new(call->out, call->result, first->size, NULL, first->ndim, false, err));
    p[0] = tb_data(call->out);
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        p[i + 1] = tb_data(call->in[i].tensor);
    tb_kernel kernel = tb_kernels_active->pointwise[call->op][call->compute];
    return finish(call, kernel(p, no_rows, first->numel, 1, 0, NULL), err);
}

/* ---- operands ---- */

/* What a call reads: the caller's tensors, or private ones that it owns. */
typedef struct {
    const tb_tensor *tensor[TB_MAX_INPUTS];
    tb_tensor owned[TB_MAX_INPUTS]; /* zero-filled where unused */
} tb_inputs;

static bool storages_touch(const tb_storage *a, const tb_storage *b)
{
    uintptr_t at_a = (uintptr_t)a->data, at_b = (uintptr_t)b->data;
    return a == b || (at_a < at_b + (uintptr_t)b->nbytes && at_b < at_a + (uintptr_t)a->nbytes);
}

/* Must `in` be read from a copy because the call writes (or moves) its memory? */
static bool must_copy(const tb_call *call, const tb_tensor *in)
{
    if (call->form == TB_FORM_NEW)
        return false;
    if (call->form == TB_FORM_OUT &&
        !tb_same_sizes(call->out->size, call->out->ndim, call->shape.size, call->shape.ndim))
        return storages_touch(call->out->storage, in->storage);
    return tb_needs_private_copy(call->out, in);
}

static tb_status gather_inputs(const tb_call *call, tb_inputs *inputs, tb_error *err)
{
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        const tb_tensor *t = call->in[i].tensor;
        tb_tensor *owned = &inputs->owned[i];
        if (t && call->fallback && !tb_same_sizes(t->size, t->ndim, call->shape.size, call->shape.ndim)) {
            TB_TRY(tb_reshape(owned, t, &call->shape, err)); /* the deprecated 1-dimensional behaviour */
            t = owned;
        }
        if (t && must_copy(call, t)) {
            tb_tensor copy;
            TB_TRY(tb_clone(&copy, t, (tb_dtype)t->dtype, false, err));
            tb_tensor_release(owned);
            tb_status status = tb_view_alias(owned, &copy, err);
            tb_tensor_release(&copy);
            TB_TRY(status);
            t = owned;
        }
        inputs->tensor[i] = t;
    }
    return TB_OK;
}

static tb_status make_output(tb_call *call, tb_error *err)
{
    int64_t stride[TB_MAX_DIMS];
    const tb_shape *shape = &call->shape;
    bool fresh = call->form == TB_FORM_NEW;

    if (!fresh && tb_same_sizes(call->out->size, call->out->ndim, shape->size, shape->ndim))
        return TB_OK;
    tb_result_strides(call, stride);
    if (fresh)
        return tb_tensor_new(call->out, call->result, shape->size, stride, shape->ndim, false, err);
    return tb_tensor_resize(call->out, shape->size, stride, shape->ndim, err);
}

/* ---- the walk ---- */

static void add_cast(tb_lane *lane, tb_dtype from, tb_dtype to)
{
    if (from != to)
        lane->cast[lane->cast[0] ? 1 : 0] = tb_kernels_active->cast[from][to];
}

/* dtype of the tiles: float32 stands in for the halves. */
static tb_dtype tile_dtype(const tb_call *call)
{
    return tb_ops[call->op].by_size ? call->compute : (tb_dtype)tb_dtypes[call->compute].compute;
}

/* An operand is cast to the compute dtype as torch casts it, so it is rounded to
 * a half before it becomes float32, except where the row says that a single
 * element stays wide. */
static void describe_tensor(const tb_call *call, int i, const tb_tensor *t, tb_lane *lane, tb_layout *layout)
{
    tb_dtype memory = (tb_dtype)t->dtype, tile = tile_dtype(call);
    bool wide = (tb_ops[call->op].wide_scalars >> i & 1) && t->numel == 1;

    *lane = (tb_lane){.memory_itemsize = t->itemsize, .tile_itemsize = tb_dtypes[tile].itemsize};
    if (!wide) {
        add_cast(lane, memory, call->compute);
        memory = call->compute;
    }
    add_cast(lane, memory, tile);
    *layout = (tb_layout){tb_data(t), t->size, t->stride, t->ndim, t->itemsize};
}

static void describe_number(const tb_call *call, int i, tb_element *element, tb_lane *lane, tb_layout *layout)
{
    tb_dtype tile = tile_dtype(call);
    int itemsize = tb_dtypes[tile].itemsize;
    if (tb_ops[call->op].wide_scalars >> i & 1) {
        tb_scalar_store(&call->in[i].number, tile, element);
    } else {
        tb_element rounded;
        tb_scalar_store(&call->in[i].number, call->compute, &rounded);
        tb_convert(tile, element, call->compute, &rounded);
    }
    *lane = (tb_lane){.memory_itemsize = itemsize, .tile_itemsize = itemsize};
    *layout = (tb_layout){.data = (char *)element, .itemsize = itemsize};
}

static void describe_output(const tb_call *call, tb_lane *lane, tb_layout *layout)
{
    const tb_tensor *t = call->out;
    tb_dtype tile = tile_dtype(call);
    *lane = (tb_lane){.memory_itemsize = t->itemsize, .tile_itemsize = tb_dtypes[tile].itemsize};
    add_cast(lane, tile, call->result);
    add_cast(lane, call->result, (tb_dtype)t->dtype);
    *layout = (tb_layout){tb_data(t), t->size, t->stride, t->ndim, t->itemsize};
}

static int walk_all(const tb_call *call, const tb_inputs *inputs)
{
    const int nin = tb_ops[call->op].nin;
    tb_layout layout[TB_MAX_OPERANDS];
    tb_element number[TB_MAX_INPUTS], factor;
    tb_work work = {.kernel = tb_kernels_active->pointwise[call->row][call->compute]};
    tb_plan plan;
    tb_walk walk;

    describe_output(call, &work.lane[0], &layout[0]);
    for (int i = 0; i < nin; i++) {
        if (inputs->tensor[i])
            describe_tensor(call, i, inputs->tensor[i], &work.lane[i + 1], &layout[i + 1]);
        else
            describe_number(call, i, &number[i], &work.lane[i + 1], &layout[i + 1]);
    }
    if (call->row != call->op) {
        tb_element rounded;
        tb_scalar_store(&call->factor, call->compute, &rounded);
        tb_convert(tile_dtype(call), &factor, call->compute, &rounded);
        work.params = &factor;
    }
    tb_plan_build(&plan, &call->shape, layout, nin + 1);
    tb_walk_init(&walk, &plan, &work);
    return tb_walk_run(&walk, 0, walk.units);
}

tb_status tb_run(tb_call *call, tb_error *err)
{
    if (call->fast)
        return run_fast(call, err);

    tb_inputs inputs;
    memset(&inputs, 0, sizeof inputs);
    tb_status status = gather_inputs(call, &inputs, err);
    if (status == TB_OK)
        status = make_output(call, err);
    if (status == TB_OK && call->out->numel != 0)
        status = finish(call, walk_all(call, &inputs), err);
    for (int i = 0; i < TB_MAX_INPUTS; i++)
        tb_tensor_release(&inputs.owned[i]);
    return status;
}

/* ---- shorthands ---- */

static tb_status prepare_and_run(tb_call *call, tb_error *err)
{
    TB_TRY(tb_prepare(call, err));
    return tb_run(call, err);
}

tb_status tb_copy(tb_tensor *out, const tb_tensor *src, tb_error *err)
{
    tb_call call = {.op = TB_OP_COPY, .form = TB_FORM_WRITE, .out = out, .in = {{.tensor = src}}};
    return prepare_and_run(&call, err);
}

tb_status tb_fill(tb_tensor *out, const tb_scalar *value, tb_error *err)
{
    tb_call call = {.op = TB_OP_FILL, .form = TB_FORM_WRITE, .out = out, .in = {{.number = *value}}};
    return prepare_and_run(&call, err);
}

tb_status tb_clone(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, bool keep_layout, tb_error *err)
{
    int64_t stride[TB_MAX_DIMS];
    if (keep_layout)
        tb_preserve_strides(t->size, t->stride, t->ndim, stride);
    TB_TRY(tb_tensor_new(out, dtype, t->size, keep_layout ? stride : NULL, t->ndim, false, err));
    tb_status status = tb_copy(out, t, err);
    if (status != TB_OK)
        tb_tensor_release(out);
    return status;
}

tb_status tb_reshape(tb_tensor *out, const tb_tensor *t, const tb_shape *shape, tb_error *err)
{
    tb_shape size = *shape;
    bool needs_copy;
    tb_tensor copy;
    TB_TRY(tb_view_reshape(out, t, size.size, size.ndim, &needs_copy, err));
    if (!needs_copy)
        return TB_OK;
    TB_TRY(tb_clone(&copy, t, (tb_dtype)t->dtype, false, err));
    tb_status status = tb_view_reshape(out, &copy, size.size, size.ndim, &needs_copy, err);
    tb_tensor_release(&copy);
    return status;
}
