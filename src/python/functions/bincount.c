/* bincount.c: torch.bincount: arguments, and the warning about casting the weights. */
#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/base/types.h"
#include "python/call/given.h"
#include "python/types/tensor.h"

PyObject *tbpy_body_bincount(const tbpy_call *c)
{
    const tb_tensor *t = tbpy_tensor_of(c->given[0]), *weights = tbpy_given_tensor(c, TBPY_BINCOUNT_WEIGHTS);
    int64_t minlength = 0;
    if (tbpy_given_int(c, TBPY_BINCOUNT_MINLENGTH, &minlength) < 0)
        return NULL;
    if (weights && tb_dtypes[weights->dtype].kind == TB_KIND_COMPLEX &&
        tb_dtypes[t->dtype].kind == TB_KIND_INT &&
        tbpy_warn(tb_output_warning(NULL, TB_WARNING_COMPLEX_TO_REAL, NULL, 0)) < 0)
        return NULL;
    return TBPY_NEW_TENSOR(tb_bincount, t, weights, minlength, &tbpy_gil);
}
