/* loop_pragmas.h: compiler pragmas for the kernel templates, and macros that they share. */
#ifndef TB_LOOP_PRAGMAS_H
#define TB_LOOP_PRAGMAS_H

/* Declares that no iteration depends on an earlier one.  `restrict` would be wrong, since in-place operands
 * alias exactly. */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" /* vectorising is optional: complex rows stay scalar */
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wbitwise-instead-of-logical" /* avoids branches, so that loops vectorise */
#define TB_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TB_INDEPENDENT _Pragma("GCC ivdep")
#else
#define TB_INDEPENDENT
#endif

/* Prevents vectorisation of a loop that gains nothing from it. */
#if defined(__GNUC__)
#define TB_ONE_BY_ONE __asm__ volatile("")
#else
#define TB_ONE_BY_ONE (void)0
#endif

/* Unrolls a loop n times. */
#if defined(__clang__)
#define TB_UNROLL(n) _Pragma("unroll")
#elif defined(__GNUC__)
#define TB_UNROLL_(text) _Pragma(#text)
#define TB_UNROLL(n) TB_UNROLL_(GCC unroll n)
#else
#define TB_UNROLL(n)
#endif

#ifdef __OPTIMIZE__
#define TB_INLINE static inline __attribute__((always_inline))
#else /* each copy of a function would have its own part of the frame */
#define TB_INLINE static inline
#endif

/* Joins two names, which may be macros; NAME_what is a part of the code that a template generates for
 * NAME. */
#define TB_PASTE_(a, b) a##b
#define TB_PASTE(a, b) TB_PASTE_(a, b)
#define TB_PART(what) TB_PASTE(NAME, _##what)

/* Parameter number i of the call; parameters are 16 bytes apart. */
#define TB_PARAMETER(type, name, i) const type name = *(const type *)((const char *)context->params + 16 * (i));

#endif
