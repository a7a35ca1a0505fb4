/* Blocks: alignment, what is kept and given back, zeroed memory, threads, forks. */
#include "check.h"

#include "core/platform/platform.h"

#include <pthread.h>
#if TB_POSIX
#include <sys/wait.h>
#include <unistd.h>
#endif

#define MIB (INT64_C(1) << 20)

static tb_memory_stats look(void)
{
    tb_memory_stats figures;
    tb_memory_statistics(&figures);
    return figures;
}

/* *reused: it is a kept one. */
static tb_block get(int64_t nbytes, bool zeroed, bool *reused)
{
    tb_block block = {0};
    const int64_t before = look().reused;
    CHECK(tb_block_get(nbytes, zeroed, &block));
    *reused = look().reused > before;
    return block;
}

static bool is_all(const tb_block *block, int64_t nbytes, char value)
{
    const char *p = block->start;
    for (int64_t i = 0; i < nbytes; i++)
        if (p[i] != value)
            return false;
    return true;
}

static void large_blocks_are_aligned_and_written_to_their_end(void)
{
    const int64_t sizes[] = {TB_LARGE_BLOCK, TB_LARGE_BLOCK + 1, MIB,     4 * MIB - 1,
                             4 * MIB,        5 * MIB + 3,        16 * MIB};
    bool reused;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        tb_block block = get(sizes[i], i % 2, &reused);
        CHECK_EQ((uintptr_t)block.start % TB_CACHE_LINE, 0);
        if (TB_POSIX && sizes[i] >= TB_HUGE_PAGES_FROM)
            CHECK_EQ((uintptr_t)block.start % TB_HUGE_PAGE, 0);
        CHECK_EQ(block.room, tb_whole_pages(sizes[i], tb_page_bytes()));
        CHECK(!reused);
        CHECK(is_all(&block, sizes[i], 0));
        memset(block.start, 1, (size_t)sizes[i]);
        tb_block_put(&block);
        tb_memory_empty();
    }
    CHECK_EQ(look().used_bytes, 0);
    CHECK_EQ(look().used_blocks, 0);
}

/* aarch64 has pages of 4, 16 and 64 KiB. */
static void rooms_are_whole_pages_whatever_their_size(void)
{
    for (int64_t page = 4096; page <= 65536; page *= 4) {
        CHECK_EQ(tb_whole_pages(TB_LARGE_BLOCK, page), TB_LARGE_BLOCK);
        CHECK_EQ(tb_whole_pages(TB_LARGE_BLOCK + 1, page), TB_LARGE_BLOCK + page);
        CHECK_EQ(tb_whole_pages(4 * MIB - 1, page), 4 * MIB);
        CHECK_EQ(tb_whole_pages(INT64_MAX - page, page) % page, 0);
    }
}

static void small_blocks_are_not_kept(void)
{
    bool reused;
    tb_block block = get(TB_LARGE_BLOCK - 1, true, &reused);
    CHECK_EQ(block.room, 0);
    CHECK(is_all(&block, TB_LARGE_BLOCK - 1, 0));
    tb_block_put(&block);
    tb_block_put(&(tb_block){0});
    CHECK_EQ(look().kept_blocks, 0);
}

static void a_freed_block_comes_back_and_is_zeroed_when_asked(void)
{
    bool reused;
    const tb_memory_stats before = look();
    tb_block block = get(MIB, false, &reused);
    void *start = block.start;
    memset(start, 7, MIB);
    tb_block_put(&block);
    CHECK_EQ(look().kept_bytes, MIB);
    block = get(MIB - 5000, false, &reused); /* a little smaller fits too */
    CHECK(block.start == start && reused);
    CHECK(is_all(&block, MIB - 5000, 7));
    CHECK_EQ(look().kept_bytes, 0);
    CHECK_EQ(look().used_bytes, MIB);
    tb_block_put(&block);
    block = get(MIB, true, &reused);
    CHECK(block.start == start && reused);
    CHECK(is_all(&block, MIB, 0));
    tb_block_put(&block);
    tb_block other = get(MIB / 2, false, &reused); /* half of it would be wasted */
    CHECK(other.start != start && !reused);
    tb_block_put(&other);
    CHECK_EQ(look().kept_blocks, 2);
    CHECK_EQ(look().reused - before.reused, 2);
    CHECK_EQ(look().mapped - before.mapped, 2);
    CHECK_EQ(tb_memory_empty(), MIB + MIB / 2);
    CHECK_EQ(look().kept_blocks, 0);
    CHECK_EQ(tb_memory_empty(), 0);
}

static void the_smallest_that_fits_is_taken(void)
{
    bool reused;
    tb_block a = get(100 * MIB / 64, false, &reused), b = get(90 * MIB / 64, false, &reused),
             c = get(110 * MIB / 64, false, &reused);
    void *start = b.start;
    tb_block_put(&a);
    tb_block_put(&b);
    tb_block_put(&c);
    tb_block again = get(89 * MIB / 64, false, &reused);
    CHECK(again.start == start);
    tb_block_put(&again);
    tb_memory_empty();
}

static void the_limit_holds_and_the_oldest_go_first(void)
{
    bool reused;
    const int64_t limit = look().limit;
    CHECK(limit > 0);
    tb_memory_set_limit(3 * MIB);
    tb_block a = get(MIB, false, &reused), b = get(MIB, false, &reused), c = get(2 * MIB, false, &reused),
             d = get(4 * MIB, false, &reused);
    void *start = b.start;
    tb_block_put(&d); /* more than may be kept at all */
    CHECK_EQ(look().kept_blocks, 0);
    tb_block_put(&a);
    tb_block_put(&b);
    tb_block_put(&c);
    CHECK_EQ(look().kept_bytes, 3 * MIB);
    a = get(MIB, false, &reused);
    CHECK(a.start == start && reused);
    tb_block_put(&a);
    tb_memory_set_limit(MIB);
    CHECK_EQ(look().kept_bytes, MIB);
    tb_memory_set_limit(0);
    CHECK_EQ(look().kept_bytes, 0);
    a = get(MIB, false, &reused);
    tb_block_put(&a);
    CHECK_EQ(look().kept_blocks, 0);
    tb_memory_set_limit(limit);
}

static void so_many_blocks_are_too_many(void)
{
    enum { N = 300 };
    static tb_block block[N];
    bool reused;
    for (int i = 0; i < N; i++)
        block[i] = get(TB_LARGE_BLOCK, false, &reused);
    for (int i = 0; i < N; i++)
        tb_block_put(&block[i]);
    CHECK(look().kept_blocks > 50 && look().kept_blocks < N);
    CHECK_EQ(look().kept_bytes, look().kept_blocks * TB_LARGE_BLOCK);
    CHECK_EQ(look().used_blocks, 0);
    tb_memory_empty();
}

static void what_no_memory_can_hold_is_refused(void)
{
    tb_block block;
    CHECK(!tb_block_get(INT64_C(1) << 60, false, &block));
    CHECK(!tb_block_get(INT64_MAX, true, &block));
}

static void a_kept_block_is_cleared_for_a_new_storage(void)
{
    tb_tensor t;
    tb_scalar one = {.kind = TB_KIND_INT, .v.i = 1};
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT32, DIMS(2 * MIB), NULL, 1, true, err));
    CHECK_OK(tb_fill(&t, &one, err));
    tb_tensor_release(&t);
    const int64_t before = look().reused;
    CHECK_OK(tb_tensor_new(&t, TB_FLOAT32, DIMS(2 * MIB), NULL, 1, true, err));
    CHECK_EQ(look().reused, before + 1);
    CHECK(((float *)tb_data(&t))[12345] == 0);
    tb_tensor_release(&t);
    tb_memory_empty();
}

/* ---- threads, forks ---- */

static void *get_and_put(void *seed)
{
    char mark = (char)(intptr_t)seed;
    bool *good = calloc(1, sizeof *good);
    tb_block block[8] = {{0}};
    *good = true;
    for (int i = 0; i < 400; i++) {
        tb_block *b = &block[i * 5 % 8];
        if (b->start)
            *good &= *(char *)b->start == mark && ((char *)b->start)[b->room - 1] == mark;
        tb_block_put(b);
        if (!tb_block_get(TB_LARGE_BLOCK + i % 7 * 4096, i % 3 == 0, b))
            break;
        *good &= i % 3 || *(char *)b->start == 0;
        *(char *)b->start = ((char *)b->start)[b->room - 1] = mark;
        if (i % 100 == 0)
            tb_memory_empty();
        if (i % 130 == 0)
            tb_memory_set_limit(i % 4 * MIB);
    }
    for (int i = 0; i < 8; i++)
        tb_block_put(&block[i]);
    return good;
}

static void threads_get_blocks_of_their_own(void)
{
    pthread_t thread[4];
    for (intptr_t i = 0; i < 4; i++)
        CHECK_EQ(pthread_create(&thread[i], NULL, get_and_put, (void *)(i + 1)), 0);
    for (int i = 0; i < 4; i++) {
        void *good = NULL;
        CHECK_EQ(pthread_join(thread[i], &good), 0);
        CHECK(good && *(bool *)good);
        free(good);
    }
    CHECK_EQ(look().used_blocks, 0);
    CHECK_EQ(look().used_bytes, 0);
    tb_memory_empty();
}

#if TB_POSIX
static void a_forked_child_has_the_blocks_too(void)
{
    bool reused;
    int status;
    tb_memory_set_limit(64 * MIB);
    tb_block block = get(MIB, false, &reused);
    tb_block_put(&block);
    const pid_t child = fork();
    if (child == 0) {
        tb_block mine;
        mine = get(MIB, true, &reused);
        _exit(!(reused && is_all(&mine, MIB, 0)));
    }
    CHECK(child > 0);
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    tb_memory_empty();
}
#else
static void a_forked_child_has_the_blocks_too(void) {}
#endif

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    rooms_are_whole_pages_whatever_their_size();
    large_blocks_are_aligned_and_written_to_their_end();
    small_blocks_are_not_kept();
    a_freed_block_comes_back_and_is_zeroed_when_asked();
    the_smallest_that_fits_is_taken();
    the_limit_holds_and_the_oldest_go_first();
    so_many_blocks_are_too_many();
    what_no_memory_can_hold_is_refused();
    a_kept_block_is_cleared_for_a_new_storage();
    threads_get_blocks_of_their_own();
    a_forked_child_has_the_blocks_too();
    return check_report(__FILE__);
}
