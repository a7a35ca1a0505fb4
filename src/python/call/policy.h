/* policy.h: what calls that broadcast have to heed: the flags of tbcast.backcompat, and
 * tbcast.broadcast_policy, which is asked before a call broadcasts. */
#ifndef TBPY_POLICY_H
#define TBPY_POLICY_H

#include "python/base/state.h"

/* TB_ALLOW_FALLBACK | TB_WARN_ON_BROADCAST as set by backcompat, and the bindings' own: a broadcast_policy
 * has been set somewhere, once. */
static inline unsigned tbpy_policy(void) { return tbpy_get_state()->policy; }
#define TBPY_ASK_POLICY 256u
bool tbpy_has_policy(void); /* is there one for the code that runs now? */

/* What is about to happen. */
typedef struct {
    const char *name;
    bool inplace, fallback;
    int itemsize; /* of the new memory that the result takes, or 0 */
    int n;
    tb_shape shape[TB_MAX_OPERANDS]; /* copies: Python code runs while the query is asked */
} tbpy_broadcast;
void tbpy_add_shape(tbpy_broadcast *b, const tb_tensor *t);
bool tbpy_broadcasts(const tbpy_broadcast *b); /* is there anything to ask? */

/* What was asked about one call; zero-filled at first, at last tbpy_end_query. */
typedef struct {
    PyObject *shapes;
    int itemsize;
    bool fallback;
    bool warned; /* a policy warned of the call */
} tbpy_policy_query;
static inline void tbpy_end_query(tbpy_policy_query *query) { Py_XDECREF(query->shapes); }

/* Only where tbpy_policy() & TBPY_ASK_POLICY.  0: there is no objection, and nothing ran;
 * 1: nor is there one, but Python code ran, so that everything has to be looked at (and
 * asked) again; -1: an exception, the policy's or another one. */
int tbpy_ask_policy(const tbpy_broadcast *b, tbpy_policy_query *query);

extern const PyMethodDef tbpy_policy_functions[]; /* _set_broadcast_hook, _default, _get_broadcast_policy */

#endif
