/* family_call.c: see family_call.h. */
#include "python/call/family_call.h"

#include "python/base/errors.h"
#include "python/base/gil.h"
#include "python/call/prepare.h"

static void begin(const tb_family *family, tb_call_header *call, bool inplace, bool out)
{
    call->family = family;
    call->form = inplace ? TB_FORM_INPLACE : out ? TB_FORM_OUT : TB_FORM_NEW;
    call->lock = &tbpy_gil;
}

int tbpy_run_family(const tb_family *family, tb_call_header *call, bool inplace, PyObject *out[2])
{
    TBPY_PREPARATION p;
    begin(family, call, inplace, out[0] || out[1]);
    for (int k = 0; k < 2; k++)
        call->out[k].tensor = tbpy_begin(&p, out[k]);
    do
        p.status = tb_family_prepare(call, &p.err);
    while (tbpy_again(&p, call->warnings, tb_family_warning, call));
    bool failed = p.status != TB_OK;
    for (int k = 0; k < 2; k++) {
        const bool is_result = call->results >> k & 1;
        out[k] = is_result ? (PyObject *)tbpy_result(&p, out[k], &call->out[k].tensor) : NULL;
        failed |= is_result && !out[k];
    }
    const bool runs = !failed;
    failed = failed || tb_family_run(call, &p.err) != TB_OK;
    for (int k = 0; k < 2; k++)
        if (failed)
            Py_CLEAR(out[k]);
        else if (out[k])
            tbpy_follow_storage((TbTensor *)out[k]);
    if (failed && runs)
        tbpy_raise(&p.err);
    return failed ? -1 : 0;
}

PyObject *tbpy_run_one(const tb_family *family, tb_call_header *call, bool inplace, PyObject *out)
{
    TBPY_PREPARATION p;
    begin(family, call, inplace, out != NULL);
    call->out->tensor = tbpy_begin(&p, out);
    do
        p.status = tb_family_prepare(call, &p.err);
    while (tbpy_again(&p, call->warnings, tb_family_warning, call));
    TbTensor *result = tbpy_result(&p, out, &call->out->tensor);
    return result ? tbpy_finish(result, tb_family_run(call, &p.err), &p.err) : NULL;
}
