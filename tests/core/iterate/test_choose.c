/* test_choose.c: a table of calls and the strategy that tb_choose must take for each. */
#include "check.h"

#include "core/iterate/iterate.h"
#include "core/platform/platform.h"

/* Beyond the caches, which the machine does not decide here: three of so many float32. */
enum { MANY = 3000000 };

enum {
    COPY = 1,       /* a copy without casts, to other memory */
    STREAMS = 2,    /* its kernel can stream */
    STRIDES = 4,    /* its kernel is fast with any strides */
    READS = 8,      /* in place */
    UNTOUCHED = 16, /* into memory that nobody has written */
    CASTS = 32,     /* its last operand has another dtype */
    SELECTS = 64,   /* through a mask */
};

/* Elements are float32; strides count elements. */
typedef struct {
    const char *call;
    unsigned traits;
    int nop, ndim;
    int64_t size[3], stride[3][3]; /* the outermost first; of the output, then of the operands */
    tb_strategy strategy;
    bool blocks, kernel_streams;
} call_row;

static const call_row calls[] = {
    {"a + b of 4,000", 0, 3, 1, {4000}, {{1}, {1}, {1}}, TB_DIRECT, false, false},
    {"(100,300) + (300)", 0, 3, 2, {100, 300}, {{300, 1}, {300, 1}, {0, 1}}, TB_DIRECT, false, false},
    {"(100,300) + (100,1)", 0, 3, 2, {100, 300}, {{300, 1}, {300, 1}, {1, 0}}, TB_DIRECT, false, false},
    {"(200,16) + (16)", 0, 3, 2, {200, 16}, {{16, 1}, {16, 1}, {0, 1}}, TB_DIRECT, false, false},
    {"(200,15) + (15): rows that are too short",
     0,
     3,
     2,
     {200, 15},
     {{15, 1}, {15, 1}, {0, 1}},
     TB_TILED,
     false,
     false},
    {"(20000,3) + (3)", 0, 3, 2, {20000, 3}, {{3, 1}, {3, 1}, {0, 1}}, TB_TILED, false, false},
    {"x[::2] + b", STRIDES, 3, 1, {9000}, {{1}, {2}, {1}}, TB_TILED, false, false},
    {"x[::4] + y[::4]", STRIDES, 3, 1, {9000}, {{1}, {4}, {4}}, TB_DIRECT, false, false},
    {"x[::4] + y[::4], in the first-level cache",
     STRIDES,
     3,
     1,
     {900},
     {{1}, {4}, {4}},
     TB_TILED,
     false,
     false},
    {"maximum(x[::4], y[::4])", 0, 3, 1, {9000}, {{1}, {4}, {4}}, TB_TILED, false, false},
    {"a.add_(half), a cast", CASTS | READS, 3, 1, {9000}, {{1}, {1}, {1}}, TB_TILED, false, false},
    {"a.T + b", 0, 3, 2, {256, 256}, {{256, 1}, {1, 256}, {256, 1}}, TB_TILED, true, false},
    {"a.T + b, in one tile", 0, 3, 2, {40, 40}, {{40, 1}, {1, 40}, {40, 1}}, TB_TILED, false, false},
    {"a.T + b, few columns", 0, 3, 2, {9000, 3}, {{3, 1}, {1, 9000}, {3, 1}}, TB_TILED, false, false},
    {"add(a, b, out=c), large", STREAMS, 3, 1, {MANY}, {{1}, {1}, {1}}, TB_DIRECT_STREAMED, false, true},
    {"maximum(a, b, out=c), large", 0, 3, 1, {MANY}, {{1}, {1}, {1}}, TB_DIRECT_STREAMED, false, false},
    {"a += b, large", STREAMS | READS, 3, 1, {MANY}, {{1}, {1}, {1}}, TB_DIRECT, false, false},
    {"a + b, large, on new pages",
     STREAMS | UNTOUCHED,
     3,
     1,
     {MANY},
     {{1}, {1}, {1}},
     TB_DIRECT,
     false,
     false},
    {"add(a, b, out=c), rows of no whole lines",
     STREAMS,
     3,
     2,
     {MANY / 100, 100},
     {{101, 1}, {100, 1}, {100, 1}},
     TB_DIRECT_STREAMED,
     false,
     false},
    {"add(a, int16, out=c), large",
     STREAMS | CASTS,
     3,
     1,
     {2 * MANY},
     {{1}, {1}, {1}},
     TB_TILED,
     false,
     true},
    {"add(a.T, b, out=c), large",
     STREAMS,
     3,
     2,
     {2048, 1600},
     {{1600, 1}, {1, 2048}, {1600, 1}},
     TB_TILED,
     true,
     true},
    {"add(a.T, b, out=c), together 0.8 of the cache",
     STREAMS,
     3,
     2,
     {1024, 1120},
     {{1120, 1}, {1, 1024}, {1120, 1}},
     TB_TILED,
     true,
     true},
    {"add(a, b, out=c), together 0.9 of the cache",
     STREAMS,
     3,
     1,
     {1250000},
     {{1}, {1}, {1}},
     TB_DIRECT,
     false,
     false},
    {"add(a, b, out=c), together 1.1 of the cache",
     STREAMS,
     3,
     1,
     {1540000},
     {{1}, {1}, {1}},
     TB_DIRECT_STREAMED,
     false,
     true},
    {"maximum(a, b, out=c), together 1.9 of the cache",
     0,
     3,
     1,
     {2700000},
     {{1}, {1}, {1}},
     TB_DIRECT,
     false,
     false},
    {"c.copy_(a)", COPY, 2, 1, {9000}, {{1}, {1}}, TB_DIRECT, false, false},
    {"c.copy_(a), large", COPY, 2, 1, {2 * MANY}, {{1}, {1}}, TB_STREAMED_COPY, false, false},
    {"c.copy_(number), large", COPY, 2, 1, {3 * MANY}, {{1}, {0}}, TB_DIRECT_STREAMED, false, false},
    {"c.copy_(a[::2])", COPY, 2, 1, {9000}, {{1}, {2}}, TB_PACKED, false, false},
    {"c[::2].copy_(a)", COPY, 2, 1, {9000}, {{2}, {1}}, TB_TILED, false, false},
    {"c.copy_(a.T)", COPY, 2, 2, {256, 256}, {{256, 1}, {1, 256}}, TB_TILED, true, false},
    {"a.masked_fill_(mask, 1), large",
     SELECTS | STREAMS,
     3,
     1,
     {MANY},
     {{1}, {1}, {1}},
     TB_DIRECT,
     false,
     false},
    {"a[::2].masked_fill_(mask, 1)", SELECTS, 3, 1, {9000}, {{2}, {1}, {1}}, TB_TILED, false, false},
};

static char *touched, *untouched;

static void check_row(const call_row *row)
{
    const tb_loop_body body = {
        .transfer = {{4, 4, {NULL}},
                     {4, 4, {NULL}},
                     {row->traits & CASTS ? 2 : 4, 4, {row->traits & CASTS ? (tb_cast)1 : NULL}}},
        .is_copy = row->traits & COPY,
        .streaming_kernel = row->traits & STREAMS,
        .strided_kernel = row->traits & STRIDES,
        .reads_output = row->traits & READS,
        .selects = row->traits & SELECTS,
    };
    tb_shape shape = {.ndim = row->ndim};
    tb_layout layout[3];
    tb_plan plan;
    tb_iteration iteration, again;
    memcpy(shape.size, row->size, sizeof row->size);
    for (int k = 0; k < row->nop; k++)
        layout[k] = (tb_layout){k == 0 && row->traits & UNTOUCHED ? untouched : touched, row->size,
                                row->stride[k], row->ndim, body.transfer[k].memory_itemsize};
    tb_plan_build(&plan, &shape, layout, row->nop);
    tb_choose(&iteration, &plan, &body);
    const bool tiled = iteration.strategy == TB_TILED;
    const bool right = iteration.strategy == row->strategy &&
                       iteration.kernel_streams == row->kernel_streams &&
                       (!tiled || (iteration.rows > 1) == row->blocks);
    CHECK(right);
    if (!right)
        fprintf(stderr, "%s: strategy %d, rows of a tile %d, kernel streams %d\n", row->call,
                (int)iteration.strategy, tiled ? (int)iteration.rows : 0, iteration.kernel_streams);
    tb_choose(&again, &plan, &body); /* a pure function */
    CHECK_EQ(again.strategy, iteration.strategy);
    CHECK_EQ(again.units, iteration.units);
    tb_choose_part(&again, &iteration, &plan); /* and the whole as a part of itself */
    CHECK_EQ(again.strategy, iteration.strategy);
    CHECK_EQ(again.kernel_streams, iteration.kernel_streams);
}

int main(void)
{
    bool met[TB_TILED + 1] = {false};
    tb_caches = (tb_cache_sizes){32 << 10, 1 << 20, 16 << 20};
    const int64_t bytes = tb_whole_pages(INT64_C(4) * 4 * MANY, tb_page_bytes());
    touched = tb_map(bytes, 0);
    untouched = tb_map(bytes, 0);
    CHECK(touched && untouched);
    memset(touched, 1, (size_t)bytes);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        check_row(&calls[i]);
        met[calls[i].strategy] = true;
    }
    for (int i = 0; i <= TB_TILED; i++)
        CHECK(met[i]);
    tb_unmap(touched, bytes);
    tb_unmap(untouched, bytes);
    return check_report(__FILE__);
}
