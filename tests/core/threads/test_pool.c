/* The pool: every piece once, codes, busy pools, counts of threads, forks; work
 * that is shared has the bits of work that is not. */
#include "check.h"
#include "core/iterate/parallel.h"
#include "core/iterate/iterate.h"
#include "core/platform/platform.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#if TB_POSIX
#include <sys/wait.h>
#include <unistd.h>
#endif

#define LONG_WORK (INT64_C(1) << 30) /* wakes whoever sleeps */
#define MOST TB_POOL_MOST_PIECES

typedef struct {
    _Atomic int times[MOST];
    int fails_at, code; /* piece `fails_at` returns `code` */
    int64_t spin;
} tb_tally;

static int count_piece(const void *work, int64_t first, int64_t last)
{
    tb_tally *tally = (tb_tally *)work;
    for (; first < last; first++) {
        atomic_fetch_add(&tally->times[first], 1);
        for (volatile int64_t i = 0; i < tally->spin; i++)
            ;
        if (tally->code && first == tally->fails_at)
            return tally->code;
    }
    return 0;
}

/* Runs n pieces; false if the pool was in use, or had no helper. */
static bool share(tb_tally *tally, int n, int *code)
{
    if (tb_pool_enter(LONG_WORK) == 1)
        return false;
    *code = tb_pool_run(count_piece, tally, n, 1);
    return true;
}

static bool each_once(const tb_tally *tally, int n)
{
    for (int i = 0; i < MOST; i++)
        if (atomic_load(&tally->times[i]) != (i < n))
            return false;
    return true;
}

static void pause_ns(long ns) { nanosleep(&(struct timespec){0, ns}, NULL); }

static void every_piece_is_done_once(void)
{
    const int counts[] = {1, 2, 3, 8, 64, 1000, MOST};
    tb_tally tally;
    int code = 1, shared = 0;
    for (int round = 0; round < 500; round++) {
        const int n = counts[round % 7];
        memset((void *)&tally, 0, sizeof tally);
        if (round % 50 == 0)
            pause_ns(1000000); /* workers sleep */
        if (!share(&tally, n, &code))
            continue;
        shared++;
        CHECK(each_once(&tally, n));
        CHECK_EQ(code, 0);
    }
    CHECK(tb_get_num_threads() == 1 ? shared == 0 : shared > 0);
}

static void a_failing_piece_ends_the_work_with_its_code(void)
{
    for (int at = 0; at < 100; at += 33) {
        tb_tally tally = {.fails_at = at, .code = 5};
        int code = 0;
        for (int again = 0; again < 10000 && !share(&tally, 100, &code); again++)
            pause_ns(1000000); /* help was no help just now */
        CHECK_EQ(code, 5);
        for (int i = 0; i < 100; i++)
            CHECK(atomic_load(&tally.times[i]) <= 1);
        CHECK_EQ(atomic_load(&tally.times[at]), 1);
        tb_tally next = {.code = 0};
        if (share(&next, 100, &code)) {
            CHECK_EQ(code, 0);
            CHECK(each_once(&next, 100));
        }
    }
}

static int count_lines(const void *work, int64_t first, int64_t last)
{
    return first % 64 ? 9 : count_piece(work, first, last);
}

static int add_ones(const void *work, int64_t first, int64_t last)
{
    atomic_fetch_add((_Atomic int *)work, (int)(last - first));
    return 0;
}

static int share_again(const void *work, int64_t first, int64_t last)
{
    tb_tally *tally = (tb_tally *)work;
    int code = 0;
    for (; first < last; first++)
        code |= tb_parallel_for(add_ones, &tally->times[first], 10, 1, LONG_WORK);
    return code;
}

static void ranges_cover_everything_once_in_units(void)
{
    const int64_t totals[] = {1, 63, 64, 65, 1000, MOST};
    for (int i = 0; i < 6; i++) {
        tb_tally each = {.code = 0}, lines = {.code = 0};
        CHECK_EQ(tb_parallel_for(count_piece, &each, totals[i], 1, LONG_WORK), 0);
        CHECK(each_once(&each, (int)totals[i]));
        CHECK_EQ(tb_parallel_for(count_lines, &lines, totals[i], 64, LONG_WORK), 0);
        CHECK(each_once(&lines, (int)totals[i]));
    }
    tb_tally fails = {.fails_at = 7, .code = 5}, nested = {.code = 0};
    CHECK_EQ(tb_parallel_for(count_piece, &fails, 100, 1, LONG_WORK), 5);
    CHECK_EQ(tb_parallel_for(share_again, &nested, 50, 1, LONG_WORK), 0); /* a piece does it alone */
    for (int i = 0; i < 50; i++)
        CHECK_EQ(atomic_load(&nested.times[i]), 10);
}

static void small_work_and_one_thread_share_nothing(void)
{
    CHECK_EQ(tb_pool_enter(TB_POOL_LEAST - 1), 1);
    tb_set_num_threads(1);
    CHECK_EQ(tb_get_num_threads(), 1);
    CHECK_EQ(tb_pool_enter(LONG_WORK), 1);
}

static void who_finds_the_pool_in_use_works_alone(void)
{
    tb_tally tally = {.code = 0};
    int threads = 1, code;
    for (int again = 0; again < 10000 && threads == 1; again++) {
        threads = tb_pool_enter(LONG_WORK);
        if (threads == 1)
            pause_ns(1000000);
    }
    CHECK(threads > 1);
    CHECK_EQ(tb_pool_enter(LONG_WORK), 1);
    code = tb_pool_run(count_piece, &tally, 10, 3);
    CHECK_EQ(code, 0);
    CHECK(each_once(&tally, 10));
}

static void *share_much(void *unused)
{
    static tb_tally tallies[4];
    static _Atomic int next;
    tb_tally *tally = &tallies[atomic_fetch_add(&next, 1)];
    intptr_t wrong = 0;
    int code;
    for (int i = 0; i < 300; i++) {
        memset((void *)tally, 0, sizeof *tally);
        tally->spin = i % 10 * 100;
        if (share(tally, 50, &code))
            wrong += code != 0 || !each_once(tally, 50);
        else
            sched_yield();
    }
    (void)unused;
    return (void *)wrong;
}

static void many_threads_may_call(void)
{
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        CHECK_EQ(pthread_create(&thread[i], NULL, share_much, NULL), 0);
    for (int i = 1; i < 30; i++)
        tb_set_num_threads(1 + i % 5); /* while they work */
    for (int i = 0; i < 4; i++) {
        void *wrong = NULL;
        CHECK_EQ(pthread_join(thread[i], &wrong), 0);
        CHECK_EQ((intptr_t)wrong, 0);
    }
}

#if TB_POSIX
static void a_forked_child_has_threads_of_its_own(void)
{
    tb_tally tally = {.code = 0};
    int code, status;
    share(&tally, 100, &code);
    const pid_t child = fork();
    if (child == 0) {
        bool shared = false;
        for (int i = 0; i < 50; i++) {
            memset((void *)&tally, 0, sizeof tally);
            if (share(&tally, 100, &code)) {
                shared = true;
                if (code || !each_once(&tally, 100))
                    _exit(1);
            }
        }
        _exit(shared ? 0 : 2);
    }
    CHECK(child > 0);
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#else
static void a_forked_child_has_threads_of_its_own(void) {}
#endif

/* ---- iteration ---- */

static tb_status apply(int op, tb_tensor *out, const tb_tensor *a, const tb_tensor *b, tb_error *err)
{
    tb_call call = {.op = op,
                    .form = TB_FORM_NEW,
                    .in = {{.tensor = a}, {.tensor = b}},
                    .out = out,
                    .default_dtype = TB_FLOAT32,
                    .forced_dtype = TB_UNDEFINED};
    TB_TRY(tb_prepare(&call, err));
    return tb_run(&call, err);
}

static void numbers(tb_tensor *t, tb_dtype dtype, const int64_t *size, int ndim)
{
    CHECK_OK(tb_tensor_new(t, dtype, size, NULL, ndim, false, err));
    for (int64_t i = 0; i < t->numel; i++) {
        const tb_scalar value = {.kind = TB_KIND_INT, .v.i = (i * 7919 + i / 64) % 119 + 1};
        tb_scalar_store(&value, dtype, tb_data(t) + i * t->itemsize);
    }
}

/* The same bits with 1 thread and with several, again and again. */
static void same_bits(int op, const tb_tensor *a, const tb_tensor *b)
{
    tb_tensor alone, shared;
    tb_set_num_threads(1);
    CHECK_OK(apply(op, &alone, a, b, err));
    for (int threads = 2; threads < 6; threads++) {
        tb_set_num_threads(threads);
        for (int again = 0; again < 5; again++) {
            CHECK_OK(apply(op, &shared, a, b, err));
            CHECK_EQ(memcmp(tb_data(&alone), tb_data(&shared), (size_t)(alone.numel * alone.itemsize)), 0);
            tb_tensor_release(&shared);
        }
    }
    tb_tensor_release(&alone);
}

static void threads_do_not_change_a_bit(void)
{
    tb_tensor a, b, row, column, small, transposed, other;
    numbers(&a, TB_FLOAT32, DIMS(1009, 769), 2);
    numbers(&b, TB_FLOAT32, DIMS(1009, 769), 2);
    numbers(&row, TB_FLOAT32, DIMS(769), 1);
    numbers(&column, TB_FLOAT64, DIMS(1009, 1), 2);
    numbers(&other, TB_INT16, DIMS(769, 1009), 2);
    numbers(&small, TB_FLOAT16, DIMS(300000, 3), 2);
    CHECK_OK(tb_view_t(&transposed, &other, err));
    const tb_tensor *second[] = {&b, &row, &column, &transposed};
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        same_bits(TB_OP_ADD, &a, second[i]);
        same_bits(TB_OP_DIV, &a, second[i]);
        same_bits(TB_OP_LT, &a, second[i]);
    }
    same_bits(TB_OP_MUL, &small, &small);
    same_bits(TB_OP_ADD, &transposed, &transposed);
    tb_tensor *all[] = {&a, &b, &row, &column, &small, &transposed, &other};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        tb_tensor_release(all[i]);
}

/* Gives up at a negative number. */
static int fail_at_negative(char *const p[], const int64_t inner[], const int64_t outer[], int64_t n0,
                            int64_t n1, const tb_kernel_context *context)
{
    (void)inner, (void)context;
    for (int64_t j = 0; j < n1; j++)
        for (int64_t i = 0; i < n0; i++) {
            const int32_t x = ((const int32_t *)(p[1] + j * outer[1]))[i];
            if (x < 0)
                return 3;
            ((int32_t *)(p[0] + j * outer[0]))[i] = x;
        }
    return 0;
}

/* In rows of n numbers with one between them, whose results go past the caches where it `streams`. */
static void a_kernel_that_gives_up_in_a_piece_ends_the_iteration(int64_t n, bool streams)
{
    tb_tensor a, b;
    const tb_loop_body body = {.kernel = fail_at_negative, .transfer = {{4, 4, {NULL}}, {4, 4, {NULL}}}};
    tb_plan plan = {.nop = 2, .ndim = 2, .size = {n, 3000000 / (n + 1)}};
    tb_iteration iteration;
    numbers(&a, TB_INT32, DIMS(3000000), 1);
    numbers(&b, TB_INT32, DIMS(3000000), 1);
    memset(tb_data(&b), 0, 12000000);
    for (int k = 0; k < 2; k++) {
        plan.data[k] = tb_data(k ? &a : &b);
        plan.stride[k][0] = 4;
        plan.stride[k][1] = 4 * (n + 1);
    }
    const tb_iteration whole = {.body = &body, .exceeds_cache = streams, .streams = streams};
    tb_choose_part(&iteration, &whole, &plan);
    const tb_tensor *tensors[TB_MAX_OPERANDS] = {&b, &a};
    const int64_t cost = tb_parallel_cost(a.numel, 4, 1);
    for (int threads = 1; threads < 6; threads++) {
        tb_set_num_threads(threads);
        CHECK_EQ(tb_parallel_iterate(&iteration, cost, tensors, NULL), 0);
        for (int64_t j = 0; j < plan.size[1]; j++)
            CHECK_EQ(memcmp(plan.data[0] + 4 * (n + 1) * j, plan.data[1] + 4 * (n + 1) * j, (size_t)(4 * n)),
                     0);
        int32_t *const x = (int32_t *)tb_data(&a) + 500000 * threads / (n + 1) * (n + 1);
        *x = -1;
        CHECK_EQ(tb_parallel_iterate(&iteration, cost, tensors, NULL), 3);
        *x = 1;
    }
    tb_tensor_release(&a);
    tb_tensor_release(&b);
}

static void a_division_by_zero_is_one_error(void)
{
    tb_tensor a, quotient;
    tb_error err;
    numbers(&a, TB_INT32, DIMS(1000, 1000), 2);
    tb_set_num_threads(3);
    ((int32_t *)tb_data(&a))[765432] = 0;
    CHECK_ERROR(apply(TB_OP_REMAINDER, &quotient, &a, &a, &err), TB_RUNTIME_ERROR, "ZeroDivisionError");
    tb_tensor_release(&a);
}

/* ---- the caller's lock ---- */

static int released, reacquired;
static tb_tensor *watched;

static void *release(void)
{
    tb_error err;
    released++;
    /* What another thread may do now: resizing is refused, dropping leaves the memory. */
    CHECK_ERROR(tb_tensor_resize(watched, DIMS(4000, 2000), NULL, 2, &err), TB_RUNTIME_ERROR,
                "Trying to resize storage that is not resizable");
    CHECK_OK(tb_tensor_resize(watched, DIMS(3), NULL, 1, err));
    tb_tensor_release(watched);
    return &released;
}

static void reacquire(void *state) { reacquired += state == &released; }

static void long_work_releases_the_lock_and_holds_its_memory(void)
{
    const tb_lock_callbacks lock = {release, reacquire, NULL};
    enum { ROWS = TB_RELEASE_COST * 3 / 2000 };
    tb_tensor a, b, sum;
    numbers(&a, TB_FLOAT32, DIMS(ROWS, 1000), 2);
    numbers(&b, TB_FLOAT32, DIMS(1000), 1);
    tb_call call = {.op = TB_OP_ADD,
                    .form = TB_FORM_NEW,
                    .in = {{.tensor = &a}, {.tensor = &b}},
                    .out = &sum,
                    .default_dtype = TB_FLOAT32,
                    .forced_dtype = TB_UNDEFINED};
    watched = &a;
    const float expected = ((float *)tb_data(&a))[ROWS * 1000 - 1] + ((float *)tb_data(&b))[999];
    CHECK_OK(tb_prepare(&call, err));
    CHECK_OK(tb_run_releasing(&call, &lock, err));
    CHECK_EQ(released, 1);
    CHECK_EQ(reacquired, 1);
    CHECK(((float *)tb_data(&sum))[ROWS * 1000 - 1] == expected);
    CHECK_EQ(sum.storage->pins, 0);
    CHECK_EQ(sum.storage->refs, 1);
    CHECK_EQ(b.storage->pins, 0);
    CHECK_EQ(b.storage->refs, 1);
    tb_tensor_release(&sum);

    call.in[0].tensor = &b; /* little work keeps the lock */
    CHECK_OK(tb_prepare(&call, err));
    CHECK_OK(tb_run_releasing(&call, &lock, err));
    CHECK_EQ(released, 1);
    tb_tensor_release(&sum);
    tb_tensor_release(&b);
}

/* ---- work that is to end ---- */

static int asked;
static bool interrupts;

static void *keep_on(void) { return &asked; }
static void go_back(void *state) { CHECK(state == &asked); }
static bool is_interrupted(void *state)
{
    CHECK(state == &asked);
    CHECK(!tb_is_interrupted()); /* who is asked may compute */
    asked++;
    return interrupts;
}

static void long_work_ends_when_it_is_told_to(void)
{
    const tb_lock_callbacks lock = {keep_on, go_back, is_interrupted};
    tb_tensor a, result;
    CHECK_OK(tb_tensor_new(&a, TB_FLOAT64, DIMS(2000000), NULL, 1, true, err));
    for (int i = 0; i < 2000000; i++)
        ((double *)tb_data(&a))[i] = 1.5; /* zeta's sum is long there */
    tb_call call = {.op = TB_OP_SPECIAL_ZETA,
                    .form = TB_FORM_NEW,
                    .in = {{.tensor = &a}, {.tensor = &a}},
                    .out = &result,
                    .default_dtype = TB_FLOAT32,
                    .forced_dtype = TB_UNDEFINED};
    for (int threads = 1; threads < 4; threads += 2)
        for (int told = 0; told < 2; told++) {
            tb_set_num_threads(threads);
            asked = 0;
            interrupts = told;
            CHECK_OK(tb_prepare(&call, err));
            const tb_status status = tb_run_releasing(&call, &lock, NULL);
            CHECK_EQ(status, told ? TB_INTERRUPTED : TB_OK);
            CHECK(told ? asked == 1 : asked >= 1);
            CHECK(!tb_is_interrupted());
            CHECK_EQ(a.storage->pins, 0);
            CHECK_EQ(a.storage->refs, 1);
            if (status == TB_OK) /* else there is no result */
                tb_tensor_release(&result);
        }
    tb_tensor_release(&a);
}

int main(int argc, char **argv)
{
    const bool forks = argc < 2 || strcmp(argv[1], "no-fork") != 0;
    CHECK_OK(tb_cpu_select(NULL, err));
    CHECK(tb_get_num_threads() >= 1);
    for (int threads = 1; threads < 80; threads = threads * 3 + 1) {
        tb_set_num_threads(threads);
        CHECK_EQ(tb_get_num_threads(), threads);
        every_piece_is_done_once();
    }
    small_work_and_one_thread_share_nothing();
    tb_set_num_threads(4);
    a_failing_piece_ends_the_work_with_its_code();
    ranges_cover_everything_once_in_units();
    who_finds_the_pool_in_use_works_alone();
    many_threads_may_call();
    tb_set_num_threads(3);
    if (forks)
        a_forked_child_has_threads_of_its_own();
    threads_do_not_change_a_bit();
    a_kernel_that_gives_up_in_a_piece_ends_the_iteration(2999999, false);
    a_kernel_that_gives_up_in_a_piece_ends_the_iteration(5000, true);
    a_kernel_that_gives_up_in_a_piece_ends_the_iteration(12, true);
    a_division_by_zero_is_one_error();
    long_work_releases_the_lock_and_holds_its_memory();
    long_work_ends_when_it_is_told_to();
    tb_memory_empty();
    tb_set_num_threads(1);
    return check_report(__FILE__);
}
