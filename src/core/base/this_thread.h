/* this_thread.h: the settings of the current thread. */
#ifndef TB_THIS_THREAD_H
#define TB_THIS_THREAD_H

#include <stdbool.h>
#include <stdint.h>

/* What this thread's calls read; zero-filled at first. */
typedef struct {
    bool task; /* one of many concurrent tasks: no other thread helps, and warnings are already issued */
    int meta; /* not 0: new tensors are meta tensors (TB_META), and the program is this many frames up */
    int default_dtype; /* not 0: one more than the default dtype of this thread's calls */
    int64_t most_bytes; /* not 0: larger storages fail as if out of memory */
} tb_thread_settings;
tb_thread_settings *tb_this_threads_settings(void);

#endif
