/* marks.c: see marks.h.  What a view does to marks is Python's to tell (tbcast/_verdict/marks.py), which is
 * called for tensors that have some, and for the views that make them. */
#include "python/call/marks.h"

#include "python/args/convert.h"
#include "python/base/hooks.h"
#include "python/base/objects.h"

#include <string.h>

static bool is_marked(PyObject *tensor)
{
    PyObject *marks = tbpy_marks_of(tensor);
    Py_XDECREF(marks);
    return marks != NULL;
}

/* Gives the result the marks, a tuple or None, of which a reference is taken over; NULL with an exception. */
static PyObject *set_marks(PyObject *result, PyObject *marks)
{
    int status = marks ? 0 : -1;
    if (marks && marks != Py_None && !PyTuple_Check(marks)) {
        PyErr_SetString(PyExc_TypeError, "marks are a tuple or None");
        status = -1;
    }
    if (status == 0)
        status = tbpy_set_marks(&tbpy_get_state()->marks, result, marks == Py_None ? NULL : marks);
    Py_XDECREF(marks);
    if (status < 0)
        TBPY_DROP(result);
    return result;
}

static PyObject *ask(tbpy_hook hook, const char *name, PyObject *self, PyObject *given, PyObject *result)
{
    PyObject *text = PyUnicode_FromString(name), *marks = NULL;
    if (text) {
        PyObject *const args[] = {text, self, given, result};
        marks = tbpy_call_hook(hook, args, 4, NULL);
    }
    Py_XDECREF(text);
    return set_marks(result, marks);
}

static PyObject *given_by_name(const tbpy_call *c)
{
    PyObject *given = PyDict_New();
    const bool whole = c->nargs == 1 && (PyTuple_Check(c->args[0]) || PyList_Check(c->args[0]));
    for (int i = 0; given && i < c->f->nslots; i++) {
        if (!c->given[i] || i == c->f->own)
            continue;
        PyObject *value = c->spread && !whole ? tbpy_tuple_of(c->args, c->nargs) : Py_NewRef(c->given[i]);
        if (!value || PyDict_SetItemString(given, c->f->slot[i], value) < 0)
            TBPY_DROP(given);
        Py_XDECREF(value);
    }
    return given;
}

/* Not those that return self where it is already what they make, as to() does. */
static bool changes_self(const tbpy_call *c)
{
    const char *name = c->f->overloads.function;
    return c->f->inplace || name[strlen(name) - 1] == '_';
}

static bool has_ones(PyObject *result)
{
    const tb_tensor *t = tbpy_tensor_of(result);
    for (int d = 0; d < t->ndim; d++)
        if (t->size[d] == 1)
            return true;
    return false;
}

/* May the call write out dimensions of size 1? */
static bool writes_ones(const char *name, PyObject *result)
{
    if (strncmp(name, "unsqueeze", 9) == 0)
        return true;
    return (strcmp(name, "reshape") == 0 || strcmp(name, "view") == 0) && has_ones(result);
}

/* tensor([[0.0], [1.0]]) and its like, which have no tensor to begin with, or one whose marks do not matter. */
static bool makes_of_lists(const tbpy_call *c, const char *name)
{
    if (strcmp(name, "tensor") != 0 && strcmp(name, "as_tensor") != 0 && strcmp(name, "new_tensor") != 0)
        return false;
    PyObject *data = c->given[strcmp(name, "new_tensor") == 0];
    return data && (PyList_Check(data) || PyTuple_Check(data));
}

PyObject *tbpy_marked_by_row(const tbpy_call *c, PyObject *result)
{
    PyObject *self = c->f->own < c->f->nslots ? c->given[c->f->own] : NULL;
    const char *name = c->f->overloads.function;
    if (result && makes_of_lists(c, name) && TbTensor_Check(result) && has_ones(result) && tbpy_is_watched())
        return ask(TBPY_HOOK_marks, name, Py_None, Py_None, result);
    if (!result || !self || !TbTensor_Check(self) || !TbTensor_Check(result) ||
        (result == self && !changes_self(c)) || !tbpy_is_watched())
        return result;
    if (!is_marked(self) && !writes_ones(name, result))
        return result;
    PyObject *given = given_by_name(c);
    if (given)
        result = ask(TBPY_HOOK_marks, name, self, given, result);
    else
        TBPY_DROP(result);
    Py_XDECREF(given);
    return result;
}

PyObject *tbpy_marked_by_name(const char *name, PyObject *self, PyObject *result)
{
    if (!result || result == self || !is_marked(self) || !tbpy_is_watched())
        return result;
    return ask(TBPY_HOOK_marks, name, self, Py_None, result);
}

static bool has_none(PyObject *index)
{
    for (Py_ssize_t i = 0; PyTuple_Check(index) && i < PyTuple_GET_SIZE(index); i++)
        if (PyTuple_GET_ITEM(index, i) == Py_None)
            return true;
    return index == Py_None;
}

PyObject *tbpy_marked_by_index(PyObject *self, PyObject *index, PyObject *result)
{
    if (!result || (!is_marked(self) && !has_none(index)) || !tbpy_is_watched())
        return result;
    return ask(TBPY_HOOK_marks, "__getitem__", self, index, result);
}

PyObject *tbpy_marked_as(PyObject *operand, PyObject *result)
{
    PyObject *marks = result ? tbpy_marks_of(operand) : NULL;
    return marks ? set_marks(result, marks) : result;
}

/* ---- what Python calls ---- */

static PyObject *marks(PyObject *Py_UNUSED(module), PyObject *object)
{
    PyObject *found = tbpy_marks_of(object);
    return found ? found : Py_NewRef(Py_None);
}

static PyObject *mark(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !(PyTuple_CheckExact(args[1]) || Py_IsNone(args[1])))
        return PyErr_Format(PyExc_TypeError, "_mark() takes an object and a tuple or None");
    PyObject *marks = Py_IsNone(args[1]) ? NULL : args[1];
    if (tbpy_set_marks(&tbpy_get_state()->marks, args[0], marks) == 0)
        Py_RETURN_TRUE;
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) /* it has no weak references */
        return NULL;
    PyErr_Clear();
    Py_RETURN_FALSE;
}

static PyObject *purge(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    tbpy_purge_marks(&tbpy_get_state()->marks);
    Py_RETURN_NONE;
}

const PyMethodDef tbpy_marks_functions[] = {
    {"_marks", marks, METH_O,
     "_marks($module, object, /)\n--\n\n"
     "Return the marks of a Tensor or another library's array: of each dimension the place that wrote it\n"
     "out, or None; None if nothing is known."},
    {"_mark", (PyCFunction)(void (*)(void))mark, METH_FASTCALL,
     "_mark($module, object, marks, /)\n--\n\n"
     "Give an object marks, a tuple, for as long as it lives, or take them away (None); return whether it\n"
     "can have any."},
    {"_purge_marks", purge, METH_NOARGS,
     "_purge_marks($module, /)\n--\n\n"
     "Drop the marks of objects that are gone, which otherwise waits until there are many."},
    {NULL, NULL, 0, NULL},
};
