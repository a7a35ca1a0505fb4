/* test_pack.c: gathers, transposes, repeats, packing, unpacking and streaming against plain
 * loops, for every size of elements, all sorts of counts and strides, on every CPU level. */
#include "check.h"

#include "core/kernels/levels/levels.h"
#include "core/kernels/kernels.h"
#include "core/pack/pack_cast.h"
#include "core/iterate/stream.h"
#include "core/platform/platform.h"

/* Where blocks start modulo 8: elements of 8 bytes may be complex64, which is aligned as its floats are. */
static int block_start;

/* Blocks of exactly the bytes that may be touched, so that the sanitizer sees one more. */
static char *new_block(int64_t bytes) { return (char *)malloc((size_t)(bytes + block_start)) + block_start; }

static void free_block(char *block) { free(block - block_start); }

static char *random_block(int64_t bytes)
{
    char *block = new_block(bytes);
    for (int64_t i = 0; i < bytes; i++)
        block[i] = (char)draw(256);
    return block;
}

static void a_gather_takes_every_step(int size)
{
    const int64_t item = INT64_C(1) << size, n = 1 + draw(80), step = 1 + draw(6);
    char *src = random_block(((n - 1) * step + 1) * item), *dst = random_block(n * item);
    bool same = true;
    tb_kernels_active->move[size].gather(dst, src, step * item, n);
    for (int64_t i = 0; i < n; i++)
        same &= memcmp(dst + i * item, src + i * step * item, (size_t)item) == 0;
    CHECK(same);
    free_block(src);
    free_block(dst);
}

static bool is_repeated(const char *dst, const char *src, int64_t stride, int64_t n, int64_t each,
                        int64_t item)
{
    for (int64_t i = 0; i < n * each; i++)
        if (memcmp(dst + i * item, src + i / each * stride, (size_t)item) != 0)
            return false;
    return true;
}

/* From another block, with gaps, and from the end of what is written. */
static void a_repeat_takes_each_element_so_often(int size)
{
    const int64_t item = INT64_C(1) << size, n = 1 + draw(70), each = 1 + draw(draw(2) ? 5 : 40);
    const int64_t stride = item * (draw(2) ? 1 : 1 + draw(3)), total = n * each * item;
    char *src = random_block((n - 1) * stride + item), *dst = random_block(total),
         *end = dst + total - n * item;
    tb_kernels_active->move[size].repeat(dst, src, stride, n, each);
    CHECK(is_repeated(dst, src, stride, n, each, item));
    free_block(src);
    src = random_block(n * item);
    memcpy(end, src, (size_t)(n * item));
    tb_kernels_active->move[size].repeat(dst, end, item, n, each);
    CHECK(is_repeated(dst, src, item, n, each, item));
    free_block(src);
    free_block(dst);
}

/* A few rows or columns, whole blocks, and blocks with a rest. */
static int64_t draw_count(void) { return draw(3) ? 1 + draw(9) : 1 + draw(100); }

static void a_transpose_swaps_rows_and_columns(int size)
{
    const int64_t item = INT64_C(1) << size, rows = draw_count(), columns = draw_count();
    const int64_t src_row = (columns + draw(2) * draw(50)) * item,
                  dst_row = (rows + draw(2) * draw(50)) * item;
    const int64_t src_bytes = (rows - 1) * src_row + columns * item;
    const int64_t dst_bytes = (columns - 1) * dst_row + rows * item;
    char *src = random_block(src_bytes), *dst = random_block(dst_bytes), *expected = new_block(dst_bytes);
    memcpy(expected, dst, (size_t)dst_bytes); /* what lies between the rows stays */
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            memcpy(expected + j * dst_row + i * item, src + i * src_row + j * item, (size_t)item);
    tb_kernels_active->move[size].transpose(dst, dst_row, src, src_row, rows, columns);
    CHECK(memcmp(dst, expected, (size_t)dst_bytes) == 0);
    free_block(src);
    free_block(dst);
    free_block(expected);
}

/* Are these the elements of `memory`, the first dimension's one after the other? */
static bool is_packed(const char *packed, const char *memory, const int64_t *n, const int64_t *stride,
                      int ndim, int64_t item)
{
    int64_t numel = 1;
    for (int d = 0; d < ndim; d++)
        numel *= n[d];
    for (int64_t i = 0; i < numel; i++) {
        int64_t offset = 0, rest = i;
        for (int d = 0; d < ndim; rest /= n[d++])
            offset += rest % n[d] * stride[d];
        if (memcmp(packed + i * item, memory + offset, (size_t)item) != 0)
            return false;
    }
    return true;
}

/* Up to four dimensions in any order, with gaps. */
static void reversed_rows_begin_with_the_last_element(int size)
{
    const int64_t item = INT64_C(1) << size, n = 1 + draw(draw(2) ? 4 : 40), rows = 1 + draw(4);
    const int64_t src_row = (n + draw(3)) * item, dst_row = (n + draw(3)) * item;
    char *src = random_block(rows * src_row), *dst = random_block(rows * dst_row);
    bool same = true;
    tb_reverse_rows(dst, dst_row, src + (n - 1) * item, src_row, n, rows, (int)item);
    for (int64_t j = 0; j < rows; j++)
        for (int64_t i = 0; i < n; i++)
            same &= memcmp(dst + j * dst_row + i * item, src + j * src_row + (n - 1 - i) * item,
                           (size_t)item) == 0;
    CHECK(same);
    free_block(src);
    free_block(dst);
}

static void unpacking_what_was_packed_gives_it_back(int size)
{
    const int64_t item = INT64_C(1) << size;
    const int ndim = 1 + (int)draw(4);
    int64_t n[4], stride[4], numel = 1, next = item;
    for (int d = 0; d < ndim; d++)
        numel *= n[d] = 1 + draw(draw(2) ? 40 : 5);
    bool done[4] = {false};
    for (int left = ndim; left > 0; left--) {
        int d = (int)draw(ndim);
        while (done[d])
            d = (d + 1) % ndim;
        done[d] = true;
        next *= draw(4) ? 1 : 2;
        stride[d] = next;
        next *= n[d];
    }
    if (numel > 60000)
        return;
    char *memory = random_block(next), *packed = random_block(numel * item), *back = new_block(next);
    tb_pack(packed, memory, n, stride, ndim, (int)item);
    CHECK(is_packed(packed, memory, n, stride, ndim, item));
    memcpy(back, memory, (size_t)next); /* gaps stay, elements are written over */
    for (int64_t i = 0; i < numel * item; i++)
        packed[i] = (char)~packed[i];
    tb_unpack(back, stride, packed, n, ndim, (int)item);
    tb_pack(packed, memory, n, stride, ndim, (int)item);
    CHECK(numel == 0 || memcmp(back, memory, (size_t)next) != 0);
    tb_unpack(back, stride, packed, n, ndim, (int)item);
    CHECK(memcmp(back, memory, (size_t)next) == 0);
    free_block(memory);
    free_block(packed);
    free_block(back);
}

/* Dimensions of stride 0 among others, and short runs. */
static void packing_repeats_what_is_broadcast(int size)
{
    const int64_t item = INT64_C(1) << size;
    const int ndim = 1 + (int)draw(4);
    int64_t n[4], stride[4], numel = 1, last = 0, next = item;
    for (int d = 0; d < ndim; d++) {
        n[d] = 1 + draw(d ? 9 : 20);
        numel *= n[d];
        stride[d] = draw(3) ? next : 0;
        next = stride[d] ? next * n[d] * (1 + draw(2)) : next;
        last += (n[d] - 1) * stride[d];
    }
    char *memory = random_block(last + item), *packed = random_block(numel * item);
    tb_pack(packed, memory, n, stride, ndim, (int)item);
    CHECK(is_packed(packed, memory, n, stride, ndim, item));
    free_block(memory);
    free_block(packed);
}

static char *cast_block(const char *from, int64_t n, tb_dtype dtype, tb_dtype to)
{
    const int64_t bytes = n * tb_dtypes[to].itemsize;
    char *cast = new_block(bytes);
    if (dtype == to)
        memcpy(cast, from, (size_t)bytes);
    else
        tb_kernels_active->cast[dtype][to](cast, from, n);
    return cast;
}

/* n elements in `from` cast by way of `between`, in a new block. */
static char *cast_twice(const char *from, int64_t n, tb_dtype dtype, tb_dtype between, tb_dtype to)
{
    char *middle = cast_block(from, n, dtype, between), *cast = cast_block(middle, n, between, to);
    free_block(middle);
    return cast;
}

/* Up to four dimensions, contiguous together or not, long and short rows, the first one now and then repeated; with
 * none, one and two casts, in tiles that have room for the elements and no more. */
static void packing_with_casts_is_packing_and_casting(tb_dtype memory, tb_dtype between, tb_dtype tile)
{
    tb_transfer in, out;
    tb_set_transfer_in(&in, memory, between, tile);
    tb_set_transfer_out(&out, tile, between, memory);
    const int64_t item = in.memory_itemsize;
    const int64_t widest = tb_max(tb_max(item, tb_dtypes[between].itemsize), in.tile_itemsize);
    const int ndim = 1 + (int)draw(4);
    const bool repeats = draw(4) == 0;
    int64_t n[4], stride[4], numel = 1, next = item;
    for (int d = 0; d < ndim; d++) {
        n[d] = 1 + draw(draw(2) ? 30 : 4);
        numel *= n[d];
        next *= draw(3) ? 1 : 2;
        stride[d] = d == 0 && repeats ? 0 : next;
        next *= stride[d] ? n[d] : 1;
    }
    if (numel > 20000)
        return;
    char *from = random_block(next), *raw = new_block(numel * item);
    char *const tiles[2] = {random_block(numel * widest), random_block(numel * widest)};
    tb_pack(raw, from, n, stride, ndim, (int)item);
    char *expected = cast_twice(raw, numel, memory, between, tile);
    const char *packed = tb_pack_cast(&in, tiles, from, n, stride, ndim);
    CHECK(packed == tiles[0] || packed == tiles[1]);
    CHECK(memcmp(packed, expected, (size_t)(numel * in.tile_itemsize)) == 0);
    if (!repeats) {
        char *back = cast_twice(tiles[0], numel, tile, between, memory), *to = new_block(next),
             *wanted = new_block(next);
        memcpy(to, from, (size_t)next); /* gaps stay */
        memcpy(wanted, from, (size_t)next);
        tb_unpack(wanted, stride, back, n, ndim, (int)item);
        tb_unpack_cast(&out, to, stride, tiles, n, ndim);
        CHECK(memcmp(to, wanted, (size_t)next) == 0);
        free_block(back);
        free_block(to);
        free_block(wanted);
    }
    free_block(from);
    free_block(raw);
    free_block(expected);
    free_block(tiles[0]);
    free_block(tiles[1]);
}

/* In one call, or row by row, and now and then two rows that follow one another in memory. */
static void streaming_copies_rows_at_any_address(void)
{
    const int64_t bytes = 1 + draw(400), rows = 1 + draw(5), at = draw(70);
    const int64_t dst_row = bytes + draw(2) * draw(80), src_row = bytes + draw(2) * draw(80);
    const int64_t dst_bytes = at + (rows - 1) * dst_row + bytes;
    char *src = random_block((rows - 1) * src_row + bytes), *dst = random_block(dst_bytes);
    char *expected = malloc((size_t)dst_bytes);
    memcpy(expected, dst, (size_t)dst_bytes);
    for (int64_t j = 0; j < rows; j++)
        memcpy(expected + at + j * dst_row, src + j * src_row, (size_t)bytes);
    tb_stream stream = {.held = 0};
    if (draw(2))
        tb_stream_rows(&stream, dst + at, dst_row, src, src_row, bytes, rows);
    else
        for (int64_t j = 0; j < rows; j++) {
            const int64_t first = draw((int)bytes + 1);
            tb_stream_rows(&stream, dst + at + j * dst_row, 0, src + j * src_row, 0, first, 1);
            tb_stream_rows(&stream, dst + at + j * dst_row + first, 0, src + j * src_row + first, 0,
                           bytes - first, 1);
        }
    tb_stream_end(&stream);
    CHECK(memcmp(dst, expected, (size_t)dst_bytes) == 0);
    free(src);
    free(dst);
    free(expected);
}

static void streaming_pays_beyond_the_caches_on_memory_that_was_touched(void)
{
    const int64_t bytes = INT64_C(64) << 20;
    /* not malloc's: what watches memory touches that */
    char *block = tb_map(bytes, 0);
    CHECK(block);
    const int64_t last = bytes / 2;
    const tb_cache_sizes before = tb_caches;
    tb_caches.last = last;
    CHECK(!tb_should_stream(block, bytes, bytes, 4));
    memset(block, 1, (size_t)bytes / 2);
    CHECK(!tb_should_stream(block, bytes, bytes, 4));
    memset(block, 1, (size_t)bytes);
    const bool knows = tb_is_page_resident(block);
    CHECK_EQ(tb_should_stream(block, bytes, bytes, 4), knows);
    CHECK_EQ(tb_should_stream(block, last / TB_STREAM_LEAST_PART, bytes, 4), knows);
    CHECK(!tb_should_stream(block, last / TB_STREAM_LEAST_PART - 1, bytes, 4));
    for (int halves = 1; halves <= 4; halves++) {
        const int64_t least = halves * last / 2;
        CHECK_EQ(tb_should_stream(block, bytes / 4, least, halves), knows);
        CHECK(!tb_should_stream(block, bytes / 4, least - 1, halves)); /* the caches take it all */
    }
    tb_caches.last = 2 * last; /* a larger cache takes it */
    CHECK(!tb_should_stream(block, bytes, bytes, 4));
    tb_caches = before;
    tb_unmap(block, bytes);
}

int main(void)
{
    streaming_pays_beyond_the_caches_on_memory_that_was_touched();
    for (int i = 0; i < 2000; i++)
        streaming_copies_rows_at_any_address();
    for (const char *const *level = tb_cpu_levels(); *level; level++) {
        CHECK(tb_cpu_select(*level, NULL) == TB_OK);
        for (int size = 0; size < 5; size++)
            for (int i = 0; i < 400; i++) {
                block_start = size == 3 ? i % 2 * 4 : 0;
                a_gather_takes_every_step(size);
                a_transpose_swaps_rows_and_columns(size);
                a_repeat_takes_each_element_so_often(size);
                reversed_rows_begin_with_the_last_element(size);
                packing_repeats_what_is_broadcast(size);
                unpacking_what_was_packed_gives_it_back(size);
            }
        block_start = 0;
        for (int i = 0; i < 500; i++) {
            packing_with_casts_is_packing_and_casting(TB_INT16, TB_INT16, TB_INT16);
            packing_with_casts_is_packing_and_casting(TB_INT16, TB_INT64, TB_INT64);
            packing_with_casts_is_packing_and_casting(TB_INT64, TB_INT16, TB_INT16);
            packing_with_casts_is_packing_and_casting(TB_INT16, TB_INT32, TB_INT64);
            packing_with_casts_is_packing_and_casting(TB_INT64, TB_INT16, TB_INT32);
        }
    }
    return check_report(__FILE__);
}
