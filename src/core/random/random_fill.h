/* random_fill.h: the order in which a distribution writes the memory of a tensor, shared by the files of this
 * folder.  Internal to the core.
 *
 * torch writes a tensor in the order of its memory, not of its indices: the dimensions are sorted by stride
 * first.  A complex tensor is its real view, with an additional innermost dimension of size 2. */
#ifndef TB_RANDOM_FILL_H
#define TB_RANDOM_FILL_H

#include "core/plan/plan.h"
#include "core/kernels/scalar.h"
#include "core/random/generator.h"

typedef struct {
    tb_plan plan;
    int64_t numel; /* number of real numbers to draw */
    tb_dtype dtype; /* of one real number */
    bool contiguous;
} tb_random_fill;

/* Draws and stores n numbers, `stride` bytes apart. */
typedef void (*tb_random_fill_row)(char *data, int64_t stride, int64_t n, void *state);

/* Fails for a tensor whose elements share memory; `out` is not empty. */
tb_status tb_random_fill_plan(tb_random_fill *fill, const tb_tensor *out, tb_error *err);
/* Ends early if the draw is interrupted (caller_lock.h). */
void tb_random_fill_iterate(const tb_random_fill *fill, tb_random_fill_row row, void *state);

/* Loads a floating element, exactly. */
static inline double tb_random_fill_load(tb_dtype dtype, const char *data)
{
    double value;
    if (dtype == TB_FLOAT32)
        return *(const float *)data;
    tb_convert(TB_FLOAT64, &value, dtype, data);
    return value;
}
/* Rounds to float16 or bfloat16 and stores. */
static inline void tb_random_fill_store_half(tb_dtype dtype, char *dst, float value)
{
    tb_convert(dtype, dst, TB_FLOAT32, &value);
}

/* A number in [0, 1), of 24 and of 53 bits; both products are exact. */
static inline float tb_random_fill_uniform_float(tb_generator *g)
{
    return (float)(tb_generator_u32(g) & 0xffffffu) * 0x1p-24f;
}
static inline double tb_random_fill_uniform_double(tb_generator *g)
{
    return (double)(tb_generator_u64(g) & 0x1fffffffffffffu) * 0x1p-53;
}

#endif
