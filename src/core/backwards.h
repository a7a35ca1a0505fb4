/* backwards.h: rows whose elements change their order.  Relies on: nothing. */
#ifndef TB_BACKWARDS_H
#define TB_BACKWARDS_H

#include <stdint.h>

/* `rows` rows of n elements, these steps (bytes) apart: element i of `to` is element -i of `from`.
 * No overlap. */
void tb_turn_rows(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t rows,
                  int itemsize);

#endif
