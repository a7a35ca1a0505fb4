/* dlpack.h: DLPack's own header (dmlc.github.io/dlpack) with what it leaves open: names of capsules, and
 * the one table of element types.  A capsule named "dltensor" holds the address of a DLManagedTensor, one
 * named "dltensor_versioned" that of a DLManagedTensorVersioned.  A consumer renames the capsule and later
 * calls the deleter, which may be NULL, once.  Strides may be NULL (before 1.2), for C order. */
#ifndef TBPY_DLPACK_H
#define TBPY_DLPACK_H

#include "python/base/tbpy.h"
#include "third_party/dlpack/dlpack.h"

#define DL_NAME "dltensor"
#define DL_NAME_VERSIONED "dltensor_versioned"
#define DL_USED "used_dltensor"
#define DL_USED_VERSIONED "used_dltensor_versioned"

/* One row per dtype. */
static const struct {
    tb_dtype dtype;
    uint8_t code, bits;
} dl_types[] = {
    {TB_BOOL, kDLBool, 8},      {TB_UINT8, kDLUInt, 8},         {TB_INT8, kDLInt, 8},
    {TB_INT16, kDLInt, 16},     {TB_INT32, kDLInt, 32},         {TB_INT64, kDLInt, 64},
    {TB_FLOAT16, kDLFloat, 16}, {TB_BFLOAT16, kDLBfloat, 16},   {TB_FLOAT32, kDLFloat, 32},
    {TB_FLOAT64, kDLFloat, 64}, {TB_COMPLEX64, kDLComplex, 64}, {TB_COMPLEX128, kDLComplex, 128},
    {TB_UINT16, kDLUInt, 16},   {TB_UINT32, kDLUInt, 32},       {TB_UINT64, kDLUInt, 64},
};
enum { DL_NTYPES = sizeof dl_types / sizeof *dl_types };
_Static_assert((int)DL_NTYPES == (int)TB_NDTYPES, "every dtype has its row");

#endif
