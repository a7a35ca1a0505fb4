/* prepare.c: see prepare.h. */
#include "python/call/prepare.h"

#include "python/base/errors.h"
#include "python/base/types.h"
#include "python/types/tensor.h"

int tbpy_warn_and_prepare(const tbpy_protocol *protocol, void *call, unsigned *warnings, tb_status status,
                          tb_error *err)
{
    char text[TB_WARNING_MAX];
    unsigned issued = 0, todo;
    while ((todo = *warnings & ~issued)) {
        for (const unsigned *warning = protocol->warnings; *warning; warning++) {
            const char *words =
                todo & *warning ? protocol->warning_text(call, *warning, text, sizeof text) : NULL;
            if (words && tbpy_warn(words) < 0)
                return -1;
        }
        issued |= todo;
        status = protocol->prepare(call, err);
    }
    if (status == TB_OK)
        return 0;
    tbpy_raise(err);
    return -1;
}

PyObject *tbpy_prepare_and_run(const tbpy_protocol *protocol, void *call, unsigned *warnings,
                               tb_tensor **target, PyObject *out)
{
    tb_error err;
    *target = out ? tbpy_tensor_of(out) : NULL;
    if (tbpy_prepare(protocol, call, warnings) < 0)
        return NULL;
    TbTensor *result = out ? (TbTensor *)Py_NewRef(out) : tbpy_tensor_alloc();
    if (!result)
        return NULL;
    *target = &result->t;
    return tbpy_finish(result, protocol->run(call, &err), &err);
}
