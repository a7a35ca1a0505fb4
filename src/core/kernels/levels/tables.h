/* tables.h: the tables of the levels' source files, from which levels.c builds the active ones.
 *
 * Each source file compiles templates for one level's target: <what>_<level>.c, without <what>_ for pointwise
 * kernels and casts. */
#ifndef TB_TABLES_H
#define TB_TABLES_H

#include "core/kernels/create/sequences.h"
#include "core/kernels/kernels.h"
#include "core/kernels/matmul/matmul_kernels.h"

extern const tb_kernels tb_kernels_baseline;
extern const tb_kernels tb_kernels_libm; /* pointwise rows only; no other level has them */
extern const tb_along_dim_kernels tb_along_dim_kernels_baseline;
extern const tb_reduce_kernels tb_reduce_kernels_baseline;
extern const tb_move_kernels tb_move_kernels_baseline[TB_MOVE_SIZES];
extern const tb_sequence_kernels tb_sequence_kernels_baseline;
extern const tb_matmul_kernels *const tb_matmul_baseline[TB_NDTYPES];

#if defined(__x86_64__) && defined(__GNUC__)
#define TB_HAVE_AVX2 1
#else
#define TB_HAVE_AVX2 0
#endif

#if TB_HAVE_AVX2
extern const tb_kernels tb_kernels_avx2;
/* The overrides of avx2's table by the levels avx2 (avx2_halves.c) and avx512. */
extern const tb_overrides tb_overrides_avx2, tb_overrides_avx512;
extern const tb_along_dim_kernels tb_along_dim_kernels_avx2, tb_along_dim_kernels_avx512;
extern const tb_sequence_kernels tb_sequence_kernels_avx2;
extern const tb_reduce_kernels tb_reduce_kernels_avx2;
extern const tb_move_kernels tb_move_kernels_avx2[TB_MOVE_SIZES];
extern const tb_matmul_kernels *const tb_matmul_avx2[TB_NDTYPES], *const tb_matmul_avx512[TB_NDTYPES];
/* Rows with vectors of 32 bytes (vector_math.c) and of 64 bytes (vector_math_64.c). */
extern const tb_kernel_row tb_vector_rows_32[], tb_vector_rows_64[];
#endif

#endif
