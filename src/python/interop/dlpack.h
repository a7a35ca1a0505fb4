/* dlpack.h: DLPack's structs as its specification (dmlc.github.io/dlpack, version 1.3) lays
 * them out, and the one table of element types.  A capsule called "dltensor" holds the address
 * of a dl_managed, one called "dltensor_versioned" that of a dl_versioned; who takes the tensor out
 * renames the capsule and calls the deleter once. */
#ifndef TBPY_DLPACK_H
#define TBPY_DLPACK_H

#include "python/base/tbpy.h"

enum { DL_CPU = 1 };
enum { DL_INT = 0, DL_UINT = 1, DL_FLOAT = 2, DL_BFLOAT = 4, DL_COMPLEX = 5, DL_BOOL = 6 };
enum { DL_MAJOR = 1, DL_MINOR = 3 };
#define DL_READ_ONLY UINT64_C(1)
#define DL_IS_COPIED UINT64_C(2)

typedef struct {
    uint8_t code, bits;
    uint16_t lanes;
} dl_type;

typedef struct {
    void *data;
    struct {
        int32_t kind, number;
    } device;
    int32_t ndim;
    dl_type type;
    int64_t *shape;
    int64_t *strides; /* in elements; NULL (before 1.2): C order */
    uint64_t byte_offset;
} dl_tensor;

typedef struct dl_managed {
    dl_tensor tensor;
    void *context;
    void (*deleter)(struct dl_managed *self); /* may be NULL */
} dl_managed;

typedef struct dl_versioned { /* whatever the major version, all before `flags` stays where it is */
    struct {
        uint32_t major, minor;
    } version;
    void *context;
    void (*deleter)(struct dl_versioned *self); /* may be NULL */
    uint64_t flags;
    dl_tensor tensor;
} dl_versioned;

#define DL_NAME "dltensor"
#define DL_NAME_VERSIONED "dltensor_versioned"
#define DL_USED "used_dltensor"
#define DL_USED_VERSIONED "used_dltensor_versioned"

/* One row a dtype. */
static const struct {
    tb_dtype dtype;
    uint8_t code, bits;
} dl_types[] = {
    {TB_BOOL, DL_BOOL, 8},      {TB_UINT8, DL_UINT, 8},         {TB_INT8, DL_INT, 8},
    {TB_INT16, DL_INT, 16},     {TB_INT32, DL_INT, 32},         {TB_INT64, DL_INT, 64},
    {TB_FLOAT16, DL_FLOAT, 16}, {TB_BFLOAT16, DL_BFLOAT, 16},   {TB_FLOAT32, DL_FLOAT, 32},
    {TB_FLOAT64, DL_FLOAT, 64}, {TB_COMPLEX64, DL_COMPLEX, 64}, {TB_COMPLEX128, DL_COMPLEX, 128},
    {TB_UINT16, DL_UINT, 16},   {TB_UINT32, DL_UINT, 32},       {TB_UINT64, DL_UINT, 64},
};
enum { DL_NTYPES = sizeof dl_types / sizeof *dl_types };
_Static_assert((int)DL_NTYPES == (int)TB_NDTYPES, "every dtype has its row");

#endif
