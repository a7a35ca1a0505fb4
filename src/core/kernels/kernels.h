/* kernels.h: the compiled loops of one CPU level.
 *
 * Each level is a source file in levels/ that includes a template compiled for its target; everything in it
 * is static except its tables. */
#ifndef TB_KERNELS_H
#define TB_KERNELS_H

#include "core/base/arithmetic.h"
#include "core/base/dtype.h"
#include "core/kernels/along_dim/along_dim_kernels.h"
#include "core/kernels/reduce/reduce_kernels.h"

#define TB_MAX_INPUTS 3
#define TB_MAX_OPERANDS (TB_MAX_INPUTS + 1)

/* The arguments of a kernel other than operands and strides. */
typedef struct {
    const void *params; /* the operator's parameters, 16 bytes apart */
    /* For kernels that take halves (below): operand i is a single float32 if bit i is set, whatever its inner
     * stride. */
    unsigned wide;
    /* For kernels that stream: whole cache lines of the output are stored past the caches, and the caller
     * calls tb_stream_end.  p[0] is aligned as its elements are. */
    bool stream;
} tb_kernel_context;

/* Computes one expression for one compute dtype over n1 rows of n0 elements.  p[0] is written, p[1..] are
 * read. Strides are in bytes: outer[i] from row to row, any; inner[i] from element to element, the size of an
 * element, or 0 for an input.  Kernels of operators that are `strided` take any inner strides for elements of
 * 4 bytes or more.  p[0] may equal an input exactly, but must not overlap one partly.  Returns 0, or a code
 * that tb_run turns into an error. */
typedef int (*tb_kernel)(char *const p[], const int64_t inner[], const int64_t outer[], int64_t n0,
                         int64_t n1, const tb_kernel_context *context);
extern const tb_kernel_context tb_no_context; /* no parameters, nothing wide, no streaming */

/* In a kernel: bit i, if input i is one element per row. */
#define TB_SINGLE(i) ((unsigned)(inner[i] == 0) << (i))

/* Casts n contiguous elements from one dtype to another; NULL if the dtypes are equal. */
typedef void (*tb_cast)(void *dst, const void *src, int64_t n);

/* Functions that move elements of one size: 1, 2, 4, 8 or 16 bytes; strides in bytes. */
typedef struct {
    /* copies n >= 1 elements that are `stride` apart to contiguous ones */
    void (*gather)(char *dst, const char *src, int64_t stride, int64_t n);
    /* Transposes: row i, column j of src becomes row j, column i of dst; the elements of a row are contiguous
     * in both.  No overlap. */
    void (*transpose)(char *dst, int64_t dst_row, const char *src, int64_t src_row, int64_t rows,
                      int64_t columns);
    /* Copies n elements that are `stride` apart, each `each` times.  `src` may be the end of dst: an element
     * is read before it is overwritten. */
    void (*repeat)(char *dst, const char *src, int64_t stride, int64_t n, int64_t each);
} tb_move_kernels;
enum { TB_MOVE_SIZES = 5 };

typedef struct {
    tb_reduce_kernel of[TB_NREDUCERS][TB_NDTYPES]; /* `rows` is NULL if there is no kernel */
} tb_reduce_kernels;

typedef struct {
    const char *level;
    /* By row (generated/ops_ids.h) and compute dtype.  Rows of class `half` take float32 data, and so do
     * float rows that are used for halves if these have no kernel ... */
    const tb_kernel (*pointwise)[TB_NDTYPES];
    /* ... unless bit d is set: then the kernel reads and writes the halves themselves, except for a wide
     * operand. */
    const uint16_t *takes_halves;
    tb_cast cast[TB_NDTYPES][TB_NDTYPES]; /* [from][to] */
    /* Tables with their own source files; levels.c sets them. */
    const tb_move_kernels *move; /* TB_MOVE_SIZES of them, by the logarithm of the element size */
    const tb_along_dim_kernels *along_dim;
    const struct tb_sequence_kernels *sequences; /* sequences.h */
    const tb_reduce_kernels *reduce;
} tb_kernels;

/* Single kernels and casts that override a table's; the last entry of each array has NULL. */
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
    const tb_kernel_row *rows, *halves; /* halves: kernels that read and write halves themselves */
    const tb_cast_row *casts;
} tb_overrides;

/* The active level; only levels/levels.c writes the table itself. */
extern tb_kernels tb_kernels_table;
static const tb_kernels *const tb_kernels_active = &tb_kernels_table;

#endif
