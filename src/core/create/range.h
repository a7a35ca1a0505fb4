/* range.h: the numbers start, start + step, ... before end, bit for bit as
 * torch.arange has them, or up to end, as torch.range. */
#ifndef TB_RANGE_H
#define TB_RANGE_H

#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef struct {
    tb_scalar start, end, step; /* the caller's, as dtype is */
    tb_dtype dtype;
    bool closed;            /* torch.range: end belongs to the numbers */
    int64_t length;         /* this and what follows: tb_range_plan's */
    double fstart, fstep;   /* floating dtypes: rounded to the accumulation type */
    int64_t istart, istep;  /* integral dtypes */
} tb_range;

/* The length and everything else but the memory; torch's errors. */
tb_status tb_range_plan(tb_range *r, tb_error *err);

/* Writes the numbers in out's logical order; `out` has r->length elements of
 * r->dtype in any layout.  Otherwise as tb_write_sequence. */
tb_status tb_range_write(const tb_range *r, tb_tensor *out, const tb_lock_callbacks *lock, tb_error *err);

#endif
