/* fill_selected.h: writes one value to the elements that a mask selects. */
#ifndef TB_FILL_SELECTED_H
#define TB_FILL_SELECTED_H

#include "core/kernels/scalar.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

/* out[mask] = value: masked_fill_.  Other elements are neither read nor written: another thread may own them.
 * mask is bool and can be expanded to out, whose elements may share memory; value has out's dtype.  Fails
 * with TB_INTERRUPTED only. */
tb_status tb_fill_selected(const tb_tensor *out, const tb_tensor *mask, const tb_element *value,
                           const tb_lock_callbacks *lock, tb_error *err);

#endif
