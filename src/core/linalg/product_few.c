/* product_few.c: many rows by a matrix of two to four rows and up to four columns, which is kept in
 * registers: rotating points, converting colours. */
#include "core/base/tuning.h"
#include "core/iterate/parallel.h"
#include "core/linalg/one_product.h"

/* Keeps the loop over rows scalar: with vectors it is longer and no faster. */
#define NOT_IN_VECTORS __asm__ volatile("")

/* Computes rows [first, last) of C for constant K and N. */
#define FEW(T, K, N)                                                              \
    static int few_##T##_##K##_##N(const void *work, int64_t first, int64_t last) \
    {                                                                             \
        const tb_one_product *p = work;                                           \
        T w[K][N];                                                                \
        for (int k = 0; k < K; k++)                                               \
            for (int j = 0; j < N; j++)                                           \
                w[k][j] = ((const T *)p->b.data)[k * p->b.row + j * p->b.column]; \
        const T *a = (const T *)p->a.data + first * p->a.row;                     \
        T *c = (T *)p->c.data + first * p->c.row;                                 \
        for (int64_t i = first; i < last; i++, a += p->a.row, c += p->c.row) {    \
            NOT_IN_VECTORS;                                                       \
            T sum[N] = {0};                                                       \
            for (int k = 0; k < K; k++)                                           \
                for (int j = 0; j < N; j++)                                       \
                    sum[j] += a[k] * w[k][j];                                     \
            for (int j = 0; j < N; j++)                                           \
                c[j] = sum[j];                                                    \
        }                                                                         \
        return 0;                                                                 \
    }
#define FEW_OF(T) \
    FEW(T, 2, 1)  \
    FEW(T, 3, 1)  \
    FEW(T, 4, 1)  \
    FEW(T, 2, 2)  \
    FEW(T, 2, 3)  \
    FEW(T, 2, 4)  \
    FEW(T, 3, 2)  \
    FEW(T, 3, 3)  \
    FEW(T, 3, 4)  \
    FEW(T, 4, 2)  \
    FEW(T, 4, 3)  \
    FEW(T, 4, 4)
FEW_OF(float)
FEW_OF(double)
#undef FEW_OF
#undef FEW

#define NAMES(T)                                           \
    {                                                      \
        {few_##T##_2_1, few_##T##_2_2, few_##T##_2_3, few_##T##_2_4},     \
            {few_##T##_3_1, few_##T##_3_2, few_##T##_3_3, few_##T##_3_4}, \
            {few_##T##_4_1, few_##T##_4_2, few_##T##_4_3, few_##T##_4_4}, \
    }

bool tb_one_few_run(const tb_one_product *p)
{
    static const tb_range_run run[2][3][4] = {NAMES(float), NAMES(double)};
#undef NAMES
    const bool wide = p->kernels == tb_matmul_active[TB_FLOAT64];
    if (p->n > 4 || p->k < 2 || p->k > 4 || p->m < TB_MATMUL_FEW_LEAST_ROWS || p->a.column != 1 ||
        (p->n > 1 && p->c.column != 1) || (!wide && p->kernels != tb_matmul_active[TB_FLOAT32]))
        return false;
    tb_parallel_for(run[wide][p->k - 2][p->n - 1], p, p->m, 1, p->m * p->k * p->n);
    return true;
}
