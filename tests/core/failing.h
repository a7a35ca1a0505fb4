/* failing.h: the functions that failing_malloc.h puts in place of others, and
 * what decides which of them fail.  Included by the one source of a program that
 * is linked with such a core. */
#ifndef FAILING_H
#define FAILING_H

#include "core/platform/platform.h"

#include <stdlib.h>

static int until_failure = -1; /* allocations that still succeed; negative: all do */
static bool failed;            /* an allocation was refused */
static bool only_once;         /* those after it succeed again */

static bool refuse(void)
{
    if (until_failure < 0)
        return false;
    if (until_failure-- > 0)
        return false;
    until_failure = only_once ? -1 : 0;
    failed = true;
    return true;
}

void *failing_malloc(size_t size);
void *failing_calloc(size_t count, size_t size);
void *failing_realloc(void *block, size_t size);

void *failing_malloc(size_t size) { return refuse() ? NULL : malloc(size); }
void *failing_calloc(size_t count, size_t size) { return refuse() ? NULL : calloc(count, size); }
void *failing_realloc(void *block, size_t size) { return refuse() ? NULL : realloc(block, size); }

void *failing_map(int64_t bytes, int64_t huge);
void *failing_map(int64_t bytes, int64_t huge) { return refuse() ? NULL : tb_map(bytes, huge); }

static int threads_refused = 0;

bool failing_thread_start(tb_thread *thread, tb_thread_body *run, void *argument, size_t stack_bytes);
bool failing_thread_start(tb_thread *thread, tb_thread_body *run, void *argument, size_t stack_bytes)
{
    (void)thread, (void)run, (void)argument, (void)stack_bytes;
    threads_refused++;
    return false;
}

#endif
