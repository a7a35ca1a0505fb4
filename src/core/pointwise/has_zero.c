/* has_zero.c: see has_zero.h. */
#include "core/pointwise/has_zero.h"
#include "core/plan/cursor.h"

#define ROW_HAS_ZERO(name, type)                                              \
    static bool name(const char *row, int64_t stride, int64_t n)              \
    {                                                                         \
        if (stride == (int64_t)sizeof(type)) { /* no early end: vectorised */ \
            const type *p = (const type *)row;                                \
            type any = 0;                                                     \
            for (int64_t i = 0; i < n; i++)                                   \
                any |= (type)(p[i] == 0);                                     \
            return any != 0;                                                  \
        }                                                                     \
        for (int64_t i = 0; i < n; i++)                                       \
            if (*(const type *)(row + i * stride) == 0)                       \
                return true;                                                  \
        return false;                                                         \
    }
ROW_HAS_ZERO(row_has_zero_1, uint8_t)
ROW_HAS_ZERO(row_has_zero_2, uint16_t)
ROW_HAS_ZERO(row_has_zero_4, uint32_t)
ROW_HAS_ZERO(row_has_zero_8, uint64_t)
#undef ROW_HAS_ZERO

bool tb_has_zero(const tb_tensor *t)
{
    bool (*row_has_zero)(const char *, int64_t, int64_t) = t->itemsize == 1   ? row_has_zero_1
                                                           : t->itemsize == 2 ? row_has_zero_2
                                                           : t->itemsize == 4 ? row_has_zero_4
                                                                              : row_has_zero_8;
    tb_plan plan;
    tb_cursor at;

    tb_plan_tensor(&plan, t, false);
    tb_cursor_begin(&at, &plan, 1);
    do
        if (row_has_zero(at.p[0], plan.stride[0][0], plan.size[0]))
            return true;
    while (tb_cursor_advance(&at, &plan, 1, 1));
    return false;
}
