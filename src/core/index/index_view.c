/* index_view.c: the parts of an index that make a view, in torch's order and with torch's errors; tensors are
 * collected by the dimensions that they index. */
#include "core/index/index_plan.h"
#include "core/memory/view_geometry.h"

#include <stddef.h>

typedef struct {
    tb_view_geometry g;
    int dim; /* the dimension that the next part indexes */
    int skipped; /* dimensions without a tensor since the last one */
    int specified;
    bool alone;
    tb_index_tensors *indices;
} state;

/* ---- views ---- */

static tb_status apply_int(state *s, int64_t index, int position, tb_error *err)
{
    if (s->g.ndim == 0 && s->alone && index == 0)
        return tb_fail(
            err, TB_INDEX_ERROR,
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in "
            "C++ to convert a 0-dim tensor to a number");
    /* torch names the position in the index, not the tensor's dimension. */
    const int64_t size = s->dim < s->g.ndim ? s->g.size[s->dim] : 0;
    if (index < -size || index >= size)
        return tb_fail_bounds(TB_INDEX_ERROR, index, position, size, err);
    s->indices->same = false;
    return tb_view_geometry_select(&s->g, s->dim, index, err);
}

static tb_status apply_slice(state *s, const tb_index_item *p, tb_error *err)
{
    int64_t start = p->value, stop = p->stop;
    int d;
    if (p->step < 1)
        return tb_fail(err, TB_VALUE_ERROR, "step must be greater than zero");
    if (s->g.ndim == 0)
        return tb_fail(err, TB_INDEX_ERROR, "slice() cannot be applied to a 0-dim tensor.");
    const int dim = s->dim;
    const int64_t size = dim < s->g.ndim ? s->g.size[dim] : 0;
    if (start < 0)
        start += size;
    if (stop < 0)
        stop += size;
    /* Nothing changes, not even for a dimension too many; a start counted from the
     * end makes another tensor in torch even if it is the whole. */
    if (p->value == 0 && stop >= size && p->step == 1)
        return TB_OK;
    TB_TRY(tb_wrap_dim(dim, s->g.ndim, &d, err));
    s->indices->same = false;
    return tb_view_geometry_slice(&s->g, d, start, stop, p->step, err);
}

static tb_status insert_dim(state *s, tb_error *err)
{
    int d;
    TB_TRY(tb_wrap_dim(s->dim, s->g.ndim + 1, &d, err));
    s->indices->same = false;
    return tb_view_geometry_insert(&s->g, d, err);
}

/* ---- tensors ---- */

static tb_status add_tensor(state *s, const tb_tensor *tensor, tb_error *err)
{
    tb_index_tensors *indices = s->indices;
    if (s->skipped >= TB_MAX_DIMS - indices->n)
        return tb_fail(err, TB_INDEX_ERROR, "too many indices for tensor of dimension %d (got %d)", s->g.ndim,
                       indices->n + s->skipped + 1);
    for (; s->skipped > 0; s->skipped--)
        indices->tensor[indices->n++] = NULL;
    indices->tensor[indices->n++] = tensor;
    s->dim += tb_is_mask(tensor) ? tensor->ndim : 1;
    return TB_OK;
}

/* Skips dimensions that no tensor indexes. */
static void skip(state *s, int dims)
{
    s->dim += dims;
    s->skipped += dims;
}

/* A boolean indexes a new dimension: True selects its only element, False none. */
static tb_status add_bool(state *s, bool value, tb_error *err)
{
    tb_index_tensors *indices = s->indices;
    const int64_t size = value;
    if (!(indices->has_truth >> value & 1)) {
        TB_TRY(tb_tensor_new(&indices->truth[value], TB_INT64, &size, NULL, 1, true, err));
        indices->has_truth |= (uint8_t)(1 << value);
    }
    TB_TRY(insert_dim(s, err));
    return add_tensor(s, &indices->truth[value], err);
}

static tb_status apply(state *s, const tb_index_item *p, int position, int ndim, tb_error *err)
{
    switch (p->kind) {
    case TB_ITEM_INT:
        return apply_int(s, p->value, position, err);
    case TB_ITEM_SLICE:
        TB_TRY(apply_slice(s, p, err));
        skip(s, 1);
        return TB_OK;
    case TB_ITEM_NEW_DIM:
        TB_TRY(insert_dim(s, err));
        skip(s, 1);
        return TB_OK;
    case TB_ITEM_ELLIPSIS:
        skip(s, ndim - s->specified);
        return TB_OK;
    case TB_ITEM_BOOL:
        return add_bool(s, p->value != 0, err);
    default:
        return add_tensor(s, p->tensor, err);
    }
}

tb_status tb_index_view(tb_tensor *out, tb_index_tensors *indices, const tb_tensor *t,
                        const tb_index_item *parts, int n, int specified, bool alone, tb_error *err)
{
    state s;
    tb_status status = TB_OK;
    s.dim = s.skipped = 0;
    s.specified = specified;
    s.alone = alone;
    s.indices = indices;
    indices->n = 0;
    indices->same = true;
    indices->has_truth = 0;
    if (specified > t->ndim && !alone)
        return tb_fail(err, TB_INDEX_ERROR, "too many indices for tensor of dimension %d", t->ndim);
    tb_view_geometry_of(&s.g, t);
    for (int i = 0; i < n && status == TB_OK; i++)
        status = apply(&s, &parts[i], i, t->ndim, err);
    if (status == TB_OK)
        status = tb_view_of_geometry(out, t, &s.g, err);
    if (status != TB_OK)
        tb_index_tensors_release(indices);
    return status;
}

void tb_index_tensors_release(tb_index_tensors *indices)
{
    for (int i = 0; i < 2; i++)
        if (indices->has_truth >> i & 1)
            tb_tensor_release(&indices->truth[i]);
    indices->has_truth = 0;
}
