/* owner.c: see owner.h. */
#include "python/base/owner.h"

#include "python/base/objects.h"

struct tbpy_memory_object {
    PyObject_HEAD
    tbpy_owner *owner;
    tb_storage *storage; /* borrowed: the storage that this object belongs to */
    _Atomic int64_t holders; /* Tensors and UntypedStorages with a reference to both */
    _Atomic int64_t exports; /* buffers of such Tensors, with a reference to the storage */
    _Atomic bool left; /* a Tensor with exports may have got other memory */
};

/* ---- releasing owners ---- */

static void push(tbpy_module_state *own, void *waits)
{
    tbpy_state *state = (tbpy_state *)own;
    tbpy_owner *owner = waits;
    owner->next = atomic_load(&state->waiting);
    while (!atomic_compare_exchange_weak(&state->waiting, &owner->next, owner))
        ;
}

/* Called by one thread at a time, so that the head it sees stays there, whatever others push before it. */
static tbpy_owner *pop(tbpy_state *state)
{
    tbpy_owner *owner = atomic_load(&state->waiting);
    while (owner && !atomic_compare_exchange_weak(&state->waiting, &owner, owner->next))
        ;
    return owner;
}

static void drop_one(tbpy_owner *owner)
{
    if (owner->object)
        Py_DECREF(owner->object); /* frees the owner when it ends */
    else
        owner->drop(owner);
}

/* Memory may belong to a tensor on an array's memory, that to another tensor, and so on without limit:
 * hence a loop instead of a recursion.  The raised exception is kept. */
void tbpy_drop_waiting(tbpy_state *state)
{
    while (atomic_load(&state->waiting) && !atomic_exchange(&state->dropping, true)) {
        PyObject *error = PyErr_GetRaisedException();
        tbpy_owner *owner;
        while ((owner = pop(state)))
            drop_one(owner);
        PyErr_SetRaisedException(error);
        atomic_store(&state->dropping, false);
    }
}

static bool is_here(const tbpy_owner *owner)
{
    return PyInterpreterState_GetID(PyInterpreterState_Get()) == owner->interpreter_id;
}

/* Called with the owner's interpreter attached.  In a collection together with the module, there may be no
 * state any more. */
static void drop(tbpy_owner *owner)
{
    tbpy_state *state = tbpy_get_state();
    if (state && state->own.interpreter_id == owner->interpreter_id) {
        push(&state->own, owner);
        tbpy_drop_waiting(state);
    } else {
        drop_one(owner);
    }
}

/* The same for a thread without a lock, if it can attach to the owner's interpreter, which must be the
 * main one.  Others may end at any time. */
static bool attach_and_drop(tbpy_owner *owner)
{
    tbpy_attachment attachment;
    const bool alone = atomic_load(&tbpy_only_module_state) != NULL;
    if (owner->interpreter_id != 0 || !(TBPY_KNOWS_ATTACHED || alone) || !tbpy_attach(&attachment))
        return false;
    const bool here = is_here(owner);
    if (here)
        drop(owner);
    tbpy_detach(attachment);
    return here;
}

/* Called when a storage is freed, on any thread.  An owner that cannot be dropped here waits until its
 * interpreter next takes or drops foreign memory; if that interpreter, or Python, is gone, it is never
 * dropped. */
static void release_owner(void *object)
{
    tbpy_owner *owner = object;
    /* While Python finalizes, its last thread still holds the lock, so this is checked first. */
    const bool attached = tbpy_is_attached();
    if (attached && is_here(owner))
        drop(owner);
    else if (attached || !attach_and_drop(owner))
        tbpy_with_module_state_of(owner->interpreter_id, push, owner);
}

/* ---- the object ---- */

static int memory_traverse(PyObject *self, visitproc visit, void *arg)
{
    tbpy_memory_object *memory = (tbpy_memory_object *)self;
    TBPY_VISIT(Py_TYPE(self));
    /* While there are holders there is a storage; otherwise any thread may be releasing it right now. */
    const int64_t holders = atomic_load(&memory->holders);
    const int64_t exports = atomic_load(&memory->exports);
    if (holders && !atomic_load(&memory->left) && atomic_load(&memory->storage->refs) == holders + exports)
        TBPY_VISIT(self); /* the storage's reference */
    return memory->owner->traverse(memory->owner, visit, arg);
}

static void memory_dealloc(PyObject *self)
{
    tbpy_owner *owner = ((tbpy_memory_object *)self)->owner;
    tbpy_gc_dealloc(self);
    if (owner) {
        owner->object = NULL;
        drop(owner);
    }
}

static const PyType_Slot memory_slots[] = {
    {Py_tp_doc, (void *)"What holds foreign memory for Tensors and UntypedStorages."},
    {Py_tp_dealloc, memory_dealloc},
    {Py_tp_traverse, memory_traverse},
    {0, NULL},
};

int tbpy_init_owner(PyObject *module)
{
    const unsigned flags = Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
    PyTypeObject *type =
        tbpy_make_type(module, "tbcast._Memory", sizeof(tbpy_memory_object), flags, memory_slots, NULL);
    tbpy_get_state()->memory_type = type;
    return type ? 0 : -1;
}

/* Callers hold pointers into tensors' memory: no collection may begin here. */
static tbpy_memory_object *new_object(tbpy_owner *owner)
{
#if TBPY_COLLECTS_ANYWHERE
    const int collects = PyGC_Disable();
#endif
    tbpy_memory_object *self = PyObject_GC_New(tbpy_memory_object, tbpy_get_state()->memory_type);
#if TBPY_COLLECTS_ANYWHERE
    if (collects)
        PyGC_Enable();
#endif
    if (self) {
        self->owner = owner;
        self->storage = NULL;
        atomic_init(&self->holders, 0);
        atomic_init(&self->exports, 0);
        atomic_init(&self->left, false);
    }
    return self;
}

/* ---- storages ---- */

tb_storage *tbpy_storage_of_owner(void *data, int64_t nbytes, tbpy_owner *owner)
{
    tb_storage *storage = NULL;
    tb_error err;
    tbpy_state *state = tbpy_get_state();
    tbpy_drop_waiting(state);
    if (owner) {
        owner->interpreter_id = state->own.interpreter_id;
        owner->object = owner->traverse ? new_object(owner) : NULL;
        if (owner->traverse && !owner->object)
            return NULL;
    }
    if (tb_storage_foreign(data, nbytes, (tb_owner){owner ? release_owner : NULL, owner}, &storage, &err) !=
        TB_OK) {
        PyErr_SetString(PyExc_MemoryError, err.message);
    } else if (owner && owner->object) {
        owner->object->storage = storage;
        PyObject_GC_Track(owner->object);
        return storage;
    }
    if (!storage && owner && owner->object) {
        owner->object->owner = NULL;
        TBPY_DROP(owner->object);
    }
    return storage;
}

void tbpy_disown(tb_storage *storage)
{
    tbpy_owner *owner = storage->owner.object;
    tb_storage_disown(storage);
    if (owner && owner->object) {
        owner->object->owner = NULL;
        TBPY_DROP(owner->object);
    }
}

static tbpy_memory_object *object_of(const tb_storage *storage)
{
    return storage && storage->owner.release == release_owner && storage->owner.object
               ? ((tbpy_owner *)storage->owner.object)->object
               : NULL;
}

bool tbpy_holds_objects(const tb_storage *storage) { return object_of(storage) != NULL; }

void tbpy_forget_holder(PyObject *held) { atomic_fetch_sub(&((tbpy_memory_object *)held)->holders, 1); }

void tbpy_count_export(const tb_storage *storage, int change)
{
    tbpy_memory_object *object = object_of(storage);
    if (object && atomic_fetch_add(&object->exports, change) + change == 0)
        atomic_store(&object->left, false);
}

void tbpy_hold_memory(PyObject *self, const tb_storage *storage, PyObject **held)
{
    tbpy_memory_object *object = object_of(storage);
    PyObject *before = *held;
    if (before == (PyObject *)object)
        return;
    if (object)
        atomic_fetch_add(&object->holders, 1);
    *held = Py_XNewRef((PyObject *)object);
    if (object && !PyObject_GC_IsTracked(self))
        PyObject_GC_Track(self);
    if (before) {
        tbpy_forget_holder(before);
        if (atomic_load(&((tbpy_memory_object *)before)->exports) > 0)
            atomic_store(&((tbpy_memory_object *)before)->left, true);
        Py_DECREF(before);
    }
}
