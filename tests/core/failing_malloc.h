/* failing_malloc.h: included by force (-include) into the core's sources for
 * test_allocation.c, which decides there which allocation fails. */
#ifndef FAILING_MALLOC_H
#define FAILING_MALLOC_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* as pool.c, which comes later */
#endif
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

void *failing_malloc(size_t size);
void *failing_calloc(size_t count, size_t size);
void *failing_realloc(void *block, size_t size);
void *failing_aligned_alloc(size_t alignment, size_t size);
void *failing_mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int failing_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                           void *argument);

#define malloc failing_malloc
#define calloc failing_calloc
#define realloc failing_realloc
#define aligned_alloc failing_aligned_alloc
#define mmap failing_mmap
#define pthread_create failing_pthread_create

#endif
