/* shuffles.h: the interleavings that transposes are made of (transpose.inc), in the compiler's own vectors of
 * 16 or 32 bytes.  TB_SHUFFLES, 0 or 1: does the compiler have them?  Without them plain loops are used. */
#ifndef TB_SHUFFLES_H
#define TB_SHUFFLES_H

#include "core/base/tuning.h"
#include "core/kernels/loop_pragmas.h"

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define TB_SHUFFLES 1
#endif
#endif
#ifndef TB_SHUFFLES
#define TB_SHUFFLES 0
#endif

/* Indices of half a 16-byte lane that starts at element `o`, each paired with its counterpart in a second
 * vector, `w` elements further; by element size. */
#define TB_PAIRS_8(o, w) (o), (w) + (o)
#define TB_PAIRS_4(o, w) TB_PAIRS_8(o, w), TB_PAIRS_8((o) + 1, w)
#define TB_PAIRS_2(o, w) TB_PAIRS_4(o, w), TB_PAIRS_4((o) + 2, w)
#define TB_PAIRS_1(o, w) TB_PAIRS_2(o, w), TB_PAIRS_2((o) + 4, w)
/* From byte b of each lane on. */
#define TB_LANES_16(n, b) TB_PAIRS_##n((b) / n, 16 / n)
#define TB_LANES_32(n, b) TB_PAIRS_##n((b) / n, 32 / n), TB_PAIRS_##n((16 + b) / n, 32 / n)

/* Interleaves the lower (upper) halves of two vectors within each lane. */
#define TB_INTERLEAVE_(n, width, b, x, y) __builtin_shufflevector(x, y, TB_LANES_##width(n, b))
#define TB_INTERLEAVE_LOW(n, width, x, y) TB_INTERLEAVE_(n, width, 0, x, y)
#define TB_INTERLEAVE_HIGH(n, width, x, y) TB_INTERLEAVE_(n, width, 8, x, y)

/* Indices, from element `o` on, of the elements of a vector that is repeated: element i is i / each. */
#define TB_REPEATED_2(o, each) (o) / (each), ((o) + 1) / (each)
#define TB_REPEATED_4(o, each) TB_REPEATED_2(o, each), TB_REPEATED_2((o) + 2, each)
#define TB_REPEATED_8(o, each) TB_REPEATED_4(o, each), TB_REPEATED_4((o) + 4, each)
#define TB_REPEATED_16(o, each) TB_REPEATED_8(o, each), TB_REPEATED_8((o) + 8, each)
#define TB_REPEATED_(w, o, each) TB_REPEATED_##w(o, each)
#define TB_REPEATED(w, o, each) TB_REPEATED_(w, o, each)

/* Joins an array of lanes to one vector. */
typedef unsigned tb_u32x4 __attribute__((vector_size(16)));
#define TB_JOIN_16(lane) (lane)[0]
#define TB_JOIN_32(lane) __builtin_shufflevector((lane)[0], (lane)[1], 0, 1, 2, 3, 4, 5, 6, 7)
#define TB_JOIN_(width, lane) TB_JOIN_##width(lane)
#define TB_JOIN(width, lane) TB_JOIN_(width, lane)

#endif
