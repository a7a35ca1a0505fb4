/* index_items.h: converts an index from Python to items: integers, slices, None, ..., booleans, tensors. */
#ifndef TBPY_INDEX_ITEMS_H
#define TBPY_INDEX_ITEMS_H

#include "python/base/tbpy.h"

#define TBPY_MAX_INDEX_ITEMS 256

/* When this is filled, all Python code has run, and only tensors remain to be read.  The error of an item
 * that could not be converted is delayed, because torch applies the preceding items first. */
typedef struct {
    int n; /* the number of converted items */
    int specified; /* the number of dimensions that the items index, converted or not */
    bool alone; /* one integer or slice, not in a tuple: 0-dim tensors then have other messages */
    bool has_tensors; /* whether there are booleans or tensors, so that reading makes a copy */
    int nkept;
    PyObject *kept[TBPY_MAX_INDEX_ITEMS]; /* the items' tensors; owned references */
    bool is_list[TBPY_MAX_INDEX_ITEMS]; /* whether a tensor was made from a list or a tuple */
    PyObject *error; /* of the first item that could not be converted, or NULL */
    tb_index_item item[TBPY_MAX_INDEX_ITEMS];
} tbpy_index;

/* Returns -1 with an exception if the index is invalid; there is then nothing to release. */
int tbpy_index_convert(PyObject *index, tbpy_index *out);
void tbpy_index_release(tbpy_index *index);

#endif
