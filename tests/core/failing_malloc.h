/* failing_malloc.h: included by force (-include) into the core's sources for
 * test_allocation.c, which decides there which allocation fails. */
#ifndef FAILING_MALLOC_H
#define FAILING_MALLOC_H

#include <stdlib.h>

void *failing_malloc(size_t size);
void *failing_calloc(size_t count, size_t size);
void *failing_realloc(void *block, size_t size);
void *failing_aligned_alloc(size_t alignment, size_t size);

#define malloc failing_malloc
#define calloc failing_calloc
#define realloc failing_realloc
#define aligned_alloc failing_aligned_alloc

#endif
