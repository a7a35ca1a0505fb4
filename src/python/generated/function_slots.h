/* Slots of the arguments of every function, and the bodies that rows name.
 * Written by src/codegen from the function table; do not edit. */

#ifndef TBPY_FUNCTION_SLOTS_H
#define TBPY_FUNCTION_SLOTS_H

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
enum { TBPY_LINALG_VECTOR_NORM_INPUT, TBPY_LINALG_VECTOR_NORM_ORD, TBPY_LINALG_VECTOR_NORM_DIM, TBPY_LINALG_VECTOR_NORM_KEEPDIM, TBPY_LINALG_VECTOR_NORM_DTYPE, TBPY_LINALG_VECTOR_NORM_OUT };
#define TBPY_OWN_linalg_vector_norm 0
#define TBPY_COUNT_linalg_vector_norm 6
enum { TBPY_SUM_TO_SIZE_INPUT, TBPY_SUM_TO_SIZE_SIZE };
#define TBPY_OWN_sum_to_size 0
#define TBPY_COUNT_sum_to_size 2
enum { TBPY_NORM_INPUT, TBPY_NORM_P, TBPY_NORM_DIM, TBPY_NORM_KEEPDIM, TBPY_NORM_OUT, TBPY_NORM_DTYPE };
#define TBPY_OWN_norm 0
#define TBPY_COUNT_norm 6
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
enum { TBPY_CUMMAX_INPUT, TBPY_CUMMAX_DIM, TBPY_CUMMAX_OUT };
#define TBPY_OWN_cummax 0
#define TBPY_COUNT_cummax 3
enum { TBPY_CUMMIN_INPUT, TBPY_CUMMIN_DIM, TBPY_CUMMIN_OUT };
#define TBPY_OWN_cummin 0
#define TBPY_COUNT_cummin 3
enum { TBPY_TOPK_INPUT, TBPY_TOPK_K, TBPY_TOPK_DIM, TBPY_TOPK_LARGEST, TBPY_TOPK_SORTED, TBPY_TOPK_OUT };
#define TBPY_OWN_topk 0
#define TBPY_COUNT_topk 6
enum { TBPY_BINCOUNT_INPUT, TBPY_BINCOUNT_WEIGHTS, TBPY_BINCOUNT_MINLENGTH };
#define TBPY_OWN_bincount 0
#define TBPY_COUNT_bincount 3
enum { TBPY_MATMUL_INPUT, TBPY_MATMUL_OTHER, TBPY_MATMUL_OUT };
#define TBPY_OWN_matmul 0
#define TBPY_COUNT_matmul 3
enum { TBPY_MM_INPUT, TBPY_MM_MAT2, TBPY_MM_OUT, TBPY_MM_OUT_DTYPE };
#define TBPY_OWN_mm 0
#define TBPY_COUNT_mm 4
enum { TBPY_BMM_INPUT, TBPY_BMM_MAT2, TBPY_BMM_OUT, TBPY_BMM_OUT_DTYPE };
#define TBPY_OWN_bmm 0
#define TBPY_COUNT_bmm 4
enum { TBPY_MV_INPUT, TBPY_MV_VEC, TBPY_MV_OUT };
#define TBPY_OWN_mv 0
#define TBPY_COUNT_mv 3
enum { TBPY_DOT_INPUT, TBPY_DOT_TENSOR, TBPY_DOT_OUT };
#define TBPY_OWN_dot 0
#define TBPY_COUNT_dot 3
enum { TBPY_VDOT_INPUT, TBPY_VDOT_OTHER, TBPY_VDOT_OUT };
#define TBPY_OWN_vdot 0
#define TBPY_COUNT_vdot 3
enum { TBPY_ADDMM_INPUT, TBPY_ADDMM_MAT1, TBPY_ADDMM_MAT2, TBPY_ADDMM_BETA, TBPY_ADDMM_ALPHA, TBPY_ADDMM_OUT, TBPY_ADDMM_OUT_DTYPE };
#define TBPY_OWN_addmm 0
#define TBPY_COUNT_addmm 7
enum { TBPY_ADDMV_INPUT, TBPY_ADDMV_MAT, TBPY_ADDMV_VEC, TBPY_ADDMV_BETA, TBPY_ADDMV_ALPHA, TBPY_ADDMV_OUT };
#define TBPY_OWN_addmv 0
#define TBPY_COUNT_addmv 6
enum { TBPY_ADDBMM_INPUT, TBPY_ADDBMM_BATCH1, TBPY_ADDBMM_BATCH2, TBPY_ADDBMM_BETA, TBPY_ADDBMM_ALPHA, TBPY_ADDBMM_OUT };
#define TBPY_OWN_addbmm 0
#define TBPY_COUNT_addbmm 6
enum { TBPY_BADDBMM_INPUT, TBPY_BADDBMM_BATCH1, TBPY_BADDBMM_BATCH2, TBPY_BADDBMM_BETA, TBPY_BADDBMM_ALPHA, TBPY_BADDBMM_OUT, TBPY_BADDBMM_OUT_DTYPE };
#define TBPY_OWN_baddbmm 0
#define TBPY_COUNT_baddbmm 7
enum { TBPY_OUTER_INPUT, TBPY_OUTER_VEC2, TBPY_OUTER_OUT };
#define TBPY_OWN_outer 0
#define TBPY_COUNT_outer 3
enum { TBPY_GER_INPUT, TBPY_GER_VEC2, TBPY_GER_OUT };
#define TBPY_OWN_ger 0
#define TBPY_COUNT_ger 3
enum { TBPY_CDIST_X1, TBPY_CDIST_X2, TBPY_CDIST_P };
#define TBPY_OWN_cdist 0
#define TBPY_COUNT_cdist 3
enum { TBPY_INNER_INPUT, TBPY_INNER_OTHER, TBPY_INNER_OUT };
#define TBPY_OWN_inner 0
#define TBPY_COUNT_inner 3
enum { TBPY_KRON_INPUT, TBPY_KRON_OTHER, TBPY_KRON_OUT };
#define TBPY_OWN_kron 0
#define TBPY_COUNT_kron 3
enum { TBPY_DIST_INPUT, TBPY_DIST_OTHER, TBPY_DIST_P };
#define TBPY_OWN_dist 0
#define TBPY_COUNT_dist 3
enum { TBPY_CAT_TENSORS, TBPY_CAT_DIM, TBPY_CAT_OUT };
#define TBPY_OWN_cat 0
#define TBPY_COUNT_cat 3
enum { TBPY_STACK_TENSORS, TBPY_STACK_DIM, TBPY_STACK_OUT };
#define TBPY_OWN_stack 0
#define TBPY_COUNT_stack 3
enum { TBPY_HSTACK_TENSORS, TBPY_HSTACK_OUT };
#define TBPY_OWN_hstack 0
#define TBPY_COUNT_hstack 2
enum { TBPY_VSTACK_TENSORS, TBPY_VSTACK_OUT };
#define TBPY_OWN_vstack 0
#define TBPY_COUNT_vstack 2
enum { TBPY_DSTACK_TENSORS, TBPY_DSTACK_OUT };
#define TBPY_OWN_dstack 0
#define TBPY_COUNT_dstack 2
enum { TBPY_COLUMN_STACK_TENSORS, TBPY_COLUMN_STACK_OUT };
#define TBPY_OWN_column_stack 0
#define TBPY_COUNT_column_stack 2
enum { TBPY_EXPAND_COPY_INPUT, TBPY_EXPAND_COPY_SIZE, TBPY_EXPAND_COPY_IMPLICIT, TBPY_EXPAND_COPY_OUT };
#define TBPY_OWN_expand_copy 0
#define TBPY_COUNT_expand_copy 4
enum { TBPY_REPEAT_INPUT, TBPY_REPEAT_REPEATS };
#define TBPY_OWN_repeat 0
#define TBPY_COUNT_repeat 2
enum { TBPY_TILE_INPUT, TBPY_TILE_DIMS };
#define TBPY_OWN_tile 0
#define TBPY_COUNT_tile 2
enum { TBPY_REPEAT_INTERLEAVE_INPUT, TBPY_REPEAT_INTERLEAVE_REPEATS, TBPY_REPEAT_INTERLEAVE_DIM, TBPY_REPEAT_INTERLEAVE_OUTPUT_SIZE };
#define TBPY_OWN_repeat_interleave 0
#define TBPY_COUNT_repeat_interleave 4
enum { TBPY_FLIP_INPUT, TBPY_FLIP_DIMS };
#define TBPY_OWN_flip 0
#define TBPY_COUNT_flip 2
enum { TBPY_FLIPLR_INPUT };
#define TBPY_OWN_fliplr 0
#define TBPY_COUNT_fliplr 1
enum { TBPY_FLIPUD_INPUT };
#define TBPY_OWN_flipud 0
#define TBPY_COUNT_flipud 1
enum { TBPY___REVERSED___INPUT };
#define TBPY_OWN___reversed__ 0
#define TBPY_COUNT___reversed__ 1
enum { TBPY_ROLL_INPUT, TBPY_ROLL_SHIFTS, TBPY_ROLL_DIMS };
#define TBPY_OWN_roll 0
#define TBPY_COUNT_roll 3
enum { TBPY_ROT90_INPUT, TBPY_ROT90_K, TBPY_ROT90_DIMS };
#define TBPY_OWN_rot90 0
#define TBPY_COUNT_rot90 3
enum { TBPY_TRIL_INPUT, TBPY_TRIL_DIAGONAL, TBPY_TRIL_OUT };
#define TBPY_OWN_tril 0
#define TBPY_COUNT_tril 3
enum { TBPY_TRIU_INPUT, TBPY_TRIU_DIAGONAL, TBPY_TRIU_OUT };
#define TBPY_OWN_triu 0
#define TBPY_COUNT_triu 3
enum { TBPY_DIFF_INPUT, TBPY_DIFF_N, TBPY_DIFF_DIM, TBPY_DIFF_PREPEND, TBPY_DIFF_APPEND, TBPY_DIFF_OUT };
#define TBPY_OWN_diff 0
#define TBPY_COUNT_diff 6
enum { TBPY_EMPTY_SIZE, TBPY_EMPTY_MEMORY_FORMAT, TBPY_EMPTY_OUT, TBPY_EMPTY_DTYPE, TBPY_EMPTY_LAYOUT, TBPY_EMPTY_DEVICE, TBPY_EMPTY_PIN_MEMORY, TBPY_EMPTY_REQUIRES_GRAD };
#define TBPY_OWN_empty 0
#define TBPY_COUNT_empty 8
enum { TBPY_ZEROS_SIZE, TBPY_ZEROS_OUT, TBPY_ZEROS_DTYPE, TBPY_ZEROS_LAYOUT, TBPY_ZEROS_DEVICE, TBPY_ZEROS_PIN_MEMORY, TBPY_ZEROS_REQUIRES_GRAD };
#define TBPY_OWN_zeros 0
#define TBPY_COUNT_zeros 7
enum { TBPY_ONES_SIZE, TBPY_ONES_OUT, TBPY_ONES_DTYPE, TBPY_ONES_LAYOUT, TBPY_ONES_DEVICE, TBPY_ONES_PIN_MEMORY, TBPY_ONES_REQUIRES_GRAD };
#define TBPY_OWN_ones 0
#define TBPY_COUNT_ones 7
enum { TBPY_FULL_SIZE, TBPY_FULL_FILL_VALUE, TBPY_FULL_OUT, TBPY_FULL_DTYPE, TBPY_FULL_LAYOUT, TBPY_FULL_DEVICE, TBPY_FULL_PIN_MEMORY, TBPY_FULL_REQUIRES_GRAD };
#define TBPY_OWN_full 0
#define TBPY_COUNT_full 8
enum { TBPY_SCALAR_TENSOR_S, TBPY_SCALAR_TENSOR_DTYPE, TBPY_SCALAR_TENSOR_LAYOUT, TBPY_SCALAR_TENSOR_DEVICE, TBPY_SCALAR_TENSOR_PIN_MEMORY, TBPY_SCALAR_TENSOR_REQUIRES_GRAD };
#define TBPY_OWN_scalar_tensor 0
#define TBPY_COUNT_scalar_tensor 6
enum { TBPY_EMPTY_STRIDED_SIZE, TBPY_EMPTY_STRIDED_STRIDE, TBPY_EMPTY_STRIDED_DTYPE, TBPY_EMPTY_STRIDED_LAYOUT, TBPY_EMPTY_STRIDED_DEVICE, TBPY_EMPTY_STRIDED_PIN_MEMORY, TBPY_EMPTY_STRIDED_REQUIRES_GRAD };
#define TBPY_OWN_empty_strided 0
#define TBPY_COUNT_empty_strided 7
enum { TBPY_EMPTY_LIKE_INPUT, TBPY_EMPTY_LIKE_MEMORY_FORMAT, TBPY_EMPTY_LIKE_DTYPE, TBPY_EMPTY_LIKE_LAYOUT, TBPY_EMPTY_LIKE_DEVICE, TBPY_EMPTY_LIKE_PIN_MEMORY, TBPY_EMPTY_LIKE_REQUIRES_GRAD };
#define TBPY_OWN_empty_like 0
#define TBPY_COUNT_empty_like 7
enum { TBPY_ZEROS_LIKE_INPUT, TBPY_ZEROS_LIKE_MEMORY_FORMAT, TBPY_ZEROS_LIKE_DTYPE, TBPY_ZEROS_LIKE_LAYOUT, TBPY_ZEROS_LIKE_DEVICE, TBPY_ZEROS_LIKE_PIN_MEMORY, TBPY_ZEROS_LIKE_REQUIRES_GRAD };
#define TBPY_OWN_zeros_like 0
#define TBPY_COUNT_zeros_like 7
enum { TBPY_ONES_LIKE_INPUT, TBPY_ONES_LIKE_MEMORY_FORMAT, TBPY_ONES_LIKE_DTYPE, TBPY_ONES_LIKE_LAYOUT, TBPY_ONES_LIKE_DEVICE, TBPY_ONES_LIKE_PIN_MEMORY, TBPY_ONES_LIKE_REQUIRES_GRAD };
#define TBPY_OWN_ones_like 0
#define TBPY_COUNT_ones_like 7
enum { TBPY_FULL_LIKE_INPUT, TBPY_FULL_LIKE_FILL_VALUE, TBPY_FULL_LIKE_MEMORY_FORMAT, TBPY_FULL_LIKE_DTYPE, TBPY_FULL_LIKE_LAYOUT, TBPY_FULL_LIKE_DEVICE, TBPY_FULL_LIKE_PIN_MEMORY, TBPY_FULL_LIKE_REQUIRES_GRAD };
#define TBPY_OWN_full_like 0
#define TBPY_COUNT_full_like 8
enum { TBPY_NEW_EMPTY_INPUT, TBPY_NEW_EMPTY_SIZE, TBPY_NEW_EMPTY_DTYPE, TBPY_NEW_EMPTY_LAYOUT, TBPY_NEW_EMPTY_DEVICE, TBPY_NEW_EMPTY_PIN_MEMORY, TBPY_NEW_EMPTY_REQUIRES_GRAD };
#define TBPY_OWN_new_empty 0
#define TBPY_COUNT_new_empty 7
enum { TBPY_NEW_ZEROS_INPUT, TBPY_NEW_ZEROS_SIZE, TBPY_NEW_ZEROS_DTYPE, TBPY_NEW_ZEROS_LAYOUT, TBPY_NEW_ZEROS_DEVICE, TBPY_NEW_ZEROS_PIN_MEMORY, TBPY_NEW_ZEROS_REQUIRES_GRAD };
#define TBPY_OWN_new_zeros 0
#define TBPY_COUNT_new_zeros 7
enum { TBPY_NEW_ONES_INPUT, TBPY_NEW_ONES_SIZE, TBPY_NEW_ONES_DTYPE, TBPY_NEW_ONES_LAYOUT, TBPY_NEW_ONES_DEVICE, TBPY_NEW_ONES_PIN_MEMORY, TBPY_NEW_ONES_REQUIRES_GRAD };
#define TBPY_OWN_new_ones 0
#define TBPY_COUNT_new_ones 7
enum { TBPY_NEW_FULL_INPUT, TBPY_NEW_FULL_SIZE, TBPY_NEW_FULL_FILL_VALUE, TBPY_NEW_FULL_DTYPE, TBPY_NEW_FULL_LAYOUT, TBPY_NEW_FULL_DEVICE, TBPY_NEW_FULL_PIN_MEMORY, TBPY_NEW_FULL_REQUIRES_GRAD };
#define TBPY_OWN_new_full 0
#define TBPY_COUNT_new_full 8
enum { TBPY_NEW_EMPTY_STRIDED_INPUT, TBPY_NEW_EMPTY_STRIDED_SIZE, TBPY_NEW_EMPTY_STRIDED_STRIDE, TBPY_NEW_EMPTY_STRIDED_DTYPE, TBPY_NEW_EMPTY_STRIDED_LAYOUT, TBPY_NEW_EMPTY_STRIDED_DEVICE, TBPY_NEW_EMPTY_STRIDED_PIN_MEMORY, TBPY_NEW_EMPTY_STRIDED_REQUIRES_GRAD };
#define TBPY_OWN_new_empty_strided 0
#define TBPY_COUNT_new_empty_strided 8
enum { TBPY_ARANGE_END, TBPY_ARANGE_OUT, TBPY_ARANGE_DTYPE, TBPY_ARANGE_LAYOUT, TBPY_ARANGE_DEVICE, TBPY_ARANGE_PIN_MEMORY, TBPY_ARANGE_REQUIRES_GRAD, TBPY_ARANGE_START, TBPY_ARANGE_STEP };
#define TBPY_OWN_arange 0
#define TBPY_COUNT_arange 9
enum { TBPY_RANGE_START, TBPY_RANGE_END, TBPY_RANGE_STEP, TBPY_RANGE_OUT, TBPY_RANGE_DTYPE, TBPY_RANGE_LAYOUT, TBPY_RANGE_DEVICE, TBPY_RANGE_PIN_MEMORY, TBPY_RANGE_REQUIRES_GRAD };
#define TBPY_OWN_range 0
#define TBPY_COUNT_range 9
enum { TBPY_LINSPACE_START, TBPY_LINSPACE_END, TBPY_LINSPACE_STEPS, TBPY_LINSPACE_OUT, TBPY_LINSPACE_DTYPE, TBPY_LINSPACE_LAYOUT, TBPY_LINSPACE_DEVICE, TBPY_LINSPACE_PIN_MEMORY, TBPY_LINSPACE_REQUIRES_GRAD };
#define TBPY_OWN_linspace 0
#define TBPY_COUNT_linspace 9
enum { TBPY_EYE_N, TBPY_EYE_OUT, TBPY_EYE_DTYPE, TBPY_EYE_LAYOUT, TBPY_EYE_DEVICE, TBPY_EYE_PIN_MEMORY, TBPY_EYE_REQUIRES_GRAD, TBPY_EYE_M };
#define TBPY_OWN_eye 0
#define TBPY_COUNT_eye 8
enum { TBPY_RAND_SIZE, TBPY_RAND_GENERATOR, TBPY_RAND_OUT, TBPY_RAND_DTYPE, TBPY_RAND_LAYOUT, TBPY_RAND_DEVICE, TBPY_RAND_PIN_MEMORY, TBPY_RAND_REQUIRES_GRAD };
#define TBPY_OWN_rand 0
#define TBPY_COUNT_rand 8
enum { TBPY_RANDN_SIZE, TBPY_RANDN_GENERATOR, TBPY_RANDN_OUT, TBPY_RANDN_DTYPE, TBPY_RANDN_LAYOUT, TBPY_RANDN_DEVICE, TBPY_RANDN_PIN_MEMORY, TBPY_RANDN_REQUIRES_GRAD };
#define TBPY_OWN_randn 0
#define TBPY_COUNT_randn 8
enum { TBPY_RAND_LIKE_INPUT, TBPY_RAND_LIKE_GENERATOR, TBPY_RAND_LIKE_MEMORY_FORMAT, TBPY_RAND_LIKE_DTYPE, TBPY_RAND_LIKE_LAYOUT, TBPY_RAND_LIKE_DEVICE, TBPY_RAND_LIKE_PIN_MEMORY, TBPY_RAND_LIKE_REQUIRES_GRAD };
#define TBPY_OWN_rand_like 0
#define TBPY_COUNT_rand_like 8
enum { TBPY_RANDN_LIKE_INPUT, TBPY_RANDN_LIKE_GENERATOR, TBPY_RANDN_LIKE_MEMORY_FORMAT, TBPY_RANDN_LIKE_DTYPE, TBPY_RANDN_LIKE_LAYOUT, TBPY_RANDN_LIKE_DEVICE, TBPY_RANDN_LIKE_PIN_MEMORY, TBPY_RANDN_LIKE_REQUIRES_GRAD };
#define TBPY_OWN_randn_like 0
#define TBPY_COUNT_randn_like 8
enum { TBPY_RANDINT_HIGH, TBPY_RANDINT_SIZE, TBPY_RANDINT_GENERATOR, TBPY_RANDINT_OUT, TBPY_RANDINT_DTYPE, TBPY_RANDINT_LAYOUT, TBPY_RANDINT_DEVICE, TBPY_RANDINT_PIN_MEMORY, TBPY_RANDINT_REQUIRES_GRAD, TBPY_RANDINT_LOW };
#define TBPY_OWN_randint 0
#define TBPY_COUNT_randint 10
enum { TBPY_RANDINT_LIKE_INPUT, TBPY_RANDINT_LIKE_LOW, TBPY_RANDINT_LIKE_HIGH, TBPY_RANDINT_LIKE_GENERATOR, TBPY_RANDINT_LIKE_MEMORY_FORMAT, TBPY_RANDINT_LIKE_DTYPE, TBPY_RANDINT_LIKE_LAYOUT, TBPY_RANDINT_LIKE_DEVICE, TBPY_RANDINT_LIKE_PIN_MEMORY, TBPY_RANDINT_LIKE_REQUIRES_GRAD };
#define TBPY_OWN_randint_like 0
#define TBPY_COUNT_randint_like 10
enum { TBPY_RANDPERM_N, TBPY_RANDPERM_GENERATOR, TBPY_RANDPERM_OUT, TBPY_RANDPERM_DTYPE, TBPY_RANDPERM_LAYOUT, TBPY_RANDPERM_DEVICE, TBPY_RANDPERM_PIN_MEMORY, TBPY_RANDPERM_REQUIRES_GRAD };
#define TBPY_OWN_randperm 0
#define TBPY_COUNT_randperm 8
enum { TBPY_NORMAL__INPUT, TBPY_NORMAL__MEAN, TBPY_NORMAL__STD, TBPY_NORMAL__GENERATOR };
#define TBPY_OWN_normal_ 0
#define TBPY_COUNT_normal_ 4
enum { TBPY_UNIFORM__INPUT, TBPY_UNIFORM__FROM, TBPY_UNIFORM__TO, TBPY_UNIFORM__GENERATOR };
#define TBPY_OWN_uniform_ 0
#define TBPY_COUNT_uniform_ 4
enum { TBPY_TENSOR_DATA, TBPY_TENSOR_DTYPE, TBPY_TENSOR_DEVICE, TBPY_TENSOR_PIN_MEMORY, TBPY_TENSOR_REQUIRES_GRAD };
#define TBPY_OWN_tensor 0
#define TBPY_COUNT_tensor 5
enum { TBPY_AS_TENSOR_DATA, TBPY_AS_TENSOR_DTYPE, TBPY_AS_TENSOR_DEVICE };
#define TBPY_OWN_as_tensor 0
#define TBPY_COUNT_as_tensor 3
enum { TBPY_NEW_TENSOR_INPUT, TBPY_NEW_TENSOR_DATA, TBPY_NEW_TENSOR_DTYPE, TBPY_NEW_TENSOR_DEVICE, TBPY_NEW_TENSOR_REQUIRES_GRAD };
#define TBPY_OWN_new_tensor 0
#define TBPY_COUNT_new_tensor 5
enum { TBPY_FROMBUFFER_BUFFER, TBPY_FROMBUFFER_DTYPE, TBPY_FROMBUFFER_COUNT, TBPY_FROMBUFFER_OFFSET, TBPY_FROMBUFFER_REQUIRES_GRAD };
#define TBPY_OWN_frombuffer 0
#define TBPY_COUNT_frombuffer 5
enum { TBPY_ASARRAY_OBJ, TBPY_ASARRAY_DTYPE, TBPY_ASARRAY_DEVICE, TBPY_ASARRAY_COPY, TBPY_ASARRAY_REQUIRES_GRAD };
#define TBPY_OWN_asarray 0
#define TBPY_COUNT_asarray 5
enum { TBPY_FROM_NUMPY_NDARRAY };
#define TBPY_OWN_from_numpy 0
#define TBPY_COUNT_from_numpy 1
enum { TBPY_VIEW_INPUT, TBPY_VIEW_DTYPE, TBPY_VIEW_SIZE };
#define TBPY_OWN_view 0
#define TBPY_COUNT_view 3
enum { TBPY_RESHAPE_INPUT, TBPY_RESHAPE_SHAPE };
#define TBPY_OWN_reshape 0
#define TBPY_COUNT_reshape 2
enum { TBPY_EXPAND_INPUT, TBPY_EXPAND_SIZE, TBPY_EXPAND_IMPLICIT };
#define TBPY_OWN_expand 0
#define TBPY_COUNT_expand 3
enum { TBPY_BROADCAST_TO_INPUT, TBPY_BROADCAST_TO_SIZE };
#define TBPY_OWN_broadcast_to 0
#define TBPY_COUNT_broadcast_to 2
enum { TBPY_EXPAND_AS_INPUT, TBPY_EXPAND_AS_OTHER };
#define TBPY_OWN_expand_as 0
#define TBPY_COUNT_expand_as 2
enum { TBPY_VIEW_AS_INPUT, TBPY_VIEW_AS_OTHER };
#define TBPY_OWN_view_as 0
#define TBPY_COUNT_view_as 2
enum { TBPY_RESHAPE_AS_INPUT, TBPY_RESHAPE_AS_OTHER };
#define TBPY_OWN_reshape_as 0
#define TBPY_COUNT_reshape_as 2
enum { TBPY_RESIZE__INPUT, TBPY_RESIZE__SIZE, TBPY_RESIZE__MEMORY_FORMAT };
#define TBPY_OWN_resize_ 0
#define TBPY_COUNT_resize_ 3
enum { TBPY_RESIZE_AS__INPUT, TBPY_RESIZE_AS__THE_TEMPLATE, TBPY_RESIZE_AS__MEMORY_FORMAT };
#define TBPY_OWN_resize_as_ 0
#define TBPY_COUNT_resize_as_ 3
enum { TBPY_PERMUTE_INPUT, TBPY_PERMUTE_DIMS };
#define TBPY_OWN_permute 0
#define TBPY_COUNT_permute 2
enum { TBPY_TRANSPOSE_INPUT, TBPY_TRANSPOSE_DIM0, TBPY_TRANSPOSE_DIM1 };
#define TBPY_OWN_transpose 0
#define TBPY_COUNT_transpose 3
enum { TBPY_SWAPAXES_INPUT, TBPY_SWAPAXES_AXIS0, TBPY_SWAPAXES_AXIS1 };
#define TBPY_OWN_swapaxes 0
#define TBPY_COUNT_swapaxes 3
enum { TBPY_T_INPUT };
#define TBPY_OWN_t 0
#define TBPY_COUNT_t 1
enum { TBPY_ADJOINT_INPUT };
#define TBPY_OWN_adjoint 0
#define TBPY_COUNT_adjoint 1
enum { TBPY_MOVEDIM_INPUT, TBPY_MOVEDIM_SOURCE, TBPY_MOVEDIM_DESTINATION };
#define TBPY_OWN_movedim 0
#define TBPY_COUNT_movedim 3
enum { TBPY_UNSQUEEZE_INPUT, TBPY_UNSQUEEZE_DIM };
#define TBPY_OWN_unsqueeze 0
#define TBPY_COUNT_unsqueeze 2
enum { TBPY_SQUEEZE_INPUT, TBPY_SQUEEZE_DIM };
#define TBPY_OWN_squeeze 0
#define TBPY_COUNT_squeeze 2
enum { TBPY_FLATTEN_INPUT, TBPY_FLATTEN_START_DIM, TBPY_FLATTEN_END_DIM };
#define TBPY_OWN_flatten 0
#define TBPY_COUNT_flatten 3
enum { TBPY_UNFLATTEN_INPUT, TBPY_UNFLATTEN_DIM, TBPY_UNFLATTEN_SIZES };
#define TBPY_OWN_unflatten 0
#define TBPY_COUNT_unflatten 3
enum { TBPY_RAVEL_INPUT };
#define TBPY_OWN_ravel 0
#define TBPY_COUNT_ravel 1
enum { TBPY_ATLEAST_1D_INPUT, TBPY_ATLEAST_1D_TENSORS };
#define TBPY_OWN_atleast_1d 0
#define TBPY_COUNT_atleast_1d 2
enum { TBPY_ATLEAST_2D_INPUT, TBPY_ATLEAST_2D_TENSORS };
#define TBPY_OWN_atleast_2d 0
#define TBPY_COUNT_atleast_2d 2
enum { TBPY_ATLEAST_3D_INPUT, TBPY_ATLEAST_3D_TENSORS };
#define TBPY_OWN_atleast_3d 0
#define TBPY_COUNT_atleast_3d 2
enum { TBPY_SELECT_INPUT, TBPY_SELECT_DIM, TBPY_SELECT_INDEX };
#define TBPY_OWN_select 0
#define TBPY_COUNT_select 3
enum { TBPY_NARROW_INPUT, TBPY_NARROW_DIM, TBPY_NARROW_START, TBPY_NARROW_LENGTH };
#define TBPY_OWN_narrow 0
#define TBPY_COUNT_narrow 4
enum { TBPY_UNBIND_INPUT, TBPY_UNBIND_DIM };
#define TBPY_OWN_unbind 0
#define TBPY_COUNT_unbind 2
enum { TBPY_SPLIT_TENSOR, TBPY_SPLIT_SPLIT_SIZE_OR_SECTIONS, TBPY_SPLIT_DIM, TBPY_SPLIT_SPLIT_SIZE };
#define TBPY_OWN_split 0
#define TBPY_COUNT_split 4
enum { TBPY_SPLIT_WITH_SIZES_INPUT, TBPY_SPLIT_WITH_SIZES_SPLIT_SIZES, TBPY_SPLIT_WITH_SIZES_DIM };
#define TBPY_OWN_split_with_sizes 0
#define TBPY_COUNT_split_with_sizes 3
enum { TBPY_TENSOR_SPLIT_INPUT, TBPY_TENSOR_SPLIT_INDICES, TBPY_TENSOR_SPLIT_DIM, TBPY_TENSOR_SPLIT_TENSOR_INDICES_OR_SECTIONS, TBPY_TENSOR_SPLIT_SECTIONS };
#define TBPY_OWN_tensor_split 0
#define TBPY_COUNT_tensor_split 5
enum { TBPY_HSPLIT_INPUT, TBPY_HSPLIT_SECTIONS, TBPY_HSPLIT_INDICES };
#define TBPY_OWN_hsplit 0
#define TBPY_COUNT_hsplit 3
enum { TBPY_VSPLIT_INPUT, TBPY_VSPLIT_SECTIONS, TBPY_VSPLIT_INDICES };
#define TBPY_OWN_vsplit 0
#define TBPY_COUNT_vsplit 3
enum { TBPY_DSPLIT_INPUT, TBPY_DSPLIT_SECTIONS, TBPY_DSPLIT_INDICES };
#define TBPY_OWN_dsplit 0
#define TBPY_COUNT_dsplit 3
enum { TBPY_UNFOLD_INPUT, TBPY_UNFOLD_DIMENSION, TBPY_UNFOLD_SIZE, TBPY_UNFOLD_STEP };
#define TBPY_OWN_unfold 0
#define TBPY_COUNT_unfold 4
enum { TBPY_CHUNK_INPUT, TBPY_CHUNK_CHUNKS, TBPY_CHUNK_DIM };
#define TBPY_OWN_chunk 0
#define TBPY_COUNT_chunk 3
enum { TBPY_DIAGONAL_INPUT, TBPY_DIAGONAL_OFFSET, TBPY_DIAGONAL_DIM1, TBPY_DIAGONAL_DIM2 };
#define TBPY_OWN_diagonal 0
#define TBPY_COUNT_diagonal 4
enum { TBPY_REAL_INPUT };
#define TBPY_OWN_real 0
#define TBPY_COUNT_real 1
enum { TBPY_IMAG_INPUT };
#define TBPY_OWN_imag 0
#define TBPY_COUNT_imag 1
enum { TBPY_VIEW_AS_REAL_INPUT };
#define TBPY_OWN_view_as_real 0
#define TBPY_COUNT_view_as_real 1
enum { TBPY_VIEW_AS_COMPLEX_INPUT };
#define TBPY_OWN_view_as_complex 0
#define TBPY_COUNT_view_as_complex 1
enum { TBPY_AS_STRIDED__INPUT, TBPY_AS_STRIDED__SIZE, TBPY_AS_STRIDED__STRIDE, TBPY_AS_STRIDED__STORAGE_OFFSET };
#define TBPY_OWN_as_strided_ 0
#define TBPY_COUNT_as_strided_ 4
enum { TBPY_AS_STRIDED_INPUT, TBPY_AS_STRIDED_SIZE, TBPY_AS_STRIDED_STRIDE, TBPY_AS_STRIDED_STORAGE_OFFSET };
#define TBPY_OWN_as_strided 0
#define TBPY_COUNT_as_strided 4
enum { TBPY_CONTIGUOUS_INPUT, TBPY_CONTIGUOUS_MEMORY_FORMAT };
#define TBPY_OWN_contiguous 0
#define TBPY_COUNT_contiguous 2
enum { TBPY_CLONE_INPUT, TBPY_CLONE_MEMORY_FORMAT };
#define TBPY_OWN_clone 0
#define TBPY_COUNT_clone 2
enum { TBPY_DETACH_INPUT };
#define TBPY_OWN_detach 0
#define TBPY_COUNT_detach 1
enum { TBPY_INDEX_SELECT_INPUT, TBPY_INDEX_SELECT_DIM, TBPY_INDEX_SELECT_INDEX, TBPY_INDEX_SELECT_OUT };
#define TBPY_OWN_index_select 0
#define TBPY_COUNT_index_select 4
enum { TBPY_TAKE_INPUT, TBPY_TAKE_INDEX, TBPY_TAKE_OUT };
#define TBPY_OWN_take 0
#define TBPY_COUNT_take 3
enum { TBPY_GATHER_INPUT, TBPY_GATHER_DIM, TBPY_GATHER_INDEX, TBPY_GATHER_SPARSE_GRAD, TBPY_GATHER_OUT };
#define TBPY_OWN_gather 0
#define TBPY_COUNT_gather 5
enum { TBPY_TAKE_ALONG_DIM_INPUT, TBPY_TAKE_ALONG_DIM_INDICES, TBPY_TAKE_ALONG_DIM_DIM, TBPY_TAKE_ALONG_DIM_OUT };
#define TBPY_OWN_take_along_dim 0
#define TBPY_COUNT_take_along_dim 4
enum { TBPY_INDEX_FILL_INPUT, TBPY_INDEX_FILL_DIM, TBPY_INDEX_FILL_INDEX, TBPY_INDEX_FILL_VALUE };
#define TBPY_OWN_index_fill 0
#define TBPY_COUNT_index_fill 4
enum { TBPY_INDEX_COPY_INPUT, TBPY_INDEX_COPY_DIM, TBPY_INDEX_COPY_INDEX, TBPY_INDEX_COPY_SOURCE, TBPY_INDEX_COPY_OUT };
#define TBPY_OWN_index_copy 0
#define TBPY_COUNT_index_copy 5
enum { TBPY_INDEX_ADD_INPUT, TBPY_INDEX_ADD_DIM, TBPY_INDEX_ADD_INDEX, TBPY_INDEX_ADD_SOURCE, TBPY_INDEX_ADD_ALPHA, TBPY_INDEX_ADD_OUT };
#define TBPY_OWN_index_add 0
#define TBPY_COUNT_index_add 6
enum { TBPY_SCATTER_ADD_INPUT, TBPY_SCATTER_ADD_DIM, TBPY_SCATTER_ADD_INDEX, TBPY_SCATTER_ADD_SRC, TBPY_SCATTER_ADD_OUT };
#define TBPY_OWN_scatter_add 0
#define TBPY_COUNT_scatter_add 5
enum { TBPY_SCATTER_INPUT, TBPY_SCATTER_DIM, TBPY_SCATTER_INDEX, TBPY_SCATTER_SRC, TBPY_SCATTER_OUT, TBPY_SCATTER_REDUCE, TBPY_SCATTER_VALUE };
#define TBPY_OWN_scatter 0
#define TBPY_COUNT_scatter 7
enum { TBPY_NONZERO_INPUT, TBPY_NONZERO_AS_TUPLE, TBPY_NONZERO_OUT };
#define TBPY_OWN_nonzero 0
#define TBPY_COUNT_nonzero 3
enum { TBPY_ARGWHERE_INPUT };
#define TBPY_OWN_argwhere 0
#define TBPY_COUNT_argwhere 1
enum { TBPY_MASKED_SELECT_INPUT, TBPY_MASKED_SELECT_MASK, TBPY_MASKED_SELECT_OUT };
#define TBPY_OWN_masked_select 0
#define TBPY_COUNT_masked_select 3
enum { TBPY_SIZE_INPUT, TBPY_SIZE_DIM };
#define TBPY_OWN_size 0
#define TBPY_COUNT_size 2
enum { TBPY_STRIDE_INPUT, TBPY_STRIDE_DIM };
#define TBPY_OWN_stride 0
#define TBPY_COUNT_stride 2
enum { TBPY_DIM_INPUT };
#define TBPY_OWN_dim 0
#define TBPY_COUNT_dim 1
enum { TBPY_NDIMENSION_INPUT };
#define TBPY_OWN_ndimension 0
#define TBPY_COUNT_ndimension 1
enum { TBPY_NELEMENT_INPUT };
#define TBPY_OWN_nelement 0
#define TBPY_COUNT_nelement 1
enum { TBPY_ELEMENT_SIZE_INPUT };
#define TBPY_OWN_element_size 0
#define TBPY_COUNT_element_size 1
enum { TBPY_STORAGE_OFFSET_INPUT };
#define TBPY_OWN_storage_offset 0
#define TBPY_COUNT_storage_offset 1
enum { TBPY_DATA_PTR_INPUT };
#define TBPY_OWN_data_ptr 0
#define TBPY_COUNT_data_ptr 1
enum { TBPY_IS_CONTIGUOUS_INPUT, TBPY_IS_CONTIGUOUS_MEMORY_FORMAT };
#define TBPY_OWN_is_contiguous 0
#define TBPY_COUNT_is_contiguous 2
enum { TBPY_ITEM_INPUT };
#define TBPY_OWN_item 0
#define TBPY_COUNT_item 1
enum { TBPY_TOLIST_INPUT };
#define TBPY_OWN_tolist 0
#define TBPY_COUNT_tolist 1
enum { TBPY_NUMPY_INPUT, TBPY_NUMPY_FORCE };
#define TBPY_OWN_numpy 0
#define TBPY_COUNT_numpy 2
enum { TBPY_TO_NUMPY_INPUT };
#define TBPY_OWN_to_numpy 0
#define TBPY_COUNT_to_numpy 1
enum { TBPY_UNTYPED_STORAGE_INPUT };
#define TBPY_OWN_untyped_storage 0
#define TBPY_COUNT_untyped_storage 1
enum { TBPY_STORAGE_INPUT };
#define TBPY_OWN_storage 0
#define TBPY_COUNT_storage 1
enum { TBPY_COPY__INPUT, TBPY_COPY__OTHER, TBPY_COPY__NON_BLOCKING, TBPY_COPY__ASYNC };
#define TBPY_OWN_copy_ 0
#define TBPY_COUNT_copy_ 4
enum { TBPY_FILL__INPUT, TBPY_FILL__VALUE };
#define TBPY_OWN_fill_ 0
#define TBPY_COUNT_fill_ 2
enum { TBPY_ZERO__INPUT };
#define TBPY_OWN_zero_ 0
#define TBPY_COUNT_zero_ 1
enum { TBPY_TO_INPUT, TBPY_TO_DEVICE, TBPY_TO_DTYPE, TBPY_TO_NON_BLOCKING, TBPY_TO_COPY, TBPY_TO_MEMORY_FORMAT, TBPY_TO_TENSOR };
#define TBPY_OWN_to 0
#define TBPY_COUNT_to 7
enum { TBPY_TYPE_INPUT, TBPY_TYPE_DTYPE, TBPY_TYPE_NON_BLOCKING, TBPY_TYPE_MEMORY_FORMAT, TBPY_TYPE_ASYNC };
#define TBPY_OWN_type 0
#define TBPY_COUNT_type 5
enum { TBPY_TYPE_AS_INPUT, TBPY_TYPE_AS_OTHER };
#define TBPY_OWN_type_as 0
#define TBPY_COUNT_type_as 2
enum { TBPY_CPU_INPUT, TBPY_CPU_MEMORY_FORMAT };
#define TBPY_OWN_cpu 0
#define TBPY_COUNT_cpu 2
enum { TBPY_FLOAT_INPUT, TBPY_FLOAT_MEMORY_FORMAT };
#define TBPY_OWN_float 0
#define TBPY_COUNT_float 2
enum { TBPY_DOUBLE_INPUT, TBPY_DOUBLE_MEMORY_FORMAT };
#define TBPY_OWN_double 0
#define TBPY_COUNT_double 2
enum { TBPY_HALF_INPUT, TBPY_HALF_MEMORY_FORMAT };
#define TBPY_OWN_half 0
#define TBPY_COUNT_half 2
enum { TBPY_BFLOAT16_INPUT, TBPY_BFLOAT16_MEMORY_FORMAT };
#define TBPY_OWN_bfloat16 0
#define TBPY_COUNT_bfloat16 2
enum { TBPY_LONG_INPUT, TBPY_LONG_MEMORY_FORMAT };
#define TBPY_OWN_long 0
#define TBPY_COUNT_long 2
enum { TBPY_INT_INPUT, TBPY_INT_MEMORY_FORMAT };
#define TBPY_OWN_int 0
#define TBPY_COUNT_int 2
enum { TBPY_SHORT_INPUT, TBPY_SHORT_MEMORY_FORMAT };
#define TBPY_OWN_short 0
#define TBPY_COUNT_short 2
enum { TBPY_CHAR_INPUT, TBPY_CHAR_MEMORY_FORMAT };
#define TBPY_OWN_char 0
#define TBPY_COUNT_char 2
enum { TBPY_BYTE_INPUT, TBPY_BYTE_MEMORY_FORMAT };
#define TBPY_OWN_byte 0
#define TBPY_COUNT_byte 2
enum { TBPY_CFLOAT_INPUT, TBPY_CFLOAT_MEMORY_FORMAT };
#define TBPY_OWN_cfloat 0
#define TBPY_COUNT_cfloat 2
enum { TBPY_CDOUBLE_INPUT, TBPY_CDOUBLE_MEMORY_FORMAT };
#define TBPY_OWN_cdouble 0
#define TBPY_COUNT_cdouble 2
enum { TBPY_BOOL_INPUT, TBPY_BOOL_MEMORY_FORMAT };
#define TBPY_OWN_bool 0
#define TBPY_COUNT_bool 2
enum { TBPY_CUDA_INPUT, TBPY_CUDA_DEVICE, TBPY_CUDA_NON_BLOCKING, TBPY_CUDA_MEMORY_FORMAT };
#define TBPY_OWN_cuda 0
#define TBPY_COUNT_cuda 4
enum { TBPY_REQUIRES_GRAD__INPUT, TBPY_REQUIRES_GRAD__REQUIRES_GRAD };
#define TBPY_OWN_requires_grad_ 0
#define TBPY_COUNT_requires_grad_ 2
enum { TBPY_TO_DLPACK_DATA, TBPY_TO_DLPACK_DL_DEVICE, TBPY_TO_DLPACK_COPY };
#define TBPY_OWN_to_dlpack 0
#define TBPY_COUNT_to_dlpack 3
enum { TBPY_DLPACK_VERSIONED_DATA, TBPY_DLPACK_VERSIONED_DL_DEVICE, TBPY_DLPACK_VERSIONED_COPY };
#define TBPY_OWN_dlpack_versioned 0
#define TBPY_COUNT_dlpack_versioned 3
enum { TBPY_DLPACK_DATA, TBPY_DLPACK_COPY };
#define TBPY_OWN_dlpack 0
#define TBPY_COUNT_dlpack 2
enum { TBPY___DLPACK___INPUT, TBPY___DLPACK___STREAM, TBPY___DLPACK___MAX_VERSION, TBPY___DLPACK___DL_DEVICE, TBPY___DLPACK___COPY };
#define TBPY_OWN___dlpack__ 0
#define TBPY_COUNT___dlpack__ 5
enum { TBPY___DLPACK_DEVICE___INPUT };
#define TBPY_OWN___dlpack_device__ 0
#define TBPY_COUNT___dlpack_device__ 1
enum { TBPY___ARRAY___INPUT, TBPY___ARRAY___DTYPE, TBPY___ARRAY___COPY };
#define TBPY_OWN___array__ 0
#define TBPY_COUNT___array__ 3
enum { TBPY___ARRAY_WRAP___INPUT, TBPY___ARRAY_WRAP___ARRAY, TBPY___ARRAY_WRAP___CONTEXT, TBPY___ARRAY_WRAP___RETURN_SCALAR };
#define TBPY_OWN___array_wrap__ 0
#define TBPY_COUNT___array_wrap__ 4
enum { TBPY___FORMAT___INPUT, TBPY___FORMAT___FORMAT_SPEC };
#define TBPY_OWN___format__ 0
#define TBPY_COUNT___format__ 2
enum { TBPY___COMPLEX___INPUT };
#define TBPY_OWN___complex__ 0
#define TBPY_COUNT___complex__ 1
enum { TBPY___REDUCE_EX___INPUT, TBPY___REDUCE_EX___PROTO };
#define TBPY_OWN___reduce_ex__ 0
#define TBPY_COUNT___reduce_ex__ 2
enum { TBPY___DEEPCOPY___INPUT, TBPY___DEEPCOPY___MEMO };
#define TBPY_OWN___deepcopy__ 0
#define TBPY_COUNT___deepcopy__ 2
enum { TBPY_RESULT_TYPE_TENSOR, TBPY_RESULT_TYPE_OTHER, TBPY_RESULT_TYPE_SCALAR, TBPY_RESULT_TYPE_SCALAR1, TBPY_RESULT_TYPE_SCALAR2 };
#define TBPY_OWN_result_type 0
#define TBPY_COUNT_result_type 5
enum { TBPY_PROMOTE_TYPES_TYPE1, TBPY_PROMOTE_TYPES_TYPE2 };
#define TBPY_OWN_promote_types 0
#define TBPY_COUNT_promote_types 2
enum { TBPY_CAN_CAST_FROM_, TBPY_CAN_CAST_TO };
#define TBPY_OWN_can_cast 0
#define TBPY_COUNT_can_cast 2
enum { TBPY_IS_TENSOR_OBJ };
#define TBPY_OWN_is_tensor 0
#define TBPY_COUNT_is_tensor 1
enum { TBPY_BROADCAST_SHAPES_SHAPES };
#define TBPY_OWN_broadcast_shapes 0
#define TBPY_COUNT_broadcast_shapes 1
enum { TBPY_BROADCAST_TENSORS_TENSORS };
#define TBPY_OWN_broadcast_tensors 0
#define TBPY_COUNT_broadcast_tensors 1
#define TBPY_OWN_get_default_dtype 0
#define TBPY_COUNT_get_default_dtype 0
enum { TBPY_SET_DEFAULT_DTYPE_D };
#define TBPY_OWN_set_default_dtype 0
#define TBPY_COUNT_set_default_dtype 1
enum { TBPY_MANUAL_SEED_SEED };
#define TBPY_OWN_manual_seed 0
#define TBPY_COUNT_manual_seed 1
#define TBPY_OWN_initial_seed 0
#define TBPY_COUNT_initial_seed 0
#define TBPY_OWN_seed 0
#define TBPY_COUNT_seed 0
#define TBPY_OWN_get_rng_state 0
#define TBPY_COUNT_get_rng_state 0
enum { TBPY_SET_RNG_STATE_NEW_STATE };
#define TBPY_OWN_set_rng_state 0
#define TBPY_COUNT_set_rng_state 1
enum { TBPY_SET_NUM_THREADS_COUNT };
#define TBPY_OWN_set_num_threads 0
#define TBPY_COUNT_set_num_threads 1
#define TBPY_OWN_get_num_threads 0
#define TBPY_COUNT_get_num_threads 0
#define TBPY_OWN_empty_cache 0
#define TBPY_COUNT_empty_cache 0
#define TBPY_OWN_memory_stats 0
#define TBPY_COUNT_memory_stats 0
enum { TBPY_MAKE_DEVICE_SELF, TBPY_MAKE_DEVICE_DEVICE, TBPY_MAKE_DEVICE_TYPE, TBPY_MAKE_DEVICE_INDEX };
#define TBPY_OWN_make_device 0
#define TBPY_COUNT_make_device 4
enum { TBPY_MAKE_SIZE_SELF, TBPY_MAKE_SIZE_SIZES };
#define TBPY_OWN_make_Size 0
#define TBPY_COUNT_make_Size 2
enum { TBPY_MAKE_GENERATOR_SELF, TBPY_MAKE_GENERATOR_DEVICE };
#define TBPY_OWN_make_Generator 0
#define TBPY_COUNT_make_Generator 2
enum { TBPY_MAKE_UNTYPEDSTORAGE_SELF, TBPY_MAKE_UNTYPEDSTORAGE_ALLOCATOR, TBPY_MAKE_UNTYPEDSTORAGE_DEVICE, TBPY_MAKE_UNTYPEDSTORAGE_SIZE, TBPY_MAKE_UNTYPEDSTORAGE_SEQUENCE };
#define TBPY_OWN_make_UntypedStorage 0
#define TBPY_COUNT_make_UntypedStorage 5
enum { TBPY_MAKE_FINFO_SELF, TBPY_MAKE_FINFO_TYPE };
#define TBPY_OWN_make_finfo 0
#define TBPY_COUNT_make_finfo 2
enum { TBPY_MAKE_IINFO_SELF, TBPY_MAKE_IINFO_TYPE };
#define TBPY_OWN_make_iinfo 0
#define TBPY_COUNT_make_iinfo 2
enum { TBPY_MAKE_TENSOR_SELF, TBPY_MAKE_TENSOR_DEVICE, TBPY_MAKE_TENSOR_STORAGE, TBPY_MAKE_TENSOR_OTHER, TBPY_MAKE_TENSOR_SIZE, TBPY_MAKE_TENSOR_DATA };
#define TBPY_OWN_make_Tensor 0
#define TBPY_COUNT_make_Tensor 6
enum { TBPY_NEW_INPUT, TBPY_NEW_DEVICE, TBPY_NEW_STORAGE, TBPY_NEW_OTHER, TBPY_NEW_SIZE, TBPY_NEW_DATA };
#define TBPY_OWN_new 0
#define TBPY_COUNT_new 6
enum { TBPY_DTYPE__NEW_SELF, TBPY_DTYPE__NEW_DEVICE, TBPY_DTYPE__NEW_STORAGE, TBPY_DTYPE__NEW_OTHER, TBPY_DTYPE__NEW_SIZE, TBPY_DTYPE__NEW_DATA };
#define TBPY_OWN_dtype__new 0
#define TBPY_COUNT_dtype__new 6
enum { TBPY_GENERATOR_MANUAL_SEED_SELF, TBPY_GENERATOR_MANUAL_SEED_SEED };
#define TBPY_OWN_Generator_manual_seed 0
#define TBPY_COUNT_Generator_manual_seed 2
enum { TBPY_GENERATOR_INITIAL_SEED_SELF };
#define TBPY_OWN_Generator_initial_seed 0
#define TBPY_COUNT_Generator_initial_seed 1
enum { TBPY_GENERATOR_SEED_SELF };
#define TBPY_OWN_Generator_seed 0
#define TBPY_COUNT_Generator_seed 1
enum { TBPY_GENERATOR_GET_STATE_SELF };
#define TBPY_OWN_Generator_get_state 0
#define TBPY_COUNT_Generator_get_state 1
enum { TBPY_GENERATOR_SET_STATE_SELF, TBPY_GENERATOR_SET_STATE_NEW_STATE };
#define TBPY_OWN_Generator_set_state 0
#define TBPY_COUNT_Generator_set_state 2
enum { TBPY_GENERATOR___REDUCE___SELF };
#define TBPY_OWN_Generator___reduce__ 0
#define TBPY_COUNT_Generator___reduce__ 1
enum { TBPY_UNTYPEDSTORAGE_NBYTES_SELF };
#define TBPY_OWN_UntypedStorage_nbytes 0
#define TBPY_COUNT_UntypedStorage_nbytes 1
enum { TBPY_UNTYPEDSTORAGE_SIZE_SELF };
#define TBPY_OWN_UntypedStorage_size 0
#define TBPY_COUNT_UntypedStorage_size 1
enum { TBPY_UNTYPEDSTORAGE_ELEMENT_SIZE_SELF };
#define TBPY_OWN_UntypedStorage_element_size 0
#define TBPY_COUNT_UntypedStorage_element_size 1
enum { TBPY_UNTYPEDSTORAGE_DATA_PTR_SELF };
#define TBPY_OWN_UntypedStorage_data_ptr 0
#define TBPY_COUNT_UntypedStorage_data_ptr 1
enum { TBPY_UNTYPEDSTORAGE_RESIZABLE_SELF };
#define TBPY_OWN_UntypedStorage_resizable 0
#define TBPY_COUNT_UntypedStorage_resizable 1
enum { TBPY_UNTYPEDSTORAGE_UNTYPED_SELF };
#define TBPY_OWN_UntypedStorage_untyped 0
#define TBPY_COUNT_UntypedStorage_untyped 1
enum { TBPY_UNTYPEDSTORAGE_CPU_SELF };
#define TBPY_OWN_UntypedStorage_cpu 0
#define TBPY_COUNT_UntypedStorage_cpu 1
enum { TBPY_UNTYPEDSTORAGE_TOLIST_SELF };
#define TBPY_OWN_UntypedStorage_tolist 0
#define TBPY_COUNT_UntypedStorage_tolist 1
enum { TBPY_UNTYPEDSTORAGE_FILL__SELF, TBPY_UNTYPEDSTORAGE_FILL__VALUE };
#define TBPY_OWN_UntypedStorage_fill_ 0
#define TBPY_COUNT_UntypedStorage_fill_ 2
enum { TBPY_UNTYPEDSTORAGE_COPY__SELF, TBPY_UNTYPEDSTORAGE_COPY__SRC, TBPY_UNTYPEDSTORAGE_COPY__NON_BLOCKING };
#define TBPY_OWN_UntypedStorage_copy_ 0
#define TBPY_COUNT_UntypedStorage_copy_ 3
enum { TBPY_UNTYPEDSTORAGE_CLONE_SELF };
#define TBPY_OWN_UntypedStorage_clone 0
#define TBPY_COUNT_UntypedStorage_clone 1
enum { TBPY_UNTYPEDSTORAGE__ELEMENTS_SELF, TBPY_UNTYPEDSTORAGE__ELEMENTS_DTYPE };
#define TBPY_OWN_UntypedStorage__elements 0
#define TBPY_COUNT_UntypedStorage__elements 2
enum { TBPY_UNTYPEDSTORAGE___SIZEOF___SELF };
#define TBPY_OWN_UntypedStorage___sizeof__ 0
#define TBPY_COUNT_UntypedStorage___sizeof__ 1
enum { TBPY_UNTYPEDSTORAGE___COPY___SELF };
#define TBPY_OWN_UntypedStorage___copy__ 0
#define TBPY_COUNT_UntypedStorage___copy__ 1
enum { TBPY_UNTYPEDSTORAGE___DEEPCOPY___SELF, TBPY_UNTYPEDSTORAGE___DEEPCOPY___MEMO };
#define TBPY_OWN_UntypedStorage___deepcopy__ 0
#define TBPY_COUNT_UntypedStorage___deepcopy__ 2
enum { TBPY_UNTYPEDSTORAGE___REDUCE_EX___SELF, TBPY_UNTYPEDSTORAGE___REDUCE_EX___PROTOCOL };
#define TBPY_OWN_UntypedStorage___reduce_ex__ 0
#define TBPY_COUNT_UntypedStorage___reduce_ex__ 2
enum { TBPY_SIZE_NUMEL_SELF };
#define TBPY_OWN_Size_numel 0
#define TBPY_COUNT_Size_numel 1
enum { TBPY_SIZE___REDUCE___SELF };
#define TBPY_OWN_Size___reduce__ 0
#define TBPY_COUNT_Size___reduce__ 1
enum { TBPY_DEVICE___REDUCE___SELF };
#define TBPY_OWN_device___reduce__ 0
#define TBPY_COUNT_device___reduce__ 1
enum { TBPY_DTYPE_TO_REAL_SELF };
#define TBPY_OWN_dtype_to_real 0
#define TBPY_COUNT_dtype_to_real 1
enum { TBPY_DTYPE_TO_COMPLEX_SELF };
#define TBPY_OWN_dtype_to_complex 0
#define TBPY_COUNT_dtype_to_complex 1
enum { TBPY_DTYPE___REDUCE___SELF };
#define TBPY_OWN_dtype___reduce__ 0
#define TBPY_COUNT_dtype___reduce__ 1
enum { TBPY_LAYOUT___REDUCE___SELF };
#define TBPY_OWN_layout___reduce__ 0
#define TBPY_COUNT_layout___reduce__ 1
enum { TBPY_MEMORY_FORMAT___REDUCE___SELF };
#define TBPY_OWN_memory_format___reduce__ 0
#define TBPY_COUNT_memory_format___reduce__ 1
enum { TBPY_ISCLOSE_INPUT, TBPY_ISCLOSE_OTHER, TBPY_ISCLOSE_RTOL, TBPY_ISCLOSE_ATOL, TBPY_ISCLOSE_EQUAL_NAN };
#define TBPY_OWN_isclose 0
#define TBPY_COUNT_isclose 5
enum { TBPY_ALLCLOSE_INPUT, TBPY_ALLCLOSE_OTHER, TBPY_ALLCLOSE_RTOL, TBPY_ALLCLOSE_ATOL, TBPY_ALLCLOSE_EQUAL_NAN };
#define TBPY_OWN_allclose 0
#define TBPY_COUNT_allclose 5
enum { TBPY_EQUAL_INPUT, TBPY_EQUAL_OTHER };
#define TBPY_OWN_equal 0
#define TBPY_COUNT_equal 2
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
enum { TBPY_IS_CONJ_INPUT };
#define TBPY_OWN_is_conj 0
#define TBPY_COUNT_is_conj 1
enum { TBPY_IS_NEG_INPUT };
#define TBPY_OWN_is_neg 0
#define TBPY_COUNT_is_neg 1
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

#define TBPY_MOST_SLOTS 10
#define TBPY_FOR_EACH_BODY(X) \
    X(Generator_get_state) \
    X(Generator_initial_seed) \
    X(Generator_manual_seed) \
    X(Generator_seed) \
    X(Generator_set_state) \
    X(Size___reduce__) \
    X(Size_numel) \
    X(UntypedStorage___sizeof__) \
    X(UntypedStorage__elements) \
    X(UntypedStorage_clone) \
    X(UntypedStorage_copy_) \
    X(UntypedStorage_data_ptr) \
    X(UntypedStorage_element_size) \
    X(UntypedStorage_fill_) \
    X(UntypedStorage_nbytes) \
    X(UntypedStorage_resizable) \
    X(UntypedStorage_self) \
    X(UntypedStorage_tolist) \
    X(adjoint) \
    X(allclose) \
    X(along_dim) \
    X(arange) \
    X(argwhere) \
    X(as_strided) \
    X(as_tensor) \
    X(asarray) \
    X(atleast) \
    X(bincount) \
    X(broadcast_shapes) \
    X(broadcast_tensors) \
    X(can_cast) \
    X(cast) \
    X(cdist) \
    X(chunk) \
    X(clone) \
    X(complex) \
    X(contiguous) \
    X(copy) \
    X(cuda) \
    X(detach) \
    X(device___reduce__) \
    X(diagonal) \
    X(draw) \
    X(draw_in_place) \
    X(draw_like) \
    X(dtype___reduce__) \
    X(dtype_to_complex) \
    X(dtype_to_real) \
    X(empty) \
    X(empty_cache) \
    X(empty_strided) \
    X(equal) \
    X(expand) \
    X(expand_as) \
    X(expand_copy) \
    X(eye) \
    X(fill) \
    X(flatten) \
    X(flip) \
    X(fliplr) \
    X(from_dlpack) \
    X(from_numpy) \
    X(frombuffer) \
    X(full) \
    X(full_like) \
    X(gather) \
    X(get_default_dtype) \
    X(get_num_threads) \
    X(get_rng_state) \
    X(hstack) \
    X(imag) \
    X(in_python) \
    X(index_fill) \
    X(index_select) \
    X(index_write) \
    X(initial_seed) \
    X(is_contiguous) \
    X(is_tensor) \
    X(isclose) \
    X(item) \
    X(join) \
    X(layout___reduce__) \
    X(legacy) \
    X(like) \
    X(linspace) \
    X(make_Generator) \
    X(make_UntypedStorage) \
    X(make_device) \
    X(make_finfo) \
    X(make_iinfo) \
    X(manual_seed) \
    X(masked_select) \
    X(memory_format___reduce__) \
    X(memory_stats) \
    X(movedim) \
    X(narrow) \
    X(new) \
    X(new_empty_strided) \
    X(new_full) \
    X(new_tensor) \
    X(nonzero) \
    X(numpy) \
    X(ones) \
    X(outer) \
    X(permute) \
    X(predicate) \
    X(product) \
    X(product_sum) \
    X(promote_types) \
    X(randint) \
    X(randint_like) \
    X(randperm) \
    X(range) \
    X(ravel) \
    X(real) \
    X(reduce) \
    X(repeat) \
    X(repeat_interleave) \
    X(requires_grad) \
    X(reshape) \
    X(reshape_as) \
    X(resize) \
    X(resize_as) \
    X(result_type) \
    X(reversed) \
    X(roll) \
    X(rot90) \
    X(scalar_tensor) \
    X(scatter) \
    X(seed) \
    X(select) \
    X(set_default_dtype) \
    X(set_num_threads) \
    X(set_rng_state) \
    X(size) \
    X(split) \
    X(split_along) \
    X(split_with_sizes) \
    X(squeeze) \
    X(stride) \
    X(sum_to_size) \
    X(t) \
    X(take) \
    X(take_along_dim) \
    X(tensor) \
    X(tensor_split) \
    X(tile) \
    X(to) \
    X(to_dlpack) \
    X(tolist) \
    X(transpose) \
    X(tril) \
    X(type) \
    X(type_as) \
    X(unbind) \
    X(unflatten) \
    X(unfold) \
    X(unsqueeze) \
    X(untyped_storage) \
    X(view) \
    X(view_as) \
    X(view_as_complex) \
    X(view_as_real) \
    X(zero) \
    X(zeros) \

#define TBPY_FOR_EACH_CLASS(X) \
    X(Tensor) \
    X(device) \
    X(Size) \
    X(Generator) \
    X(UntypedStorage) \
    X(finfo) \
    X(iinfo) \
    X(dtype) \
    X(layout) \
    X(memory_format) \

#define TBPY_FOR_EACH_GETTER(X) \
    X(Tensor_H) \
    X(Tensor_array_interface) \
    X(Tensor_data) \
    X(Tensor_dtype) \
    X(Tensor_imag) \
    X(Tensor_itemsize) \
    X(Tensor_layout) \
    X(Tensor_mH) \
    X(Tensor_matrix_transpose) \
    X(Tensor_nbytes) \
    X(Tensor_ndim) \
    X(Tensor_real) \
    X(Tensor_requires_grad) \
    X(Tensor_reversed) \
    X(Tensor_shape) \
    X(device) \
    X(device_index) \
    X(device_type) \
    X(dtype__type_name) \
    X(dtype_is_complex) \
    X(dtype_is_floating_point) \
    X(dtype_is_signed) \
    X(dtype_itemsize) \
    X(dtype_numpy) \
    X(finfo_eps) \
    X(finfo_max) \
    X(finfo_min) \
    X(finfo_resolution) \
    X(finfo_smallest_normal) \
    X(iinfo_max) \
    X(iinfo_min) \
    X(info_bits) \
    X(info_dtype) \
    X(is_cuda) \

#define TBPY_FOR_EACH_SETTER(X) \
    X(Tensor_data) \
    X(Tensor_imag) \
    X(Tensor_real) \
    X(Tensor_requires_grad) \

#endif
