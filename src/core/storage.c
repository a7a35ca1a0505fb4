/* storage.c: reference-counted memory.  Fresh memory is one block that holds the
 * header and the data; growing moves the data to a block of its own.
 * Relies on: storage.h, malloc. */
#include "storage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *align_up(void *p)
{
    uintptr_t address = (uintptr_t)p;
    return (char *)p + (-address & (TB_ALIGNMENT - 1));
}

/* Bytes of a block with room for `header` bytes and nbytes of aligned data (at
 * least one line of it, so that data is always a real address); -1 when that
 * does not fit a size. */
static int64_t block_bytes(int64_t nbytes, int64_t header)
{
    int64_t data = nbytes > TB_ALIGNMENT ? nbytes : TB_ALIGNMENT, total;
    if (__builtin_add_overflow(data, header + TB_ALIGNMENT - 1, &total) || (uint64_t)total > SIZE_MAX)
        return -1;
    return total;
}

static tb_status no_memory(int64_t nbytes, tb_error *err)
{
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "DefaultCPUAllocator: can't allocate memory: you tried to allocate %" PRId64
                   " bytes. Error code 12 (Cannot allocate memory)",
                   nbytes);
}

tb_status tb_storage_new(int64_t nbytes, bool zeroed, tb_storage **out, tb_error *err)
{
    int64_t total = block_bytes(nbytes, sizeof(tb_storage));
    tb_storage *storage = NULL;
    *out = NULL;
    if (total >= 0)
        storage = zeroed ? calloc(1, (size_t)total) : malloc((size_t)total);
    if (!storage)
        return no_memory(nbytes, err);
    atomic_init(&storage->refs, 1);
    atomic_init(&storage->pins, 0);
    storage->data = align_up(storage + 1);
    storage->nbytes = nbytes;
    storage->block = NULL;
    storage->release = NULL;
    storage->owner = NULL;
    storage->face = NULL;
    *out = storage;
    return TB_OK;
}

tb_status tb_storage_foreign(void *data, int64_t nbytes, void (*release)(void *owner), void *owner,
                             tb_storage **out, tb_error *err)
{
    tb_storage *storage = malloc(sizeof *storage);
    *out = NULL;
    if (!storage)
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    atomic_init(&storage->refs, 1);
    atomic_init(&storage->pins, 1);
    /* Empty memory may come as NULL: any address does where nothing is read. */
    storage->data = data ? data : (char *)storage;
    storage->nbytes = data ? nbytes : 0;
    storage->block = NULL;
    storage->release = release;
    storage->owner = owner;
    storage->face = NULL;
    *out = storage;
    return TB_OK;
}

static void release_whole(void *whole)
{
    tb_storage_unpin(whole);
    tb_storage_release(whole);
}

tb_status tb_storage_part(tb_storage *whole, int64_t start, int64_t nbytes, tb_storage **out, tb_error *err)
{
    TB_TRY(tb_storage_foreign(whole->data + start, nbytes, release_whole, whole, out, err));
    tb_storage_retain(whole);
    tb_storage_pin(whole);
    return TB_OK;
}

tb_status tb_storage_grow(tb_storage *storage, int64_t nbytes, tb_error *err)
{
    if (nbytes <= storage->nbytes)
        return TB_OK;
    if (atomic_load_explicit(&storage->pins, memory_order_acquire) > 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "Trying to resize storage that is not resizable");

    int64_t total = block_bytes(nbytes, 0);
    void *block = total < 0 ? NULL : malloc((size_t)total);
    if (!block)
        return no_memory(nbytes, err);
    char *data = align_up(block);
    memcpy(data, storage->data, (size_t)storage->nbytes);
    free(storage->block);
    storage->block = block;
    storage->data = data;
    storage->nbytes = nbytes;
    return TB_OK;
}

void tb_storage_destroy(tb_storage *storage)
{
    if (storage->release)
        storage->release(storage->owner);
    free(storage->block);
    free(storage);
}
