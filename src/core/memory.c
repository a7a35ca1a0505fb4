/* memory.c: see memory.h.  The kept blocks are a short list, oldest first, under
 * one lock; mapping and unmapping happen outside it.  Relies on: memory.h, poison.h, mmap. */
#include "memory.h"
#include "poison.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

#define PAGE 4096
/* First touch of 256 MiB (benchmarks/first_touch.py): 0.03 s on huge pages, 0.13-0.2 on small ones; kept, they save
 * up to a third of x + y.t().  In a virtual machine whose host has taken free memory back, fresh huge pages take 0.8
 * to 1.6 s, NumPy's too; small ones 0.2 while there are pages used lately, then as long.  A second thread changes
 * little, and timing the first page does not tell about the others: asked for as NumPy does, from the first use on. */
#define HUGE_PAGE (INT64_C(2) << 20)
/* Smaller blocks would be huge pages at most in their middle. */
#define HUGE_FROM (2 * HUGE_PAGE)
#define MOST_KEPT 128
/* glibc's malloc keeps a list of blocks of so few bytes for each thread, which its calloc passes by. */
#define SMALL_BYTES 1024
/* What is kept unless somebody says otherwise: an eighth of the machine's memory, at most this. */
#define MOST_BYTES (INT64_C(512) << 20)

static struct {
    pthread_mutex_t lock;
    tb_block kept[MOST_KEPT]; /* oldest first */
    int nkept;
    bool limited; /* the limit is set */
    tb_memory_figures figures;
} memory = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- the lock, also across fork ---- */

static void take_lock(void) { pthread_mutex_lock(&memory.lock); }
static void drop_lock(void) { pthread_mutex_unlock(&memory.lock); }
static void watch_forks(void) { pthread_atfork(take_lock, drop_lock, drop_lock); }

static void enter(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    take_lock();
    if (!memory.limited) {
        const int64_t pages = sysconf(_SC_PHYS_PAGES), eighth = pages * (sysconf(_SC_PAGESIZE) / 8);
        memory.figures.limit = pages > 0 && eighth < MOST_BYTES ? eighth : MOST_BYTES;
        memory.limited = true;
    }
}

/* ---- mapping ---- */

static int64_t round_up(int64_t n, int64_t step) { return (n + step - 1) / step * step; }

static void unmap(const tb_block *block) { munmap(block->start, (size_t)block->room); }

/* `room` bytes that start at a huge page, by mapping more and cutting the ends off. */
static void *map_aligned(int64_t room)
{
    char *start =
        mmap(NULL, (size_t)(room + HUGE_PAGE), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    const int64_t before = (int64_t)(-(uintptr_t)start & (HUGE_PAGE - 1)), after = HUGE_PAGE - before;
    if (before)
        munmap(start, (size_t)before);
    if (after)
        munmap(start + before + room, (size_t)after);
#ifdef MADV_HUGEPAGE
    /* Whole huge pages only: the rest would take a whole one too. */
    madvise(start + before, (size_t)(room / HUGE_PAGE * HUGE_PAGE), MADV_HUGEPAGE);
#endif
    return start + before;
}

static bool map(int64_t room, tb_block *block)
{
    void *start = NULL;
    if (room >= HUGE_FROM) {
        start = map_aligned(room);
    } else {
        start = mmap(NULL, (size_t)room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        start = start == MAP_FAILED ? NULL : start;
    }
    *block = (tb_block){start, room, true};
    return start != NULL;
}

/* ---- what is kept ---- */

static tb_block take_out(int i)
{
    const tb_block block = memory.kept[i];
    memory.nkept--;
    memmove(&memory.kept[i], &memory.kept[i + 1], (size_t)(memory.nkept - i) * sizeof *memory.kept);
    memory.figures.kept_blocks--;
    memory.figures.kept_bytes -= block.room;
    tb_unpoison(block.start, (size_t)block.room);
    return block;
}

/* The smallest kept block that holds `room` and wastes at most a quarter of it;
 * among equals the youngest, whose memory the caches may still hold. */
static bool find_kept(int64_t room, tb_block *block)
{
    int best = -1;
    for (int i = 0; i < memory.nkept; i++) {
        const int64_t has = memory.kept[i].room;
        if (has >= room && has - room <= room / 4 && (best < 0 || has <= memory.kept[best].room))
            best = i;
    }
    if (best >= 0)
        *block = take_out(best);
    return best >= 0;
}

/* Gives back the oldest blocks until `bytes` and one block more may be kept. */
static void make_room(int64_t bytes)
{
    tb_block old[MOST_KEPT];
    int n = 0;
    while (memory.nkept &&
           (memory.nkept == MOST_KEPT || memory.figures.kept_bytes + bytes > memory.figures.limit))
        old[n++] = take_out(0);
    if (n) {
        drop_lock();
        while (n)
            unmap(&old[--n]);
        take_lock();
    }
}

int64_t tb_memory_empty(void)
{
    int64_t bytes = 0;
    enter();
    while (memory.nkept) {
        const tb_block block = take_out(memory.nkept - 1);
        bytes += block.room;
        unmap(&block);
    }
    drop_lock();
    return bytes;
}

void tb_memory_set_limit(int64_t bytes)
{
    enter();
    memory.figures.limit = bytes;
    make_room(0);
    drop_lock();
}

void tb_memory_look(tb_memory_figures *figures)
{
    enter();
    *figures = memory.figures;
    drop_lock();
}

/* ---- blocks ---- */

void *tb_memory_malloc(size_t nbytes, bool zeroed)
{
    if (zeroed && nbytes <= SMALL_BYTES) {
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
    if (nbytes > INT64_MAX - 2 * HUGE_PAGE || (uint64_t)nbytes > SIZE_MAX - 2 * HUGE_PAGE)
        return false;
    const int64_t room = round_up(nbytes, PAGE);
    enter();
    const bool reused = find_kept(room, block);
    drop_lock();
    if (!reused && !map(room, block) && !(tb_memory_empty() > 0 && map(room, block)))
        return false;
    if (reused && zeroed)
        memset(block->start, 0, (size_t)nbytes);
    enter();
    if (reused)
        memory.figures.reused++;
    else
        memory.figures.mapped++;
    memory.figures.used_blocks++;
    memory.figures.used_bytes += block->room;
    drop_lock();
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
    enter();
    memory.figures.used_blocks--;
    memory.figures.used_bytes -= block->room;
    bool keep = block->room <= memory.figures.limit;
    if (keep) {
        make_room(block->room);
        /* the lock was away meanwhile: others may have filled the place */
        keep = memory.nkept < MOST_KEPT && memory.figures.kept_bytes + block->room <= memory.figures.limit;
    }
    if (keep) {
        tb_poison(block->start, (size_t)block->room);
        memory.kept[memory.nkept++] = (tb_block){block->start, block->room, false};
        memory.figures.kept_blocks++;
        memory.figures.kept_bytes += block->room;
    }
    drop_lock();
    if (!keep)
        unmap(block);
}
