/* matmul.c: runs a prepared call of linalg.h: operands in the compute dtype, one batch of products and, for
 * addmm etc., a sum with self. */
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/kernels/generated/ops_ids.h"
#include "core/kernels/scalar.h"
#include "core/linalg/matmul_check.h"
#include "core/linalg/product.h"
#include "core/memory/overlap.h"
#include "core/memory/view.h"
#include "core/pointwise/pointwise.h"

#include <string.h>

/* ---- products into a tensor ---- */

/* Treats every tensor as (batch, rows, columns): sizes and steps of the last two dimensions. */
static tb_matrix matrix_of(const tb_tensor *t, bool rows, bool columns)
{
    const int n = t->ndim;
    return (tb_matrix){
        .data = tb_data(t),
        .row = rows ? t->stride[n - 1 - columns] : 0,
        .column = columns ? t->stride[n - 1] : 0,
    };
}

/* The steps along the batch of t, whose last `own` dimensions do not belong to the batch. */
static void batch_steps(tb_product *p, int i, const tb_tensor *t, int own)
{
    tb_expand_strides(t->size, t->stride, t->ndim - own, p->batch, p->nbatch, p->step[i]);
}

/* out = a @ b, all of one compute dtype; out has the result's sizes. */
static tb_status multiply(tb_tensor *out, const tb_tensor *a, const tb_tensor *b,
                          const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_scalar zero = {.kind = TB_KIND_INT};
    tb_storage *const storage[3] = {a->storage, b->storage, out->storage};
    if (a->numel == 0 || b->numel == 0 || tb_product_dtype(out->dtype) == TB_UNDEFINED ||
        tb_is_unsigned(out->dtype)) /* the sum of nothing: of these dtypes the rest has been refused */
        return tb_fill(out, &zero, err);
    const bool rows = a->ndim > 1, columns = b->ndim > 1;
    tb_product p;
    p.dtype = out->dtype;
    p.m = rows ? a->size[a->ndim - 2] : 1;
    p.k = a->size[a->ndim - 1];
    p.n = columns ? b->size[b->ndim - 1] : 1;
    p.a = matrix_of(a, rows, true);
    p.b = matrix_of(b, true, columns);
    p.c = matrix_of(out, rows, columns);
    p.nbatch = out->ndim - rows - columns;
    if (p.nbatch > 0) {
        memcpy(p.batch, out->size, (size_t)p.nbatch * sizeof *p.batch);
        batch_steps(&p, 0, a, rows + 1);
        batch_steps(&p, 1, b, columns + 1);
        batch_steps(&p, 2, out, rows + columns);
    }
    return tb_product_run(&p, storage, lock, err);
}

/* ---- operands ---- */

/* t itself, or its copy in another dtype, in *owned. */
static tb_status in_dtype(const tb_tensor *t, tb_dtype dtype, tb_tensor *owned, const tb_tensor **use,
                          tb_error *err)
{
    *use = t;
    if (t->dtype == dtype)
        return TB_OK;
    *use = owned;
    return tb_clone(owned, t, dtype, true, err);
}

/* Conjugates vdot's first operand. */
static tb_status conjugate(tb_tensor *out, const tb_tensor *t, tb_error *err)
{
    tb_call call = {.op = TB_OP_CONJ_PHYSICAL, .form = TB_FORM_NEW, .out = out, .in = {{.tensor = t}}};
    TB_TRY(tb_prepare(&call, err));
    return tb_run(&call, err);
}

/* Writes the product of call's operands to `out`, which has the compute dtype. */
static tb_status run_product(const tb_matmul *call, tb_tensor *out, tb_error *err)
{
    const tb_tensor *a = call->a, *b = call->b;
    if (a->dtype == out->dtype && b->dtype == out->dtype && call->op != TB_VDOT)
        return multiply(out, a, b, call->lock, err);
    tb_tensor owned_a = {0}, owned_b = {0}, conjugated = {0};
    tb_status status = in_dtype(a, out->dtype, &owned_a, &a, err);
    if (status == TB_OK)
        status = in_dtype(b, out->dtype, &owned_b, &b, err);
    if (status == TB_OK && call->op == TB_VDOT && tb_dtypes[a->dtype].kind == TB_KIND_COMPLEX) {
        status = conjugate(&conjugated, a, err);
        a = &conjugated;
    }
    if (status == TB_OK)
        status = multiply(out, a, b, call->lock, err);
    tb_tensor_release(&owned_a);
    tb_tensor_release(&owned_b);
    tb_tensor_release(&conjugated);
    return status;
}

/* ---- sums with self ---- */

static tb_status pointwise(int op, tb_tensor *out, const tb_tensor *other, const tb_scalar *number,
                           tb_error *err)
{
    tb_call call = {
        .op = op, .form = TB_FORM_INPLACE, .out = out, .in = {{.tensor = out}, {.tensor = other}}};
    if (number)
        call.in[1].number = *number;
    TB_TRY(tb_prepare(&call, err));
    return tb_run(&call, err);
}

/* Converts beta or alpha to the dtype as torch does, with its error. */
static tb_status converted(const tb_scalar *number, tb_dtype dtype, tb_scalar *value, tb_error *err)
{
    tb_element element;
    TB_TRY(tb_scalar_store_checked(number, dtype, &element, err));
    *value = tb_scalar_load(dtype, &element);
    return TB_OK;
}

/* The row of the operator that adds; dtypes without one only have sums of zeros. */
static int addition(const tb_tensor *sum)
{
    return tb_is_unsigned(sum->dtype) ? TB_OP_BITWISE_OR : TB_OP_ADD;
}

/* sum += beta * self, which is broadcast. */
static tb_status add_self(tb_tensor *sum, const tb_tensor *self, const tb_scalar *beta, tb_error *err)
{
    const int add = addition(sum);
    tb_tensor scaled;
    if (tb_scalar_equals(beta, 0))
        return TB_OK; /* even if self is not finite */
    if (tb_scalar_equals(beta, 1))
        return pointwise(add, sum, self, NULL, err);
    TB_TRY(tb_clone(&scaled, self, sum->dtype, true, err));
    tb_status status = pointwise(TB_OP_MUL, &scaled, NULL, beta, err);
    if (status == TB_OK)
        status = pointwise(add, sum, &scaled, NULL, err);
    tb_tensor_release(&scaled);
    return status;
}

/* sum, of sizes (n, p) = the sum of the products of a batch, added one after the other. */
static tb_status add_batch(const tb_matmul *call, tb_tensor *sum, tb_error *err)
{
    tb_status status = TB_OK;
    tb_tensor one;
    TB_TRY(tb_tensor_new(&one, sum->dtype, sum->size, NULL, 2, false, err));
    for (int64_t i = 0; status == TB_OK && i < call->a->size[0]; i++) {
        tb_tensor a = {0}, b = {0};
        const tb_matmul part = {.lock = call->lock, .op = TB_MM, .a = &a, .b = &b};
        status = tb_view_select(&a, call->a, 0, i, err);
        if (status == TB_OK)
            status = tb_view_select(&b, call->b, 0, i, err);
        if (status == TB_OK)
            status = run_product(&part, &one, err);
        if (status == TB_OK)
            status = pointwise(addition(sum), sum, &one, NULL, err);
        tb_tensor_release(&a);
        tb_tensor_release(&b);
    }
    tb_tensor_release(&one);
    return status;
}

/* sum, which is new, = beta * self + alpha * product */
static tb_status run_sum(const tb_matmul *call, tb_tensor *sum, tb_error *err)
{
    tb_scalar beta, alpha;
    const tb_dtype dtype =
        call->op == TB_ADDMV ? call->out->dtype : (tb_dtype)tb_dtypes[call->out->dtype].compute;
    TB_TRY(converted(&call->beta, dtype, &beta, err));
    TB_TRY(converted(&call->alpha, dtype, &alpha, err));
    if (sum->numel == 0)
        return TB_OK;
    const bool multiplies = !tb_scalar_equals(&alpha, 0), by_batch = call->op == TB_ADDBMM;
    if (!multiplies || by_batch)
        TB_TRY(tb_zero(sum, true, call->lock, err));
    if (multiplies) {
        TB_TRY(by_batch ? add_batch(call, sum, err) : run_product(call, sum, err));
        if (!tb_scalar_equals(&alpha, 1))
            TB_TRY(pointwise(TB_OP_MUL, sum, NULL, &alpha, err));
    }
    return add_self(sum, call->self, &beta, err);
}

/* ---- the whole ---- */

/* Another dtype, a sum, memory that is read. */
static tb_dtype apart(const void *product)
{
    const tb_matmul *call = product;
    const tb_output *out = call->out;
    const tb_dtype dtype = tb_product_dtype(out->dtype);
    const bool converts = dtype != out->dtype && dtype != TB_UNDEFINED; /* bool: nothing but self */
    if (!call->self && !converts &&
        (call->form == TB_FORM_NEW || (!out->resize && !tb_output_must_copy(out, call->a, false) &&
                                       !tb_output_must_copy(out, call->b, false))))
        return TB_UNDEFINED;
    return converts ? dtype : out->dtype;
}

static tb_status compute(void *product, tb_error *err)
{
    const tb_matmul *call = product;
    return (call->self ? run_sum : run_product)(call, call->out->tensor, err);
}

const tb_family tb_matmul_family = {
    .prepare = tb_matmul_prepare, .apart = apart, .compute = compute, .warning_text = tb_matmul_warning_text};
