/* error.h: status codes and the caller-owned error.
 *
 * Every core function that can fail returns a tb_status and takes a
 * `tb_error *` as its last argument.  The struct belongs to the caller, may be
 * NULL (the status alone is then the report), and is written only on failure:
 * text is never built on the way to a success.  The core does not print, exit
 * or abort. */
#ifndef TB_ERROR_H
#define TB_ERROR_H

#include <stdint.h>

/* The kinds of error that callers tell apart; a binding maps each to one exception type. */
typedef enum {
    TB_OK = 0,
    TB_RUNTIME_ERROR,
    TB_TYPE_ERROR,
    TB_VALUE_ERROR,
    TB_INDEX_ERROR,
    TB_MEMORY_ERROR,          /* of bookkeeping; a tensor's data: RUNTIME_ERROR, as in torch */
    TB_NOT_IMPLEMENTED_ERROR,
    TB_INTERRUPTED            /* the caller wants its long work to end (threads/caller_lock.h) */
} tb_status;

/* Holds a sentence and two shapes of 64 dimensions of 20 digits each. */
#define TB_ERROR_MAX 4096

/* What a failure to broadcast is about, for code that explains it. */
typedef enum {
    TB_ABOUT_NOTHING,    /* not a failure to broadcast */
    TB_ABOUT_SHAPES,  /* the shapes do not broadcast to one shape */
    TB_ABOUT_INPLACE, /* the other shapes do not expand to the first, the written tensor's */
    TB_ABOUT_COPY,    /* as TB_ABOUT_INPLACE, for copy_, which has no out-of-place form */
    TB_ABOUT_VALUE,   /* t[index] = value: the value does not expand to t[index] */
    TB_ABOUT_EXPAND,  /* expand: the shape does not expand to the requested sizes */
    TB_ABOUT_INDICES, /* as TB_ABOUT_SHAPES, for index tensors, some of them masks */
    TB_ABOUT_BATCHES  /* as TB_ABOUT_SHAPES, for batches of matrices, without the last two dimensions */
} tb_about;
#define TB_ABOUT_MAX 8
#define TB_ABOUT_SIZES 256

typedef struct {
    tb_status status;
    tb_about about;
    int nshapes, ndim[TB_ABOUT_MAX];
    int64_t size[TB_ABOUT_SIZES]; /* of all the shapes, one after the other */
    int mask_ndim[TB_ABOUT_MAX]; /* TB_ABOUT_INDICES: ndim of the mask that these come from; 0: no mask */
    char message[TB_ERROR_MAX];
} tb_error;

/* Fills `err` (unless NULL) from a printf format and returns `status`, so that
 * a failure is one statement: `return tb_fail(err, TB_VALUE_ERROR, "...")`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4), cold))
#endif
tb_status tb_fail(tb_error *err, tb_status status, const char *format, ...);

/* Called after tb_fail: records what the failure is about, and then each of its shapes.  If the shapes do not
 * fit, err->about becomes TB_ABOUT_NOTHING.  err may be NULL. */
void tb_fail_about(tb_error *err, tb_about about);
void tb_fail_shape(tb_error *err, const int64_t *size, int ndim);

/* Writes `[2, 3]` into `text` (at most `room` bytes with the NUL, truncated if needed) and returns `text`,
 * for use inside tb_fail's arguments. */
#define TB_SHAPE_TEXT_MAX 1600
char *tb_shape_text(char *text, int64_t room, const int64_t *size, int ndim);

/* Returns the status of a failed call.  The only macro that returns, and only for functions that own
 * nothing at that point.  One that does keeps a status, goes on while it is TB_OK,
 *
 *     if (status == TB_OK)
 *         status = tb_next_step(...);
 *
 * and releases everything at its end, whatever happened.  Tensors that may not have been made by then start
 * as {0}, which tb_tensor_release takes. */
#define TB_TRY(call)                       \
    do {                                   \
        tb_status tb_try_status_ = (call); \
        if (tb_try_status_ != TB_OK)       \
            return tb_try_status_;         \
    } while (0)

#endif
