/* storage.h: reference-counted memory, 64-byte aligned.
 *
 * A storage is made with one reference; tensors share it.  While `pins` is not
 * 0 (a live buffer export, a foreign memory, an operation that runs without a
 * lock) the memory must not move: growing fails with torch's "Trying to resize
 * storage that is not resizable".  Relies on: C11 atomics. */
#ifndef TB_STORAGE_H
#define TB_STORAGE_H

#include "core/base/error.h"
#include "core/memory/allocator.h"
#include <stdatomic.h>

/* Who owns foreign memory: `release` is called once, with `object`, by whichever thread drops the last
 * reference; NULL: there is no one to tell. */
typedef struct {
    void (*release)(void *object);
    void *object;
} tb_owner;

typedef struct tb_storage {
    _Atomic int64_t refs;
    _Atomic int64_t pins;
    char *data;                    /* never NULL, aligned unless foreign */
    int64_t nbytes;
    tb_block block;                /* memory owned beside this header, if any */
    tb_owner owner;                /* of foreign memory */
    void *user;                    /* for the layer above; the core does not read it */
    int small;                     /* the list that keeps it when it is freed, or -1 (storage.c) */
} tb_storage;

/* nbytes >= 0; `zeroed`: as calloc.  On failure (torch's text,
 * RuntimeError "DefaultCPUAllocator: can't allocate memory: you tried to
 * allocate N bytes. Error code 12 (Cannot allocate memory)") *out is NULL. */
tb_status tb_storage_new(int64_t nbytes, bool zeroed, tb_storage **out, tb_error *err);

/* What this thread frees of small storages is kept for its next ones from now on, some 130 KB at most, unless
 * another thread has called this before. On free-threaded builds every thread does so without a call. */
void tb_storage_cache_small(void);

/* Memory with another owner; pinned for life.  On success the storage has taken
 * over the owner's object; on failure the caller still has it. */
tb_status tb_storage_foreign(void *data, int64_t nbytes, tb_owner owner, tb_storage **out, tb_error *err);
/* Gives the owner's object back to the caller: the storage will not release it. */
static inline void tb_storage_disown(tb_storage *storage) { storage->owner = (tb_owner){0}; }

/* The bytes [start, start + nbytes) of a storage as a storage of its own; keeps
 * `whole` alive and, while it lives, unable to move. */
tb_status tb_storage_slice(tb_storage *whole, int64_t start, int64_t nbytes, tb_storage **out, tb_error *err);

/* RuntimeError where the storage is smaller and must not move. */
static inline tb_status tb_storage_check_growth(tb_storage *storage, int64_t nbytes, tb_error *err)
{
    if (nbytes > storage->nbytes && atomic_load_explicit(&storage->pins, memory_order_acquire) > 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "Trying to resize storage that is not resizable");
    return TB_OK;
}
/* Enlarges to at least nbytes, keeping the contents; `data` may change: part of a change (change.h). */
tb_status tb_storage_grow(tb_storage *storage, int64_t nbytes, tb_error *err);

static inline tb_storage *tb_storage_retain(tb_storage *storage)
{
    atomic_fetch_add_explicit(&storage->refs, 1, memory_order_relaxed);
    return storage;
}
void tb_storage_destroy(tb_storage *storage); /* only for tb_storage_release */
static inline void tb_storage_release(tb_storage *storage)
{
    if (!storage)
        return;
    /* only the last owner could take another reference, so it needs no atomic subtraction */
    if (atomic_load_explicit(&storage->refs, memory_order_acquire) == 1 ||
        atomic_fetch_sub_explicit(&storage->refs, 1, memory_order_acq_rel) == 1)
        tb_storage_destroy(storage);
}
static inline void tb_storage_pin(tb_storage *storage)
{
    atomic_fetch_add_explicit(&storage->pins, 1, memory_order_relaxed);
}
static inline void tb_storage_unpin(tb_storage *storage)
{
    atomic_fetch_sub_explicit(&storage->pins, 1, memory_order_release);
}

#endif
