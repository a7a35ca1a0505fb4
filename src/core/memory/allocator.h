/* allocator.h: where the data of storages comes from.
 *
 * Small blocks are malloc's.  Large ones are mapped, 2 MiB-aligned and on huge
 * pages where that pays, and kept when they are freed, up to a limit: fresh pages
 * cost more than most operations on them.  All functions may be called from any
 * thread.  When there is no memory, what is kept is given back and the allocation
 * tried once more.  Relies on: POSIX. */
#ifndef TB_ALLOCATOR_H
#define TB_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    void *start;  /* NULL: none */
    int64_t room; /* of mapped memory, in bytes; 0: malloc's */
    bool fresh;   /* mapped for this block: all 0 until it is written */
} tb_block;

/* At least nbytes, aligned to TB_CACHE_LINE if large, else as malloc does;
 * `zeroed`: all 0.  False: no memory. */
bool tb_block_get(int64_t nbytes, bool zeroed, tb_block *block);
/* Takes the block back; safe for a block without a start. */
void tb_block_put(const tb_block *block);

/* Bytes of a block of at least nbytes (no more than INT64_MAX - page): whole pages of that size. */
static inline int64_t tb_whole_pages(int64_t nbytes, int64_t page)
{
    return (nbytes + page - 1) / page * page;
}

/* malloc or calloc with the second try. */
void *tb_memory_malloc(size_t nbytes, bool zeroed);

/* Gives all kept blocks back to the system; returns their bytes. */
int64_t tb_memory_empty(void);
/* How many bytes may be kept; 0: none.  What is too much is given back now. */
void tb_memory_set_limit(int64_t bytes);

typedef struct {
    int64_t limit;                       /* bytes that may be kept */
    int64_t kept_blocks, kept_bytes;     /* freed and kept */
    int64_t used_blocks, used_bytes;     /* large blocks in use */
    int64_t reused, mapped; /* large blocks handed out since the start: kept ones, fresh ones */
} tb_memory_stats;
void tb_memory_statistics(tb_memory_stats *figures);

#endif
