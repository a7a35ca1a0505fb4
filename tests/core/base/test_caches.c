/* test_caches.c: the sizes of caches are in order, whoever tells them; the machine's are those that it tells. */
#include "check.h"
#include "core/base/caches.h"

static void only_sizes_in_order_are_sizes(void)
{
    const int64_t kib = 1 << 10, tib = INT64_C(1) << 40;
    const struct {
        tb_cache_sizes sizes;
        bool are;
    } given[] = {
        {{32 * kib, 1024 * kib, 32768 * kib}, true},
        {{kib, kib, kib}, true},
        {{tib, tib, tib}, true},
        {{kib - 1, kib, kib}, false},
        {{2 * kib, kib, 4 * kib}, false},
        {{kib, 4 * kib, 2 * kib}, false},
        {{kib, kib, tib + 1}, false},
        {{0, 0, 0}, false},
        {{-kib, kib, kib}, false},
    };
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        CHECK_EQ(tb_are_cache_sizes(&given[i].sizes), given[i].are);
}

static void the_machines_sizes_are_in_order_and_always_the_same(void)
{
    CHECK(tb_are_cache_sizes(&tb_caches)); /* a common machine's */
    tb_caches_read();
    const tb_cache_sizes first = tb_caches;
    CHECK(tb_are_cache_sizes(&first));
    CHECK(first.first <= INT64_C(1) << 20 && first.last <= tb_max(first.second, TB_MOST_LAST_CACHE));
    tb_caches_read();
    CHECK_EQ(memcmp(&first, &tb_caches, sizeof first), 0);
}

static void given_sizes_are_taken_instead(void)
{
    tb_error err;
    const tb_cache_sizes sizes = {2048, 4096, 8192};
    const tb_settings settings = {.caches = &sizes, .threads = 1};
    CHECK_EQ(tb_set_up(&settings, &err), TB_OK);
    CHECK_EQ(memcmp(&sizes, &tb_caches, sizeof sizes), 0);
}

int main(void)
{
    only_sizes_in_order_are_sizes();
    the_machines_sizes_are_in_order_and_always_the_same();
    given_sizes_are_taken_instead();
    return check_report(__FILE__);
}
