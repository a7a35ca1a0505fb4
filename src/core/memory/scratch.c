/* scratch.c: see scratch.h. */
#include "core/memory/scratch.h"
#include "core/base/tuning.h"
#include "core/memory/allocator.h"
#include "core/memory/asan.h"
#include "core/platform/platform.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

static tb_thread_key key;
static bool has_key;

/* Its pages take no memory until a thread that has no block of its own uses it. */
static alignas(TB_CACHE_LINE) char shared[TB_SCRATCH_BYTES];
static tb_mutex shared_lock = TB_MUTEX_INIT;

/* The thread that held the lock may not exist in the child. */
static void reset_after_fork(void) { tb_mutex_reset(&shared_lock); }

_Static_assert((TB_CACHE_LINE & (TB_CACHE_LINE - 1)) == 0, "addresses are rounded by its bits");
static char *first_line(char *block) { return block + (-(uintptr_t)block & (TB_CACHE_LINE - 1)); }

/* Also the key's destructor, which is never called with NULL. */
static void free_block(void *block)
{
    tb_unpoison(first_line(block), TB_SCRATCH_BYTES);
    free(block);
}

/* Runs when the library is loaded: a check at each use would cost small calls as much as all else here. */
__attribute__((constructor)) static void make_key(void)
{
    has_key = tb_thread_key_new(&key, free_block);
    tb_at_fork(NULL, NULL, reset_after_fork);
}

static char *own_block(void) { return has_key ? tb_thread_get(key) : NULL; }

/* Allocates this thread's block, at its first use. */
static char *new_block(void)
{
    char *block = has_key ? tb_memory_malloc(TB_SCRATCH_BYTES + TB_CACHE_LINE - 1, false) : NULL;
    if (block && !tb_thread_set(key, block)) {
        free(block);
        return NULL;
    }
    return block;
}

char *tb_scratch_take(void)
{
    char *block = own_block(), *scratch = shared;
    if (!block)
        block = new_block();
    if (block)
        scratch = first_line(block);
    else
        tb_mutex_lock(&shared_lock);
    tb_unpoison(scratch, TB_SCRATCH_BYTES);
    return scratch;
}

void tb_scratch_give(char *scratch)
{
    tb_poison(scratch, TB_SCRATCH_BYTES);
    if (scratch == shared)
        tb_mutex_unlock(&shared_lock);
}

bool tb_scratch_set_aside(char **block)
{
    *block = own_block();
    if (*block)
        return tb_thread_set(key, NULL);
    if (!tb_mutex_try_lock(&shared_lock))
        return false;
    tb_mutex_unlock(&shared_lock);
    return true;
}

void tb_scratch_restore(char *block)
{
    char *const other = own_block();
    if (!block)
        return;
    if (other)
        free_block(other);
    tb_thread_set(key, block);
}
