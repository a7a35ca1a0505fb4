/* search.c: the bisection behind searchsorted, bucketize and isin. */
#include "python/base/gil.h"
#include "python/call/given.h"
#include "python/types/tensor.h"

PyObject *tbpy_body_search(const tbpy_call *c)
{
    bool right = false, narrow = false;
    tbpy_given_bool(c, TBPY_SEARCH_RIGHT, &right);
    tbpy_given_bool(c, TBPY_SEARCH_NARROW, &narrow);
    return TBPY_NEW_TENSOR(tb_search, tbpy_tensor_of(c->given[0]), tbpy_tensor_of(c->given[1]), right, narrow,
                           &tbpy_gil);
}
