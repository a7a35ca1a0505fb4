/* caches.h: the sizes of the processor's data caches, from which thresholds follow (tuning.h).  Bits never
 * depend on them. */
#ifndef TB_CACHES_H
#define TB_CACHES_H

#include <stdbool.h>
#include <stdint.h>

/* In bytes, each at least as large as the one before. */
typedef struct {
    int64_t first, second; /* of one processor */
    int64_t last;          /* of the last level, which processors share; `second` if there are two levels */
} tb_cache_sizes;

/* The sizes in use: those of a common machine until tb_set_up.  They change only while nothing is computed. */
extern tb_cache_sizes tb_caches;

/* Can they be the sizes of caches?  From 1 KiB to 1 TiB, in order. */
bool tb_are_cache_sizes(const tb_cache_sizes *sizes);

/* Takes the machine's sizes, if the processor or the system tells them. */
void tb_caches_read(void);

#endif
