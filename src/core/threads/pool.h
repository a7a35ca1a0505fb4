/* pool.h: threads that share the work of one call at a time.
 *
 * The caller's own thread always works too, and never waits for a worker that has not begun.  A second thread
 * that calls while the pool is in use works alone, and so does a call that is too small.  A forked child
 * starts with an empty pool of its own.  Relies on: C11 atomics. */
#ifndef TB_POOL_H
#define TB_POOL_H

#include <stdbool.h>
#include <stdint.h>

/* Runs [first, last) of some work; returns 0, or a code that ends the work early.  May run in any thread,
 * must not wait for another piece, and runs alone whatever it would share. */
typedef int (*tb_range_run)(const void *work, int64_t first, int64_t last);

/* The number of threads for work of this cost (in additions of contiguous float32, some tenths of a
 * nanosecond each), the caller's included.  If it is more than 1, the pool belongs to the caller until
 * tb_pool_run, which must follow. */
int tb_pool_enter(int64_t cost);
/* Runs all of [0, total), in pieces of `step` elements (at most TB_POOL_MOST_PIECES), each once, in any order
 * and thread; returns when all are done: 0, or one of the codes of the pieces, or TB_RANGE_INTERRUPTED if the
 * work is interrupted. */
#define TB_POOL_MOST_PIECES 1023
int tb_pool_run(tb_range_run run, const void *work, int64_t total, int64_t step);

/* Number of threads that work on one call, the caller's included; initially the number of processors of the
 * process.  At least 1; more than 64 count as 64 when they are used. */
void tb_set_num_threads(int n);
int tb_get_num_threads(void);

#endif
