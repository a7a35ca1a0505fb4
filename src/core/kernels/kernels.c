/* kernels.c: the tables of the active level. */
#include "core/kernels/kernels.h"
#include "core/kernels/matmul/matmul_kernels.h"

tb_kernels tb_kernels_table;
const tb_kernel_context tb_no_context;
const tb_matmul_kernels *tb_matmul_active[TB_NDTYPES];
