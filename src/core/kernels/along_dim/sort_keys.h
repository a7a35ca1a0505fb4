/* sort_keys.h: unsigned integers with the order of the elements, for sorting. */
#ifndef TB_SORT_KEYS_H
#define TB_SORT_KEYS_H

#include <stdint.h>

/* A key is an unsigned integer of the element's width: signed integers and floats are mapped so that the keys
 * have their order; -0 becomes 0, and all nans become one key above all others. */
#define SIGNED_KEY(name, T, U)                                                                    \
    static inline U name(const char *p) { return (U)((U)*(const T *)p ^ (U)((U)1 << (8 * sizeof(U) - 1))); }
#define UNSIGNED_KEY(name, U)                                                                     \
    static inline U name(const char *p) { return *(const U *)p; }
#define FLOAT_KEY(name, U, INFINITE)                                                              \
    static inline U name(const char *p)                                                           \
    {                                                                                             \
        const U sign = (U)((U)1 << (8 * sizeof(U) - 1));                                          \
        const U x = *(const U *)p, size = x & (U)~sign;                                           \
        const U negative = x == size ? 0 : (U)~(U)0;                                              \
        return size > (INFINITE) ? (U)~(U)0 : size == 0 ? sign : (U)(x ^ (negative | sign));      \
    }

UNSIGNED_KEY(key_uint8, uint8_t)
UNSIGNED_KEY(key_uint16, uint16_t)
UNSIGNED_KEY(key_uint32, uint32_t)
UNSIGNED_KEY(key_uint64, uint64_t)
SIGNED_KEY(key_int8, int8_t, uint8_t)
SIGNED_KEY(key_int16, int16_t, uint16_t)
SIGNED_KEY(key_int32, int32_t, uint32_t)
SIGNED_KEY(key_int64, int64_t, uint64_t)
FLOAT_KEY(key_float16, uint16_t, 0x7c00)
FLOAT_KEY(key_bfloat16, uint16_t, 0x7f80)
FLOAT_KEY(key_float32, uint32_t, 0x7f800000)
FLOAT_KEY(key_float64, uint64_t, UINT64_C(0x7ff0000000000000))
static inline uint8_t key_bool(const char *p) { return *p != 0; }

#endif
