/* parts.h: views of a part of a tensor (narrow, the pieces of split and chunk,
 * diagonals, the halves of complex numbers), other dimensions over the same
 * elements (flatten, unflatten, movedim), and a tensor that takes over another's
 * geometry.  Everything as in tensor.h: `out` is uninitialised and does not
 * alias; torch's error texts.  Relies on: tensor.h. */
#ifndef TB_PARTS_H
#define TB_PARTS_H

#include "tensor.h"

/* ---- parts ---- */

/* tb_view_select with the text of select() instead of indexing's. */
tb_status tb_view_select_dim(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t index, tb_error *err);
/* start may be negative, counted from the end. */
tb_status tb_view_narrow(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start, int64_t length,
                         tb_error *err);
/* The diagonal of dim1 and dim2 becomes the last dimension; empty beyond the corners. */
tb_status tb_view_diagonal(tb_tensor *out, const tb_tensor *t, int64_t offset, int64_t dim1, int64_t dim2,
                           tb_error *err);
/* The real or the imaginary numbers of a complex tensor. */
tb_status tb_view_real(tb_tensor *out, const tb_tensor *t, tb_error *err);
tb_status tb_view_imag(tb_tensor *out, const tb_tensor *t, tb_error *err);

/* How a dimension falls into pieces: `count` of `length` elements, the last one
 * what is left, or of lengths[i] each where lengths (the caller's) is not NULL. */
typedef struct {
    int dim;
    int64_t count, length;
    const int64_t *lengths;
} tb_pieces;

tb_status tb_pieces_of_length(tb_pieces *pieces, const tb_tensor *t, int64_t length, int64_t dim,
                              tb_error *err);
/* lengths must outlive the pieces. */
tb_status tb_pieces_of_lengths(tb_pieces *pieces, const tb_tensor *t, const int64_t *lengths, int64_t count,
                               int64_t dim, tb_error *err);
/* At most `chunks` pieces of equal length; an empty dimension gives exactly that many. */
tb_status tb_pieces_chunks(tb_pieces *pieces, const tb_tensor *t, int64_t chunks, int64_t dim, tb_error *err);
/* The next piece, number i, which starts at *start; *start moves behind it. */
tb_status tb_view_piece(tb_tensor *out, const tb_tensor *t, const tb_pieces *pieces, int64_t i,
                        int64_t *start, tb_error *err);

/* ---- other dimensions ---- */

/* Sizes with dimensions start to end as one; *same tells that nothing changes
 * (start is end), so that t itself is the answer. */
tb_status tb_flatten_shape(const tb_tensor *t, int64_t start, int64_t end, tb_shape *shape, bool *same,
                           tb_error *err);
/* One dimension as several; one -1 among sizes is inferred. */
tb_status tb_view_unflatten(tb_tensor *out, const tb_tensor *t, int64_t dim, const int64_t *size, int n,
                            tb_error *err);
/* Dimension source[i] goes to destination[i], the others keep their order. */
tb_status tb_view_movedim(tb_tensor *out, const tb_tensor *t, const tb_shape *source,
                          const tb_shape *destination, tb_error *err);
/* At least n (0 to 3) dimensions, where atleast_1d, 2d and 3d put them. */
tb_status tb_view_atleast(tb_tensor *out, const tb_tensor *t, int n, tb_error *err);

/* t.contiguous().view(-1): a view of a contiguous tensor, else a copy. */
tb_status tb_ravel(tb_tensor *out, const tb_tensor *t, tb_error *err);

/* ---- in place ---- */

/* t becomes `from`, which is left released; t's old memory loses a reference. */
void tb_tensor_take(tb_tensor *t, tb_tensor *from);
/* resize_: tb_tensor_resize to contiguous strides, but a tensor that has these
 * sizes keeps its strides. */
tb_status tb_resize(tb_tensor *t, const int64_t *size, int ndim, tb_error *err);

#endif
