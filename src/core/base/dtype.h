/* dtype.h: dtypes, Python-like numbers, promotion and casting rules.
 *
 * The order of tb_dtype is category, then width, but uint16, uint32 and uint64 come last; code compares kinds
 * through tb_dtypes and never relies on the numeric values. */
#ifndef TB_DTYPE_H
#define TB_DTYPE_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    TB_BOOL,
    TB_UINT8,
    TB_INT8,
    TB_INT16,
    TB_INT32,
    TB_INT64,
    TB_FLOAT16,
    TB_BFLOAT16,
    TB_FLOAT32,
    TB_FLOAT64,
    TB_COMPLEX64,
    TB_COMPLEX128,
    TB_UINT16, /* these three are stored, moved and cast; few functions compute with them, as in torch */
    TB_UINT32,
    TB_UINT64,
    TB_NDTYPES
} tb_dtype;

#define TB_UNDEFINED TB_NDTYPES

typedef enum { TB_KIND_BOOL, TB_KIND_INT, TB_KIND_FLOAT, TB_KIND_COMPLEX } tb_kind;

typedef struct {
    const char *name;        /* "float32": the dtype object's name without the module */
    const char *scalar_type; /* "Float": torch's error texts */
    const char *c_name;      /* "float": torch's overflow text ("type uint8_t without overflow") */
    const char *cpp_name; /* "float", "unsigned char": compilers' names, in other texts of torch */
    uint8_t itemsize;
    tb_kind kind : 8;
    bool is_signed;
    tb_dtype compute : 8; /* dtype that kernels compute in: float32 for the halves, itself otherwise */
} tb_dtype_info;

extern const tb_dtype_info tb_dtypes[TB_NDTYPES];

static inline bool tb_is_half(tb_dtype dtype) { return tb_dtypes[dtype].compute != dtype; }

/* A number that is not a tensor: Python's bool, int, float or complex. */
typedef struct {
    tb_kind kind;
    bool above_int64; /* TB_KIND_INT from 2**63 to 2**64 - 1, which torch accepts: v.i has the bits */
    union {
        int64_t i; /* TB_KIND_BOOL (0 or 1), TB_KIND_INT */
        double f; /* TB_KIND_FLOAT */
        double c[2]; /* TB_KIND_COMPLEX: real, imaginary */
    } v;
} tb_scalar;

/* The value of an integer (or bool) as a double. */
static inline double tb_scalar_integer(const tb_scalar *value)
{
    return value->above_int64 ? (double)(uint64_t)value->v.i : (double)value->v.i;
}

/* Is it an int, float or complex number equal to `value`?  False for bools: torch does not take True for 1
 * here. */
bool tb_scalar_equals(const tb_scalar *number, double value);

/* Largest finite value of a floating dtype, or of a complex dtype's parts. */
double tb_float_max(tb_dtype dtype);

/* Memory for one element of any dtype. */
typedef union {
    double align[2];
    unsigned char bytes[16];
} tb_element;

/* Is it uint16, uint32 or uint64?  These are promoted with floats only. */
static inline bool tb_is_unsigned(tb_dtype dtype)
{
    return dtype == TB_UINT16 || dtype == TB_UINT32 || dtype == TB_UINT64;
}

/* torch.promote_types.  TB_UNDEFINED is the neutral element, and the result for a pair that torch does not
 * promote. */
tb_dtype tb_promote(tb_dtype a, tb_dtype b);
/* torch's error for such a pair: always RuntimeError. */
tb_status tb_fail_promotion(tb_dtype a, tb_dtype b, tb_error *err);

/* Checks the dtype of an out= tensor; RuntimeError if they differ. */
tb_status tb_check_out_dtype(tb_dtype wanted, tb_dtype given, tb_error *err);

/* NotImplementedError: torch has no kernel `kernel` for the dtype. */
tb_status tb_fail_kernel(const char *kernel, tb_dtype dtype, tb_error *err);
/* The same error, but for uint16, uint32 and uint64 only. */
tb_status tb_refuse_unsigned(tb_dtype dtype, const char *kernel, tb_error *err);

/* torch.can_cast: complex to real, real float to integral and non-bool to bool
 * are refused; everything else is allowed. */
bool tb_can_cast(tb_dtype from, tb_dtype to);
/* RuntimeError "result type Float can't be cast to the desired output type Long". */
tb_status tb_fail_cast(tb_dtype from, tb_dtype to, tb_error *err);

/* torch.result_type: tensors with dimensions, 0-dim tensors and numbers are
 * three priority classes; a lower class only decides the category (bool, int,
 * float, complex) when it is the higher one. */
typedef struct {
    tb_dtype dim, zero, number;
    tb_dtype clash[2]; /* the first pair that torch does not promote; the result is meaningless then */
} tb_promotion;
static inline tb_promotion tb_promotion_new(void)
{
    return (tb_promotion){TB_UNDEFINED, TB_UNDEFINED, TB_UNDEFINED, {TB_UNDEFINED, TB_UNDEFINED}};
}
void tb_promotion_add_tensor(tb_promotion *state, tb_dtype dtype, int ndim);
/* `default_float` is the dtype of a float number (a complex number gets its complex counterpart). */
void tb_promotion_add_number(tb_promotion *state, tb_kind kind, tb_dtype default_float);
/* A number of 2**63 or more: torch makes it a uint64. */
void tb_promotion_add_above_int64(tb_promotion *state);
tb_dtype tb_promotion_result(const tb_promotion *state);
/* Fails if torch does not promote some pair of the dtypes added. */
tb_status tb_promotion_check(const tb_promotion *state, tb_error *err);

/* The real dtype of a complex one and the complex dtype of a floating one (float16 and bfloat16 give
 * complex64: tbcast has no complex32); other dtypes are returned unchanged. */
tb_dtype tb_to_real(tb_dtype dtype);
tb_dtype tb_to_complex(tb_dtype dtype);

/* May elements of the dtype begin at this address?  Elements are aligned as in C: to their size, complex ones
 * to the size of their parts.  Every tensor's elements are aligned, and kernels rely on it.  Offsets and
 * strides count elements, so the first byte of a storage decides.  Code that makes a tensor of memory that
 * was not allocated for its dtype calls this function (foreign memory, slices of storages, view(dtype)). */
static inline bool tb_is_aligned(const void *memory, tb_dtype dtype)
{
    return (uintptr_t)memory % tb_dtypes[tb_to_real(dtype)].itemsize == 0;
}

#endif
