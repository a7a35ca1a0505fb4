/* output.c: see output.h. */
#include "core/call/output.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"

#include <stdio.h>

/* ---- overlap ---- */

tb_status tb_output_target(const tb_output *output, tb_tensor *target, tb_error *err)
{
    const tb_tensor *out = output->tensor;
    const tb_shape *shape = output->shape;
    int64_t packed[TB_MAX_DIMS];
    if (!output->resize)
        return tb_view_alias(target, out, err);
    tb_contiguous_strides(shape->size, shape->ndim, packed);
    return tb_tensor_view(target, out->storage, out->dtype, shape->size,
                          output->stride ? output->stride : packed, shape->ndim, out->offset, err);
}

tb_status tb_output_check_writable(const tb_output *output, tb_error *err)
{
    return output->form == TB_FORM_NEW || output->resize ? TB_OK : tb_check_writable(output->tensor, err);
}

tb_status tb_output_check_overlap(const tb_output *output, const tb_tensor *in, bool may_be_same,
                                  tb_error *err)
{
    tb_status (*const check)(const tb_tensor *, const tb_tensor *, tb_error *) =
        may_be_same ? tb_check_partial_overlap : tb_check_no_overlap;
    tb_tensor target;
    if (output->form == TB_FORM_NEW || !in)
        return TB_OK;
    if (!output->resize || output->tensor == in)
        return check(output->tensor, in, err);
    TB_TRY(tb_output_target(output, &target, err));
    const bool elsewhere = target.storage != in->storage && tb_exceeds_storage(&target);
    const tb_status status = elsewhere ? TB_OK : check(&target, in, err);
    tb_tensor_release(&target);
    return status;
}

bool tb_output_written_before(const tb_output *output, const tb_tensor *in, bool same_element)
{
    if (output->resize)
        return tb_storages_overlap(output->tensor->storage, in->storage);
    return same_element ? tb_needs_private_copy(output->tensor, in) : tb_extents_overlap(output->tensor, in);
}

/* ---- warnings ---- */

const char *tb_resize_warning(char *text, int64_t room, const int64_t *size, int ndim, const int64_t *wanted,
                              int wanted_ndim)
{
    char have_text[TB_SHAPE_TEXT_MAX], wanted_text[TB_SHAPE_TEXT_MAX];
    snprintf(
        text, (size_t)room,
        "An output with one or more elements was resized since it had shape %s, which does not match the "
        "required output shape %s. This behavior is deprecated, and in a future PyTorch release outputs "
        "will not be resized unless they have zero elements. You can explicitly reuse an out tensor t by "
        "resizing it, inplace, to zero elements with t.resize_(0).",
        tb_shape_text(have_text, sizeof have_text, size, ndim),
        tb_shape_text(wanted_text, sizeof wanted_text, wanted, wanted_ndim));
    return text;
}

const char *tb_output_warning(const void *outputs, unsigned warning, char *text, int64_t room)
{
    if (warning & (TB_WARNING_COMPLEX_TO_REAL | TB_WARNING_CAST_FIRST))
        return "Casting complex values to real discards the imaginary part";
    const tb_output *output = (const tb_output *)outputs + (warning == TB_WARNING_RESIZE_SECOND);
    const tb_tensor *t = output->tensor;
    return tb_resize_warning(text, room, t->size, t->ndim, output->shape->size, output->shape->ndim);
}
