/* scratch.h: memory for the tiles of one operation, kept by each thread, since a thread's stack may be small
 * (128 KiB with musl).  Relies on: POSIX threads. */
#ifndef TB_SCRATCH_H
#define TB_SCRATCH_H

#include "core/base/tuning.h"

#include <stdbool.h>

/* Takes TB_SCRATCH_BYTES that begin at a cache line, with any contents.  They belong to the calling thread
 * until it gives them back; before that it must not take scratch again, nor wait for the caller's lock. Never
 * fails: threads for which there is no memory take turns with one shared block. */
char *tb_scratch_take(void);
void tb_scratch_give(char *scratch);

/* Until tb_scratch_restore this thread may take scratch again, even if it already holds some, and may wait
 * for the caller's lock.  False if it may hold the shared block, for which others wait: then it must do
 * neither. */
bool tb_scratch_set_aside(char **block);
void tb_scratch_restore(char *block);

#endif
