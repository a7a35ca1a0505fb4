/* array_marks.c: see array_marks.h.
 *
 * An address has a set of entries of the table, so that few are looked at.  Where there is no interpreter's lock the
 * table has one of its own, under which no object ends and no code of Python's runs. */
#include "python/audit/array_marks.h"

enum { SETS = 256, WAYS = 8, SUBSCRIPTS = 256 };

typedef struct {
    PyObject *array; /* its address alone, for it may be gone */
    PyObject *reference, *marks;
} entry;

struct tbpy_array_marks {
    _Atomic bool any;
    unsigned next; /* of a set whose arrays are all alive the one to be forgotten */
    entry set[SETS][WAYS];
    struct {
        uint64_t subscript;
        PyObject *marks;
    } written[SUBSCRIPTS];
};

#ifdef Py_GIL_DISABLED
static void lock(tbpy_state *state) { PyMutex_Lock(&state->marking); }
static void unlock(tbpy_state *state) { PyMutex_Unlock(&state->marking); }
#else
static void lock(tbpy_state *Py_UNUSED(state)) {}
static void unlock(tbpy_state *Py_UNUSED(state)) {}
#endif

bool tbpy_has_array_marks(const tbpy_state *state)
{
    return state->watcher && state->array_marks &&
           atomic_load_explicit(&state->array_marks->any, memory_order_relaxed);
}

/* ---- arrays ---- */

static entry *set_of(tbpy_state *state, PyObject *o)
{
    const uint64_t address = (uintptr_t)o;
    return state->array_marks->set[(address >> 4 ^ address >> 12) % SETS];
}

/* With the lock; NULL: an entry that nothing has. */
static entry *entry_of(entry *set, const PyObject *o)
{
    for (int i = 0; i < WAYS; i++)
        if (set[i].array == o)
            return &set[i];
    return NULL;
}

static void release(entry e)
{
    Py_XDECREF(e.reference);
    Py_XDECREF(e.marks);
}

/* With the lock: new references of what the entry has, if there is one. */
static entry copy_of(const entry *at)
{
    const entry copy = at ? *at : (entry){NULL};
    Py_XINCREF(copy.reference);
    Py_XINCREF(copy.marks);
    return copy;
}

/* Is its array alive?  Another one may have come to the address. */
static bool is_alive(const entry *e)
{
    PyObject *array = NULL;
    const bool alive = e->reference && PyWeakref_GetRef(e->reference, &array) == 1 && array == e->array;
    Py_XDECREF(array);
    return alive;
}

PyObject *tbpy_marks_of_array(tbpy_state *state, PyObject *o)
{
    lock(state);
    const entry found = copy_of(entry_of(set_of(state, o), o));
    unlock(state);
    PyObject *marks = is_alive(&found) ? Py_NewRef(found.marks) : NULL;
    release(found);
    return marks;
}

bool tbpy_is_marked_array(tbpy_state *state, PyObject *o)
{
    PyObject *marks = tbpy_marks_of_array(state, o);
    Py_XDECREF(marks);
    return marks != NULL;
}

/* Of a set that is full: an array that is gone, or else the one whose turn it is. */
static entry *to_forget(tbpy_state *state, entry *set)
{
    for (int i = 0; i < WAYS; i++) {
        lock(state);
        const entry copy = copy_of(&set[i]);
        unlock(state);
        const bool alive = is_alive(&copy);
        release(copy);
        if (!alive)
            return &set[i];
    }
    lock(state);
    entry *at = &set[state->array_marks->next++ % WAYS];
    unlock(state);
    return at;
}

bool tbpy_mark_array(tbpy_state *state, PyObject *o, PyObject *marks)
{
    PyObject *reference = PyWeakref_NewRef(o, NULL);
    if (!reference) {
        PyErr_Clear();
        return false;
    }
    entry *set = set_of(state, o);
    lock(state);
    entry *at = entry_of(set, o);
    if (!at)
        at = entry_of(set, NULL);
    unlock(state);
    if (!at)
        at = to_forget(state, set);
    lock(state);
    const entry old = *at;
    *at = (entry){o, reference, Py_NewRef(marks)};
    unlock(state);
    release(old);
    atomic_store_explicit(&state->array_marks->any, true, memory_order_relaxed);
    return true;
}

/* ---- subscripts ---- */

PyObject *tbpy_written_marks(tbpy_state *state, uint64_t subscript)
{
    const uint64_t at = subscript % SUBSCRIPTS;
    lock(state);
    PyObject *marks = NULL;
    if (state->array_marks->written[at].subscript == subscript)
        marks = Py_XNewRef(state->array_marks->written[at].marks);
    unlock(state);
    return marks;
}

void tbpy_keep_written_marks(tbpy_state *state, uint64_t subscript, PyObject *marks)
{
    const uint64_t at = subscript % SUBSCRIPTS;
    lock(state);
    PyObject *old = state->array_marks->written[at].marks;
    state->array_marks->written[at].subscript = subscript;
    state->array_marks->written[at].marks = Py_NewRef(marks);
    unlock(state);
    Py_XDECREF(old);
}

/* ---- the table ---- */

static void forget(tbpy_state *state, struct tbpy_array_marks *table)
{
    atomic_store_explicit(&table->any, false, memory_order_relaxed);
    for (int i = 0; i < SETS * WAYS; i++) {
        lock(state);
        const entry old = table->set[i / WAYS][i % WAYS];
        table->set[i / WAYS][i % WAYS] = (entry){NULL};
        unlock(state);
        release(old);
    }
    for (int i = 0; i < SUBSCRIPTS; i++) {
        lock(state);
        PyObject *old = table->written[i].marks;
        table->written[i].marks = NULL;
        unlock(state);
        Py_XDECREF(old);
    }
}

void tbpy_forget_array_marks(tbpy_state *state)
{
    if (state->array_marks)
        forget(state, state->array_marks);
}

int tbpy_begin_array_marks(tbpy_state *state)
{
    if (!state->array_marks)
        state->array_marks = PyMem_Calloc(1, sizeof *state->array_marks);
    if (!state->array_marks)
        PyErr_NoMemory();
    return state->array_marks ? 0 : -1;
}

void tbpy_end_array_marks(tbpy_state *state)
{
    tbpy_forget_array_marks(state);
    PyMem_Free(state->array_marks);
    state->array_marks = NULL;
}
