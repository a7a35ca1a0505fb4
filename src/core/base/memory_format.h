/* memory_format.h: torch's memory formats: which dimension of a tensor runs
 * fastest in memory. */
#ifndef TB_MEMORY_FORMAT_H
#define TB_MEMORY_FORMAT_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    TB_CONTIGUOUS_FORMAT,  /* row-major */
    TB_PRESERVE_FORMAT,    /* as the tensor that is copied (tb_preserve_strides) */
    TB_CHANNELS_LAST,      /* 4 dimensions N, C, H, W, lying as N, H, W, C */
    TB_CHANNELS_LAST_3D,   /* 5 dimensions N, C, D, H, W, lying as N, D, H, W, C */
    TB_NMEMORY_FORMATS
} tb_memory_format;

/* 4-dim only: memory order N, H, W, C. */
bool tb_is_channels_last(const int64_t *size, const int64_t *stride, int ndim);
void tb_channels_last_strides(const int64_t *size, int64_t *stride);

/* "required rank 4 tensor to use channels_last format". */
tb_status tb_check_format(tb_memory_format format, int ndim, tb_error *err);

/* The strides that `size` has in this format, whose rank has been checked.
 * `stride`: what TB_PRESERVE_FORMAT preserves, unused otherwise. */
void tb_format_strides(tb_memory_format format, const int64_t *size, const int64_t *stride, int ndim,
                       int64_t *out);

/* Does it lie like this?  Nothing is preserved: TB_PRESERVE_FORMAT asks for row-major. */
bool tb_has_format(tb_memory_format format, const int64_t *size, const int64_t *stride, int ndim);

/* torch's guess from the strides alone, where sizes of 1 leave several formats possible: channels last
 * if they suggest it, else contiguous. */
tb_memory_format tb_suggest_format(const int64_t *size, const int64_t *stride, int ndim);

#endif
