/* call.c: see call.h. */
#include "core/call/call.h"
#include "core/base/error.h"

#include <stdio.h>

const char *tb_resize_warning(char *text, int64_t room, const int64_t *size, int ndim, const int64_t *wanted,
                              int wanted_ndim)
{
    char have_text[TB_SHAPE_TEXT_MAX], wanted_text[TB_SHAPE_TEXT_MAX];
    snprintf(
        text, (size_t)room,
        "An output with one or more elements was resized since it had shape %s, which does not match the "
        "required output shape %s. This behavior is deprecated, and in a future PyTorch release outputs "
        "will not be resized unless they have zero elements. You can explicitly reuse an out tensor t by "
        "resizing it, inplace, to zero elements with t.resize_(0).",
        tb_shape_text(have_text, sizeof have_text, size, ndim),
        tb_shape_text(wanted_text, sizeof wanted_text, wanted, wanted_ndim));
    return text;
}
