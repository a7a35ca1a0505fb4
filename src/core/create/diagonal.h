/* diagonal.h: tensors that are zero but for a diagonal: diag_embed, diagflat, diag of a vector.  A call is run as
 * family.h says. */
#ifndef TB_DIAGONAL_H
#define TB_DIAGONAL_H

#include "core/family/family.h"

typedef struct {
    TB_CALL_HEADER; /* NEW or OUT */
    const tb_tensor *in; /* its last dimension becomes the diagonal ... */
    int64_t offset, dim1, dim2; /* ... of these dimensions of the result, as in tb_view_diagonal */
} tb_diag_embed;

extern const tb_family tb_diag_embed_family;

#endif
