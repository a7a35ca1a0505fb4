/* pointwise.h: the single entry point for every pointwise operator in every form.
 *
 * A call is described by a tb_call and follows the protocol of core/call/call.h; if tb_prepare fails, it
 * requests no warnings. */
#ifndef TB_POINTWISE_H
#define TB_POINTWISE_H

#include "core/call/call.h"
#include "core/pointwise/operator_call.h"
#include "core/threads/caller_lock.h"

/* Checks and decides everything about the call; a 0-dim tensor that the row takes as a number is read into
 * call->in. */
tb_status tb_prepare(tb_call *call, tb_error *err);

/* The call must have been prepared, and nothing may have changed since.  After a failure a new `out` needs no
 * release, and no other tensor has been resized or written, except by a kernel that failed: rows whose
 * kernels can fail check their operands before the first write. */
tb_status tb_run(tb_call *call, tb_error *err);

/* As tb_run, but long work releases the lock; lock NULL: it does not. */
tb_status tb_run_releasing(tb_call *call, const tb_lock_callbacks *lock, tb_error *err);

tb_warning_words tb_warning_text; /* for a tb_call */

#endif
