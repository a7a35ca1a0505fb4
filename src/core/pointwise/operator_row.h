/* operator_row.h: what the engine knows about an operator: the type of a row of the operator table. */
#ifndef TB_OPERATOR_ROW_H
#define TB_OPERATOR_ROW_H

#include "core/kernels/kernels.h"

#define TB_MAX_PARAMETERS 3
#define TB_MAX_CHECKS 2

/* How the compute dtype follows from the operands' dtypes. */
typedef enum {
    TB_PROMOTE_COMMON, /* result_type of the operands */
    TB_PROMOTE_FLOAT,  /* the same, integral results become the default dtype */
    TB_PROMOTE_COUNTED, /* the same, bool becomes int64 (square) */
    TB_PROMOTE_DOUBLE,  /* float64 or complex128 (float_power) */
    TB_PROMOTE_TENSORS, /* result_type of the tensors; a number follows, in the kernel's own type (lerp) */
    TB_PROMOTE_FIRST,  /* the first operand's (masked_fill) */
    TB_PROMOTE_OUT     /* the written tensor's dtype (copy, fill) */
} tb_promotion_class;

/* The result's dtype, from the compute dtype. */
typedef enum {
    TB_RESULT_SAME,
    TB_RESULT_BOOL,
    TB_RESULT_REAL,   /* of a complex dtype its real one */
    TB_RESULT_COMPLEX /* of a floating dtype its complex one */
} tb_result_class;

/* How a new result or a resized out= is laid out; row.py says why. */
typedef enum {
    TB_LAYOUT_OPERANDS,   /* as the operands are (result_layout.h) */
    TB_LAYOUT_LIKE,       /* as empty_like(in[0]), which torch resizes where the sizes differ */
    TB_LAYOUT_CONTIGUOUS,
    TB_LAYOUT_UNCAST,     /* as the operands are before they are cast */
    TB_LAYOUT_NUMBER,     /* as of in[0] and a number beside it */
    TB_LAYOUT_ABS,        /* as of abs(in[0]), or of a part's, and a number beside it */
    TB_LAYOUT_FINITE,     /* as of in[0], or a part, and the result ABS */
    TB_LAYOUT_PARTS,      /* out=: CONTIGUOUS if it is real */
    TB_LAYOUT_COPIED      /* out=: CONTIGUOUS; in place there is nothing to do */
} tb_result_layout;

/* A number beside the operands. */
typedef struct {
    const char *name;
    tb_scalar value; /* its default ... */
    enum { TB_LIMIT_NONE, TB_LIMIT_MAX, TB_LIMIT_LOWEST } limit; /* ... or one of the dtype's own */
    /* T, WIDE, REAL: the kernel reads it in the compute type, which must be able to hold
     * it, WIDE: float32 for the halves; REAL, DOUBLE: a float in Python; INT: an
     * integer, read as int64_t. */
    enum { TB_PARAMETER_T, TB_PARAMETER_WIDE, TB_PARAMETER_REAL, TB_PARAMETER_DOUBLE, TB_PARAMETER_INT } type;
} tb_parameter_info;

struct tb_call;
struct tb_op;
/* What is peculiar to one operator; operator_hooks.c. */
typedef tb_status (*tb_check)(const struct tb_call *call, const struct tb_op *op, tb_error *err);
/* The row that torch computes, seen from the operands; operator_hooks.c. */
typedef void (*tb_choice)(struct tb_call *call);

typedef struct tb_op {
    const char *name;                    /* torch's name, used in messages */
    const char *kernel;                  /* the same in "..." not implemented for 'Bool' */
    const char *kernel_of_number;        /* the same where the last operand is a number, or NULL */
    const char *operand[TB_MAX_INPUTS];  /* "self", "other": names in warnings */
    uint8_t nin;
    uint8_t promotion;                   /* tb_promotion_class */
    uint8_t result;                      /* tb_result_class */
    bool by_size;                        /* moves elements of any dtype: no compute dtype for halves */
    bool exact_out;       /* out= has the compute dtype */
    uint8_t itself;       /* bit k: of dtypes of kind k the result is the operand itself */
    uint8_t layout[TB_KIND_COMPLEX + 1]; /* tb_result_layout of a new result, by kind of in[0] ... */
    uint8_t out_layout[TB_KIND_COMPLEX + 1]; /* ... and of a resized out= */
    uint8_t masks;        /* bit i: input i is bool and takes no part in promotion */
    uint8_t singles;      /* bit i: input i, of the last ones, is a number or a 0-dim tensor, read as one */
    uint8_t exponents; /* bit i: input i is an int64, whatever the others, and takes no part in promotion */
    bool numbers_apart; /* numbers take no part in the result's strides */
    uint8_t wide_scalars; /* bit i: input i, when it has one element, is not rounded to a half dtype */
    int8_t divisor; /* the input in which, among integers, a 0 is an error, or -1 */
    uint8_t nparameters;
    int16_t parametric; /* the row that computes where parameter 0 is not its default, or -1 ... */
    bool alpha; /* ... which is then torch's alpha, with its checks ... */
    bool negates_alpha; /* ... and taken negative (sub) */
    bool checked_number; /* a number that the dtype cannot hold is refused */
    bool double_numbers; /* they are doubles first, and follow a floating input 0 */
    bool one_value; /* may write a tensor with stride 0 (fill) */
    bool selective; /* in place only what the mask, input 1, selects is written, by input 2 */
    bool converts; /* beside numbers input 0 is converted before memory is looked at */
    bool contiguous; /* a new result is, whatever the operands' layouts */
    bool strided; /* kernels of elements of 4 bytes and more are fast along rows of one element, too */
    bool streams; /* kernels of real elements of 4 bytes and more know TB_STREAM_BIT, and have every second
                     element of their operands in vectors */
    tb_parameter_info parameter[TB_MAX_PARAMETERS];
    struct {
        tb_status status; /* TB_OK: not refused */
        const char *text;
    } refuses[TB_KIND_COMPLEX + 1]; /* by kind of an operand */
    tb_check checks[TB_MAX_CHECKS]; /* NULL after the last */
    tb_choice choose; /* or NULL */
    int16_t before; /* the row that makes `other` of a 2 and itself first (ldexp), or -1 */
} tb_op;

#endif
