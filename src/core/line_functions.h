/* line_functions.h: what the files of the functions along lines share.
 * Relies on: lines.h, line_walk.h. */
#ifndef TB_LINE_FUNCTIONS_H
#define TB_LINE_FUNCTIONS_H

#include "line_walk.h"
#include "lines.h"

/* `check` comes before the output's own checks and sets axis, value, result and shape (sort: stride);
 * `walk` has the call's tensors and gets the rest. */
tb_status tb_check_sort(tb_line_call *c, tb_error *err);
tb_status tb_walk_sort(const tb_line_call *c, tb_line_walk *walk, tb_error *err);
/* A part of it: out= is of the element's dtype and of int64. */
tb_status tb_check_sort_outputs(tb_line_call *c, tb_error *err);

tb_status tb_check_running(tb_line_call *c, tb_error *err);
tb_status tb_check_running_dtype(const tb_line_call *c, tb_error *err);
void tb_walk_running(const tb_line_call *c, tb_line_walk *walk);

tb_status tb_check_topk(tb_line_call *c, tb_error *err);
tb_status tb_run_topk(const tb_line_call *c, tb_line_walk *walk, const tb_lock *lock, tb_error *err);

/* logsumexp of several dimensions is that of one of a view or copy. */
tb_status tb_run_logsumexp(tb_line_call *call, const tb_lock *lock, tb_error *err);

#endif
