/* in_order.c: see in_order.h.  Relies on: in_order.h, overlap.h, share.h, stream.h. */
#include "in_order.h"
#include "overlap.h"
#include "share.h"
#include "stream.h"

#include <stdalign.h>

/* An element of a half type is rounded several times on its way. */
#define HALF_WEIGHT 4

typedef struct {
    tb_values values;
    const void *state;
    char *to;
    int64_t itemsize;
    bool stream;
} writing;

static void write_range(const void *work, int64_t first, int64_t last)
{
    alignas(64) char tile[TB_VALUES_MOST * sizeof(tb_element)];
    const writing *w = work;
    tb_stream stream = {.held = 0};
    for (int64_t i = first; i < last; i += TB_VALUES_MOST) {
        const int64_t end = last - i < TB_VALUES_MOST ? last : i + TB_VALUES_MOST;
        char *to = w->to + i * w->itemsize;
        w->values(w->state, w->stream ? tile : to, i, end);
        if (w->stream)
            tb_stream_rows(&stream, to, 0, tile, 0, (end - i) * w->itemsize, 1);
    }
    if (w->stream)
        tb_stream_end(&stream);
}

/* `out` is contiguous and not empty. */
static void write_all(const tb_tensor *out, tb_values values, const void *state, const tb_lock *lock)
{
    const int64_t bytes = out->numel * out->itemsize;
    const int weight = tb_is_half(out->dtype) ? HALF_WEIGHT : 1;
    const writing work = {values, state, tb_data(out), out->itemsize,
                          tb_stream_pays(tb_data(out), bytes, bytes)};
    tb_share_range_leaving(write_range, &work, out->numel, TB_VALUES_MOST,
                           tb_share_cost(out->numel, out->itemsize, weight), &out->storage, 1, lock);
}

tb_status tb_write_in_order(tb_tensor *out, tb_values values, const void *state, const tb_lock *lock,
                            tb_error *err)
{
    tb_tensor to = {0}, flat = {0}, shaped = {0};

    TB_TRY(tb_check_writable(out, err));
    if (out->numel == 0)
        return TB_OK;
    if (out->contiguous) {
        write_all(out, values, state, lock);
        return TB_OK;
    }
    /* A view of its own: without the lock somebody may give `out` other sizes. */
    TB_TRY(tb_view_alias(&to, out, err));
    tb_status status = tb_tensor_new(&flat, to.dtype, &to.numel, NULL, 1, false, err);
    if (status == TB_OK) {
        write_all(&flat, values, state, lock);
        status = tb_view_as(&shaped, &flat, to.size, to.ndim, err);
        tb_tensor_release(&flat);
    }
    if (status == TB_OK) {
        status = tb_copy_leaving(&to, &shaped, lock, err);
        tb_tensor_release(&shaped);
    }
    tb_tensor_release(&to);
    return status;
}
