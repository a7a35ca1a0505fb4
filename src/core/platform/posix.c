/* posix.c: see platform.h.  Linux with any libc, macOS and other POSIX systems; WebAssembly by Emscripten, which
 * has one thread, one process and no pages. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity, syscall */
#endif
#include "core/platform/platform.h"

#if TB_POSIX
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/random.h>
#include <sys/syscall.h>
#endif
#ifdef __APPLE__
#include <sys/random.h>
#include <sys/sysctl.h>
#endif

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

/* ---- threads ---- */

bool tb_thread_start(tb_thread *thread, tb_thread_body *run, void *argument, size_t stack_bytes)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(thread, &attributes, run, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

void tb_thread_join(tb_thread thread) { pthread_join(thread, NULL); }

void tb_mutex_reset(tb_mutex *mutex) { pthread_mutex_init(mutex, NULL); }

void tb_condition_wait(tb_condition *condition, tb_mutex *mutex) { pthread_cond_wait(condition, mutex); }
void tb_condition_broadcast(tb_condition *condition) { pthread_cond_broadcast(condition); }
void tb_condition_reset(tb_condition *condition) { pthread_cond_init(condition, NULL); }

void tb_run_once(tb_once *once, void (*function)(void)) { pthread_once(once, function); }

bool tb_thread_key_new(tb_thread_key *key, void (*destroy)(void *))
{
    return pthread_key_create(key, destroy) == 0;
}

/* ---- processes ---- */

int64_t tb_this_process(void) { return getpid(); }

bool tb_is_first_thread(void)
{
#if defined(__linux__)
    return syscall(SYS_gettid) == getpid();
#elif defined(__APPLE__)
    return pthread_main_np();
#else
    return true;
#endif
}

void tb_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
    pthread_atfork(before, in_parent, in_child);
}

/* ---- processors ---- */

int tb_count_processors(void)
{
#ifdef __linux__
    cpu_set_t set; /* the processors that this process may use */
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
#endif
#ifdef __EMSCRIPTEN__
    return 1; /* whatever the machine has */
#else
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
#endif
}

int tb_this_processor(void)
{
#ifdef __linux__
    return sched_getcpu();
#else
    return -1;
#endif
}

void tb_leave_processor(int processor)
{
#ifdef __linux__
    cpu_set_t allowed, others;
    if (processor < 0 || tb_this_processor() != processor ||
        sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return;
    others = allowed;
    CPU_CLR(processor, &others);
    if (CPU_COUNT(&others) > 0 && sched_setaffinity(0, sizeof others, &others) == 0)
        sched_setaffinity(0, sizeof allowed, &allowed);
#else
    (void)processor;
#endif
}

/* ---- caches ---- */

#if defined(__linux__)
/* The first line of a file of processor 0's cache `index`, without its end; false if there is none. */
static bool read_line(int index, const char *file, char *line, int size)
{
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, file);
    FILE *from = fopen(path, "re");
    const bool any = from && fgets(line, size, from);
    if (from)
        fclose(from);
    if (any)
        line[strcspn(line, "\n")] = '\0';
    return any;
}

int64_t tb_system_cache_bytes(int level)
{
    char line[32];
    for (int index = 0; read_line(index, "level", line, sizeof line); index++) {
        if (atoi(line) != level || !read_line(index, "type", line, sizeof line) ||
            strcmp(line, "Instruction") == 0 || !read_line(index, "size", line, sizeof line))
            continue;
        char *unit;
        const int64_t n = strtoll(line, &unit, 10);
        return *unit == 'K' ? n << 10 : *unit == 'M' ? n << 20 : n;
    }
    return 0;
}
#elif defined(__APPLE__)
int64_t tb_system_cache_bytes(int level)
{
    /* perflevel0: the fastest processors, where there are two kinds */
    static const char *const name[3][2] = {{"hw.perflevel0.l1dcachesize", "hw.l1dcachesize"},
                                           {"hw.perflevel0.l2cachesize", "hw.l2cachesize"},
                                           {"hw.perflevel0.l3cachesize", "hw.l3cachesize"}};
    for (int i = 0; i < 2; i++) {
        int64_t bytes = 0;
        size_t size = sizeof bytes;
        if (sysctlbyname(name[level - 1][i], &bytes, &size, NULL, 0) == 0 && bytes > 0)
            return bytes;
    }
    return 0;
}
#else
int64_t tb_system_cache_bytes(int level)
{
    (void)level;
    return 0;
}
#endif

/* ---- memory ---- */

int64_t tb_page_bytes(void) { return sysconf(_SC_PAGESIZE); }

int64_t tb_physical_bytes(void)
{
    const int64_t pages = sysconf(_SC_PHYS_PAGES);
    return pages > 0 ? pages * tb_page_bytes() : 0;
}

static void *map(int64_t bytes)
{
    void *start = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return start == MAP_FAILED ? NULL : start;
}

void *tb_map(int64_t bytes, int64_t huge)
{
#ifdef __EMSCRIPTEN__
    huge = 0; /* munmap takes whole mappings only */
#endif
    char *start = map(bytes + huge);
    if (!start || huge == 0)
        return start;
    /* maps more, and unmaps both ends */
    const int64_t before = (int64_t)(-(uintptr_t)start & (uintptr_t)(huge - 1)), after = huge - before;
    if (before)
        munmap(start, (size_t)before);
    if (after)
        munmap(start + before + bytes, (size_t)after);
#ifdef MADV_HUGEPAGE
    /* Whole huge pages only: a remainder would occupy a whole one too. */
    madvise(start + before, (size_t)(bytes / huge * huge), MADV_HUGEPAGE);
#endif
    return start + before;
}

void tb_unmap(void *start, int64_t bytes) { munmap(start, (size_t)bytes); }

bool tb_is_page_resident(const void *address)
{
#ifdef __linux__
    unsigned char resident = 0;
    void *page = (void *)((uintptr_t)address & ~(uintptr_t)(tb_page_bytes() - 1));
    return mincore(page, 1, &resident) == 0 && (resident & 1);
#else
    (void)address;
    return false;
#endif
}

/* ---- other ---- */

uint64_t tb_random_seed(void)
{
    uint64_t seed;
    if (getentropy(&seed, sizeof seed) == 0)
        return seed;
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec) * UINT64_C(0x9E3779B97F4A7C15) ^
           (uint64_t)getpid();
}
#endif
