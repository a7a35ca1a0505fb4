/* prepare.h: the protocol of the core's calls (core/call/call.h) as the bindings follow it.
 *
 *     tbpy_preparation p;
 *     call.out = tbpy_begin(&p, out);
 *     do
 *         p.status = tb_x_prepare(&call, &p.err);
 *     while (tbpy_again(&p, call.warnings, tb_x_warning_text, &call));
 *     TbTensor *result = tbpy_result(&p, out, &call.out);
 *     return result ? tbpy_finish(result, tb_x_run(&call, &tbpy_gil, &p.err), &p.err) : NULL; */
#ifndef TBPY_PREPARE_H
#define TBPY_PREPARE_H

#include "python/types/tensor.h"

typedef struct {
    unsigned issued; /* warnings */
    tb_status status; /* of the last preparation; if it is the final one, its exception has been raised */
    tb_error err;
} tbpy_preparation;

/* Returns the tensor of out=; out NULL: there is none. */
static inline tb_tensor *tbpy_begin(tbpy_preparation *p, PyObject *out)
{
    p->issued = 0;
    return out ? tbpy_tensor_of(out) : NULL;
}

/* Does the call have to be prepared again?  Issues those of its warnings that have not been issued; a warning
 * may run anything.  If not, and the call failed, the exception is there.  Inline, so that small calls
 * without a warning do not pay for the protocol. */
bool tbpy_warn_again(tbpy_preparation *p, unsigned warnings, tb_warning_words *words, const void *call);
static inline bool tbpy_again(tbpy_preparation *p, unsigned warnings, tb_warning_words *words,
                              const void *call)
{
    return (p->status != TB_OK || warnings) && tbpy_warn_again(p, warnings, words, call);
}

/* What the run writes: out, or a new Tensor if that is NULL, of which the call is told in *target.  A new
 * reference, or NULL with an exception, also that of a failed preparation. */
static inline TbTensor *tbpy_result(const tbpy_preparation *p, PyObject *out, tb_tensor **target)
{
    if (p->status != TB_OK)
        return NULL;
    TbTensor *result = out ? (TbTensor *)Py_NewRef(out) : tbpy_tensor_alloc();
    if (result)
        *target = &result->t;
    return result;
}

#endif
