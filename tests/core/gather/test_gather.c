/* Calls that follow indices: against loops over every element, with torch's texts,
 * and with nothing written when a call fails. */
#include "check.h"
#include "core/copy/fill.h"
#include "core/gather/bincount.h"
#include "core/kernels/math/convert.h"

static tb_error err;

/* Prepared, run. */
static tb_status carry_out(tb_gather_call *c, tb_error *e)
{
    TB_TRY(tb_family_prepare(&c->header, e));
    return tb_family_run(&c->header, e);
}

/* A tensor of random int64 in [low, high), its dimensions in a random order in memory. */
static void make(tb_tensor *t, const int64_t *size, int ndim, int64_t low, int64_t high)
{
    int64_t stride[TB_MAX_DIMS];
    draw_strides(stride, size, ndim, false, 1 + draw(2));
    CHECK_OK(tb_tensor_new(t, TB_INT64, size, stride, ndim, true, err));
    int64_t *data = (int64_t *)(void *)tb_data(t);
    for (int64_t i = 0; i < t->storage->nbytes / 8; i++)
        data[i] = low + draw(high - low);
}

static int64_t *at(const tb_tensor *t, const int64_t *index)
{
    return (int64_t *)(void *)tb_data(t) + position(index, t->stride, t->ndim);
}

/* ---- against loops over every element ---- */

typedef struct {
    int ndim, dim;
    tb_tensor table, index, other; /* other: of index's sizes */
} trial;

static void make_trial(trial *r)
{
    int64_t table[4], index[4];
    r->ndim = 1 + (int)draw(4);
    r->dim = (int)draw(r->ndim);
    for (int d = 0; d < r->ndim; d++) {
        table[d] = 1 + draw(5);
        index[d] = d == r->dim ? 1 + draw(9) : 1 + draw(table[d]);
    }
    make(&r->table, table, r->ndim, 0, 1000);
    make(&r->index, index, r->ndim, 0, table[r->dim]);
    make(&r->other, index, r->ndim, 0, 1000);
}

static void drop_trial(trial *r)
{
    tb_tensor_release(&r->table);
    tb_tensor_release(&r->index);
    tb_tensor_release(&r->other);
}

/* Where in the table the element at `place` of index points to. */
static int64_t *pointed(const trial *r, const tb_tensor *table, const int64_t *place)
{
    int64_t target[4];
    memcpy(target, place, sizeof target);
    target[r->dim] = *at(&r->index, place);
    return at(table, target);
}

static void gather_reads_every_element(void)
{
    for (int round = 0; round < 3000; round++) {
        trial r;
        tb_tensor out;
        int64_t place[4] = {0};
        make_trial(&r);
        tb_gather_call c = {.family = &tb_gather_families[TB_GATHER],
                            .op = TB_GATHER,
                            .self = &r.table,
                            .index = &r.index,
                            .dim = r.dim - r.ndim,
                            .out = {{&out}}};
        CHECK_OK(carry_out(&c, err));
        CHECK(out.contiguous && tb_same_sizes(out.size, out.ndim, r.index.size, r.ndim));
        int64_t wrong = 0;
        do
            wrong += *at(&out, place) != *pointed(&r, &r.table, place);
        while (next_index(place, r.index.size, r.ndim));
        CHECK_EQ(wrong, 0);
        tb_tensor_release(&out);
        drop_trial(&r);
    }
}

static void scatter_writes_every_element(tb_scatter_reduce reduce)
{
    for (int round = 0; round < 2000; round++) {
        trial r;
        tb_tensor out, expected;
        int64_t place[4] = {0}, wrong = 0;
        make_trial(&r);
        CHECK_OK(tb_clone(&expected, &r.table, TB_INT64, false, err));
        do { /* the last dimension first, but along dim in order: slices along dim are independent */
            int64_t *p = pointed(&r, &expected, place), v = *at(&r.other, place);
            *p = reduce == TB_SCATTER_REDUCE_ADD        ? *p + v
                 : reduce == TB_SCATTER_REDUCE_MULTIPLY ? (int64_t)((uint64_t)*p * (uint64_t)v)
                 : reduce == TB_SCATTER_REDUCE_MAX      ? tb_max(*p, v)
                 : reduce == TB_SCATTER_REDUCE_MIN      ? tb_min(*p, v)
                                                        : v;
        } while (next_index(place, r.index.size, r.ndim));
        tb_gather_call c = {.family = &tb_gather_families[TB_SCATTER],
                            .op = TB_SCATTER,
                            .self = &r.table,
                            .index = &r.index,
                            .src = &r.other,
                            .dim = r.dim,
                            .reduce = reduce,
                            .out = {{&out}}};
        CHECK_OK(carry_out(&c, err));
        memset(place, 0, sizeof place);
        do
            wrong += *at(&out, place) != *at(&expected, place);
        while (next_index(place, r.table.size, r.ndim));
        CHECK_EQ(wrong, 0);
        tb_tensor_release(&out);
        tb_tensor_release(&expected);
        drop_trial(&r);
    }
}

/* Halves add up and multiply in float32, and are rounded once, before a mean's division; with many indices for the
 * table's elements and with few. */
static void halves_have_accumulators(tb_scatter_reduce reduce, bool excludes_self)
{
    for (int round = 0; round < 1000; round++) {
        trial r;
        tb_tensor self, src, sums, counts;
        int64_t place[4] = {0}, wrong = 0;
        make_trial(&r);
        CHECK_OK(tb_clone(&self, &r.table, TB_FLOAT16, true, err));
        CHECK_OK(tb_clone(&src, &r.other, TB_FLOAT16, true, err));
        CHECK_OK(tb_clone(&sums, &self, TB_FLOAT32, true, err));
        CHECK_OK(tb_clone(&counts, &r.table, TB_INT64, true, err));
        CHECK_OK(tb_fill(&counts, &(tb_scalar){.kind = TB_KIND_INT}, err));
        do {
            int64_t target[4];
            memcpy(target, place, sizeof target);
            target[r.dim] = *at(&r.index, place);
            float *sum = (float *)(void *)tb_data(&sums) + position(target, sums.stride, r.ndim);
            const float v =
                tb_f16_to_f32(((uint16_t *)(void *)tb_data(&src))[position(place, src.stride, r.ndim)]);
            if ((*at(&counts, target))++ == 0 && excludes_self)
                *sum = reduce == TB_SCATTER_REDUCE_MULTIPLY;
            *sum = reduce == TB_SCATTER_REDUCE_MULTIPLY ? *sum * v : *sum + v;
        } while (next_index(place, r.index.size, r.ndim));
        tb_gather_call c = {.family = &tb_gather_families[TB_SCATTER],
                            .op = TB_SCATTER,
                            .form = TB_FORM_INPLACE,
                            .self = &self,
                            .index = &r.index,
                            .src = &src,
                            .dim = r.dim,
                            .reduce = reduce,
                            .excludes_self = excludes_self,
                            .out = {{&self}}};
        CHECK_OK(carry_out(&c, err));
        memset(place, 0, sizeof place);
        do {
            const int64_t count = *at(&counts, place);
            uint16_t expected =
                tb_f32_to_f16(((float *)(void *)tb_data(&sums))[position(place, sums.stride, r.ndim)]);
            if (count && reduce == TB_SCATTER_REDUCE_MEAN)
                expected = tb_f32_to_f16(tb_f16_to_f32(expected) / (float)(count + !excludes_self));
            wrong += ((uint16_t *)(void *)tb_data(&self))[position(place, self.stride, r.ndim)] != expected;
        } while (next_index(place, r.table.size, r.ndim));
        CHECK_EQ(wrong, 0);
        tb_tensor_release(&self);
        tb_tensor_release(&src);
        tb_tensor_release(&sums);
        tb_tensor_release(&counts);
        drop_trial(&r);
    }
}

/* index_select, and index_copy of what it gave, with more indices than go at a time. */
static void slices_are_selected_and_copied(void)
{
    for (int round = 0; round < 600; round++) {
        int64_t size[3], count = round % 50 ? draw(8) : 1100, place[3] = {0}, source[3], wrong = 0;
        const int ndim = 1 + (int)draw(3), dim = (int)draw(ndim);
        tb_tensor table, index, out, copied, blank;
        for (int d = 0; d < ndim; d++)
            size[d] = 1 + draw(6);
        make(&table, size, ndim, 1, 1000);
        make(&index, &count, 1, 0, size[dim]);
        tb_gather_call c = {.family = &tb_gather_families[TB_INDEX_SELECT],
                            .op = TB_INDEX_SELECT,
                            .self = &table,
                            .index = &index,
                            .dim = dim,
                            .out = {{&out}}};
        CHECK_OK(carry_out(&c, err));
        if (count > 0)
            do {
                memcpy(source, place, sizeof source);
                source[dim] = *at(&index, &place[dim]);
                wrong += *at(&out, place) != *at(&table, source);
            } while (next_index(place, out.size, ndim));
        CHECK_OK(tb_tensor_new(&blank, TB_INT64, size, NULL, ndim, true, err));
        tb_gather_call back = {.family = &tb_gather_families[TB_INDEX_COPY],
                               .op = TB_INDEX_COPY,
                               .self = &blank,
                               .index = &index,
                               .src = &out,
                               .dim = dim,
                               .out = {{&copied}}};
        CHECK_OK(carry_out(&back, err));
        memset(place, 0, sizeof place);
        do {
            bool named = false;
            for (int64_t i = 0; i < count; i++)
                named |= *at(&index, &i) == place[dim];
            wrong += *at(&copied, place) != (named ? *at(&table, place) : 0);
        } while (next_index(place, size, ndim));
        CHECK_EQ(wrong, 0);
        tb_tensor_release(&table);
        tb_tensor_release(&index);
        tb_tensor_release(&out);
        tb_tensor_release(&copied);
        tb_tensor_release(&blank);
    }
}

/* Few and many indices into a strided table: two strategies. */
static void take_counts_in_logical_order(void)
{
    const int64_t counts[] = {3, 200};
    for (int k = 0; k < 2; k++) {
        tb_tensor table, index, out;
        int64_t wrong = 0;
        CHECK_OK(tb_tensor_new(&table, TB_INT64, DIMS(4, 5, 6), DIMS(2, 48, 8), 3, true, err));
        for (int64_t a = 0; a < 120; a++)
            *at(&table, DIMS(a / 30, a / 6 % 5, a % 6)) = a;
        make(&index, &counts[k], 1, -120, 120);
        tb_gather_call c = {.family = &tb_gather_families[TB_TAKE],
                            .op = TB_TAKE,
                            .self = &table,
                            .index = &index,
                            .out = {{&out}}};
        CHECK_OK(carry_out(&c, err));
        for (int64_t i = 0; i < counts[k]; i++)
            wrong += *at(&out, &i) != (*at(&index, &i) + 120) % 120;
        CHECK_EQ(wrong, 0);
        tb_tensor_release(&out);
        *at(&index, DIMS(1)) = -121;
        CHECK_ERROR(carry_out(&c, &err), TB_INDEX_ERROR,
                    "out of range: tried to access index -121 on a tensor of 120 elements.");
        tb_tensor_release(&table);
        tb_tensor_release(&index);
    }
}

/* ---- refusals ---- */

static tb_tensor t, index_of_two;

/* (2, 3), 0 .. 5, and the indices 1 and -1. */
static void make_small(void)
{
    CHECK_OK(tb_tensor_new(&t, TB_INT64, DIMS(2, 3), NULL, 2, true, err));
    CHECK_OK(tb_tensor_new(&index_of_two, TB_INT64, DIMS(1, 2), NULL, 2, true, err));
    for (int64_t i = 0; i < 6; i++)
        ((int64_t *)(void *)tb_data(&t))[i] = i;
    *at(&index_of_two, DIMS(0, 0)) = 1;
    *at(&index_of_two, DIMS(0, 1)) = -1;
}

static void check_unchanged(void)
{
    for (int64_t i = 0; i < 6; i++)
        CHECK_EQ(((int64_t *)(void *)tb_data(&t))[i], i);
    CHECK_TENSOR(&t, 2, DIMS(2, 3), DIMS(3, 1));
    tb_tensor_release(&t);
    tb_tensor_release(&index_of_two);
}

static void nothing_is_written_before_the_last_index_is_seen(void)
{
    tb_tensor out, flat;
    make_small();
    tb_gather_call scatter = {.family = &tb_gather_families[TB_SCATTER],
                              .op = TB_SCATTER,
                              .form = TB_FORM_INPLACE,
                              .self = &t,
                              .index = &index_of_two,
                              .dim = 1,
                              .number = {.kind = TB_KIND_INT, .v.i = 9},
                              .out = {{&t}}};
    CHECK_ERROR(carry_out(&scatter, &err), TB_RUNTIME_ERROR,
                "index -1 is out of bounds for dimension 1 with size 3");
    scatter.number = (tb_scalar){.kind = TB_KIND_FLOAT, .v.f = 1e300};
    CHECK_ERROR(carry_out(&scatter, &err), TB_RUNTIME_ERROR,
                "value cannot be converted to type int64_t without overflow");
    CHECK_OK(tb_view_select(&flat, &index_of_two, 0, 0, err));
    tb_gather_call copy = {.family = &tb_gather_families[TB_INDEX_COPY],
                           .op = TB_INDEX_COPY,
                           .form = TB_FORM_INPLACE,
                           .self = &t,
                           .index = &flat,
                           .dim = 0,
                           .out = {{&t}}};
    CHECK_OK(tb_clone(&out, &t, TB_INT64, false, err));
    copy.src = &out;
    CHECK_ERROR(carry_out(&copy, &err), TB_INDEX_ERROR,
                "index_copy_(): index -1 is out of bounds for dimension 0 with size 2");
    tb_tensor_release(&out);
    CHECK_OK(tb_tensor_new(&out, TB_INT64, DIMS(4), NULL, 1, true, err));
    tb_gather_call gather = {.family = &tb_gather_families[TB_GATHER],
                             .op = TB_GATHER,
                             .form = TB_FORM_OUT,
                             .self = &t,
                             .index = &index_of_two,
                             .dim = 0,
                             .out = {{&out}}};
    CHECK_ERROR(carry_out(&gather, &err), TB_RUNTIME_ERROR,
                "index -1 is out of bounds for dimension 0 with size 2");
    CHECK_EQ(gather.warnings, TB_WARNING_RESIZE);
    CHECK_TENSOR(&out, 1, DIMS(4), DIMS(1));
    tb_tensor_release(&out);
    tb_tensor_release(&flat);
    check_unchanged();
}

/* Memory that is pinned cannot grow; the table that shares it is read from a copy. */
static void outputs_on_the_memory_of_inputs(void)
{
    tb_tensor row, many;
    make_small();
    *at(&index_of_two, DIMS(0, 1)) = 0;
    CHECK_OK(tb_view_slice(&row, &t, 1, 1, 2, 1, err)); /* (2, 1): not dense */
    CHECK_OK(tb_view_select(&many, &index_of_two, 0, 0, err));
    tb_gather_call c = {.family = &tb_gather_families[TB_INDEX_SELECT],
                        .op = TB_INDEX_SELECT,
                        .form = TB_FORM_OUT,
                        .self = &t,
                        .index = &many,
                        .dim = 0,
                        .out = {{&row}}};
    tb_storage_pin(t.storage);
    CHECK_ERROR(carry_out(&c, &err), TB_RUNTIME_ERROR, "Trying to resize storage that is not resizable");
    CHECK_TENSOR(&row, 2, DIMS(2, 1), DIMS(3, 1));
    tb_storage_unpin(t.storage);
    CHECK_OK(carry_out(&c, err));
    CHECK_TENSOR(&row, 2, DIMS(2, 3), DIMS(3, 1));
    for (int64_t i = 0; i < 6; i++)
        CHECK_EQ(*at(&row, DIMS(i / 3, i % 3)), (i + 3) % 6);
    tb_tensor_release(&row);
    tb_tensor_release(&many);
    tb_tensor_release(&t);
    tb_tensor_release(&index_of_two);
}

static void along_dim_takes_indices_modulo_the_size(void)
{
    tb_tensor self, index, out;
    make_small();
    *at(&index_of_two, DIMS(0, 0)) = -4;
    *at(&index_of_two, DIMS(0, 1)) = INT64_MAX; /* 1 modulo 3 */
    CHECK_OK(tb_take_along_dim_operands(&self, &index, &t, &index_of_two, 1, err));
    CHECK_TENSOR(&index, 2, DIMS(2, 2), DIMS(0, 1));
    tb_gather_call c = {.family = &tb_gather_families[TB_GATHER],
                        .op = TB_GATHER,
                        .self = &self,
                        .index = &index,
                        .dim = 1,
                        .out = {{&out}}};
    CHECK_OK(carry_out(&c, err));
    CHECK_EQ(*at(&out, DIMS(0, 0)), 2);
    CHECK_EQ(*at(&out, DIMS(1, 1)), 4);
    CHECK_EQ(*at(&index_of_two, DIMS(0, 0)), -4);
    tb_tensor_release(&out);
    tb_tensor_release(&self);
    tb_tensor_release(&index);
    check_unchanged();
}

/* ---- indices that another thread changes ---- */

/* What it writes while the lock is released: `wrong` to the last element of each of these. */
static tb_tensor *changed;
static int64_t wrong;

static void *change(void)
{
    *((int64_t *)(void *)tb_data(changed) + changed->numel - 1) = wrong;
    return NULL;
}

static void do_nothing(void *state) { (void)state; }
static const tb_lock_callbacks changes = {change, do_nothing, NULL};

static void counted(tb_tensor *t, const int64_t *size, int ndim)
{
    CHECK_OK(tb_tensor_new(t, TB_INT64, size, NULL, ndim, true, err));
    for (int64_t i = 0; i < t->numel; i++)
        ((int64_t *)(void *)tb_data(t))[i] = i % t->size[0];
}

/* Indices are followed only where they are looked at: a wrong one is refused, or left out. */
static void an_index_that_becomes_wrong_is_not_followed(void)
{
    const int64_t n = TB_RELEASE_COST;
    tb_tensor table, index, src, out, rows, row, expanded;
    counted(&table, &n, 1);
    counted(&src, &n, 1);
    for (tb_gather_op op = TB_INDEX_SELECT; op <= TB_INDEX_ADD; op++) {
        const bool reads = op == TB_INDEX_SELECT || op == TB_TAKE || op == TB_GATHER;
        tb_gather_call c;
        tb_gather_call_init(&c, op);
        counted(&index, &n, 1);
        changed = &index;
        wrong = n + 7;
        c.form = reads ? TB_FORM_NEW : TB_FORM_INPLACE;
        c.self = &table;
        c.out[0].tensor = reads ? &out : &table;
        c.index = &index;
        c.src = reads || op == TB_INDEX_FILL ? NULL : &src;
        c.number = (tb_scalar){.kind = TB_KIND_INT, .v.i = 1};
        c.lock = &changes;
        const bool by_element = op == TB_GATHER || op == TB_SCATTER || op == TB_INDEX_ADD;
        CHECK_EQ(carry_out(&c, &err), by_element ? TB_RUNTIME_ERROR : TB_INDEX_ERROR);
        tb_tensor_release(&index);
    }
    counted(&index, &n, 1);
    wrong = -1;
    CHECK_OK(tb_bincount(&out, &index, NULL, n, &changes, err));
    CHECK_EQ(((int64_t *)(void *)tb_data(&out))[n - 1], 0);
    CHECK_EQ(((int64_t *)(void *)tb_data(&out))[n - 2], 1);
    tb_tensor_release(&out);
    for (int64_t i = 0; i < n; i++) /* few numbers, of which some are counted at a time */
        ((int64_t *)(void *)tb_data(&index))[i] = i % 8;
    CHECK_OK(tb_bincount(&out, &index, NULL, 0, &changes, err));
    int64_t total = 0;
    for (int i = 0; i < 8; i++)
        total += ((int64_t *)(void *)tb_data(&out))[i];
    CHECK(total < n && total >= n - TB_BINCOUNT_APART);
    tb_tensor_release(&out);
    tb_tensor_release(&index);

    /* one index for each row */
    counted(&rows, DIMS(1024, 1024), 2);
    counted(&row, DIMS(1024, 1), 2);
    CHECK_OK(tb_view_expand(&expanded, &row, DIMS(1024, 1024), 2, err));
    tb_gather_call c;
    tb_gather_call_init(&c, TB_GATHER);
    c.self = &rows;
    c.out[0].tensor = &out;
    c.index = &expanded;
    c.lock = &changes;
    changed = &row;
    wrong = 1024;
    CHECK_ERROR(carry_out(&c, &err), TB_RUNTIME_ERROR,
                "index 1024 is out of bounds for dimension 0 with size 1024");
    tb_tensor_release(&rows);
    tb_tensor_release(&row);
    tb_tensor_release(&expanded);
    tb_tensor_release(&table);
    tb_tensor_release(&src);
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    gather_reads_every_element();
    scatter_writes_every_element(TB_SCATTER_REDUCE_NONE);
    scatter_writes_every_element(TB_SCATTER_REDUCE_ADD);
    scatter_writes_every_element(TB_SCATTER_REDUCE_MULTIPLY);
    scatter_writes_every_element(TB_SCATTER_REDUCE_MAX);
    scatter_writes_every_element(TB_SCATTER_REDUCE_MIN);
    for (int excludes_self = 0; excludes_self < 2; excludes_self++) {
        halves_have_accumulators(TB_SCATTER_REDUCE_ADD, excludes_self);
        halves_have_accumulators(TB_SCATTER_REDUCE_MULTIPLY, excludes_self);
        halves_have_accumulators(TB_SCATTER_REDUCE_MEAN, excludes_self);
    }
    slices_are_selected_and_copied();
    take_counts_in_logical_order();
    nothing_is_written_before_the_last_index_is_seen();
    outputs_on_the_memory_of_inputs();
    along_dim_takes_indices_modulo_the_size();
    an_index_that_becomes_wrong_is_not_followed();
    return check_report(__FILE__);
}
