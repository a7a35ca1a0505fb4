/* overlap.c: fuzzes what is said of two views of one memory - do they touch, may one be written, must the other be
 * copied before - against the sets of their bytes; and calls whose output lies among their inputs against the
 * same calls on copies. */
#include "fuzz.h"

#include "core/pointwise/pointwise.h"

enum { BYTES = 512, MOST = 1024 };

/* Bytes that a view touches: how many of its elements each belongs to. */
typedef struct {
    int count[BYTES];
    int first, last; /* the first one, and the one behind the last */
    bool twice; /* two elements share a byte */
} bytes_of;

static void look(bytes_of *b, const tb_tensor *t)
{
    int64_t index[TB_MAX_DIMS] = {0};
    memset(b, 0, sizeof *b);
    b->first = BYTES;
    do {
        const int at = (int)(element_of(t, index, t->ndim) - t->storage->data);
        for (int i = at; i < at + t->itemsize; i++)
            b->twice |= ++b->count[i] > 1;
        b->first = at < b->first ? at : b->first;
        b->last = at + t->itemsize > b->last ? at + t->itemsize : b->last;
    } while (next_index(index, t->size, t->ndim));
}

/* Some permutation of the dimensions is contiguous: no byte between the first and the last is missing. */
static bool is_dense(const bytes_of *b)
{
    for (int i = b->first; i < b->last; i++)
        if (b->count[i] != 1)
            return false;
    return true;
}

/* Is every element of `in`, expanded, read before its bytes are written, when elements are written one after
 * the other, each after its own was read, in this order or the reverse? */
static bool is_read_in_time(const tb_tensor *out, const tb_tensor *in, bool reversed)
{
    static int64_t written_at[BYTES];
    int64_t index[TB_MAX_DIMS] = {0}, n = 0;
    const int64_t numel = out->numel;
    for (int i = 0; i < BYTES; i++)
        written_at[i] = reversed ? -1 : INT64_MAX; /* in steps of the row-major loop; never */
    do {
        const int64_t at = element_of(out, index, out->ndim) - out->storage->data;
        for (int64_t i = at; i < at + out->itemsize; i++)
            written_at[i] =
                reversed ? (n > written_at[i] ? n : written_at[i]) : (n < written_at[i] ? n : written_at[i]);
        n++;
    } while (next_index(index, out->size, out->ndim));
    AGREES(n == numel);
    n = 0;
    do {
        const int64_t at = element_of(in, index, out->ndim) - in->storage->data;
        for (int64_t i = at; i < at + in->itemsize; i++)
            if (reversed ? written_at[i] > n : written_at[i] < n)
                return false;
        n++;
    } while (next_index(index, out->size, out->ndim));
    return true;
}

static tb_storage *memory;

static bool take_view(fuzz_input *in, tb_tensor *t, tb_dtype dtype, const tb_shape *like)
{
    tb_shape shape;
    const int how = take(in);
    take_shape(in, &shape, 4, 5);
    if (like && how & 1) {
        shape = *like;
        for (int d = 0; d < shape.ndim; d++)
            if (how >> (1 + d) & 1)
                shape.size[d] = 1;
    }
    return take_tensor(in, t, dtype, &shape, memory);
}

static tb_dtype take_dtype(fuzz_input *in)
{
    static const tb_dtype dtypes[] = {TB_UINT8, TB_INT16, TB_INT32, TB_INT64, TB_COMPLEX128};
    return dtypes[take_below(in, 5)];
}

static bool same_layout(const tb_tensor *a, const tb_tensor *b)
{
    return tb_data(a) == tb_data(b) && tb_same_sizes(a->stride, a->ndim, b->stride, b->ndim);
}

static void judge(const tb_tensor *out, const tb_tensor *in)
{
    static bytes_of a, b;
    bool broadcast_writes = false, shared = false;
    for (int d = 0; d < out->ndim; d++)
        broadcast_writes |= out->stride[d] == 0 && out->size[d] > 1;
    AGREES((tb_check_writable(out, NULL) == TB_OK) == (!broadcast_writes || out->contiguous));
    if (out->numel == 0 || in->numel == 0) {
        AGREES(!tb_extents_overlap(out, in) && !tb_needs_private_copy(out, in));
        AGREES(tb_check_partial_overlap(out, in, NULL) == TB_OK);
        return;
    }
    look(&a, out);
    look(&b, in);
    for (int i = 0; i < BYTES; i++)
        shared |= a.count[i] && b.count[i];
    const bool meeting = a.first < b.last && b.first < a.last;
    AGREES(tb_extents_overlap(out, in) == meeting);
    AGREES(tb_extents_overlap(in, out) == meeting);
    AGREES(!tb_is_non_overlapping(out) || !a.twice);
    AGREES(!is_dense(&a) || tb_is_non_overlapping(out));
    /* torch looks at dense views only; of those the very same elements are fine. */
    const bool both_dense = is_dense(&a) && is_dense(&b);
    const bool same = same_layout(out, in) && a.last == b.last;
    AGREES(!both_dense || meeting == shared);
    AGREES((tb_check_partial_overlap(out, in, NULL) == TB_OK) == !(both_dense && meeting && !same));
    AGREES((tb_check_no_overlap(out, in, NULL) == TB_OK) == !(both_dense && meeting));
    const bool uncopied =
        !tb_needs_private_copy(out, in) && tb_expandable(in->size, in->ndim, out->size, out->ndim, NULL);
#ifdef PLANTED_FAULT
    AGREES(!meeting || shared || out->ndim != 2 || in->ndim != 2);
#endif
    if (uncopied) /* whatever the order in which elements are written */
        AGREES(is_read_in_time(out, in, false) && is_read_in_time(out, in, true));
}

/* ---- calls ---- */

static int64_t integer_at(tb_dtype dtype, const char *p)
{
    int64_t value = 0;
    tb_convert(TB_INT64, &value, dtype, p);
    return value;
}

/* out = a + b, or out = a, all in one memory: what the elements were before the call counts. */
static void call_on(tb_tensor *out, const tb_tensor *a, const tb_tensor *b)
{
    static char before[BYTES];
    static int64_t values[MOST];
    tb_call call = {.op = b ? TB_OP_ADD : TB_OP_COPY,
                    .form = b ? TB_FORM_OUT : TB_FORM_WRITE,
                    .in = {{.tensor = a}, {.tensor = b}},
                    .out = out,
                    .default_dtype = TB_FLOAT32,
                    .forced_dtype = TB_UNDEFINED};
    int64_t index[TB_MAX_DIMS] = {0}, n = 0;
    if (!tb_expandable(a->size, a->ndim, out->size, out->ndim, NULL) ||
        (b && !tb_expandable(b->size, b->ndim, out->size, out->ndim, NULL)))
        return;
    if (b) { /* out= keeps its sizes */
        tb_shape joint = {.ndim = 0};
        AGREES(tb_broadcast(&joint, a->size, a->ndim, NULL) == TB_OK);
        AGREES(tb_broadcast(&joint, b->size, b->ndim, NULL) == TB_OK);
        if (!tb_same_sizes(joint.size, joint.ndim, out->size, out->ndim))
            return;
    }
    memcpy(before, memory->data, BYTES);
    if (tb_prepare(&call, NULL) != TB_OK) {
        AGREES(memcmp(before, memory->data, BYTES) == 0);
        return;
    }
    const tb_dtype dtype = b ? call.result : (tb_dtype)out->dtype;
    if (out->numel)
        do {
            uint64_t sum = (uint64_t)integer_at((tb_dtype)a->dtype, element_of(a, index, out->ndim));
            if (b)
                sum += (uint64_t)integer_at((tb_dtype)b->dtype, element_of(b, index, out->ndim));
            tb_convert(dtype, &values[n], TB_INT64, &sum);
            values[n] = integer_at(dtype, (const char *)&values[n]);
            n++;
        } while (next_index(index, out->size, out->ndim));
    AGREES(tb_run(&call, NULL) == TB_OK);
    n = 0;
    if (out->numel && tb_is_non_overlapping(out))
        do {
            char expected[16];
            tb_convert((tb_dtype)out->dtype, expected, TB_INT64, &values[n++]);
            AGREES(memcmp(expected, element_of(out, index, out->ndim), out->itemsize) == 0);
        } while (next_index(index, out->size, out->ndim));
    /* Nothing else is written. */
    static bytes_of touched;
    memset(&touched, 0, sizeof touched);
    if (out->numel)
        look(&touched, out);
    for (int i = 0; i < BYTES; i++)
        AGREES(touched.count[i] || before[i] == memory->data[i]);
}

static void fuzz_one(const uint8_t *bytes, size_t n)
{
    static const tb_dtype integers[] = {TB_UINT8, TB_INT16, TB_INT32, TB_INT64};
    fuzz_input in = {bytes, bytes + n};
    tb_tensor t[3];
    int made = 0;
    const int what = take_below(&in, 3);
    AGREES(tb_storage_new(BYTES, true, &memory, NULL) == TB_OK);
    fill_bytes(memory, 5);
    for (bool fits = true; fits && made < 2 + (what == 2); made += fits) {
        tb_shape like = {.ndim = 0};
        if (made)
            tb_set_shape(&like, &t[0]);
        const tb_dtype dtype = what ? integers[take_below(&in, 4)] : take_dtype(&in);
        fits = take_view(&in, &t[made], dtype, made ? &like : NULL);
    }
    if (made == 2 && what == 0)
        judge(&t[0], &t[1]);
    if (made == 2 && what == 1)
        call_on(&t[0], &t[1], NULL);
    if (made == 3)
        call_on(&t[0], &t[1], &t[2]);
    while (made > 0)
        tb_tensor_release(&t[--made]);
    tb_storage_release(memory);
}
