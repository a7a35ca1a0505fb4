/* kernels.h: the compiled loops of one CPU level.
 *
 * Each level is a source in levels/ that includes a template under its target; everything
 * there is static but its tables. */
#ifndef TB_KERNELS_H
#define TB_KERNELS_H

#include "core/base/arithmetic.h"
#include "core/base/dtype.h"
#include "core/kernels/along_dim/along_dim_kernels.h"
#include "core/kernels/reduce/reduce_kernels.h"

#define TB_MAX_INPUTS 3
#define TB_MAX_OPERANDS (TB_MAX_INPUTS + 1)

/* What a kernel takes beside operands and their strides. */
typedef struct {
    const void *params; /* the operator's numbers, 16 bytes apart */
    /* Of a kernel that takes halves (below): operand i is one float32 if bit i is set, whatever its inner
     * stride. */
    unsigned wide;
    /* Of a kernel that streams: whole cache lines of the output are stored past the caches, and
     * tb_stream_end follows.  p[0] is aligned as its elements are. */
    bool stream;
} tb_kernel_context;

/* One expression for one compute dtype over n1 rows of n0 elements.  p[0] is written, p[1..] are
 * read.  Strides in bytes: outer[i] from row to row, any; inner[i] from element to element, the size of an
 * element, or 0 of an input.  Rows that are `strided` have other ones, too, for elements of 4 bytes and more.
 * p[0] may equal an input exactly, never overlap one partly.
 * Returns 0, or a code that tb_run turns into an error. */
typedef int (*tb_kernel)(char *const p[], const int64_t inner[], const int64_t outer[], int64_t n0,
                         int64_t n1, const tb_kernel_context *context);
extern const tb_kernel_context tb_no_context; /* no numbers, nothing wide, nothing streamed */

/* In a kernel: bit i where its input i is one element a row. */
#define TB_SINGLE(i) ((unsigned)(inner[i] == 0) << (i))

/* n contiguous elements from one dtype to another; NULL where they are equal. */
typedef void (*tb_cast)(void *dst, const void *src, int64_t n);

/* Moving elements of one size, 1, 2, 4, 8 or 16 bytes; strides in bytes. */
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
} tb_move_kernels;
enum { TB_MOVE_SIZES = 5 };

typedef struct {
    tb_reduce_kernel of[TB_NREDUCERS][TB_NDTYPES]; /* without `rows` where there is none */
} tb_reduce_kernels;

typedef struct {
    const char *level;
    /* By row (generated/ops_ids.h) and dtype of the computation; rows of class `half` take float32
     * data, as do the float rows that stand in for halves without one ... */
    const tb_kernel (*pointwise)[TB_NDTYPES];
    /* ... unless bit d is set: that kernel takes and gives the halves themselves, but for
     * a wide operand. */
    const uint16_t *takes_halves;
    tb_cast cast[TB_NDTYPES][TB_NDTYPES]; /* [from][to] */
    /* What has sources of its own; levels.c sets these. */
    const tb_move_kernels *move; /* TB_MOVE_SIZES of them, by the logarithm of the size */
    const tb_along_dim_kernels *along_dim;
    const struct tb_sequence_kernels *sequences; /* sequences.h */
    const tb_reduce_kernels *reduce;
} tb_kernels;

/* Single kernels and casts that a level overrides in a table; the last of each has none. */
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
} tb_overrides;

/* The level in force; the table itself is written by levels/levels.c alone. */
extern tb_kernels tb_kernels_table;
static const tb_kernels *const tb_kernels_active = &tb_kernels_table;

#endif
