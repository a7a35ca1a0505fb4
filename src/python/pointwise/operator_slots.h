/* operator_slots.h: the slots of Tensor behind Python's operators. */
#ifndef TBPY_OPERATOR_SLOTS_H
#define TBPY_OPERATOR_SLOTS_H

#include "python/base/tbpy.h"

PyObject *tbpy_richcompare(PyObject *a, PyObject *b, int comparison);
extern const PyMethodDef
    tbpy_special_methods[]; /* for Py_tp_methods, because an attribute set later would replace the slots */
int tbpy_contains(PyObject *self, PyObject *element);

#define TBPY_SLOT(slot, op, reflected)                  \
    PyObject *tbpy_nb_##slot(PyObject *a, PyObject *b); \
    PyObject *tbpy_nb_inplace_##slot(PyObject *a, PyObject *b);
#define TBPY_POWER_SLOT(slot, op, reflected)                         \
    PyObject *tbpy_nb_##slot(PyObject *a, PyObject *b, PyObject *c); \
    PyObject *tbpy_nb_inplace_##slot(PyObject *a, PyObject *b, PyObject *c);
#define TBPY_UNARY_SLOT(slot, op, refusal) PyObject *tbpy_nb_##slot(PyObject *a);
#include "python/generated/slot_rows.inc"

#endif
