/* operator_call.h: a call of a pointwise operator, as all files of this folder see it (pointwise.h prepares
 * and runs it). */
#ifndef TB_OPERATOR_CALL_H
#define TB_OPERATOR_CALL_H

#include "core/base/shape.h"
#include "core/call/call.h"
#include "core/memory/tensor.h"
#include "core/pointwise/operator_row.h"

typedef struct {
    const tb_tensor *tensor; /* NULL: the number counts */
    tb_scalar number;
} tb_operand;
static inline tb_kind tb_operand_kind(const tb_operand *in)
{
    return in->tensor ? tb_dtypes[in->tensor->dtype].kind : in->number.kind;
}

/* Policy, owned by the layer above. */
#define TB_ALLOW_FALLBACK 1u    /* the deprecated 1-dimensional behaviour is on */
#define TB_WARN_ON_BROADCAST 2u /* broadcast_warning.enabled */
/* The tensors are meta tensors (torch's device "meta"): whatever a call checks is checked, but nothing is computed
 * and no operand's memory is looked at. A new result is one element, expanded; what is written stays as it is. */
#define TB_META 4u

typedef struct tb_call {
    /* ---- the caller fills these ---- */
    int op;                        /* TB_OP_*; tb_prepare may set the row that torch computes instead */
    tb_form form;
    tb_operand in[TB_MAX_INPUTS];
    tb_tensor *out;
    unsigned given;                /* bit i: parameter i of the row is given; others have their defaults */
    tb_scalar parameter[TB_MAX_PARAMETERS];
    tb_dtype default_dtype;
    tb_dtype forced_dtype;         /* TB_FORM_NEW of TB_PROMOTE_OUT rows: the new tensor's dtype */
    unsigned policy;

    /* ---- tb_prepare fills these ---- */
    unsigned warnings;
    bool fallback;
    bool fast;                     /* one kernel call does it (fast.c) ... */
    uint8_t lead;                  /* ... over as many elements as this operand has */
    int row;                       /* op, or the row for its parameter ... */
    tb_scalar value[TB_MAX_PARAMETERS]; /* ... and the parameters' values, if `row` uses them */
    tb_dtype compute;              /* the operands' common dtype */
    tb_dtype result;               /* dtype of the values produced */
    tb_shape shape;                /* of the result; undefined when fast */
} tb_call;

/* The dtype in which input i reaches the kernel. */
static inline tb_dtype tb_input_dtype(const tb_op *op, int i, tb_dtype compute)
{
    return op->promotion.fixed >> i & 1 ? (tb_dtype)op->promotion.fixed_dtype[i] : compute;
}

#endif
