/* memory_format.h: torch's memory formats: which dimension of a tensor runs
 * fastest in memory. */
#ifndef TB_MEMORY_FORMAT_H
#define TB_MEMORY_FORMAT_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    TB_CONTIGUOUS_FORMAT,  /* row-major */
    TB_PRESERVE_FORMAT,    /* the layout of the tensor that is copied (tb_preserve_strides) */
    TB_CHANNELS_LAST,      /* dimensions N, C, H, W stored in the order N, H, W, C */
    TB_CHANNELS_LAST_3D,   /* dimensions N, C, D, H, W stored in the order N, D, H, W, C */
    TB_NMEMORY_FORMATS
} tb_memory_format;

/* 4 dimensions only: memory order N, H, W, C. */
bool tb_is_channels_last(const int64_t *size, const int64_t *stride, int ndim);
void tb_channels_last_strides(const int64_t *size, int64_t *stride);

/* "required rank 4 tensor to use channels_last format". */
tb_status tb_check_format(tb_memory_format format, int ndim, tb_error *err);

/* The strides of `size` in this format, whose rank has been checked.  TB_PRESERVE_FORMAT preserves `stride`;
 * the other formats do not read it. */
void tb_format_strides(tb_memory_format format, const int64_t *size, const int64_t *stride, int ndim,
                       int64_t *out);

/* Does the layout have this format?  TB_PRESERVE_FORMAT counts as row-major here. */
bool tb_has_format(tb_memory_format format, const int64_t *size, const int64_t *stride, int ndim);

/* torch's guess from the strides alone; sizes of 1 leave several formats possible.  Channels last if the
 * strides suggest it, else contiguous. */
tb_memory_format tb_suggest_format(const int64_t *size, const int64_t *stride, int ndim);

#endif
