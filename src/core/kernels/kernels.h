/* kernels.h: the compiled loops of one CPU level.
 *
 * Each level is one source that includes body.inc under its target; everything
 * there is static but one table.  Relies on: ../ops.h. */
#ifndef TB_KERNELS_H
#define TB_KERNELS_H

#include "../ops.h"
#include "lines.h"
#include "fold.h"

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
    /* n elements `stride` apart, each `each` times.  `src` may be the end of dst: an element is read
     * before it is written over. */
    void (*repeat)(char *dst, const char *src, int64_t stride, int64_t n, int64_t each);
} tb_moves;

typedef struct {
    const char *level;
    /* By row and dtype of the computation; rows of class `half` take float32
     * data, as do the float rows that stand in for halves without one ... */
    tb_kernel pointwise[TB_NOPS][TB_NDTYPES];
    /* ... unless bit d is set: that kernel takes and gives the halves themselves, but for
     * an operand with its TB_WIDE_BIT. */
    uint16_t takes_halves[TB_NOPS];
    tb_cast cast[TB_NDTYPES][TB_NDTYPES]; /* [from][to] */
    tb_moves move[5]; /* by the logarithm of the size */
    const tb_line_kernels *lines; /* cpu.c sets it */
    const struct tb_sequence_kernels *sequences; /* sequences.h; as the one before */
    tb_folding fold[TB_NFOLDS][TB_NDTYPES]; /* without `rows` where there is none */
} tb_kernels;

/* Single kernels and casts that replace those of a table; the last has none. */
typedef struct {
    int op;
    tb_dtype dtype;
    tb_kernel kernel;
} tb_kernel_row;
typedef struct {
    tb_dtype from, to;
    tb_cast cast;
} tb_cast_row;
typedef struct {
    const tb_kernel_row *rows, *halves; /* halves: those that take halves themselves */
    const tb_cast_row *casts;
} tb_more;

extern const tb_kernels tb_kernels_baseline;
extern const tb_kernels tb_kernels_libm; /* only pointwise rows, no other level has them */
#if defined(__x86_64__) && defined(__GNUC__)
#define TB_HAVE_AVX2 1
extern const tb_kernels tb_kernels_avx2;
/* Rows in vectors of 32 and of 64 bytes (../vector_math.h). */
#if defined(__linux__)
#define TB_HAVE_VECTOR_MATH 1
#endif
extern const tb_kernel_row tb_vector_rows_32[], tb_vector_rows_64[];
/* What comes on top of its table for the levels avx2 and avx512. */
extern const tb_more tb_more_avx2, tb_more_avx512;
#endif

/* The level in force (cpu.c). */
extern const tb_kernels *tb_kernels_active;

#endif
