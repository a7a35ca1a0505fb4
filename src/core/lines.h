/* lines.h: functions that work along one dimension of a tensor: cumsum, softmax, sort
 * and their kin.
 *
 * The protocol is gather.h's:
 *
 *     do {
 *         status = tb_lines_prepare(&call, &err);
 *         todo = call.warnings & ~issued;  issue them;  issued |= todo;
 *     } while (todo);
 *     if (status != TB_OK) -> raise
 *     tb_lines_run(&call, lock, &err)
 *
 * Relies on: apply.h. */
#ifndef TB_LINES_H
#define TB_LINES_H

#include "apply.h"
#include "kernels/lines.h"

typedef enum {
    TB_LINE_CUMSUM,
    TB_LINE_CUMPROD,
    TB_LINE_SOFTMAX,
    TB_LINE_LOG_SOFTMAX,
    TB_LINE_LOGSUMEXP,
    TB_LINE_SORT,    /* values and indices */
    TB_LINE_ARGSORT, /* the indices alone: out[1] */
    TB_LINE_MSORT,   /* the values alone */
    TB_LINE_CUMMAX,
    TB_LINE_CUMMIN,
    TB_LINE_TOPK
} tb_line_function;

/* A second warning of out=: that of out[1]. */
#define TB_WARNING_RESIZE_SECOND TB_WARNING_OTHER
/* COMPLEX_TO_REAL of cumsum and cumprod, which comes after those of out=. */
#define TB_WARNING_CAST_LATE (TB_WARNING_OTHER << 1)

typedef struct {
    /* ---- the caller fills these, the rest with zeros ---- */
    tb_line_function function;
    tb_form form; /* NEW, OUT, or INPLACE, where out[0] is `in` */
    const tb_tensor *in;
    tb_tensor *out[2]; /* NEW: uninitialised; NULL: not wanted */
    tb_shape dims;     /* one, but for logsumexp, which may have several */
    bool keepdim;      /* logsumexp */
    bool descending;   /* sort; topk: the largest */
    int64_t k;         /* topk */
    tb_dtype dtype;    /* the argument dtype=, or TB_UNDEFINED */
    tb_dtype default_dtype;

    /* ---- tb_lines_prepare fills these ---- */
    unsigned warnings;
    int axis;
    tb_dtype value;     /* what elements are cast to before */
    tb_dtype result[2]; /* dtypes of the results */
    bool resize[2];
    tb_shape shape;
    int64_t stride[TB_MAX_DIMS]; /* of new results */
} tb_line_call;

/* Checks everything; allocates and writes nothing. */
tb_status tb_lines_prepare(tb_line_call *call, tb_error *err);
/* After a failure new results need no release and nothing has changed. */
tb_status tb_lines_run(tb_line_call *call, const tb_lock *lock, tb_error *err);
const char *tb_lines_warning_text(const tb_line_call *call, unsigned warning, char *text, int64_t room);

#endif
