/* family.h: a call of a family (joins, reductions, products ...): what every such call begins with, the row of the
 * family, and the steps that all of them share.  (Pointwise calls have their own: pointwise.h.)
 *
 * tb_family_prepare makes every check in torch's order and words, and allocates and writes nothing;
 * tb_family_run carries out what was prepared.  Between the two the caller issues warnings as call.h says. */
#ifndef TB_FAMILY_H
#define TB_FAMILY_H

#include "core/base/shape.h"
#include "core/call/output.h"
#include "core/memory/tensor.h"
#include "core/threads/caller_lock.h"

#include <stddef.h>

typedef struct tb_family tb_family;

#define TB_CALL_FIELDS                                                                                       \
    /* ---- the caller fills these ---- */                                                                   \
    const tb_family *family;                                                                                 \
    tb_form form;                  /* INPLACE: out[0] is one of the operands */                              \
    tb_output out[2];              /* their tensors */                                                       \
    const tb_lock_callbacks *lock; /* released during long work; NULL: kept */                               \
    /* ---- tb_family_prepare fills these ---- */                                                            \
    unsigned results;              /* bit k: out[k] is one */                                                \
    unsigned warnings;                                                                                       \
    unsigned in_step;              /* bit k: operand k's elements are read before those in their positions   \
                                    * are written, and no more after that */                                 \
    tb_shape shape;                /* of the results ... */                                                  \
    int64_t stride[TB_MAX_DIMS];   /* ... and what new and resized ones have, if their outputs say so */

typedef struct {
    TB_CALL_FIELDS
} tb_call_header;

/* The first member of each family's call. */
#define TB_CALL_HEADER         \
    union {                    \
        tb_call_header header; \
        struct {               \
            TB_CALL_FIELDS     \
        };                     \
    }

/* How many outputs a run looks at: up to the last one that is a result. */
static inline int tb_output_count(const tb_call_header *call) { return 1 + (call->results > 1); }

#define TB_MOST_READS 3
typedef struct tb_operands tb_operands;

/* `call` is of the family's type and begins with a tb_call_header; what is NULL is not needed. */
struct tb_family {
    tb_status (*prepare)(void *call, tb_error *err);
    /* Looks at elements before anything is resized or written; may replace operands (tb_operand_replace). */
    tb_status (*check)(void *call, tb_operands *operands, tb_error *err);
    /* The dtype in which out[0] is computed apart, to be copied to its place; TB_UNDEFINED: at its place. */
    tb_dtype (*apart)(const void *call);
    /* Fills the results, whose memory shares nothing with an operand unless it is in step. */
    tb_status (*compute)(void *call, tb_error *err);
    tb_warning_words *warning_text; /* NULL: tb_output_warning's */
    /* Offsets in the call of the operands that may have to be read from a copy, which has their layout or is
     * contiguous. */
    size_t reads[TB_MOST_READS];
    bool keeps_layout;
};

tb_status tb_family_prepare(tb_call_header *call, tb_error *err);
/* After a failure new results need no release, and nothing has changed. */
tb_status tb_family_run(tb_call_header *call, tb_error *err);
/* The text of a warning of `call`, a tb_call_header. */
tb_warning_words tb_family_warning;

/* Until the run ends operand k is `t`, which is taken over; */
void tb_operand_replace(tb_operands *operands, int k, tb_tensor *t);
/* or a copy of itself, if it has another dtype. */
tb_status tb_operand_cast(tb_operands *operands, int k, tb_dtype dtype, tb_error *err);

#endif
