/* prepare.h: the protocol of the core's calls (core/call/call.h) for the bindings; tbpy_run_one
 * (family_call.c) and pointwise_call.c follow it. */
#ifndef TBPY_PREPARE_H
#define TBPY_PREPARE_H

#include "python/base/critical.h"
#include "python/types/tensor.h"

typedef struct {
    unsigned issued; /* the warnings issued so far */
    tb_status status; /* of the last preparation; if it is final, its exception has been raised */
    tb_error err;
#ifdef Py_GIL_DISABLED
    tbpy_changing changing; /* held from the last preparation of a call that resizes until it has run */
#endif
} tbpy_preparation;

/* Cleanup for the variable at the end of its scope. */
#ifdef Py_GIL_DISABLED
static inline void tbpy_end_preparation(tbpy_preparation *p) { tbpy_end_changing(&p->changing); }
#define TBPY_PREPARATION tbpy_preparation __attribute__((cleanup(tbpy_end_preparation)))
#else
#define TBPY_PREPARATION tbpy_preparation
#endif

/* Returns the tensor of out=, or NULL if there is none. */
static inline tb_tensor *tbpy_begin(tbpy_preparation *p, PyObject *out)
{
    p->issued = 0;
#ifdef Py_GIL_DISABLED
    p->changing.held = NULL;
#endif
    return out ? tbpy_tensor_of(out) : NULL;
}

/* Whether the call must be prepared again.  Issues its warnings that have not been issued; a warning may
 * run any code.  If it returns false and the call failed, the exception is set.  Inline, so that small
 * calls without warnings do not pay for the protocol. */
bool tbpy_warn_again(tbpy_preparation *p, unsigned warnings, tb_warning_words *words, const void *call);
static inline bool tbpy_again(tbpy_preparation *p, unsigned warnings, tb_warning_words *words,
                              const void *call)
{
    return (p->status != TB_OK || warnings) && tbpy_warn_again(p, warnings, words, call);
}

/* The tensor that the run writes: out, or if that is NULL a new Tensor, which is stored in *target.
 * Returns a new reference, or NULL with an exception, including that of a failed preparation. */
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
