/* along_dim_functions.h: what the files of the functions along a dimension share. */
#ifndef TB_ALONG_DIM_FUNCTIONS_H
#define TB_ALONG_DIM_FUNCTIONS_H

#include "core/along_dim/along_dim_blocks.h"
#include "core/along_dim/along_dim.h"

/* A kernel of sort or topk for slices whose indices fit its records' 32 bits, and one for slices of any length.
 * Scratch: twice as many records of `record` bytes (`longer`: of 16) as are sorted together. */
typedef struct {
    tb_along_dim_kernel kernel, longer;
    int record;
} tb_record_kernels;

/* The kernel for the call's slices, and its scratch. */
tb_status tb_set_records(const tb_along_dim_call *c, const tb_record_kernels *kernels,
                         int64_t sorted_together, tb_along_dim_job *job, tb_error *err);

/* `check` comes before the output's own checks and sets axis, value, result and shape (sort: stride);
 * `job` has the call's tensors and gets the rest. */
tb_status tb_check_sort(tb_along_dim_call *c, tb_error *err);
tb_status tb_set_up_sort(const tb_along_dim_call *c, tb_along_dim_job *job, tb_error *err);
extern const tb_record_kernels tb_sort_kernels[TB_NDTYPES];
/* What they are given. */
typedef struct {
    bool descending;
} tb_sort_params;
/* A part of it: out= is of the element's dtype and of int64. */
tb_status tb_check_sort_outputs(tb_along_dim_call *c, tb_error *err);

tb_status tb_check_cummax(tb_along_dim_call *c, tb_error *err);
tb_status tb_check_cummax_dtype(const tb_along_dim_call *c, tb_error *err);
void tb_set_up_cummax(const tb_along_dim_call *c, tb_along_dim_job *job);

tb_status tb_check_topk(tb_along_dim_call *c, tb_error *err);
tb_status tb_run_topk(const tb_along_dim_call *c, tb_along_dim_job *job, const tb_lock_callbacks *lock,
                      tb_error *err);
extern const tb_record_kernels tb_topk_kernels[TB_NDTYPES];
typedef struct {
    bool largest;
    int64_t k, room; /* records that are kept before they are sorted, more than k unless they are all */
} tb_topk_params;

tb_status tb_check_logcumsumexp(tb_along_dim_call *c, tb_error *err);
void tb_set_up_logcumsumexp(const tb_along_dim_call *c, tb_along_dim_job *job);

/* median, nanmedian, kthvalue, mode. */
tb_status tb_check_select(tb_along_dim_call *c, tb_error *err);
/* out[k], which keeps its size, and the input. */
tb_status tb_check_select_overlap(const tb_along_dim_call *c, int k, tb_error *err);
/* That comes after all other checks. */
tb_status tb_check_select_dtype(const tb_along_dim_call *c, tb_error *err);
tb_status tb_run_select(const tb_along_dim_call *c, const tb_lock_callbacks *lock, tb_error *err);
/* Of an output that is resized: torch's words show kthvalue's and mode's with the dimension. */
const char *tb_select_warning(const tb_along_dim_call *c, unsigned warning, char *text, int64_t room);

/* logsumexp of several dimensions is that of one of a view or copy. */
tb_status tb_run_logsumexp(tb_along_dim_call *call, const tb_lock_callbacks *lock, tb_error *err);

#endif
