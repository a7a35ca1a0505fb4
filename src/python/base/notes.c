/* notes.c: see notes.h.  Python code writes the texts.  Python 3.10 has no notes. */
#include "python/base/notes.h"

#include "python/base/hooks.h"
#include "python/base/objects.h"
#include "python/base/state.h"

#if TBPY_HAS_NOTES

static PyObject *shapes_of(const tb_error *err)
{
    PyObject *shapes = PyTuple_New(err->nshapes);
    const int64_t *size = err->size;
    for (int i = 0; shapes && i < err->nshapes; size += err->ndim[i++])
        tbpy_put_item(&shapes, i, tbpy_int_tuple(size, err->ndim[i]));
    return shapes;
}

/* Returns the text, or NULL with an exception. */
static PyObject *make_note(PyObject *shapes, const tb_error *err)
{
    const tb_about about = err ? err->about : TB_ABOUT_SHAPES;
    PyObject *function = tbpy_find_hook(about == TB_ABOUT_INDICES   ? TBPY_HOOK_note_of_indices
                                        : about == TB_ABOUT_BATCHES ? TBPY_HOOK_note_of_batches
                                                                    : TBPY_HOOK_note);
    if (!function)
        return NULL;
    PyObject *inplace = about == TB_ABOUT_SHAPES ? Py_False : Py_True, *text;
    if (about == TB_ABOUT_INDICES) {
        int64_t masks[TB_ABOUT_MAX];
        for (int i = 0; i < err->nshapes; i++)
            masks[i] = err->mask_ndim[i];
        text = PyObject_CallFunction(function, "ON", shapes, tbpy_int_tuple(masks, err->nshapes));
    } else if (about == TB_ABOUT_BATCHES) {
        text = PyObject_CallFunctionObjArgs(function, shapes, NULL);
    } else if (about == TB_ABOUT_VALUE || about == TB_ABOUT_EXPAND) {
        const bool value = about == TB_ABOUT_VALUE;
        text = PyObject_CallFunction(function, "OO(ss)", shapes, inplace, value ? "target" : "size",
                                     value ? "value" : "tensor");
    } else {
        text = PyObject_CallFunction(function, "OO()O", shapes, inplace,
                                     about == TB_ABOUT_COPY ? Py_False : Py_True);
    }
    Py_DECREF(function);
    return text;
}

/* Adds the note to the raised exception, which is kept whatever fails here, except that a Ctrl-C takes
 * precedence. */
static void add_note(const tb_error *err, PyObject *shapes)
{
    if (!(tbpy_get_state()->policy & TBPY_ERROR_NOTES))
        return;
    PyObject *error = PyErr_GetRaisedException();
    shapes = err ? shapes_of(err) : PySequence_Tuple(shapes);
    PyObject *text = shapes ? make_note(shapes, err) : NULL;
    Py_XDECREF(text ? PyObject_CallMethod(error, "add_note", "O", text) : NULL);
    Py_XDECREF(text);
    Py_XDECREF(shapes);
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception)) {
        Py_DECREF(error);
        return;
    }
    PyErr_Clear();
    PyErr_SetRaisedException(error);
}

void tbpy_note_error(const tb_error *err) { add_note(err, NULL); }
void tbpy_note_shapes(PyObject *shapes) { add_note(NULL, shapes); }

#else

void tbpy_note_error(const tb_error *Py_UNUSED(err)) {}
void tbpy_note_shapes(PyObject *Py_UNUSED(shapes)) {}

#endif
