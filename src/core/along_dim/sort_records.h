/* sort_records.h: sorts records: a key of up to 32 bits with its index in 64 bits, or a key
 * of up to 64 bits in 128. */
#ifndef TB_SORT_RECORDS_H
#define TB_SORT_RECORDS_H

#include "core/base/arithmetic.h"
#include "core/base/strategies.h"
#include "core/base/tuning.h"
#include "core/kernels/loop_pragmas.h"
#include "core/memory/scratch.h"
#include "core/threads/caller_lock.h"

#include <stdint.h>
#include <string.h>

typedef unsigned __int128 u128;

#define NAME(what) what##_64
#define K uint64_t
#define SHIFT 32
#include "core/along_dim/sort_records.inc"
#define NAME(what) what##_128
#define K u128
#define SHIFT 64
#include "core/along_dim/sort_records.inc"

#endif
