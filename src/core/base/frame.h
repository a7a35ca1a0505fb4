/* frame.h: how much a function may keep on the stack.  Threads may have stacks of 128 KiB (musl), and setup.py
 * tells the compiler the same number. */
#ifndef TB_FRAME_H
#define TB_FRAME_H

#define TB_FRAME_BYTES 16384
/* Beside an array whose size is measured (tuning.h). */
#define TB_FITS_FRAME(bytes) _Static_assert((bytes) <= TB_FRAME_BYTES, #bytes " on the stack")

#endif
