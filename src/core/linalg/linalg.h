/* linalg.h: matmul and the products it consists of, by torch's rules; and these added to another tensor
 * (addmm and the like).  A call is run as family.h says. */
#ifndef TB_LINALG_H
#define TB_LINALG_H

#include "core/family/family.h"

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
    TB_CALL_HEADER;            /* NEW, OUT or INPLACE (out is the tensor of self) */
    tb_matmul_op op;
    const tb_tensor *self;     /* from TB_ADDMV on, else NULL */
    const tb_tensor *a, *b;
    tb_scalar beta, alpha;     /* from TB_ADDMV on */
    tb_dtype default_dtype;    /* from TB_ADDMV on: the dtype of a float beta */

    /* ---- the preparation fills these ---- */
    tb_matmul_op kind;         /* the product that torch computes for these operands */
    bool row;                  /* torch makes the result as one row, in the sizes that warnings name */
} tb_matmul;

extern const tb_family tb_matmul_family;

#endif
