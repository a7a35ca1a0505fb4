/* warning_text.c: the texts of the warnings that a prepared call requests: torch's, and those of torch
 * 0.2. */
#include "core/call/output.h"
#include "core/pointwise/operators.h"
#include "core/pointwise/pointwise.h"
#include "core/pointwise/result_layout.h"

#include <stdio.h>

/* The number of operands that broadcast. */
static int count_names(const tb_call *call)
{
    const tb_op *op = &tb_ops[call->op];
    const bool number = op->promotion.rule == TB_PROMOTE_TENSORS && !call->in[op->nin - 1].tensor;
    return op->nin - (op->promotion.singles || number ? 1 : 0);
}

/* "self and other", "self, tensor1, and tensor2". */
static const char *join_names(const tb_call *call, char *text, size_t room)
{
    const tb_op *op = &tb_ops[call->op];
    if (count_names(call) == 2)
        snprintf(text, room, "%s and %s", op->operand[0], op->operand[1]);
    else
        snprintf(text, room, "%s, %s, and %s", op->operand[0], op->operand[1], op->operand[2]);
    return text;
}

static void fallback_text(const tb_call *call, char *text, size_t room)
{
    const tb_op *op = &tb_ops[call->op];
    char names[96];
    if (call->form == TB_FORM_INPLACE && count_names(call) == 2)
        snprintf(text, room,
                 "%s is not broadcastable to %s, but they have the same number of elements.  Falling back to "
                 "deprecated pointwise behavior.",
                 op->operand[1], op->operand[0]);
    else
        snprintf(text, room,
                 "%s not broadcastable, but have the same number of elements.  Falling back to deprecated "
                 "pointwise behavior.",
                 join_names(call, names, sizeof names));
}

const char *tb_warning_text(const void *pointwise, unsigned warning, char *text, int64_t room)
{
    const tb_call *call = pointwise;
    const tb_op *op = &tb_ops[call->op];
    char names[96];

    switch (warning) {
    case TB_WARNING_BROADCAST:
        snprintf(
            text, (size_t)room,
            "%s do not have the same shape, but are broadcastable, and have the same number of elements.\n"
            "Changing behavior in a backwards incompatible manner to broadcasting rather than viewing as "
            "1-dimensional.",
            join_names(call, names, sizeof names));
        break;
    case TB_WARNING_FALLBACK:
        fallback_text(call, text, (size_t)room);
        break;
    case TB_WARNING_BYTE_CONDITION:
        snprintf(text, (size_t)room,
                 "%s received a uint8 condition tensor. This behavior is deprecated and will be removed in a "
                 "future version of PyTorch. Use a boolean condition instead.",
                 op->name);
        break;
    case TB_WARNING_FILL_EXPANDED:
        snprintf(text, (size_t)room,
                 "Use of %s_ on expanded tensors is deprecated. Please clone() the tensor before performing "
                 "this operation. This also applies to advanced indexing e.g. tensor[mask] = scalar",
                 op->name);
        break;
    case TB_WARNING_RESIZE: {
        const tb_tensor *resized = tb_resized(call);
        return tb_resize_warning(text, room, resized->size, resized->ndim, call->shape.size,
                                 call->shape.ndim);
    }
    default:
        return tb_output_warning(NULL, warning, text, room);
    }
    return text;
}
