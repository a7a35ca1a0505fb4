/* copies.c: fuzzes copies between layouts and dtypes against copying element by element: tensors of any layouts and
 * dtypes, packing and unpacking, moves, runs, reversed rows, repeated bytes and tensors side by side. */
#include "fuzz.h"

#include "core/copy/clone.h"
#include "core/iterate/copy.h"
#include "core/pack/pack.h"
#include "core/pointwise/pointwise.h"

enum { ROOM = 1 << 14 };

static tb_dtype take_dtype(fuzz_input *in) { return (tb_dtype)take_below(in, TB_NDTYPES); }

/* Bytes of a bool other than 0 and 1 are true; those of a copy are 0 and 1. */
static void convert(tb_dtype to, char *dst, tb_dtype from, const char *src)
{
    if (to == TB_BOOL && from == TB_BOOL)
        *dst = *src != 0;
    else if (to == from)
        memcpy(dst, src, tb_dtypes[to].itemsize);
    else
        tb_convert(to, dst, from, src);
}

/* Are these one value?  A not-a-number is, whatever its bits. */
static bool same_value(tb_dtype dtype, const char *a, const char *b)
{
    double x[2], y[2];
    if (memcmp(a, b, tb_dtypes[dtype].itemsize) == 0)
        return true;
    if (tb_dtypes[dtype].kind < TB_KIND_FLOAT)
        return false;
    tb_convert(TB_COMPLEX128, x, dtype, a);
    tb_convert(TB_COMPLEX128, y, dtype, b);
    for (int i = 0; i < 2; i++)
        if (memcmp(&x[i], &y[i], sizeof *x) != 0 && !(x[i] != x[i] && y[i] != y[i]))
            return false;
    return true;
}

/* copy_ and clone: `out` and `src` have memory of their own. */
static void tensors(fuzz_input *in)
{
    tb_shape shape, own;
    tb_tensor src, out;
    tb_error err = {.status = TB_OK};
    take_shape(in, &shape, 5, 40);
    const int large = take(in);
    if (large & 1) /* blocks and tiles */
        shape = (tb_shape){.ndim = 2, .size = {1 + take(in) % 70, 1 + take(in) % 70}};
    own = shape;
    for (int d = 0; d < own.ndim; d++)
        if (large >> (1 + d) & 1)
            own.size[d] = 1;
    const tb_dtype from = take_dtype(in), to = large & 64 ? from : take_dtype(in);
    AGREES(take_tensor(in, &src, from, &own, NULL));
    fill_bytes(src.storage, take(in));
    const int64_t known = in->end - in->at; /* bytes of the input are values, too */
    memcpy(src.storage->data, in->at, (size_t)(known < src.storage->nbytes ? known : src.storage->nbytes));
    tb_status status = TB_OK;
    const bool cloned = large & 128;
    if (cloned) {
        status = tb_clone(&out, &src, to, large & 32, &err);
        shape = own;
    } else {
        AGREES(take_tensor(in, &out, to, &shape, NULL));
        tb_call call = {.op = TB_OP_COPY,
                        .form = TB_FORM_WRITE,
                        .in = {{.tensor = &src}},
                        .out = &out,
                        .default_dtype = TB_FLOAT32,
                        .forced_dtype = TB_UNDEFINED};
        status = tb_prepare(&call, &err);
        if (status == TB_OK)
            status = tb_run(&call, &err);
        AGREES((status == TB_OK) == (tb_check_writable(&out, NULL) == TB_OK));
    }
    AGREES(!cloned || status == TB_OK);
    AGREES(tb_same_sizes(out.size, out.ndim, shape.size, shape.ndim) && out.dtype == (int)to);
    int64_t index[TB_MAX_DIMS] = {0};
    if (status == TB_OK && out.numel && tb_is_non_overlapping(&out))
        do {
            char expected[16];
            convert(to, expected, from, element_of(&src, index, out.ndim));
#ifdef PLANTED_FAULT
            expected[0] ^= index[0] == 33 && from == TB_BFLOAT16 && to == TB_BFLOAT16;
#endif
            AGREES(same_value(to, expected, element_of(&out, index, out.ndim)));
        } while (next_index(index, out.size, out.ndim));
    tb_tensor_release(&out);
    tb_tensor_release(&src);
}

/* ---- bytes ---- */

/* Memory of exactly so many bytes. */
static char *new_bytes(int64_t n, int seed)
{
    char *bytes = malloc((size_t)n + (n == 0));
    AGREES(bytes);
    for (int64_t i = 0; i < n; i++)
        bytes[i] = (char)(i * 37 + i / 251 + seed);
    return bytes;
}

static void packing(fuzz_input *in)
{
    const int itemsize = 1 << take_below(in, 5), ndim = 1 + take_below(in, 4);
    int64_t size[4], stride[4], numel = 1, index[4] = {0}, reach = itemsize;
    bool separate = true; /* elements in order, and none where another one is */
    for (int d = 0; d < ndim; d++) {
        size[d] = 1 + take(in) % (d == 0 ? 70 : 12);
        if (numel * size[d] * itemsize > ROOM)
            size[d] = 1;
        numel *= size[d];
        stride[d] = take(in) % 20 * itemsize;
        if (take_below(in, 2))
            stride[d] += reach / itemsize * itemsize;
        separate &= size[d] == 1 || stride[d] >= reach;
        reach += (size[d] - 1) * stride[d];
    }
    char *memory = new_bytes(reach, 3), *packed = new_bytes(numel * itemsize, 9);
    tb_pack(packed, memory, size, stride, ndim, itemsize);
    for (int64_t i = 0; i < numel; i++) {
        int64_t at = 0;
        for (int d = 0; d < ndim; d++)
            at += index[d] * stride[d];
        AGREES(memcmp(packed + i * itemsize, memory + at, (size_t)itemsize) == 0);
        for (int d = 0; d < ndim && ++index[d] == size[d]; d++)
            index[d] = 0;
    }
    if (separate) { /* other elements: gaps stay */
        char *expected = new_bytes(reach, 3);
        for (int64_t i = 0; i < numel * itemsize; i++)
            packed[i] = (char)(packed[i] ^ 0x55);
        for (int64_t i = 0; i < numel; i++) {
            int64_t at = 0;
            for (int d = 0; d < ndim; d++)
                at += index[d] * stride[d];
            memcpy(expected + at, packed + i * itemsize, (size_t)itemsize);
            for (int d = 0; d < ndim && ++index[d] == size[d]; d++)
                index[d] = 0;
        }
        tb_unpack(memory, stride, packed, size, ndim, itemsize);
        AGREES(memcmp(memory, expected, (size_t)reach) == 0);
        free(expected);
    }
    free(memory);
    free(packed);
}

static void runs(fuzz_input *in)
{
    const int64_t n = 1 + take_below(in, 60), bytes = 1 + take(in) % 130;
    const int64_t dst_step = bytes + take(in) % 40, src_step = take_below(in, 3) ? bytes + take(in) % 40 : 0;
    const int64_t dst_bytes = (n - 1) * dst_step + bytes, src_bytes = (n - 1) * src_step + bytes;
    char *dst = new_bytes(dst_bytes, 1), *expected = new_bytes(dst_bytes, 1), *src = new_bytes(src_bytes, 7);
    for (int64_t i = 0; i < n; i++)
        memcpy(expected + i * dst_step, src + i * src_step, (size_t)bytes);
    tb_copy_runs(dst, dst_step, src, src_step, n, bytes);
    AGREES(memcmp(dst, expected, (size_t)dst_bytes) == 0);
    /* The beginning again and again. */
    const int64_t first = 1 + take(in) % dst_bytes;
    for (int64_t i = first; i < dst_bytes; i++)
        expected[i] = expected[i - first];
    tb_repeat_bytes(dst, first, dst_bytes);
    AGREES(memcmp(dst, expected, (size_t)dst_bytes) == 0);
    free(dst);
    free(expected);
    free(src);
}

static void reversed_rows(fuzz_input *in)
{
    const int itemsize = 1 << take_below(in, 5);
    const int64_t n = 1 + take(in) % 70, rows = 1 + take(in) % 9, row = n * itemsize;
    const int64_t dst_step = row + take(in) % 9 * itemsize, src_step = row + take(in) % 9 * itemsize;
    const int64_t dst_bytes = (rows - 1) * dst_step + row, src_bytes = (rows - 1) * src_step + row;
    char *dst = new_bytes(dst_bytes, 1), *expected = new_bytes(dst_bytes, 1), *src = new_bytes(src_bytes, 7);
    for (int64_t r = 0; r < rows; r++)
        for (int64_t i = 0; i < n; i++)
            memcpy(expected + r * dst_step + i * itemsize, src + r * src_step + (n - 1 - i) * itemsize,
                   (size_t)itemsize);
    tb_reverse_rows(dst, dst_step, src + row - itemsize, src_step, n, rows, itemsize);
    AGREES(memcmp(dst, expected, (size_t)dst_bytes) == 0);
    free(dst);
    free(expected);
    free(src);
}

/* Rows that are put together of pieces of other rows. */
static void segments(fuzz_input *in)
{
    tb_segment segment[8];
    char *from[8];
    const int n = 1 + take_below(in, 8), unit = 1 << take_below(in, 5);
    const bool alike = take_below(in, 2);
    tb_segments s = {.rows = 1 + take(in) % 60, .n = n, .segment = segment};
    for (int i = 0; i < n; i++) {
        const int64_t bytes = alike ? unit : (1 + take(in) % 40) * (1 + take_below(in, 2) * 30);
        const int64_t step = alike ? bytes : take_below(in, 4) ? bytes + take(in) % 20 : 0;
        from[i] = new_bytes((s.rows - 1) * step + bytes, i * 11);
        segment[i] = (tb_segment){from[i], bytes, step};
        s.row_bytes += bytes;
    }
    char *expected = new_bytes(s.rows * s.row_bytes, 0), *to = expected;
    s.to = new_bytes(s.rows * s.row_bytes, 0);
    for (int64_t r = 0; r < s.rows; r++)
        for (int i = 0; i < n; to += segment[i++].bytes)
            memcpy(to, from[i] + r * segment[i].step, (size_t)segment[i].bytes);
    AGREES(tb_segments_run(&s, NULL, 0, NULL, NULL) == TB_OK);
    AGREES(memcmp(s.to, expected, (size_t)(s.rows * s.row_bytes)) == 0);
    for (int i = 0; i < n; i++)
        free(from[i]);
    free(s.to);
    free(expected);
}

/* Between two tensors of one dtype, dimension by dimension; `in` may be repeated or go backwards. */
static void moves(fuzz_input *in)
{
    static const tb_dtype dtypes[] = {TB_UINT8, TB_INT16, TB_INT32, TB_INT64, TB_COMPLEX128};
    const tb_dtype dtype = dtypes[take_below(in, 5)];
    tb_shape shape;
    tb_tensor out, from;
    tb_move move;
    int64_t stride[TB_MAX_DIMS], start = 0;
    take_shape(in, &shape, 4, 40);
    for (int d = 0; d < shape.ndim; d++)
        shape.size[d] += shape.size[d] == 0;
    AGREES(take_tensor(in, &from, dtype, &shape, NULL));
    AGREES(tb_tensor_new(&out, dtype, shape.size, NULL, shape.ndim, true, NULL) == TB_OK);
    fill_bytes(from.storage, take(in));
    const int backwards = take(in), repeated = take(in);
    for (int d = 0; d < shape.ndim; d++) {
        stride[d] = repeated >> d & 1 ? 0 : from.stride[d];
        if (backwards >> d & 1) {
            start += (shape.size[d] - 1) * stride[d];
            stride[d] = -stride[d];
        }
    }
    tb_move_begin(&move, &out, &from);
    move.plan.data[1] += start * out.itemsize;
    for (int d = shape.ndim - 1; d >= 0; d--)
        tb_move_add(&move, shape.size[d], out.stride[d], stride[d]);
    AGREES(tb_move_run(&move, NULL, NULL) == TB_OK);
    int64_t index[TB_MAX_DIMS] = {0};
    do {
        int64_t at = start;
        for (int d = 0; d < shape.ndim; d++)
            at += index[d] * stride[d];
        AGREES(memcmp(tb_data(&from) + at * out.itemsize, element_of(&out, index, shape.ndim),
                      out.itemsize) == 0);
    } while (next_index(index, shape.size, shape.ndim));
    tb_tensor_release(&out);
    tb_tensor_release(&from);
}

static void fuzz_one(const uint8_t *bytes, size_t n)
{
    static void (*const parts[])(fuzz_input *) = {tensors, packing, runs, reversed_rows, segments, moves};
    fuzz_input in = {bytes, bytes + n};
    parts[take_below(&in, 6)](&in);
}
