/* types.h: what torch's messages call the types of this extension. */
#ifndef TBPY_TYPES_H
#define TBPY_TYPES_H

#include "python/base/tensor_object.h"

/* The name of o's type as torch's messages give it: "Tensor", "torch.Size", "int". */
const char *tbpy_type_name(PyObject *o);
/* "int", "tuple of (int, str)", "torch.Size of (int,)", "list of [int]": a type's name with its elements'. */
PyObject *tbpy_describe_type(PyObject *o);

#endif
