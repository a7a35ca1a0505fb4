/* Slots of the arguments of every function, and the bodies that rows name.
 * Written by src/ops/generate.py from the function table; do not edit. */

#ifndef TBPY_FUNCTION_SLOTS_H
#define TBPY_FUNCTION_SLOTS_H

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
enum { TBPY_COSINE_SIMILARITY_X1, TBPY_COSINE_SIMILARITY_X2, TBPY_COSINE_SIMILARITY_DIM, TBPY_COSINE_SIMILARITY_EPS };
#define TBPY_OWN_cosine_similarity 0
#define TBPY_COUNT_cosine_similarity 4
enum { TBPY_ONE_HOT_INPUT, TBPY_ONE_HOT_NUM_CLASSES };
#define TBPY_OWN_one_hot 0
#define TBPY_COUNT_one_hot 2
enum { TBPY_SUM_INPUT, TBPY_SUM_DTYPE, TBPY_SUM_DIM, TBPY_SUM_KEEPDIM, TBPY_SUM_OUT };
#define TBPY_OWN_sum 0
#define TBPY_COUNT_sum 5
enum { TBPY_MEAN_INPUT, TBPY_MEAN_DTYPE, TBPY_MEAN_OUT, TBPY_MEAN_DIM, TBPY_MEAN_KEEPDIM };
#define TBPY_OWN_mean 0
#define TBPY_COUNT_mean 5
enum { TBPY_PROD_INPUT, TBPY_PROD_DTYPE, TBPY_PROD_DIM, TBPY_PROD_KEEPDIM, TBPY_PROD_OUT };
#define TBPY_OWN_prod 0
#define TBPY_COUNT_prod 5
enum { TBPY_AMAX_INPUT, TBPY_AMAX_DIM, TBPY_AMAX_KEEPDIM, TBPY_AMAX_OUT };
#define TBPY_OWN_amax 0
#define TBPY_COUNT_amax 4
enum { TBPY_AMIN_INPUT, TBPY_AMIN_DIM, TBPY_AMIN_KEEPDIM, TBPY_AMIN_OUT };
#define TBPY_OWN_amin 0
#define TBPY_COUNT_amin 4
enum { TBPY_MAX_INPUT, TBPY_MAX_OUT, TBPY_MAX_OTHER, TBPY_MAX_DIM, TBPY_MAX_KEEPDIM };
#define TBPY_OWN_max 0
#define TBPY_COUNT_max 5
enum { TBPY_MIN_INPUT, TBPY_MIN_OUT, TBPY_MIN_OTHER, TBPY_MIN_DIM, TBPY_MIN_KEEPDIM };
#define TBPY_OWN_min 0
#define TBPY_COUNT_min 5
enum { TBPY_ARGMAX_INPUT, TBPY_ARGMAX_DIM, TBPY_ARGMAX_KEEPDIM, TBPY_ARGMAX_OUT };
#define TBPY_OWN_argmax 0
#define TBPY_COUNT_argmax 4
enum { TBPY_ARGMIN_INPUT, TBPY_ARGMIN_DIM, TBPY_ARGMIN_KEEPDIM, TBPY_ARGMIN_OUT };
#define TBPY_OWN_argmin 0
#define TBPY_COUNT_argmin 4
enum { TBPY_AMINMAX_INPUT, TBPY_AMINMAX_DIM, TBPY_AMINMAX_KEEPDIM, TBPY_AMINMAX_OUT };
#define TBPY_OWN_aminmax 0
#define TBPY_COUNT_aminmax 4
enum { TBPY_ALL_INPUT, TBPY_ALL_OUT, TBPY_ALL_DIM, TBPY_ALL_KEEPDIM };
#define TBPY_OWN_all 0
#define TBPY_COUNT_all 4
enum { TBPY_ANY_INPUT, TBPY_ANY_OUT, TBPY_ANY_DIM, TBPY_ANY_KEEPDIM };
#define TBPY_OWN_any 0
#define TBPY_COUNT_any 4
enum { TBPY_VAR_INPUT, TBPY_VAR_DIM, TBPY_VAR_UNBIASED, TBPY_VAR_KEEPDIM, TBPY_VAR_OUT, TBPY_VAR_CORRECTION };
#define TBPY_OWN_var 0
#define TBPY_COUNT_var 6
enum { TBPY_STD_INPUT, TBPY_STD_DIM, TBPY_STD_UNBIASED, TBPY_STD_KEEPDIM, TBPY_STD_OUT, TBPY_STD_CORRECTION };
#define TBPY_OWN_std 0
#define TBPY_COUNT_std 6
enum { TBPY_VAR_MEAN_INPUT, TBPY_VAR_MEAN_DIM, TBPY_VAR_MEAN_UNBIASED, TBPY_VAR_MEAN_KEEPDIM, TBPY_VAR_MEAN_CORRECTION };
#define TBPY_OWN_var_mean 0
#define TBPY_COUNT_var_mean 5
enum { TBPY_STD_MEAN_INPUT, TBPY_STD_MEAN_DIM, TBPY_STD_MEAN_UNBIASED, TBPY_STD_MEAN_KEEPDIM, TBPY_STD_MEAN_CORRECTION };
#define TBPY_OWN_std_mean 0
#define TBPY_COUNT_std_mean 5
enum { TBPY_COUNT_NONZERO_INPUT, TBPY_COUNT_NONZERO_DIM };
#define TBPY_OWN_count_nonzero 0
#define TBPY_COUNT_count_nonzero 2
enum { TBPY_SUM_TO_SIZE_INPUT, TBPY_SUM_TO_SIZE_SIZE };
#define TBPY_OWN_sum_to_size 0
#define TBPY_COUNT_sum_to_size 2

#define TBPY_MOST_SLOTS 6
#define TBPY_FOR_EACH_BODY(X) \
    X(question) \
    X(reduce) \
    X(sum_to_size) \

#endif
