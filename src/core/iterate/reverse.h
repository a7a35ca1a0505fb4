/* reverse.h: rows of elements in the opposite order. */
#ifndef TB_REVERSE_H
#define TB_REVERSE_H

#include <stdint.h>

/* `rows` rows of n elements, at these strides (bytes): element i of `to` is element -i of `from`. No
 * overlap. */
void tb_reverse_rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t rows,
                     int itemsize);

#endif
