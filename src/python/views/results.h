/* results.h: the end of bodies whose result is a view: a new tensor, or self in place. */
#ifndef TBPY_VIEW_RESULTS_H
#define TBPY_VIEW_RESULTS_H

#include "python/base/critical.h"
#include "python/base/errors.h"
#include "python/call/given.h"
#include "python/types/tensor.h"

/* The tensor that function(out, self, ..., err) of the core makes from the call's tensor. */
#define TBPY_VIEW(c, function, ...) TBPY_NEW_TENSOR(function, tbpy_self_of(c), ##__VA_ARGS__)

/* The same; for an in-place method, self, which takes over the view unless making it failed. */
#define TBPY_VIEW_OR_SELF(c, function, ...)                                              \
    ((c)->f->inplace ? TBPY_REPLACED(c, function, ##__VA_ARGS__) : TBPY_VIEW(c, function, ##__VA_ARGS__))

#define TBPY_REPLACED(c, function, ...)                                                  \
    ({                                                                                   \
        tb_tensor view_, old_;                                                           \
        tb_error error_;                                                                 \
        tb_status status_;                                                               \
        {                                                                                \
            TBPY_CHANGING;                                                               \
            status_ = function(&view_, tbpy_self_of(c), ##__VA_ARGS__, &error_);         \
            if (status_ == TB_OK)                                                        \
                status_ = tb_tensor_become(tbpy_self_of(c), &view_, &old_, &error_);     \
            if (status_ == TB_OK)                                                        \
                tbpy_follow_storage((TbTensor *)(c)->given[(c)->f->own]);                \
        }                                                                                \
        tbpy_replaced(c, &old_, status_, &error_);                                       \
    })

static inline PyObject *tbpy_replaced(const tbpy_call *c, tb_tensor *old, tb_status status,
                                      const tb_error *err)
{
    if (status != TB_OK)
        return tbpy_raise(err);
    tb_tensor_release(old);
    return Py_NewRef(c->given[c->f->own]);
}

#endif
