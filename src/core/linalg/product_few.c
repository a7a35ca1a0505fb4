/* product_few.c: many rows by a matrix of two to four rows and columns, which is kept in registers:
 * rotated points, converted colours. */
#include "core/base/tuning.h"
#include "core/linalg/one_product.h"
#include "core/threads/pool.h"

typedef struct {
    const tb_one_product *p;
    void (*run)(const tb_one_product *p, int64_t first, int64_t last);
    int64_t step;
} rows;

/* In the loop over rows, which vectors would make long and no faster. */
#define NOT_IN_VECTORS __asm__ volatile("")

/* Rows [first, last) of C, for constant K and N. */
#define FEW(T, K, N)                                                                      \
    static void few_##T##_##K##_##N(const tb_one_product *p, int64_t first, int64_t last) \
    {                                                                                     \
        T w[K][N];                                                                        \
        for (int k = 0; k < K; k++)                                                       \
            for (int j = 0; j < N; j++)                                                   \
                w[k][j] = ((const T *)p->b.data)[k * p->b.row + j * p->b.column];         \
        const T *a = (const T *)p->a.data + first * p->a.row;                             \
        T *c = (T *)p->c.data + first * p->c.row;                                         \
        for (int64_t i = first; i < last; i++, a += p->a.row, c += p->c.row) {            \
            NOT_IN_VECTORS;                                                               \
            T sum[N] = {0};                                                               \
            for (int k = 0; k < K; k++)                                                   \
                for (int j = 0; j < N; j++)                                               \
                    sum[j] += a[k] * w[k][j];                                             \
            for (int j = 0; j < N; j++)                                                   \
                c[j] = sum[j];                                                            \
        }                                                                                 \
    }
#define FEW_OF(T) \
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

static int run_piece(const void *work, int64_t index)
{
    const rows *r = work;
    const int64_t first = index * r->step, left = r->p->m - first;
    r->run(r->p, first, first + (left < r->step ? left : r->step));
    return 0;
}

#define NAMES(T)                                           \
    {                                                      \
        {few_##T##_2_2, few_##T##_2_3, few_##T##_2_4},     \
            {few_##T##_3_2, few_##T##_3_3, few_##T##_3_4}, \
            {few_##T##_4_2, few_##T##_4_3, few_##T##_4_4}, \
    }

bool tb_one_few_run(const tb_one_product *p)
{
    static void (*const run[2][3][3])(const tb_one_product *p, int64_t first, int64_t last) = {
        NAMES(float),
        NAMES(double),
    };
#undef NAMES
    const bool wide = p->kernels == tb_matmul_active[TB_FLOAT64];
    if (p->n < 2 || p->n > 4 || p->k < 2 || p->k > 4 || p->m < TB_MATMUL_FEW_LEAST_ROWS || p->a.column != 1 ||
        p->c.column != 1 || (!wide && p->kernels != tb_matmul_active[TB_FLOAT32]))
        return false;
    rows r = {p, run[wide][p->k - 2][p->n - 2], p->m};
    const int threads = p->share ? tb_pool_enter(p->m * p->k * p->n) : 1;
    if (threads == 1) {
        run_piece(&r, 0);
        return true;
    }
    r.step = (p->m + threads * TB_POOL_PIECES - 1) / (threads * TB_POOL_PIECES);
    tb_pool_run(run_piece, &r, (int)((p->m + r.step - 1) / r.step));
    return true;
}
