/* function_codes.h: the core's headers whose enumerators the rows of the function
 * table name as their code, and the bindings' own.  Relies on: src/core. */
#ifndef TBPY_FUNCTION_CODES_H
#define TBPY_FUNCTION_CODES_H

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

#endif
