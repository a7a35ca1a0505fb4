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

/* The kinds that a caller may want to distinguish; a binding maps each to one exception type. */
typedef enum {
    TB_OK = 0,
    TB_RUNTIME_ERROR,
    TB_TYPE_ERROR,
    TB_VALUE_ERROR,
    TB_INDEX_ERROR,
    TB_MEMORY_ERROR,          /* bookkeeping memory; tensor memory is a RUNTIME_ERROR, as in torch */
    TB_NOT_IMPLEMENTED_ERROR,
    TB_INTERRUPTED            /* who called wants its long work to end (threads/caller_lock.h) */
} tb_status;

/* Two shapes of 64 dimensions of 20 digits each and a sentence fit. */
#define TB_ERROR_MAX 4096

/* Shapes that do not broadcast, for code that explains the failure. */
typedef enum {
    TB_ABOUT_NOTHING,    /* the failure is another one */
    TB_ABOUT_SHAPES,  /* they do not broadcast to one shape */
    TB_ABOUT_INPLACE, /* the others do not expand to the first one, that of the tensor to be written */
    TB_ABOUT_COPY,    /* the same of copy_, which has no form out of place */
    TB_ABOUT_VALUE,   /* of t[index] = value: that of t[index] */
    TB_ABOUT_EXPAND,  /* of expand: the sizes that were asked for */
    TB_ABOUT_INDICES, /* as TB_ABOUT_SHAPES, of tensors of indices, some of them masks */
    TB_ABOUT_BATCHES  /* as TB_ABOUT_SHAPES, of batches: the last two dimensions do not broadcast */
} tb_about;
#define TB_ABOUT_MAX 8
#define TB_ABOUT_SIZES 256

typedef struct {
    tb_status status;
    tb_about about;
    int nshapes, ndim[TB_ABOUT_MAX];
    int64_t size[TB_ABOUT_SIZES]; /* of all the shapes, one after the other */
    int mask_ndim[TB_ABOUT_MAX]; /* TB_ABOUT_INDICES: of the mask that these indices stand for; 0: no mask */
    char message[TB_ERROR_MAX];
} tb_error;

/* Fills `err` (unless NULL) from a printf format and returns `status`, so that
 * a failure is one statement: `return tb_fail(err, TB_VALUE_ERROR, "...")`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4), cold))
#endif
tb_status tb_fail(tb_error *err, tb_status status, const char *format, ...);

/* After tb_fail: what it was about, and then its shapes.  With more of them than
 * there is room for it becomes TB_ABOUT_NOTHING.  err may be NULL. */
void tb_fail_about(tb_error *err, tb_about about);
void tb_fail_shape(tb_error *err, const int64_t *size, int ndim);

/* Writes `[2, 3]` into `text` (at most `room` bytes with the NUL, cut if
 * needed) and returns `text`, for use inside tb_fail's arguments. */
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
