/* meta.c: see meta.h. */
#include "python/call/meta.h"

#include "core/base/this_thread.h"
#include "python/call/policy.h"
#include "python/types/dtype.h"

static PyObject *meta(PyObject *Py_UNUSED(module), PyObject *frames)
{
    tb_thread_settings *settings = tb_this_threads_settings();
    const long before = settings->meta, now = PyLong_AsLong(frames);
    if (now == -1 && PyErr_Occurred())
        return NULL;
    if (now < 0 || now > INT_MAX)
        return PyErr_Format(PyExc_ValueError, "_meta() takes a number of frames");
    if (now)
        tbpy_get_state()->policy |= TBPY_ASK_POLICY; /* calls check this flag */
    settings->meta = (int)now;
    return PyLong_FromLong(before);
}

static PyObject *in_task(PyObject *Py_UNUSED(module), PyObject *is_task)
{
    tb_thread_settings *settings = tb_this_threads_settings();
    const bool before = settings->task;
    const int now = PyObject_IsTrue(is_task);
    if (now < 0)
        return NULL;
    settings->task = now;
    return PyBool_FromLong(before);
}

static PyObject *thread_default_dtype(PyObject *Py_UNUSED(module), PyObject *dtype)
{
    tb_thread_settings *settings = tb_this_threads_settings();
    const int before = settings->default_dtype;
    tb_dtype now = TB_UNDEFINED;
    if (dtype != Py_None && !tbpy_is_dtype(dtype, &now))
        return PyErr_Format(PyExc_TypeError, "_thread_default_dtype() takes a dtype or None");
    settings->default_dtype = dtype == Py_None ? 0 : (int)now + 1;
    tbpy_get_state()->threads_have_default_dtypes = true;
    return before ? tbpy_dtype_object((tb_dtype)(before - 1)) : Py_NewRef(Py_None);
}

static PyObject *most_bytes(PyObject *Py_UNUSED(module), PyObject *nbytes)
{
    tb_thread_settings *settings = tb_this_threads_settings();
    const int64_t before = settings->most_bytes, now = PyLong_AsLongLong(nbytes);
    if (now == -1 && PyErr_Occurred())
        return NULL;
    if (now < 0)
        return PyErr_Format(PyExc_ValueError, "_most_bytes() takes a number of bytes");
    settings->most_bytes = now;
    return PyLong_FromLongLong(before);
}

const PyMethodDef tbpy_meta_functions[] = {
    {"_meta", meta, METH_O,
     "_meta($module, frames, /)\n--\n\n"
     "Makes this thread's tensors meta tensors: pointwise calls check everything, warn this many frames\n"
     "up, ask policies, and compute nothing. 0 ends this. Returns the previous value."},
    {"_in_task", in_task, METH_O,
     "_in_task($module, is_task, /)\n--\n\n"
     "Sets whether this thread runs one of many tasks: its calls use no other threads, and do not warn,\n"
     "because the program was warned when it built the task. Returns the previous value."},
    {"_thread_default_dtype", thread_default_dtype, METH_O,
     "_thread_default_dtype($module, dtype, /)\n--\n\n"
     "Sets the default dtype of this thread's calls; None: the program's. Returns the previous one."},
    {"_most_bytes", most_bytes, METH_O,
     "_most_bytes($module, nbytes, /)\n--\n\n"
     "Sets the largest storage, in bytes, for which this thread's calls find memory. 0: no limit. Returns\n"
     "the previous limit."},
    {NULL, NULL, 0, NULL},
};
