/* run.c: runs a prepared call: private copies, the result's memory, one plan, one iteration. */
#include "core/base/tuning.h"
#include "core/base/strategies.h"
#include "core/call/output.h"
#include "core/pack/pack.h"
#include "core/iterate/fill_selected.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/pack/pack_cast.h"
#include "core/iterate/parallel.h"
#include "core/kernels/levels/tables.h"
#include "core/kernels/scalar.h"
#include "core/memory/overlap.h"
#include "core/memory/reshape.h"
#include "core/memory/view.h"
#include "core/pointwise/fast.h"
#include "core/pointwise/has_zero.h"
#include "core/pointwise/operators.h"
#include "core/pointwise/pointwise.h"
#include "core/pointwise/result_layout.h"

#include <string.h>

/* ---- divisors ---- */

/* Looks for zeros before anything is written.  A tensor with dimensions is only widened by promotion, but a
 * single element may wrap to 0. */
static tb_status check_divisor(const tb_call *call, tb_error *err)
{
    const int i = tb_ops[call->op].computation.divisor;
    if (i < 0 || tb_dtypes[call->compute].kind != TB_KIND_INT ||
        tb_numel(call->shape.size, call->shape.ndim) == 0)
        return TB_OK;
    const tb_tensor *t = call->in[i].tensor;
    bool zero;
    if (t && call->policy & TB_META)
        return TB_OK;
    if (t && t->ndim > 0) {
        zero = tb_has_zero(t);
    } else {
        tb_scalar number = t ? tb_scalar_load(t->dtype, tb_data(t)) : call->in[i].number;
        tb_element element;
        tb_scalar_store(&number, call->compute, &element);
        zero = tb_scalar_load(call->compute, &element).v.i == 0;
    }
    return zero ? tb_fail(err, TB_RUNTIME_ERROR, "ZeroDivisionError") : TB_OK;
}

/* Turns a kernel's code into a status; releases a new `out` on failure. */
static tb_status finish(const tb_call *call, int code, tb_error *err)
{
    if (code == 0)
        return TB_OK;
    if (call->form == TB_FORM_NEW)
        tb_tensor_release(call->out);
    return code == TB_RANGE_INTERRUPTED ? tb_fail_interrupted(err)
                                        : tb_fail(err, TB_RUNTIME_ERROR, "ZeroDivisionError");
}

static int64_t cost_of(const tb_call *call, int row)
{
    const tb_kernel libm = tb_kernels_libm.pointwise[row][call->compute];
    const bool in_vectors = libm != tb_kernels_active->pointwise[row][call->compute];
    const int plain = tb_ops[row].computation.divides ? TB_WEIGHT_DIVISION : 1;
    const int weight = !libm ? plain : in_vectors ? TB_WEIGHT_VECTOR_MATH : TB_WEIGHT_LIBM;
    return tb_parallel_cost(call->out->numel, tb_dtypes[call->compute].itemsize, weight);
}

/* ---- operands ---- */

/* The inputs: the caller's tensors, or private copies that the call owns. */
typedef struct {
    const tb_tensor *tensor[TB_MAX_INPUTS];
    tb_tensor owned[TB_MAX_INPUTS]; /* zero-filled where unused */
} tb_inputs;

static tb_output output_of(const tb_call *call)
{
    const tb_tensor *out = call->out;
    return (tb_output){.form = call->form,
                       .tensor = call->out,
                       .dtype = call->result,
                       .resize = call->form == TB_FORM_OUT &&
                                 !tb_same_sizes(out->size, out->ndim, call->shape.size, call->shape.ndim),
                       .shape = &call->shape};
}

/* Are all rows contiguous, or one element repeated?  If not, tiles are used, which cast one element per row
 * as seldom as a copy would. */
static bool has_contiguous_rows(const tb_call *call)
{
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        const tb_tensor *t = call->in[i].tensor;
        const int last = t ? t->ndim - 1 : -1;
        if (last >= 0 && t->size[last] > 1 && t->stride[last] > 1)
            return false;
    }
    return true;
}

static bool should_cast_first(const tb_call *call, int i, const tb_tensor *t, int64_t numel)
{
    const tb_dtype wanted = tb_input_dtype(&tb_ops[call->op], i, call->compute);
    return t->dtype != wanted && numel >= TB_CAST_ONCE_NUMEL && t->numel > 1 &&
           t->numel <= numel / TB_CAST_ONCE_USES &&
           t->numel <= TB_CAST_ONCE_BYTES / tb_dtypes[wanted].itemsize && has_contiguous_rows(call);
}

/* Replaces *t by a contiguous copy of it, cast to `dtype`, which *owned holds (zero-filled before, or the old
 * *t). */
static tb_status make_private(const tb_tensor **t, tb_tensor *owned, tb_dtype dtype, tb_error *err)
{
    tb_tensor copy;
    tb_call call = {.op = TB_OP_COPY, .form = TB_FORM_WRITE, .out = &copy, .in = {{.tensor = *t}}};
    TB_TRY(tb_tensor_new(&copy, dtype, (*t)->size, NULL, (*t)->ndim, false, err));
    tb_status status = tb_prepare(&call, err);
    if (status == TB_OK)
        status = tb_run(&call, err);
    TB_TRY(tb_made(&copy, status));
    tb_tensor_take(owned, &copy);
    *t = owned;
    return TB_OK;
}

/* The deprecated 1-dimensional behaviour: reshapes an operand to the result's shape. */
static tb_status reshape_operand(const tb_tensor **t, tb_tensor *owned, const tb_shape *shape, tb_error *err)
{
    tb_shape size = *shape;
    tb_tensor reshaped;
    bool needs_copy;
    TB_TRY(tb_view_reshape(&reshaped, *t, size.size, size.ndim, &needs_copy, err));
    if (needs_copy) {
        TB_TRY(make_private(t, owned, (*t)->dtype, err));
        TB_TRY(tb_view_reshape(&reshaped, *t, size.size, size.ndim, &needs_copy, err));
    }
    tb_tensor_take(owned, &reshaped);
    *t = owned;
    return TB_OK;
}

static tb_status gather_inputs(const tb_call *call, const tb_output *output, tb_inputs *inputs, tb_error *err)
{
    const int64_t numel = tb_numel(call->shape.size, call->shape.ndim);
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        const tb_tensor *t = call->in[i].tensor;
        tb_tensor *owned = &inputs->owned[i];
        if (t && call->fallback && !tb_same_sizes(t->size, t->ndim, call->shape.size, call->shape.ndim))
            TB_TRY(reshape_operand(&t, owned, &call->shape, err));
        if (t && tb_output_must_copy(output, t, true))
            TB_TRY(make_private(&t, owned, t->dtype, err));
        if (t && should_cast_first(call, i, t, numel)) {
            TB_TOOK(CAST_ONCE);
            TB_TRY(make_private(&t, owned, tb_input_dtype(&tb_ops[call->op], i, call->compute), err));
        }
        inputs->tensor[i] = t;
    }
    return TB_OK;
}

static tb_status make_output(const tb_call *call, tb_output *output, tb_error *err)
{
    int64_t room[TB_MAX_DIMS];
    if (output->form != TB_FORM_NEW && !output->resize)
        return TB_OK;
    output->stride = tb_output_strides(call, room);
    return tb_output_make(output, err);
}

/* ---- the iteration ---- */

/* Does the kernel compute with halves directly? */
static bool takes_halves(const tb_call *call)
{
    return tb_kernels_active->takes_halves[call->row] >> call->compute & 1;
}

/* Among halves, is the single element (t NULL: a number) passed as float32, whether or not it is rounded to a
 * half? */
static bool is_wide(const tb_call *call, const tb_tensor *t)
{
    return tb_ops[call->row].nin > 1 && (!t || t->numel == 1) && takes_halves(call);
}

/* An operand is cast to the compute dtype as torch casts it, that is, rounded to a half before it becomes
 * float32, except if the row says that a single element stays wide. */
static void describe_tensor(const tb_call *call, int i, const tb_tensor *t, tb_transfer *transfer,
                            tb_layout *layout)
{
    const tb_op *op = &tb_ops[call->op];
    const tb_dtype wanted = tb_input_dtype(op, i, call->compute);
    const tb_dtype tile = takes_halves(call) && !is_wide(call, t) ? wanted : tb_tile_dtype(call, wanted);
    const bool wide = (op->wide_halves >> i & 1) && t->numel == 1;
    tb_set_transfer_in(transfer, t->dtype, wide ? t->dtype : wanted, tile);
    *layout = tb_layout_of(t);
}

/* Casts a single element right away, so that the other operands can still be used in place. */
static void cast_single(const tb_tensor *t, tb_element *element, tb_transfer *transfer, tb_layout *layout)
{
    tb_element first;
    if (t->numel != 1 || !transfer->cast[0])
        return;
    TB_TOOK(CAST_SINGLE);
    transfer->cast[0](transfer->cast[1] ? &first : element, layout->data, 1);
    if (transfer->cast[1])
        transfer->cast[1](element, &first, 1);
    *transfer =
        (tb_transfer){.memory_itemsize = transfer->tile_itemsize, .tile_itemsize = transfer->tile_itemsize};
    *layout = (tb_layout){.data = (char *)element, .itemsize = transfer->tile_itemsize};
}

/* Stores a number as the kernel reads it. */
static void store_number(const tb_call *call, const tb_scalar *number, tb_element *element)
{
    tb_element rounded;
    tb_scalar_store(number, call->compute, &rounded);
    tb_convert(tb_tile_dtype(call, call->compute), element, call->compute, &rounded);
}

static void describe_number(const tb_call *call, int i, tb_element *element, tb_transfer *transfer,
                            tb_layout *layout)
{
    tb_dtype tile = tb_tile_dtype(call, call->compute);
    int itemsize = tb_dtypes[tile].itemsize;
    if ((tb_ops[call->op].wide_halves >> i & 1) || tb_ops[call->op].promotion.rule == TB_PROMOTE_TENSORS)
        tb_scalar_store(&call->in[i].number, tile, element);
    else
        store_number(call, &call->in[i].number, element);
    *transfer = (tb_transfer){.memory_itemsize = itemsize, .tile_itemsize = itemsize};
    *layout = (tb_layout){.data = (char *)element, .itemsize = itemsize};
}

static void describe_output(const tb_call *call, tb_transfer *transfer, tb_layout *layout)
{
    const tb_tensor *t = call->out;
    tb_dtype tile = takes_halves(call) ? call->result : tb_tile_dtype(call, call->result);
    tb_set_transfer_out(transfer, tile, call->result, t->dtype);
    *layout = tb_layout_of(t);
}

/* ---- copies between dtypes ---- */

typedef struct {
    tb_cast cast;
    int itemsize; /* of the output */
} cast_job;

static int cast_rows(char *const p[], const int64_t inner[], const int64_t outer[], int64_t n0, int64_t n1,
                     const tb_kernel_context *context)
{
    const cast_job *job = context->params;
    for (int64_t j = 0; j < n1; j++) {
        char *o = p[0] + j * outer[0];
        const bool single = inner[1] == 0;
        job->cast(o, p[1] + j * outer[1], single ? 1 : n0);
        if (single)
            tb_repeat_bytes(o, job->itemsize, n0 * job->itemsize);
    }
    return 0;
}

/* A copy packs elements directly into the output, with its cast as the kernel: no second tile.  Memory that
 * is both read and written needs the tile. */
static void describe_copy(const tb_call *call, tb_loop_body *body, cast_job *job)
{
    tb_transfer *transfer = &body->transfer[1];
    if (body->reads_output || transfer->cast[1] || body->transfer[0].cast[0])
        return;
    if (!transfer->cast[0]) {
        TB_TOOK(COPY_WITHOUT_TILE);
        body->is_copy = call->compute != TB_BOOL; /* bool copies are 0 and 1, whatever byte meant true */
        return;
    }
    TB_TOOK(COPY_BY_CAST);
    *job = (cast_job){transfer->cast[0], body->transfer[0].tile_itemsize};
    *transfer = (tb_transfer){.memory_itemsize = transfer->memory_itemsize,
                              .tile_itemsize = transfer->memory_itemsize};
    body->kernel = cast_rows;
    body->context.params = job;
}

/* ---- the whole call ---- */

static bool reads_output(const tb_call *call, const tb_inputs *inputs)
{
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        if (inputs->tensor[i] && tb_storages_overlap(call->out->storage, inputs->tensor[i]->storage))
            return true;
    return false;
}

/* Single elements and numbers come in `number`. */
static void describe_inputs(const tb_call *call, const tb_inputs *inputs, tb_element *number,
                            tb_loop_body *body, tb_layout *layout)
{
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        const tb_tensor *t = inputs->tensor[i];
        if (is_wide(call, t))
            body->context.wide |= 2u << i;
        if (t) {
            describe_tensor(call, i, t, &body->transfer[i + 1], &layout[i + 1]);
            cast_single(t, &number[i], &body->transfer[i + 1], &layout[i + 1]);
        } else {
            describe_number(call, i, &number[i], &body->transfer[i + 1], &layout[i + 1]);
        }
    }
}

static void store_parameters(const tb_call *call, tb_element *parameter)
{
    const tb_op *row = &tb_ops[call->row];
    for (int i = 0; i < row->computation.nparameters && row->computation.parametric < 0; i++) {
        const int type = row->computation.parameter[i].type;
        if (type == TB_PARAMETER_DOUBLE || type == TB_PARAMETER_INT)
            tb_scalar_store(&call->value[i], type == TB_PARAMETER_INT ? TB_INT64 : TB_FLOAT64, &parameter[i]);
        else if (type == TB_PARAMETER_WIDE)
            tb_scalar_store(&call->value[i], tb_tile_dtype(call, call->compute), &parameter[i]);
        else
            store_number(call, &call->value[i], &parameter[i]);
    }
}

static int run_planned(const tb_call *call, const tb_inputs *inputs, const tb_lock_callbacks *lock)
{
    const int nin = tb_ops[call->op].nin;
    const tb_op *row = &tb_ops[call->row];
    tb_layout layout[TB_MAX_OPERANDS];
    tb_element number[TB_MAX_INPUTS], parameter[TB_MAX_PARAMETERS];
    tb_loop_body body = {.kernel = tb_kernels_active->pointwise[call->row][call->compute],
                         .context.params = parameter,
                         .reads_output = reads_output(call, inputs),
                         .strided_kernel = row->computation.strided};
    cast_job job;
    tb_plan plan;
    tb_iteration iteration;

    describe_output(call, &body.transfer[0], &layout[0]);
    describe_inputs(call, inputs, number, &body, layout);
    store_parameters(call, parameter);
    if (call->op == TB_OP_COPY && inputs->tensor[0])
        describe_copy(call, &body, &job);
    body.streaming_kernel = row->computation.streams && body.transfer[0].tile_itemsize >= 4 &&
                            tb_dtypes[call->compute].kind != TB_KIND_COMPLEX;
    tb_plan_build(&plan, &call->shape, layout, nin + 1);
    tb_choose(&iteration, &plan, &body);
    const int64_t cost = cost_of(call, call->row);
    if (cost < TB_POOL_LEAST)
        return tb_iteration_run(&iteration, 0, iteration.units);
    const tb_tensor *tensor[TB_MAX_OPERANDS] = {call->out};
    memcpy(tensor + 1, inputs->tensor, (size_t)nin * sizeof *tensor);
    return tb_parallel_iterate(&iteration, cost, tensor, lock);
}

/* Does the call write in place through a mask? */
static bool writes_selected(const tb_call *call)
{
    return tb_ops[call->op].hooks.writes == TB_WRITES_SELECTED && call->form == TB_FORM_INPLACE;
}

static tb_status run_selected(const tb_call *call, const tb_inputs *inputs, const tb_lock_callbacks *lock,
                              tb_error *err)
{
    tb_element value;
    tb_scalar_store(&call->in[2].number, call->result, &value);
    return tb_fill_selected(call->out, inputs->tensor[1], &value, lock, err);
}

/* Runs a fast call; if it is too much for one thread, it is planned like all others. */
static tb_status run_fast(tb_call *call, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_tensor *lead = call->in[call->lead].tensor;
    tb_inputs inputs;
    if (call->form == TB_FORM_NEW)
        TB_TRY(tb_tensor_new_plain(call->out, call->result, lead->size, lead->ndim, lead->numel, false, err));
    if (cost_of(call, call->op) < TB_POOL_LEAST)
        return finish(call, tb_run_fast(call), err);
    tb_set_shape(&call->shape, lead);
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        inputs.tensor[i] = call->in[i].tensor;
    return finish(call, run_planned(call, &inputs, lock), err);
}

/* Makes the result of a TB_META call; its element is 1, by which everything can be divided. */
static tb_status make_meta(const tb_call *call, tb_error *err)
{
    static const int64_t stride[TB_MAX_DIMS];
    const tb_scalar one = {.kind = TB_KIND_INT, .v.i = 1};
    tb_tensor element;
    if (call->form != TB_FORM_NEW)
        return TB_OK;
    TB_TRY(tb_tensor_new(&element, call->result, NULL, NULL, 0, false, err));
    tb_scalar_store(&one, call->result, tb_data(&element));
    tb_status status = tb_tensor_view(call->out, element.storage, call->result, call->shape.size, stride,
                                      call->shape.ndim, 0, err);
    tb_tensor_release(&element);
    return status;
}

tb_status tb_run_releasing(tb_call *call, const tb_lock_callbacks *lock, tb_error *err)
{
    if (call->fast)
        return run_fast(call, lock, err);

    tb_output output = output_of(call);
    tb_inputs inputs;
    TB_TRY(check_divisor(call, err));
    if (call->policy & TB_META)
        return make_meta(call, err);
    memset(&inputs, 0, sizeof inputs);
    tb_status status = gather_inputs(call, &output, &inputs, err);
    if (status == TB_OK)
        status = make_output(call, &output, err);
    if (status == TB_OK && call->out->numel != 0)
        status = writes_selected(call) ? run_selected(call, &inputs, lock, err)
                                       : finish(call, run_planned(call, &inputs, lock), err);
    for (int i = 0; i < TB_MAX_INPUTS; i++)
        tb_tensor_release(&inputs.owned[i]);
    return status;
}

tb_status tb_run(tb_call *call, tb_error *err) { return tb_run_releasing(call, NULL, err); }
