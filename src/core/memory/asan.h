/* asan.h: tells AddressSanitizer which memory must not be accessed: freed blocks that are kept for reuse, and
 * the bytes behind the end of a small storage.  Nothing in other builds. */
#ifndef TB_ASAN_H
#define TB_ASAN_H

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1 /* clang's equivalent of gcc's macro */
#endif
#endif

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
static inline void tb_poison(const void *start, size_t nbytes) { __asan_poison_memory_region(start, nbytes); }
static inline void tb_unpoison(const void *start, size_t nbytes)
{
    __asan_unpoison_memory_region(start, nbytes);
}
#else
static inline void tb_poison(const void *start, size_t nbytes) { (void)start, (void)nbytes; }
static inline void tb_unpoison(const void *start, size_t nbytes) { (void)start, (void)nbytes; }
#endif

#endif
