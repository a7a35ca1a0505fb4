/* linalg.h: matmul and the products it consists of, by torch's rules; and these added to another tensor
 * (addmm and the like).
 *
 * A call is prepared, which makes every check in torch's order and writes nothing, and run; between the
 * two its warnings are issued and, as they may run anything, it is prepared again. */
#ifndef TB_LINALG_H
#define TB_LINALG_H

#include "core/base/shape.h"
#include "core/call/output.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef enum {
    TB_MATMUL,
    TB_DOT,
    TB_VDOT,
    TB_MV,
    TB_MM,
    TB_BMM,
    TB_ADDMV,
    TB_ADDMM,
    TB_ADDBMM,
    TB_BADDBMM
} tb_matmul_op;

typedef struct {
    /* ---- the caller fills these ---- */
    tb_matmul_op op;
    tb_form form;              /* NEW, OUT or INPLACE (out is the tensor of self) */
    const tb_tensor *self;     /* from TB_ADDMV on, else NULL */
    const tb_tensor *a, *b;
    tb_scalar beta, alpha;     /* from TB_ADDMV on */
    tb_dtype default_dtype;    /* from TB_ADDMV on: what a float beta stands for */
    tb_output out;             /* its tensor */

    /* ---- tb_matmul_prepare fills these ---- */
    tb_matmul_op kind;         /* what torch computes, seen from the operands */
    tb_shape shape;            /* of the result ... */
    bool row;                  /* ... which torch makes as one row, in the sizes that warnings name */
    unsigned warnings;         /* TB_WARNING_RESIZE; those of a call that fails are issued, too */
} tb_matmul;

tb_status tb_matmul_prepare(tb_matmul *call, tb_error *err);
/* After a failure a new `out` needs no release, and nothing has been written.  lock may be NULL. */
tb_status tb_matmul_run(tb_matmul *call, const tb_lock_callbacks *lock, tb_error *err);
/* The text of its warning. */
tb_warning_words tb_matmul_warning_text;

#endif
