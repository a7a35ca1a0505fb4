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

#define TBPY_MOST_SLOTS 7
#define TBPY_FOR_EACH_BODY(X) \
    X(cdist) \
    X(outer) \
    X(product) \
    X(product_sum) \
    X(question) \

#endif
