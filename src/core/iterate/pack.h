/* pack.h: strided elements to a contiguous tile and back, by element size. */
#ifndef TB_PACK_H
#define TB_PACK_H

#include <stdint.h>

/* dst receives size[0] * ... * size[ndim-1] elements, dimension 0 fastest, from
 * src with these strides (bytes, 0 allowed).  ndim >= 1, sizes >= 1, no overlap. */
void tb_pack(char *dst, const char *src, const int64_t *size, const int64_t *stride, int ndim, int itemsize);

/* The reverse.  Elements that share an address are stored in an unspecified order
 * (fill's are all equal). */
void tb_unpack(char *dst, const int64_t *stride, const char *src, const int64_t *size, int ndim,
               int itemsize);

/* n runs of `bytes` bytes each, at these strides (bytes); no overlap. */
void tb_copy_runs(char *dst, int64_t dst_step, const char *src, int64_t src_step, int64_t n, int64_t bytes);

#endif
