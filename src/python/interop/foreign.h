/* foreign.h: tensors on memory that others own and describe: buffers, DLPack's tensors, array
 * interfaces.  What they say is checked here before it is used. */
#ifndef TBPY_FOREIGN_H
#define TBPY_FOREIGN_H

#include "python/base/owner.h"

/* What somebody says about memory; strides in elements. */
typedef struct {
    char *data;
    tb_dtype dtype;
    tb_shape shape;
    int64_t stride[TB_MAX_DIMS];
    int64_t elements; /* from the first one to the last one's end; found by tbpy_check_memory */
} tbpy_memory;

/* Are the sizes and strides possible?  RuntimeError, as torch's, for negative sizes and what does not fit
 * 64 bits; ValueError for negative strides ("in the given <what>"), which are replaced where no element
 * depends on them; BufferError for memory that cannot be. */
int tbpy_check_memory(tbpy_memory *memory, const char *what);

/* That ValueError; always -1. */
int tbpy_fail_negative_stride(const char *what);

/* A tensor on the memory, of checked sizes, aligned unless empty.  It takes over the owner; on failure the
 * caller still has it. */
PyObject *tbpy_share_memory(const tbpy_memory *memory, tbpy_owner *owner);
/* A tensor of its own with the same elements; the memory may have any alignment. */
PyObject *tbpy_copy_memory(const tbpy_memory *memory);

/* What tells of read-only or unaligned memory: it has to be copied, for tensors can be written. */
typedef enum { TBPY_COPY_IF_NEEDED, TBPY_COPY_ALWAYS, TBPY_COPY_NEVER } tbpy_copying;

#endif
