/* function_codes.h: the core's headers whose enumerators the rows of the function
 * table name as their code, and the bindings' own.  Relies on: src/core. */
#ifndef TBPY_FUNCTION_CODES_H
#define TBPY_FUNCTION_CODES_H

#include "../core/matmul.h"
#include "../core/tb.h"

/* questions.c */
typedef enum {
    TBPY_NUMEL,
    TBPY_IS_FLOATING_POINT,
    TBPY_IS_COMPLEX,
    TBPY_IS_SIGNED,
    TBPY_IS_NONZERO,
    TBPY_IS_SAME_SIZE
} tbpy_question;

/* joins.c */
typedef enum {
    TBPY_CAT,
    TBPY_STACK,
    TBPY_HSTACK,
    TBPY_VSTACK,
    TBPY_DSTACK,
    TBPY_COLUMN_STACK
} tbpy_join_code;

/* products.c */
typedef enum { TBPY_OUTER, TBPY_GER } tbpy_outer;

#endif
