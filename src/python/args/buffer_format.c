/* buffer_format.c: see buffer_format.h. */
#include "python/args/buffer_format.h"

#include <string.h>

/* NumPy's: C's long where it has the size, which is 4 bytes on Windows and with 32 bits. */
static const char *const formats[TB_NDTYPES] = {
    [TB_BOOL] = "?",
    [TB_UINT8] = "B",
    [TB_INT8] = "b",
    [TB_INT16] = "h",
    [TB_INT32] = sizeof(long) == 4 ? "l" : "i",
    [TB_INT64] = sizeof(long) == 8 ? "l" : "q",
    [TB_FLOAT16] = "e",
    [TB_BFLOAT16] = NULL,
    [TB_FLOAT32] = "f",
    [TB_FLOAT64] = "d",
    [TB_COMPLEX64] = "Zf",
    [TB_COMPLEX128] = "Zd",
    [TB_UINT16] = "H",
    [TB_UINT32] = sizeof(long) == 4 ? "L" : "I",
    [TB_UINT64] = sizeof(long) == 8 ? "L" : "Q",
};

static bool is_foreign_order(char c)
{
    const uint16_t one = 1;
    const bool little = *(const unsigned char *)&one == 1;
    return little ? c == '>' || c == '!' : c == '<';
}

const char *tbpy_format_of_dtype(tb_dtype dtype) { return formats[dtype]; }

bool tbpy_dtype_of_format(const char *format, Py_ssize_t itemsize, tb_dtype *dtype, bool *swapped)
{
    static const tb_dtype integers[] = {TB_INT16, TB_INT32, TB_INT64, TB_UINT16, TB_UINT32, TB_UINT64};
    format = format ? format : "B";
    *swapped = itemsize > 1 && is_foreign_order(*format);
    if (*format && strchr("@=<>!|", *format))
        format++;
    if (strlen(format) == 1 && strchr("hilqHILQ", *format)) { /* C's own types: sizes vary */
        for (size_t i = *format < 'a' ? 3 : 0; i < sizeof integers / sizeof *integers; i++) {
            *dtype = integers[i];
            if (tb_dtypes[*dtype].itemsize == itemsize)
                return true;
        }
        return false;
    }
    for (int i = 0; i < TB_NDTYPES; i++) {
        *dtype = (tb_dtype)i;
        if (formats[i] && strcmp(formats[i], format) == 0)
            return tb_dtypes[i].itemsize == itemsize;
    }
    *swapped = false;
    return false;
}
