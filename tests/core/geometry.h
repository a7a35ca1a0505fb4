/* geometry.h: what the tests of views share: a base tensor, and the check of a
 * view of it.  Relies on: check.h. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "check.h"

#define BIG (INT64_C(1) << 62)

static tb_tensor base, v;
static tb_error err;

static void make(const int64_t *size, int ndim)
{
    CHECK_OK(tb_tensor_new(&base, TB_FLOAT32, size, NULL, ndim, true, err));
}

/* The view just made: its geometry; then it goes. */
#define CHECK_VIEW(call, n, sizes, strides, start)                          \
    do {                                                                    \
        CHECK_OK(call);                                                     \
        CHECK_TENSOR(&v, n, sizes, strides);                                \
        CHECK_EQ(v.offset, start);                                          \
        CHECK_EQ(v.numel, tb_numel(v.size, v.ndim));                        \
        CHECK_EQ(v.contiguous, tb_is_contiguous(v.size, v.stride, v.ndim)); \
        CHECK(v.storage == base.storage);                                   \
        tb_tensor_release(&v);                                              \
    } while (0)

/* No failed call keeps a reference. */
static inline void drop(void)
{
    CHECK_EQ(base.storage->refs, 1);
    tb_tensor_release(&base);
}

#endif
