/* marks.h: which dimensions of size 1 a program has written out, and where (tbcast/_verdict): looked after only
 * while a policy or an audit has been set, so that nobody else pays. */
#ifndef TBPY_MARKS_H
#define TBPY_MARKS_H

#include "python/args/row.h"
#include "python/call/policy.h"

/* All of these take over `result`, which may be NULL, and return it, or NULL with an exception. */

/* What a row's body has made. */
PyObject *tbpy_marked_by_row(const tbpy_call *c, PyObject *result);
static inline PyObject *tbpy_marked(const tbpy_call *c, PyObject *result)
{
    return __builtin_expect(tbpy_policy() & TBPY_ASK_POLICY, 0) ? tbpy_marked_by_row(c, result) : result;
}
/* What `name`, without arguments, has made of self: an attribute. */
PyObject *tbpy_marked_by_name(const char *name, PyObject *self, PyObject *result);
/* self[index] */
PyObject *tbpy_marked_by_index(PyObject *self, PyObject *index, PyObject *result);
/* A new tensor of the shape of one that is computed with numbers. */
PyObject *tbpy_marked_as(PyObject *operand, PyObject *result);

extern const PyMethodDef tbpy_marks_functions[]; /* _marks, _mark, _purge_marks */

#endif
