/* limit.c: the loops that move the bytes of a case and nothing else, for benchmarks/limit.py: what a
 * memory-bound operator could reach.  Plain C and, where x86 has them, streaming stores.
 * Relies on: POSIX threads. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#define STREAM(p, v) _mm_stream_si128((__m128i *)(p), (__m128i)(v))
#define FENCE() _mm_sfence()
#else
#define STREAM(p, v) (*(v4 *)(p) = (v4)(v))
#define FENCE() ((void)0)
#endif

typedef float v4 __attribute__((vector_size(16)));
typedef double v2 __attribute__((vector_size(16)));
typedef struct {
    char *out, *a, *b;
    size_t first, last; /* elements, multiples of 16 */
} piece;

static void *add(void *arg)
{
    const piece *p = arg;
    const float *a = (float *)p->a, *b = (float *)p->b;
    for (size_t i = p->first; i < p->last; i += 4)
        STREAM((float *)p->out + i, *(v4 *)(a + i) + *(v4 *)(b + i));
    FENCE();
    return NULL;
}

static void *add_in_place(void *arg)
{
    const piece *p = arg;
    float *a = (float *)p->a;
    const float *b = (float *)p->b;
    for (size_t i = p->first; i < p->last; i += 4)
        *(v4 *)(a + i) += *(v4 *)(b + i);
    return NULL;
}

static void *add_number(void *arg)
{
    const piece *p = arg;
    const float *a = (float *)p->a;
    for (size_t i = p->first; i < p->last; i += 4)
        STREAM((float *)p->out + i, *(v4 *)(a + i) + 2.5f);
    FENCE();
    return NULL;
}

static void *write_only(void *arg)
{
    const piece *p = arg;
    const v4 value = {1, 2, 3, 4};
    for (size_t i = p->first; i < p->last; i += 4)
        STREAM((float *)p->out + i, value);
    FENCE();
    return NULL;
}

static void *compare(void *arg)
{
    const piece *p = arg;
    const float *a = (float *)p->a, *b = (float *)p->b;
    for (size_t i = p->first; i < p->last; i++)
        p->out[i] = a[i] < b[i];
    return NULL;
}

static void *add_wide(void *arg)
{
    const piece *p = arg;
    const float *a = (float *)p->a;
    const double *b = (double *)p->b;
    for (size_t i = p->first; i < p->last; i += 2)
        STREAM((double *)p->out + i, ((v2){a[i], a[i + 1]} + *(v2 *)(b + i)));
    FENCE();
    return NULL;
}

static void *(*const LOOPS[])(void *) = {add, add_in_place, add_number, write_only, compare, add_wide};

/* Runs a loop over n elements (a multiple of 16 * threads) on so many threads; memory is 16-byte aligned. */
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
