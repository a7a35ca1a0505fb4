/* mark_table.c: see mark_table.h.  Rows are found by linear probing. */
#include "python/cpython/mark_table.h"

enum { MIN_ROWS = 64 };

/* A row that is in use stays so until the table is made anew, though its marks may go: who looks for a row goes on
 * from there. */
typedef struct tbpy_marked {
    PyObject *object; /* its address alone, for it may be gone; NULL: the row is free */
    PyObject *reference, *marks; /* owned; both NULL where the marks are gone */
} row;

#ifdef Py_GIL_DISABLED
static void lock(tbpy_mark_table *table) { PyMutex_Lock(&table->lock); }
static void unlock(tbpy_mark_table *table) { PyMutex_Unlock(&table->lock); }
#else
static void lock(tbpy_mark_table *Py_UNUSED(table)) {}
static void unlock(tbpy_mark_table *Py_UNUSED(table)) {}
#endif

/* The object's row, or a free one; of a table that has a free row. */
static row *find(row *rows, size_t n, const PyObject *object)
{
    const uint64_t hash = ((uintptr_t)object >> 4) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 32) & (n - 1);
    while (rows[at].object && rows[at].object != object)
        at = (at + 1) & (n - 1);
    return &rows[at];
}

/* Has it marks, of an object that lives?  Another one may have come to the address, whose weak references are
 * others. */
static bool is_alive(const row *r) { return r->marks && !PyWeakref_IsDead(r->reference); }

/* What is dropped, when the lock is no longer held. */
static void release(row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        Py_XDECREF(rows[i].reference);
        Py_XDECREF(rows[i].marks);
    }
    PyMem_RawFree(rows);
}

/* With the lock: rows for those that are alive and as many more again, or none; the old ones are the caller's to
 * release.  false: out of memory, nothing has happened. */
static bool renew(tbpy_mark_table *table, bool one_more)
{
    size_t alive = one_more, rows = MIN_ROWS, used = 0;
    for (size_t i = 0; i < table->rows; i++)
        alive += is_alive(&table->row[i]);
    while (rows < 4 * alive)
        rows *= 2;
    row *renewed = alive ? PyMem_RawCalloc(rows, sizeof(row)) : NULL;
    if (alive && !renewed)
        return false;
    for (size_t i = 0; renewed && i < table->rows; i++)
        if (is_alive(&table->row[i])) {
            *find(renewed, rows, table->row[i].object) = table->row[i];
            table->row[i] = (row){NULL, NULL, NULL};
            used++;
        }
    table->row = renewed;
    table->rows = renewed ? rows : 0;
    table->used = used;
    atomic_store_explicit(&table->any, used > 0, memory_order_relaxed);
    return true;
}

PyObject *tbpy_get_marks(tbpy_mark_table *table, PyObject *object)
{
    lock(table);
    const row *r = table->rows ? find(table->row, table->rows, object) : NULL;
    PyObject *marks = r && is_alive(r) ? Py_NewRef(r->marks) : NULL;
    unlock(table);
    return marks;
}

static void unmark(tbpy_mark_table *table, PyObject *object)
{
    row old = {NULL, NULL, NULL};
    lock(table);
    row *r = table->rows ? find(table->row, table->rows, object) : NULL;
    if (r && r->object) {
        old = *r;
        r->reference = r->marks = NULL;
    }
    unlock(table);
    Py_XDECREF(old.reference);
    Py_XDECREF(old.marks);
}

int tbpy_set_marks(tbpy_mark_table *table, PyObject *object, PyObject *marks)
{
    if (!marks) {
        unmark(table, object);
        return 0;
    }
    PyObject *reference = PyWeakref_NewRef(object, NULL);
    if (!reference)
        return -1;
    lock(table);
    row *old_rows = table->row, old = {NULL, NULL, NULL};
    const size_t old_n = table->rows;
    const bool full = 4 * (table->used + 1) > 3 * table->rows;
    const bool room = !full || renew(table, true);
    const bool renewed = full && room;
    if (room) {
        row *r = find(table->row, table->rows, object);
        old = *r;
        table->used += !r->object;
        *r = (row){object, reference, Py_NewRef(marks)};
        atomic_store_explicit(&table->any, true, memory_order_relaxed);
    }
    unlock(table);
    if (renewed)
        release(old_rows, old_n);
    Py_XDECREF(room ? old.reference : reference);
    Py_XDECREF(old.marks);
    if (!room)
        PyErr_NoMemory();
    return room ? 0 : -1;
}

void tbpy_purge_marks(tbpy_mark_table *table)
{
    lock(table);
    row *old = table->row;
    const size_t n = table->rows;
    const bool renewed = renew(table, false);
    unlock(table);
    if (renewed)
        release(old, n);
}

void tbpy_clear_marks(tbpy_mark_table *table)
{
    lock(table);
    row *old = table->row;
    const size_t n = table->rows;
    table->row = NULL;
    table->rows = table->used = 0;
    atomic_store_explicit(&table->any, false, memory_order_relaxed);
    unlock(table);
    release(old, n);
}

int tbpy_visit_marks(const tbpy_mark_table *table, visitproc visit, void *arg)
{
    for (size_t i = 0; i < table->rows; i++) {
        Py_VISIT(table->row[i].reference);
        Py_VISIT(table->row[i].marks);
    }
    return 0;
}
