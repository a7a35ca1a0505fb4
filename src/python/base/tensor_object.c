/* tensor_object.c: see tensor_object.h. */
#include "python/base/tensor_object.h"

#include "core/memory/asan.h"

#include <string.h>

bool tbpy_extends_tensor(const PyTypeObject *type)
{
    while (type && !tbpy_is_tensor_type(type))
        type = type->tp_base; /* it determines the layout of the objects, whatever other bases there are */
    return type != NULL;
}

/* ---- freed objects, kept for reuse, as most tensors of a program are short-lived ---- */

#ifdef Py_GIL_DISABLED
/* Python's own allocator keeps freed objects per thread. */
static PyObject *take_kept(tbpy_state *Py_UNUSED(state)) { return NULL; }
static bool keep(PyObject *Py_UNUSED(self), const PyTypeObject *Py_UNUSED(type)) { return false; }
#else
static PyObject *take_kept(tbpy_state *state)
{
    if (state->n_kept_tensors == 0)
        return NULL;
    PyObject *self = state->kept_tensor[--state->n_kept_tensors];
    tb_unpoison(self, sizeof(TbTensor));
    return self;
}

/* Keeps a released object, whose fields are zero.  When it is collected together with the module, there
 * may be no state any more. */
static bool keep(PyObject *self, const PyTypeObject *type)
{
    tbpy_state *state = tbpy_get_state();
    if (!state || state->tensor_type != type || state->n_kept_tensors == TBPY_KEPT_TENSORS)
        return false;
    state->kept_tensor[state->n_kept_tensors++] = self;
    tb_poison(self, sizeof(TbTensor));
    return true;
}
#endif

void tbpy_free_kept_tensors(tbpy_state *state)
{
    PyObject *self;
    while ((self = take_kept(state)))
        PyObject_GC_Del(self);
}

/* ---- the memory of a Tensor ---- */

/* Allocates an object.  Callers hold pointers into other tensors' memory, so no collection, which may run
 * any code, may begin here. */
static TbTensor *alloc_new(PyTypeObject *type)
{
#if TBPY_COLLECTS_ANYWHERE
    const int collects = PyGC_Disable();
#endif
    TbTensor *self = PyObject_GC_New(TbTensor, type);
#if TBPY_COLLECTS_ANYWHERE
    if (collects)
        PyGC_Enable();
#endif
    if (self)
        memset((char *)self + sizeof(PyObject), 0, sizeof *self - sizeof(PyObject));
    return self;
}

TbTensor *tbpy_tensor_alloc(void)
{
    tbpy_state *state = tbpy_get_state();
    PyObject *kept = take_kept(state);
    return kept ? (TbTensor *)PyObject_Init(kept, state->tensor_type) : alloc_new(state->tensor_type);
}

void tbpy_tensor_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self); /* kept objects are not tracked */
    if (((TbTensor *)self)->weakrefs)
        PyObject_ClearWeakRefs(self);
    Py_CLEAR(((TbTensor *)self)->attributes);
    Py_CLEAR(((TbTensor *)self)->shape);
    PyObject *memory = ((TbTensor *)self)->memory;
    if (__builtin_expect(memory != NULL, false)) {
        ((TbTensor *)self)->memory = NULL;
        tbpy_forget_holder(memory);
        tb_tensor_release(tbpy_tensor_of(self));
        Py_DECREF(memory);
    } else {
        tb_tensor_release(tbpy_tensor_of(self));
    }
    if (!keep(self, type))
        type->tp_free(self);
    Py_DECREF(type);
}
