/* gil.h: the interpreter's lock, which long work of the core releases and reacquires: meanwhile other Python
 * threads may change or free tensors. */
#ifndef TBPY_GIL_H
#define TBPY_GIL_H

#include "python/base/tbpy.h"

extern const tb_lock_callbacks tbpy_gil;

#endif
