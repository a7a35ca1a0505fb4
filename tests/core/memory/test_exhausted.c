/* A system that has no more to give: blocks that are kept go first, and work is
 * done without threads.  Linked against a core built with failing_malloc.h. */
#include "check.h"
#include "failing.h"

static tb_tensor made;

/* An allocation that fails while blocks are kept: they go, and it is tried again. */
static void kept_blocks_go_before_an_allocation_fails(void)
{
    tb_memory_stats figures;
    for (int k = 0; k < 3; k++) { /* the storage's header, its data, no failure */
        tb_tensor kept;
        CHECK_OK(tb_tensor_new(&kept, TB_FLOAT64, DIMS(1000000), NULL, 1, false, err));
        tb_tensor_release(&kept);
        tb_memory_statistics(&figures);
        CHECK_EQ(figures.kept_blocks, 1);
        failed = false;
        only_once = true;
        until_failure = k;
        CHECK_OK(tb_tensor_new(&made, TB_FLOAT64, DIMS(300000), NULL, 1, true, err));
        until_failure = -1;
        only_once = false;
        CHECK_EQ(failed, k < 2);
        tb_memory_statistics(&figures);
        CHECK_EQ(figures.kept_blocks, k == 2);
        CHECK_EQ(figures.used_blocks, 1);
        tb_tensor_release(&made);
        tb_memory_empty();
    }
}

/* Small storages come from lists of a thread's own, which ask for more. */
static void a_thread_that_keeps_small_storages_is_told_of_a_failure(void)
{
    tb_storage *storage;
    tb_error err = {.status = TB_OK};
    tb_storage_cache_small();
    for (int k = 0; k < 2; k++) {
        failed = false;
        until_failure = 0;
        CHECK_EQ(tb_storage_new(100 + 200 * k, k, &storage, &err) == TB_OK, false);
        until_failure = -1;
        CHECK(failed);
        CHECK_OK(tb_storage_new(100 + 200 * k, k, &storage, err));
        tb_storage_release(storage);
    }
}

/* A system that gives no threads: everything is done all the same. */
static void without_threads_the_caller_works_alone(void)
{
    tb_set_num_threads(4);
    const tb_scalar three = {.kind = TB_KIND_INT, .v.i = 3};
    CHECK_OK(tb_tensor_new(&made, TB_FLOAT64, DIMS(1000000), NULL, 1, true, err));
    for (int again = 0; again < 3; again++)
        CHECK_OK(tb_fill(&made, &three, err));
    CHECK(((double *)tb_data(&made))[999999] == 3);
    tb_tensor_release(&made);
    CHECK_EQ(threads_refused, 1);
}

int main(void)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    without_threads_the_caller_works_alone();
    tb_memory_empty();
    kept_blocks_go_before_an_allocation_fails();
    a_thread_that_keeps_small_storages_is_told_of_a_failure();
    return check_report(__FILE__);
}
