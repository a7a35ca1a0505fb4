/* tensor.h: making Tensors, their garbage collection, their __dict__.  module/tensor_type.c assembles
 * their slots and methods. */
#ifndef TBPY_TENSOR_H
#define TBPY_TENSOR_H

#include "python/base/errors.h"
#include "python/base/types.h"

/* The new Tensor that a core function fills, function(&out->t, ..., &err), or NULL with its error raised. */
#define TBPY_NEW_TENSOR(function, ...)                                                  \
    ({                                                                                  \
        tb_error err_;                                                                  \
        TbTensor *out_ = tbpy_tensor_alloc();                                           \
        out_ ? tbpy_finish(out_, function(&out_->t, __VA_ARGS__, &err_), &err_) : NULL; \
    })

/* Slots of the type. */
int tbpy_tensor_traverse(PyObject *self, visitproc visit, void *arg);
int tbpy_tensor_clear(PyObject *self);
extern const PyMemberDef tbpy_tensor_members[];
extern const PyGetSetDef tbpy_tensor_dict[]; /* __dict__ */
/* __setattr__: to be added after the type is made, so that Python makes a slot of it. */
extern const PyMethodDef tbpy_tensor_setattr_methods[];

#endif
