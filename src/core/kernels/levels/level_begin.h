/* level_begin.h, level_end.h: what stands between them is compiled for the instructions
 * in TB_TARGET ("avx2,fma"), TB_WIDE: with vectors of 64 bytes.  System headers and
 * whatever has inline functions come before: those keep the default target. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target(TB_TARGET))), apply_to = function)
#else
#define TB_PRAGMA_(...) _Pragma(#__VA_ARGS__)
#define TB_PRAGMA(...) TB_PRAGMA_(__VA_ARGS__)
#pragma GCC push_options
#ifdef TB_WIDE
TB_PRAGMA(GCC target(TB_TARGET, "prefer-vector-width=512"))
#else
TB_PRAGMA(GCC target(TB_TARGET))
#endif
#endif
