/* tb.h: the core's public header.
 *
 * Pure C11, no Python.h.  Include this one header (and core/kernels/generated/ops_ids.h for the operators'
 * ids), link the core's objects, and call tb_set_up(&(tb_settings){0}, &err) first.  Each header below states
 * its contracts: who owns what, which pointers may be NULL or alias, which errors are returned. */
#ifndef TB_H
#define TB_H

#include "core/along_dim/along_dim.h"
#include "core/along_dim/search.h"
#include "core/base/caches.h"
#include "core/base/dtype.h"
#include "core/base/error.h"
#include "core/base/layout.h"
#include "core/base/memory_format.h"
#include "core/base/shape.h"
#include "core/call/output.h"
#include "core/copy/clone.h"
#include "core/copy/fill.h"
#include "core/create/linspace.h"
#include "core/create/range.h"
#include "core/create/diagonal.h"
#include "core/create/tril.h"
#include "core/family/family.h"
#include "core/gather/bincount.h"
#include "core/gather/gather.h"
#include "core/gather/repeat_interleave.h"
#include "core/index/index.h"
#include "core/iterate/fill_selected.h"
#include "core/join/flip.h"
#include "core/join/join.h"
#include "core/join/pad.h"
#include "core/join/repeat.h"
#include "core/kernels/levels/levels.h"
#include "core/kernels/scalar.h"
#include "core/linalg/distance.h"
#include "core/linalg/linalg.h"
#include "core/memory/allocator.h"
#include "core/memory/change.h"
#include "core/memory/overlap.h"
#include "core/memory/reshape.h"
#include "core/memory/split.h"
#include "core/memory/storage.h"
#include "core/memory/tensor.h"
#include "core/memory/view.h"
#include "core/memory/view_dtype.h"
#include "core/pointwise/all_true.h"
#include "core/pointwise/fast.h"
#include "core/pointwise/has_zero.h"
#include "core/pointwise/operators.h"
#include "core/pointwise/pointwise.h"
#include "core/random/random.h"
#include "core/reduce/reduce.h"
#include "core/threads/caller_lock.h"
#include "core/threads/pool.h"

/* The settings of a process; 0 and NULL: tbcast's defaults. */
typedef struct {
    const char *cpu_level; /* a name of tb_cpu_levels */
    const tb_cache_sizes *caches; /* instead of the machine's */
    int threads;
    bool limits_kept_bytes;
    int64_t kept_bytes; /* limit of kept freed memory */
} tb_settings;

/* Must be called first.  Several threads may call it at once: the first call that succeeds decides. */
tb_status tb_set_up(const tb_settings *settings, tb_error *err);

/* Selects the CPU level of all kernels (levels.h has the names and the error), while nothing is computed. */
tb_status tb_cpu_select(const char *name, tb_error *err);

#endif
