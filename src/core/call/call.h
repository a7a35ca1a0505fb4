/* call.h: what the calls of all families share: their forms, and the warnings that they ask for.
 *
 * A call is prepared, which makes every check in torch's order and words, and allocates and writes nothing; then
 * it is run.  Between the two the caller issues the warnings that the preparation asked for and, because a warning
 * may run anything, prepares again.  A failure comes after them (but that of tb_prepare, pointwise.h, which comes
 * first):
 *
 *     do {
 *         status = tb_family_prepare(&call, &err);
 *         todo = call.warnings & ~issued;  issue them;  issued |= todo;
 *     } while (todo);
 *     if (status != TB_OK) -> raise
 *     tb_family_run(&call, &err) */
#ifndef TB_CALL_H
#define TB_CALL_H

#include <stdint.h>

typedef enum {
    TB_FORM_NEW, /* out is uninitialised; the run makes it a new tensor */
    TB_FORM_OUT, /* out=: resized if it does not have the result's shape */
    TB_FORM_INPLACE, /* out is the tensor of in[0] */
    TB_FORM_WRITE /* out is written, never resized, and is not an input: copy_, fill_ */
} tb_form;

/* The warnings that a prepared call requests, in the order of issue. */
#define TB_WARNING_BROADCAST 1u
#define TB_WARNING_FALLBACK 2u
#define TB_WARNING_BYTE_CONDITION 4u
#define TB_WARNING_FILL_EXPANDED 8u
#define TB_WARNING_FAMILY 16u     /* specific to one family: this one and the next */
#define TB_WARNING_CAST_FIRST 64u /* COMPLEX_TO_REAL, issued before those about out= */
#define TB_WARNING_RESIZE 128u
#define TB_WARNING_RESIZE_SECOND 256u /* about a second output */
#define TB_WARNING_COMPLEX_TO_REAL 512u
#define TB_WARNING_FAMILY_LAST 1024u /* specific to one family */

/* Not a warning: the run changes the sizes or the memory of out= (core/memory/change.h).  Where threads run
 * at once, the caller ensures that no other thread changes anything, and prepares once more. */
#ifdef TB_FREE_THREADED
#define TB_WARNING_CHANGE 2048u
#else
#define TB_WARNING_CHANGE 0u
#endif

/* A call never requests both. */
#define TB_WARNING_SHAPES (TB_WARNING_BROADCAST | TB_WARNING_FALLBACK)

/* Bytes for the text of one warning. */
#define TB_WARNING_MAX 4096

/* Returns the text of one warning, in `text` or elsewhere; `call` has the family's type. */
typedef const char *tb_warning_words(const void *call, unsigned warning, char *text, int64_t room);

#endif
