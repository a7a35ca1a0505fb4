/* prepare.h: the protocol of the core's calls: prepare, issue the warnings that are asked for and, since a
 * warning may run anything, prepare again until none is new; a refusal comes after them.  Then run. */
#ifndef TBPY_PREPARE_H
#define TBPY_PREPARE_H

#include "python/base/tbpy.h"

/* What the core offers for one type of call, here as void *. */
typedef struct {
    tb_status (*prepare)(void *call, tb_error *err);
    /* A warning's words, or NULL where it is not to be issued. */
    const char *(*warning_text)(const void *call, unsigned warning, char *text, int64_t size);
    tb_status (*run)(void *call, tb_error *err); /* unless only tbpy_prepare is used */
    unsigned warnings[8]; /* in the order of issue; the last is 0 */
} tbpy_protocol;

/* Issues the warnings of a prepared call and prepares it again until none is new: 0, or -1 with an
 * exception. */
int tbpy_warn_and_prepare(const tbpy_protocol *protocol, void *call, unsigned *warnings, tb_status status,
                          tb_error *err);
/* `warnings`: those of the call, which `prepare` sets; 0, or -1 with an exception.  Inline, so that small
 * calls without a warning do not pay for the protocol. */
static inline int tbpy_prepare(const tbpy_protocol *protocol, void *call, unsigned *warnings)
{
    tb_error err;
    const tb_status status = protocol->prepare(call, &err);
    return status == TB_OK && !*warnings ? 0 : tbpy_warn_and_prepare(protocol, call, warnings, status, &err);
}

/* Prepares the call, and runs it to write `out`, or a new Tensor if that is NULL, of which the call is
 * told in *target; new reference. */
PyObject *tbpy_prepare_and_run(const tbpy_protocol *protocol, void *call, unsigned *warnings,
                               tb_tensor **target, PyObject *out);

#endif
