/* by_size.h: macros that repeat code that only moves elements for each element size. */
#ifndef TB_BY_SIZE_H
#define TB_BY_SIZE_H

#include "core/kernels/math/types.h"

/* DEFINE(T, N) for each size N; T is a type of that size with the least alignment that elements of this size
 * have. */
#define TB_EACH_SIZE(DEFINE) \
    DEFINE(uint8_t, 1)       \
    DEFINE(uint16_t, 2)      \
    DEFINE(uint32_t, 4)      \
    DEFINE(tb_b8, 8)         \
    DEFINE(tb_b16, 16)

/* CALL(T, N) for the given size. */
#define TB_BY_SIZE(itemsize, CALL)     \
    do {                               \
        switch (itemsize) {            \
        case 1:                        \
            CALL(uint8_t, 1);          \
            break;                     \
        case 2:                        \
            CALL(uint16_t, 2);         \
            break;                     \
        case 4:                        \
            CALL(uint32_t, 4);         \
            break;                     \
        case 8:                        \
            CALL(tb_b8, 8);            \
            break;                     \
        default:                       \
            CALL(tb_b16, 16);          \
            break;                     \
        }                              \
    } while (0)

#endif
