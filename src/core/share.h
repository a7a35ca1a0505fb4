/* share.h: runs a walk with the threads of the pool, and without the caller's lock
 * when it takes long.  Relies on: walk.h, pool.h, apply.h. */
#ifndef TB_SHARE_H
#define TB_SHARE_H

#include "apply.h"
#include "pool.h"
#include "walk.h"

/* Walks of fewer elements are not even looked at. */
#define TB_SHARE_LEAST 2048

/* What the walk costs, in the pool's measure; libm: its kernel calls libm. */
int64_t tb_share_cost(const tb_walk *walk, bool libm);

/* The whole walk; 0 or a kernel's code.  tensors: those behind the plan's
 * operands, NULL for numbers; the first is written. */
int tb_share_walk(const tb_walk *walk, int64_t cost, const tb_tensor *const *tensors, const tb_lock *lock);

#endif
