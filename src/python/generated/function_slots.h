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

#define TBPY_MOST_SLOTS 7
#define TBPY_FOR_EACH_BODY(X) \
    X(bincount) \
    X(cdist) \
    X(expand_copy) \
    X(flip) \
    X(flip_one) \
    X(join) \
    X(join_widened) \
    X(lines) \
    X(outer) \
    X(product) \
    X(product_sum) \
    X(question) \
    X(repeat) \
    X(repeat_interleave) \
    X(roll) \
    X(rot90) \
    X(tile) \
    X(triangle) \

#endif
