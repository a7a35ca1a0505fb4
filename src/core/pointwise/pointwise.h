/* pointwise.h: the single entry for every pointwise operator in every form.
 *
 * A call is described by a tb_call and follows the protocol of core/call/call.h; where
 * tb_prepare fails, it asks for no warnings before. */
#ifndef TB_POINTWISE_H
#define TB_POINTWISE_H

#include "core/base/memory_format.h"
#include "core/base/shape.h"
#include "core/call/output.h"
#include "core/memory/tensor.h"
#include "core/pointwise/operator_row.h"
#include "core/threads/caller_lock.h"

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

/* Reads 0-dim tensors that the row takes as numbers into call->in. */
tb_status tb_prepare(tb_call *call, tb_error *err);

/* The call must have been prepared and nothing changed since.  After a failure a
 * new `out` needs no release, and no other tensor has been resized or written,
 * except by a kernel that gave up: rows whose kernels can fail look at their
 * operands before the first write. */
tb_status tb_run(tb_call *call, tb_error *err);

/* As tb_run; lock NULL: it keeps the lock. */
tb_status tb_run_releasing(tb_call *call, const tb_lock_callbacks *lock, tb_error *err);

tb_warning_words tb_warning_text; /* of a tb_call */

/* The dtype in which input i reaches the kernel. */
static inline tb_dtype tb_input_dtype(const tb_op *op, int i, tb_dtype compute)
{
    return op->promotion.fixed >> i & 1 ? (tb_dtype)op->promotion.fixed_dtype[i] : compute;
}

/* ---- copies, for the families above: they ask for no warnings ---- */

/* out.copy_(src): any dtypes and layouts, src broadcast to out. */
tb_status tb_copy(tb_tensor *out, const tb_tensor *src, tb_error *err);
tb_status tb_copy_releasing(tb_tensor *out, const tb_tensor *src, const tb_lock_callbacks *lock,
                            tb_error *err);
/* A fresh contiguous tensor with t's elements (contiguous(), reshape's copy);
 * `keep_layout`: torch's preserve_format instead (clone, to). */
tb_status tb_clone(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, bool keep_layout, tb_error *err);
/* t.reshape(shape): a view where the strides allow it, else of a contiguous copy;
 * one -1 allowed. */
tb_status tb_reshape(tb_tensor *out, const tb_tensor *t, const tb_shape *shape, tb_error *err);
/* A copy in memory of its own, cast to `dtype`; lock as in tb_run_releasing. */
tb_status tb_clone_as(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, tb_memory_format format,
                      const tb_lock_callbacks *lock, tb_error *err);
/* *t becomes a clone of itself, which *owned (zero-filled, or another one) holds from now on. */
tb_status tb_own_clone(const tb_tensor **t, tb_tensor *owned, tb_dtype dtype, bool keep_layout,
                       tb_error *err);
/* What a call reads while it writes its n outputs: *in (NULL: nothing) as it is or, where they may share
 * memory, as a clone, which fills *owned.  `same_element` as in tb_output_must_copy. */
tb_status tb_clone_if_written(const tb_output *outputs, int n, bool same_element, bool keep_layout,
                              const tb_tensor **in, tb_tensor *owned, tb_error *err);
static inline tb_status tb_private_operand(const tb_output *outputs, int n, bool same_element,
                                           bool keep_layout, const tb_tensor **in, tb_tensor *owned,
                                           tb_error *err)
{
    if (outputs->form == TB_FORM_NEW || !*in)
        return TB_OK;
    return tb_clone_if_written(outputs, n, same_element, keep_layout, in, owned, err);
}
/* t.contiguous().view(-1): a view of a contiguous tensor, else a copy. */
tb_status tb_ravel(tb_tensor *out, const tb_tensor *t, tb_error *err);

#endif
