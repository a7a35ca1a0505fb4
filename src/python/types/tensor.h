/* tensor.h: the life of Tensor objects: allocation, the end, the collector, their __dict__.  Their slots
 * and methods are put together in module/tensor_type.c. */
#ifndef TBPY_TENSOR_H
#define TBPY_TENSOR_H

#include "python/base/errors.h"
#include "python/base/types.h"

/* A Tensor whose `t` is zero-filled: give it to a core function as `out`; on failure Py_DECREF it. */
TbTensor *tbpy_tensor_alloc(void);

/* The new Tensor that a core function fills, function(&out->t, ..., &err), or NULL with its error raised. */
#define TBPY_NEW_TENSOR(function, ...)                                                  \
    ({                                                                                  \
        tb_error err_;                                                                  \
        TbTensor *out_ = tbpy_tensor_alloc();                                           \
        out_ ? tbpy_finish(out_, function(&out_->t, __VA_ARGS__, &err_), &err_) : NULL; \
    })

/* Slots of the type. */
void tbpy_tensor_dealloc(PyObject *self);
int tbpy_tensor_traverse(PyObject *self, visitproc visit, void *arg);
int tbpy_tensor_clear(PyObject *self);
extern PyMemberDef tbpy_tensor_members[];
extern PyGetSetDef tbpy_tensor_dict[]; /* __dict__ */
/* __setattr__: to be added when the type is there, so that Python makes a slot of it. */
extern PyMethodDef tbpy_tensor_setattr_methods[];

#endif
