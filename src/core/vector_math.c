/* vector_math.c: see vector_math.h. */
#include "vector_math.h"

#if defined(__linux__) && defined(TB_HAVE_AVX2)
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

static bool is_allowed = true;

void tb_vector_math_allow(bool allowed) { is_allowed = allowed; }

void tb_vector_math_install(tb_kernels *kernels)
{
#if defined(__linux__) && defined(TB_HAVE_AVX2)
    for (const tb_kernel_row *row = tb_vector_rows; is_allowed && row->kernel; row++)
        kernels->pointwise[row->op][row->dtype] = row->kernel;
#else
    (void)kernels;
#endif
}
