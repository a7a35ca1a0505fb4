/* call.h: what the calls of all families share: their forms, and the warnings that they ask for, which the
 * layer above issues. */
#ifndef TB_CALL_H
#define TB_CALL_H

#include <stdint.h>

typedef enum {
    TB_FORM_NEW, /* out is uninitialised memory; the run fills it with a fresh tensor */
    TB_FORM_OUT, /* out= : resized when its shape is not the result's */
    TB_FORM_INPLACE, /* out is the tensor of in[0] */
    TB_FORM_WRITE /* out is written, never resized, and is no input: copy_, fill_ */
} tb_form;

/* Warnings a prepared call asks for, in the order of issue. */
#define TB_WARNING_BROADCAST 1u
#define TB_WARNING_FALLBACK 2u
#define TB_WARNING_BYTE_CONDITION 4u
#define TB_WARNING_FILL_EXPANDED 8u
#define TB_WARNING_RESIZE 16u
#define TB_WARNING_COMPLEX_TO_REAL 32u
#define TB_WARNING_RESIZE_SECOND 64u /* of a second output */
#define TB_WARNING_OTHER 256u /* from here on: of one family alone */

/* Room for the text of one. */
#define TB_WARNING_MAX 4096

/* Of TB_WARNING_RESIZE. */
const char *tb_resize_warning(char *text, int64_t room, const int64_t *size, int ndim, const int64_t *wanted,
                              int wanted_ndim);

#endif
