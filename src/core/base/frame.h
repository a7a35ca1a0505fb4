/* frame.h: the limit on what a function keeps on the stack.  Threads may have stacks of 128 KiB (musl);
 * setup.py passes the same number to the compiler. */
#ifndef TB_FRAME_H
#define TB_FRAME_H

#define TB_FRAME_BYTES 16384
/* For a function with an array whose size is a measured constant (tuning.h). */
#define TB_FITS_FRAME(bytes) _Static_assert((bytes) <= TB_FRAME_BYTES, #bytes " on the stack")

#endif
