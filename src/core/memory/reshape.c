/* reshape.c: see reshape.h. */
#include "core/memory/reshape.h"
#include "core/memory/change.h"
#include "core/memory/view.h"

#include <inttypes.h>
#include <string.h>

tb_status tb_flatten_shape(const tb_tensor *t, int64_t start, int64_t end, tb_shape *shape, bool *same,
                           tb_error *err)
{
    int first, last;
    TB_TRY(tb_wrap_dim(start, t->ndim, &first, err));
    TB_TRY(tb_wrap_dim(end, t->ndim, &last, err));
    if (first > last)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "flatten() has invalid args: start_dim cannot come after end_dim");
    *same = t->ndim > 0 && first == last;
    shape->ndim = 0;
    for (int d = 0; d < first; d++)
        shape->size[shape->ndim++] = t->size[d];
    shape->size[shape->ndim++] = t->ndim == 0 ? 1 : tb_numel(t->size + first, last - first + 1);
    for (int d = last + 1; d < t->ndim; d++)
        shape->size[shape->ndim++] = t->size[d];
    return TB_OK;
}

/* Fails with the reason that tb_infer_size gave, in the words of torch's unflatten. */
static tb_status fail_unflatten(const tb_tensor *t, int dim, const int64_t *size, int n, const char *reason,
                                tb_error *err)
{
    char text[TB_SHAPE_TEXT_MAX];
    if (strstr(reason, "is invalid for input of size"))
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "unflatten: Provided sizes %s don't multiply up to the size of dim %d (%" PRId64
                       ") in the input tensor",
                       tb_shape_text(text, sizeof text, size, n), dim, t->size[dim]);
    return tb_fail(err, TB_RUNTIME_ERROR, "unflatten got an unexpected error:\n%s", reason);
}

tb_status tb_view_unflatten(tb_tensor *out, const tb_tensor *t, int64_t dim, const int64_t *size, int n,
                            tb_error *err)
{
    int64_t whole[TB_MAX_DIMS];
    tb_error inner;
    int d, ndim = t->ndim - 1 + n;
    if (n == 0)
        return tb_fail(err, TB_RUNTIME_ERROR, "unflatten: sizes must be non-empty");
    TB_TRY(tb_wrap_dim(dim, t->ndim, &d, err));
    if (t->ndim == 0)
        return fail_unflatten(t, d, size, n, "Dimension specified as 0 but tensor has no dimensions", err);
    TB_TRY(tb_check_ndim(ndim, err));
    for (int i = 0; i < ndim; i++)
        whole[i] = i < d ? t->size[i] : i < d + n ? size[i - d] : t->size[i - n + 1];
    if (tb_infer_size(whole + d, n, t->size[d], &inner) != TB_OK)
        return fail_unflatten(t, d, size, n, inner.message, err);
    return tb_view_as(out, t, whole, ndim, err);
}

/* Checks that no dimension comes twice; dims are as given, wrapped as they are counted from 0. */
static tb_status check_unique(const tb_shape *dims, const int *wrapped, const char *name, tb_error *err)
{
    char text[TB_SHAPE_TEXT_MAX];
    uint64_t seen = 0;
    for (int i = 0; i < dims->ndim; i++) {
        if (seen >> wrapped[i] & 1)
            return tb_fail(err, TB_RUNTIME_ERROR, "movedim: repeated dim in `%s` (%s)", name,
                           tb_shape_text(text, sizeof text, dims->size, dims->ndim));
        seen |= UINT64_C(1) << wrapped[i];
    }
    return TB_OK;
}

tb_status tb_view_movedim(tb_tensor *out, const tb_tensor *t, const tb_shape *source,
                          const tb_shape *destination, tb_error *err)
{
    char from_text[TB_SHAPE_TEXT_MAX], to_text[TB_SHAPE_TEXT_MAX];
    int from[TB_MAX_DIMS], to[TB_MAX_DIMS];
    int64_t order[TB_MAX_DIMS];
    uint64_t moved = 0;
    const int n = source->ndim;
    if (n != destination->ndim)
        return tb_fail(err, TB_RUNTIME_ERROR,
                       "movedim: Invalid source or destination dims: source (%s dims) should contain the "
                       "same number of dims as destination (%s dims)",
                       tb_shape_text(from_text, sizeof from_text, source->size, n),
                       tb_shape_text(to_text, sizeof to_text, destination->size, destination->ndim));
    for (int i = 0; i < n; i++)
        TB_TRY(tb_wrap_dim(source->size[i], t->ndim, &from[i], err));
    for (int i = 0; i < n; i++)
        TB_TRY(tb_wrap_dim(destination->size[i], t->ndim, &to[i], err));
    TB_TRY(check_unique(source, from, "source", err));
    TB_TRY(check_unique(destination, to, "destination", err));
    if (t->ndim == 0)
        return tb_view_alias(out, t, err);
    for (int d = 0; d < t->ndim; d++)
        order[d] = -1;
    for (int i = 0; i < n; i++) {
        order[to[i]] = from[i];
        moved |= UINT64_C(1) << from[i];
    }
    int next = 0;
    for (int d = 0; d < t->ndim; d++) {
        if (order[d] >= 0)
            continue;
        while (moved >> next & 1)
            next++;
        order[d] = next++;
    }
    return tb_view_permute(out, t, order, t->ndim, err);
}

tb_status tb_view_atleast(tb_tensor *out, const tb_tensor *t, int n, tb_error *err)
{
    tb_tensor wider;
    tb_status status;
    if (t->ndim >= n)
        return tb_view_alias(out, t, err);
    if (t->ndim == 0) {
        const int64_t ones[3] = {1, 1, 1};
        return tb_view_as(out, t, ones, n, err);
    }
    if (n - t->ndim == 1) /* (3) becomes (1, 3), (2, 3) becomes (2, 3, 1) */
        return tb_view_unsqueeze(out, t, n == 2 ? 0 : -1, err);
    TB_TRY(tb_view_unsqueeze(&wider, t, 0, err)); /* (3) becomes (1, 3, 1) */
    status = tb_view_unsqueeze(out, &wider, -1, err);
    tb_tensor_release(&wider);
    return status;
}

/* ---- in place ---- */

/* Moves `from`, which then needs no release, to the uninitialised `to`. */
static void move(tb_tensor *to, tb_tensor *from)
{
    *to = *from;
    if (from->size == from->dims) {
        to->size = to->dims;
        to->stride = to->dims + to->ndim;
    }
    from->size = from->stride = from->dims;
    from->ndim = 0;
    from->numel = 0;
    from->storage = NULL;
}

void tb_tensor_take(tb_tensor *t, tb_tensor *from)
{
    tb_tensor old; /* released last: releasing foreign memory may run any code */
    move(&old, t);
    move(t, from);
    tb_tensor_release(&old);
}

typedef struct {
    tb_tensor *t, *from, *old;
} becoming;

static void become(void *what)
{
    const becoming *b = what;
    move(b->old, b->t);
    move(b->t, b->from);
    b->t->is_view = b->old->is_view;
}

tb_status tb_tensor_become(tb_tensor *t, tb_tensor *from, tb_tensor *old, tb_error *err)
{
    becoming b = {t, from, old};
    if (tb_run_change(become, &b))
        return TB_OK;
    tb_tensor_release(from);
    return tb_fail(err, TB_MEMORY_ERROR, "out of memory");
}

tb_status tb_view_growing(tb_tensor *out, const tb_tensor *t, int64_t offset, const int64_t *size,
                          const int64_t *stride, int ndim, tb_error *err)
{
    const int64_t none = 0, one = 1;
    TB_TRY(tb_tensor_view(out, t->storage, t->dtype, &none, &one, 1, offset, err));
    return tb_made(out, tb_tensor_resize(out, size, stride, ndim, err));
}

tb_status tb_resize(tb_tensor *t, const int64_t *size, int ndim, tb_error *err)
{
    if (tb_same_sizes(t->size, t->ndim, size, ndim))
        return TB_OK;
    return tb_tensor_resize(t, size, NULL, ndim, err);
}

tb_status tb_resize_as(tb_tensor *t, const int64_t *size, int ndim, tb_memory_format format, tb_error *err)
{
    int64_t stride[TB_MAX_DIMS], numel;
    if (format == TB_PRESERVE_FORMAT)
        return tb_fail(err, TB_RUNTIME_ERROR, "Unsupported memory formatPreserve");
    /* Invalid sizes have their own error, which comes first. */
    TB_TRY(tb_check_numel(size, ndim, &numel, err));
    if (format == TB_CONTIGUOUS_FORMAT)
        return tb_tensor_resize(t, size, NULL, ndim, err);
    TB_TRY(tb_check_format(format, ndim, err));
    tb_format_strides(format, size, NULL, ndim, stride);
    return tb_tensor_resize(t, size, stride, ndim, err);
}
