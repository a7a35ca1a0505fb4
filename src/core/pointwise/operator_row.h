/* operator_row.h: the description of an operator: the type of a row of the operator table. */
#ifndef TB_OPERATOR_ROW_H
#define TB_OPERATOR_ROW_H

#include "core/kernels/kernels.h"

#define TB_MAX_PARAMETERS 3
#define TB_MAX_CHECKS 2

/* How the compute dtype follows from the operands' dtypes. */
typedef enum {
    TB_PROMOTE_COMMON, /* result_type of the operands */
    TB_PROMOTE_FLOAT,  /* the same, but integral results become the default dtype */
    TB_PROMOTE_COUNTED, /* the same, but bool becomes int64 (square) */
    TB_PROMOTE_DOUBLE,  /* float64 or complex128 (float_power) */
    TB_PROMOTE_TENSORS, /* result_type of the tensors; a number is in the kernel's own type (lerp) */
    TB_PROMOTE_FIRST,  /* the first operand's dtype (masked_fill) */
    TB_PROMOTE_OUT     /* the written tensor's dtype (copy, fill) */
} tb_promotion_class;

/* How the result's dtype follows from the compute dtype. */
typedef enum {
    TB_RESULT_SAME,
    TB_RESULT_BOOL,
    TB_RESULT_REAL,   /* the real dtype of a complex one */
    TB_RESULT_COMPLEX /* the complex dtype of a floating one */
} tb_result_class;

/* The layout of a new result or a resized out=; row.py gives the reasons. */
typedef enum {
    TB_LAYOUT_OPERANDS,   /* that of the operands (result_layout.h) */
    TB_LAYOUT_LIKE,       /* that of empty_like(in[0]), which torch resizes if the sizes differ */
    TB_LAYOUT_CONTIGUOUS,
    TB_LAYOUT_UNCAST,     /* that of the operands before they are cast */
    TB_LAYOUT_NUMBER,     /* that of in[0] combined with a number */
    TB_LAYOUT_ABS,        /* that of abs(in[0]), or of a part's, combined with a number */
    TB_LAYOUT_FINITE,     /* that of in[0], or of a part, combined with the ABS result */
    TB_LAYOUT_PARTS,      /* out=: CONTIGUOUS if it is real */
    TB_LAYOUT_COPIED      /* out=: CONTIGUOUS; in place nothing is checked */
} tb_result_layout;

/* A parameter: a number beside the operands. */
typedef struct {
    const char *name;
    tb_scalar value; /* its default ... */
    enum { TB_LIMIT_NONE, TB_LIMIT_MAX, TB_LIMIT_LOWEST } limit; /* ... or a limit of the dtype */
    /* T, WIDE and REAL are read in the compute type (WIDE: float32 for the halves), which must be able to
     * represent them; REAL and DOUBLE are floats in Python; INT is an integer, read as int64_t. */
    enum { TB_PARAMETER_T, TB_PARAMETER_WIDE, TB_PARAMETER_REAL, TB_PARAMETER_DOUBLE, TB_PARAMETER_INT } type;
} tb_parameter_info;

/* What happens to a number among tensors; row.py says more. */
typedef enum {
    TB_NUMBERS_WRAP, /* it wraps around in an integer dtype */
    TB_NUMBERS_FIT, /* it is refused if the dtype cannot represent it */
    TB_NUMBERS_DOUBLE /* it is a double first; not promoted if input 0 is floating */
} tb_numbers;

typedef enum {
    TB_WRITES_ALL,
    TB_WRITES_ONE_VALUE, /* one value everywhere: may write a tensor with stride 0 (fill) */
    TB_WRITES_ANYWHERE, /* even if elements share memory (threshold) */
    TB_WRITES_SELECTED /* in place, only what the mask, input 1, selects, with input 2 (masked_fill_) */
} tb_writes;

struct tb_call;
struct tb_op;
/* Hooks (operator_hooks.c): the code for a single operator.  Checks: */
typedef tb_status (*tb_check)(const struct tb_call *call, const struct tb_op *op, tb_error *err);
/* Chooses the row that torch computes for these operands. */
typedef void (*tb_choice)(struct tb_call *call);
/* Converts a given parameter 0 to what the kernel receives. */
typedef tb_status (*tb_take_parameter)(struct tb_call *call, tb_error *err);

/* A row; src/codegen/operators/row.py explains the fields. */
typedef struct tb_op {
    const char *name; /* torch's name, used in messages */
    const char *operand[TB_MAX_INPUTS]; /* "self", "other": their names in warnings */
    uint8_t nin;
    uint8_t itself; /* bit k: for dtypes of kind k the result is the operand itself */
    struct {
        uint8_t rule; /* tb_promotion_class */
        uint8_t result; /* tb_result_class */
        bool exact_out; /* out= has the compute dtype */
        uint8_t fixed; /* bit i: input i takes no part in promotion and is ... */
        uint8_t fixed_dtype[TB_MAX_INPUTS]; /* ... of this tb_dtype for the kernel: TB_BOOL or TB_INT64 */
        uint8_t singles; /* bit i: input i, one of the last, is a number or a 0-dim tensor read as one */
        struct {
            tb_status status; /* TB_OK: not refused */
            const char *text;
        } refuses[TB_KIND_COMPLEX + 1]; /* by an operand's kind */
    } promotion;
    struct {
        uint8_t fresh[TB_KIND_COMPLEX + 1]; /* tb_result_layout of a new result, by kind of in[0] ... */
        uint8_t resized[TB_KIND_COMPLEX + 1]; /* ... and of a resized out= */
        bool contiguous; /* a new result is contiguous, whatever the operands' layouts */
        bool without_numbers; /* numbers take no part in the result's strides */
    } layout;
    uint8_t numbers; /* tb_numbers */
    uint8_t wide_halves; /* bit i: input i is not rounded to a half dtype if it has one element */
    struct {
        const char *kernel; /* its name in "..." not implemented for 'Bool' */
        const char *kernel_of_number; /* the same if the last operand is a number, or NULL */
        bool by_size; /* moves elements of any dtype: no compute dtype for halves */
        bool strided; /* kernels of elements of 4 bytes or more are fast along strided rows, too */
        bool divides; /* an element costs as much as a division or a square root */
        bool streams; /* kernels of real elements of 4 bytes or more can stream */
        int8_t divisor; /* the input in which an integer 0 is an error, or -1 */
        int16_t parametric; /* the row that computes if parameter 0 is not its default, or -1 */
        uint8_t nparameters;
        tb_parameter_info parameter[TB_MAX_PARAMETERS];
    } computation;
    struct {
        tb_choice choose; /* or NULL */
        tb_check checks[TB_MAX_CHECKS]; /* NULL after the last */
        tb_take_parameter parameter; /* or NULL: the kernel receives the parameter unchanged */
        int16_t before; /* the row that first makes `other` of a 2 and `other` (ldexp), or -1 */
        bool converts; /* if the others are numbers, input 0 is converted before memory is checked */
        uint8_t writes; /* tb_writes */
    } hooks;
} tb_op;

#endif
