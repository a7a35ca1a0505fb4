/* scratch.h: memory for the tiles of one operation, which each thread keeps: a thread's stack may be small
 * (128 KiB with musl).  Relies on: POSIX threads. */
#ifndef TB_SCRATCH_H
#define TB_SCRATCH_H

#include "core/base/tuning.h"

/* TB_SCRATCH_BYTES that begin at a cache line, with any contents.  They are the calling thread's until it
 * gives them back; before that it takes no others, and does not wait for the caller's lock.  Never fails:
 * threads for which there is no memory take turns with one block. */
char *tb_scratch_take(void);
void tb_scratch_give(char *scratch);

#endif
