/* output.h: where the result of a call goes: to a new tensor, to out=, or to an operand itself.
 *
 * A call's preparation looks at its outputs step by step, in torch's order (tb_output_check_dtype,
 * tb_output_fit, tb_output_check_writable, tb_output_check_overlap); its run makes them when everything has been
 * checked (tb_output_must_copy, tb_output_make).  Calls of families leave the run's part to family.h. */
#ifndef TB_OUTPUT_H
#define TB_OUTPUT_H

#include "core/base/shape.h"
#include "core/call/call.h"
#include "core/memory/tensor.h"

typedef struct {
    tb_tensor *tensor;     /* NEW: uninitialised; NULL: this result is not requested */
    tb_form form;
    tb_dtype dtype;        /* of the result */
    bool resize;           /* out= must be resized */
    const tb_shape *shape; /* of the result ... */
    const int64_t *stride; /* ... and of a new or resized tensor; NULL: C-ordered */
} tb_output;

/* ---- preparing a call ---- */

/* RuntimeError if out= does not have the result's dtype. */
static inline tb_status tb_output_check_dtype(const tb_output *output, tb_error *err)
{
    if (output->form != TB_FORM_OUT || !output->tensor)
        return TB_OK;
    return tb_check_out_dtype(output->dtype, output->tensor->dtype, err);
}

/* Must out= be resized?  If it has elements, adds `warning` to the call's warnings. */
static inline bool tb_output_resizes(tb_form form, const tb_tensor *out, const tb_shape *shape,
                                     unsigned warning, unsigned *warnings)
{
    if (form == TB_FORM_NEW || tb_same_sizes(out->size, out->ndim, shape->size, shape->ndim))
        return false;
    *warnings |= out->numel != 0 ? warning | TB_WARNING_CHANGE : TB_WARNING_CHANGE;
    return true;
}
/* Sets output->resize, for an output whose shape is known. */
static inline void tb_output_fit(tb_output *output, unsigned warning, unsigned *warnings)
{
    output->resize = output->form == TB_FORM_OUT && output->tensor &&
                     tb_output_resizes(TB_FORM_OUT, output->tensor, output->shape, warning, warnings);
}

/* RuntimeError if an element of the output has the same address as another. */
tb_status tb_output_check_writable(const tb_output *output, tb_error *err);
/* RuntimeError if the output, with its new sizes, and an operand share elements; `may_be_same`: unless they
 * are the very same elements.  A new output shares none; `in` NULL: no operand. */
tb_status tb_output_check_overlap(const tb_output *output, const tb_tensor *in, bool may_be_same,
                                  tb_error *err);

/* out= with its new sizes: a view of its memory, which the caller releases.  It may exceed the storage, which
 * grows later. */
tb_status tb_output_target(const tb_output *output, tb_tensor *target, tb_error *err);

/* ---- warnings ---- */

/* The text of TB_WARNING_RESIZE. */
const char *tb_resize_warning(char *text, int64_t room, const int64_t *size, int ndim, const int64_t *wanted,
                              int wanted_ndim);
/* The text of any warning that is not specific to a family; `outputs` are the call's. */
const char *tb_output_warning(const void *outputs, unsigned warning, char *text, int64_t room);

/* ---- running a call ---- */

/* Must `in` be copied, because its memory is written or moved before it is read?  `same_element`: each
 * element is read before the output's element in the same position is written, and never after that. */
bool tb_output_written_before(const tb_output *output, const tb_tensor *in, bool same_element);
static inline bool tb_output_must_copy(const tb_output *output, const tb_tensor *in, bool same_element)
{
    return output->form != TB_FORM_NEW && tb_output_written_before(output, in, same_element);
}

/* Makes a new output, or resizes out=. */
static inline tb_status tb_output_make(const tb_output *output, tb_error *err)
{
    const tb_shape *shape = output->shape;
    if (output->form == TB_FORM_NEW)
        return tb_tensor_new(output->tensor, output->dtype, shape->size, output->stride, shape->ndim, false,
                             err);
    if (output->resize)
        return tb_tensor_resize(output->tensor, shape->size, output->stride, shape->ndim, err);
    return TB_OK;
}

#endif
