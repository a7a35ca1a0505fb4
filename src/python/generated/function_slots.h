/* Slots of the arguments of every function, and the bodies that rows name.
 * Written by src/ops/generate.py from the function table; do not edit. */

#ifndef TBPY_FUNCTION_SLOTS_H
#define TBPY_FUNCTION_SLOTS_H

enum { TBPY_CUMSUM_INPUT, TBPY_CUMSUM_DIM, TBPY_CUMSUM_DTYPE, TBPY_CUMSUM_OUT };
#define TBPY_OWN_cumsum 0
#define TBPY_COUNT_cumsum 4
enum { TBPY_CUMPROD_INPUT, TBPY_CUMPROD_DIM, TBPY_CUMPROD_DTYPE, TBPY_CUMPROD_OUT };
#define TBPY_OWN_cumprod 0
#define TBPY_COUNT_cumprod 4
enum { TBPY_SOFTMAX_INPUT, TBPY_SOFTMAX_DIM, TBPY_SOFTMAX_DTYPE, TBPY_SOFTMAX_OUT };
#define TBPY_OWN_softmax 0
#define TBPY_COUNT_softmax 4
enum { TBPY_LOG_SOFTMAX_INPUT, TBPY_LOG_SOFTMAX_DIM, TBPY_LOG_SOFTMAX_DTYPE, TBPY_LOG_SOFTMAX_OUT };
#define TBPY_OWN_log_softmax 0
#define TBPY_COUNT_log_softmax 4
enum { TBPY_LOGSUMEXP_INPUT, TBPY_LOGSUMEXP_DIM, TBPY_LOGSUMEXP_KEEPDIM, TBPY_LOGSUMEXP_OUT };
#define TBPY_OWN_logsumexp 0
#define TBPY_COUNT_logsumexp 4
enum { TBPY_SORT_INPUT, TBPY_SORT_STABLE, TBPY_SORT_DIM, TBPY_SORT_DESCENDING, TBPY_SORT_OUT };
#define TBPY_OWN_sort 0
#define TBPY_COUNT_sort 5
enum { TBPY_ARGSORT_INPUT, TBPY_ARGSORT_STABLE, TBPY_ARGSORT_DIM, TBPY_ARGSORT_DESCENDING, TBPY_ARGSORT_OUT };
#define TBPY_OWN_argsort 0
#define TBPY_COUNT_argsort 5
enum { TBPY_MSORT_INPUT, TBPY_MSORT_OUT };
#define TBPY_OWN_msort 0
#define TBPY_COUNT_msort 2
enum { TBPY_BINCOUNT_INPUT, TBPY_BINCOUNT_WEIGHTS, TBPY_BINCOUNT_MINLENGTH };
#define TBPY_OWN_bincount 0
#define TBPY_COUNT_bincount 3
enum { TBPY_NUMEL_INPUT };
#define TBPY_OWN_numel 0
#define TBPY_COUNT_numel 1
enum { TBPY_IS_FLOATING_POINT_INPUT };
#define TBPY_OWN_is_floating_point 0
#define TBPY_COUNT_is_floating_point 1
enum { TBPY_IS_COMPLEX_INPUT };
#define TBPY_OWN_is_complex 0
#define TBPY_COUNT_is_complex 1
enum { TBPY_IS_SIGNED_INPUT };
#define TBPY_OWN_is_signed 0
#define TBPY_COUNT_is_signed 1
enum { TBPY_IS_NONZERO_INPUT };
#define TBPY_OWN_is_nonzero 0
#define TBPY_COUNT_is_nonzero 1
enum { TBPY_IS_SAME_SIZE_INPUT, TBPY_IS_SAME_SIZE_OTHER };
#define TBPY_OWN_is_same_size 0
#define TBPY_COUNT_is_same_size 2

#define TBPY_MOST_SLOTS 5
#define TBPY_FOR_EACH_BODY(X) \
    X(bincount) \
    X(lines) \
    X(question) \

#endif
