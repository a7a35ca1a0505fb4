/* matmul_check.c: see matmul_check.h: outputs, vectors, two matrices. */
#include "core/linalg/matmul_check.h"

#include <inttypes.h>
#include <string.h>

void tb_matmul_set_shape(tb_matmul *call, int ndim, const int64_t *size)
{
    call->shape.ndim = ndim;
    for (int d = 0; d < ndim; d++)
        call->shape.size[d] = size[d];
}

/* ---- the output ---- */

/* The sizes to which torch resizes out=. */
static void wanted(const tb_matmul *call, tb_shape *shape)
{
    *shape = call->shape;
    if (!call->row)
        return;
    shape->ndim = 2;
    shape->size[1] = shape->size[0];
    shape->size[0] = 1;
}

/* Marks out= to be resized, with a warning if it has elements. */
void tb_matmul_check_resize(tb_matmul *call)
{
    const unsigned warning = call->op == TB_ADDBMM ? 0 : TB_WARNING_RESIZE;
    tb_shape shape;
    wanted(call, &shape);
    call->out->resize |= tb_output_resizes(call->form, call->out->tensor, &shape, warning, &call->warnings);
}

const char *tb_matmul_warning_text(const void *product, unsigned warning, char *text, int64_t room)
{
    const tb_matmul *call = product;
    tb_shape shape;
    wanted(call, &shape);
    return tb_output_warning(&(tb_output){.tensor = call->out->tensor, .shape = &shape}, warning, text, room);
}

/* Checks out= as torch's structured functions do: in place it must already have the result's sizes. */
tb_status tb_matmul_check_out(tb_matmul *call, tb_error *err)
{
    char text[TB_SHAPE_TEXT_MAX], wanted_text[TB_SHAPE_TEXT_MAX];
    if (call->form == TB_FORM_NEW)
        return TB_OK;
    if (call->form == TB_FORM_INPLACE && call->out->tensor->dtype != call->out->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Bad in-place call: input tensor dtype %s and output tensor dtype %s should match",
                       tb_dtypes[call->out->tensor->dtype].cpp_name, tb_dtypes[call->out->dtype].cpp_name);
    tb_matmul_check_resize(call);
    if (call->form == TB_FORM_INPLACE && call->out->resize) {
        call->warnings = 0;
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "Bad in-place call: input tensor size %s and output tensor size %s should match",
                       tb_shape_text(text, sizeof text, call->out->tensor->size, call->out->tensor->ndim),
                       tb_shape_text(wanted_text, sizeof wanted_text, call->shape.size, call->shape.ndim));
    }
    if (call->out->tensor->dtype != call->out->dtype)
        call->warnings = 0;
    return tb_check_out_dtype(call->out->dtype, call->out->tensor->dtype, err);
}

tb_status tb_matmul_refuse_bool(const tb_matmul *call, const char *kernel, tb_error *err)
{
    if (call->out->dtype != TB_BOOL && !tb_is_unsigned(call->out->dtype))
        return TB_OK;
    return tb_fail_kernel(kernel, call->out->dtype, err);
}

/* ---- dot ---- */

tb_status tb_matmul_check_dot(tb_matmul *call, tb_error *err)
{
    char text[2][TB_SHAPE_TEXT_MAX];
    const tb_tensor *a = call->a, *b = call->b;
    tb_matmul_set_shape(call, 0, NULL);
    tb_matmul_check_resize(call);
    call->out->dtype = a->dtype;
    if (call->form == TB_FORM_OUT && call->out->tensor->dtype != a->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "result dtype %s does not match input dtype %s",
                       tb_scalar_type(call->out->tensor), tb_scalar_type(a));
    if (a->ndim != 1 || b->ndim != 1)
        return tb_fail(err, TB_RUNTIME_ERROR, "1D tensors expected, but got %dD and %dD tensors", a->ndim,
                       b->ndim);
    if (a->dtype != b->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "dot : expected both vectors to have same dtype, but found %s and %s",
                       tb_scalar_type(a), tb_scalar_type(b));
    if (a->numel != b->numel)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "inconsistent tensor size, expected tensor %s and src %s to have the same number of "
                       "elements, but got %" PRId64 " and %" PRId64 " elements respectively",
                       tb_shape_text(text[0], sizeof text[0], a->size, 1),
                       tb_shape_text(text[1], sizeof text[1], b->size, 1), a->numel, b->numel);
    TB_TRY(tb_matmul_refuse_bool(call, "dot", err));
    return tb_output_check_writable(call->out, err);
}

/* ---- a matrix by a vector ---- */

/* Checks a matrix of rows x columns and a vector of n; torch reshapes a batch into rows. */
static tb_status check_mv_sizes(int64_t rows, int64_t columns, int64_t n, const tb_tensor *self,
                                tb_error *err)
{
    const bool fits = !self || self->numel == rows || self->numel == 1;
    if (columns == n && fits)
        return TB_OK;
    if (self && self->ndim == 0) /* torch asks for its size to print it */
        return tb_fail(err, TB_INDEX_ERROR, "Dimension specified as 0 but tensor has no dimensions");
    const int64_t input = self ? self->size[0] : rows;
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "size mismatch, got input (%" PRId64 "), mat (%" PRId64 "x%" PRId64 "), vec (%" PRId64 ")",
                   input, rows, columns, n);
}

tb_status tb_matmul_check_mv(tb_matmul *call, const tb_tensor *mat, const tb_tensor *vec, int64_t rows,
                             int64_t columns, tb_error *err)
{
    const tb_tensor *self = call->self;
    TB_TRY(check_mv_sizes(rows, columns, vec->size[0], self, err));
    const tb_tensor *first = self ? self : vec;
    call->out->dtype = first->dtype;
    if (!self && call->form == TB_FORM_OUT) { /* which stands for self, if it has its sizes */
        tb_matmul_check_resize(call);
        if (!call->out->resize)
            first = call->out->tensor;
    }
    if (!self && call->out->resize)
        TB_TRY(tb_matmul_check_out(call, err));
    if (first->dtype != mat->dtype || mat->dtype != vec->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "addmv input tensors must have the same dtype, but got %s, %s, and %s",
                       tb_scalar_type(first), tb_scalar_type(mat), tb_scalar_type(vec));
    if (self)
        TB_TRY(tb_matmul_check_out(call, err));
    if (rows != 0 && columns != 0)
        TB_TRY(tb_matmul_refuse_bool(call, "addmv_impl_cpu", err));
    return tb_output_check_writable(call->out, err);
}

tb_status tb_matmul_check_plain_mv(tb_matmul *call, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    if (a->ndim == 0 && !call->self)
        return tb_fail(err, TB_INDEX_ERROR, "Dimension specified as 0 but tensor has no dimensions");
    if (a->ndim != 2 || b->ndim != 1 || (call->self && call->self->ndim > 1))
        return tb_fail(err, TB_RUNTIME_ERROR, "vector + matrix @ vector expected, got %d, %d, %d",
                       call->self ? call->self->ndim : 1, a->ndim, b->ndim);
    tb_matmul_set_shape(call, 1, a->size);
    return tb_matmul_check_mv(call, a, b, a->size[0], a->size[1], err);
}

/* ---- matrices ---- */

/* self's type as torch's messages name it. */
static const char *type_name(const tb_tensor *t)
{
    static const char *const names[TB_NDTYPES] = {
        [TB_BOOL] = "CPUBoolType",
        [TB_UINT8] = "torch.ByteTensor",
        [TB_INT8] = "torch.CharTensor",
        [TB_INT16] = "torch.ShortTensor",
        [TB_INT32] = "torch.IntTensor",
        [TB_INT64] = "torch.LongTensor",
        [TB_FLOAT16] = "torch.HalfTensor",
        [TB_BFLOAT16] = "CPUBFloat16Type",
        [TB_FLOAT32] = "torch.FloatTensor",
        [TB_FLOAT64] = "torch.DoubleTensor",
        [TB_COMPLEX64] = "CPUComplexFloatType",
        [TB_COMPLEX128] = "CPUComplexDoubleType",
        [TB_UINT16] = "CPUUInt16Type",
        [TB_UINT32] = "CPUUInt32Type",
        [TB_UINT64] = "CPUUInt64Type",
    };
    return names[t->dtype];
}

tb_status tb_matmul_check_self_expands(const tb_matmul *call, tb_error *err)
{
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS];
    char text[2][TB_SHAPE_TEXT_MAX];
    const tb_tensor *self = call->self;
    const tb_shape *shape = &call->shape;
    if (call->form == TB_FORM_INPLACE && call->op != TB_ADDBMM && call->op != TB_BADDBMM)
        return TB_OK; /* check_out compares */
    if (self->ndim <= shape->ndim)
        return tb_infer_expand(self->size, self->stride, self->ndim, shape->size, shape->ndim, size, stride,
                               err);
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "expand(%s{%s}, size=%s): the number of sizes provided (%d) must be greater or equal to "
                   "the number of dimensions in the tensor (%d)",
                   type_name(self), tb_shape_text(text[0], sizeof text[0], self->size, self->ndim),
                   tb_shape_text(text[1], sizeof text[1], shape->size, shape->ndim), shape->ndim, self->ndim);
}

/* Checks the sizes m x k and rows x n. */
tb_status tb_matmul_check_mm_sizes(int64_t m, int64_t k, int64_t rows, int64_t n, tb_error *err)
{
    if (k == rows)
        return TB_OK;
    return tb_fail(err, TB_RUNTIME_ERROR,
                   "mat1 and mat2 shapes cannot be multiplied (%" PRId64 "x%" PRId64 " and %" PRId64
                   "x%" PRId64 ")",
                   m, k, rows, n);
}

/* Checks the dtypes and out= of a product of m x k and k x n. */
tb_status tb_matmul_check_mm(tb_matmul *call, int64_t m, int64_t k, int64_t n, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    call->out->dtype = (call->self ? call->self : a)->dtype;
    TB_TRY(tb_matmul_check_out(call, err));
    if (a->dtype != b->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "expected m1 and m2 to have the same dtype, but got: %s != %s",
                       tb_dtypes[a->dtype].cpp_name, tb_dtypes[b->dtype].cpp_name);
    TB_TRY(tb_output_check_writable(call->out, err));
    return m == 0 || n == 0 || k == 0 ? TB_OK : tb_matmul_refuse_bool(call, "addmm_impl_cpu_", err);
}

tb_status tb_matmul_check_plain_mm(tb_matmul *call, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    if (a->ndim != 2)
        return tb_fail(err, TB_RUNTIME_ERROR, "self must be a matrix");
    if (b->ndim != 2)
        return tb_fail(err, TB_RUNTIME_ERROR, "mat2 must be a matrix");
    TB_TRY(tb_matmul_check_mm_sizes(a->size[0], a->size[1], b->size[0], b->size[1], err));
    tb_matmul_set_shape(call, 2, (const int64_t[]){a->size[0], b->size[1]});
    return tb_matmul_check_mm(call, a->size[0], a->size[1], b->size[1], err);
}

tb_status tb_matmul_check_scaled(const tb_matmul *call, const tb_scalar *beta, tb_error *err)
{
    const tb_dtype dtype = call->out->dtype;
    tb_promotion promotion = tb_promotion_new();
    tb_promotion_add_tensor(&promotion, dtype, call->shape.ndim);
    tb_promotion_add_number(&promotion, beta->kind, call->default_dtype);
    const tb_dtype product = tb_promotion_result(&promotion);
    if (tb_scalar_equals(beta, 0) || tb_can_cast(product, dtype))
        return TB_OK;
    return tb_fail_cast(product, dtype, err);
}

tb_status tb_matmul_check_addmm_dtypes(const tb_matmul *call, const tb_tensor *self, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    if (self->dtype != b->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "self and mat2 must have the same dtype, but got %s and %s",
                       tb_scalar_type(self), tb_scalar_type(b));
    if (a->dtype != b->dtype)
        return tb_fail(err, TB_RUNTIME_ERROR, "mat1 and mat2 must have the same dtype, but got %s and %s",
                       tb_scalar_type(a), tb_scalar_type(b));
    return TB_OK;
}

tb_status tb_matmul_check_addmm(tb_matmul *call, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    TB_TRY(tb_matmul_check_addmm_dtypes(call, call->self, err));
    if (a->ndim != 2)
        return tb_fail(err, TB_RUNTIME_ERROR, "mat1 must be a matrix, got %d-D tensor", a->ndim);
    if (b->ndim != 2)
        return tb_fail(err, TB_RUNTIME_ERROR, "mat2 must be a matrix, got %d-D tensor", b->ndim);
    TB_TRY(tb_matmul_check_mm_sizes(a->size[0], a->size[1], b->size[0], b->size[1], err));
    tb_matmul_set_shape(call, 2, (const int64_t[]){a->size[0], b->size[1]});
    call->out->dtype = call->self->dtype;
    TB_TRY(tb_matmul_check_out(call, err));
    TB_TRY(tb_matmul_check_self_expands(call, err));
    TB_TRY(tb_matmul_check_mm(call, a->size[0], a->size[1], b->size[1], err));
    if (tb_numel(call->shape.size, 2) == 0)
        return TB_OK;
    if (a->size[1] == 0)
        return tb_matmul_check_scaled(call, &call->beta, err);
    return tb_matmul_refuse_bool(call, "addmm_impl_cpu_", err);
}
