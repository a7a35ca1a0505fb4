/* fast.c: calls that a single kernel call can compute: contiguous operands of one dtype and one shape, and
 * numbers and 0-dim tensors among them.  Most calls of small tensors are of this kind, and take no checks but
 * those in this file. */
#include "core/pointwise/fast.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/scalar.h"
#include "core/pointwise/operators.h"
#include "core/pointwise/promotion.h"

#include <string.h>

static bool takes_halves(int op, int dtype) { return tb_kernels_active->takes_halves[op] >> dtype & 1; }

/* Does an operand have to be int64, whatever the dtypes of the others? */
static bool takes_integers(const tb_op *op)
{
    for (int i = 0; i < op->nin; i++)
        if ((op->promotion.fixed >> i & 1) && op->promotion.fixed_dtype[i] == TB_INT64)
            return true;
    return false;
}

/* Do operands of this dtype compute in it, whatever the default dtype is, so that nothing can be refused and
 * no parameter needs to be computed? */
static bool is_plain(const tb_op *op, int dtype)
{
    const int kind = tb_dtypes[dtype].kind;
    if (op->promotion.rule == TB_PROMOTE_FIRST ||
        tb_computed_in(op, (tb_dtype)dtype, TB_UNDEFINED) != (tb_dtype)dtype)
        return false;
    const bool tiles =
        tb_is_half((tb_dtype)dtype) && !op->computation.by_size && !takes_halves(op - tb_ops, dtype);
    if (tiles || (op->computation.divisor >= 0 && kind == TB_KIND_INT))
        return false;
    return op->promotion.refuses[kind].status == TB_OK && !op->promotion.singles && !takes_integers(op) &&
           op->hooks.writes != TB_WRITES_SELECTED &&
           !(op->computation.nparameters && op->computation.parametric < 0);
}

tb_plain_row tb_plain_rows[TB_NOPS];

/* Do equal pairs of a plain dtype need no further checks of the call? */
static bool is_pair(const tb_op *op, int dtype)
{
    return op->nin == 2 && !op->hooks.choose && !op->hooks.checks[0] && !op->promotion.fixed &&
           op->hooks.before < 0 && op->promotion.rule <= TB_PROMOTE_COUNTED &&
           op->layout.fresh[tb_dtypes[dtype].kind] == TB_LAYOUT_OPERANDS;
}

void tb_fast_select(void)
{
    memset(tb_plain_rows, 0, sizeof tb_plain_rows);
    for (int op = 0; op < TB_NOPS; op++)
        for (int dtype = 0; dtype < TB_NDTYPES; dtype++) {
            if (!tb_kernels_active->pointwise[op][dtype] || !is_plain(&tb_ops[op], dtype))
                continue;
            tb_plain_row *row = &tb_plain_rows[op];
            row->dtypes |= (uint16_t)(1u << dtype);
            row->pairs |= (uint16_t)(is_pair(&tb_ops[op], dtype) << dtype);
            row->result[dtype] = (uint8_t)tb_result_dtype(&tb_ops[op], (tb_dtype)dtype);
        }
}

/* Kernels of these rows cannot fail: only divisions of integers can. */
tb_status tb_run_equal_pair(tb_tensor *out, int op, const tb_tensor *a, const tb_tensor *b, tb_error *err)
{
    const int64_t itemsize = a->itemsize, outer[3] = {0};
    const tb_dtype result = (tb_dtype)tb_plain_rows[op].result[a->dtype];
    TB_TRY(tb_tensor_new_plain(out, result, a->size, a->ndim, a->numel, false, err));
    TB_TOOK(EQUAL_PAIR);
    char *p[] = {tb_data(out), tb_data(a), tb_data(b)};
    const int64_t inner[] = {out->itemsize, itemsize, itemsize};
    tb_kernels_active->pointwise[op][a->dtype](p, inner, outer, a->numel, 1, &tb_no_context);
    return TB_OK;
}

/* ---- calls with numbers and 0-dim tensors, in place, with out= ---- */

/* Are they disjoint, or the very same elements?  Equal addresses with different strides (of dimensions of
 * size 1) are a partial overlap in torch, which prepare.c refuses. */
static bool same_or_apart(const tb_tensor *out, const tb_tensor *in)
{
    const uintptr_t a = (uintptr_t)tb_data(out), b = (uintptr_t)tb_data(in);
    if (a == b)
        return out->itemsize == in->itemsize && tb_same_sizes(out->stride, out->ndim, in->stride, in->ndim);
    return a + (uintptr_t)(out->numel * out->itemsize) <= b || b + (uintptr_t)(in->numel * in->itemsize) <= a;
}

/* Are the strides those of a new contiguous tensor, even along dimensions of size 1, where any stride would
 * do? */
static bool has_own_strides(const tb_tensor *t)
{
    int64_t step = 1;
    for (int d = t->ndim; d-- > 0; step *= t->size[d])
        if (t->stride[d] != step)
            return false;
    return true;
}

/* Does the lead alone decide the strides of a new result, if the other operands have one element?  Along
 * dimensions of size 1 torch also reads the strides of the others. */
static bool lead_decides(const tb_call *call, const tb_tensor *lead, int nin)
{
    for (int i = call->lead + 1; i < nin && nin > 2; i++) {
        const tb_tensor *t = call->in[i].tensor;
        if (t && t->ndim == lead->ndim && !tb_same_sizes(t->stride, t->ndim, lead->stride, lead->ndim))
            return false;
    }
    return has_own_strides(lead);
}

/* Does the number keep the dtype, and fit it?  Kernels receive it in that dtype. */
static bool number_fits(const tb_op *op, const tb_scalar *number, tb_dtype dtype)
{
    tb_element ignored;
    if (number->kind > tb_dtypes[dtype].kind || number->above_int64 ||
        op->promotion.rule >= TB_PROMOTE_TENSORS)
        return false;
    return op->numbers == TB_NUMBERS_WRAP || tb_scalar_store_checked(number, dtype, &ignored, NULL) == TB_OK;
}

/* The operand of the result's shape, or NULL. */
static const tb_tensor *find_lead(tb_call *call, int nin)
{
    for (int i = 0; i < nin; i++) {
        const tb_tensor *t = call->in[i].tensor;
        if (!t || (t->ndim == 0 && i + 1 < nin && call->in[i + 1].tensor))
            continue;
        call->lead = (uint8_t)i;
        return t;
    }
    return NULL;
}

/* The operand whose dtype the others must have, or -1. */
static int typed_operand(const tb_call *call, const tb_op *op)
{
    if (!(op->promotion.fixed >> call->lead & 1))
        return call->lead;
    for (int i = op->nin; i-- > 0;)
        if (call->in[i].tensor && !(op->promotion.fixed >> i & 1))
            return i;
    return -1;
}

static bool out_fits(const tb_call *call, const tb_tensor *lead, tb_dtype result)
{
    const tb_tensor *out = call->out;
    if (out->dtype != result || !out->contiguous ||
        !tb_same_sizes(out->size, out->ndim, lead->size, lead->ndim))
        return false;
    for (int i = 0; i < tb_ops[call->op].nin; i++)
        if (call->in[i].tensor && !same_or_apart(out, call->in[i].tensor))
            return false;
    return true;
}

/* Is every operand a contiguous tensor of the lead's shape, a 0-dim tensor, or a number that fits?  *equal: do all have
 * the lead's shape? */
static inline bool operands_fit(const tb_call *call, const tb_op *op, const tb_tensor *lead, tb_dtype dtype,
                                bool *equal)
{
    *equal = true;
    for (int i = 0; i < op->nin; i++) {
        const tb_tensor *t = call->in[i].tensor;
        if (t == lead && !op->promotion.fixed)
            continue;
        if (!t) {
            *equal = false;
            if (!number_fits(op, &call->in[i].number, dtype))
                return false;
            continue;
        }
        if (t->dtype != tb_input_dtype(op, i, dtype) || !t->contiguous)
            return false;
        if (tb_same_sizes(t->size, t->ndim, lead->size, lead->ndim))
            continue;
        *equal = false;
        if (t->ndim > 0)
            return false;
    }
    return true;
}

bool tb_try_fast(tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    const int nin = op->nin;
    const tb_tensor *lead = find_lead(call, nin);
    if (!lead || !lead->contiguous || lead->numel == 0 || lead->numel > TB_FAST_NUMEL || call->given ||
        call->row != call->op)
        return false;
    const int typed = typed_operand(call, op);
    if (typed < 0)
        return false;
    const tb_dtype dtype = call->in[typed].tensor->dtype;
    if (!(tb_plain_rows[call->op].dtypes >> dtype & 1))
        return false;
    bool equal;
    if (!operands_fit(call, op, lead, dtype, &equal))
        return false;
    const bool fresh = call->form == TB_FORM_NEW,
               as_operands = op->layout.fresh[tb_dtypes[dtype].kind] == TB_LAYOUT_OPERANDS;
    if (fresh && (op->promotion.rule == TB_PROMOTE_OUT ||
                  ((!equal || !as_operands) && !lead_decides(call, lead, nin))))
        return false;
    const tb_dtype result = (tb_dtype)tb_plain_rows[call->op].result[dtype];
    if (!fresh && !out_fits(call, lead, result))
        return false;
    call->fast = true;
    call->compute = dtype;
    call->result = result;
    return true;
}

int tb_run_fast(const tb_call *call)
{
    const tb_tensor *lead = call->in[call->lead].tensor;
    const int64_t outer[TB_MAX_OPERANDS] = {0};
    tb_element number[TB_MAX_INPUTS];
    int64_t inner[TB_MAX_OPERANDS];
    char *p[TB_MAX_OPERANDS];
    tb_kernel_context context = {0};

    TB_TOOK(FAST);
    p[0] = tb_data(call->out);
    inner[0] = call->out->itemsize;
    for (int i = 0; i < tb_ops[call->op].nin; i++) {
        const tb_tensor *t = call->in[i].tensor;
        if (!t) {
            const bool wide = tb_ops[call->op].wide_halves >> i & takes_halves(call->op, call->compute);
            tb_scalar_store(&call->in[i].number, wide ? TB_FLOAT32 : call->compute, &number[i]);
            p[i + 1] = (char *)&number[i];
            inner[i + 1] = 0;
            context.wide |= (unsigned)wide << (i + 1);
        } else {
            p[i + 1] = tb_data(t);
            inner[i + 1] = t->ndim == lead->ndim ? t->itemsize : 0;
        }
    }
    return tb_kernels_active->pointwise[call->op][call->compute](p, inner, outer, lead->numel, 1, &context);
}
