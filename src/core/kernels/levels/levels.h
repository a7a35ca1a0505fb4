/* levels.h: selects the CPU level of this process's kernels, before the first call of a kernel or while none
 * runs. */
#ifndef TB_LEVELS_H
#define TB_LEVELS_H

#include "core/base/error.h"

/* Selects a level by name ("baseline", "avx2", "avx512"), or the best level of this machine for NULL or "".
 * An unknown name, or a level that the machine or the build lacks, is a RUNTIME_ERROR that names it and lists
 * the available levels; the active level stays. */
tb_status tb_levels_select(const char *name, tb_error *err);
/* Name of the active level. */
const char *tb_cpu_level(void);
/* Names of the levels this build and machine can run, best last;
 * NULL-terminated. */
const char *const *tb_cpu_levels(void);

#endif
