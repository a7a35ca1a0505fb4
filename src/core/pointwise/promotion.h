/* promotion.h: promotion of a call's operands, and the result's dtype.  `op` is the call's row of the
 * operator table, which this file does not include. */
#ifndef TB_PROMOTION_H
#define TB_PROMOTION_H

#include "core/pointwise/operator_call.h"

/* The promotion state of the call's operands, masks excluded. */
tb_promotion tb_promotion_of(const tb_call *call, const tb_op *op);
/* Fails if torch does not promote the operands to `dtype`: a number above int64 is a uint64 for torch, which
 * has no common dtype with bool, for example. */
tb_status tb_check_unsigned(const tb_call *call, const tb_op *op, tb_dtype dtype, tb_error *err);
/* Fails if in[1] and in[2] are numbers of which one is above int64: torch does not promote its uint64. */
tb_status tb_check_unsigned_pair(const tb_call *call, tb_error *err);

/* The row's compute dtype for operands of this common dtype. */
static inline tb_dtype tb_computed_in(const tb_op *op, tb_dtype common, tb_dtype default_dtype)
{
    const tb_kind kind = tb_dtypes[common].kind;
    switch (op->promotion.rule) {
    case TB_PROMOTE_FLOAT:
        return kind < TB_KIND_FLOAT ? default_dtype : common;
    case TB_PROMOTE_COUNTED:
        return common == TB_BOOL ? TB_INT64 : common;
    case TB_PROMOTE_DOUBLE:
        return kind == TB_KIND_COMPLEX ? TB_COMPLEX128 : TB_FLOAT64;
    default:
        return common;
    }
}

/* The row's result dtype for this compute dtype. */
static inline tb_dtype tb_result_dtype(const tb_op *op, tb_dtype compute)
{
    switch (op->promotion.result) {
    case TB_RESULT_BOOL:
        return TB_BOOL;
    case TB_RESULT_REAL:
        return tb_to_real(compute);
    case TB_RESULT_COMPLEX:
        return tb_to_complex(compute);
    default:
        return compute;
    }
}

#endif
