/* error.h: status codes and the caller-owned error.
 *
 * Every core function that can fail returns a tb_status and takes a
 * `tb_error *` as its last argument.  The struct belongs to the caller, may be
 * NULL (the status alone is then the report), and is written only on failure:
 * text is never built on the way to a success.  The core does not print, exit
 * or abort.  Relies on: nothing. */
#ifndef TB_ERROR_H
#define TB_ERROR_H

#include <stdint.h>

/* The kinds a caller may want to tell apart; a binding maps each to one
 * exception type. */
typedef enum {
    TB_OK = 0,
    TB_RUNTIME_ERROR,
    TB_TYPE_ERROR,
    TB_VALUE_ERROR,
    TB_INDEX_ERROR,
    TB_OVERFLOW_ERROR,
    TB_MEMORY_ERROR,          /* bookkeeping memory; tensor memory is a RUNTIME_ERROR, as in torch */
    TB_NOT_IMPLEMENTED_ERROR
} tb_status;

/* Two shapes of 64 dimensions of 20 digits each and a sentence fit. */
#define TB_ERROR_MAX 4096

typedef struct {
    tb_status status;
    char message[TB_ERROR_MAX];
} tb_error;

/* Fills `err` (unless NULL) from a printf format and returns `status`, so that
 * a failure is one statement: `return tb_fail(err, TB_VALUE_ERROR, "...")`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4), cold))
#endif
tb_status tb_fail(tb_error *err, tb_status status, const char *format, ...);

/* Writes `[2, 3]` into `text` (at most `room` bytes with the NUL, cut if
 * needed) and returns `text`, for use inside tb_fail's arguments. */
#define TB_SHAPE_TEXT_MAX 1600
char *tb_shape_text(char *text, int64_t room, const int64_t *size, int ndim);

/* Stops the function with the status of a failed call; only for functions that
 * own nothing at that point (others `goto done`). */
#define TB_TRY(call)                        \
    do {                                    \
        tb_status tb_try_status_ = (call);  \
        if (tb_try_status_ != TB_OK)        \
            return tb_try_status_;          \
    } while (0)

#endif
