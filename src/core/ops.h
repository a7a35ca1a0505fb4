/* ops.h: what the engine knows about an operator: one tb_op per row of
 * src/ops/table.py, written by the generator into generated/ops_rows.inc.
 * Relies on: dtype.h; the generated list of TB_OP_* ids. */
#ifndef TB_OPS_H
#define TB_OPS_H

#include "dtype.h"
#include "generated/ops_ids.h" /* enum { TB_OP_ADD, ..., TB_NOPS } */

#define TB_MAX_INPUTS 3
#define TB_MAX_OPERANDS (TB_MAX_INPUTS + 1)

/* How the compute dtype follows from the operands' dtypes. */
typedef enum {
    TB_PROMOTE_COMMON,  /* result_type of the operands */
    TB_PROMOTE_FLOAT,   /* the same, integral results become the default dtype */
    TB_PROMOTE_OUT      /* the written tensor's dtype (copy, fill) */
} tb_promotion_class;

typedef struct {
    const char *name;                    /* torch's name, used in messages */
    const char *operand[TB_MAX_INPUTS];  /* "self", "other": names in warnings */
    uint8_t nin;
    uint8_t promotion;                   /* tb_promotion_class */
    bool by_size;                        /* moves elements of any dtype: no compute dtype for halves */
    bool refuses_bool;                   /* torch's sub: "Subtraction, the `-` operator, with ... bool" */
    uint8_t wide_scalars; /* bit i: input i, when it has one element, is not rounded to a half dtype */
    int16_t alpha; /* the row that computes with alpha, or -1 ... */
    bool negates_alpha; /* ... of which it takes the negative (sub) */
    bool checked_number; /* a number that the dtype cannot hold is refused (fill) */
    bool one_value; /* may write a tensor with stride 0 (fill) */
} tb_op;

extern const tb_op tb_ops[TB_NOPS];

/* One expression for one compute dtype over n1 rows of n0 elements.  p[0] is
 * written, p[1..] are read; row_stride[i] is the distance between rows in bytes;
 * within a row operand i is contiguous, or one repeated element if bit i of
 * scalar_mask is set.  p[0] may equal an input exactly, never overlap one
 * partly.  Returns 0, or a code that tb_run turns into an error. */
typedef int (*tb_kernel)(char *const p[], const int64_t row_stride[], int64_t n0, int64_t n1,
                         unsigned scalar_mask, const void *params);

#endif
