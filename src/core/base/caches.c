/* caches.c: see caches.h.  x86 processors are asked themselves: the answer is the same on every system, and
 * that of glibc's sysconf is the third-level cache of a whole package, of which a processor uses one part.
 * Elsewhere the system is asked.  A virtual machine reports what its host chooses to. */
#include "core/base/caches.h"
#include "core/base/arithmetic.h"
#include "core/base/tuning.h"
#include "core/platform/platform.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

tb_cache_sizes tb_caches = {TB_COMMON_FIRST_CACHE, TB_COMMON_SECOND_CACHE, TB_COMMON_LAST_CACHE};

bool tb_are_cache_sizes(const tb_cache_sizes *sizes)
{
    const int64_t least = INT64_C(1) << 10, most = INT64_C(1) << 40;
    return sizes->first >= least && sizes->second >= sizes->first && sizes->last >= sizes->second &&
           sizes->last <= most;
}

#if defined(__x86_64__) || defined(__i386__)
/* Intel describes a cache in each subleaf of leaf 4, AMD in those of leaf 0x8000001D, in the same form. */
static void ask(int64_t bytes[3])
{
    enum { INSTRUCTIONS = 2, MOST_CACHES = 16 };
    static const unsigned leaves[] = {4, 0x8000001D};
    unsigned a, b, c, d;
    for (int i = 0; i < 2 && bytes[0] == 0; i++) {
        const bool has_leaf = __get_cpuid_max(leaves[i] & 0x80000000, NULL) >= leaves[i];
        for (int sub = 0; has_leaf && sub < MOST_CACHES; sub++) {
            __cpuid_count(leaves[i], sub, a, b, c, d);
            const unsigned kind = a & 31, level = a >> 5 & 7;
            if (kind == 0)
                break;
            if (kind != INSTRUCTIONS && level >= 1 && level <= 3)
                bytes[level - 1] =
                    (int64_t)((b >> 22) + 1) * ((b >> 12 & 1023) + 1) * ((b & 4095) + 1) * ((int64_t)c + 1);
        }
    }
    (void)d;
}
#else
static void ask(int64_t bytes[3]) { (void)bytes; }
#endif

void tb_caches_read(void)
{
    int64_t bytes[3] = {0, 0, 0};
    ask(bytes);
    for (int level = 1; level <= 3 && bytes[0] == 0; level++)
        bytes[level - 1] = tb_system_cache_bytes(level);
    const int64_t second = tb_max(bytes[0], bytes[1]), last = tb_min(bytes[2], TB_MOST_LAST_CACHE);
    const tb_cache_sizes sizes = {bytes[0], second, tb_max(second, last)};
    if (tb_are_cache_sizes(&sizes))
        tb_caches = sizes;
}
