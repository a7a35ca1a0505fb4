/* matmul_route.c: the checks of batches of matrices; and the choice of the simpler product that torch
 * computes for a matmul, whose checks then count. */
#include "core/linalg/matmul_check.h"

#include <inttypes.h>
#include <string.h>

/* ---- batches of matrices ---- */

/* The error text depends on torch's loop: small products, MKL's, or mm for each. */
static tb_status check_bmm_dtypes(const tb_matmul *call, int64_t m, int64_t k, int64_t n, bool plain,
                                  const char *kernel, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    const tb_dtype dtype = b->dtype;
    if (m == 0 || n == 0 || k == 0 || tb_numel(call->shape.size, call->shape.ndim) == 0)
        return TB_OK;
    const bool small = tb_saturating_mul(tb_saturating_mul(m, n), k) < 400;
    if (small && (a->dtype == TB_BOOL || tb_is_unsigned(a->dtype)))
        return tb_fail_kernel(kernel, a->dtype, err);
    if (a->dtype == b->dtype)
        return tb_matmul_refuse_bool(call, small ? kernel : "addmm_impl_cpu_", err);
    const bool mkl = tb_dtypes[dtype].kind >= TB_KIND_FLOAT && !tb_is_half(dtype) && plain;
    if (small || mkl)
        return tb_fail(err, TB_RUNTIME_ERROR, "expected scalar type %s but found %s",
                       tb_scalar_type(small ? a : b), tb_scalar_type(small ? b : a));
    return tb_fail(err, TB_RUNTIME_ERROR, "expected m1 and m2 to have the same dtype, but got: %s != %s",
                   tb_dtypes[a->dtype].cpp_name, tb_dtypes[b->dtype].cpp_name);
}

/* Can BLAS read the matrices of the last two dimensions? */
static bool blas_reads(const tb_tensor *t)
{
    const int64_t *size = t->size + t->ndim - 2, *stride = t->stride + t->ndim - 2;
    return (stride[1] == 1 && stride[0] >= size[1]) || (stride[0] == 1 && stride[1] >= size[0]);
}

static tb_status fail_batch2(const int64_t expected[2], const int64_t got[2], tb_error *err)
{
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "Expected size for first two dimensions of batch2 tensor to be: [%" PRId64 ", %" PRId64
                   "] but got: [%" PRId64 ", %" PRId64 "].",
                   expected[0], expected[1], got[0], got[1]);
}

static tb_status check_3d(const tb_matmul *call, tb_error *err)
{
    if (call->a->ndim != 3)
        return tb_fail(err, TB_RUNTIME_ERROR, "batch1 must be a 3D tensor");
    if (call->b->ndim != 3)
        return tb_fail(err, TB_RUNTIME_ERROR, "batch2 must be a 3D tensor");
    return TB_OK;
}

/* torch reads sizes before it checks the number of dimensions. */
static tb_status has_dim(const tb_tensor *t, int d, tb_error *err)
{
    if (t->ndim == 0)
        return tb_fail(err, TB_INDEX_ERROR, "Dimension specified as %d but tensor has no dimensions", d);
    return tb_wrap_dim(d, t->ndim, &(int){0}, err);
}

/* Checks bmm and baddbmm. */
static tb_status check_plain_bmm(tb_matmul *call, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b, *self = call->self;
    if (self) {
        TB_TRY(has_dim(a, 0, err));
        TB_TRY(has_dim(a, 1, err));
        TB_TRY(has_dim(b, 2, err));
        tb_matmul_set_shape(call, 3, (const int64_t[]){a->size[0], a->size[1], b->size[2]});
        TB_TRY(tb_matmul_check_self_expands(call, err));
    }
    TB_TRY(check_3d(call, err));
    if (a->size[0] != b->size[0] || a->size[2] != b->size[1])
        return fail_batch2((const int64_t[]){a->size[0], a->size[2]}, b->size, err);
    tb_matmul_set_shape(call, 3, (const int64_t[]){a->size[0], a->size[1], b->size[2]});
    if (self) {
        if (self->dtype != a->dtype && (self->dtype != b->dtype || a->dtype == b->dtype))
            return tb_fail(
                err, TB_RUNTIME_ERROR, "Input dtypes must be the same, got: input %s, batch1: %s, batch2: %s",
                tb_dtypes[self->dtype].cpp_name, tb_dtypes[a->dtype].cpp_name, tb_dtypes[b->dtype].cpp_name);
    }
    call->out->dtype = b->dtype;
    TB_TRY(tb_matmul_check_out(call, err));
    TB_TRY(check_bmm_dtypes(call, a->size[1], a->size[2], b->size[2], blas_reads(a) && blas_reads(b),
                            self ? "baddbmm" : "bmm", err));
    if (self && a->size[2] == 0 && tb_numel(call->shape.size, 3) != 0)
        TB_TRY(tb_matmul_check_scaled(call, &call->beta, err));
    return tb_output_check_writable(call->out, err);
}

static tb_status check_addbmm(tb_matmul *call, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    TB_TRY(has_dim(a, 1, err));
    TB_TRY(has_dim(b, 2, err));
    tb_matmul_set_shape(call, 2, (const int64_t[]){a->size[1], b->size[2]});
    TB_TRY(tb_matmul_check_self_expands(call, err));
    TB_TRY(check_3d(call, err));
    if (a->size[0] != b->size[0])
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "batch1 and batch2 must have same number of batches, got %" PRId64 " and %" PRId64,
                       a->size[0], b->size[0]);
    if (a->size[2] != b->size[1])
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Incompatible matrix sizes for bmm (%" PRId64 "x%" PRId64 " and %" PRId64 "x%" PRId64
                       ")",
                       a->size[1], a->size[2], b->size[1], b->size[2]);
    tb_matmul_check_resize(call);
    const tb_tensor *self = call->form == TB_FORM_NEW ? call->self : call->out->tensor;
    call->out->dtype = self->dtype;
    if (a->size[0] != 0)
        TB_TRY(tb_matmul_check_addmm_dtypes(call, self, err));
    TB_TRY(tb_output_check_writable(call->out, err));
    if (tb_numel(call->shape.size, 2) == 0)
        return TB_OK;
    if (a->numel != 0)
        return tb_matmul_refuse_bool(call, "addmm_impl_cpu_", err);
    TB_TRY(tb_matmul_check_scaled(call, &call->beta, err));
    const tb_scalar one = {.kind = TB_KIND_INT, .v.i = 1}; /* beta of the second batch */
    return a->size[0] > 1 ? tb_matmul_check_scaled(call, &one, err) : TB_OK;
}

/* ---- matmul ---- */

/* Does torch make one matrix of the larger operand?  (As its should_fold: if that is a view.) */
static bool folds(const tb_tensor *a, const tb_tensor *b)
{
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    const bool larger = a->ndim >= b->ndim;
    const tb_tensor *t = larger ? a : b;
    const int n = t->ndim;
    if (n < 3 || (larger ? b : a)->ndim > 2 || a->ndim == 2)
        return false;
    if (t->numel == 0)
        return true;
    memcpy(size, t->size, (size_t)n * sizeof *size);
    memcpy(stride, t->stride, (size_t)n * sizeof *stride);
    if (!larger) { /* b.mT */
        size[n - 2] = t->size[n - 1];
        stride[n - 2] = t->stride[n - 1];
    }
    for (int d = 0; d < n - 2; d++)
        if (stride[d] != tb_saturating_mul(stride[d + 1], size[d + 1]))
            return false;
    return true;
}

/* Checks a batch by a vector or a matrix, or a vector by a batch. */
static tb_status check_folded(tb_matmul *call, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    const bool larger = a->ndim >= b->ndim;
    const tb_tensor *t = larger ? a : b;
    const int n = t->ndim;
    const int64_t k = t->size[larger ? n - 1 : n - 2];
    tb_shape shape = {.ndim = n - 1};
    memcpy(shape.size, t->size, (size_t)(n - 1) * sizeof *shape.size);
    if (!larger)
        shape.size[n - 2] = t->size[n - 1];
    const int64_t rows = tb_numel(shape.size, n - 1);
    if (larger && b->ndim == 2) {
        shape.size[shape.ndim++] = b->size[1];
        call->kind = TB_MM;
        TB_TRY(tb_matmul_check_mm_sizes(rows, k, b->size[0], b->size[1], err));
        tb_matmul_set_shape(call, shape.ndim, shape.size);
        return tb_matmul_check_mm(call, rows, k, b->size[1], err);
    }
    call->kind = TB_MV;
    tb_matmul_set_shape(call, shape.ndim, shape.size);
    return tb_matmul_check_mv(call, t, larger ? b : a, rows, k, err);
}

/* Checks all other operands, which are a batch of products. */
static tb_status check_batches(tb_matmul *call, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    const int64_t m = a->ndim > 1 ? a->size[a->ndim - 2] : 1, k = a->size[a->ndim - 1];
    const int64_t n = b->ndim > 1 ? b->size[b->ndim - 1] : 1, rows = b->size[b->ndim > 1 ? b->ndim - 2 : 0];
    tb_shape shape;
    TB_TRY(tb_broadcast_batches(&shape, a->size, a->ndim, b->size, b->ndim, err));
    const int64_t batches = tb_numel(shape.size, shape.ndim);
    if (a->ndim > 1)
        shape.size[shape.ndim++] = m;
    if (b->ndim > 1)
        shape.size[shape.ndim++] = n;
    if (k != rows)
        return fail_batch2((const int64_t[]){batches, k}, (const int64_t[]){batches, rows}, err);
    call->kind = TB_BMM;
    call->out->dtype = b->dtype;
    tb_matmul_set_shape(call, shape.ndim, shape.size);
    TB_TRY(tb_matmul_check_out(call, err));
    TB_TRY(check_bmm_dtypes(call, m, k, n, a->ndim > 1 && b->ndim > 1 && blas_reads(a) && blas_reads(b),
                            "bmm", err));
    return tb_output_check_writable(call->out, err);
}

/* Of out= with the sizes of the row, (1, n), only the elements stay: it becomes (n). */
static void keep_row(tb_matmul *call)
{
    tb_output *out = call->out;
    if (call->form == TB_FORM_NEW || out->resize || out->tensor->ndim != 2)
        return;
    out->resize = true;
    out->stride = call->stride;
    call->stride[0] = out->tensor->stride[1];
    call->warnings |= TB_WARNING_CHANGE;
}

static tb_status check_matmul(tb_matmul *call, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    if (a->ndim == 0 || b->ndim == 0)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "both arguments to matmul need to be at least 1D, but they are %dD and %dD", a->ndim,
                       b->ndim);
    if (a->ndim == 1 && b->ndim == 1) {
        call->kind = TB_DOT;
        return tb_matmul_check_dot(call, err);
    }
    if (a->ndim == 2 && b->ndim == 1) {
        call->kind = TB_MV;
        return tb_matmul_check_plain_mv(call, err);
    }
    if (a->ndim == 2 && b->ndim == 2) {
        call->kind = TB_MM;
        return tb_matmul_check_plain_mm(call, err);
    }
    if (a->ndim == 1 && b->ndim == 2) {
        call->kind = TB_MM;
        call->row = true;
        TB_TRY(tb_matmul_check_mm_sizes(1, a->size[0], b->size[0], b->size[1], err));
        tb_matmul_set_shape(call, 1, b->size + 1);
        TB_TRY(tb_matmul_check_mm(call, 1, a->size[0], b->size[1], err));
        keep_row(call);
        return TB_OK;
    }
    return folds(a, b) ? check_folded(call, err) : check_batches(call, err);
}

tb_status tb_matmul_prepare(void *product, tb_error *err)
{
    tb_matmul *call = product;
    call->kind = call->op;
    call->row = false;
    switch (call->op) {
    case TB_MATMUL:
        return check_matmul(call, err);
    case TB_DOT:
    case TB_VDOT:
        return tb_matmul_check_dot(call, err);
    case TB_MV:
    case TB_ADDMV:
        return tb_matmul_check_plain_mv(call, err);
    case TB_MM:
        return tb_matmul_check_plain_mm(call, err);
    case TB_ADDMM:
        return tb_matmul_check_addmm(call, err);
    case TB_ADDBMM:
        return check_addbmm(call, err);
    default:
        return check_plain_bmm(call, err);
    }
}
