/* small_pair.c: two small tensors that broadcast, with a new result.  A tensor that is not contiguous is
 * packed as a whole, and one of another dtype cast as a whole, so that the plan is that of C-ordered
 * operands. */
#include "core/base/tuning.h"
#include "core/base/strategies.h"
#include "core/plan/cursor.h"
#include "core/pack/pack.h"
#include "core/memory/scratch.h"
#include "core/pointwise/fast.h"

#include <string.h>

/* The kernel's compute dtype; false if the call needs the general path's checks. */
static bool pair_dtype(int op, const tb_tensor *a, const tb_tensor *b, tb_dtype *dtype)
{
    *dtype = a->dtype;
    if (a->dtype != b->dtype) {
        if ((a->ndim == 0) != (b->ndim == 0)) /* then one has priority in promotion */
            return false;
        *dtype = tb_promote(a->dtype, b->dtype);
        if (*dtype == TB_UNDEFINED ||
            tb_is_half(*dtype)) /* a single element of another dtype may not be rounded */
            return false;
    }
    return tb_plain_rows[op].pairs >> *dtype & 1;
}

/* Is the tensor C-ordered, perhaps strided or with gaps?  Each stride is at least the extent of the next
 * dimension. */
static bool is_ordered(const tb_tensor *t)
{
    for (int d = t->ndim - 1; d > 0; d--)
        if (t->stride[d - 1] < t->size[d] * t->stride[d] || t->stride[d] == 0)
            return false;
    return t->ndim == 0 || t->stride[0] != 0;
}

/* Do the tensor's strides alone decide the order of the result's dimensions?  (If two are equal, the other
 * tensor's strides count too.) */
static bool decides(const tb_tensor *t, const tb_tensor *other)
{
    for (int d = t->ndim - 1; d > 0; d--)
        if (t->stride[d - 1] == t->stride[d])
            return false;
    return tb_same_sizes(t->size, t->ndim, other->size, other->ndim);
}

/* Is the result C-ordered?  If torch casts an operand first, the copy has other strides along dimensions of
 * size 1. */
static bool gives_order(const tb_tensor *a, const tb_tensor *b, const tb_small_pair *pair, int ndim)
{
    for (int d = 0; a->dtype != b->dtype && d < ndim; d++)
        if (pair->size[d] == 1)
            return false;
    return is_ordered(a) && (is_ordered(b) || decides(a, b));
}

/* Extends the plan to the two dimensions that the kernel takes. */
static void end_plan(tb_small_pair *pair, int64_t itemsize)
{
    const int64_t one[2] = {itemsize, itemsize}, none[2] = {0};
    tb_plan_end(&pair->plan, one);
    if (pair->plan.ndim == 1)
        tb_plan_append(&pair->plan, 1, none);
}

/* Are both dense with the same strides?  Then the result has them too, and the kernel's operands are single
 * rows. (Dimensions of size 1 may have any strides.) */
static bool is_alike(const tb_tensor *a, const tb_tensor *b, tb_small_pair *pair)
{
    if (a->contiguous || a->dtype != b->dtype || !tb_same_sizes(a->size, a->ndim, b->size, b->ndim) ||
        !tb_same_sizes(a->stride, a->ndim, b->stride, b->ndim))
        return false;
    for (int d = 0; d < a->ndim; d++) {
        if (a->size[d] == 1)
            return false;
        pair->size[d] = a->size[d];
    }
    if (!tb_is_dense(a->size, a->stride, a->ndim))
        return false;
    pair->numel = a->numel;
    pair->ndim = a->ndim;
    pair->alike = true;
    const int64_t contiguous[2] = {a->itemsize, a->itemsize};
    tb_plan_begin(&pair->plan, 2);
    tb_plan_append(&pair->plan, a->numel, contiguous);
    end_plan(pair, a->itemsize);
    return a->numel != 0;
}

bool tb_is_small_pair(int op, const tb_tensor *a, const tb_tensor *b, tb_small_pair *pair)
{
    const tb_tensor *const in[] = {a, b};
    const int ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    int64_t own[2] = {1, 1}; /* strides of C-ordered or packed tensors */
    bool apart = false;
    if (a->numel > TB_SMALL_PAIR || b->numel > TB_SMALL_PAIR || ndim > TB_INLINE_DIMS ||
        !pair_dtype(op, a, b, &pair->compute))
        return false;
    if (is_alike(a, b, pair))
        return true;
    pair->alike = false;
    pair->numel = 1;
    const int64_t itemsize = tb_dtypes[pair->compute].itemsize;
    tb_plan_begin(&pair->plan, 2);
    for (int i = 1; i <= ndim; i++) {
        int64_t size = 1, stride[2];
        for (int k = 0; k < 2; k++) {
            const int d = in[k]->ndim - i;
            const int64_t n = d < 0 ? 1 : in[k]->size[d];
            apart |= d >= 0 && in[k]->stride[d] != own[k];
            stride[k] = n == 1 ? 0 : own[k] * itemsize;
            own[k] *= n;
            if (n != 1 && size != 1 && n != size)
                return false;
            size = n == 1 ? size : n;
        }
        pair->size[ndim - i] = size;
        pair->numel *= size;
        if (pair->numel > TB_SMALL_PAIR || pair->numel == 0)
            return false;
        tb_plan_add(&pair->plan, size, stride);
    }
    if (apart && !gives_order(a, b, pair, ndim))
        return false;
    end_plan(pair, itemsize);
    pair->ndim = ndim;
    return pair->numel <= TB_SMALL_PAIR_ROWS * pair->plan.size[0];
}

/* The elements in C order: in place, or packed into the tile. */
static char *packed(const tb_tensor *t, char *tile)
{
    const int64_t itemsize = t->itemsize;
    tb_plan plan;
    tb_plan_begin(&plan, 1);
    for (int d = t->ndim; d-- > 0;) {
        const int64_t stride = t->stride[d] * itemsize;
        tb_plan_add(&plan, t->size[d], &stride);
    }
    tb_plan_end(&plan, &itemsize);
    tb_pack(tile, tb_data(t), plan.size, plan.stride[0], plan.ndim, t->itemsize);
    return tile;
}

enum { TILE_BYTES = TB_SMALL_PAIR * sizeof(tb_element) };
_Static_assert(4 * TILE_BYTES <= TB_SCRATCH_BYTES, "two tiles of each operand");

/* The operand's elements in the kernel's dtype: in place, or packed or cast into its two tiles. */
static char *as_computed(const tb_tensor *t, bool alike, tb_dtype compute, char *tiles)
{
    char *data = t->contiguous || alike ? tb_data(t) : packed(t, tiles);
    if (t->dtype == compute)
        return data;
    tb_kernels_active->cast[t->dtype][compute](tiles + TILE_BYTES, data, t->numel);
    return tiles + TILE_BYTES;
}

/* Do both operands need no tile? */
static bool is_in_place(const tb_tensor *a, const tb_tensor *b, const tb_small_pair *pair)
{
    return a->dtype == b->dtype && (pair->alike || (a->contiguous && b->contiguous));
}

tb_status tb_run_small_pair(tb_tensor *out, int op, const tb_tensor *a, const tb_tensor *b,
                            tb_small_pair *pair, tb_error *err)
{
    const tb_dtype result = (tb_dtype)tb_plain_rows[op].result[pair->compute];
    TB_TRY(pair->alike ? tb_tensor_new(out, result, a->size, a->stride, a->ndim, false, err)
                       : tb_tensor_new_plain(out, result, pair->size, pair->ndim, pair->numel, false, err));
    TB_TOOK(SMALL_PAIR);
    const tb_kernel kernel = tb_kernels_active->pointwise[op][pair->compute];
    char *const tiles = is_in_place(a, b, pair) ? NULL : tb_scratch_take();
    tb_plan *plan = &pair->plan;
    const int64_t n = plan->size[0], rows = plan->size[1], itemsize = out->itemsize;
    const int64_t inner[] = {itemsize, plan->stride[0][0], plan->stride[1][0]},
                  outer[] = {n * itemsize, plan->stride[0][1], plan->stride[1][1]};
    const int64_t blocks = plan->ndim > 2 ? plan->size[2] : 1, block = rows * outer[0];
    const int64_t next[] = {blocks > 1 ? plan->stride[0][2] : 0, blocks > 1 ? plan->stride[1][2] : 0};
    char *to = tb_data(out);
    tb_cursor at;
    plan->data[0] = as_computed(a, pair->alike, pair->compute, tiles);
    plan->data[1] = as_computed(b, pair->alike, pair->compute, tiles + 2 * TILE_BYTES);
    tb_cursor_begin(&at, plan, 3);
    do {
        char *x = at.p[0], *y = at.p[1];
        for (int64_t i = 0; i < blocks; i++, to += block, x += next[0], y += next[1])
            kernel((char *[]){to, x, y}, inner, outer, n, rows, &tb_no_context);
    } while (tb_cursor_advance(&at, plan, 3, 1));
    if (tiles)
        tb_scratch_give(tiles);
    return TB_OK;
}
