/* vector_math.c: see vector_math.h. */
#include "vector_math.h"

#if defined(TB_HAVE_VECTOR_MATH)
#include <dlfcn.h>
#include <pthread.h>

static void *library; /* never closed: kernels keep its functions */

static void open_library(void) { library = dlopen("libmvec.so.1", RTLD_LAZY | RTLD_LOCAL); }

void *tb_vector_function(_Atomic(void *) *found, const char *name)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static char absent;
    void *function = atomic_load_explicit(found, memory_order_acquire);
    if (!function) {
        pthread_once(&once, open_library);
        function = library ? dlsym(library, name) : NULL;
        function = function ? function : &absent;
        atomic_store_explicit(found, function, memory_order_release);
    }
    return function == &absent ? NULL : function;
}
#endif

static int most_bytes = 64;

void tb_vector_math_allow(int bytes) { most_bytes = bytes; }

#if defined(TB_HAVE_VECTOR_MATH)
static void install(const tb_kernel_row *rows, tb_kernels *kernels)
{
    for (const tb_kernel_row *row = rows; row->kernel; row++)
        kernels->pointwise[row->op][row->dtype] = row->kernel;
}
#endif

void tb_vector_math_install(tb_kernels *kernels, int bytes)
{
#if defined(TB_HAVE_VECTOR_MATH)
    if (bytes >= 32 && most_bytes >= 32)
        install(tb_vector_rows_32, kernels);
    if (bytes >= 64 && most_bytes >= 64)
        install(tb_vector_rows_64, kernels);
#else
    (void)kernels;
    (void)bytes;
#endif
}
