/* pack.h: strided elements to a contiguous tile and back, and runs of bytes, without casts.  Strides in bytes, any unless
 * said; nothing that is read overlaps what is written. */
#ifndef TB_PACK_H
#define TB_PACK_H

#include <stdint.h>

/* ---- tiles: pack.c ---- */

/* Copies size[0] * ... * size[ndim-1] elements from src with these strides to contiguous dst, dimension 0
 * fastest. ndim >= 1, sizes >= 1. */
void tb_pack(char *dst, const char *src, const int64_t *size, const int64_t *stride, int ndim, int itemsize);
/* The inverse.  Elements that share an address are stored in an unspecified order (those of fill are all
 * equal). */
void tb_unpack(char *dst, const int64_t *stride, const char *src, const int64_t *size, int ndim,
               int itemsize);

/* ---- runs: runs.c ---- */

/* memcpy of any number of bytes: TB_MEMCPY_PIECE says why not always all at once. */
void tb_copy_bytes(char *dst, const char *src, int64_t bytes);

/* Copies n runs of `bytes` bytes each. */
void tb_copy_runs(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n, int64_t bytes);
/* Reverses `rows` rows of n elements: element i of dst is element -i of src. */
void tb_reverse_rows(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n, int64_t rows,
                     int itemsize);
/* Repeats the first `bytes` of dst until `total` bytes are filled. */
void tb_repeat_bytes(char *dst, int64_t bytes, int64_t total);

#endif
