/* has_zero.h: is an element 0?  Integer divisors are looked at before anything is written. */
#ifndef TB_HAS_ZERO_H
#define TB_HAS_ZERO_H

#include "core/memory/tensor.h"

/* Is one of the elements 0?  t is of an integer dtype (or bool) and not empty. */
bool tb_has_zero(const tb_tensor *t);

#endif
