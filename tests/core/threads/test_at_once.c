/* Eight threads at once, without a lock of the caller's: their own tensors and shared ones, the pool, kept
 * blocks, tiles, generators; and tensors that one changes while the others look at them, stopped for it as
 * core/memory/change.h wants.  test_core.py runs it under ThreadSanitizer, too. */
#include "check.h"
#include "calls.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 8, ROUNDS = 60 };

static _Atomic int failures; /* CHECK counts without a lock: one thread */

/* Runs one function in all threads. */
static void at_once(void *(*function)(void *))
{
    pthread_t thread[THREADS];
    atomic_store(&failures, 0);
    for (intptr_t i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&thread[i], NULL, function, (void *)i), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(thread[i], NULL), 0);
    CHECK_EQ(atomic_load(&failures), 0);
}

static void expect(bool condition)
{
    if (!condition)
        atomic_fetch_add(&failures, 1);
}

/* a + b, all of one number each, is their sum. */
static void add_numbers(const tb_tensor *a, const tb_tensor *b, double sum)
{
    tb_tensor out;
    tb_error error;
    tb_call call = call_of(TB_OP_ADD, TB_FORM_NEW, &out, a, b);
    const bool done = tb_prepare(&call, &error) == TB_OK && tb_run(&call, &error) == TB_OK;
    expect(done);
    if (!done)
        return;
    expect(at(&out, 0) == sum && at(&out, out.numel - 1) == sum);
    tb_tensor_release(&out);
}

static void fill_new(tb_tensor *t, const int64_t *size, int ndim, double number)
{
    tb_error error;
    const tb_scalar value = real(number);
    const bool made = tb_tensor_new(t, TB_FLOAT32, size, NULL, ndim, false, &error) == TB_OK;
    if (!made)
        abort();
    expect(tb_fill(t, &value, &error) == TB_OK);
}

/* ---- memory, the pool, tiles ---- */

static tb_tensor shared_small, shared_large;

/* Small blocks, large ones that are kept, work that is shared in the pool, tiles of transposed operands. */
static void *compute(void *index)
{
    const double own = (double)(intptr_t)index;
    for (int round = 0; round < ROUNDS; round++) {
        const int64_t sizes[][2] = {{1, 3}, {16, 16}, {37, 300}, {300, 300}};
        for (int i = 0; i < 4; i++) {
            tb_tensor a, turned;
            tb_error error;
            fill_new(&a, sizes[i], 2, own);
            add_numbers(&a, &a, 2 * own);
            expect(tb_view_transpose(&turned, &a, 0, 1, &error) == TB_OK);
            add_numbers(&turned, &turned, 2 * own);
            if (sizes[i][0] == sizes[i][1])
                add_numbers(&a, &turned, 2 * own);
            tb_tensor_release(&turned);
            tb_tensor_release(&a);
        }
        add_numbers(&shared_small, &shared_small, 4);
        add_numbers(&shared_large, &shared_large, 6);
        if (round % 16 == 0)
            tb_memory_empty();
        if (round % 20 == 0)
            tb_set_num_threads(2 + round % 3);
    }
    return NULL;
}

static void threads_compute_at_once(void)
{
    fill_new(&shared_small, DIMS(4), 1, 2);
    fill_new(&shared_large, DIMS(300, 400), 2, 3);
    at_once(compute);
    tb_memory_stats figures;
    tb_tensor_release(&shared_small);
    tb_tensor_release(&shared_large);
    tb_memory_empty();
    tb_memory_statistics(&figures);
    CHECK_EQ(figures.used_blocks, 0);
    CHECK_EQ(figures.kept_blocks, 0);
}

/* ---- one storage, many owners ---- */

static tb_storage *common;

static void *hold(void *unused)
{
    (void)unused;
    for (int round = 0; round < 1000; round++) {
        tb_storage *own = tb_storage_retain(common), *slice;
        tb_error error;
        tb_storage_pin(own);
        if (round % 10 == 0 && tb_storage_slice(own, 16, 32, &slice, &error) == TB_OK)
            tb_storage_release(slice);
        tb_storage_unpin(own);
        tb_storage_release(own);
    }
    return NULL;
}

static void *drop(void *unused)
{
    (void)unused;
    tb_storage_release(common);
    return NULL;
}

static void the_last_owner_ends_a_storage(void)
{
    CHECK_OK(tb_storage_new(64, true, &common, err));
    at_once(hold);
    CHECK_EQ(common->refs, 1);
    CHECK_EQ(common->pins, 0);
    for (int i = 1; i < THREADS; i++)
        tb_storage_retain(common);
    at_once(drop);
}

/* ---- generators ---- */

#ifdef TB_FREE_THREADED
enum { DRAWS = 200, LENGTH = 20 };

static tb_generator generator;
static float drawn[THREADS][DRAWS];

static void *draw_numbers(void *index)
{
    float *first = drawn[(intptr_t)index];
    for (int i = 0; i < DRAWS; i++) {
        tb_tensor t;
        tb_error error;
        fill_new(&t, DIMS(LENGTH), 1, 0);
        expect(tb_random_uniform(&t, &generator, 0, 1, NULL, &error) == TB_OK);
        first[i] = *(float *)tb_data(&t);
        tb_tensor_release(&t);
    }
    return NULL;
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Each draw is whole: together they are what one thread draws, in some order. */
static void threads_draw_one_after_the_other(void)
{
    static float expected[THREADS * DRAWS];
    tb_generator_init(&generator, 3);
    for (int i = 0; i < THREADS * DRAWS; i++) {
        tb_tensor t;
        fill_new(&t, DIMS(LENGTH), 1, 0);
        CHECK_OK(tb_random_uniform(&t, &generator, 0, 1, NULL, err));
        expected[i] = *(float *)tb_data(&t);
        tb_tensor_release(&t);
    }
    tb_generator_seed(&generator, 3);
    at_once(draw_numbers);
    qsort(expected, THREADS * DRAWS, sizeof *expected, compare);
    qsort(drawn, THREADS * DRAWS, sizeof *expected, compare);
    CHECK_EQ(memcmp(drawn, expected, sizeof expected), 0);
}

/* ---- storages ---- */

/* Each thread finds again what it freed itself. */
static void *keep_storages(void *argument)
{
    (void)argument;
    for (int i = 0; i < 100; i++) {
        tb_storage *first, *second;
        tb_error error;
        expect(tb_storage_new(100, false, &first, &error) == TB_OK);
        tb_storage_release(first);
        expect(tb_storage_new(128, true, &second, &error) == TB_OK && first == second);
        tb_storage_release(second);
    }
    return NULL;
}

static void threads_keep_storages_of_their_own(void) { at_once(keep_storages); }

/* ---- changes ---- */

/* Who looks holds the lock for reading, as if it could not be stopped in the middle of a call. */
static pthread_rwlock_t world = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static tb_tensor changed, other;

static bool stop_the_world(void (*change)(void *), void *what)
{
    pthread_rwlock_wrlock(&world);
    change(what);
    pthread_rwlock_unlock(&world);
    return true;
}

static void change(int round)
{
    static const int64_t sizes[][2] = {{2, 3}, {1, 1}, {70, 80}, {5, 4}};
    tb_error error;
    pthread_mutex_lock(&changing); /* before it looks at what it will change */
    if (round % 5 == 0) {
        tb_tensor view, old;
        expect(tb_view_transpose(&view, &changed, 0, 1, &error) == TB_OK &&
               tb_tensor_become(&changed, &view, &old, &error) == TB_OK);
        tb_tensor_release(&old);
    } else {
        expect(tb_tensor_resize(&changed, sizes[round % 4], NULL, 2, &error) == TB_OK);
    }
    pthread_mutex_unlock(&changing);
}

/* Reads every element that the tensor has at this moment. */
static void look(void)
{
    tb_tensor out;
    tb_error error;
    pthread_rwlock_rdlock(&world);
    tb_call call = call_of(TB_OP_ADD, TB_FORM_NEW, &out, &changed, &other);
    const bool done = tb_prepare(&call, &error) == TB_OK && tb_run(&call, &error) == TB_OK;
    expect(done && out.numel == changed.numel);
    pthread_rwlock_unlock(&world);
    if (done)
        tb_tensor_release(&out);
}

static void *look_or_change(void *index)
{
    for (int round = 0; round < 20 * ROUNDS; round++)
        if ((intptr_t)index < 2)
            change(round);
        else
            look();
    return NULL;
}

static void threads_look_at_what_changes(void)
{
    tb_run_change = stop_the_world;
    fill_new(&changed, DIMS(2, 3), 2, 1);
    fill_new(&other, DIMS(1), 1, 1);
    at_once(look_or_change);
    tb_tensor_release(&changed);
    tb_tensor_release(&other);
}
#endif

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    tb_storage_cache_small();
    tb_set_num_threads(3);
    threads_compute_at_once();
    the_last_owner_ends_a_storage();
#ifdef TB_FREE_THREADED
    threads_keep_storages_of_their_own();
    threads_draw_one_after_the_other();
    threads_look_at_what_changes();
#endif
    tb_memory_empty();
    tb_set_num_threads(1);
    return check_report(__FILE__);
}
