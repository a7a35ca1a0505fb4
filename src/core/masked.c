/* masked.c: see masked.h.  Relies on: shape.h. */
#include "masked.h"

#include <string.h>

void tb_fill_selected(const tb_tensor *out, const tb_tensor *mask, const tb_element *value)
{
    int64_t at[TB_MAX_DIMS] = {0}, step[TB_MAX_DIMS];
    char *o = tb_data(out);
    const uint8_t *m = (const uint8_t *)tb_data(mask);
    tb_expand_strides(mask->size, mask->stride, mask->ndim, out->size, out->ndim, step);
    for (int64_t n = out->numel; n > 0; n--) {
        if (*m)
            memcpy(o, value, out->itemsize);
        for (int d = out->ndim - 1; d >= 0; d--) {
            o += out->stride[d] * out->itemsize;
            m += step[d];
            if (++at[d] < out->size[d])
                break;
            o -= at[d] * out->stride[d] * out->itemsize;
            m -= at[d] * step[d];
            at[d] = 0;
        }
    }
}
