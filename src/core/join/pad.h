/* pad.h: elements around a tensor's own, for nn.functional.pad. */
#ifndef TB_PAD_H
#define TB_PAD_H

#include "core/base/memory_format.h"
#include "core/kernels/scalar.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

typedef enum { TB_PAD_CONSTANT, TB_PAD_REFLECT, TB_PAD_REPLICATE, TB_PAD_CIRCULAR } tb_pad_mode;

/* Sizes and places of a padding: `before` and `after` elements around each dimension. */
typedef struct {
    tb_pad_mode mode;
    int64_t before[TB_MAX_DIMS], after[TB_MAX_DIMS];
} tb_padding;

/* Are there no negative numbers, and has t the elements that the mode takes? */
bool tb_can_pad(const tb_tensor *t, const tb_padding *padding);
/* A new tensor, in this format: t, and around it `value` or what the mode makes of t's elements.  Fails unless
 * tb_can_pad.  `lock` as in tb_run_releasing. */
tb_status tb_pad(tb_tensor *out, const tb_tensor *t, const tb_padding *padding, const tb_scalar *value,
                 tb_memory_format format, const tb_lock_callbacks *lock, tb_error *err);

#endif
