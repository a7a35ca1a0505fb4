/* storage.c: reference-counted memory.  A small new storage is one block that holds the header and the data;
 * large data, or data that has grown, has its own block.  Small blocks that are freed are kept for reuse. */
#include "core/memory/storage.h"
#include "core/base/this_thread.h"
#include "core/base/tuning.h"
#include "core/memory/asan.h"
#include "core/platform/platform.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *align_up(void *p)
{
    uintptr_t address = (uintptr_t)p;
    return (char *)p + (-address & (TB_CACHE_LINE - 1));
}

/* Bytes to allocate for `header` bytes and nbytes of aligned data (at least one cache line, so that data is
 * always a valid address); -1 if they do not fit size_t. */
static int64_t block_bytes(int64_t nbytes, int64_t header)
{
    int64_t data = nbytes > TB_CACHE_LINE ? nbytes : TB_CACHE_LINE, total;
    if (__builtin_add_overflow(data, header + TB_CACHE_LINE - 1, &total) || (uint64_t)total > SIZE_MAX)
        return -1;
    return total;
}

static tb_status fail_memory(int64_t nbytes, tb_error *err)
{
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "DefaultCPUAllocator: can't allocate memory: you tried to allocate %" PRId64
                   " bytes. Error code 12 (Cannot allocate memory)",
                   nbytes);
}

static tb_storage *initialize(tb_storage *storage, char *data, int64_t nbytes)
{
    atomic_init(&storage->refs, 1);
    atomic_init(&storage->pins, 0);
    storage->data = data;
    storage->nbytes = nbytes;
    storage->block = (tb_block){0};
    storage->owner = (tb_owner){0};
    storage->user = NULL;
    storage->small = -1;
    return storage;
}

static tb_storage *new_large(int64_t nbytes, bool zeroed)
{
    tb_storage *storage = tb_memory_malloc(sizeof *storage, false);
    tb_block block;
    if (!storage)
        return NULL;
    if (!tb_block_get(nbytes, zeroed, &block)) {
        free(storage);
        return NULL;
    }
    initialize(storage, block.start, nbytes);
    storage->block = block;
    return storage;
}

/* ---- small blocks that were freed ---- */

/* Lists of blocks with room for 64, 128, ... 4096 bytes of data.  They belong to a thread, so that they need
 * no lock.  A kept block must not be accessed until it is reused (AddressSanitizer checks that), when it is
 * initialised again. */
typedef struct {
    tb_storage *block[TB_SMALL_LISTS][TB_SMALL_KEPT];
    int n[TB_SMALL_LISTS];
} small_lists;

enum { SMALL_BYTES = TB_CACHE_LINE << (TB_SMALL_LISTS - 1) };
_Static_assert(SMALL_BYTES < TB_LARGE_BLOCK, "a kept block is one of malloc's");

#if defined(TB_FREE_THREADED)
/* Every thread has its own lists, from its first small storage to its end. */
static tb_thread_key key;
static bool has_key;

static void free_lists(void *of_thread)
{
    small_lists *lists = of_thread;
    for (int list = 0; list < TB_SMALL_LISTS; list++)
        for (int i = 0; i < lists->n[list]; i++) {
            tb_unpoison(lists->block[list][i], sizeof(tb_storage));
            free(lists->block[list][i]);
        }
    free(lists);
}

__attribute__((constructor)) static void make_key(void) { has_key = tb_thread_key_new(&key, free_lists); }

static small_lists *new_lists(void)
{
    small_lists *lists = calloc(1, sizeof *lists);
    if (lists && !tb_thread_set(key, lists)) {
        free(lists);
        return NULL;
    }
    return lists;
}

void tb_storage_cache_small(void) {}

static inline small_lists *own_lists(void)
{
    if (!has_key)
        return NULL;
    small_lists *lists = tb_thread_get(key);
    return lists ? lists : new_lists();
}
#else
/* With a global lock most programs have one thread.  Only that thread has lists, which need no thread-local
 * memory: it compares its identity with `keeper`.  Other threads call malloc each time. */
static small_lists kept;
static _Atomic uintptr_t keeper; /* 0: no thread */

void tb_storage_cache_small(void)
{
    uintptr_t nobody = 0;
    atomic_compare_exchange_strong(&keeper, &nobody, tb_this_thread());
}

static inline small_lists *own_lists(void)
{
    return atomic_load_explicit(&keeper, memory_order_relaxed) == tb_this_thread() ? &kept : NULL;
}
#endif

static int small_list(int64_t nbytes)
{
    return nbytes <= TB_CACHE_LINE ? 0 : 64 - __builtin_clzll((uint64_t)(nbytes - 1) / TB_CACHE_LINE);
}

/* Bytes of a list's blocks, headers included. */
static size_t small_block_bytes(int list)
{
    return (size_t)block_bytes(TB_CACHE_LINE << list, sizeof(tb_storage));
}

static tb_storage *reuse_kept(small_lists *kept, int list, int64_t nbytes, bool zeroed)
{
    if (kept->n[list] == 0)
        return NULL;
    tb_storage *storage = kept->block[list][--kept->n[list]];
    tb_unpoison(storage, small_block_bytes(list));
    initialize(storage, align_up(storage + 1), nbytes)->small = list;
    if (zeroed)
        memset(storage->data, 0, (size_t)nbytes);
    return storage;
}

/* A block of the list's size, kept or newly allocated; NULL if out of memory, or if this thread has no
 * lists. */
static tb_storage *new_small(int64_t nbytes, bool zeroed)
{
    small_lists *kept = own_lists();
    if (!kept)
        return NULL;
    const int list = small_list(nbytes);
    tb_storage *storage = reuse_kept(kept, list, nbytes, zeroed);
    if (!storage) {
        storage = tb_memory_malloc(small_block_bytes(list), zeroed);
        if (!storage)
            return NULL;
        initialize(storage, align_up(storage + 1), nbytes)->small = list;
    }
    /* A whole cache line of data is there (block_bytes); the rest of the list's size must not be accessed. */
    const int64_t has = nbytes > TB_CACHE_LINE ? nbytes : TB_CACHE_LINE;
    tb_poison(storage->data + has, (size_t)((TB_CACHE_LINE << list) - has));
    return storage;
}

/* Keeps a storage whose data is still in its own block. */
static bool keep_small(tb_storage *storage)
{
    const int list = storage->small;
    if (list < 0 || storage->block.start)
        return false;
    small_lists *kept = own_lists();
    if (!kept || kept->n[list] >= TB_SMALL_KEPT)
        return false;
    kept->block[list][kept->n[list]++] = storage;
    tb_poison(storage, small_block_bytes(list));
    return true;
}

/* ---- making storages ---- */

static bool is_too_much(int64_t nbytes)
{
    const int64_t most = tb_this_threads_settings()->most_bytes;
    return most && nbytes > most;
}

tb_status tb_storage_new(int64_t nbytes, bool zeroed, tb_storage **out, tb_error *err)
{
    if (nbytes <= SMALL_BYTES && (*out = new_small(nbytes, zeroed)))
        return TB_OK;
    if (is_too_much(nbytes))
        return fail_memory(nbytes, err);
    if (nbytes >= TB_LARGE_BLOCK) {
        *out = new_large(nbytes, zeroed);
    } else {
        *out = tb_memory_malloc((size_t)block_bytes(nbytes, sizeof **out), zeroed);
        if (*out)
            initialize(*out, align_up(*out + 1), nbytes);
    }
    return *out ? TB_OK : fail_memory(nbytes, err);
}

tb_status tb_storage_foreign(void *data, int64_t nbytes, tb_owner owner, tb_storage **out, tb_error *err)
{
    tb_storage *storage = malloc(sizeof *storage);
    *out = NULL;
    if (!storage)
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    /* Empty memory may come as NULL; any address will do, since nothing is read. */
    initialize(storage, data ? data : (char *)storage, data ? nbytes : 0);
    tb_storage_pin(storage);
    storage->owner = owner;
    *out = storage;
    return TB_OK;
}

static void release_whole(void *whole)
{
    tb_storage_unpin(whole);
    tb_storage_release(whole);
}

tb_status tb_storage_slice(tb_storage *whole, int64_t start, int64_t nbytes, tb_storage **out, tb_error *err)
{
    const tb_owner owner = {release_whole, whole};
    TB_TRY(tb_storage_foreign(whole->data + start, nbytes, owner, out, err));
    tb_storage_retain(whole);
    tb_storage_pin(whole);
    return TB_OK;
}

tb_status tb_storage_grow(tb_storage *storage, int64_t nbytes, tb_error *err)
{
    if (nbytes <= storage->nbytes)
        return TB_OK;
    TB_TRY(tb_storage_check_growth(storage, nbytes, err));
    int64_t total = block_bytes(nbytes, 0);
    tb_block block;
    if (total < 0 || is_too_much(nbytes) || !tb_block_get(total, false, &block))
        return fail_memory(nbytes, err);
    char *data = align_up(block.start);
    memcpy(data, storage->data, (size_t)storage->nbytes);
    tb_block_put(&storage->block);
    storage->block = block;
    storage->data = data;
    storage->nbytes = nbytes;
    return TB_OK;
}

void tb_storage_destroy(tb_storage *storage)
{
    if (keep_small(storage))
        return;
    if (storage->owner.release)
        storage->owner.release(storage->owner.object);
    tb_block_put(&storage->block);
    free(storage);
}
