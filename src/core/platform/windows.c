/* windows.c: see platform.h.  Windows 10 and later; slim locks, which are one word and need no end. */
#ifdef _WIN32
#define _CRT_RAND_S /* rand_s */
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#undef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00
#include <windows.h>

#include <process.h>
#include <psapi.h>
#include <stdlib.h>
#endif

#include "core/platform/platform.h"

#if !TB_POSIX
_Static_assert(sizeof(SRWLOCK) == sizeof(tb_mutex) && sizeof(CONDITION_VARIABLE) == sizeof(tb_condition) &&
                   sizeof(INIT_ONCE) == sizeof(tb_once) && sizeof(DWORD) == sizeof(tb_thread_key),
               "platform.h has them under other names");

/* ---- threads ---- */

/* What a new thread runs, on the heap until it has begun. */
typedef struct {
    tb_thread_body *run;
    void *argument;
} beginning;

static unsigned __stdcall begin(void *given)
{
    const beginning own = *(beginning *)given;
    free(given);
    own.run(own.argument);
    return 0;
}

bool tb_thread_start(tb_thread *thread, tb_thread_body *run, void *argument, size_t stack_bytes)
{
    beginning *given = malloc(sizeof *given);
    if (!given)
        return false;
    *given = (beginning){run, argument};
    *thread = (void *)_beginthreadex(NULL, (unsigned)stack_bytes, begin, given,
                                     STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (!*thread)
        free(given);
    return *thread != NULL;
}

void tb_thread_join(tb_thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

uintptr_t tb_this_thread(void) { return GetCurrentThreadId(); }
void tb_yield(void) { SwitchToThread(); }

static SRWLOCK *lock_of(tb_mutex *mutex) { return (SRWLOCK *)mutex; }
void tb_mutex_lock(tb_mutex *mutex) { AcquireSRWLockExclusive(lock_of(mutex)); }
bool tb_mutex_try_lock(tb_mutex *mutex) { return TryAcquireSRWLockExclusive(lock_of(mutex)); }
void tb_mutex_unlock(tb_mutex *mutex) { ReleaseSRWLockExclusive(lock_of(mutex)); }
void tb_mutex_reset(tb_mutex *mutex) { InitializeSRWLock(lock_of(mutex)); }

static CONDITION_VARIABLE *condition_of(tb_condition *condition) { return (CONDITION_VARIABLE *)condition; }
void tb_condition_wait(tb_condition *condition, tb_mutex *mutex)
{
    SleepConditionVariableSRW(condition_of(condition), lock_of(mutex), INFINITE, 0);
}
void tb_condition_broadcast(tb_condition *condition) { WakeAllConditionVariable(condition_of(condition)); }
void tb_condition_reset(tb_condition *condition) { InitializeConditionVariable(condition_of(condition)); }

static BOOL CALLBACK call(INIT_ONCE *once, void *function, void **unused)
{
    (void)once, (void)unused;
    (*(void (**)(void))function)();
    return TRUE;
}
void tb_run_once(tb_once *once, void (*function)(void))
{
    InitOnceExecuteOnce((INIT_ONCE *)once, call, (void *)&function, NULL);
}

/* Fibers' storage, which calls a destructor; a thread that is no fiber counts as one. */
bool tb_thread_key_new(tb_thread_key *key, void (*destroy)(void *))
{
    *key = FlsAlloc((PFLS_CALLBACK_FUNCTION)(void *)destroy);
    return *key != FLS_OUT_OF_INDEXES;
}
void *tb_thread_get(tb_thread_key key) { return FlsGetValue(key); }
bool tb_thread_set(tb_thread_key key, void *value) { return FlsSetValue(key, value); }

/* ---- processes ---- */

int64_t tb_this_process(void) { return GetCurrentProcessId(); }
bool tb_is_first_thread(void) { return true; }
void tb_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
    (void)before, (void)in_parent, (void)in_child;
}

/* ---- processors ---- */

int tb_count_processors(void)
{
    DWORD_PTR own, all;
    /* 0: the process has threads in several groups of 64 processors */
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all) && own != 0)
        return __builtin_popcountll(own);
    const DWORD n = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return n > 0 ? (int)n : 1;
}

int tb_this_processor(void) { return -1; } /* its scheduler wakes a thread where nothing runs */
void tb_leave_processor(int processor) { (void)processor; }

int64_t tb_system_cache_bytes(int level)
{
    DWORD bytes = 0;
    int64_t largest = 0; /* the fastest processors have the largest caches */
    GetLogicalProcessorInformation(NULL, &bytes);
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION *all = malloc(bytes ? bytes : 1);
    if (all && GetLogicalProcessorInformation(all, &bytes))
        for (size_t i = 0; i < bytes / sizeof *all; i++)
            if (all[i].Relationship == RelationCache && all[i].Cache.Level == level &&
                all[i].Cache.Type != CacheInstruction && all[i].Cache.Size > largest)
                largest = all[i].Cache.Size;
    free(all);
    return largest;
}

/* ---- time ---- */

int64_t tb_now(void)
{
    static _Atomic int64_t frequency; /* ticks in a second, the same from the system's start on */
    LARGE_INTEGER ticks;
    if (frequency == 0) {
        QueryPerformanceFrequency(&ticks);
        frequency = ticks.QuadPart;
    }
    const int64_t each = frequency;
    QueryPerformanceCounter(&ticks);
    return ticks.QuadPart / each * 1000000000 + ticks.QuadPart % each * 1000000000 / each;
}

/* ---- memory ---- */

int64_t tb_page_bytes(void)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwPageSize;
}

int64_t tb_physical_bytes(void)
{
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    return GlobalMemoryStatusEx(&memory) ? (int64_t)memory.ullTotalPhys : 0;
}

/* Huge pages need a right that few accounts have. */
void *tb_map(int64_t bytes, int64_t huge)
{
    (void)huge;
    return VirtualAlloc(NULL, (size_t)bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void tb_unmap(void *start, int64_t bytes)
{
    (void)bytes;
    VirtualFree(start, 0, MEM_RELEASE);
}

bool tb_is_page_resident(const void *address)
{
    PSAPI_WORKING_SET_EX_INFORMATION page = {.VirtualAddress = (void *)address};
    return K32QueryWorkingSetEx(GetCurrentProcess(), &page, sizeof page) && page.VirtualAttributes.Valid;
}

/* ---- other ---- */

uint64_t tb_random_seed(void)
{
    unsigned half[2];
    if (rand_s(&half[0]) == 0 && rand_s(&half[1]) == 0)
        return (uint64_t)half[0] << 32 | half[1];
    return (uint64_t)tb_now() * UINT64_C(0x9E3779B97F4A7C15) ^ GetCurrentProcessId();
}

/* MinGW's lgamma is infinite for denormal numbers, its lgammaf for the smallest normal ones, too.  Their sign
 * goes to a variable of this module, which nobody reads. */
double tb_log_gamma(double x) { return fabs(x) < 0x1p-60 ? -log(fabs(x)) : lgamma(x); }
float tb_log_gammaf(float x) { return (float)tb_log_gamma(x); }
#endif
