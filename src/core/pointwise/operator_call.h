/* operator_call.h: the struct for a call of a pointwise operator, shared by all files of this folder
 * (pointwise.h prepares and runs it). */
#ifndef TB_OPERATOR_CALL_H
#define TB_OPERATOR_CALL_H

#include "core/base/shape.h"
#include "core/call/call.h"
#include "core/memory/tensor.h"
#include "core/pointwise/operator_row.h"

typedef struct {
    const tb_tensor *tensor; /* NULL: the operand is the number */
    tb_scalar number;
} tb_operand;
static inline tb_kind tb_operand_kind(const tb_operand *in)
{
    return in->tensor ? tb_dtypes[in->tensor->dtype].kind : in->number.kind;
}

/* Policy, owned by the layer above. */
#define TB_ALLOW_FALLBACK 1u    /* the deprecated 1-dimensional behaviour is on */
#define TB_WARN_ON_BROADCAST 2u /* broadcast_warning.enabled */
/* The tensors are meta tensors (torch's device "meta"): a call makes all its checks, but computes nothing and
 * reads no operand's memory.  A new result is one element, expanded; a written tensor keeps its elements. */
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
    bool fast;                     /* a single kernel call computes it (fast.c) ... */
    uint8_t lead;                  /* ... with the shape of this operand */
    int row;                       /* op, or the row that takes its parameter ... */
    tb_scalar value[TB_MAX_PARAMETERS]; /* ... and the values of the parameters, if `row` has any */
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
