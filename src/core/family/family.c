/* family.c: see family.h. */
#include "core/family/family.h"
#include "core/copy/clone.h"
#include "core/memory/reshape.h"

/* ---- before the run ---- */

tb_status tb_family_prepare(tb_call_header *call, tb_error *err)
{
    call->results = 1;
    call->warnings = call->in_step = 0;
    for (int k = 0; k < 2; k++) {
        call->out[k].form = call->form;
        call->out[k].resize = false;
        call->out[k].shape = &call->shape;
        call->out[k].stride = NULL;
    }
    return call->family->prepare(call, err);
}

const char *tb_family_warning(const void *call, unsigned warning, char *text, int64_t room)
{
    const tb_call_header *header = call;
    tb_warning_words *const words = header->family->warning_text;
    return words ? words(call, warning, text, room) : tb_output_warning(header->out, warning, text, room);
}

/* ---- operands ---- */

/* Those that have been replaced in the call, to be put back. */
struct tb_operands {
    tb_call_header *call;
    unsigned replaced; /* bit k */
    const tb_tensor *given[TB_MOST_READS];
    tb_tensor own[TB_MOST_READS];
};

static const tb_tensor **operand(tb_call_header *call, int k)
{
    return (const tb_tensor **)(void *)((char *)call + call->family->reads[k]);
}

void tb_operand_replace(tb_operands *operands, int k, tb_tensor *t)
{
    const tb_tensor **const place = operand(operands->call, k);
    if (operands->replaced >> k & 1) {
        tb_tensor_take(&operands->own[k], t);
        return;
    }
    operands->replaced |= 1u << k;
    operands->given[k] = *place;
    memset(&operands->own[k], 0, sizeof operands->own[k]);
    tb_tensor_take(&operands->own[k], t);
    *place = &operands->own[k];
}

static tb_status replace_by_copy(tb_operands *operands, int k, tb_dtype dtype, tb_error *err)
{
    tb_tensor copy;
    TB_TRY(tb_clone(&copy, *operand(operands->call, k), dtype, operands->call->family->keeps_layout, err));
    tb_operand_replace(operands, k, &copy);
    return TB_OK;
}

tb_status tb_operand_cast(tb_operands *operands, int k, tb_dtype dtype, tb_error *err)
{
    return (*operand(operands->call, k))->dtype == dtype ? TB_OK : replace_by_copy(operands, k, dtype, err);
}

static void put_back(tb_operands *operands)
{
    for (int k = 0; operands->replaced >> k; k++)
        if (operands->replaced >> k & 1) {
            *operand(operands->call, k) = operands->given[k];
            tb_tensor_release(&operands->own[k]);
        }
}

/* In place, an operand in step is what the result begins as: where its elements share memory, too. */
static bool is_written_before(const tb_call_header *call, const tb_tensor *t, bool in_step)
{
    const bool begins = in_step && call->form == TB_FORM_INPLACE;
    for (int i = 0; i < tb_output_count(call); i++) {
        const tb_tensor *out = call->out[i].tensor;
        if (out && !(begins && out == t) && tb_output_must_copy(&call->out[i], t, in_step))
            return true;
    }
    return false;
}

/* What is written before it is read becomes a copy. */
static tb_status make_private(tb_operands *operands, tb_error *err)
{
    tb_call_header *const call = operands->call;
    for (int k = 0; k < TB_MOST_READS && call->family->reads[k]; k++) {
        const tb_tensor *t = *operand(call, k);
        if (t && is_written_before(call, t, call->in_step >> k & 1))
            TB_TRY(replace_by_copy(operands, k, t->dtype, err));
    }
    return TB_OK;
}

/* ---- results ---- */

/* The status of what filled the first n: new ones go with a failure. */
static tb_status end_results(const tb_call_header *call, int n, tb_status status)
{
    for (int k = 0; k < n && status != TB_OK && call->form == TB_FORM_NEW; k++)
        if (call->out[k].tensor)
            tb_tensor_release(call->out[k].tensor);
    return status;
}

/* None has other sizes where one cannot get them. */
static tb_status resize_both(const tb_output *out, tb_error *err)
{
    tb_resizing resizings[TB_MAX_RESIZINGS];
    int n = 0;
    for (int k = 0; k < 2; k++)
        if (out[k].tensor && out[k].resize)
            resizings[n++] =
                (tb_resizing){out[k].tensor, out[k].shape->size, out[k].stride, out[k].shape->ndim};
    return n ? tb_tensors_resize(resizings, n, err) : TB_OK;
}

/* After a failure none is new and none has other sizes. */
static tb_status make_results(const tb_call_header *call, int n, tb_error *err)
{
    if (n == 1)
        return tb_output_make(call->out, err);
    if (call->form != TB_FORM_NEW)
        return resize_both(call->out, err);
    for (int k = 0; k < n; k++) {
        const tb_status status = call->out[k].tensor ? tb_output_make(&call->out[k], err) : TB_OK;
        if (status != TB_OK)
            return end_results(call, k, status);
    }
    return TB_OK;
}

static tb_status compute_apart(tb_call_header *call, tb_dtype dtype, tb_error *err)
{
    tb_tensor *const out = call->out->tensor;
    tb_tensor apart;
    TB_TRY(tb_tensor_new(&apart, dtype, call->shape.size, call->out->stride, call->shape.ndim, false, err));
    call->out->tensor = &apart;
    tb_status status = call->family->compute(call, err);
    call->out->tensor = out;
    if (status == TB_OK)
        status = tb_output_make(call->out, err);
    if (status == TB_OK)
        status = end_results(call, 1, tb_copy_releasing(out, &apart, call->lock, err));
    tb_tensor_release(&apart);
    return status;
}

static tb_status compute(tb_call_header *call, tb_error *err)
{
    const tb_family *family = call->family;
    const tb_dtype apart = family->apart ? family->apart(call) : TB_UNDEFINED;
    if (apart != TB_UNDEFINED)
        return compute_apart(call, apart, err);
    const int n = tb_output_count(call);
    TB_TRY(make_results(call, n, err));
    return end_results(call, n, family->compute(call, err));
}

tb_status tb_family_run(tb_call_header *call, tb_error *err)
{
    tb_operands operands;
    const bool shares = call->form != TB_FORM_NEW && call->family->reads[0];
    if (!shares && !call->family->check)
        return compute(call, err);
    operands.call = call;
    operands.replaced = 0;
    tb_status status = shares ? make_private(&operands, err) : TB_OK;
    if (status == TB_OK && call->family->check)
        status = call->family->check(call, &operands, err);
    if (status == TB_OK)
        status = compute(call, err);
    put_back(&operands);
    return status;
}
