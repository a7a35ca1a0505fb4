/* tril.h: copies with an out=: of a whole tensor (expand_copy, narrow_copy), or of the lower or upper triangle of
 * its last two dimensions with zeros in the rest (tril, triu).  A call is run as family.h says. */
#ifndef TB_TRIL_H
#define TB_TRIL_H

#include "core/family/family.h"

typedef enum { TB_LOWER, TB_UPPER, TB_WHOLE } tb_triangle_part;

typedef struct {
    TB_CALL_HEADER; /* NEW, OUT, or INPLACE, where out is in */
    const tb_tensor *in;
    tb_triangle_part part;
    int64_t diagonal; /* last diagonal kept (TB_UPPER: first), counted upwards from the main one */
    bool quiet; /* out is resized without a warning */
} tb_tril;

extern const tb_family tb_tril_family;

#endif
