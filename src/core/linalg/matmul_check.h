/* matmul_check.h: the checks of linalg.h that both files of checks use, in torch's order and with its texts.
 * Internal to matmul_*.c. */
#ifndef TB_MATMUL_CHECK_H
#define TB_MATMUL_CHECK_H

#include "core/linalg/linalg.h"

/* The dtype as messages print it. */
static inline const char *tb_scalar_type(const tb_tensor *t) { return tb_dtypes[t->dtype].scalar_type; }

/* What the family's row names. */
tb_status tb_matmul_prepare(void *product, tb_error *err);
tb_warning_words tb_matmul_warning_text;
void tb_matmul_set_shape(tb_matmul *call, int ndim, const int64_t *size);
/* Marks out= to be resized, with a warning if it has elements. */
void tb_matmul_check_resize(tb_matmul *call);
/* Checks out= as torch's structured functions do: in place it must already have the result's sizes. */
tb_status tb_matmul_check_out(tb_matmul *call, tb_error *err);
tb_status tb_matmul_refuse_bool(const tb_matmul *call, const char *kernel, tb_error *err);
tb_status tb_matmul_check_dot(tb_matmul *call, tb_error *err);
tb_status tb_matmul_check_mv(tb_matmul *call, const tb_tensor *mat, const tb_tensor *vec, int64_t rows,
                             int64_t columns, tb_error *err);
tb_status tb_matmul_check_plain_mv(tb_matmul *call, tb_error *err);
tb_status tb_matmul_check_self_expands(const tb_matmul *call, tb_error *err);
/* Checks the sizes m x k and rows x n. */
tb_status tb_matmul_check_mm_sizes(int64_t m, int64_t k, int64_t rows, int64_t n, tb_error *err);
/* Checks the dtypes and out= of a product of m x k and k x n. */
tb_status tb_matmul_check_mm(tb_matmul *call, int64_t m, int64_t k, int64_t n, tb_error *err);
tb_status tb_matmul_check_plain_mm(tb_matmul *call, tb_error *err);
/* For an empty sum (m x k and k x n, k = 0): checks that self can be multiplied by beta, as mul_ does in
 * torch. */
tb_status tb_matmul_check_scaled(const tb_matmul *call, const tb_scalar *beta, tb_error *err);
tb_status tb_matmul_check_addmm_dtypes(const tb_matmul *call, const tb_tensor *self, tb_error *err);
tb_status tb_matmul_check_addmm(tb_matmul *call, tb_error *err);

#endif
