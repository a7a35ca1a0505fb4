/* types.h: the names of this extension's types in torch's messages. */
#ifndef TBPY_TYPES_H
#define TBPY_TYPES_H

#include "python/base/tensor_object.h"

/* The name of o's type in torch's messages: "Tensor", "torch.Size", "int". */
const char *tbpy_type_name(PyObject *o);
/* "int", "tuple of (int, str)", "torch.Size of (int,)", "list of [int]": the name of o's type with its
 * elements' types. */
PyObject *tbpy_describe_type(PyObject *o);

#endif
