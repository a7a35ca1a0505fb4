/* index_items.h: an index as Python gives it, converted to items: integers, slices, None, ..., booleans,
 * tensors. */
#ifndef TBPY_INDEX_ITEMS_H
#define TBPY_INDEX_ITEMS_H

#include "python/base/tbpy.h"

#define TBPY_MAX_INDEX_ITEMS 256

/* Everything that can run Python code has run when this is filled: what is left
 * is to look at tensors.  The error of an item that could not be converted waits
 * for its turn: torch applies the items before it first. */
typedef struct {
    int n; /* converted items */
    int specified; /* dimensions that the items are about, converted or not */
    bool alone; /* one integer or slice, not in a tuple: other texts for 0-dim tensors */
    bool has_tensors; /* booleans or tensors: what is read is a copy */
    int nkept;
    PyObject *kept[TBPY_MAX_INDEX_ITEMS]; /* the items' tensors, own references */
    bool is_list[TBPY_MAX_INDEX_ITEMS]; /* of those: made of a list or a tuple */
    PyObject *error; /* of the item after the converted ones, or NULL */
    tb_index_item item[TBPY_MAX_INDEX_ITEMS];
} tbpy_index;

/* -1 if the index is hopeless (nothing to release then). */
int tbpy_index_convert(PyObject *index, tbpy_index *out);
void tbpy_index_release(tbpy_index *index);

#endif
