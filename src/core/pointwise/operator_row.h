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

/* What becomes of a number beside tensors; row.py says more. */
typedef enum {
    TB_NUMBERS_WRAP,  /* around, in an integer dtype */
    TB_NUMBERS_FIT,   /* what the dtype cannot hold is refused */
    TB_NUMBERS_DOUBLE /* they are doubles first, and follow a floating input 0 */
} tb_numbers;

typedef enum {
    TB_WRITES_ALL,
    TB_WRITES_ONE_VALUE, /* everywhere the same: may write a tensor with stride 0 (fill) */
    TB_WRITES_ANYWHERE,  /* whatever memory shares with other memory (threshold) */
    TB_WRITES_SELECTED   /* in place only what the mask, input 1, selects, by input 2 (masked_fill_) */
} tb_writes;

struct tb_call;
struct tb_op;
/* Hooks, of operator_hooks.c.  What is peculiar to one operator: */
typedef tb_status (*tb_check)(const struct tb_call *call, const struct tb_op *op, tb_error *err);
/* The row that torch computes, seen from the operands. */
typedef void (*tb_choice)(struct tb_call *call);
/* Parameter 0, which was given, as the kernel gets it. */
typedef tb_status (*tb_take_parameter)(struct tb_call *call, tb_error *err);

/* What a row says; src/codegen/operators/row.py explains it. */
typedef struct tb_op {
    const char *name;                   /* torch's name, used in messages */
    const char *operand[TB_MAX_INPUTS]; /* "self", "other": names in warnings */
    uint8_t nin;
    uint8_t itself; /* bit k: of dtypes of kind k the result is the operand itself */
    struct {
        uint8_t rule;   /* tb_promotion_class */
        uint8_t result; /* tb_result_class */
        bool exact_out; /* out= has the compute dtype */
        uint8_t fixed;  /* bit i: input i takes no part in promotion and is ... */
        uint8_t fixed_dtype[TB_MAX_INPUTS]; /* ... of this tb_dtype for the kernel: TB_BOOL or TB_INT64 */
        uint8_t singles; /* bit i: input i, of the last ones, is a number or a 0-dim tensor, read as one */
        struct {
            tb_status status; /* TB_OK: not refused */
            const char *text;
        } refuses[TB_KIND_COMPLEX + 1]; /* by kind of an operand */
    } promotion;
    struct {
        uint8_t fresh[TB_KIND_COMPLEX + 1];   /* tb_result_layout of a new result, by kind of in[0] ... */
        uint8_t resized[TB_KIND_COMPLEX + 1]; /* ... and of a resized out= */
        bool contiguous;      /* a new result is, whatever the operands' layouts */
        bool without_numbers; /* numbers take no part in the result's strides */
    } layout;
    uint8_t numbers;     /* tb_numbers */
    uint8_t wide_halves; /* bit i: input i, when it has one element, is not rounded to a half dtype */
    struct {
        const char *kernel;           /* its name in "..." not implemented for 'Bool' */
        const char *kernel_of_number; /* the same where the last operand is a number, or NULL */
        bool by_size; /* moves elements of any dtype: no compute dtype for halves */
        bool strided; /* kernels of elements of 4 bytes and more are fast along rows of one element, too */
        bool divides; /* an element costs what a division or a square root does */
        bool streams; /* kernels of real elements of 4 bytes and more can stream */
        int8_t divisor; /* the input in which, among integers, a 0 is an error, or -1 */
        int16_t parametric; /* the row that computes where parameter 0 is not its default, or -1 */
        uint8_t nparameters;
        tb_parameter_info parameter[TB_MAX_PARAMETERS];
    } computation;
    struct {
        tb_choice choose; /* or NULL */
        tb_check checks[TB_MAX_CHECKS]; /* NULL after the last */
        tb_take_parameter parameter; /* or NULL: it is taken as it is */
        int16_t before; /* the row that makes `other` of a 2 and itself first (ldexp), or -1 */
        bool converts; /* beside numbers input 0 is converted before memory is looked at */
        uint8_t writes; /* tb_writes */
    } hooks;
} tb_op;

#endif
