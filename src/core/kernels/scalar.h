/* scalar.h: single elements, and Python-like numbers as elements.  Conversion is the casts' own, so that
 * a number and a tensor of one element never differ.  Relies on: a level in force. */
#ifndef TB_SCALAR_H
#define TB_SCALAR_H

#include "core/base/dtype.h"

/* Converts one element between dtypes with the casts' rules: a float becomes an
 * int64 directly, other integers through int32 (uint8 from float64 through
 * int64); out of range and NaN give that intermediate's minimum and then wrap;
 * complex to real drops the imaginary part; integers wrap.  Pointers need no
 * alignment and may be equal. */
void tb_convert(tb_dtype to, void *dst, tb_dtype from, const void *src);

/* A number as an element of `dtype`, wrapping like a cast ... */
void tb_scalar_store(const tb_scalar *value, tb_dtype dtype, void *dst);
/* ... or refusing what the dtype cannot hold with torch's RuntimeError "value
 * cannot be converted to type uint8_t without overflow" (fill_, full). */
tb_status tb_scalar_store_checked(const tb_scalar *value, tb_dtype dtype, void *dst, tb_error *err);
/* Does a fill of numel elements take this number?  The same refusals, except that
 * torch fills a single element of a half dtype through double, which holds any
 * real number. */
tb_status tb_scalar_check_fill(const tb_scalar *value, tb_dtype dtype, int64_t numel, tb_error *err);
/* An element as a number (item()). */
tb_scalar tb_scalar_load(tb_dtype dtype, const void *src);

#endif
