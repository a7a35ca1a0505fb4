/* cpu.c: choosing the kernel level.  Relies on: fast.h, vector_math.h, kernels/kernels.h,
 * kernels/matmul.h. */
#include "cpu.h"
#include "fast.h"
#include "kernels/kernels.h"
#include "kernels/matmul.h"
#include "kernels/sequences.h"
#include "vector_math.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#ifdef TB_HAVE_AVX2
#include <cpuid.h>
#endif

static tb_kernels in_force;
const tb_kernels *tb_kernels_active = &in_force;

static bool always(void) { return true; }

#ifdef TB_HAVE_AVX2
/* Every machine with AVX2 has FMA and F16C; an emulation may not. */
static bool has_avx2(void)
{
    unsigned eax, ebx, ecx = 0, edx;
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & bit_F16C);
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}
#endif

/* Best level last. */
typedef struct {
    const char *name;
    const tb_kernels *kernels;
    const tb_more *more[2]; /* on top of them */
    const tb_line_kernels *lines;
    const tb_sequence_kernels *sequences;
    int vector_bytes; /* of vector_math.h */
    bool (*present)(void);
} tb_level;
static const tb_level levels[] = {
    {"baseline",
     &tb_kernels_baseline,
     {NULL},
     &tb_line_kernels_baseline,
     &tb_sequence_kernels_baseline,
     0,
     always},
#ifdef TB_HAVE_AVX2
    {"avx2",
     &tb_kernels_avx2,
     {&tb_more_avx2},
     &tb_line_kernels_avx2,
     &tb_sequence_kernels_avx2,
     32,
     has_avx2},
    {"avx512",
     &tb_kernels_avx2,
     {&tb_more_avx2, &tb_more_avx512},
     &tb_line_kernels_avx512,
     &tb_sequence_kernels_avx2,
     64,
     has_avx512},
#endif
};

static void add(const tb_more *more)
{
    for (const tb_kernel_row *row = more->rows; row->kernel; row++)
        in_force.pointwise[row->op][row->dtype] = row->kernel;
    for (const tb_kernel_row *row = more->halves; row->kernel; row++) {
        in_force.pointwise[row->op][row->dtype] = row->kernel;
        in_force.takes_halves[row->op] |= (uint16_t)(1u << row->dtype);
    }
    for (const tb_cast_row *row = more->casts; row->cast; row++)
        in_force.cast[row->from][row->to] = row->cast;
}

/* The rows of the level and those that libm computes. */
static void activate(const tb_level *level)
{
    in_force = *level->kernels;
    in_force.level = level->name;
    in_force.lines = level->lines;
    in_force.sequences = level->sequences;
    for (int op = 0; op < TB_NOPS; op++)
        for (int dtype = 0; dtype < TB_NDTYPES; dtype++)
            if (tb_kernels_libm.pointwise[op][dtype])
                in_force.pointwise[op][dtype] = tb_kernels_libm.pointwise[op][dtype];
    tb_vector_math_install(&in_force, level->vector_bytes);
    tb_matmul_install(level->vector_bytes);
    for (int i = 0; i < 2 && level->more[i]; i++)
        add(level->more[i]);
    tb_fast_select();
}

#define N_LEVELS ((int)(sizeof levels / sizeof levels[0]))

const char *const *tb_cpu_levels(void)
{
    static const char *names[N_LEVELS + 1];
    int n = 0;
    for (int i = 0; i < N_LEVELS; i++)
        if (levels[i].present())
            names[n++] = levels[i].name;
    names[n] = NULL;
    return names;
}

tb_status tb_cpu_select(const char *name, tb_error *err)
{
    bool any = name == NULL || name[0] == '\0';
    const tb_level *chosen = NULL;
    for (int i = 0; i < N_LEVELS; i++)
        if (levels[i].present() && (any || strcmp(name, levels[i].name) == 0))
            chosen = &levels[i];
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
