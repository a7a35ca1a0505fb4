/* tb.c: see tb.h. */
#include "core/tb.h"
#include "core/base/strategies.h"
#include "core/kernels/levels/levels.h"
#include "core/platform/platform.h"
#include "core/pointwise/fast.h"

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
    TB_TRY(tb_cpu_select(settings->cpu_level, err));
    if (settings->caches)
        tb_caches = *settings->caches;
    else
        tb_caches_read();
    if (settings->threads)
        tb_set_num_threads(settings->threads);
    if (settings->limits_kept_bytes)
        tb_memory_set_limit(settings->kept_bytes);
    return TB_OK;
}

tb_status tb_set_up(const tb_settings *settings, tb_error *err)
{
    static tb_mutex lock = TB_MUTEX_INIT;
    static bool done;
    tb_status status = TB_OK;
    tb_mutex_lock(&lock);
    if (!done)
        status = set_up(settings, err);
    done = status == TB_OK;
    tb_mutex_unlock(&lock);
    return status;
}
