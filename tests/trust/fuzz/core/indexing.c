/* indexing.c: fuzzes t[index] and t[index] = value of integers, slices, new dimensions, ellipses, booleans, masks and
 * tensors of indices against a model that finds every element by itself; also nonzero and masked_select. */
#define FUZZ_ELEMENTS 300
#include "fuzz.h"

enum { MOST_ITEMS = 6, MOST_DIMS = 24, MOST_POSITIONS = 4096 };

/* What selects positions along dimensions: a tensor of indices along one; a mask along several, as one list of
 * positions for each. */
typedef struct {
    tb_shape shape;
    int64_t *position[4];
} selector;

/* A dimension of the view, and what selects along it: selector `by`, its list `part`; by -1: nothing. */
typedef struct {
    int64_t size, stride;
    int by, part;
} dimension;

typedef struct {
    const tb_tensor *t;
    tb_index_item item[MOST_ITEMS];
    int nitems, specified, ellipses;
    tb_tensor tensor[MOST_ITEMS]; /* of items */
    int ntensors;
    /* the model */
    bool refused; /* an item fails; what comes after it does not count */
    bool byte_mask;
    dimension dim[MOST_DIMS];
    int ndim, at;
    int64_t offset;
    selector by[MOST_ITEMS];
    int nby;
    int64_t room[MOST_POSITIONS];
    int64_t used;
} program;

static int64_t *positions(program *p, int64_t n)
{
    int64_t *found = p->room + p->used;
    p->used += n;
    AGREES(p->used <= MOST_POSITIONS);
    return found;
}

/* ---- items, and what the model makes of each ---- */

static void insert_dim(program *p, int by)
{
    if (p->ndim == MOST_DIMS || p->at > p->ndim) {
        p->refused = true;
        return;
    }
    memmove(&p->dim[p->at + 1], &p->dim[p->at], (size_t)(p->ndim - p->at) * sizeof *p->dim);
    p->dim[p->at++] = (dimension){1, 0, by, 0};
    p->ndim++;
}

static void add_integer(fuzz_input *in, program *p)
{
    const int64_t size = p->at < p->ndim ? p->dim[p->at].size : 0;
    const int64_t index = take_below(in, (int)(2 * size + 1)) - size;
    p->item[p->nitems++] = (tb_index_item){.kind = TB_ITEM_INT, .value = index};
    p->specified++;
    if (index >= size) {
        p->refused = true;
        return;
    }
    p->offset += (index < 0 ? index + size : index) * p->dim[p->at].stride;
    memmove(&p->dim[p->at], &p->dim[p->at + 1], (size_t)(--p->ndim - p->at) * sizeof *p->dim);
}

static int64_t take_bound(fuzz_input *in)
{
    static const int64_t rare[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, INT64_MAX - 1, INT64_C(1) << 62};
    const int b = take(in);
    return b < 250 ? b % 21 - 10 : rare[b % 5];
}

static int64_t clamped(int64_t bound, int64_t size)
{
    bound += bound < 0 ? size : 0;
    return bound < 0 ? 0 : bound > size ? size : bound;
}

static void add_slice(fuzz_input *in, program *p)
{
    static const int64_t steps[] = {1, 2, 3, 1, 7, INT64_MAX, 0, -1};
    const int64_t start = take_bound(in), stop = take_bound(in), step = steps[take_below(in, 8)];
    p->item[p->nitems++] = (tb_index_item){TB_ITEM_SLICE, start, stop, step, NULL};
    p->specified++;
    if (step < 1 || p->at >= p->ndim) {
        p->refused = true;
        return;
    }
    dimension *d = &p->dim[p->at++];
    const int64_t first = clamped(start, d->size), last = clamped(stop, d->size);
    int64_t n = 0;
    for (int64_t i = first; i < last && i >= first; n++)
        i = step > last - i ? last : i + step;
    p->offset += n ? first * d->stride : 0;
    d->size = n;
    d->stride = n > 1 ? d->stride * step : d->stride;
}

static void add_indices(fuzz_input *in, program *p)
{
    static const tb_dtype dtypes[] = {TB_INT64, TB_INT64, TB_INT32, TB_INT16};
    const tb_dtype dtype = dtypes[take_below(in, 4) * (take_below(in, 4) == 0)];
    tb_tensor *t = &p->tensor[p->ntensors++];
    tb_shape shape;
    take_shape(in, &shape, 3, 4);
    for (int d = 0; d < shape.ndim; d++) /* what broadcasts */
        shape.size[d] = shape.size[d] > 1 ? d + 2 : shape.size[d];
    AGREES(take_tensor(in, t, dtype, &shape, NULL));
    p->item[p->nitems++] = (tb_index_item){.kind = TB_ITEM_TENSOR, .tensor = t};
    p->specified++;
    const int64_t size = p->at < p->ndim ? p->dim[p->at].size : 1;
    const int seed = take(in), slip = take_below(in, 8) == 0;
    for (int64_t i = 0; i < t->storage->nbytes / t->itemsize; i++) {
        const int64_t value = (seed + i * 7) % (2 * size + slip + (size == 0)) - size;
        tb_convert(dtype, t->storage->data + i * t->itemsize, TB_INT64, &value);
    }
    if (p->at >= p->ndim || dtype == TB_INT16) {
        p->refused = true;
        return;
    }
    selector *s = &p->by[p->nby];
    s->shape = shape;
    int64_t *to = s->position[0] = positions(p, t->numel), index[TB_MAX_DIMS] = {0};
    if (t->numel)
        do
            tb_convert(TB_INT64, to++, dtype, element_of(t, index, shape.ndim));
        while (next_index(index, shape.size, shape.ndim));
    p->dim[p->at].by = p->nby++;
    p->dim[p->at++].part = 0;
}

static void add_mask(fuzz_input *in, program *p)
{
    tb_tensor *t = &p->tensor[p->ntensors++];
    tb_shape shape = {.ndim = 1 + take_below(in, 2)};
    const int how = take(in);
    for (int d = 0; d < shape.ndim; d++) {
        const bool exists = p->at + d < p->ndim;
        p->refused |= !exists;
        shape.size[d] = exists ? p->dim[p->at + d].size : 1;
    }
    if ((how & 31) == 31) {
        shape.size[0]++;
        p->refused = true;
    }
    AGREES(take_tensor(in, t, how & 32 && how & 64 ? TB_UINT8 : TB_BOOL, &shape, NULL));
    p->byte_mask |= t->dtype == TB_UINT8;
    p->item[p->nitems++] = (tb_index_item){.kind = TB_ITEM_TENSOR, .tensor = t};
    p->specified += shape.ndim;
    int bits = 0;
    for (int64_t i = 0; i < t->storage->nbytes; i++, bits >>= 1) {
        bits = i % 8 ? bits : take(in);
        t->storage->data[i] = (char)(bits & 1 ? (how & 128 ? 0x82 : 1) : 0);
    }
    if (p->refused)
        return;
    selector *s = &p->by[p->nby];
    int64_t n = 0, index[TB_MAX_DIMS] = {0};
    for (int d = 0; d < shape.ndim; d++)
        s->position[d] = positions(p, t->numel);
    if (t->numel)
        do
            if (*element_of(t, index, shape.ndim)) {
                for (int d = 0; d < shape.ndim; d++)
                    s->position[d][n] = index[d];
                n++;
            }
        while (next_index(index, shape.size, shape.ndim));
    s->shape = (tb_shape){.ndim = 1, .size = {n}};
    for (int d = 0; d < shape.ndim; d++) {
        p->dim[p->at].by = p->nby;
        p->dim[p->at++].part = d;
    }
    p->nby++;
}

static void add_item(fuzz_input *in, program *p)
{
    const int kind = take_below(in, 10);
    selector *s;
    switch (kind) {
    case 0:
    case 1:
        add_integer(in, p);
        break;
    case 2:
    case 3:
        add_slice(in, p);
        break;
    case 4:
        p->item[p->nitems++].kind = TB_ITEM_NEW_DIM;
        insert_dim(p, -1);
        break;
    case 5:
        p->item[p->nitems] = (tb_index_item){.kind = TB_ITEM_BOOL, .value = take_below(in, 2)};
        s = &p->by[p->nby];
        s->shape = (tb_shape){.ndim = 1, .size = {p->item[p->nitems++].value}};
        s->position[0] = positions(p, 1);
        s->position[0][0] = 0;
        insert_dim(p, p->nby++);
        break;
    case 6:
        add_mask(in, p);
        break;
    default:
        add_indices(in, p);
    }
}

/* An ellipsis goes as far as the items after it leave dimensions: they are drawn first, at the view's end. */
static void take_program(fuzz_input *in, program *p)
{
    const int n = take_below(in, MOST_ITEMS), ellipsis = take_below(in, 3) == 0 ? take_below(in, n + 1) : n;
    p->ndim = p->t->ndim;
    p->offset = p->t->offset;
    for (int d = 0; d < p->ndim; d++)
        p->dim[d] = (dimension){p->t->size[d], p->t->stride[d], -1, 0};
    for (int i = 0; i < n && !p->refused; i++) {
        if (i == ellipsis && p->ellipses == 0) {
            /* What comes after it is about `rest` dimensions, if there are so many. */
            const int rest = take_below(in, 3);
            p->item[p->nitems++].kind = TB_ITEM_ELLIPSIS;
            p->ellipses++;
            if (p->at < p->ndim - rest)
                p->at = p->ndim - rest;
            continue;
        }
        add_item(in, p);
    }
}

/* Is the ellipsis where the model put it?  Items behind it may have been about fewer dimensions, or more. */
static bool fits_ellipsis(const program *p) { return !p->ellipses || (!p->refused && p->at == p->ndim); }

/* ---- the result ---- */

typedef struct {
    tb_shape shape;
    int before, common; /* dimensions [before, before + common) are the selectors' */
    bool refused;
    int64_t numel;
} outcome;

static void find_outcome(const program *p, outcome *o)
{
    tb_shape common = {.ndim = 0};
    int first = p->ndim, last = -1, selected = 0;
    bool empty_dim = false;
    memset(o, 0, sizeof *o);
    for (int i = 0; i < p->nby; i++)
        for (int d = 1; d <= p->by[i].shape.ndim; d++) {
            const int64_t size = p->by[i].shape.size[p->by[i].shape.ndim - d];
            int64_t *to = &common.size[TB_MAX_DIMS - d]; /* at the end for now */
            *to = d > common.ndim || *to == 1 ? size : *to;
            o->refused |= size != 1 && *to != size;
            common.ndim = d > common.ndim ? d : common.ndim;
        }
    memmove(common.size, common.size + TB_MAX_DIMS - common.ndim, (size_t)common.ndim * sizeof *common.size);
    for (int d = 0; d < p->ndim; d++)
        if (p->dim[d].by >= 0) {
            first = d < first ? d : first;
            last = d;
            selected++;
            empty_dim |= p->dim[d].size == 0;
        }
    if (o->refused)
        return;
    o->refused = empty_dim && tb_numel(common.size, common.ndim) != 0;
    o->before = selected && selected == last - first + 1 ? first : 0;
    o->common = common.ndim;
    for (int d = 0; d < o->before; d++)
        o->shape.size[o->shape.ndim++] = p->dim[d].size;
    for (int d = 0; d < common.ndim; d++)
        o->shape.size[o->shape.ndim++] = common.size[d];
    for (int d = o->before; d < p->ndim; d++)
        if (p->dim[d].by < 0)
            o->shape.size[o->shape.ndim++] = p->dim[d].size;
    o->numel = tb_numel(o->shape.size, o->shape.ndim);
}

/* Where in the storage the element of this index of the result is, in elements; -1: out of bounds. */
static int64_t find_element(const program *p, const outcome *o, const int64_t *index)
{
    int64_t at = p->offset;
    int plain = 0;
    for (int d = 0; d < p->ndim; d++) {
        int64_t i;
        if (p->dim[d].by >= 0) {
            const selector *s = &p->by[p->dim[d].by];
            int64_t row_major[TB_MAX_DIMS];
            tb_contiguous_strides(s->shape.size, s->shape.ndim, row_major);
            i = s->position[p->dim[d].part]
                           [place_of(index + o->before, o->common, s->shape.size, row_major, s->shape.ndim)];
            if (i < -p->dim[d].size || i >= p->dim[d].size)
                return -1;
            i += i < 0 ? p->dim[d].size : 0;
        } else {
            i = index[plain < o->before ? plain : plain + o->common];
            plain++;
        }
        at += i * p->dim[d].stride;
    }
    return at;
}

/* All of them in row-major order; false where one is out of bounds. */
static bool find_elements(const program *p, const outcome *o, int64_t *at)
{
    int64_t index[TB_MAX_DIMS] = {0};
    bool fine = true;
    if (o->numel)
        do {
            *at = find_element(p, o, index);
            fine &= *at >= 0;
            at++;
        } while (next_index(index, o->shape.size, o->shape.ndim));
    return fine;
}

/* ---- reading and writing ---- */

static void reads(const program *p, const tb_tensor *view, const tb_index_tensors *indices, const outcome *o,
                  const int64_t *at, bool fine)
{
    tb_tensor out;
    tb_shape shape;
    int64_t index[TB_MAX_DIMS] = {0};
    AGREES((tb_index_shape(&shape, view, indices, NULL) == TB_OK) == !o->refused);
    const tb_status status = tb_index_get(&out, view, indices, NULL, NULL);
    AGREES((status == TB_OK) == fine);
    if (!fine) {
        AGREES(status == TB_INDEX_ERROR);
        return;
    }
    AGREES(tb_same_sizes(out.size, out.ndim, o->shape.size, o->shape.ndim));
    AGREES(tb_same_sizes(shape.size, shape.ndim, o->shape.size, o->shape.ndim));
    if (o->numel)
        do
            AGREES(memcmp(element_of(&out, index, out.ndim), p->t->storage->data + *at++ * out.itemsize,
                          out.itemsize) == 0);
        while (next_index(index, out.size, out.ndim));
    tb_tensor_release(&out);
}

/* Is the element at `place` one that was written there, or the one that was there before? */
static bool was_written(const char *memory, const char *before, int64_t place, const int64_t *at,
                        const char *values, int64_t n, int itemsize)
{
    bool untouched = true;
    for (int64_t i = 0; i < n; i++)
        if (at[i] == place) {
            untouched = false;
            if (memcmp(memory + place * itemsize, values + i * itemsize, (size_t)itemsize) == 0)
                return true;
        }
    return untouched && memcmp(memory + place * itemsize, before + place * itemsize, (size_t)itemsize) == 0;
}

/* Does a single value go through one mask, for which there is another way? */
static bool fills_one_mask(const tb_index_tensors *indices, const tb_tensor *value)
{
    int tensors = 0, masks = 0;
    for (int i = 0; i < indices->n; i++)
        if (indices->tensor[i]) {
            tensors++;
            masks += indices->tensor[i]->dtype == TB_BOOL || indices->tensor[i]->dtype == TB_UINT8;
        }
    return value->numel == 1 && tensors == 1 && masks == 1;
}

static void writes(fuzz_input *in, const program *p, const tb_tensor *view, const tb_index_tensors *indices,
                   const outcome *o, const int64_t *at, bool fine)
{
    static char values[MOST_POSITIONS * 16];
    const int64_t nbytes = p->t->storage->nbytes;
    const int itemsize = view->itemsize, how = take(in);
    char *before = malloc((size_t)nbytes + 1);
    tb_shape shape = {.ndim = 0};
    tb_tensor value;
    AGREES(before);
    memcpy(before, p->t->storage->data, (size_t)nbytes);
    const int drop = how & 1 ? how / 2 % (o->shape.ndim + 1) : 0;
    for (int d = drop; d < o->shape.ndim; d++) {
        const int64_t size = how >> (3 + d % 5) & 1 ? 1 : o->shape.size[d];
        if (shape.ndim || size != 1)
            shape.size[shape.ndim++] = size;
    }
    if (tb_numel(shape.size, shape.ndim) > FUZZ_ELEMENTS)
        shape.ndim = 0;
    AGREES(take_tensor(in, &value, (tb_dtype)view->dtype, &shape, NULL));
    fill_bytes(value.storage, 101);
    if (value.numel == 1) { /* all of whose dimensions are leading ones */
        const int64_t offset = value.offset;
        tb_tensor number;
        AGREES(tb_tensor_view(&number, value.storage, (tb_dtype)view->dtype, NULL, NULL, 0, offset, NULL) ==
               TB_OK);
        tb_tensor_release(&value);
        value = (tb_tensor){0};
        AGREES(tb_view_alias(&value, &number, NULL) == TB_OK);
        tb_tensor_release(&number);
    }
    int64_t index[TB_MAX_DIMS] = {0}, n = 0;
    if (fine && o->numel)
        do
            memcpy(values + n++ * itemsize, element_of(&value, index, o->shape.ndim), (size_t)itemsize);
        while (next_index(index, o->shape.size, o->shape.ndim));
    if (fills_one_mask(indices, &value) && p->byte_mask)
        fine = false; /* only of bools */
    AGREES((tb_index_put(view, indices, &value, false, NULL, NULL) == TB_OK) == fine);
    n = fine ? n : 0;
    for (int64_t i = 0; i < nbytes / itemsize; i++)
        AGREES(was_written(p->t->storage->data, before, i, at, values, n, itemsize));
    tb_tensor_release(&value);
    free(before);
}

/* Only views: the elements are the same ones. */
static void views(const program *p, const tb_tensor *view, const int64_t *at)
{
    int64_t index[TB_MAX_DIMS] = {0};
    AGREES(view->ndim == p->ndim);
    for (int d = 0; d < p->ndim; d++)
        AGREES(view->size[d] == p->dim[d].size);
    if (view->numel)
        do
            AGREES(view->offset + place_of(index, view->ndim, view->size, view->stride, view->ndim) == *at++);
        while (next_index(index, view->size, view->ndim));
}

static void indexing(fuzz_input *in)
{
    static const tb_dtype dtypes[] = {TB_UINT8, TB_INT16, TB_INT32, TB_INT64, TB_COMPLEX128};
    static int64_t at[MOST_POSITIONS * 16];
    static program p;
    tb_shape shape;
    tb_tensor t, view;
    tb_index_tensors indices;
    outcome o = {.refused = false};
    memset(&p, 0, sizeof p);
    take_shape(in, &shape, 4, 5);
    AGREES(take_tensor(in, &t, dtypes[take_below(in, 5)], &shape, NULL));
    fill_bytes(t.storage, 1);
    p.t = &t;
    take_program(in, &p);
    const bool alone = p.nitems == 1 && take_below(in, 2), known = fits_ellipsis(&p);
    const tb_status status = tb_index_view(&view, &indices, &t, p.item, p.nitems, p.specified, alone, NULL);
    if (!p.refused && known)
        find_outcome(&p, &o);
    o.refused |= p.refused;
    if (o.numel > MOST_POSITIONS)
        o.numel = -1;
    if (status != TB_OK)
        AGREES(p.refused || !known);
    else if (!known || o.numel < 0) { /* nothing is known of the result, but that it can be asked for */
        tb_tensor out;
        if (indices.n && tb_index_get(&out, &view, &indices, NULL, NULL) == TB_OK)
            tb_tensor_release(&out);
    } else {
        const bool fine = !o.refused && find_elements(&p, &o, at);
#ifdef PLANTED_FAULT
        at[0] += p.nby == 2 && o.before == 1 && o.numel > 6;
#endif
        if (indices.n)
            reads(&p, &view, &indices, &o, at, fine);
        else {
            AGREES(fine || p.refused);
            if (fine)
                views(&p, &view, at);
        }
        if (indices.n && !p.refused)
            writes(in, &p, &view, &indices, &o, at, fine);
    }
    if (status == TB_OK) {
        tb_index_tensors_release(&indices);
        tb_tensor_release(&view);
    }
    while (p.ntensors > 0)
        tb_tensor_release(&p.tensor[--p.ntensors]);
    tb_tensor_release(&t);
}

/* ---- finding elements ---- */

static void finding(fuzz_input *in)
{
    static const tb_dtype dtypes[] = {TB_BOOL, TB_UINT8, TB_INT16, TB_FLOAT32, TB_INT64, TB_COMPLEX128};
    tb_shape shape, own;
    tb_tensor t, mask, found;
    int64_t index[TB_MAX_DIMS] = {0}, n = 0;
    take_shape(in, &shape, 5, 6);
    const tb_dtype dtype = dtypes[take_below(in, 6)];
    AGREES(take_tensor(in, &t, dtype, &shape, NULL));
    for (int64_t i = 0; i < t.storage->nbytes / t.itemsize; i++) {
        const int64_t value = take(in) % 3 ? 0 : 1 + i % 90;
        tb_convert(dtype, t.storage->data + i * t.itemsize, TB_INT64, &value);
    }
    AGREES(tb_nonzero(&found, &t, NULL, NULL) == TB_OK);
    AGREES(found.ndim == 2 && found.size[1] == t.ndim && found.dtype == TB_INT64);
    if (t.numel)
        do {
            const char zero[16] = {0};
            if (memcmp(element_of(&t, index, t.ndim), zero, t.itemsize) == 0)
                continue;
            AGREES(n < found.size[0]);
            for (int d = 0; d < t.ndim; d++) {
                const int64_t at[2] = {n, d};
                AGREES(*(int64_t *)element_of(&found, at, 2) == index[d]);
            }
            n++;
        } while (next_index(index, t.size, t.ndim));
    AGREES(n == found.size[0]);
    tb_tensor_release(&found);
    /* masked_select of a mask that broadcasts. */
    own = shape;
    const int ones = take(in);
    for (int d = 0; d < own.ndim; d++)
        own.size[d] = ones >> d & 1 ? 1 : own.size[d];
    AGREES(take_tensor(in, &mask, TB_BOOL, &own, NULL));
    for (int64_t i = 0; i < mask.storage->nbytes; i++)
        mask.storage->data[i] = (char)(take(in) & 1 ? 1 + i % 3 : 0);
    AGREES(tb_masked_select(&found, &t, &mask, NULL, NULL) == TB_OK);
    AGREES(found.ndim == 1);
    n = 0;
    memset(index, 0, sizeof index);
    if (t.numel)
        do
            if (*element_of(&mask, index, t.ndim)) {
                AGREES(n < found.size[0]);
                AGREES(memcmp(element_of(&t, index, t.ndim), tb_data(&found) + n++ * t.itemsize,
                              t.itemsize) == 0);
            }
        while (next_index(index, t.size, t.ndim));
    AGREES(n == found.size[0]);
    tb_tensor_release(&found);
    tb_tensor_release(&mask);
    tb_tensor_release(&t);
}

static void fuzz_one(const uint8_t *bytes, size_t n)
{
    fuzz_input in = {bytes, bytes + n};
    if (take_below(&in, 4))
        indexing(&in);
    else
        finding(&in);
}
