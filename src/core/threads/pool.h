/* pool.h: threads that share one piece of work at a time.
 *
 * The caller's own thread always works too, and never waits for a worker that has
 * not begun.  A second thread that comes while the pool is in use, and a call
 * that is too small, work alone.  A forked child starts with an empty pool of its
 * own.  Relies on: POSIX threads, C11 atomics. */
#ifndef TB_POOL_H
#define TB_POOL_H

#include <stdbool.h>
#include <stdint.h>

/* Does [first, last) of some work; 0, or a code that ends the work early.  Runs in any thread, must not wait
 * for another piece, and does alone what it would share. */
typedef int (*tb_range_run)(const void *work, int64_t first, int64_t last);

/* How many threads would work on so much (cost: additions of contiguous float32, some tenths of a nanosecond
 * each), the caller's included.  With more than 1 the pool is the caller's until tb_pool_run, which must
 * follow. */
int tb_pool_enter(int64_t cost);
/* All of [0, total), in pieces of `step` (at most TB_POOL_MOST_PIECES), each once, in any order and thread;
 * returns when all are done: 0 or one of their codes, TB_RANGE_INTERRUPTED if the work is to end. */
#define TB_POOL_MOST_PIECES 1023
int tb_pool_run(tb_range_run run, const void *work, int64_t total, int64_t step);

/* Threads that work on one call, the caller's included; at first as many as the
 * process has processors.  At least 1; more than 64 count as 64 where they work. */
void tb_set_num_threads(int n);
int tb_get_num_threads(void);

#endif
