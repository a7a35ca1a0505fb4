/* line_walk.h: walks all lines along one dimension of a tensor, in blocks of
 * neighbouring lines that a kernel takes at once.
 *
 * What a kernel can use in place it gets in place; the rest is packed and cast, and
 * transposed where memory runs across the lines.  Threads share the blocks, which
 * never depend on each other: bits do not depend on threads.
 * Relies on: apply.h, kernels/lines.h. */
#ifndef TB_LINE_WALK_H
#define TB_LINE_WALK_H

#include "apply.h"
#include "kernels/lines.h"

typedef struct {
    const tb_tensor *in;
    tb_tensor *out[2];        /* NULL: not wanted; sizes are in's but along the dimension */
    int axis;                 /* of in and out; a 0-dim tensor is one line of one element */
    tb_dtype value;           /* what elements are cast to first ... */
    tb_dtype tile; /* ... and then, for the kernel; out[0] has tile elements there, out[1] its own */
    tb_line_kernel kernel[2]; /* ROWS and COLUMNS; NULL: none */
    const void *params;
    int64_t scratch; /* bytes that a kernel needs */
    bool passes; /* it goes over its lines several times: they had better lie together */
    int weight; /* of an element, in additions */
} tb_line_walk;

/* in and out are not empty; they may be the very same elements, but overlap in no
 * other way.  Fails before anything is written, and only for lack of memory. */
tb_status tb_line_walk_run(const tb_line_walk *walk, const tb_lock *lock, tb_error *err);

#endif
