/* scalar.h: single elements, and Python-like numbers as elements.  Conversions use the cast kernels, so that
 * a number and a tensor of one element never differ.  Relies on: an active level. */
#ifndef TB_SCALAR_H
#define TB_SCALAR_H

#include "core/base/dtype.h"

/* Converts one element between dtypes by the casts' rules: a float becomes an int64 directly, other integers
 * through int32 (uint8 from float64 through int64); out of range and NaN give that intermediate's minimum,
 * which then wraps around; complex to real drops the imaginary part; integers wrap around.  Pointers need no
 * alignment and may be equal. */
void tb_convert(tb_dtype to, void *dst, tb_dtype from, const void *src);

/* Stores a number as an element of `dtype`, wrapping around like a cast ... */
void tb_scalar_store(const tb_scalar *value, tb_dtype dtype, void *dst);
/* ... or failing if the dtype cannot hold it, with torch's RuntimeError "value cannot be converted to type
 * uint8_t without overflow" (fill_, full). */
tb_status tb_scalar_store_checked(const tb_scalar *value, tb_dtype dtype, void *dst, tb_error *err);
/* Checks that numel elements can be filled with this number.  Fails for the same numbers, except that torch
 * fills a single element of a half dtype through double, which can hold any real number. */
tb_status tb_scalar_check_fill(const tb_scalar *value, tb_dtype dtype, int64_t numel, tb_error *err);
/* Loads an element as a number (item()). */
tb_scalar tb_scalar_load(tb_dtype dtype, const void *src);

#endif
