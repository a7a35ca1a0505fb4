/* along_dim_functions.h: declarations shared by the files of the functions along a dimension. */
#ifndef TB_ALONG_DIM_FUNCTIONS_H
#define TB_ALONG_DIM_FUNCTIONS_H

#include "core/along_dim/along_dim_blocks.h"
#include "core/along_dim/along_dim.h"

/* The records in each half of the scratch of a kernel that sorts so many in one go. */
static inline int64_t tb_sort_room(int64_t records) { return records + TB_SORT_PADDING; }

/* A kernel of sort or topk for slices whose indices fit 32 bits, and one for slices of any length.  Their
 * records have `record` bytes (`longer`: 16). */
typedef struct {
    tb_along_dim_kernel kernel, longer;
    int record;
} tb_record_kernels;

/* The kernel for the call's slices, and its scratch. */
tb_status tb_set_records(const tb_along_dim_call *c, const tb_record_kernels *kernels,
                         int64_t sorted_together, tb_along_dim_job *job, tb_error *err);

/* `check` comes before the output's own checks and sets axis, value, result and shape (sort: stride); `job`
 * has the call's tensors, and the function sets the rest. */
tb_status tb_check_sort(tb_along_dim_call *c, tb_error *err);
tb_status tb_set_up_sort(const tb_along_dim_call *c, tb_along_dim_job *job, tb_error *err);
extern const tb_record_kernels tb_sort_kernels[TB_NDTYPES];
/* The parameters of sort's kernels. */
typedef struct {
    bool descending;
} tb_sort_params;
/* A part of tb_check_sort: out= must have the element's dtype and int64. */
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
    int64_t k, room; /* records kept before they are sorted; more than k, unless that is all */
} tb_topk_params;

tb_status tb_check_logcumsumexp(tb_along_dim_call *c, tb_error *err);
void tb_set_up_logcumsumexp(const tb_along_dim_call *c, tb_along_dim_job *job);

/* median, nanmedian, kthvalue, mode. */
tb_status tb_check_select(tb_along_dim_call *c, tb_error *err);
tb_status tb_check_select_overlap(const tb_along_dim_call *c, int k, tb_error *err);
/* Comes after all other checks. */
tb_status tb_check_select_dtype(const tb_along_dim_call *c, tb_error *err);
tb_status tb_run_select(const tb_along_dim_call *c, tb_error *err);
/* The warning for an output that is resized: in torch's text kthvalue and mode have kept the dimension. */
tb_warning_words tb_along_dim_warning;

tb_status tb_check_layer_norm(tb_along_dim_call *c, tb_error *err);
tb_status tb_run_layer_norm(const tb_along_dim_call *c, tb_error *err);

/* logsumexp over several dimensions is computed over one dimension of a view or copy. */
tb_status tb_run_logsumexp(const tb_along_dim_call *c, tb_error *err);

#endif
