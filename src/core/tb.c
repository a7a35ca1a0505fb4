/* tb.c: see tb.h. */
#include "core/tb.h"
#include "core/base/strategies.h"
#include "core/kernels/levels/levels.h"
#include "core/pointwise/fast.h"

#include <pthread.h>

#if TB_COUNT_STRATEGIES
atomic_long tb_taken[TB_NSTRATEGIES];
#endif

tb_status tb_cpu_select(const char *name, tb_error *err)
{
    TB_TRY(tb_levels_select(name, err));
    tb_fast_select();
    return TB_OK;
}

static tb_status set_up(const tb_settings *settings, tb_error *err)
{
    tb_vector_math_allow(settings->no_vector_math ? 0 : settings->vector_bytes ? settings->vector_bytes : 64);
    TB_TRY(tb_cpu_select(settings->cpu_level, err));
    if (settings->threads)
        tb_set_num_threads(settings->threads);
    if (settings->limits_kept_bytes)
        tb_memory_set_limit(settings->kept_bytes);
    return TB_OK;
}

tb_status tb_set_up(const tb_settings *settings, tb_error *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool done;
    tb_status status = TB_OK;
    pthread_mutex_lock(&lock);
    if (!done)
        status = set_up(settings, err);
    done = status == TB_OK;
    pthread_mutex_unlock(&lock);
    return status;
}
