/* kernels.h: the compiled loops of one CPU level.
 *
 * Each level is one source that includes body.inc under its target; everything
 * there is static but one table.  Relies on: ../ops.h. */
#ifndef TB_KERNELS_H
#define TB_KERNELS_H

#include "../ops.h"

/* n contiguous elements from one dtype to another; NULL where they are equal. */
typedef void (*tb_cast)(void *dst, const void *src, int64_t n);

/* Moving elements of one size, 1, 2, 4, 8 or 16 bytes; steps in bytes. */
typedef struct {
    /* n >= 1 elements `stride` apart, to contiguous ones */
    void (*gather)(char *dst, const char *src, int64_t stride, int64_t n);
    /* Row i, column j of src becomes row j, column i of dst; the elements of a row
     * are contiguous on both sides.  No overlap. */
    void (*transpose)(char *dst, int64_t dst_row, const char *src, int64_t src_row, int64_t rows,
                      int64_t columns);
} tb_moves;

typedef struct {
    const char *level;
    /* By row and dtype of the computation; rows of class `half` take float32
     * data, as do the float rows that stand in for halves without one. */
    tb_kernel pointwise[TB_NOPS][TB_NDTYPES];
    tb_cast cast[TB_NDTYPES][TB_NDTYPES]; /* [from][to] */
    tb_moves move[5]; /* by the logarithm of the size */
} tb_kernels;

extern const tb_kernels tb_kernels_baseline;
extern const tb_kernels tb_kernels_libm; /* only pointwise rows, no other level has them */
#if defined(__x86_64__) && defined(__GNUC__)
#define TB_HAVE_AVX2 1
extern const tb_kernels tb_kernels_avx2;
#if defined(__linux__)
#define TB_HAVE_VECTOR_MATH 1
#endif
/* Rows in vectors of 32 and of 64 bytes (../vector_math.h); the last has no kernel. */
typedef struct {
    int op;
    tb_dtype dtype;
    tb_kernel kernel;
} tb_vector_row;
extern const tb_vector_row tb_vector_rows_32[], tb_vector_rows_64[];
#endif

/* In-place operands alias exactly, which restrict would forbid; what is needed
 * is only that no iteration depends on an earlier one. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" /* permission, not an order: complex rows stay scalar */
#define TB_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TB_INDEPENDENT _Pragma("GCC ivdep")
#else
#define TB_INDEPENDENT
#endif

/* Parameter number i of the call, in 16 bytes each. */
#define TB_PARAMETER(type, name, i) const type name = *(const type *)((const char *)params + 16 * (i));

/* The level in force (cpu.c). */
extern const tb_kernels *tb_kernels_active;

#endif
