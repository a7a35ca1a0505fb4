/* failing_malloc.h: included by force (-include) into the core's sources that allocate, for
 * test_allocation.c, which decides there which allocation fails. */
#ifndef FAILING_MALLOC_H
#define FAILING_MALLOC_H

#include "core/platform/platform.h"

#include <stdlib.h>

void *failing_malloc(size_t size);
void *failing_calloc(size_t count, size_t size);
void *failing_realloc(void *block, size_t size);
void *failing_map(int64_t bytes, int64_t huge);
bool failing_thread_start(tb_thread *thread, tb_thread_body *run, void *argument, size_t stack_bytes);

#define malloc failing_malloc
#define calloc failing_calloc
#define realloc failing_realloc
#define tb_map failing_map
#define tb_thread_start failing_thread_start

#endif
