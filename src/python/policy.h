/* policy.h: asking tbcast.broadcast_policy before a call broadcasts.
 * Relies on: tbpy.h. */
#ifndef TBPY_POLICY_H
#define TBPY_POLICY_H

#include "tbpy.h"

/* What is about to happen. */
typedef struct {
    const char *name;
    bool inplace, fallback;
    int itemsize; /* of the new memory that the result takes, or 0 */
    int n;
    tb_shape shape[TB_MAX_OPERANDS]; /* copies: Python code runs while the question is asked */
} tbpy_broadcast;
void tbpy_add_shape(tbpy_broadcast *b, const tb_tensor *t);

/* What was asked about one call; zero-filled at first, at last tbpy_end_question. */
typedef struct {
    PyObject *shapes;
    int itemsize;
    bool fallback;
    bool warned; /* a policy warned of the call */
} tbpy_question;
static inline void tbpy_end_question(tbpy_question *question) { Py_XDECREF(question->shapes); }

/* Only where tbpy_policy & TBPY_ASK_POLICY.  0: there is no objection, and nothing ran;
 * 1: nor is there one, but Python code ran, so that everything has to be looked at (and
 * asked) again; -1: an exception, the policy's or another one. */
int tbpy_ask_policy(const tbpy_broadcast *b, tbpy_question *question);

#endif
