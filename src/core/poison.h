/* poison.h: tells AddressSanitizer which memory nobody may touch: what is freed but kept for the next
 * one, and what lies behind the end of a small storage.  Nothing in other builds.  Relies on: nothing. */
#ifndef TB_POISON_H
#define TB_POISON_H

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1 /* clang's way to say what gcc says with this macro */
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
