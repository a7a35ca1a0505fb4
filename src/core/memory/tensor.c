/* tensor.c: making, releasing and resizing tensors.  Relies on: malloc. */
#include "core/memory/tensor.h"
#include "core/base/shape.h"
#include "core/memory/change.h"

#include <inttypes.h>
#include <stdlib.h>

/* Memory for 2 * ndim numbers: the struct's own up to 6 dimensions, an allocated block beyond; NULL if out of
 * memory. */
static int64_t *new_dims(tb_tensor *t, int ndim, tb_error *err)
{
    int64_t *dims = t->dims;
    if (ndim > TB_INLINE_DIMS)
        dims = malloc(2 * (size_t)ndim * sizeof *dims);
    if (!dims)
        tb_fail(err, TB_MEMORY_ERROR, "out of memory");
    return dims;
}

static void set_dims(tb_tensor *t, int64_t *dims, const int64_t *size, const int64_t *stride, int ndim)
{
    t->size = dims;
    t->stride = dims + ndim;
    t->ndim = (uint8_t)ndim;
    for (int d = 0; d < ndim; d++) {
        t->size[d] = size[d];
        t->stride[d] = stride[d];
    }
    t->contiguous = tb_is_contiguous(t->size, t->stride, ndim);
}

static void drop_dims(tb_tensor *t)
{
    if (t->size != t->dims)
        free(t->size);
}

/* Counts the elements.  Without strides the contiguous ones are filled into `packed`; *stride points to those in
 * force. */
static tb_status count_elements(const int64_t *size, const int64_t **stride, int64_t *packed, int ndim,
                                int64_t itemsize, int64_t *numel, tb_error *err)
{
    if (*stride)
        return tb_check_numel(size, ndim, numel, err);
    TB_TRY(tb_check_sizes(size, ndim, itemsize, numel, err));
    tb_contiguous_strides(size, ndim, packed);
    *stride = packed;
    return TB_OK;
}

tb_status tb_tensor_new(tb_tensor *out, tb_dtype dtype, const int64_t *size, const int64_t *stride, int ndim,
                        bool zeroed, tb_error *err)
{
    int64_t packed[TB_MAX_DIMS], numel, extent;
    int64_t itemsize = tb_dtypes[dtype].itemsize;
    if (!stride && ndim <= TB_INLINE_DIMS) {
        TB_TRY(tb_check_sizes(size, ndim, itemsize, &numel, err));
        if (numel > 0)
            return tb_tensor_new_plain(out, dtype, size, ndim, numel, zeroed, err);
    }
    TB_TRY(tb_check_ndim(ndim, err));
    TB_TRY(tb_check_signs(size, ndim, err));
    TB_TRY(count_elements(size, &stride, packed, ndim, itemsize, &numel, err));
    TB_TRY(tb_storage_extent(size, stride, ndim, 0, itemsize, &extent, err));

    int64_t *dims = new_dims(out, ndim, err);
    if (!dims)
        return TB_MEMORY_ERROR;
    tb_status status = tb_storage_new(extent * itemsize, zeroed, &out->storage, err);
    if (status == TB_OK) {
        out->offset = 0;
        out->numel = numel;
        out->dtype = dtype;
        out->itemsize = (uint8_t)itemsize;
        out->is_view = false;
        set_dims(out, dims, size, stride, ndim);
    } else if (dims != out->dims) {
        free(dims);
    }
    return status;
}

tb_status tb_tensor_new_plain(tb_tensor *out, tb_dtype dtype, const int64_t *size, int ndim, int64_t numel,
                              bool zeroed, tb_error *err)
{
    const int64_t itemsize = tb_dtypes[dtype].itemsize;
    if (ndim > TB_INLINE_DIMS)
        return tb_tensor_new(out, dtype, size, NULL, ndim, zeroed, err);
    TB_TRY(tb_storage_new(numel * itemsize, zeroed, &out->storage, err));
    out->offset = 0;
    out->numel = numel;
    out->size = out->dims;
    out->stride = out->dims + ndim;
    out->dtype = dtype;
    out->itemsize = (uint8_t)itemsize;
    out->ndim = (uint8_t)ndim;
    out->contiguous = true;
    out->is_view = false;
    int64_t step = 1;
    for (int d = ndim; d-- > 0; step *= size[d]) {
        out->size[d] = size[d];
        out->stride[d] = step;
    }
    return TB_OK;
}

/* set_dims for few dimensions, in a single pass that also counts the elements; false if the sizes need
 * tb_check_sizes. */
static inline bool set_few_dims(tb_tensor *t, const int64_t *size, const int64_t *stride, int ndim)
{
    int64_t numel = 1;
    bool packed = true, wrong = false;
    t->size = t->dims;
    t->stride = t->dims + ndim;
    t->ndim = (uint8_t)ndim;
    for (int d = ndim; d-- > 0;) {
        const int64_t n = size[d], step = stride[d];
        packed &= n == 1 || step == numel;
        wrong |= n < 0 || __builtin_mul_overflow(numel, n, &numel);
        t->size[d] = n;
        t->stride[d] = step;
    }
    t->numel = numel;
    t->contiguous = packed || numel == 0;
    return !wrong;
}

tb_status tb_tensor_view(tb_tensor *out, tb_storage *storage, tb_dtype dtype, const int64_t *size,
                         const int64_t *stride, int ndim, int64_t offset, tb_error *err)
{
    int64_t address, numel = 0, itemsize = tb_dtypes[dtype].itemsize;
    const bool few = ndim <= TB_INLINE_DIMS && set_few_dims(out, size, stride, ndim);
    if (!few)
        TB_TRY(tb_check_numel(size, ndim, &numel, err));
    if (offset < 0 || __builtin_mul_overflow(offset, itemsize, &address))
        return tb_fail(err, TB_RUNTIME_ERROR, "Tensor: invalid storage offset %" PRId64, offset);
    if (!few) {
        int64_t *dims = new_dims(out, ndim, err);
        if (!dims)
            return TB_MEMORY_ERROR;
        out->numel = numel;
        set_dims(out, dims, size, stride, ndim);
    }
    out->storage = tb_storage_retain(storage);
    out->offset = offset;
    out->dtype = dtype;
    out->itemsize = (uint8_t)itemsize;
    out->is_view = true;
    return TB_OK;
}

void tb_tensor_release(tb_tensor *t)
{
    drop_dims(t);
    t->size = t->stride = t->dims;
    t->ndim = 0;
    t->numel = 0;
    tb_storage *storage = t->storage;
    t->storage = NULL;
    tb_storage_release(storage);
}

bool tb_exceeds_storage(const tb_tensor *t)
{
    int64_t extent;
    return tb_storage_extent(t->size, t->stride, t->ndim, t->offset, t->itemsize, &extent, NULL) != TB_OK ||
           extent * t->itemsize > t->storage->nbytes;
}

/* A tensor's new geometry.  The arguments may point into the tensor itself, so sizes and strides are
 * copied. */
typedef struct {
    int64_t size[TB_MAX_DIMS], stride[TB_MAX_DIMS], numel, nbytes;
    int64_t *dims; /* the tensor's memory for them */
} geometry;

/* Checks everything that may be refused, except for memory. */
static tb_status measure_resizing(const tb_resizing *r, geometry *g, tb_error *err)
{
    const tb_tensor *t = r->tensor;
    const int64_t *stride = r->stride;
    int64_t extent;
    /* torch counts the elements before it computes the extent: its error texts for resize_ differ from
     * empty's. */
    TB_TRY(tb_check_numel(r->size, r->ndim, &g->numel, err));
    TB_TRY(count_elements(r->size, &stride, g->stride, r->ndim, t->itemsize, &g->numel, err));
    TB_TRY(tb_storage_extent(r->size, stride, r->ndim, t->offset, t->itemsize, &extent, err));
    for (int d = 0; d < r->ndim; d++) {
        g->size[d] = r->size[d];
        g->stride[d] = stride[d];
    }
    g->nbytes = extent * t->itemsize;
    return tb_storage_check_growth(t->storage, g->nbytes, err);
}

/* Allocates the memory; nothing after that can fail. */
static tb_status allocate(const tb_resizing *r, geometry *g, tb_error *err)
{
    g->dims = new_dims(r->tensor, r->ndim, err);
    return g->dims ? tb_storage_grow(r->tensor->storage, g->nbytes, err) : TB_MEMORY_ERROR;
}

static tb_status resize(const tb_resizing *r, int n, tb_error *err)
{
    geometry g[TB_MAX_RESIZINGS];
    tb_status status = TB_OK;
    for (int i = 0; i < n; i++) {
        g[i].dims = NULL;
        TB_TRY(measure_resizing(&r[i], &g[i], err));
    }
    for (int i = 0; i < n && status == TB_OK; i++)
        status = allocate(&r[i], &g[i], err);
    for (int i = 0; i < n; i++)
        if (status == TB_OK) {
            drop_dims(r[i].tensor);
            set_dims(r[i].tensor, g[i].dims, g[i].size, g[i].stride, r[i].ndim);
            r[i].tensor->numel = g[i].numel;
        } else if (g[i].dims != r[i].tensor->dims) {
            free(g[i].dims);
        }
    return status;
}

typedef struct {
    const tb_resizing *resizings;
    int n;
    tb_error *err;
    tb_status status;
} change;

static void run_resizing(void *what)
{
    change *c = what;
    c->status = resize(c->resizings, c->n, c->err);
}

tb_status tb_tensors_resize(const tb_resizing *resizings, int n, tb_error *err)
{
    change c = {resizings, n, err, TB_OK};
    return tb_run_change(run_resizing, &c) ? c.status : tb_fail(err, TB_MEMORY_ERROR, "out of memory");
}

tb_status tb_tensor_resize(tb_tensor *t, const int64_t *size, const int64_t *stride, int ndim, tb_error *err)
{
    return tb_tensors_resize(&(tb_resizing){t, size, stride, ndim}, 1, err);
}
