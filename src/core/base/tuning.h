/* tuning.h: every number of src/core that was chosen because it is faster, grouped by purpose, each with what
 * was measured or the reason for it.  Sizes that an interface or a dtype needs, and constants of algorithms,
 * stand where they are used.  Times are of one machine (docs/benchmarks/); to change a number, compare
 * builds: benchmarks/compare_builds.py OLD NEW.  What depends on the processor's caches is a part or a multiple
 * of them (caches.h); TBCAST_CACHE tries others out.  Results do not depend on these numbers, except for the bits
 * of those marked so; a relation that code relies on is a _Static_assert there (tests/core/test_tuning.py).
 * Macros only, so that kernels of every CPU level may include this header. */
#ifndef TB_TUNING_H
#define TB_TUNING_H

#include <stdint.h>

/* ---- the machine ---- */

/* Bytes of a cache line: storages, tiles and pieces of work begin at one. */
#define TB_CACHE_LINE 64

/* The sizes of a common machine's caches, where neither the processor nor the system tells them. */
#define TB_COMMON_FIRST_CACHE (INT64_C(32) << 10)
#define TB_COMMON_SECOND_CACHE (INT64_C(1) << 20)
#define TB_COMMON_LAST_CACHE (INT64_C(32) << 20)

/* A larger last level counts as this: it serves dozens of processors, or the other guests of a host, too. */
#define TB_MOST_LAST_CACHE (INT64_C(64) << 20)

/* Operands of more than this part of the last-level cache, all together, are read from memory rather than from
 * the caches: a.T + b of float32, 12 MiB together, 350 us with tiles for the caches and 370 with those for
 * memory; 25 MiB, 880 and 760; 37 MiB, 1,470 and 1,140. */
#define TB_EXCEEDS_CACHE_PART 2

/* Reductions prefetch this many bytes ahead: 16 Mi elements in rows of 4,096 take 2,050 us, at 512 bytes
 * 2,400. */
#define TB_PREFETCH_BYTES 256

/* ---- memory ---- */

/* Blocks of at least this size are mapped, and may be kept when they are freed: fresh pages cost more than
 * most operations. */
#define TB_LARGE_BLOCK (INT64_C(256) << 10)

/* The first touch of 256 MiB (benchmarks/first_touch.py) takes 0.03 s on huge pages, 0.13 to 0.2 s on small
 * ones.  If the host has reclaimed free memory of its virtual machine, fresh huge pages take 0.8 to 1.6 s, in
 * NumPy too, and small ones take 0.2 s only while recently used pages last.  A second thread changes little,
 * and the time of the first page does not predict the others.  So huge pages are requested from the first use
 * on. */
#define TB_HUGE_PAGE (INT64_C(2) << 20)

/* A smaller block would contain at most one huge page, in its middle. */
#define TB_HUGE_PAGES_FROM (2 * TB_HUGE_PAGE)

/* At most this many freed blocks are kept; they save up to a third of x + y.t() of 256 MiB. */
#define TB_KEPT_BLOCKS 128

/* Default limit of kept bytes: an eighth of the memory, but no more than this. */
#define TB_KEPT_BYTES (INT64_C(512) << 20)

/* glibc's malloc keeps a free list per thread for blocks of up to this many bytes; its calloc does not use
 * it. */
#define TB_CALLOC_SLOW_BYTES 1024

/* Storages of 64, 128, ... 4,096 bytes are kept by one thread, without a lock: a + b of 4 floats takes 9 to
 * 15% less time than with malloc, of 256 floats a third less. */
#define TB_SMALL_LISTS 7

/* Number of freed storages kept of each size. */
#define TB_SMALL_KEPT 16

/* Memory that each thread keeps for tiles: two of each operand of an iteration that exceeds the caches, or
 * the accumulators and tiles of a reduction. */
#define TB_SCRATCH_BYTES (144 << 10)

/* ---- threads ---- */

/* Costs are in additions of contiguous float32, some tenths of a nanosecond each.  Work below this cost stays
 * on one thread. */
#define TB_POOL_LEAST (1 << 15)

/* Pieces per thread by default: more pieces even out what other processes take, fewer cost less. */
#define TB_POOL_PIECES 4

/* At most this many workers beside the caller, each with a stack of this many bytes. */
#define TB_POOL_WORKERS 63
#define TB_POOL_STACK_BYTES (1 << 18)

/* Sleeping workers are woken for work of this cost, about 80 microseconds ... */
#define TB_POOL_WAKE_COST (1 << 19)
/* ... or at this call of a streak ... */
#define TB_POOL_STREAK 8
/* ... whose calls are at most this many nanoseconds apart. */
#define TB_POOL_STREAK_GAP_NS 200000

/* Spins, some microseconds in all, before a waiting thread yields its processor: a yield takes half a
 * microsecond, which is what a waiting thread may lose. */
#define TB_POOL_SPINS 128

/* An idle worker stays awake for this time. */
#define TB_POOL_AWAKE_NS 200000

/* A job that took this much longer than the caller alone would have needed has waited for a worker whose
 * processor was in use by something else: a stall. */
#define TB_POOL_STALL_NS 2000

/* If no other thread has taken a piece for this time, none of them gets a processor. */
#define TB_POOL_IDLE_NS 2000000

/* After a stall the caller works alone for this many times the stall's length: at first for the least, longer
 * with each consecutive stall, up to the most ... */
#define TB_POOL_PAYBACK_LEAST 10
#define TB_POOL_PAYBACK_MOST 160
/* ... but never longer than this: OpenBLAS's threads spin for a tenth of a second, and the pool must help
 * again soon after such a neighbour is gone.  Beside one that stays, a + b of 1 Mi takes 177 us instead of
 * 172 (alone 182). */
#define TB_POOL_ALONE_NS 50000000

/* Work of at least this cost, some hundreds of microseconds, releases the caller's lock: reacquiring it may
 * take longer than less work does. */
#define TB_RELEASE_COST (1 << 20)

/* Work without the lock checks for interruption after pieces of this cost (a millisecond, or several where
 * memory is new), or after this many elements of a loop, but calls the caller's callback no more often than
 * each TB_INTERRUPT_NS. */
#define TB_INTERRUPT_COST (1 << 22)
#define TB_INTERRUPT_ELEMENTS (1 << 20)
#define TB_INTERRUPT_NS 30000000

/* ---- pieces of an iteration ---- */

/* No piece costs less than this ... */
#define TB_PIECE_COST_LEAST (1 << 14)
/* ... or than this where each thread has more than two: many pieces even out the slowness of a shared
 * processor, but taking a piece has a cost, too. */
#define TB_PIECE_COST_LONG (1 << 15)

/* At most this many pieces per thread, unless each would cost more than TB_PIECE_COST. */
#define TB_PIECES_EACH 8

/* Longer work is cut into pieces of about this cost, so that a thread that loses its processor delays the
 * others little. */
#define TB_PIECE_COST (1 << 18)

/* ---- weights: the cost of one element, in additions ---- */

/* What a row of an iteration, or a slice that is reduced or scanned, costs beside its elements: 100,000 pairs take 2
 * nanoseconds each. */
#define TB_SLICE_COST 16

/* A function of libm, one element at a time ... */
#define TB_WEIGHT_LIBM 16
/* ... and in vectors. */
#define TB_WEIGHT_VECTOR_MATH 8

/* A division or a square root of real numbers. */
#define TB_WEIGHT_DIVISION 2

/* A half of a sequence is rounded several times. */
#define TB_WEIGHT_HALF 4

/* Reading or writing an element by its index. */
#define TB_WEIGHT_INDEX 4

/* A random number. */
#define TB_WEIGHT_RANDOM 4

/* Sorting, topk, running extrema, scans; softmax, its logarithm and logsumexp. */
#define TB_WEIGHT_SORT 24
/* A search checks whether the numbers are sorted if there is at least one value for so many of them. */
#define TB_SEARCH_CHECKED 32
/* A median's slices in which a value is looked for that prevails: what is looked at first costs as much as 200. */
#define TB_PREVAILING_LEAST 1024
#define TB_WEIGHT_TOPK 6
#define TB_WEIGHT_CUMMAX 4
/* Indices that cummax and cummin pack beside an integer, before they begin again: at most 32 bits. */
#define TB_CUMMAX_PACKED 65536
#define TB_WEIGHT_SCAN 2
#define TB_WEIGHT_EXPONENTIAL 8

/* Means and sums of squares, for var and std. */
#define TB_WEIGHT_MOMENTS 4

/* A power, in distances. */
#define TB_WEIGHT_POWER 32

/* An element that is packed for a matrix product. */
#define TB_WEIGHT_PACKED_PANEL 2

/* The call overhead of each product in a batch. */
#define TB_WEIGHT_PRODUCT 16

/* ---- plan and iteration ---- */

/* A shorter dimension gains nothing as the innermost one, whichever operand is contiguous along it. */
#define TB_MIN_LEADING 32

/* Shorter rows cost more in kernel calls than packing them would cost in copies ... */
#define TB_MIN_DIRECT_ROW 16
/* ... and rows that do not fill a vector of the output are computed one element at a time. */
#define TB_MIN_DIRECT_BYTES 32

/* Longer rows are iterated over in pieces of this many elements, so that threads can share them. */
#define TB_DIRECT_PIECE 16384

/* A streamed output is computed this many bytes at a time, in the first-level cache. */
#define TB_STREAM_TILE_BYTES 2048

/* Strided rows of at least this many elements that do not fit the first-level cache are iterated over in place:
 * x[::4] + y[::4] of 2,000,000 elements 4,440 -> 3,010 us on one thread, x[:, 0] += 1 of 300,000 rows 214 ->
 * 134. */
#define TB_MIN_STRIDED_ROW 64

/* Elements with a smaller stride in bytes are shuffled faster, if the caches hold the operands. */
#define TB_MIN_SPREAD_BYTES 12
/* ... and a single strided output, or input, with a smaller one than these: x[::6] + y of 60,000 float64 53 -> 44
 * us, add(x, y, out=z[::6]) 47 -> 37; of float32 x[::4] + y would take 23 instead of 21. */
#define TB_MIN_SPREAD_BYTES_OF_OUTPUT 16
#define TB_MIN_SPREAD_BYTES_OF_ONE 24

/* Strided elements occupy whole cache lines: with several operands, tiles of this fraction stay in the
 * first-level cache. */
#define TB_STRIDED_TILE_PART 4

/* A kernel streams shorter rows only if they are whole cache lines: a line that is half streamed and half
 * stored costs as much as seven. */
#define TB_STREAM_ROW_BYTES 4096

/* ---- tiles and blocks ---- */

/* Two tiles of one operand fit the first-level cache together. */
#define TB_TILE_BYTES 8192

/* A row of at least this fraction of a tile is a tile of its own if an operand is a single element along it:
 * addcmul of (32, 64, 28, 28) halves with two (64, 1, 1) 425 -> 325 us. */
#define TB_SINGLE_ROW_PART 4

/* Tiles are this many times as large where the operands exceed the cache, since longer rows of a block help
 * there: int16 (8192,8192).T + (8192,8192) 28 -> 22 ms; four times as large loses where two operands are
 * transposed. */
#define TB_TILES_EXCEEDING_CACHE 2

/* At most this many rows per block. */
#define TB_BLOCK_ROWS 128

/* With at most this many elements inside the outer dimension, a tile of one row reaches far enough along that
 * dimension ... */
#define TB_FLAT_ROW 64
/* ... or with at most this many where the operands exceed the cache, since blocks are prefetched better. */
#define TB_FLAT_ROW_EXCEEDING_CACHE 15

/* Longer tiles are rounded down to a multiple of this many elements, so that each begins at a cache line if
 * the first one does. */
#define TB_ALIGNED_TILE 256

/* Bytes of a block's contiguous run in each row: in the caches, 16 to 128 float32 perform about the same
 * ... */
#define TB_BLOCK_RUN_BYTES 128
/* ... beyond the caches, an equal number of cache lines on both sides is best. */
#define TB_BLOCK_RUN_BYTES_EXCEEDING_CACHE 256

/* Blocks consist of whole blocks of a transpose ... */
#define TB_BLOCK_MULTIPLE 8
/* ... or of whole cache lines of float32. */
#define TB_BLOCK_MULTIPLE_EXCEEDING_CACHE 16

/* Fewer elements in the other dimension are not worth a block. */
#define TB_BLOCK_MIN_CROSS 4

/* Bytes of each row of a transposed operand's next block that are prefetched at a time: (4096,4096).T +
 * (4096,4096) 13.2 -> 11.6 ms on two threads.  Lines that are prefetched in larger amounts or earlier are
 * evicted before they are used, since the caches hold few lines whose addresses are a power of two apart. */
#define TB_PREFETCH_SLICE_BYTES 32

/* The other operands are prefetched in groups of rows of this many bytes, this many groups ahead. */
#define TB_PREFETCH_GROUP_BYTES 1024
#define TB_PREFETCH_GROUPS_AHEAD 2

/* Rows of at most this many elements are not worth a call each to gather them. */
#define TB_PACK_SHORT_ROW 20
/* ... nor to transpose them, with fewer columns than this: (2000,5,4) to (2000,4,5) 23.3 -> 18.7 us, (2000,5,2)
 * 23.1 -> 9.3. */
#define TB_PACK_TRANSPOSED_COLUMNS 5

/* Contiguous rows of this many elements are cast one by one, without packing. */
#define TB_CAST_ROW 16

/* A short dimension 0 gives a transpose little to do per call: runs of this many bytes in all are collected
 * first (or spread last) and transposed together ... */
#define TB_PACK_COLLECTED_BYTES 4096
/* ... if these are at least this many runs, dimension 0 has fewer bytes than a vector (the second number),
 * and a run has at least as many. */
#define TB_PACK_COLLECTED_RUNS 16
#define TB_PACK_COLLECTED_RUN 32

/* From 2,048 bytes on glibc may copy with `rep movsb`, which on Zen 3 and 4 takes up to fifteen times as long where the
 * destination begins less than a cache line behind the source in their pages (2.7 GB/s instead of 40; a column before a
 * matrix).  There memcpy is given this many bytes at a time; elsewhere all, which is a fifth faster. */
#define TB_MEMCPY_PIECE 1984

/* Runs of at most this many bytes are copied without memcpy, whose call overhead would show. */
#define TB_SHORT_RUN 64

/* Up to this stride (in elements), loading all elements and shuffling them is faster than loading one by
 * one. */
#define TB_SHUFFLED_STRIDE(itemsize, vector_bytes)                   \
    ((itemsize) <= 2 || (itemsize) == 16 || (vector_bytes) == 64 ? 4 \
     : (itemsize) == 4 && (vector_bytes) == 32 ? 3 : 2)

/* ---- copies and streaming ---- */

/* Outputs are streamed past the caches if all operands together are at least so many halves of the last-level
 * cache: if an operand is transposed ((2048,2048).T + (2048,2048), 48 MiB, 1,150 us instead of 1,670) ... */
#define TB_STREAM_TRANSPOSED 1
/* ... if the kernel streams what it computes ((469,21,4,113) * (1,21,1,1), 36 MiB, 670 us and not 780; on a processor
 * whose cache no other program used, 414 and 184) ... */
#define TB_STREAM_BY_KERNEL 2
/* ... and if outputs are computed or packed in the first-level cache and streamed from there (fmax of 55 MiB 2,490
 * us and not 3,350). */
#define TB_STREAM_STORED 4
/* ... and the output itself is at least this part of it. */
#define TB_STREAM_LEAST_PART 4

/* Number of pages sampled for whether they were touched before: outputs on fresh pages are not streamed. */
#define TB_STREAM_PAGES_ASKED 4

/* Contiguous runs of at most this many bytes, which would need a call for every few elements, are copied in
 * bulk ... */
#define TB_COPY_MOST_RUN 1024
/* ... and so are reversed runs of at most this many. */
#define TB_COPY_MOST_FLIPPED_RUN 256

/* A dimension of at most this many repeats of a run becomes the outer one ... */
#define TB_COPY_FEW_REPEATS 16
/* ... over a block of rows of this many bytes, which stays in the first-level cache. */
#define TB_COPY_BLOCK_BYTES 8192

/* Shorter segments are not worth a streaming call. */
#define TB_SEGMENT_STREAM_BYTES 1024

/* Rows of single elements are interleaved if there are at least this many. */
#define TB_MIN_INTERLEAVED 16

/* A join of at most this many segments keeps them on the stack. */
#define TB_JOIN_STACK_SEGMENTS 16

/* This many repeats of a number are written without testing how many are left. */
#define TB_REPEATS_AT_ONCE 4

/* Size in bytes of the block of zeros that streaming reads from. */
#define TB_TRIL_ZEROS 4096

/* Rows of at most this many bytes are copied together; the other part of each is zeroed afterwards. */
#define TB_TRIL_SHORT_ROW 256

/* At most this many elements of a sequence are computed at a time: a tile. */
#define TB_SEQUENCE_AT_ONCE 1024

/* ---- small and pointwise calls ---- */

/* A single first operand of a ternary kernel is repeated this often, so that the loop over the others
 * vectorises: addcmul(s, x, s) with x of (32, 64, 28, 28), s of (64, 1, 1) 454 -> 174 us. */
#define TB_TERNARY_REPEATS 128

/* A pair of at most this many elements, in at most this many rows, bypasses the general path: (62) +
 * (124)[::2] 300 -> 95 ns. */
#define TB_SMALL_PAIR 1024
#define TB_SMALL_PAIR_ROWS 64

/* Calls with more elements take the planned path, which can stream. */
#define TB_FAST_NUMEL (INT64_C(1) << 18)

/* A pair with more elements may be worth more than one thread. */
#define TB_PAIR_NUMEL 2048

/* Filling at most this many elements takes less time than preparing a call. */
#define TB_FILL_SMALL 4096

/* An operand each of whose elements is used at least this many times is cast once, into a copy, rather than
 * at each use ... */
#define TB_CAST_ONCE_USES 4
/* ... if the result has at least this many elements (a smaller one takes less time than the copy) ... */
#define TB_CAST_ONCE_NUMEL 2048
/* ... and the copy at most this many bytes, so that a call needs little memory beside its result. */
#define TB_CAST_ONCE_BYTES (1 << 20)

/* Elements tested between checks whether the answer is already known. */
#define TB_PREDICATE_BLOCK (1 << 16)

/* ---- reductions ---- */

/* A contiguous dimension of at least this many bytes is read in place. */
#define TB_REDUCE_LONG_BYTES 64

/* Rows are read in parts of this many bytes, so that a block's accumulators stay in the first-level cache. */
#define TB_REDUCE_ROW_BYTES (1 << 14)

/* Adjacent rows of at most this many bytes are prefetched four ahead, since the processor's own prefetching
 * stops at the end of a page: sums of columns of 32,000 rows of 1 KiB take 243 us with two threads, without
 * prefetching 326; rows of 16 KiB gain nothing. */
#define TB_REDUCE_AHEAD_BYTES 4096

/* Elements per tile, and at most this many columns of it. */
#define TB_REDUCE_TILE 2048
#define TB_REDUCE_TILE_COLUMNS 128

/* Columns per task where the rows are not contiguous in memory. */
#define TB_REDUCE_TASK_COLUMNS 1024

/* Bytes of a task's accumulators. */
#define TB_REDUCE_ACCUMULATOR_BYTES (1 << 16)

/* Elements per task of runs. */
#define TB_REDUCE_TASK (1 << 16)

/* With at most this many tasks, a task of more elements than TB_REDUCE_PIECE is cut into pieces of this many
 * rows ... */
#define TB_REDUCE_FEW_TASKS 16
#define TB_REDUCE_PIECE (1 << 17)
#define TB_REDUCE_PIECE_ROWS 256
/* ... whose accumulators take at most this many bytes. */
#define TB_REDUCE_PARTIAL_BYTES (INT64_C(4) << 20)

/* A thread takes at least this many elements at a time. */
#define TB_REDUCE_UNIT (1 << 17)

/* Adjacent rows of fewer columns are read several at a time ... */
#define TB_REDUCE_SHORT_ROW 64
/* ... as one row of this many elements ... */
#define TB_REDUCE_WIDE_ROW 512
/* ... if at least this many such rows remain. */
#define TB_REDUCE_WIDE_ROWS 16

/* Where the reduced dimension has the smaller stride, tiles consist of runs of at least this many elements
 * ... */
#define TB_REDUCE_TILED_RUN 64
/* ... and so they do where the result is an index and there are fewer columns than this. */
#define TB_REDUCE_INDEXED_COLUMNS 16

/* Rows of a tile, if its columns leave room for them. */
#define TB_REDUCE_TILE_ROWS 16

/* Columns that a kernel takes at a time ... */
#define TB_REDUCE_COLUMNS 4096
/* ... and the bytes of them that it combines before it updates an accumulator: a part of the first-level
 * cache. */
#define TB_REDUCE_PART_BYTES (16 << 10)
/* The same for argmax, whose buffer is on the stack: compilers make slower loops of two arrays that might
 * overlap. */
#define TB_ARGMAX_PART_BYTES 8192

/* Rows that are combined in the element type before they are added to a float64 accumulator.  The error of a
 * sum grows with this block, not with the tensor.  Decides bits. */
#define TB_REDUCE_ROWS 128

/* Short runs whose last steps are combined in one go. */
#define TB_REDUCE_RUNS 16

/* Elements of a block: argmax finds the best value of a block first, and then its index. */
#define TB_ARGMAX_RUN 1024

/* Columns whose means and sums of squares are on the stack at a time. */
#define TB_MOMENTS_COLUMNS 256

/* ---- functions along one dimension ---- */

/* Elements of a block where all operands are used in place: about a piece of work. */
#define TB_ALONG_DIM_PIECE 16384

/* A block is packed into at most this part of the second-level cache, unless one step of cache lines takes
 * more. */
#define TB_ALONG_DIM_BLOCK_PART 4
/* ... or, if whole slices are only cast, into this many bytes, which stay in the first-level cache: softmax of
 * (64, 12, 128, 128) halves 12.1 -> 9.4 ms. */
#define TB_ALONG_DIM_CAST_BYTES (INT64_C(8) << 10)

/* Blocks of at most this many bytes are packed on the stack. */
#define TB_ALONG_DIM_STACK_BYTES 8192

/* At most this many columns per block: a kernel keeps state for each. */
#define TB_ALONG_DIM_COLUMNS 1024

/* Blocks of columns have at least this many, of scans, whose columns are carried in registers if they are few,
 * at least TB_SCAN_MIN_COLUMNS, and about the same size each, a multiple of the second number;
 * blocks of slices in place have at least the third. */
#define TB_ALONG_DIM_MIN_COLUMNS 4
#define TB_SCAN_MIN_COLUMNS 2
#define TB_ALONG_DIM_MULTIPLE 16
#define TB_ALONG_DIM_MIN_SLICES 8

/* Dimensions shorter than this, where a slice is read more than once, or of fewer bytes, in scans, are computed side
 * by side if there are at least so many slices of them. */
#define TB_ALONG_DIM_SHORT_PASSES 128
#define TB_SCAN_SHORT_BYTES 16
#define TB_ALONG_DIM_SHORT_COLUMNS 16

/* The additions of one scan depend on each other, so this many scans run side by side; but integers, which are
 * added in a cycle. */
#define TB_SCANS_TOGETHER 8

/* Exponentials are summed in this many partial sums, which are added last; this loses fewer digits.  Decides
 * bits. */
#define TB_EXP_SUM_STEPS 64

/* Runs of this many elements are sorted by insertion. */
#define TB_SORT_INSERTION 16

/* Up to this many elements per byte of the key are sorted by merging, where vectors of 32 and 64 bytes
 * merge up to so many, and more by digits ... */
#define TB_SORT_MERGED_PER_BYTE 48
#define TB_SORT_MERGED_PER_BYTE_32 112
#define TB_SORT_MERGED_PER_BYTE_64 160
/* ... which have 11 bits from this many elements on, 8 bits below. */
#define TB_SORT_LONG (1 << 14)

/* Slices of so few elements are sorted by counting for each how many come before it: float32 (5000,3) along 1
 * 163 -> 18 us, (5000,8) 192 -> 66. */
#define TB_SORT_RANKED 8
/* Values are read where they were if the slice has at most this many bytes, and made of their keys otherwise. */
#define TB_SORT_READ_BYTES (1 << 19)

/* Keys of 64 bits are sorted by their highest so many bits that differ; then runs that agree in them are
 * sorted by the others.  2**33 keys are enough to tell most of a million apart. */
#define TB_SORT_FIRST_BITS 33

/* The buffer holds this many times the k elements kept, so that it is sorted seldom ... */
#define TB_TOPK_CAPACITY 4
#define TB_TOPK_LEAST_CAPACITY 64
/* ... or all elements, if k is more than this fraction of them. */
#define TB_TOPK_ALL 8

/* The additions for a run of equal numbers depend on each other: this many adjacent numbers are counted
 * separately ... */
#define TB_BINCOUNT_APART 4
/* ... if there are at most this many counts. */
#define TB_BINCOUNT_APART_SIZE 1024

/* ---- indexing ---- */

/* Indices that are checked and used at a time. */
#define TB_INDEX_CHUNK 512

/* Strided rows of at least this many elements are packed by a kernel, which costs a call. */
#define TB_OFFSET_PACKED_ROW 32

/* Blocks of more bytes at each offset are copied by memcpy, whose call shows for shorter ones: index_select of
 * 20,000 rows of 24 bytes 60 -> 36 us. */
#define TB_OFFSET_INLINE_BYTES 256

/* So many blocks ahead, at most this much of the block there is prefetched: index_select of 20,000 rows of 256
 * bytes 284 -> 200 us. */
#define TB_OFFSET_AHEAD 16
#define TB_OFFSET_AHEAD_BYTES 512

/* Up to this many index tensors need no allocation for their copies, 144 bytes each ... */
#define TB_INDEX_FEW_OWNED 4
/* ... and up to this many of their dimensions, all together, none for strides. */
#define TB_INDEX_FEW_STRIDES 32

/* take packs the table if it has at most this many times as many elements as there are indices, and reads
 * element by element otherwise. */
#define TB_TAKE_WHOLE 4

/* Accumulators are a copy of the table if it has at most this many elements per index, and a hash table
 * otherwise: 100 halves of 10 Mi take 2 us and not 3,000; for as many halves as elements the copy is
 * faster. */
#define TB_ACCUMULATORS_MANY 8

/* With fewer elements and indices than this, no step takes long enough to release the lock. */
#define TB_ACCUMULATORS_SMALL (1 << 14)

/* ---- products and distances ---- */

/* This much of the inner dimension is summed in registers before C is updated.  Decides bits. */
#define TB_MATMUL_DEPTH 256

/* Elements of one long row that are summed in one go: fewer than the least are a small product's.  Decide bits. */
#define TB_DOT_LEAST 8
#define TB_DOT_DEPTH 4096

/* The part of the second-level cache that is filled with packed columns of B at a time. */
#define TB_MATMUL_BLOCK_PART 2

/* A matrix times its own transpose is computed above the diagonal only, this many columns at a time, if it
 * has at least twice as many rows and an inner dimension of at least this. */
#define TB_MATMUL_MIRRORED 128

/* Products of at most this many multiplications take less time than packing would. */
#define TB_MATMUL_SMALL 32

/* With at most this many rows of A, B is read without packing. */
#define TB_MATMUL_DIRECT_ROWS 24
/* ... and if all of it has at most this many bytes, half of a first-level cache. */
#define TB_MATMUL_DIRECT_BYTES (16 << 10)
/* Then A is not packed, either, if its rows have at most this many elements and C's rows fit a tile. */
#define TB_MATMUL_UNPACKED_DEPTH 64

/* Bytes on the stack for B's panels, and for a vector that is made contiguous. */
#define TB_MATMUL_STACK_BYTES (12 << 10)
#define TB_MATVEC_STACK_BYTES 4096

/* Shorter pieces of columns cost more, since every column begins on another page. */
#define TB_MATVEC_LEAST_COLUMN 1024

/* Products of 2 to 4 columns have their own loops from this many rows on. */
#define TB_MATMUL_FEW_LEAST_ROWS 32

/* Bytes of the sums that are kept in the cache while the columns of a matrix are read. */
#define TB_MATMUL_SUMS_BYTES 16384

/* The same for distances, in elements. */
#define TB_DISTANCE_SUMS 512

#endif
