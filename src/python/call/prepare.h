/* prepare.h: the protocol of the core's calls (core/call/call.h) as the bindings follow it:
 * tbpy_run_one (family_call.c) shows it, and pointwise_call.c has it, too. */
#ifndef TBPY_PREPARE_H
#define TBPY_PREPARE_H

#include "python/base/critical.h"
#include "python/types/tensor.h"

typedef struct {
    unsigned issued; /* warnings */
    tb_status status; /* of the last preparation; if it is the final one, its exception has been raised */
    tb_error err;
#ifdef Py_GIL_DISABLED
    tbpy_changing changing; /* from the last preparation of a call that resizes to the end of its run */
#endif
} tbpy_preparation;

/* For the variable, which ends with its scope. */
#ifdef Py_GIL_DISABLED
static inline void tbpy_end_preparation(tbpy_preparation *p) { tbpy_end_changing(&p->changing); }
#define TBPY_PREPARATION tbpy_preparation __attribute__((cleanup(tbpy_end_preparation)))
#else
#define TBPY_PREPARATION tbpy_preparation
#endif

/* Returns the tensor of out=; out NULL: there is none. */
static inline tb_tensor *tbpy_begin(tbpy_preparation *p, PyObject *out)
{
    p->issued = 0;
#ifdef Py_GIL_DISABLED
    p->changing.held = NULL;
#endif
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
