/* allocator.c: see allocator.h.  The kept blocks are a short array, oldest first, under one lock.  Blocks are
 * mapped and unmapped without the lock, except those that tb_memory_empty unmaps. */
#include "core/memory/allocator.h"
#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/memory/asan.h"
#include "core/platform/platform.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((TB_HUGE_PAGE & (TB_HUGE_PAGE - 1)) == 0, "addresses are rounded by its bits");

static struct {
    tb_mutex lock;
    tb_block kept[TB_KEPT_BLOCKS]; /* oldest first */
    int nkept;
    int64_t page; /* the system's page size in bytes; 0: not yet known */
    tb_memory_stats figures;
} memory = {.lock = TB_MUTEX_INIT};

/* ---- the lock, also across fork ---- */

static void acquire_lock(void) { tb_mutex_lock(&memory.lock); }
static void release_lock(void) { tb_mutex_unlock(&memory.lock); }
static void register_fork_handlers(void) { tb_at_fork(acquire_lock, release_lock, release_lock); }

static void lock_initialized(void)
{
    static tb_once once = TB_ONCE_INIT;
    tb_run_once(&once, register_fork_handlers);
    acquire_lock();
    if (memory.page == 0) {
        memory.page = tb_page_bytes();
        const int64_t eighth = tb_physical_bytes() / 8;
        memory.figures.limit = eighth > 0 && eighth < TB_KEPT_BYTES ? eighth : TB_KEPT_BYTES;
    }
}

/* ---- mapping ---- */

static void unmap(const tb_block *block) { tb_unmap(block->start, block->room); }

static bool map(int64_t room, tb_block *block)
{
    *block = (tb_block){tb_map(room, room >= TB_HUGE_PAGES_FROM ? TB_HUGE_PAGE : 0), room, true};
    return block->start != NULL;
}

/* ---- kept blocks ---- */

static tb_block remove_kept(int i)
{
    const tb_block block = memory.kept[i];
    memory.nkept--;
    memmove(&memory.kept[i], &memory.kept[i + 1], (size_t)(memory.nkept - i) * sizeof *memory.kept);
    memory.figures.kept_blocks--;
    memory.figures.kept_bytes -= block.room;
    tb_unpoison(block.start, (size_t)block.room);
    return block;
}

/* The smallest kept block that holds `room` bytes and wastes at most a quarter of it; among equals the one
 * freed last, whose memory the caches may still hold. */
static bool find_kept(int64_t room, tb_block *block)
{
    int best = -1;
    for (int i = 0; i < memory.nkept; i++) {
        const int64_t has = memory.kept[i].room;
        if (has >= room && has - room <= room / 4 && (best < 0 || has <= memory.kept[best].room))
            best = i;
    }
    if (best >= 0)
        *block = remove_kept(best);
    return best >= 0;
}

/* Unmaps the oldest kept blocks until another one, of `bytes`, may be kept. */
static void make_room(int64_t bytes)
{
    tb_block old[TB_KEPT_BLOCKS];
    int n = 0;
    while (memory.nkept &&
           (memory.nkept == TB_KEPT_BLOCKS || memory.figures.kept_bytes + bytes > memory.figures.limit))
        old[n++] = remove_kept(0);
    if (n) {
        release_lock();
        while (n)
            unmap(&old[--n]);
        acquire_lock();
    }
}

int64_t tb_memory_empty(void)
{
    int64_t bytes = 0;
    lock_initialized();
    while (memory.nkept) {
        const tb_block block = remove_kept(memory.nkept - 1);
        bytes += block.room;
        unmap(&block);
    }
    release_lock();
    return bytes;
}

void tb_memory_set_limit(int64_t bytes)
{
    lock_initialized();
    memory.figures.limit = bytes;
    make_room(0);
    release_lock();
}

void tb_memory_statistics(tb_memory_stats *figures)
{
    lock_initialized();
    *figures = memory.figures;
    release_lock();
}

/* ---- blocks ---- */

void *tb_memory_malloc(size_t nbytes, bool zeroed)
{
    if (zeroed && nbytes <= TB_CALLOC_SLOW_BYTES) {
        void *small = tb_memory_malloc(nbytes, false);
        return small ? memset(small, 0, nbytes) : NULL;
    }
    void *start = zeroed ? calloc(1, nbytes) : malloc(nbytes);
    if (!start && tb_memory_empty() > 0)
        start = zeroed ? calloc(1, nbytes) : malloc(nbytes);
    return start;
}

static bool get_large(int64_t nbytes, bool zeroed, tb_block *block)
{
    if (nbytes > INT64_MAX - 2 * TB_HUGE_PAGE || (uint64_t)nbytes > SIZE_MAX - 2 * TB_HUGE_PAGE)
        return false;
    lock_initialized();
    const int64_t room = tb_whole_pages(nbytes, memory.page);
    const bool reused = find_kept(room, block);
    release_lock();
    if (!reused && !map(room, block) && !(tb_memory_empty() > 0 && map(room, block)))
        return false;
    if (reused && zeroed)
        memset(block->start, 0, (size_t)nbytes);
    lock_initialized();
    if (reused)
        memory.figures.reused++;
    else
        memory.figures.mapped++;
    memory.figures.used_blocks++;
    memory.figures.used_bytes += block->room;
    release_lock();
    return true;
}

bool tb_block_get(int64_t nbytes, bool zeroed, tb_block *block)
{
    if (nbytes >= TB_LARGE_BLOCK)
        return get_large(nbytes, zeroed, block);
    *block = (tb_block){tb_memory_malloc((size_t)nbytes, zeroed), 0, false};
    return block->start != NULL;
}

void tb_block_put(const tb_block *block)
{
    if (block->room == 0) {
        free(block->start);
        return;
    }
    lock_initialized();
    memory.figures.used_blocks--;
    memory.figures.used_bytes -= block->room;
    bool keep = block->room <= memory.figures.limit;
    if (keep) {
        make_room(block->room);
        /* others may have filled the free space while the lock was released */
        keep =
            memory.nkept < TB_KEPT_BLOCKS && memory.figures.kept_bytes + block->room <= memory.figures.limit;
    }
    if (keep) {
        tb_poison(block->start, (size_t)block->room);
        memory.kept[memory.nkept++] = (tb_block){block->start, block->room, false};
        memory.figures.kept_blocks++;
        memory.figures.kept_bytes += block->room;
    }
    release_lock();
    if (!keep)
        unmap(block);
}
