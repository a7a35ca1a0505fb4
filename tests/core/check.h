/* check.h: the checks of the core's C tests.  A failed check prints its file and
 * line and the test goes on; check_report() gives main's exit status.  Memory and
 * undefined behaviour are watched by the sanitizers the tests are built with.
 * Relies on: tb.h. */
#ifndef CHECK_H
#define CHECK_H

#include "core/kernels/generated/ops_ids.h"
#include "core/tb.h"
#include "multi_index.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The dtypes that everything takes, which come first. */
enum { NCOMPUTED = TB_UINT16 };

static int checks_done, checks_failed;

/* Impossible allocations return NULL here as they do without a sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:detect_leaks=1"; }

static inline void check_failed(const char *file, int line)
{
    checks_failed++;
    fprintf(stderr, "%s:%d: ", file, line);
}

#define CHECK(condition)                                \
    do {                                                \
        checks_done++;                                  \
        if (!(condition)) {                             \
            check_failed(__FILE__, __LINE__);           \
            fprintf(stderr, "not so: %s\n", #condition); \
        }                                               \
    } while (0)

#define CHECK_EQ(got, expected)                                                                   \
    do {                                                                                          \
        int64_t got_ = (int64_t)(got), expected_ = (int64_t)(expected);                           \
        checks_done++;                                                                            \
        if (got_ != expected_) {                                                                  \
            check_failed(__FILE__, __LINE__);                                                     \
            fprintf(stderr, "%s is %" PRId64 ", expected %" PRId64 "\n", #got, got_, expected_); \
        }                                                                                         \
    } while (0)

#define CHECK_TEXT(got, expected)                                                          \
    do {                                                                                   \
        const char *got_ = (got), *expected_ = (expected);                                 \
        checks_done++;                                                                     \
        if (strcmp(got_, expected_) != 0) {                                                \
            check_failed(__FILE__, __LINE__);                                              \
            fprintf(stderr, "text is\n    %s\nexpected\n    %s\n", got_, expected_);       \
        }                                                                                  \
    } while (0)

/* A call fails with this status and this text; `err` must be in scope. */
#define CHECK_ERROR(call, expected_status, expected_text)   \
    do {                                                    \
        memset(&err, 0, sizeof err);                        \
        CHECK_EQ(call, expected_status);                    \
        CHECK_EQ(err.status, expected_status);              \
        CHECK_TEXT(err.message, expected_text);             \
    } while (0)

/* A call succeeds; its error text is shown if not. */
#define CHECK_OK(call)                                                           \
    do {                                                                         \
        tb_error err_ok_ = {.status = TB_OK};                                          \
        tb_error *err = &err_ok_;                                                \
        tb_status status_ = (call);                                              \
        checks_done++;                                                           \
        if (status_ != TB_OK) {                                                  \
            check_failed(__FILE__, __LINE__);                                    \
            fprintf(stderr, "%s failed: %s\n", #call, err->message);             \
        }                                                                        \
    } while (0)

/* Array literals: DIMS(2, 3) is `const int64_t *`; CHECK_DIMS compares one. */
#define DIMS(...) ((const int64_t[]){__VA_ARGS__})
#define CHECK_DIMS(got, ...)                                                              \
    check_dims(__FILE__, __LINE__, #got, got, (const int64_t[]){__VA_ARGS__},             \
               (int)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)))

static inline void check_dims(const char *file, int line, const char *what, const int64_t *got,
                              const int64_t *expected, int n)
{
    char got_text[TB_SHAPE_TEXT_MAX], expected_text[TB_SHAPE_TEXT_MAX];
    checks_done++;
    if (memcmp(got, expected, (size_t)n * sizeof *got) == 0)
        return;
    check_failed(file, line);
    fprintf(stderr, "%s is %s, expected %s\n", what, tb_shape_text(got_text, sizeof got_text, got, n),
            tb_shape_text(expected_text, sizeof expected_text, expected, n));
}

/* Sizes and strides of a tensor of n dimensions. */
#define CHECK_TENSOR(t, n, sizes, strides)                        \
    do {                                                          \
        CHECK_EQ((t)->ndim, n);                                   \
        check_dims(__FILE__, __LINE__, #t " size", (t)->size, sizes, n);     \
        check_dims(__FILE__, __LINE__, #t " stride", (t)->stride, strides, n); \
    } while (0)

/* Deterministic numbers for generated cases: any bits, [0, below). */
static uint64_t random_state = 0x9e3779b97f4a7c15u;

static inline uint64_t draw_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1du;
}

static inline int64_t draw(int64_t below) { return (int64_t)((draw_bits() >> 11) % (uint64_t)below); }

/* Strides of a tensor in C order or with its dimensions in a random order in memory, `step` between elements. */
static inline void draw_strides(int64_t *stride, const int64_t *size, int ndim, bool ordered, int64_t step)
{
    bool done[TB_MAX_DIMS] = {false};
    for (int i = 0; i < ndim; i++) {
        int d = ordered ? ndim - 1 - i : (int)draw(ndim);
        while (done[d])
            d = (d + 1) % ndim;
        done[d] = true;
        stride[d] = step;
        step *= size[d] ? size[d] : 1;
    }
}

static inline int64_t position(const int64_t *index, const int64_t *stride, int ndim)
{
    int64_t at = 0;
    for (int d = 0; d < ndim; d++)
        at += index[d] * stride[d];
    return at;
}

/* An element as a real number. */
static inline double number_at(tb_dtype dtype, const char *p)
{
    double parts[2];
    tb_convert(TB_COMPLEX128, parts, dtype, p);
    return parts[0];
}

static inline int check_report(const char *file)
{
    printf("%s: %d checks, %d failed\n", file, checks_done, checks_failed);
    return checks_failed > 0 || checks_done == 0;
}

#endif
