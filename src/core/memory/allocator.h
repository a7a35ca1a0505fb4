/* allocator.h: allocates the data of storages.
 *
 * Small blocks come from malloc.  Large ones are mapped, 2 MiB-aligned and on huge pages where that pays, and
 * kept when they are freed, up to a limit: fresh pages cost more than most operations on them.  All functions
 * may be called from any thread.  If an allocation fails, the kept blocks are unmapped and it is tried once
 * more. */
#ifndef TB_ALLOCATOR_H
#define TB_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    void *start;  /* NULL: none */
    int64_t room; /* bytes of mapped memory; 0: from malloc */
    bool fresh;   /* newly mapped: all 0 until it is written */
} tb_block;

/* Allocates at least nbytes, aligned to TB_CACHE_LINE if large, else as malloc aligns; `zeroed`: all 0. False
 * if out of memory. */
bool tb_block_get(int64_t nbytes, bool zeroed, tb_block *block);
/* Frees or keeps the block; does nothing if block->start is NULL. */
void tb_block_put(const tb_block *block);

/* nbytes (at most INT64_MAX - page) rounded up to whole pages. */
static inline int64_t tb_whole_pages(int64_t nbytes, int64_t page)
{
    return (nbytes + page - 1) / page * page;
}

/* malloc or calloc, tried once more after the kept blocks are unmapped. */
void *tb_memory_malloc(size_t nbytes, bool zeroed);

/* Unmaps all kept blocks; returns their size in bytes. */
int64_t tb_memory_empty(void);
/* Limits the kept bytes; 0: none.  Unmaps what exceeds the limit now. */
void tb_memory_set_limit(int64_t bytes);

typedef struct {
    int64_t limit;                       /* bytes that may be kept */
    int64_t kept_blocks, kept_bytes;     /* freed and kept */
    int64_t used_blocks, used_bytes;     /* large blocks in use */
    int64_t reused, mapped; /* large blocks handed out so far: from the kept ones, newly mapped */
} tb_memory_stats;
void tb_memory_statistics(tb_memory_stats *figures);

#endif
