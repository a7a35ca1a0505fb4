/* cpu.c: choosing the kernel level.  Relies on: fast.h, vector_math.h, kernels/kernels.h. */
#include "cpu.h"
#include "fast.h"
#include "kernels/kernels.h"
#include "vector_math.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static tb_kernels in_force;
const tb_kernels *tb_kernels_active = &in_force;

/* The rows of the level and those that libm computes. */
static void activate(const tb_kernels *level)
{
    in_force = *level;
    for (int op = 0; op < TB_NOPS; op++)
        for (int dtype = 0; dtype < TB_NDTYPES; dtype++)
            if (tb_kernels_libm.pointwise[op][dtype])
                in_force.pointwise[op][dtype] = tb_kernels_libm.pointwise[op][dtype];
    if (strcmp(level->level, "baseline") != 0)
        tb_vector_math_install(&in_force);
    tb_fast_select();
}

static bool always(void) { return true; }

#ifdef TB_HAVE_AVX2
static bool machine_has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}
#endif

/* Best level last. */
static const struct {
    const tb_kernels *kernels;
    bool (*present)(void);
} levels[] = {
    {&tb_kernels_baseline, always},
#ifdef TB_HAVE_AVX2
    {&tb_kernels_avx2, machine_has_avx2},
#endif
};

#define N_LEVELS ((int)(sizeof levels / sizeof levels[0]))

const char *const *tb_cpu_levels(void)
{
    static const char *names[N_LEVELS + 1];
    int n = 0;
    for (int i = 0; i < N_LEVELS; i++)
        if (levels[i].present())
            names[n++] = levels[i].kernels->level;
    names[n] = NULL;
    return names;
}

tb_status tb_cpu_select(const char *name, tb_error *err)
{
    bool any = name == NULL || name[0] == '\0';
    const tb_kernels *chosen = NULL;
    for (int i = 0; i < N_LEVELS; i++)
        if (levels[i].present() && (any || strcmp(name, levels[i].kernels->level) == 0))
            chosen = levels[i].kernels;
    if (chosen) {
        activate(chosen);
        return TB_OK;
    }
    char list[128] = "";
    size_t used = 0;
    for (const char *const *level = tb_cpu_levels(); *level; level++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", *level);
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "CPU level '%.100s' is not available: this build on this machine has %s", name, list);
}

const char *tb_cpu_level(void) { return tb_kernels_active->level; }
