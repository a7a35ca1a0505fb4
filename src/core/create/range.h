/* range.h: the numbers start, start + step, ...: below end, bit for bit as torch.arange, or up to end, as
 * torch.range. */
#ifndef TB_RANGE_H
#define TB_RANGE_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef struct {
    tb_scalar start, end, step; /* set by the caller, as is dtype */
    tb_dtype dtype;
    bool closed;            /* torch.range: end is included */
    int64_t length;         /* set by tb_range_plan, as is what follows */
    double fstart, fstep;   /* floating dtypes: rounded to the accumulation type */
    int64_t istart, istep;  /* integral dtypes */
} tb_range;

/* Computes the length and the rest, with all checks but for memory; torch's errors. */
tb_status tb_range_plan(tb_range *r, tb_error *err);

/* Writes the numbers in out's logical order; `out` has r->length elements of r->dtype, in any layout.
 * Otherwise as tb_write_sequence. */
tb_status tb_range_write(const tb_range *r, tb_tensor *out, const tb_lock_callbacks *lock, tb_error *err);

#endif
