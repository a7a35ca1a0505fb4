/* pointwise.h: the single entry for every pointwise operator in every form.
 *
 * A call is described by a tb_call and follows the protocol of core/call/call.h; where
 * tb_prepare fails, it asks for no warnings before. */
#ifndef TB_POINTWISE_H
#define TB_POINTWISE_H

#include "core/call/call.h"
#include "core/pointwise/operator_call.h"
#include "core/threads/caller_lock.h"

/* Reads 0-dim tensors that the row takes as numbers into call->in. */
tb_status tb_prepare(tb_call *call, tb_error *err);

/* The call must have been prepared and nothing changed since.  After a failure a
 * new `out` needs no release, and no other tensor has been resized or written,
 * except by a kernel that gave up: rows whose kernels can fail look at their
 * operands before the first write. */
tb_status tb_run(tb_call *call, tb_error *err);

/* As tb_run; lock NULL: it keeps the lock. */
tb_status tb_run_releasing(tb_call *call, const tb_lock_callbacks *lock, tb_error *err);

tb_warning_words tb_warning_text; /* of a tb_call */

#endif
