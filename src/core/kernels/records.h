/* records.h: sorts records: a key of up to 32 bits with the place it came from in 64 bits, or a key
 * of up to 64 bits in 128.  Relies on: records.inc. */
#ifndef TB_KERNEL_RECORDS_H
#define TB_KERNEL_RECORDS_H

#include <stdint.h>
#include <string.h>

/* Lines of up to so many elements for each byte of the key are merged, from LONG on digits have
 * 11 bits. */
enum { MERGED_PER_BYTE = 48, LONG = 1 << 14 };

typedef unsigned __int128 u128;

#define NAME(what) what##_64
#define K uint64_t
#define SHIFT 32
#include "records.inc"
#define NAME(what) what##_128
#define K u128
#define SHIFT 64
#include "records.inc"

#endif
