/* nonzero.c: the true elements of a mask: their coordinates, or their offsets into a tensor that the mask
 * selects from.  Every mask is first made a contiguous bool tensor; the loops store at every element and
 * advance by its truth value, without branches.  If another thread clears elements of the mask after they
 * were counted, zeros are stored for them. */
#include "core/base/strategies.h"
#include "core/copy/clone.h"
#include "core/index/index.h"
#include "core/plan/cursor.h"
#include "core/iterate/parallel.h"

#include <string.h>

/* ---- counting ---- */

/* The number of bytes of p[0..n) that are not 0. */
static int64_t count_true(const uint8_t *p, int64_t n)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), ones = UINT64_C(0x0101010101010101);
    int64_t count = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, p + i, 8);
        word = ((word | ((word & low) + low)) >> 7) & ones; /* 1 for each byte that is not 0 */
        count += (int64_t)(word * ones >> 56);
    }
    for (; i < n; i++)
        count += p[i] != 0;
    return count;
}

/* Makes *t contiguous bools: itself, or a copy, which the caller releases. */
static tb_status as_mask(const tb_tensor **t, tb_tensor *copy, tb_error *err)
{
    if ((*t)->dtype == TB_BOOL && (*t)->contiguous)
        return TB_OK;
    TB_TRY(tb_clone(copy, *t, TB_BOOL, false, err));
    *t = copy;
    return TB_OK;
}

enum { BLOCK = 64 };

/* The first element from i on that may be true, or `end`: whole blocks of false elements are passed over.  *until
 * becomes the end of the block, so that this is asked again there. */
static int64_t next_block(const uint8_t *mask, int64_t i, int64_t end, int64_t *until)
{
    for (; end - i >= BLOCK; i += BLOCK) {
        uint64_t words[BLOCK / 8], any = 0;
        memcpy(words, mask + i, BLOCK);
        for (int k = 0; k < BLOCK / 8; k++)
            any |= words[k];
        if (any) {
            *until = i + BLOCK;
            return i;
        }
        TB_TOOK(MASK_BLOCK_IS_FALSE);
    }
    *until = end;
    return i;
}

/* Writes first + i * step to to[found], ... for each true element i from i to until, as long as there is room;
 * returns how many are found then. */
static inline int64_t write_block(int64_t *to, const uint8_t *mask, int64_t i, int64_t until, int64_t first,
                                  int64_t step, int64_t found, int64_t count)
{
    if (until - i == BLOCK && count - found >= BLOCK) /* room for all */
        for (int k = 0; k < BLOCK; k++) {
            to[found] = first + (i + k) * step;
            found += mask[i + k] != 0;
        }
    else
        for (; i < until && found < count; i++) {
            to[found] = first + i * step;
            found += mask[i] != 0;
        }
    return found;
}

/* ---- coordinates ---- */

/* Column d of `count` coordinates is at to + d * count. */
static void write_coordinates(int64_t *to, const uint8_t *mask, const tb_plan *plan, int64_t count)
{
    const int last = plan->ndim - 1;
    int64_t *const inner = to + last * count, found = 0, since = 0;
    const int64_t length = plan->size[0];
    tb_cursor at;
    tb_cursor_begin(&at, plan, 1);
    do {
        const int64_t first = found;
        for (int64_t i = 0, end, until; i < length && found < count;) {
            for (end = tb_min(length, i + TB_INTERRUPT_ELEMENTS); i < end && found < count; i = until) {
                i = next_block(mask, i, end, &until);
                found = write_block(inner, mask, i, until, 0, 1, found, count);
            }
            if (tb_interrupted_after(tb_min(length, TB_INTERRUPT_ELEMENTS), &since))
                return;
        }
        for (int d = 0; d < last; d++)
            for (int64_t i = first; i < found; i++)
                to[d * count + i] = at.index[last - d];
        mask += length;
    } while (found < count && tb_cursor_advance(&at, plan, 1, 1));
    for (int d = 0; d <= last; d++)
        memset(to + d * count + found, 0, (size_t)(count - found) * sizeof *to);
}

tb_status tb_nonzero(tb_tensor *out, const tb_tensor *t, const tb_lock_callbacks *lock, tb_error *err)
{
    const tb_tensor *mask = t;
    tb_tensor copy = {0};
    TB_TRY(tb_refuse_unsigned(t->dtype, "nonzero_count_cpu", err));
    TB_TRY(as_mask(&mask, &copy, err));
    const int64_t count = count_true((const uint8_t *)tb_data(mask), mask->numel);
    const int64_t size[2] = {count, t->ndim}, stride[2] = {1, count};
    tb_status status = tb_tensor_new(out, TB_INT64, size, stride, 2, false, err);
    if (status == TB_OK && out->numel > 0) {
        tb_storage *const storages[2] = {mask->storage, out->storage};
        const char *bytes = tb_data(mask);
        tb_plan plan;
        tb_plan_begin(&plan, 0);
        for (int d = mask->ndim; d-- > 0;) /* as they are, for the coordinates */
            tb_plan_append(&plan, mask->size[d], NULL);
        tb_plan_end(&plan, NULL);
        int code = 0;
        TB_WITHOUT_LOCK (&code, lock, tb_parallel_cost(mask->numel, 1, 2), storages, 2)
            write_coordinates((int64_t *)tb_data(out), (const uint8_t *)bytes, &plan, count);
        status = tb_made(out, tb_status_of_code(code, err));
    }
    tb_tensor_release(&copy);
    return status;
}

/* ---- offsets ---- */

static void write_offsets(int64_t *to, const uint8_t *mask, const tb_plan *plan, int64_t count)
{
    const int64_t length = plan->size[0], step = plan->stride[0][0];
    int64_t found = 0;
    tb_cursor at;
    tb_cursor_begin(&at, plan, 1);
    do {
        const int64_t offset = at.p[0] - plan->data[0];
        for (int64_t i = 0, until; i < length && found < count; i = until) {
            i = next_block(mask, i, length, &until);
            found = write_block(to, mask, i, until, offset, step, found, count);
        }
        mask += length;
    } while (found < count && tb_cursor_advance(&at, plan, 1, 1));
    memset(to + found, 0, (size_t)(count - found) * sizeof *to);
}

tb_status tb_mask_offsets(tb_tensor *out, const tb_tensor *mask, const int64_t *stride, tb_error *err)
{
    tb_tensor copy = {0};
    TB_TRY(as_mask(&mask, &copy, err));
    char *const bytes = tb_data(mask);
    const int64_t count = count_true((const uint8_t *)bytes, mask->numel);
    const tb_status status = tb_tensor_new(out, TB_INT64, &count, NULL, 1, false, err);
    if (status == TB_OK && count > 0) {
        /* an address that only counts: a byte of it is an element of the other tensor */
        const tb_layout layout = {bytes, mask->size, stride, mask->ndim, 1};
        tb_shape shape;
        tb_plan plan;
        tb_set_shape(&shape, mask);
        tb_plan_in_order(&plan, &shape, &layout, 1);
        write_offsets((int64_t *)tb_data(out), (const uint8_t *)bytes, &plan, count);
    }
    tb_tensor_release(&copy);
    return status;
}
