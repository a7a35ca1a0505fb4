/* types.h: the types of this extension, which files of every layer tell apart, and the struct of a Tensor.
 * The files of types/ and module/tensor_type.c make the types and set the pointers when the module is
 * made. */
#ifndef TBPY_TYPES_H
#define TBPY_TYPES_H

#include "python/base/tbpy.h"

typedef struct {
    PyObject_HEAD
    tb_tensor t;           /* zero-filled until a core function has filled it */
    PyObject *weakrefs;
    PyObject *shape;       /* the Size that was asked for last, or NULL; it may be out of date */
    PyObject *attributes;  /* its __dict__, or NULL until the first one is set */
} TbTensor;

static inline tb_tensor *tbpy_tensor_of(PyObject *o) { return &((TbTensor *)o)->t; }

extern PyTypeObject *TbTensor_Type;       /* tbcast.Tensor */
extern PyTypeObject *TbSize_Type;         /* tbcast.Size */
extern PyTypeObject *TbDtype_Type;        /* tbcast.dtype */
extern PyTypeObject *TbDevice_Type;       /* tbcast.device */
extern PyTypeObject *TbLayout_Type;       /* tbcast.layout */
extern PyTypeObject *TbMemoryFormat_Type; /* tbcast.memory_format */
extern PyTypeObject *TbStorage_Type;      /* tbcast.UntypedStorage */
extern PyTypeObject *TbGenerator_Type;    /* tbcast.Generator */
extern PyTypeObject *TbArrayData_Type;    /* of a tensor's array interface */

static inline bool TbTensor_Check(PyObject *o) { return PyObject_TypeCheck(o, TbTensor_Type); }
static inline bool TbTensor_CheckExact(PyObject *o) { return Py_IS_TYPE(o, TbTensor_Type); }

/* The name of o's type as torch's messages give it: "Tensor", "torch.Size", "int". */
const char *tbpy_type_name(PyObject *o);
/* "int", "tuple of (int, str)", "torch.Size of (int,)", "list of [int]": a type's name with its elements'. */
PyObject *tbpy_describe_type(PyObject *o);

#endif
