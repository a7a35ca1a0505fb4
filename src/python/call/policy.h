/* policy.h: what calls that broadcast have to heed: the flags of tbcast.backcompat, and the one hook that is asked
 * before a call broadcasts: may it?  tbcast.broadcast_policy, audits and tbcast.explain answer it
 * (tbcast/_verdict/calls.py). */
#ifndef TBPY_POLICY_H
#define TBPY_POLICY_H

#include "python/base/state.h"

/* TB_ALLOW_FALLBACK | TB_WARN_ON_BROADCAST as set by backcompat, and the bindings' own bits (state.h). */
static inline unsigned tbpy_policy(void) { return tbpy_get_state()->policy; }
bool tbpy_is_watched(void); /* is the hook asked about what the code that runs now broadcasts? */
bool tbpy_has_policy(void); /* the same, because of a policy? */

/* What is about to happen. */
typedef struct {
    const char *name;
    bool inplace, fallback;
    bool data; /* it compares data, or is a loss: nothing that was written out excuses it */
    int itemsize; /* of the new memory that the result takes, or 0 */
    int n;
    tb_shape shape[TB_MAX_OPERANDS]; /* copies: Python code runs while the query is asked */
    PyObject *operand[TB_MAX_OPERANDS]; /* the Tensors, which may have marks (marks.h), or NULL; borrowed */
} tbpy_broadcast;
void tbpy_add_shape(tbpy_broadcast *b, const tb_tensor *t);
void tbpy_add_operand(tbpy_broadcast *b, PyObject *tensor);
bool tbpy_broadcasts(const tbpy_broadcast *b); /* is there anything to ask? */

/* What was asked about one call; zero-filled at first, at last tbpy_end_query. */
typedef struct {
    PyObject *shapes;
    int itemsize;
    bool warned; /* a policy warned of the call */
} tbpy_policy_query;
static inline void tbpy_end_query(tbpy_policy_query *query) { Py_XDECREF(query->shapes); }

/* Only where tbpy_policy() & TBPY_ASK_POLICY.  0: there is no objection, and nothing ran;
 * 1: nor is there one, but Python code ran, so that everything has to be looked at (and
 * asked) again; -1: an exception, the policy's or another one. */
int tbpy_ask_policy(const tbpy_broadcast *b, tbpy_policy_query *query);

/* The same, for calls that are no pointwise ones; to be asked before anything is looked at.  Nothing is asked
 * about shapes that do not broadcast.  0, or -1 with an exception. */
int tbpy_ask_once(const tbpy_broadcast *b);

/* The same of n Tensors, each without its last `without` dimensions; `data`: see above.  1: a policy warned. */
int tbpy_ask_about_tensors(const char *name, PyObject *const *tensor, Py_ssize_t n, int without, bool data);
static inline int tbpy_ask_about(const char *name, PyObject *const *tensor, Py_ssize_t n, int without)
{
    const bool asks = __builtin_expect(tbpy_policy() & TBPY_ASK_POLICY, 0);
    return asks ? tbpy_ask_about_tensors(name, tensor, n, without, false) : 0;
}

/* What runs until tbpy_leave_part is a part of a call about which somebody has been asked: nobody is asked about
 * it.  NULL with an exception. */
PyObject *tbpy_enter_part(void);
void tbpy_leave_part(PyObject *part); /* steals it; an exception that is set stays */

extern const PyMethodDef tbpy_policy_functions[]; /* _set_broadcast_hook, ... */

#endif
