/* limit.c: the loops that move the bytes of a case and nothing else, for benchmarks/limit.py: what a
 * memory-bound operator could reach.  Plain C, which compilers make vectors of, and where x86 has them
 * streaming stores.
 * Relies on: POSIX threads. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { LINE = 64 }; /* bytes of a cache line */

typedef struct {
    char *out, *a, *b;
    size_t first, last; /* elements, multiples of LINE */
} piece;

/* Writes a line past the caches: memory is not read for it, as for an ordinary store. */
static inline void stream(void *restrict out, const void *restrict line)
{
#ifdef __SSE2__
    for (int i = 0; i < LINE / 16; i++)
        _mm_stream_si128((__m128i *)out + i, _mm_loadu_si128((const __m128i *)line + i));
#else
    memcpy(out, line, LINE);
#endif
}

static inline void fence(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}

/* A loop that streams VALUE, of the element i + k, line by line.  Everything is local and nothing aliases:
 * a store through the argument's own pointers would have each of them read again for each element. */
#define STREAMED(name, OUT, A, B, VALUE) \
    static void *name(void *arg) \
    { \
        const piece p = *(piece *)arg; \
        OUT *restrict out = (OUT *)p.out; \
        const A *restrict a = (A *)p.a; \
        const B *restrict b = (B *)p.b; \
        (void)a, (void)b; \
        for (size_t i = p.first; i < p.last; i += LINE / sizeof(OUT)) { \
            OUT line[LINE / sizeof(OUT)]; \
            for (size_t k = 0; k < LINE / sizeof(OUT); k++) \
                line[k] = VALUE; \
            stream(out + i, line); \
        } \
        fence(); \
        return NULL; \
    }

STREAMED(add, float, float, float, a[i + k] + b[i + k])
STREAMED(add_number, float, float, float, a[i + k] + 2.5f)
STREAMED(write_only, float, float, float, (float)k)
STREAMED(compare, char, float, float, a[i + k] < b[i + k])
STREAMED(add_wide, double, float, double, a[i + k] + b[i + k])

static void *add_in_place(void *arg)
{
    const piece p = *(piece *)arg;
    float *restrict a = (float *)p.a;
    const float *restrict b = (float *)p.b;
    for (size_t i = p.first; i < p.last; i++)
        a[i] += b[i];
    return NULL;
}

static void *(*const LOOPS[])(void *) = {add, add_in_place, add_number, write_only, compare, add_wide};

/* Runs a loop over n elements (a multiple of 64 * threads) on so many threads; memory is 64-byte aligned. */
void run(int loop, char *out, char *a, char *b, size_t n, int threads)
{
    pthread_t id[64];
    piece p[64];
    threads = threads < 1 ? 1 : threads > 64 ? 64 : threads;
    for (int t = 0; t < threads; t++) {
        p[t] = (piece){out, a, b, n / threads * t, n / threads * (t + 1)};
        if (t && pthread_create(&id[t], NULL, LOOPS[loop], &p[t]))
            id[t] = 0, LOOPS[loop](&p[t]);
    }
    LOOPS[loop](&p[0]);
    for (int t = 1; t < threads; t++)
        if (id[t])
            pthread_join(id[t], NULL);
}
