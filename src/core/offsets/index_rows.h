/* index_rows.h: rows of indices become byte offsets into a table, and elements move to or from these offsets.
 *
 * A chunk of indices is copied, the copy is checked, and only the copy is used: another thread may write to
 * the indices at any time. */
#ifndef TB_INDEX_ROWS_H
#define TB_INDEX_ROWS_H

#include "core/offsets/bounds.h"
#include "core/offsets/offset_moves.h"

#include <stddef.h>

typedef struct {
    const char *start; /* the first index */
    int itemsize; /* 4 or 8 */
    bool is_checked; /* private memory that holds offsets in units of `step`: needs no check */
    int64_t stride; /* bytes from one index to the next */
    int64_t below, bound; /* as in bounds.h */
    int64_t step; /* bytes of the table per unit of the index */
} tb_index_row;

static inline int64_t tb_index_at(const tb_index_row *row, int64_t i)
{
    const char *p = row->start + i * row->stride;
    return row->itemsize == 8 ? *(const int64_t *)(const void *)p : *(const int32_t *)(const void *)p;
}

/* Are the first n indices within bounds?  If not, *bad (which may be NULL) receives the first that is not. */
bool tb_index_row_check(const tb_index_row *row, int64_t n, int64_t *bad);

/* Rows of indices that lead to a table together: an offset is the sum of one index of every row times that row's step,
 * and of its number times `along`. */
typedef struct {
    const tb_index_row *row;
    int n;
    int64_t along;
} tb_index_rows;

/* Moves at the first n offsets.  Returns 0; or 1 with an index that is out of bounds, the first of its row, in *bad (which may be NULL) when what is
 * before its chunk has moved; or TB_RANGE_INTERRUPTED.  *since: elements since the last look for an interrupt. */
int tb_index_rows_move(const tb_index_rows *rows, int64_t n, tb_offset_moves *moves, char *table, char *other,
                       int64_t *bad, int64_t *since);

#endif
