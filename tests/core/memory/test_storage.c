/* Storages: alignment, lifetime, growth, pins, foreign memory. */
#include "check.h"

static void memory_is_aligned_and_never_null(void)
{
    for (int64_t nbytes = 0; nbytes < 300; nbytes += 7) {
        for (int zeroed = 0; zeroed < 2; zeroed++) {
            tb_storage *s = NULL;
            CHECK_OK(tb_storage_new(nbytes, zeroed, &s, err));
            CHECK_EQ((uintptr_t)s->data % TB_CACHE_LINE, 0);
            CHECK_EQ(s->nbytes, nbytes);
            CHECK_EQ(s->refs, 1);
            CHECK_EQ(s->pins, 0);
            for (int64_t i = 0; zeroed && i < nbytes; i++)
                CHECK_EQ(s->data[i], 0);
            memset(s->data, 1,
                   nbytes > TB_CACHE_LINE ? (size_t)nbytes : TB_CACHE_LINE); /* a whole cache line is there */
            tb_storage_release(s);
        }
    }
    tb_storage_release(NULL);
}

static void the_last_reference_frees(void)
{
    tb_storage *s;
    CHECK_OK(tb_storage_new(8, true, &s, err));
    CHECK(tb_storage_retain(s) == s);
    CHECK_EQ(s->refs, 2);
    tb_storage_release(s);
    CHECK_EQ(s->data[7], 0); /* still alive: the sanitizer would object */
    tb_storage_release(s);
}

static void growing_keeps_the_contents(void)
{
    tb_storage *s;
    CHECK_OK(tb_storage_new(5, false, &s, err));
    memcpy(s->data, "abcde", 5);
    char *before = s->data;
    CHECK_OK(tb_storage_grow(s, 3, err));
    CHECK_OK(tb_storage_grow(s, 5, err));
    CHECK(s->data == before);
    CHECK_EQ(s->nbytes, 5);
    for (int64_t nbytes = 100; nbytes <= 10000; nbytes *= 10) {
        CHECK_OK(tb_storage_grow(s, nbytes, err));
        CHECK_EQ(s->nbytes, nbytes);
        CHECK_EQ((uintptr_t)s->data % TB_CACHE_LINE, 0);
        CHECK_EQ(memcmp(s->data, "abcde", 5), 0);
        memset(s->data + 5, 2, (size_t)nbytes - 5);
    }
    tb_storage_release(s);
}

static void a_pinned_storage_does_not_grow(void)
{
    tb_error err;
    tb_storage *s;
    CHECK_OK(tb_storage_new(64, true, &s, err));
    tb_storage_pin(s);
    tb_storage_pin(s);
    tb_storage_unpin(s);
    CHECK_OK(tb_storage_grow(s, 64, err));
    CHECK_ERROR(tb_storage_grow(s, 65, &err), TB_RUNTIME_ERROR,
                "Trying to resize storage that is not resizable");
    CHECK_EQ(s->nbytes, 64);
    tb_storage_unpin(s);
    CHECK_OK(tb_storage_grow(s, 65, err));
    tb_storage_release(s);
}

static void count(void *owner) { ++*(int *)owner; }

static void foreign_memory_goes_back_once(void)
{
    tb_error err;
    char memory[10] = "foreign";
    int returned = 0;
    tb_storage *s;
    CHECK_OK(tb_storage_foreign(memory, sizeof memory, (tb_owner){count, &returned}, &s, err));
    CHECK(s->data == memory);
    CHECK_OK(tb_storage_grow(s, 10, err));
    CHECK_ERROR(tb_storage_grow(s, 11, &err), TB_RUNTIME_ERROR,
                "Trying to resize storage that is not resizable");
    tb_storage_retain(s);
    tb_storage_release(s);
    CHECK_EQ(returned, 0);
    tb_storage_release(s);
    CHECK_EQ(returned, 1);
    CHECK_TEXT(memory, "foreign");

    CHECK_OK(tb_storage_foreign(NULL, 0, (tb_owner){0}, &s, err));
    CHECK(s->data != NULL);
    CHECK_EQ(s->nbytes, 0);
    tb_storage_release(s);
}

static void memory_that_nobody_has_is_torchs_error(void)
{
    tb_error err;
    tb_storage *s = (tb_storage *)&err;
    const int64_t huge = INT64_C(1) << 60;
    CHECK_ERROR(
        tb_storage_new(huge, false, &s, &err), TB_RUNTIME_ERROR,
        "DefaultCPUAllocator: can't allocate memory: you tried to allocate 1152921504606846976 bytes. "
        "Error code 12 (Cannot allocate memory)");
    CHECK(s == NULL);
    CHECK_EQ(tb_storage_new(INT64_MAX, false, &s, NULL), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_storage_new(INT64_MAX - 100, true, &s, NULL), TB_RUNTIME_ERROR);
    CHECK_OK(tb_storage_new(3, false, &s, err));
    memcpy(s->data, "xyz", 3);
    char *before = s->data;
    CHECK_EQ(tb_storage_grow(s, huge, &err), TB_RUNTIME_ERROR);
    CHECK_EQ(tb_storage_grow(s, INT64_MAX, &err), TB_RUNTIME_ERROR);
    CHECK(s->data == before && s->nbytes == 3 && memcmp(s->data, "xyz", 3) == 0);
    tb_storage_release(s);
}

static void a_part_keeps_the_whole_alive_and_in_place(void)
{
    tb_error err;
    tb_storage *whole, *part;
    CHECK_OK(tb_storage_new(16, true, &whole, err));
    CHECK_OK(tb_storage_slice(whole, 4, 8, &part, err));
    CHECK(part->data == whole->data + 4);
    CHECK_EQ(part->nbytes, 8);
    CHECK_EQ(whole->refs, 2);
    CHECK_ERROR(tb_storage_grow(whole, 100, &err), TB_RUNTIME_ERROR,
                "Trying to resize storage that is not resizable");
    tb_storage_release(part);
    CHECK_EQ(whole->refs, 1);
    CHECK_OK(tb_storage_grow(whole, 100, err));
    CHECK_OK(tb_storage_slice(whole, 0, 100, &part, err));
    tb_storage_release(whole);
    part->data[99] = 1; /* the whole lives on */
    tb_storage_release(part);
}

/* ---- kept blocks ---- */

enum { STATES = 6 };
static const char *const STATE_NAMES[STATES] = {"untouched",   "pinned", "with an owner",
                                                "with a user", "grown",  "written to the end"};

/* What a storage can have when its last reference goes. */
static void leave_in_state(int state, tb_storage *s)
{
    static int anything;
    switch (state) {
    case 1:
        tb_storage_pin(s);
        tb_storage_pin(s);
        break;
    case 2:
        s->owner.object = &anything;
        break;
    case 3:
        s->user = &anything;
        break;
    case 4:
        CHECK_OK(tb_storage_grow(s, s->nbytes + 100000, err));
        break;
    case 5:
        memset(s->data, 0x5a, (size_t)s->nbytes);
        break;
    }
}

static void check_new(const tb_storage *s, int64_t nbytes, bool zeroed, const char *after)
{
    const int failed = checks_failed;
    CHECK_EQ(s->refs, 1);
    CHECK_EQ(s->pins, 0);
    CHECK_EQ((uintptr_t)s->data % TB_CACHE_LINE, 0);
    CHECK_EQ(s->nbytes, nbytes);
    CHECK(s->block.start == NULL && s->block.room == 0 && !s->block.fresh);
    CHECK(s->owner.release == NULL);
    CHECK(s->owner.object == NULL);
    CHECK(s->user == NULL);
    for (int64_t i = 0; zeroed && i < nbytes; i++)
        CHECK_EQ(s->data[i], 0);
    if (checks_failed > failed)
        printf("    after a storage %s, %d bytes%s\n", after, (int)nbytes, zeroed ? ", zeroed" : "");
}

/* Whatever a storage went through: the next one of its size is as new, and can grow. */
static void a_storage_after_another_is_new(void)
{
    const int64_t sizes[] = {0, 1, 63, 64, 65, 128, 129, 1000, 2048, 2049, 4096, 4097};
    for (int state = 0; state < STATES; state++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            for (int zeroed = 0; zeroed < 2; zeroed++) {
                tb_storage *s;
                CHECK_OK(tb_storage_new(sizes[i], zeroed, &s, err));
                leave_in_state(state, s);
                tb_storage_release(s);
                CHECK_OK(tb_storage_new(sizes[i], zeroed, &s, err));
                check_new(s, sizes[i], zeroed, STATE_NAMES[state]);
                CHECK_OK(tb_storage_grow(s, 10000, err));
                tb_storage_release(s);
            }
        }
    }
}

/* More are freed than the lists hold, in sizes that share a list. */
static void many_storages_after_others_are_new(void)
{
    enum { N = 40 };
    tb_storage *s[N];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < N; i++) {
            CHECK_OK(tb_storage_new(65 + i, i % 2, &s[i], err));
            check_new(s[i], 65 + i, i % 2, "among many");
            leave_in_state(5, s[i]);
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < i; j++)
                CHECK(s[i] != s[j]);
        for (int i = 0; i < N; i++)
            tb_storage_release(s[(i * 7) % N]);
    }
}

static void a_freed_storage_is_kept_for_the_next(void)
{
#ifdef __linux__ /* where tb_storage_cache_small keeps anything */
    tb_storage *first, *second;
    CHECK_OK(tb_storage_new(100, false, &first, err));
    tb_storage_release(first);
    CHECK_OK(tb_storage_new(128, false, &second, err));
    CHECK(first == second);
    tb_storage_release(second);
#endif
}

int main(void)
{
    memory_is_aligned_and_never_null();
    the_last_reference_frees();
    growing_keeps_the_contents();
    a_pinned_storage_does_not_grow();
    foreign_memory_goes_back_once();
    memory_that_nobody_has_is_torchs_error();
    a_part_keeps_the_whole_alive_and_in_place();
    a_storage_after_another_is_new();
    tb_storage_cache_small();
    memory_is_aligned_and_never_null();
    the_last_reference_frees();
    growing_keeps_the_contents();
    a_pinned_storage_does_not_grow();
    memory_that_nobody_has_is_torchs_error();
    a_part_keeps_the_whole_alive_and_in_place();
    a_storage_after_another_is_new();
    many_storages_after_others_are_new();
    a_freed_storage_is_kept_for_the_next();
    return check_report(__FILE__);
}
