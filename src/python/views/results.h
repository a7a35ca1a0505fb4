/* results.h: how bodies end whose result is a view: a new tensor, or self in place. */
#ifndef TBPY_VIEW_RESULTS_H
#define TBPY_VIEW_RESULTS_H

#include "python/base/errors.h"
#include "python/call/given.h"
#include "python/types/tensor.h"

/* The tensor that function(out, self, ..., err) of the core makes of the call's tensor. */
#define TBPY_VIEW(c, function, ...) TBPY_NEW_TENSOR(function, tbpy_self_of(c), ##__VA_ARGS__)

/* The same; of a method in place self, which takes over the view unless making it failed. */
#define TBPY_VIEW_OR_SELF(c, function, ...)                                            \
    ({                                                                                 \
        tb_tensor view_;                                                               \
        tb_error error_;                                                               \
        (c)->f->inplace                                                                \
            ? tbpy_replaced(c, &view_,                                                 \
                            function(&view_, tbpy_self_of(c), ##__VA_ARGS__, &error_), \
                            &error_)                                                   \
            : TBPY_VIEW(c, function, ##__VA_ARGS__);                                   \
    })

static inline PyObject *tbpy_replaced(const tbpy_call *c, tb_tensor *view, tb_status status,
                                      const tb_error *err)
{
    if (status != TB_OK)
        return tbpy_raise(err);
    tb_tensor_take(tbpy_self_of(c), view);
    return Py_NewRef(c->given[c->f->own]);
}

#endif
