/* random_columns.c: draws columns of a matrix by weight, with replacement: multinomial, bit for bit as in
 * torch. */
#include "core/random/random.h"
#include "core/random/random_fill.h"

#include <math.h>
#include <stdlib.h>

/* Rounds to the dtype in which torch adds and divides. */
static double rounded(tb_dtype dtype, double value)
{
    return dtype == TB_FLOAT64 ? value : (double)(float)value;
}

/* The cumulative sums of a row's weights, scaled so that the last one is 1. */
static tb_status accumulate(double *sums, const char *row, int64_t stride, int64_t n, tb_dtype dtype,
                            tb_error *err)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) {
        const double value = tb_random_fill_load(dtype, row + i * stride);
        if (!(value >= 0))
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "invalid multinomial distribution (encountering probability entry < 0)");
        if (isinf(value))
            return tb_fail(err, TB_RUNTIME_ERROR,
                           "invalid multinomial distribution (encountering probability entry = infinity or "
                           "NaN)");
        sums[i] = sum = rounded(dtype, sum + value);
    }
    if (!(sum > 0))
        return tb_fail(err, TB_RUNTIME_ERROR, "invalid multinomial distribution (sum of probabilities <= 0)");
    for (int64_t i = 0; i < n; i++)
        sums[i] = rounded(dtype, sums[i] / sum);
    sums[n - 1] = 1;
    return TB_OK;
}

/* The index of the first sum that is not below u.  Sums are nan if the total is infinite. */
static int64_t column_of(const double *sums, int64_t n, double u)
{
    int64_t low = 0, high = n;
    while (high > low) {
        const int64_t middle = low + (high - low) / 2;
        if (sums[middle] < u)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static tb_status columns(tb_tensor *out, tb_generator *g, const tb_tensor *weights, int64_t n,
                         const tb_lock_callbacks *lock, tb_error *err)
{
    if (weights->ndim != 2 || tb_dtypes[weights->dtype].kind != TB_KIND_FLOAT || n < 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "columns are drawn for the rows of a floating matrix");
    const int64_t rows = weights->size[0], count = weights->size[1], itemsize = weights->itemsize;
    const int64_t stride[] = {weights->stride[0] * itemsize, weights->stride[1] * itemsize};
    const tb_dtype dtype = weights->dtype;
    const char *data = tb_data(weights);
    double *sums = malloc((size_t)(count ? count : 1) * sizeof *sums);
    if (!sums)
        return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    tb_status status = tb_tensor_new(out, TB_INT64, (int64_t[]){rows, n}, NULL, 2, false, err);
    if (status == TB_OK) {
        tb_storage *const storages[] = {out->storage, weights->storage};
        int64_t *drawn = (int64_t *)tb_data(out);
        int64_t since = 0;
        bool interrupted = false;
        int code = 0;
        TB_DRAW_WITHOUT_LOCK (&code, g, lock, rows * (n + count), storages, 2)
            for (int64_t i = 0; i < rows && status == TB_OK && !interrupted; i++) {
                status = accumulate(sums, data + i * stride[0], stride[1], count, dtype, err);
                interrupted = tb_interrupted_after(count, &since);
                for (int64_t k = 0; k < n && status == TB_OK && !interrupted; k++) {
                    *drawn++ = column_of(sums, count, tb_random_fill_uniform_double(g));
                    interrupted = tb_interrupted_after(1, &since);
                }
            }
        status = tb_made(out, status == TB_OK ? tb_status_of_code(code, err) : status);
    }
    free(sums);
    return status;
}

tb_status tb_random_columns(tb_tensor *out, tb_generator *g, const tb_tensor *weights, int64_t n,
                            const tb_lock_callbacks *lock, tb_error *err)
{
    tb_generator_take(g, lock);
    const tb_status status = columns(out, g, weights, n, lock, err);
    tb_generator_give(g);
    return status;
}
