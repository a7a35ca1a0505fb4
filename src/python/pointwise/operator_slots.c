/* operator_slots.c: + - * / ..., unary - and ~, comparisons, `in`.  generated/slot_rows.inc says which row
 * fills which slot; the code here is the same for all operators. */
#include "python/pointwise/operator_slots.h"

#include "core/kernels/generated/ops_ids.h"
#include "python/args/numpy.h"
#include "python/base/types.h"
#include "python/call/overrides.h"
#include "python/call/pointwise_call.h"
#include "python/interop/ndarray.h"

/* tbpy_set_operand, but an ndarray beside a Tensor counts as a Tensor over its memory, which the caller
 * then owns in *array (otherwise unchanged). */
static int set_slot_operand(tb_operand *in, PyObject *o, PyObject **array)
{
    int known = tbpy_set_operand(in, o);
    if (known != 0 || !tbpy_is_ndarray(o))
        return known;
    *array = tbpy_from_ndarray(o, false);
    return *array ? tbpy_set_operand(in, *array) : -1;
}

/* ---- the slots of binary operators ---- */

typedef enum {
    TBPY_REFLECT_SWAP,       /* number <op> tensor: op(number, tensor) */
    TBPY_REFLECT_COMMUTE,    /* op(tensor, number) */
    TBPY_REFLECT_RECIPROCAL, /* tensor.reciprocal() * number */
} reflection;

static PyObject *multiply_reciprocal(PyObject *tensor, const tb_operand *factor)
{
    PyObject *reciprocal = tbpy_pointwise(TB_OP_RECIPROCAL, TB_FORM_NEW, &tensor, NULL);
    if (!reciprocal)
        return NULL;
    tb_call call;
    call.op = TB_OP_MUL;
    call.form = TB_FORM_NEW;
    call.given = 0;
    tbpy_set_operand(&call.in[0], reciprocal);
    call.in[1] = *factor;
    PyObject *result = tbpy_carry_out(&call, NULL);
    Py_DECREF(reciprocal);
    return result;
}

/* Whether an operand answers instead, which is asked first if there are such subclasses. */
static bool is_overridden(const char *slot, bool inplace, PyObject *a, PyObject *b, PyObject **result)
{
    return __builtin_expect(tbpy_get_state()->policy & TBPY_HAS_OVERRIDES, 0) &&
           tbpy_override_operator(slot, inplace, a, b, result);
}

/* What becomes of operands that are neither numbers nor tensors. */
__attribute__((cold, noinline)) static PyObject *not_implemented(const char *slot, bool inplace, PyObject *a,
                                                                 PyObject *b)
{
    PyObject *result;
    return tbpy_override_operator(slot, inplace, a, b, &result) ? result : Py_NewRef(Py_NotImplemented);
}

static PyObject *binary_slot_of(int op, reflection reflected, const char *slot, PyObject *a, PyObject *b)
{
    tb_call call;
    PyObject *answer;
    if (is_overridden(slot, false, a, b, &answer))
        return answer;
    call.op = op;
    call.form = TB_FORM_NEW;
    call.given = 0;
    PyObject *array = NULL, *result = NULL;
    /* One of a and b is a Tensor, so there is at most one array. */
    int known = set_slot_operand(&call.in[0], a, &array);
    if (known == 1)
        known = set_slot_operand(&call.in[1], b, &array);
    if (known == 1 && !call.in[0].tensor && reflected == TBPY_REFLECT_RECIPROCAL) {
        result = multiply_reciprocal(b, &call.in[0]);
    } else if (known == 1) {
        if (!call.in[0].tensor && reflected == TBPY_REFLECT_COMMUTE) {
            tb_operand number = call.in[0];
            call.in[0] = call.in[1];
            call.in[1] = number;
        }
        result = tbpy_carry_out(&call, NULL);
    }
    Py_XDECREF(array);
    return known == 0 ? not_implemented(slot, false, a, b) : result;
}

static inline PyObject *binary_slot(int op, reflection reflected, const char *slot, PyObject *a, PyObject *b)
{
    PyObject *result;
    if (TbTensor_CheckExact(a) && TbTensor_CheckExact(b) && tbpy_try_pair(op, a, b, &result))
        return result;
    return binary_slot_of(op, reflected, slot, a, b);
}

/* Calls self.__radd__(other) by name: torch's methods keep self first, but a slot cannot tell on which
 * side it is. If self's class extends other's, Python itself calls the method, and other is on the left. */
static PyObject *reflected_method(int op, reflection reflected, const char *slot, PyObject *self,
                                  PyObject *other)
{
    const bool by_name = TbTensor_Check(other) && (Py_TYPE(self) == Py_TYPE(other) ||
                                                   !PyType_IsSubtype(Py_TYPE(self), Py_TYPE(other)));
    if (!by_name)
        return binary_slot(op, reflected, slot, other, self);
    if (reflected != TBPY_REFLECT_RECIPROCAL)
        return binary_slot(op, reflected, slot, self, other);
    tb_operand factor;
    tbpy_set_operand(&factor, other);
    return multiply_reciprocal(self, &factor);
}

static PyObject *inplace_slot(int op, const char *slot, PyObject *self, PyObject *other)
{
    tb_call call;
    PyObject *answer;
    if (is_overridden(slot, true, self, other, &answer))
        return answer;
    call.op = op;
    call.form = TB_FORM_INPLACE;
    call.given = 0;
    PyObject *array = NULL, *result = NULL;
    tbpy_set_operand(&call.in[0], self);
    int known = set_slot_operand(&call.in[1], other, &array);
    if (known == 1)
        result = tbpy_carry_out(&call, self);
    Py_XDECREF(array);
    return known == 0 ? not_implemented(slot, true, self, other) : result;
}

/* pow(tensor, exponent, modulus) is not supported. */
#define TBPY_POWER_SLOT(slot, op, reflected)                                                   \
    PyObject *tbpy_nb_##slot(PyObject *a, PyObject *b, PyObject *c)                            \
    {                                                                                          \
        return c == Py_None ? binary_slot(op, reflected, #slot, a, b) : Py_NewRef(Py_NotImplemented); \
    }                                                                                          \
    PyObject *tbpy_nb_inplace_##slot(PyObject *a, PyObject *b, PyObject *c)                    \
    {                                                                                          \
        return c == Py_None ? inplace_slot(op, #slot, a, b) : Py_NewRef(Py_NotImplemented);           \
    }
#define TBPY_SLOT(slot, op, reflected)                         \
    PyObject *tbpy_nb_##slot(PyObject *a, PyObject *b)         \
    {                                                          \
        return binary_slot(op, reflected, #slot, a, b);        \
    }                                                          \
    PyObject *tbpy_nb_inplace_##slot(PyObject *a, PyObject *b) \
    {                                                          \
        return inplace_slot(op, #slot, a, b);                  \
    }
#include "python/generated/slot_rows.inc"

/* ---- special methods in addition to those of slots ---- */

#define TBPY_REFLECTED(name, slot, op, reflected)                         \
    static PyObject *method_##name(PyObject *self, PyObject *other) \
    {                                                               \
        return reflected_method(op, reflected, #slot, self, other); \
    }
#include "python/generated/slot_rows.inc"

#define SPECIAL_DOC(name) "__" #name "__($self, other, /)\n--\n\n"

const PyMethodDef tbpy_special_methods[] = {
#define TBPY_REFLECTED(name, slot, op, reflected)                 \
    {"__" #name "__", method_##name, METH_O | METH_COEXIST, \
     SPECIAL_DOC(name) "The operator with a number or array `other` on its left, or of self and a Tensor."},
#define TBPY_OLD_NAME(name, slot) \
    {"__" #name "__", tbpy_nb_##slot, METH_O, SPECIAL_DOC(name) "Python 2's name of the operator /."},
#include "python/generated/slot_rows.inc"
    {NULL, NULL, 0, NULL},
};

/* ---- unary operators ---- */

/* `refusal`: the text of a TypeError for tensors that are neither integral nor bool, or NULL. */
static PyObject *unary_slot(int op, const char *name, PyObject *a, const char *refusal)
{
    PyObject *answer;
    if (!TbTensor_CheckExact(a) && tbpy_override_alone(name, a, &answer))
        return answer;
    if (refusal && tb_dtypes[((TbTensor *)a)->t.dtype].kind >= TB_KIND_FLOAT) {
        PyErr_SetString(PyExc_TypeError, refusal);
        return NULL;
    }
    return tbpy_pointwise(op, TB_FORM_NEW, &a, NULL);
}

#define TBPY_UNARY_SLOT(slot, op, refusal) \
    PyObject *tbpy_nb_##slot(PyObject *a)  \
    {                                      \
        return unary_slot(op, op == TB_OP_BITWISE_NOT ? "__invert__" : tb_ops[op].name, a, refusal); \
    }
#include "python/generated/slot_rows.inc"

/* ---- comparisons ---- */

PyObject *tbpy_richcompare(PyObject *a, PyObject *b, int comparison)
{
    static const struct {
        int op;
        const char *slot;
    } of[] = {
#define TBPY_COMPARISON(comparison, op) [Py_##comparison] = {op, #comparison},
#include "python/generated/slot_rows.inc"
        [Py_GE + 1] = {-1, NULL},
    };
    return binary_slot(of[comparison].op, TBPY_REFLECT_SWAP, of[comparison].slot, a, b);
}

/* element in tensor: whether any element is equal. */
int tbpy_contains(PyObject *self, PyObject *element)
{
    PyObject *operands[] = {self, element}, *answer;
    const tbpy_given_call as_given = {"__contains__", self, &element, 1, NULL};
    tb_operand ignored;
    if (!TbTensor_CheckExact(self) && tbpy_override_by_subclass(&as_given, &answer)) {
        const int is_true = answer ? PyObject_IsTrue(answer) : -1;
        Py_XDECREF(answer);
        return is_true;
    }
    int known = tbpy_set_operand(&ignored, element);
    if (known < 0)
        return -1;
    if (known == 0) {
        PyErr_Format(PyExc_RuntimeError,
                     "Tensor.__contains__ only supports Tensor or scalar, but you passed in a %R.",
                     (PyObject *)Py_TYPE(element));
        return -1;
    }
    PyObject *differs = tbpy_pointwise(TB_OP_NE, TB_FORM_NEW, operands, NULL);
    if (!differs)
        return -1;
    const tb_tensor *t = tbpy_tensor_of(differs);
    int found = t->numel != 0 && tb_has_zero(t);
    Py_DECREF(differs);
    return found;
}
