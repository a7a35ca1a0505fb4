/* line_functions.h: what the files of the functions along lines share.
 * Relies on: lines.h, line_walk.h. */
#ifndef TB_LINE_FUNCTIONS_H
#define TB_LINE_FUNCTIONS_H

#include "line_walk.h"
#include "lines.h"

/* By function, in lines.c and sorting.c: what is particular to one of them.  `check` comes before
 * the output's own checks and sets value, result and shape; `walk` has the call's tensors and sets
 * the rest. */
tb_status tb_check_sort(tb_line_call *call, tb_error *err);
tb_status tb_walk_sort(const tb_line_call *call, tb_line_walk *walk, tb_error *err);

/* logsumexp of several dimensions is that of one of a view or copy. */
tb_status tb_run_logsumexp(tb_line_call *call, const tb_lock *lock, tb_error *err);

#endif
