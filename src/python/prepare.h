/* prepare.h: the protocol of the core's calls, once: prepare, issue the warnings that
 * are asked for and, since a warning may run anything, prepare again until none is
 * new; a refusal comes after them.  Relies on: tbpy.h. */
#ifndef TBPY_PREPARE_H
#define TBPY_PREPARE_H

#include "tbpy.h"

/* static int prepare(type *call): 0, or -1 with an exception.  text(call, warning, buffer, room) gives one
 * warning's words, or NULL where it is not to be said; the rest are the warnings in the order of issue. */
#define TBPY_PREPARE_OF(type, core_prepare, text, ...)                                      \
    static int prepare(type *call)                                                          \
    {                                                                                       \
        static const unsigned in_order[] = {__VA_ARGS__};                                   \
        char words[TB_WARNING_MAX];                                                         \
        unsigned issued = 0, todo;                                                          \
        tb_status status;                                                                   \
        tb_error err;                                                                       \
        do {                                                                                \
            status = core_prepare(call, &err);                                              \
            todo = call->warnings & ~issued;                                                \
            for (size_t i = 0; i < sizeof in_order / sizeof *in_order; i++) {               \
                const char *said =                                                          \
                    todo & in_order[i] ? text(call, in_order[i], words, sizeof words) : NULL; \
                if (said && tbpy_warn(said) < 0)                                            \
                    return -1;                                                              \
            }                                                                               \
            issued |= todo;                                                                 \
        } while (todo);                                                                     \
        if (status == TB_OK)                                                                \
            return 0;                                                                       \
        tbpy_raise(&err);                                                                   \
        return -1;                                                                          \
    }

/* static PyObject *carry_out(type *call, PyObject *out): prepares, and core_run (an expression of `call` and
 * `err`) writes `out`, or a new Tensor if that is NULL; new reference. */
#define TBPY_CARRY_OUT_OF(type, core_run)                         \
    static PyObject *carry_out(type *call, PyObject *out)         \
    {                                                             \
        tb_error error, *const err = &error;                      \
        call->out = out ? tbpy_tensor_of(out) : NULL;           \
        if (prepare(call) < 0)                                    \
            return NULL;                                          \
        TbTensor *result = out ? (TbTensor *)Py_NewRef(out) : tbpy_tensor_alloc(); \
        if (!result)                                              \
            return NULL;                                          \
        call->out = &result->t;                                   \
        return tbpy_finish(result, core_run, err);                \
    }

#endif
