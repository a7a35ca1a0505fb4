/* sequence.c: see sequence.h. */
#include "core/create/sequence.h"
#include "core/base/frame.h"
#include "core/base/tuning.h"
#include "core/copy/clone.h"
#include "core/iterate/parallel.h"
#include "core/iterate/stream.h"
#include "core/memory/overlap.h"
#include "core/memory/scratch.h"
#include "core/memory/view.h"

_Static_assert(TB_SEQUENCE_AT_ONCE * sizeof(tb_element) <= TB_SCRATCH_BYTES,
               "the scratch holds what is streamed");
/* A function that computes sequences has at most two arrays of numbers. */
TB_FITS_FRAME(TB_SEQUENCE_AT_ONCE * (sizeof(double) + sizeof(float)));

typedef struct {
    tb_sequence_values values;
    const void *state;
    char *to;
    int64_t itemsize;
    bool stream;
} write_job;

static int write_range(const void *work, int64_t first, int64_t last)
{
    const write_job *w = work;
    char *const tile = tb_scratch_take();
    tb_stream stream = {.held = 0};
    for (int64_t i = first; i < last; i += TB_SEQUENCE_AT_ONCE) {
        const int64_t end = tb_min(i + TB_SEQUENCE_AT_ONCE, last);
        char *to = w->to + i * w->itemsize;
        w->values(w->state, w->stream ? tile : to, i, end);
        if (w->stream)
            tb_stream_rows(&stream, to, 0, tile, 0, (end - i) * w->itemsize, 1);
    }
    if (w->stream)
        tb_stream_end(&stream);
    tb_scratch_give(tile);
    return 0;
}

/* Writes all elements of `out`, which is contiguous and not empty. */
static tb_status write_all(const tb_tensor *out, tb_sequence_values values, const void *state,
                           const tb_lock_callbacks *lock, tb_error *err)
{
    const int64_t bytes = out->numel * out->itemsize;
    const int weight = tb_is_half(out->dtype) ? TB_WEIGHT_HALF : 1;
    const write_job work = {values, state, tb_data(out), out->itemsize,
                            tb_should_stream(tb_data(out), bytes, bytes, TB_STREAM_STORED)};
    const int code = tb_parallel_for_releasing(write_range, &work, out->numel, TB_SEQUENCE_AT_ONCE,
                                               tb_parallel_cost(out->numel, out->itemsize, weight),
                                               &out->storage, 1, lock);
    return tb_status_of_code(code, err);
}

tb_status tb_write_sequence(tb_tensor *out, tb_sequence_values values, const void *state,
                            const tb_lock_callbacks *lock, tb_error *err)
{
    tb_tensor to = {0}, flat = {0}, shaped = {0};

    TB_TRY(tb_check_writable(out, err));
    if (out->numel == 0)
        return TB_OK;
    if (out->contiguous)
        return write_all(out, values, state, lock, err);
    /* A view of its own, since another thread may resize `out` while the lock is released. */
    TB_TRY(tb_view_alias(&to, out, err));
    tb_status status = tb_tensor_new(&flat, to.dtype, &to.numel, NULL, 1, false, err);
    if (status == TB_OK)
        status = write_all(&flat, values, state, lock, err);
    if (status == TB_OK)
        status = tb_view_as(&shaped, &flat, to.size, to.ndim, err);
    if (status == TB_OK)
        status = tb_copy_releasing(&to, &shaped, lock, err);
    tb_tensor_release(&flat);
    tb_tensor_release(&shaped);
    tb_tensor_release(&to);
    return status;
}
