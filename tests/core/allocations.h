/* allocations.h: what the programs share that run functions of the core again and again, their first,
 * second, ... allocation failing, until they get by without a failure.  A failure must come back as an
 * error, change nothing and, so LeakSanitizer, lose nothing.  For programs that are linked against a core
 * built with failing_malloc.h. */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include "check.h"
#include "core/memory/scratch.h"
#include "failing.h"

/* 7 dimensions: beyond what a tensor holds in itself. */
static const int64_t deep[7] = {2, 1, 3, 1, 1, 2, 1};

static tb_tensor t; /* (2, 1, 3, 1, 1, 2, 1), int16, values 0 .. 11; not contiguous */
static tb_tensor made;

static void make_t(void)
{
    CHECK_OK(tb_tensor_new(&t, TB_INT16, deep, DIMS(1, 1, 2, 1, 1, 6, 1), 7, true, err));
    for (int i = 0; i < 12; i++)
        ((int16_t *)tb_data(&t))[i] = (int16_t)i;
}

/* Is t what make_t left, with one reference to its storage? */
static bool t_is_unchanged(void)
{
    bool same = t.ndim == 7 && t.numel == 12 && !t.contiguous && t.storage->refs == 1 &&
                t.storage->pins == 0 && t.storage->nbytes == 24 && tb_same_sizes(t.size, 7, deep, 7) &&
                tb_same_sizes(t.stride, 7, DIMS(1, 1, 2, 1, 1, 6, 1), 7);
    for (int i = 0; same && i < 12; i++)
        same = ((int16_t *)tb_data(&t))[i] == i;
    return same;
}

typedef struct {
    const char *name;
    tb_status (*run)(tb_error *err); /* fills `made` */
} step;

static void every_allocation_of(const char *name, tb_status (*run)(tb_error *err))
{
    int failures = 0;
    for (int k = 0; k < 100; k++) {
        tb_error err = {.status = TB_OK};
        failed = false;
        tb_memory_empty(); /* what is kept would serve without an allocation */
        until_failure = k;
        tb_status status = run(&err);
        until_failure = -1;
        if (status == TB_OK)
            tb_tensor_release(&made);
        CHECK(t_is_unchanged());
        CHECK_EQ(status != TB_OK, failed);
        if (!failed) {
            CHECK(failures > 0);
            if (failures == 0)
                fprintf(stderr, "%s allocates nothing\n", name);
            return;
        }
        failures++;
        CHECK_EQ(err.status, status);
        CHECK(strlen(err.message) > 0);
    }
    CHECK(!"comes to an end");
    fprintf(stderr, "%s\n", name);
}

static void every_allocation_of_steps(const step *steps, size_t n)
{
    CHECK_OK(tb_cpu_select(NULL, err));
    make_t();
    tb_scratch_give(tb_scratch_take()); /* whose failure is no call's */
    for (size_t i = 0; i < n; i++)
        every_allocation_of(steps[i].name, steps[i].run);
    tb_tensor_release(&t);
}

#endif
