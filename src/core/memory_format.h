/* memory_format.h: torch's memory formats: which dimension of a tensor runs
 * fastest in memory.  Relies on: apply.h. */
#ifndef TB_MEMORY_FORMAT_H
#define TB_MEMORY_FORMAT_H

#include "apply.h"

typedef enum {
    TB_CONTIGUOUS_FORMAT,  /* row-major */
    TB_PRESERVE_FORMAT,    /* as the tensor that is copied (tb_preserve_strides) */
    TB_CHANNELS_LAST,      /* 4 dimensions N, C, H, W, lying as N, H, W, C */
    TB_CHANNELS_LAST_3D,   /* 5 dimensions N, C, D, H, W, lying as N, D, H, W, C */
    TB_NMEMORY_FORMATS
} tb_memory_format;

/* "required rank 4 tensor to use channels_last format". */
tb_status tb_check_format(tb_memory_format format, int ndim, tb_error *err);

/* The strides that `size` has in this format, whose rank has been checked.
 * `stride`: what TB_PRESERVE_FORMAT preserves, unused otherwise. */
void tb_format_strides(tb_memory_format format, const int64_t *size, const int64_t *stride, int ndim,
                       int64_t *out);

/* Does it lie like this?  Nothing is preserved: TB_PRESERVE_FORMAT asks for row-major. */
bool tb_has_format(tb_memory_format format, const int64_t *size, const int64_t *stride, int ndim);

/* torch's guess from the strides alone, where sizes of 1 leave several formats
 * possible: channels last if they speak for it, else contiguous. */
tb_memory_format tb_suggest_format(const int64_t *size, const int64_t *stride, int ndim);

/* A copy in memory of its own, cast to `dtype`; lock as in tb_run_leaving. */
tb_status tb_clone_as(tb_tensor *out, const tb_tensor *t, tb_dtype dtype, tb_memory_format format,
                      const tb_lock *lock, tb_error *err);

/* Tensor.resize_ with a format: strides change even where sizes do not.
 * TB_PRESERVE_FORMAT is "Unsupported memory formatPreserve". */
tb_status tb_resize_as(tb_tensor *t, const int64_t *size, int ndim, tb_memory_format format, tb_error *err);

#endif
