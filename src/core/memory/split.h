/* split.h: views of a part of a tensor: narrow, unfold, the pieces of split, chunk and tensor_split, diagonals,
 * complex numbers and their halves.  `out` is uninitialised and does not alias; torch's error texts. */
#ifndef TB_SPLIT_H
#define TB_SPLIT_H

#include "core/memory/tensor.h"

/* start may be negative, counted from the end. */
tb_status tb_view_narrow(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start, int64_t length,
                         tb_error *err);
/* The same with the errors of narrow_copy(). */
tb_status tb_view_narrow_to_copy(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start,
                                 int64_t length, tb_error *err);
/* unfold(): windows of `size` elements, one every `step`, become the last dimension. */
tb_status tb_view_unfold(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t size, int64_t step,
                         tb_error *err);
/* The diagonal of dim1 and dim2 becomes the last dimension; empty beyond the corners. */
tb_status tb_view_diagonal(tb_tensor *out, const tb_tensor *t, int64_t offset, int64_t dim1, int64_t dim2,
                           tb_error *err);
/* The real or the imaginary numbers of a complex tensor. */
tb_status tb_view_real(tb_tensor *out, const tb_tensor *t, tb_error *err);
tb_status tb_view_imag(tb_tensor *out, const tb_tensor *t, tb_error *err);
/* Complex numbers as a last dimension of size 2, and back. */
tb_status tb_view_as_real(tb_tensor *out, const tb_tensor *t, tb_error *err);
tb_status tb_view_as_complex(tb_tensor *out, const tb_tensor *t, tb_error *err);

/* How a dimension falls into pieces: `count` of `length` elements, the last one
 * what is left; or of lengths[i] each where lengths is not NULL; or each from the end of the one before to
 * ends[i], as in a slice, the last one to the dimension's end, where ends is not NULL.  Both are the caller's. */
typedef struct {
    int dim;
    int64_t count, length;
    int64_t longer; /* how many of the first ones have one element more */
    const int64_t *lengths, *ends;
} tb_pieces;

tb_status tb_pieces_of_length(tb_pieces *pieces, const tb_tensor *t, int64_t length, int64_t dim,
                              tb_error *err);
/* lengths must outlive the pieces. */
tb_status tb_pieces_of_lengths(tb_pieces *pieces, const tb_tensor *t, const int64_t *lengths, int64_t count,
                               int64_t dim, tb_error *err);
/* At most `chunks` pieces of equal length; an empty dimension gives exactly that many. */
tb_status tb_pieces_chunks(tb_pieces *pieces, const tb_tensor *t, int64_t chunks, int64_t dim, tb_error *err);
/* tensor_split(): `sections` pieces of nearly equal length, or what `count` indices, which must outlive the pieces,
 * divide. */
tb_status tb_pieces_sections(tb_pieces *pieces, const tb_tensor *t, int64_t sections, int64_t dim,
                             tb_error *err);
tb_status tb_pieces_at_indices(tb_pieces *pieces, const tb_tensor *t, const int64_t *ends, int64_t count,
                               int64_t dim, tb_error *err);
/* The next piece, number i, which starts at *start; *start moves behind it. */
tb_status tb_view_piece(tb_tensor *out, const tb_tensor *t, const tb_pieces *pieces, int64_t i,
                        int64_t *start, tb_error *err);

#endif
