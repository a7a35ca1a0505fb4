/* test_scratch.c: every thread has scratch of its own; threads for which there is no memory take turns with
 * one block, and a forked child can take it whoever held it.  Relies on: failing.h. */
#include "check.h"

#include "core/memory/scratch.h"
#include "failing.h"

#include <pthread.h>
#if TB_POSIX
#include <sys/wait.h>
#include <unistd.h>
#endif

enum { THREADS = 8, ROUNDS = 200 };

static bool holds(const char *scratch, int mark)
{
    for (int i = 0; i < TB_SCRATCH_BYTES; i++)
        if (scratch[i] != (char)mark)
            return false;
    return true;
}

static bool fits(char *scratch, int mark)
{
    memset(scratch, mark, TB_SCRATCH_BYTES);
    return holds(scratch, mark) && (uintptr_t)scratch % TB_CACHE_LINE == 0;
}

static void *use(void *mark)
{
    char *first = NULL;
    for (int round = 0; round < ROUNDS; round++) {
        char *const scratch = tb_scratch_take();
        if (!fits(scratch, (int)(intptr_t)mark) || (first && scratch != first))
            return NULL;
        first = scratch;
        tb_scratch_give(scratch);
    }
    return first;
}

/* How many blocks so many threads at a time have, all of them whole. */
static int count_blocks(void)
{
    pthread_t thread[THREADS];
    void *block[THREADS];
    int blocks = 0;
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&thread[i], NULL, use, (void *)(intptr_t)(i + 1)), 0);
    for (int i = 0; i < THREADS; i++) {
        bool seen = false;
        CHECK_EQ(pthread_join(thread[i], &block[i]), 0);
        CHECK(block[i]);
        for (int j = 0; j < i; j++)
            seen |= block[j] == block[i];
        blocks += !seen;
    }
    return blocks;
}

/* Of a thread that has a block of its own: what it holds is not given to what runs meanwhile. */
static void what_is_set_aside_stays(void)
{
    char *const held = tb_scratch_take(), *aside, *other;
    memset(held, 5, TB_SCRATCH_BYTES);
    for (int round = 0; round < 2; round++) {
        CHECK(tb_scratch_set_aside(&aside));
        other = tb_scratch_take();
        CHECK(other != held && fits(other, 6));
        tb_scratch_give(other);
        tb_scratch_restore(aside);
    }
    CHECK(holds(held, 5));
    tb_scratch_give(held);
    CHECK(tb_scratch_take() == held);
    tb_scratch_give(held);
}

/* A thread without one, which may go on to wait while nobody waits for it only. */
static void *set_shared_aside(void *unused)
{
    char *const scratch = tb_scratch_take(), *aside;
    (void)unused;
    CHECK(!tb_scratch_set_aside(&aside));
    tb_scratch_give(scratch);
    CHECK(tb_scratch_set_aside(&aside));
    tb_scratch_restore(aside);
    CHECK(tb_scratch_take() == scratch);
    tb_scratch_give(scratch);
    return scratch;
}

#if TB_POSIX
static void *hold(void *pipe_ends)
{
    const int *ends = pipe_ends;
    char *const scratch = tb_scratch_take(), byte = 0;
    CHECK_EQ(write(ends[1], &byte, 1), 1);
    CHECK_EQ(read(ends[2], &byte, 1), 1);
    tb_scratch_give(scratch);
    return scratch;
}

static void *take_once(void *unused)
{
    (void)unused;
    alarm(60);
    char *const scratch = tb_scratch_take();
    tb_scratch_give(scratch);
    return scratch;
}

static void a_child_takes_what_another_thread_held(void)
{
    pthread_t holder, other;
    int ends[4], status = -1;
    void *held, *taken;
    char byte = 0;
    CHECK(pipe(ends) == 0 && pipe(ends + 2) == 0);
    CHECK_EQ(pthread_create(&holder, NULL, hold, ends), 0);
    CHECK_EQ(read(ends[0], &byte, 1), 1); /* it has the block */
    const pid_t child = fork();
    if (child == 0) {
        pthread_create(&other, NULL, take_once, NULL);
        pthread_join(other, &taken);
        _exit(taken ? 0 : 1);
    }
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
    CHECK_EQ(write(ends[3], &byte, 1), 1);
    CHECK_EQ(pthread_join(holder, &held), 0);
    for (int i = 0; i < 4; i++)
        close(ends[i]);
}
#else
static void a_child_takes_what_another_thread_held(void) {}
#endif

int main(int argc, char **argv)
{
    char *const own = tb_scratch_take();
    CHECK(fits(own, 77));
    tb_scratch_give(own);
    CHECK(tb_scratch_take() == own);
    tb_scratch_give(own);
    what_is_set_aside_stays();
    CHECK(count_blocks() > 1); /* memory of threads that have ended may be used again */
    until_failure = 0;
    CHECK_EQ(count_blocks(), 1);
    pthread_t thread;
    void *block;
    CHECK_EQ(pthread_create(&thread, NULL, set_shared_aside, NULL), 0);
    CHECK_EQ(pthread_join(thread, &block), 0);
    CHECK(block);
    if (argc < 2 || strcmp(argv[1], "no-fork") != 0)
        a_child_takes_what_another_thread_held();
    until_failure = -1;
    return check_report(__FILE__);
}
