/* apply.h: the single entry for every pointwise operator in every form.
 *
 * A call is described by a tb_call, checked by tb_prepare (which allocates and
 * writes nothing) and carried out by tb_run.  Between the two the caller issues
 * the warnings that tb_prepare asked for and, because a warning may run
 * anything, prepares again:
 *
 *     do {
 *         if (tb_prepare(&call, &err) != TB_OK) -> raise
 *         todo = call.warnings & ~issued;  issue them;  issued |= todo;
 *     } while (todo);
 *     tb_run(&call, &err)
 *
 * Relies on: tensor.h, ops.h. */
#ifndef TB_APPLY_H
#define TB_APPLY_H

#include "ops.h"
#include "tensor.h"

typedef enum {
    TB_FORM_NEW,     /* out is uninitialised memory; tb_run fills it with a fresh tensor */
    TB_FORM_OUT,     /* out= : resized when its shape is not the result's */
    TB_FORM_INPLACE, /* out is the tensor of in[0] */
    TB_FORM_WRITE    /* out is written, never resized, and is no input: copy_, fill_ */
} tb_form;

typedef struct {
    const tb_tensor *tensor; /* NULL: the number counts */
    tb_scalar number;
} tb_operand;

/* Policy, owned by the layer above. */
#define TB_ALLOW_FALLBACK 1u    /* the deprecated 1-dimensional behaviour is on */
#define TB_WARN_ON_BROADCAST 2u /* broadcast_warning.enabled */

/* Warnings a prepared call asks for, in the order of issue. */
#define TB_WARNING_BROADCAST 1u
#define TB_WARNING_FALLBACK 2u
#define TB_WARNING_BYTE_CONDITION 4u
#define TB_WARNING_FILL_EXPANDED 8u
#define TB_WARNING_RESIZE 16u
#define TB_WARNING_COMPLEX_TO_REAL 32u
#define TB_WARNING_OTHER 256u /* from here on: of functions that are no operators */

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
/* dtype of the tiles of values of this dtype: float32 stands in for the halves. */
static inline tb_dtype tb_tile_dtype(const tb_call *call, tb_dtype dtype)
{
    return tb_ops[call->op].by_size ? dtype : tb_dtypes[dtype].compute;
}
/* For checks: the dtypes that the call's operands bring, masks apart; */
tb_promotion tb_promotion_of(const tb_call *call);
/* of a number above int64 torch makes a uint64, which bool tensors cannot be promoted to; nor are other
 * pairs. */
tb_status tb_check_unsigned(const tb_call *call, tb_dtype dtype, tb_error *err);
/* in[1] and in[2] are numbers of which one is above int64: torch does not promote its uint64. */
tb_status tb_check_unsigned_pair(const tb_call *call, tb_error *err);
/* The call must have been prepared and nothing changed since.  After a failure a
 * new `out` needs no release, and no other tensor has been resized or written,
 * except by a kernel that gave up: rows whose kernels can fail look at their
 * operands before the first write. */
tb_status tb_run(tb_call *call, tb_error *err);

/* The caller's lock, which a long run leaves and enters again; `leave` gives what
 * `enter` needs.  Meanwhile others may change or free the call's tensors: only
 * the memory itself is used, held and pinned. */
typedef struct {
    void *(*leave)(void);
    void (*enter)(void *state);
} tb_lock;
/* As tb_run; lock NULL: it keeps the lock. */
tb_status tb_run_leaving(tb_call *call, const tb_lock *lock, tb_error *err);

/* Text of one requested warning. */
#define TB_WARNING_MAX 4096
const char *tb_warning_text(const tb_call *call, unsigned warning, char *text, int64_t room);
/* That of TB_WARNING_RESIZE, for out= of what is not pointwise. */
const char *tb_resize_warning(char *text, int64_t room, const int64_t *size, int ndim, const int64_t *wanted,
                              int wanted_ndim);

/* The dtype in which input i reaches the kernel. */
static inline tb_dtype tb_input_dtype(const tb_op *op, int i, tb_dtype compute)
{
    return op->masks >> i & 1 ? TB_BOOL : op->exponents >> i & 1 ? TB_INT64 : compute;
}

/* ---- shorthands on the same road, for the layers above; they ask for no warnings ---- */

/* out.copy_(src): any dtypes and layouts, src broadcast to out. */
tb_status tb_copy(tb_tensor *out, const tb_tensor *src, tb_error *err);
tb_status tb_copy_leaving(tb_tensor *out, const tb_tensor *src, const tb_lock *lock, tb_error *err);
/* out.fill_(number), with torch's overflow check. */
tb_status tb_fill(tb_tensor *out, const tb_scalar *value, tb_error *err);
tb_status tb_fill_leaving(tb_tensor *out, const tb_scalar *value, const tb_lock *lock, tb_error *err);
/* As tb_tensor_new, of zeros. */
tb_status tb_zeros(tb_tensor *out, tb_dtype dtype, const int64_t *size, const int64_t *stride, int ndim,
                   const tb_lock *lock, tb_error *err);
/* A fresh contiguous tensor with t's elements (contiguous(), reshape's copy);
 * `keep_layout`: torch's preserve_format instead (clone, to). */
tb_status tb_clone(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, bool keep_layout, tb_error *err);
/* t.reshape(shape): a view where the strides allow it, else of a contiguous copy;
 * one -1 allowed. */
tb_status tb_reshape(tb_tensor *out, const tb_tensor *t, const tb_shape *shape, tb_error *err);

#endif
