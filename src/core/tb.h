/* tb.h: the core's public face.
 *
 * Pure C11, no Python.h.  Include this one header, link the core's objects, and
 * call tb_cpu_select(NULL, &err) once.  Each header below states its contracts:
 * who owns what, which pointers may be NULL or alias, which errors come back. */
#ifndef TB_H
#define TB_H

#include "apply.h"
#include "fast.h"
#include "bincount.h"
#include "cpu.h"
#include "distance.h"
#include "dtype.h"
#include "error.h"
#include "gather.h"
#include "index.h"
#include "join.h"
#include "lines.h"
#include "linspace.h"
#include "matmul.h"
#include "memory.h"
#include "memory_format.h"
#include "ops.h"
#include "overlap.h"
#include "parts.h"
#include "pool.h"
#include "random.h"
#include "range.h"
#include "reduce.h"
#include "reinterpret.h"
#include "repeat.h"
#include "shape.h"
#include "storage.h"
#include "tensor.h"
#include "triangle.h"
#include "vector_math.h"

#endif
