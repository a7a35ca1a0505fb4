/* operator_slots.h: the functions of operator_slots.c and numbers.c, and what they
 * fill in a PyType_Slot table.  Relies on: tbpy.h. */
#ifndef TBPY_OPERATOR_SLOTS_H
#define TBPY_OPERATOR_SLOTS_H

#include "tbpy.h"

PyObject *tbpy_richcompare(PyObject *a, PyObject *b, int comparison);
extern PyMethodDef
    tbpy_special_methods[]; /* for Py_tp_methods: an attribute set later would replace the slots */
int tbpy_contains(PyObject *self, PyObject *element);
PyObject *tbpy_nb_matrix_multiply(PyObject *a, PyObject *b); /* products.c */

/* numbers.c */
PyObject *tbpy_tensor_int(PyObject *self);
PyObject *tbpy_tensor_float(PyObject *self);
PyObject *tbpy_tensor_index(PyObject *self);
int tbpy_tensor_bool(PyObject *self);

#define TBPY_SLOT(slot, op, reflected)                  \
    PyObject *tbpy_nb_##slot(PyObject *a, PyObject *b); \
    PyObject *tbpy_nb_inplace_##slot(PyObject *a, PyObject *b);
#define TBPY_POWER_SLOT(slot, op, reflected)                         \
    PyObject *tbpy_nb_##slot(PyObject *a, PyObject *b, PyObject *c); \
    PyObject *tbpy_nb_inplace_##slot(PyObject *a, PyObject *b, PyObject *c);
#define TBPY_UNARY_SLOT(slot, op, refusal) PyObject *tbpy_nb_##slot(PyObject *a);
#include "generated/slot_rows.inc"

#endif
