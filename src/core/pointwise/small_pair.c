/* small_pair.c: two small tensors that broadcast, with a new result: loops over the
 * kernel without a plan; what is not contiguous is packed first. */
#include "core/base/tuning.h"
#include "core/kernels/by_size.h"
#include "core/memory/scratch.h"
#include "core/pointwise/fast.h"

#include <string.h>

/* The dtype in which the kernel computes; false where the engine has to look closer. */
static bool pair_dtype(int op, const tb_tensor *a, const tb_tensor *b, tb_dtype *dtype)
{
    *dtype = a->dtype;
    if (a->dtype != b->dtype) {
        if ((a->ndim == 0) != (b->ndim == 0)) /* then they are not equals in promotion */
            return false;
        *dtype = tb_promote(a->dtype, b->dtype);
        if (*dtype == TB_UNDEFINED ||
            tb_is_half(*dtype)) /* one element of another dtype may not be rounded to it */
            return false;
    }
    return tb_pair_rows[op].dtypes >> *dtype & 1;
}

/* Adds a loop around the others, or widens the last one. */
static void add_loop(tb_small_pair *pair, int64_t size, const int64_t stride[2])
{
    const int last = pair->n - 1;
    if (last >= 0 && stride[0] == pair->loop[last] * pair->stride[0][last] &&
        stride[1] == pair->loop[last] * pair->stride[1][last]) {
        pair->loop[last] *= size;
        return;
    }
    pair->loop[pair->n] = size;
    pair->stride[0][pair->n] = stride[0];
    pair->stride[1][pair->n++] = stride[1];
}

/* C-ordered, possibly strided or with gaps: each stride is at least what the next dimension spans. */
static bool is_ordered(const tb_tensor *t)
{
    for (int d = t->ndim - 1; d > 0; d--)
        if (t->stride[d - 1] < t->size[d] * t->stride[d] || t->stride[d] == 0)
            return false;
    return t->ndim == 0 || t->stride[0] != 0;
}

/* Do the tensor's strides alone decide the order of the result's dimensions?  (Where two are equal, the
 * other tensor's count.) */
static bool decides(const tb_tensor *t, const tb_tensor *other)
{
    for (int d = t->ndim - 1; d > 0; d--)
        if (t->stride[d - 1] == t->stride[d])
            return false;
    return tb_same_sizes(t->size, t->ndim, other->size, other->ndim);
}

/* Is the result C-ordered?  Casts, which torch makes first, give dimensions of size 1 other strides. */
static bool gives_order(const tb_tensor *a, const tb_tensor *b, const tb_small_pair *pair, int ndim)
{
    for (int d = 0; a->dtype != b->dtype && d < ndim; d++)
        if (pair->size[d] == 1)
            return false;
    return is_ordered(a) && (is_ordered(b) || decides(a, b));
}

/* One memory order, and no gaps: the result has it as well, and the kernel sees one row.  (Sizes of 1 may
 * have any strides.) */
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
    pair->numel = pair->loop[0] = a->numel;
    pair->loop[1] = pair->stride[0][0] = pair->stride[1][0] = 1;
    pair->stride[0][1] = pair->stride[1][1] = 0;
    pair->n = 2;
    pair->ndim = a->ndim;
    pair->alike = true;
    return a->numel != 0;
}

bool tb_is_small_pair(int op, const tb_tensor *a, const tb_tensor *b, tb_small_pair *pair)
{
    const tb_tensor *const in[] = {a, b};
    const int ndim = a->ndim > b->ndim ? a->ndim : b->ndim;
    int64_t own[2] = {1, 1}; /* strides, of tensors that are C-ordered throughout or become so by packing */
    bool apart = false;
    if (a->numel > TB_SMALL_PAIR || b->numel > TB_SMALL_PAIR || ndim > TB_INLINE_DIMS ||
        !pair_dtype(op, a, b, &pair->compute))
        return false;
    if (is_alike(a, b, pair))
        return true;
    pair->alike = false;
    pair->numel = 1;
    pair->n = 0;
    for (int i = 1; i <= ndim; i++) {
        int64_t size = 1, stride[2];
        for (int k = 0; k < 2; k++) {
            const int d = in[k]->ndim - i;
            const int64_t n = d < 0 ? 1 : in[k]->size[d];
            apart |= d >= 0 && in[k]->stride[d] != own[k];
            stride[k] = n == 1 ? 0 : own[k];
            own[k] *= n;
            if (n != 1 && size != 1 && n != size)
                return false;
            size = n == 1 ? size : n;
        }
        pair->size[ndim - i] = size;
        pair->numel *= size;
        if (pair->numel > TB_SMALL_PAIR || pair->numel == 0)
            return false;
        if (size != 1)
            add_loop(pair, size, stride);
    }
    if (apart && !gives_order(a, b, pair, ndim))
        return false;
    for (; pair->n < 2; pair->n++) { /* one row, of one element */
        pair->loop[pair->n] = 1;
        pair->stride[0][pair->n] = pair->stride[1][pair->n] = 0;
    }
    pair->ndim = ndim;
    return pair->numel <= TB_SMALL_PAIR_ROWS * pair->loop[0];
}

/* A dimension of packed memory: elements and the distance between them, in bytes. */
typedef struct {
    int64_t n, step;
} pack_dim;

/* Rows of few elements, to contiguous ones: a call for each row would take longer. */
static void pack_rows(char *dst, const char *src, pack_dim rows, pack_dim inner, int itemsize)
{
#define MOVE(T, N)                                      \
    for (int64_t i = 0; i < rows.n; i++)                \
        for (int64_t j = 0; j < inner.n; j++, dst += N) \
            memcpy(dst, src + i * rows.step + j * inner.step, N)
    TB_BY_SIZE(itemsize, MOVE);
#undef MOVE
}

/* The elements in C order, two dimensions at a time. */
static char *packed(const tb_tensor *t, char *tile)
{
    const tb_move_kernels *move = &tb_kernels_active->move[__builtin_ctz(t->itemsize)];
    pack_dim dim[TB_INLINE_DIMS] = {{1, 0}, {1, 0}};
    int64_t index[TB_INLINE_DIMS] = {0};
    const char *src = tb_data(t);
    int n = 0;
    for (int d = t->ndim; d-- > 0;)
        if (t->size[d] != 1)
            dim[n++] = (pack_dim){t->size[d], t->stride[d] * t->itemsize};
    for (char *dst = tile;; dst += dim[0].n * dim[1].n * t->itemsize) {
        int d = 2;
        if (dim[0].n < TB_SMALL_PAIR_LONG_ROW)
            pack_rows(dst, src, dim[1], dim[0], t->itemsize);
        else
            for (int64_t i = 0; i < dim[1].n; i++)
                move->gather(dst + i * dim[0].n * t->itemsize, src + i * dim[1].step, dim[0].step, dim[0].n);
        for (; d < n; d++) {
            src += dim[d].step;
            if (++index[d] < dim[d].n)
                break;
            src -= dim[d].n * dim[d].step;
            index[d] = 0;
        }
        if (d >= n)
            return tile;
    }
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

/* Does neither of them need a tile? */
static bool is_in_place(const tb_tensor *a, const tb_tensor *b, const tb_small_pair *pair)
{
    return a->dtype == b->dtype && (pair->alike || (a->contiguous && b->contiguous));
}

tb_status tb_run_small_pair(int op, tb_tensor *out, const tb_tensor *a, const tb_tensor *b,
                            const tb_small_pair *pair, tb_error *err)
{
    const tb_dtype result = (tb_dtype)tb_pair_rows[op].result[pair->compute];
    TB_TRY(pair->alike ? tb_tensor_new(out, result, a->size, a->stride, a->ndim, false, err)
                       : tb_tensor_new_plain(out, result, pair->size, pair->ndim, pair->numel, false, err));
    const int64_t itemsize = tb_dtypes[pair->compute].itemsize, n = pair->loop[0];
    const int64_t inner[] = {out->itemsize, pair->stride[0][0] * itemsize, pair->stride[1][0] * itemsize},
                  outer[] = {n * out->itemsize, pair->stride[0][1] * itemsize, pair->stride[1][1] * itemsize};
    const tb_kernel kernel = tb_kernels_active->pointwise[op][pair->compute];
    char *const tiles = is_in_place(a, b, pair) ? NULL : tb_scratch_take();
    char *p[] = {tb_data(out), as_computed(a, pair->alike, pair->compute, tiles),
                 as_computed(b, pair->alike, pair->compute, tiles + 2 * TILE_BYTES)};
    int64_t index[TB_INLINE_DIMS] = {0};
    for (int d;;) {
        kernel(p, inner, outer, n, pair->loop[1], &tb_no_context);
        p[0] += pair->loop[1] * outer[0];
        for (d = 2; d < pair->n; d++) {
            p[1] += pair->stride[0][d] * itemsize;
            p[2] += pair->stride[1][d] * itemsize;
            if (++index[d] < pair->loop[d])
                break;
            p[1] -= pair->loop[d] * pair->stride[0][d] * itemsize;
            p[2] -= pair->loop[d] * pair->stride[1][d] * itemsize;
            index[d] = 0;
        }
        if (d >= pair->n)
            break;
    }
    if (tiles)
        tb_scratch_give(tiles);
    return TB_OK;
}
