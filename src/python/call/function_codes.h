/* function_codes.h: enumerators that rows of the function table use as their code, in addition to those of
 * the core. */
#ifndef TBPY_FUNCTION_CODES_H
#define TBPY_FUNCTION_CODES_H

#include "python/base/tbpy.h"

/* filled.c: the contents of a new tensor */
typedef enum { TBPY_EMPTY, TBPY_ZEROS, TBPY_ONES, TBPY_FULL } tbpy_content;

/* random.c */
typedef enum { TBPY_UNIFORM, TBPY_NORMAL } tbpy_distribution;

/* sequences.c: the numbers themselves, or powers of them */
typedef enum { TBPY_LINSPACE, TBPY_LOGSPACE } tbpy_spaced;

/* predicates.c */
typedef enum {
    TBPY_NUMEL,
    TBPY_NDIM,
    TBPY_ELEMENT_SIZE,
    TBPY_STORAGE_OFFSET,
    TBPY_DATA_PTR,
    TBPY_IS_FLOATING_POINT,
    TBPY_IS_COMPLEX,
    TBPY_IS_SIGNED,
    TBPY_IS_NONZERO,
    TBPY_NEVER, /* False for every tensor */
    TBPY_GET_DEVICE,
    TBPY_IS_VIEW,
    TBPY_IS_SET_TO,
    TBPY_IS_SAME_SIZE
} tbpy_predicate;

/* joins.c */
typedef enum {
    TBPY_CAT,
    TBPY_STACK,
    TBPY_HSTACK,
    TBPY_VSTACK,
    TBPY_DSTACK,
    TBPY_COLUMN_STACK
} tbpy_join_code;

/* legacy.c: the constructor */
typedef enum { TBPY_LEGACY_TENSOR, TBPY_LEGACY_DTYPE, TBPY_LEGACY_NEW } tbpy_legacy;

/* products.c */
typedef enum { TBPY_OUTER, TBPY_GER } tbpy_outer;

/* subscript.c: index_put, index_put_ */
typedef enum { TBPY_PUT_INTO_CLONE, TBPY_PUT_IN_PLACE } tbpy_put_code;

#endif
