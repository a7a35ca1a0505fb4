/* scratch.h: memory for the tiles of one operation, which each thread keeps: a thread's stack may be small
 * (128 KiB with musl).  Relies on: POSIX threads. */
#ifndef TB_SCRATCH_H
#define TB_SCRATCH_H

#include "core/base/tuning.h"

#include <stdbool.h>

/* TB_SCRATCH_BYTES that begin at a cache line, with any contents.  They are the calling thread's until it
 * gives them back; before that it takes no others, and does not wait for the caller's lock.  Never fails:
 * threads for which there is no memory take turns with one block. */
char *tb_scratch_take(void);
void tb_scratch_give(char *scratch);

/* Until tb_scratch_restore this thread takes other memory than what it may hold now, and may wait for the
 * caller's lock.  False where it may hold what others wait for: then it must do neither. */
bool tb_scratch_set_aside(char **block);
void tb_scratch_restore(char *block);

#endif
