/* fuzz.h: what the fuzz programs of the core share: bytes that become a small program, and the naive index
 * loop that results are compared with.
 *
 * Each subject is one file with fuzz_one(), which decodes the bytes, calls the core and aborts where the core
 * and the model of that file differ.  libFuzzer's main() and that of replay.c both call it.  With
 * -DPLANTED_FAULT every model has a mistake for an input that is not easy to come by, so that a test can see it
 * found.  Relies on: tb.h. */
#ifndef FUZZ_H
#define FUZZ_H

#include "core/kernels/generated/ops_ids.h"
#include "core/tb.h"
#include "multi_index.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The subject. */
static void fuzz_one(const uint8_t *bytes, size_t n);

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:detect_leaks=1"; }

/* The core and the model agree. */
#define AGREES(condition)                                                                      \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            fprintf(stderr, "%s:%d: the core and the model differ: %s\n", __FILE__, __LINE__, \
                    #condition);                                                               \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

/* One thread, so that an input always does the same. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    AGREES(tb_set_up(&(tb_settings){.threads = 1}, NULL) == TB_OK);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    fuzz_one(bytes, n);
    return 0;
}

/* ---- bytes ---- */

typedef struct {
    const uint8_t *at, *end;
} fuzz_input;

/* 0 behind the last one, so that every input is a whole program. */
static inline int take(fuzz_input *in) { return in->at < in->end ? *in->at++ : 0; }
static inline int take_below(fuzz_input *in, int below) { return take(in) % below; }

/* ---- shapes ---- */

/* So many elements may a shape have: sorting more takes longer than finding more. */
#ifndef FUZZ_ELEMENTS
#define FUZZ_ELEMENTS 1024
#endif

/* At most `most` dimensions of at most `largest` each. */
static inline void take_shape(fuzz_input *in, tb_shape *shape, int most, int largest)
{
    int64_t numel = 1;
    shape->ndim = take_below(in, most + 1);
    for (int d = 0; d < shape->ndim; d++) {
        shape->size[d] = take_below(in, largest + 1);
        if (numel * shape->size[d] > FUZZ_ELEMENTS)
            shape->size[d] = 1;
        numel *= shape->size[d] ? shape->size[d] : 1;
    }
}

/* Where an element is, of something that is expanded to a shape of `ndim` dimensions with this index. */
static inline int64_t place_of(const int64_t *index, int ndim, const int64_t *size, const int64_t *stride,
                               int own_ndim)
{
    int64_t at = 0;
    for (int d = 0; d < own_ndim; d++)
        if (size[d] != 1)
            at += index[ndim - own_ndim + d] * stride[d];
    return at;
}

/* ---- tensors ---- */

static inline char *element_of(const tb_tensor *t, const int64_t *index, int ndim)
{
    return tb_data(t) + place_of(index, ndim, t->size, t->stride, t->ndim) * t->itemsize;
}

/* Strides of all kinds: C-ordered, dimensions in another order, gaps, repeated elements, windows that slide. */
static inline void take_strides(fuzz_input *in, const tb_shape *shape, int64_t *stride)
{
    const int how = take(in);
    int64_t step = 1 + (how >> 6);
    bool done[TB_MAX_DIMS] = {false};
    for (int i = 0; i < shape->ndim; i++) {
        int d = how & 1 ? take_below(in, shape->ndim) : shape->ndim - 1 - i;
        while (done[d])
            d = (d + 1) % shape->ndim;
        done[d] = true;
        const int odd = how & 2 ? take(in) : 255;
        stride[d] = odd < 32 ? 0 : odd < 96 ? odd % 9 : step;
        step *= shape->size[d] ? shape->size[d] : 1;
        step += odd >= 96 && odd < 128;
    }
}

/* A view with these sizes of memory of its own, of exactly the bytes that it reaches, or of `storage`, false
 * where it does not fit. */
static inline bool take_tensor(fuzz_input *in, tb_tensor *t, tb_dtype dtype, const tb_shape *shape,
                               tb_storage *storage)
{
    int64_t stride[TB_MAX_DIMS], elements;
    tb_storage *own = NULL;
    take_strides(in, shape, stride);
    const int64_t offset = take_below(in, storage ? 64 : 4);
    AGREES(tb_storage_extent(shape->size, stride, shape->ndim, offset, tb_dtypes[dtype].itemsize, &elements,
                             NULL) == TB_OK);
    if (storage && elements * tb_dtypes[dtype].itemsize > storage->nbytes)
        return false;
    if (!storage)
        AGREES(tb_storage_new(elements * tb_dtypes[dtype].itemsize, true, &own, NULL) == TB_OK);
    AGREES(tb_tensor_view(t, storage ? storage : own, dtype, shape->size, stride, shape->ndim,
                          elements ? offset : 0, NULL) == TB_OK);
    tb_storage_release(own);
    return true;
}

/* Bytes of which each place has others. */
static inline void fill_bytes(tb_storage *storage, int seed)
{
    for (int64_t i = 0; i < storage->nbytes; i++)
        storage->data[i] = (char)(i * 37 + i / 251 + seed);
}

#endif
