/* libmvec.c: see libmvec.h. */
#include "core/kernels/math/libmvec.h"

#if TB_HAVE_VECTOR_MATH
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
