/* foreign.h: tensors over memory that other objects own and describe: buffers, DLPack tensors, array
 * interfaces.  Their claims are checked here before they are used. */
#ifndef TBPY_FOREIGN_H
#define TBPY_FOREIGN_H

#include "python/base/owner.h"

/* A description of memory; strides are in elements. */
typedef struct {
    char *data;
    tb_dtype dtype;
    tb_shape shape;
    int64_t stride[TB_MAX_DIMS];
    int64_t elements; /* from the first element to the end of the last; computed by tbpy_check_memory */
} tbpy_memory;

/* Checks the sizes and strides.  Raises RuntimeError, as torch does, for negative sizes and sizes that do
 * not fit 64 bits; ValueError for negative strides ("in the given <what>"), which are replaced if no
 * element depends on them; BufferError for impossible memory. */
int tbpy_check_memory(tbpy_memory *memory, const char *what);

/* Raises that ValueError; always returns -1. */
int tbpy_fail_negative_stride(const char *what);

/* A tensor over the memory, whose sizes are checked and which is aligned unless empty.  It takes over the
 * owner; on failure the caller keeps it. */
PyObject *tbpy_share_memory(const tbpy_memory *memory, tbpy_owner *owner);
/* A new tensor with the same elements; the memory may have any alignment. */
PyObject *tbpy_copy_memory(const tbpy_memory *memory);

/* Read-only or unaligned memory must be copied, because tensors can be written. */
typedef enum { TBPY_COPY_IF_NEEDED, TBPY_COPY_ALWAYS, TBPY_COPY_NEVER } tbpy_copying;

#endif
