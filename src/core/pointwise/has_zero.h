/* has_zero.h: is an element 0?  Integer divisors are checked before anything is written. */
#ifndef TB_HAS_ZERO_H
#define TB_HAS_ZERO_H

#include "core/memory/tensor.h"

/* Is an element of t 0?  t has an integer dtype (or bool) and is not empty. */
bool tb_has_zero(const tb_tensor *t);

#endif
