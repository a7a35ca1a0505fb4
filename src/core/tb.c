/* tb.c: see tb.h. */
#include "core/tb.h"
#include "core/kernels/levels/levels.h"
#include "core/pointwise/fast.h"

tb_status tb_cpu_select(const char *name, tb_error *err)
{
    TB_TRY(tb_levels_select(name, err));
    tb_fast_select();
    return TB_OK;
}
