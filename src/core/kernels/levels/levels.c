/* levels.c: see levels.h. */
#include "core/kernels/levels/levels.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/levels/tables.h"
#include "core/platform/platform.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#if TB_HAVE_AVX2
#include <cpuid.h>
#endif

static bool always(void) { return true; }

#if TB_HAVE_AVX2
/* The states that the system keeps when it switches threads: bits 1 and 2 are the vectors of AVX, 5 to 7 those
 * of AVX-512. */
static unsigned kept_states(void)
{
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/* Asks the processor itself: __builtin_cpu_supports answers no under zig.  Every machine with AVX2 has FMA and
 * F16C; an emulation may not. */
static bool has(unsigned extended, unsigned states)
{
    const unsigned basic = bit_OSXSAVE | bit_FMA | bit_F16C;
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & basic) == basic && (kept_states() & states) == states &&
           __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & extended) == extended;
}

static bool has_avx2(void) { return has(bit_AVX2 | bit_BMI, 0x06); }

static bool has_avx512(void)
{
    return has(bit_AVX2 | bit_BMI | bit_AVX512F | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL, 0xe6);
}
#endif

/* From the slowest level to the fastest. */
typedef struct {
    const char *name;
    const tb_kernels *kernels;
    const tb_overrides *overrides[2]; /* applied over `kernels` */
    const tb_along_dim_kernels *along_dim;
    const tb_sequence_kernels *sequences;
    const tb_reduce_kernels *reduce;
    const tb_move_kernels *move;
    int vector_bytes; /* of functions in vectors and products */
    bool (*present)(void);
} tb_level;
static const tb_level levels[] = {
    {"baseline",
     &tb_kernels_baseline,
     {NULL},
     &tb_along_dim_kernels_baseline,
     &tb_sequence_kernels_baseline,
     &tb_reduce_kernels_baseline,
     tb_move_kernels_baseline,
     0,
     always},
#if TB_HAVE_AVX2
    {"avx2",
     &tb_kernels_avx2,
     {&tb_overrides_avx2},
     &tb_along_dim_kernels_avx2,
     &tb_sequence_kernels_avx2,
     &tb_reduce_kernels_avx2,
     tb_move_kernels_avx2,
     32,
     has_avx2},
    {"avx512",
     &tb_kernels_avx2,
     {&tb_overrides_avx2, &tb_overrides_avx512},
     &tb_along_dim_kernels_avx512,
     &tb_sequence_kernels_avx2,
     &tb_reduce_kernels_avx2,
     tb_move_kernels_avx2,
     64,
     has_avx512},
#endif
};

/* The memory behind tb_kernels_table's pointers. */
static tb_kernel pointwise[TB_NOPS][TB_NDTYPES];
static uint16_t takes_halves[TB_NOPS];

static void take_rows(const tb_kernel_row *rows)
{
    for (const tb_kernel_row *row = rows; row->kernel; row++)
        pointwise[row->op][row->dtype] = row->kernel;
}

/* Replaces libm's kernels by vector functions for transcendental functions and quotients, in vectors of
 * `bytes` bytes. */
static void take_vector_math(int bytes)
{
#if TB_HAVE_AVX2
    if (bytes >= 32)
        take_rows(tb_vector_rows_32);
    if (bytes >= 64)
        take_rows(tb_vector_rows_64);
#endif
    (void)bytes;
}

static void take_products(const tb_matmul_kernels *const *level)
{
    for (int dtype = 0; dtype < TB_NDTYPES; dtype++)
        if (level[dtype])
            tb_matmul_active[dtype] = level[dtype];
}

static void take_all_products(int vector_bytes)
{
    take_products(tb_matmul_baseline);
#if TB_HAVE_AVX2
    if (vector_bytes >= 32)
        take_products(tb_matmul_avx2);
    if (vector_bytes >= 64)
        take_products(tb_matmul_avx512);
#endif
    (void)vector_bytes;
}

static void take_overrides(const tb_overrides *overrides)
{
    take_rows(overrides->rows);
    for (const tb_kernel_row *row = overrides->halves; row->kernel; row++) {
        pointwise[row->op][row->dtype] = row->kernel;
        takes_halves[row->op] |= (uint16_t)(1u << row->dtype);
    }
    for (const tb_cast_row *row = overrides->casts; row->cast; row++)
        tb_kernels_table.cast[row->from][row->to] = row->cast;
}

/* Fills the table with the level's rows, libm's rows, and the level's overrides. */
static void activate(const tb_level *level)
{
    tb_kernels_table = *level->kernels;
    tb_kernels_table.level = level->name;
    tb_kernels_table.along_dim = level->along_dim;
    tb_kernels_table.sequences = level->sequences;
    tb_kernels_table.reduce = level->reduce;
    tb_kernels_table.move = level->move;
    tb_kernels_table.pointwise = pointwise;
    tb_kernels_table.takes_halves = takes_halves;
    memset(takes_halves, 0, sizeof takes_halves);
    for (int op = 0; op < TB_NOPS; op++)
        for (int dtype = 0; dtype < TB_NDTYPES; dtype++) {
            const tb_kernel libm = tb_kernels_libm.pointwise[op][dtype];
            pointwise[op][dtype] = libm ? libm : level->kernels->pointwise[op][dtype];
        }
    take_vector_math(level->vector_bytes);
    take_all_products(level->vector_bytes);
    for (int i = 0; i < 2 && level->overrides[i]; i++)
        take_overrides(level->overrides[i]);
}

#define N_LEVELS ((int)(sizeof levels / sizeof levels[0]))

static const char *level_names[N_LEVELS + 1];
static void collect_names(void)
{
    int n = 0;
    for (int i = 0; i < N_LEVELS; i++)
        if (levels[i].present())
            level_names[n++] = levels[i].name;
}

const char *const *tb_cpu_levels(void)
{
    static tb_once once = TB_ONCE_INIT;
    tb_run_once(&once, collect_names);
    return level_names;
}

tb_status tb_levels_select(const char *name, tb_error *err)
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
