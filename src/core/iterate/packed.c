/* packed.c: the strategy PACKED, for copies whose source rows are not contiguous.  Tiles are packed directly
 * into the output:
 *
 *     x[:, ::2].contiguous()   of (1000,600) float32: 2,048 elements of the result, one after the other, at a time */
#include "core/base/strategies.h"
#include "core/pack/pack.h"
#include "core/plan/cursor.h"
#include "core/iterate/iterate.h"

#include <string.h>

int tb_run_packed(const tb_iteration *iteration, int64_t first, int64_t last)
{
    const tb_plan *plan = iteration->plan;
    const int d = iteration->tile_dims;
    int64_t size[TB_PLAN_DIMS];
    tb_cursor at;
    TB_TOOK(PACKED);
    memcpy(size, plan->size, (size_t)d * sizeof *size);
    tb_cursor_locate(&at, plan, d, iteration->chunk, first);
    for (; first < last; first++) {
        size[d] = tb_min(plan->size[d] - at.index[d], iteration->chunk);
        tb_pack(at.p[0], at.p[1], size, plan->stride[1], d + 1, iteration->body->transfer[1].memory_itemsize);
        tb_cursor_advance(&at, plan, d, iteration->chunk);
    }
    return 0;
}
