/* resize.c: bodies of resize_ and resize_as_, which give a tensor other sizes and memory in place. */
#include "python/base/critical.h"
#include "python/base/errors.h"
#include "python/call/given.h"

/* Sizes of its own memory, in the format if one is given. */
static PyObject *resized(const tbpy_call *c, const int64_t *size, int ndim, const tb_memory_format *format)
{
    tb_error err;
    TBPY_CHANGING;
    const tb_status status = format ? tb_resize_as(tbpy_self_of(c), size, ndim, *format, &err)
                                    : tb_resize(tbpy_self_of(c), size, ndim, &err);
    return status == TB_OK ? Py_NewRef(c->given[c->f->own]) : tbpy_raise(&err);
}

PyObject *tbpy_body_resize(const tbpy_call *c)
{
    tb_shape shape;
    tb_memory_format format;
    if (tbpy_given_ints(c, TBPY_RESIZE__SIZE, &shape) < 0)
        return NULL;
    tbpy_given_format(c, TBPY_RESIZE__MEMORY_FORMAT, &format);
    return resized(c, shape.size, shape.ndim, c->given[TBPY_RESIZE__MEMORY_FORMAT] ? &format : NULL);
}

PyObject *tbpy_body_resize_as(const tbpy_call *c)
{
    tb_memory_format format;
    tbpy_given_format(c, TBPY_RESIZE_AS__MEMORY_FORMAT, &format);
    const tb_tensor *t = tbpy_given_tensor(c, TBPY_RESIZE_AS__THE_TEMPLATE);
    TBPY_CHANGING;
    if (!c->given[TBPY_RESIZE_AS__MEMORY_FORMAT])
        return resized(c, t->size, t->ndim, NULL);
    if (format == TB_PRESERVE_FORMAT) /* the template's, not self's */
        format = tb_suggest_format(t->size, t->stride, t->ndim);
    return resized(c, t->size, t->ndim, &format);
}
