/* sort_keys.h: unsigned integers with the order of the elements, for sorting, and the elements of such
 * keys. */
#ifndef TB_SORT_KEYS_H
#define TB_SORT_KEYS_H

#include <stdbool.h>
#include <stdint.h>

/* A key is an unsigned integer of the element's width: signed integers and floats are mapped so that the keys
 * have their order; -0 becomes 0, and all nans become one key above all others. */
#define TOP_BIT(U) ((U)((U)1 << (8 * sizeof(U) - 1)))
/* key_<type>; element_<type>: the key's element, as an unsigned integer; shared_<type>: whether different
 * elements have the key. */
#define SIGNED_KEY(type, U)                                                                       \
    static inline U key_##type(const char *p) { return (U)(*(const U *)p ^ TOP_BIT(U)); }         \
    static inline U element_##type(U key) { return (U)(key ^ TOP_BIT(U)); }                       \
    static inline bool shared_##type(U key) { return (void)key, false; }
#define UNSIGNED_KEY(type, U)                                                                     \
    static inline U key_##type(const char *p) { return *(const U *)p; }                           \
    static inline U element_##type(U key) { return key; }                                         \
    static inline bool shared_##type(U key) { return (void)key, false; }
#define FLOAT_KEY(type, U, INFINITE)                                                              \
    static inline U key_##type(const char *p)                                                     \
    {                                                                                             \
        const U sign = TOP_BIT(U), x = *(const U *)p, size = x & (U)~sign;                        \
        const U negative = x == size ? 0 : (U)~(U)0;                                              \
        return size > (INFINITE) ? (U)~(U)0 : size == 0 ? sign : (U)(x ^ (negative | sign));      \
    }                                                                                             \
    static inline U element_##type(U key)                                                         \
    {                                                                                             \
        return (U)(key ^ (key & TOP_BIT(U) ? TOP_BIT(U) : (U)~(U)0));                             \
    }                                                                                             \
    static inline bool shared_##type(U key) { return key == TOP_BIT(U) || key == (U)~(U)0; }

UNSIGNED_KEY(uint8, uint8_t)
UNSIGNED_KEY(uint16, uint16_t)
UNSIGNED_KEY(uint32, uint32_t)
UNSIGNED_KEY(uint64, uint64_t)
SIGNED_KEY(int8, uint8_t)
SIGNED_KEY(int16, uint16_t)
SIGNED_KEY(int32, uint32_t)
SIGNED_KEY(int64, uint64_t)
FLOAT_KEY(float16, uint16_t, 0x7c00)
FLOAT_KEY(bfloat16, uint16_t, 0x7f80)
FLOAT_KEY(float32, uint32_t, 0x7f800000)
FLOAT_KEY(float64, uint64_t, UINT64_C(0x7ff0000000000000))
static inline uint8_t key_bool(const char *p) { return *p != 0; }

#endif
