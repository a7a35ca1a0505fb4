/* split.h: views of a part of a tensor: narrow, unfold, the pieces of split, chunk and tensor_split,
 * diagonals, real and imaginary parts.  `out` is uninitialised and does not alias; torch's error texts. */
#ifndef TB_SPLIT_H
#define TB_SPLIT_H

#include "core/memory/tensor.h"

/* A negative start counts from the end. */
tb_status tb_view_narrow(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start, int64_t length,
                         tb_error *err);
/* The same with narrow_copy()'s error texts. */
tb_status tb_view_narrow_to_copy(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t start,
                                 int64_t length, tb_error *err);
/* unfold(): windows of `size` elements, one every `step`, become the last dimension. */
tb_status tb_view_unfold(tb_tensor *out, const tb_tensor *t, int64_t dim, int64_t size, int64_t step,
                         tb_error *err);
/* The diagonal of dim1 and dim2 becomes the last dimension; empty if the offset is beyond the corners. */
tb_status tb_view_diagonal(tb_tensor *out, const tb_tensor *t, int64_t offset, int64_t dim1, int64_t dim2,
                           tb_error *err);
/* The real or the imaginary parts of a complex tensor. */
tb_status tb_view_real(tb_tensor *out, const tb_tensor *t, tb_error *err);
tb_status tb_view_imag(tb_tensor *out, const tb_tensor *t, tb_error *err);
/* Complex numbers as a last dimension of size 2, and the inverse. */
tb_status tb_view_as_real(tb_tensor *out, const tb_tensor *t, tb_error *err);
tb_status tb_view_as_complex(tb_tensor *out, const tb_tensor *t, tb_error *err);

/* How a dimension is split into `count` pieces: of `length` elements each, the last one of the rest; or of
 * lengths[i] elements, if lengths is not NULL; or each from the end of the previous piece to ends[i], as in a
 * slice, the last to the dimension's end, if ends is not NULL.  Both arrays are the caller's. */
typedef struct {
    int dim;
    int64_t count, length;
    int64_t longer; /* this many first pieces have one element more */
    const int64_t *lengths, *ends;
} tb_pieces;

tb_status tb_pieces_of_length(tb_pieces *pieces, const tb_tensor *t, int64_t length, int64_t dim,
                              tb_error *err);
/* lengths must outlive the pieces. */
tb_status tb_pieces_of_lengths(tb_pieces *pieces, const tb_tensor *t, const int64_t *lengths, int64_t count,
                               int64_t dim, tb_error *err);
/* At most `chunks` pieces of equal length; exactly that many for an empty dimension. */
tb_status tb_pieces_chunks(tb_pieces *pieces, const tb_tensor *t, int64_t chunks, int64_t dim, tb_error *err);
/* tensor_split(): `sections` pieces of nearly equal length, or pieces between `count` indices.  The indices
 * must outlive the pieces. */
tb_status tb_pieces_sections(tb_pieces *pieces, const tb_tensor *t, int64_t sections, int64_t dim,
                             tb_error *err);
tb_status tb_pieces_at_indices(tb_pieces *pieces, const tb_tensor *t, const int64_t *ends, int64_t count,
                               int64_t dim, tb_error *err);
/* The next piece, number i, which begins at *start; *start becomes its end. */
tb_status tb_view_piece(tb_tensor *out, const tb_tensor *t, const tb_pieces *pieces, int64_t i,
                        int64_t *start, tb_error *err);

#endif
