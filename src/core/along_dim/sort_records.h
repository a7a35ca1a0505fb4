/* sort_records.h: sorts records: the bits of a key above those of its index, in 64 bits or, if they do not
 * fit, in 128. */
#ifndef TB_SORT_RECORDS_H
#define TB_SORT_RECORDS_H

#include "core/base/arithmetic.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/kernels/kernels.h"
#include "core/kernels/along_dim/along_dim_kernels.h"
#include "core/kernels/loop_pragmas.h"
#include "core/memory/scratch.h"
#include "core/threads/caller_lock.h"

#include <stdint.h>
#include <string.h>

#define NAME(what) what##_64
#define K uint64_t
#include "core/along_dim/sort_records.inc"
#define NAME(what) what##_128
#define K tb_uint128
#include "core/along_dim/sort_records.inc"

/* Whether so many records are merged rather than sorted by digits. */
static inline bool is_merged_64(int64_t n, int key_bits)
{
    return n <= tb_kernels_active->along_dim->merged_per_byte * key_bits / 8;
}

/* Sorts n records in a, or in b, the same room behind it: tb_sort_room records each.  The result is in
 * either; NULL: interrupted. */
static inline uint64_t *sort_64(uint64_t *a, uint64_t *b, int64_t n, int low, int key_bits)
{
    if (!is_merged_64(n, key_bits))
        return sort_long_64(a, b, n, low, key_bits);
    if (!tb_kernels_active->along_dim->sort_records) {
        TB_TOOK(SORT_MERGE);
        return merge_64(a, b, n);
    }
    TB_TOOK(SORT_IN_VECTORS);
    return tb_kernels_active->along_dim->sort_records(a, b, n);
}

static inline tb_uint128 *sort_128(tb_uint128 *a, tb_uint128 *b, int64_t n, int low, int key_bits)
{
    if (n > TB_SORT_MERGED_PER_BYTE * key_bits / 8 && n <= UINT32_MAX)
        return sort_long_128(a, b, n, low, key_bits);
    TB_TOOK(SORT_MERGE);
    return merge_128(a, b, n);
}

#endif
