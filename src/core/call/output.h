/* output.h: where the result of a call goes: to a new tensor, to out=, or to an operand itself.
 *
 * Every call looks at its outputs while it is prepared (tb_output_resizes, tb_output_target) and makes them
 * when everything has been checked (tb_output_must_copy, tb_output_make, tb_output_end). */
#ifndef TB_OUTPUT_H
#define TB_OUTPUT_H

#include "core/base/shape.h"
#include "core/call/call.h"
#include "core/memory/tensor.h"

typedef struct {
    tb_form form;
    tb_tensor *tensor;     /* NEW: uninitialised */
    tb_dtype dtype;        /* of a new one */
    bool resize;           /* out= gets other sizes */
    const tb_shape *shape; /* of the result ... */
    const int64_t *stride; /* ... and what a new or resized one has; NULL: C-ordered */
} tb_output;

/* Does out= get other sizes?  If it has elements, that adds `warning` to those of the call. */
static inline bool tb_output_resizes(tb_form form, const tb_tensor *out, const tb_shape *shape,
                                     unsigned warning, unsigned *warnings)
{
    if (form == TB_FORM_NEW || tb_same_sizes(out->size, out->ndim, shape->size, shape->ndim))
        return false;
    if (out->numel != 0)
        *warnings |= warning;
    return true;
}

/* out= as it will be: a view of its memory, for the caller to release.  It may reach beyond the storage,
 * which grows later. */
tb_status tb_output_target(const tb_output *output, tb_tensor *target, tb_error *err);

/* Must `in` be read from a copy, because its memory is written, or moved, before it is read?  `same_element`:
 * an element of it is read before the one in its own position is written, and no more after that. */
bool tb_output_written_before(const tb_output *output, const tb_tensor *in, bool same_element);
static inline bool tb_output_must_copy(const tb_output *output, const tb_tensor *in, bool same_element)
{
    return output->form != TB_FORM_NEW && tb_output_written_before(output, in, same_element);
}

/* Makes what is new and resizes what has other sizes. */
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
/* The same of n outputs, of which none is new after a failure. */
tb_status tb_outputs_make(const tb_output *outputs, int n, tb_error *err);

/* The status of what filled the outputs: new ones go with a failure. */
static inline tb_status tb_outputs_end(const tb_output *outputs, int n, tb_status status)
{
    for (int i = 0; i < n && status != TB_OK; i++)
        if (outputs[i].form == TB_FORM_NEW)
            tb_tensor_release(outputs[i].tensor);
    return status;
}
static inline tb_status tb_output_end(const tb_output *output, tb_status status)
{
    return tb_outputs_end(output, 1, status);
}

#endif
