/* storage.h: reference-counted memory, 64-byte aligned.
 *
 * A new storage has one reference; tensors share it.  While `pins` is not 0 (a live buffer export, foreign
 * memory, an operation that runs without a lock) the memory must not move: growing fails with torch's "Trying
 * to resize storage that is not resizable".  Relies on: C11 atomics. */
#ifndef TB_STORAGE_H
#define TB_STORAGE_H

#include "core/base/error.h"
#include "core/memory/allocator.h"
#include <stdatomic.h>

/* The owner of foreign memory: the thread that drops the last reference calls `release` once, with `object`;
 * NULL: nothing to call. */
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
    int small;                     /* the list that keeps the storage when it is freed, or -1 (storage.c) */
} tb_storage;

/* Allocates nbytes >= 0; `zeroed`: all 0.  On failure (torch's text, RuntimeError "DefaultCPUAllocator: can't
 * allocate memory: you tried to allocate N bytes.  Error code 12 (Cannot allocate memory)") *out is NULL. */
tb_status tb_storage_new(int64_t nbytes, bool zeroed, tb_storage **out, tb_error *err);

/* From now on the small storages that this thread frees are kept for its next ones, some 130 KB at most,
 * unless another thread has called this before.  On free-threaded builds every thread keeps its own without a
 * call. */
void tb_storage_cache_small(void);

/* Wraps memory of another owner, pinned as long as it lives.  On success the storage owns the owner's object;
 * on failure the caller still does. */
tb_status tb_storage_foreign(void *data, int64_t nbytes, tb_owner owner, tb_storage **out, tb_error *err);
/* Returns the owner's object to the caller: the storage will not release it. */
static inline void tb_storage_disown(tb_storage *storage) { storage->owner = (tb_owner){0}; }

/* The bytes [start, start + nbytes) of a storage as a storage of its own, which holds a reference to `whole`
 * and pins it. */
tb_status tb_storage_slice(tb_storage *whole, int64_t start, int64_t nbytes, tb_storage **out, tb_error *err);

/* RuntimeError if the storage is smaller and must not move. */
static inline tb_status tb_storage_check_growth(tb_storage *storage, int64_t nbytes, tb_error *err)
{
    if (nbytes > storage->nbytes && atomic_load_explicit(&storage->pins, memory_order_acquire) > 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "Trying to resize storage that is not resizable");
    return TB_OK;
}
/* Grows to at least nbytes and keeps the contents; `data` may change: part of a change (change.h). */
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
    /* the only owner needs no atomic subtraction, since nobody else could take another reference */
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
