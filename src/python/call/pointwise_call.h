/* pointwise_call.h: the only path from Python to a pointwise operator: prepare, warn, ask the policy, run.
 * It is the same for all operators.  Callers hold references to all arguments, as CPython does for slots
 * and vectorcalls. */
#ifndef TBPY_POINTWISE_CALL_H
#define TBPY_POINTWISE_CALL_H

#include "python/base/types.h"

/* `out`: a Tensor for TB_FORM_OUT/INPLACE/WRITE (returned as a new reference), NULL for TB_FORM_NEW.
 * Operands are Tensors or numbers. */
PyObject *tbpy_pointwise(int op, tb_form form, PyObject *const *operands, PyObject *out);

/* The steps of that path.  1 if o is a Tensor or a number, 0 if it is neither, -1 with an exception. */
int tbpy_set_operand(tb_operand *in, PyObject *o);
/* Whether the result is the operand itself, for a call whose op, form and in are set. */
bool tbpy_is_itself(const tb_call *call);
/* The remaining steps, for a call whose op, form, in, given and parameter are set. */
PyObject *tbpy_carry_out(tb_call *call, PyObject *out);

/* The fastest path, to be tried first, for Tensors of no subclass: whether op(a, b) is one of the small
 * calls; *result is then the new reference or NULL.  Two equal operands (tb_is_equal_pair) take the
 * shortest path. */
PyObject *tbpy_equal_pair(int op, PyObject *a, PyObject *b);
bool tbpy_small_pair(int op, PyObject *a, PyObject *b, PyObject **result);
static inline bool tbpy_try_pair(int op, PyObject *a, PyObject *b, PyObject **result)
{
    if (!tb_is_equal_pair(op, tbpy_tensor_of(a), tbpy_tensor_of(b)))
        return tbpy_small_pair(op, a, b, result);
    *result = tbpy_equal_pair(op, a, b);
    return true;
}

/* A new Tensor of the dtype, which may be the same, with the layout preserved.  Warns if complex values
 * lose their imaginary parts. */
PyObject *tbpy_cast(PyObject *tensor, tb_dtype dtype);
PyObject *tbpy_cast_as(PyObject *tensor, tb_dtype dtype, tb_memory_format format);

/* copy_ and fill_ without argument checks: source and value are Tensors (0-dim for fill) or numbers.
 * Return new references to self. */
PyObject *tbpy_copy(PyObject *self, PyObject *source);
PyObject *tbpy_fill(PyObject *self, PyObject *value);

#endif
