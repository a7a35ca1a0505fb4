/* repeat.c: see repeat.h.  The result is viewed with an additional dimension for each repeated one, along
 * which the source has stride 0: one move fills it. */
#include "core/join/repeat.h"
#include "core/iterate/copy.h"

#include <inttypes.h>
#include <string.h>

tb_status tb_repeat(tb_tensor *out, const tb_tensor *t, const tb_shape *repeats,
                    const tb_lock_callbacks *lock, tb_error *err)
{
    const int ndim = repeats->ndim, more = ndim - t->ndim;
    int64_t size[TB_MAX_DIMS];
    tb_move move;
    if (more < 0)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
                       "tensor");
    for (int d = 0; d < ndim; d++)
        if (__builtin_mul_overflow(d < more ? 1 : t->size[d - more], repeats->size[d], &size[d]))
            return tb_fail(err, TB_RUNTIME_ERROR, "numel: integer multiplication overflow");
    TB_TRY(tb_tensor_new(out, t->dtype, size, NULL, ndim, false, err));
    if (out->numel == 0)
        return TB_OK;
    tb_move_begin(&move, out, t);
    for (int d = ndim; d-- > 0;) {
        const int64_t length = d < more ? 1 : t->size[d - more];
        if (d >= more)
            tb_move_add(&move, length, out->stride[d], t->stride[d - more]);
        tb_move_add(&move, repeats->size[d], length * out->stride[d], 0);
    }
    return tb_made(out, tb_move_run(&move, lock, err));
}

tb_status tb_tile(tb_tensor *out, const tb_tensor *t, const tb_shape *repeats, const tb_lock_callbacks *lock,
                  tb_error *err)
{
    tb_shape wider;
    const int more = t->ndim - repeats->ndim;
    if (more <= 0)
        return tb_repeat(out, t, repeats, lock, err);
    wider.ndim = t->ndim;
    for (int d = 0; d < t->ndim; d++)
        wider.size[d] = d < more ? 1 : repeats->size[d - more];
    return tb_repeat(out, t, &wider, lock, err);
}
