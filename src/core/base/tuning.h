/* tuning.h: every number of src/core that was chosen because it is faster, by what it is for, each with
 * what was measured or why it is so.  Sizes that an interface or a dtype needs, and constants of
 * algorithms, stand where they are used.  Times are of one machine (docs/benchmarks/);
 * to change one of these, compare builds: benchmarks/compare_builds.py OLD NEW.  Results do not depend on them,
 * but for the bits of those that say so; what code relies on is a _Static_assert there (tests/core/test_tuning.py).
 * Macros only, so that kernels of every CPU level may include it. */
#ifndef TB_TUNING_H
#define TB_TUNING_H

#include <stdint.h>

/* ---- the machine ---- */

/* Bytes of a cache line: storages, tiles and pieces of work begin with one. */
#define TB_CACHE_LINE 64

/* Operands of more bytes, all together, come from memory as much as from the caches. */
#define TB_EXCEEDS_CACHE_BYTES (INT64_C(16) << 20)

/* Reductions ask for memory so far ahead: 16 Mi elements in rows of 4,096 take 2,050 us, at 512 bytes
 * 2,400. */
#define TB_PREFETCH_BYTES 256

/* ---- memory ---- */

/* Blocks from here on are mapped and may be kept when they are freed: fresh pages cost more than most
 * operations. */
#define TB_LARGE_BLOCK (INT64_C(256) << 10)

/* A first touch of 256 MiB (benchmarks/first_touch.py) takes 0.03 s on huge pages, 0.13 to 0.2 on small ones.
 * Where a host has taken free memory back from its virtual machine fresh huge pages take 0.8 to 1.6 s,
 * NumPy's too, and small ones 0.2 only while there are pages used lately; a second thread changes little, and
 * timing the first page does not tell about the others: huge pages are asked for from the first use on. */
#define TB_HUGE_PAGE (INT64_C(2) << 20)

/* Smaller blocks would have a huge page in their middle at most. */
#define TB_HUGE_PAGES_FROM (2 * TB_HUGE_PAGE)

/* Freed blocks that are kept at most; they save up to a third of x + y.t() of 256 MiB. */
#define TB_KEPT_BLOCKS 128

/* Bytes that are kept at most unless somebody says otherwise: an eighth of the memory, but no more than
 * this. */
#define TB_KEPT_BYTES (INT64_C(512) << 20)

/* glibc's malloc keeps a list of blocks of so few bytes for each thread, which its calloc passes by. */
#define TB_CALLOC_SLOW_BYTES 1024

/* Storages of 64, 128, ... 4,096 bytes are kept by one thread, without a lock: a + b of 4 floats takes 9 to
 * 15% less than with malloc, of 256 floats a third less. */
#define TB_SMALL_LISTS 7

/* Freed storages that are kept of each size. */
#define TB_SMALL_KEPT 16

/* Memory for tiles that a thread keeps: two of each operand of an iteration beyond the caches, or the
 * accumulators and tiles of a reduction. */
#define TB_SCRATCH_BYTES (144 << 10)

/* ---- threads ---- */

/* Costs are in additions of contiguous float32, some tenths of a nanosecond each.  Less work never asks for
 * help. */
#define TB_POOL_LEAST (1 << 15)

/* Pieces a thread, where nothing else decides: more even out what other processes take, fewer cost less. */
#define TB_POOL_PIECES 4

/* Workers at most, beside the caller, each with a stack of this size in bytes. */
#define TB_POOL_WORKERS 63
#define TB_POOL_STACK_BYTES (1 << 18)

/* Sleeping workers are woken for about 80 microseconds of work ... */
#define TB_POOL_WAKE_COST (1 << 19)
/* ... or for this call in a row ... */
#define TB_POOL_STREAK 8
/* ... if the one before is so few nanoseconds ago. */
#define TB_POOL_STREAK_GAP_NS 200000

/* Looks at the word, some microseconds, before the processor is offered to others: a yield takes half a
 * microsecond, which is what a waiting thread may lose. */
#define TB_POOL_SPINS 128

/* A worker without work stays awake so long. */
#define TB_POOL_AWAKE_NS 200000

/* A job that took this much longer than the caller alone would have taken waited for a worker whose processor
 * something else has: a stall. */
#define TB_POOL_STALL_NS 2000

/* No other thread has taken a piece for this long: none of them gets a processor. */
#define TB_POOL_IDLE_NS 2000000

/* After a stall, no help is asked for during this many times its length: the least at first, more each time that
 * stalls follow each other, up to the most. */
#define TB_POOL_PAYBACK_LEAST 10
#define TB_POOL_PAYBACK_MOST 160
/* ... but for so long at most: OpenBLAS's threads spin for a tenth of a second, and once a neighbour is gone help
 * is back at once.  Beside one that stays, a + b of 1 Mi takes 177 us instead of 172 (alone 182). */
#define TB_POOL_ALONE_NS 50000000

/* Work of this cost, some hundreds of microseconds, releases the caller's lock: to wait for it afterwards may
 * cost more than less work takes. */
#define TB_RELEASE_COST (1 << 20)

/* Work without the lock checks whether it is interrupted after pieces of this cost, a millisecond or, where memory
 * is new, some, and in loops that count elements; callers are asked no more often than that. */
#define TB_INTERRUPT_COST (1 << 22)
#define TB_INTERRUPT_ELEMENTS (1 << 20)
#define TB_INTERRUPT_NS 30000000

/* ---- pieces of an iteration ---- */

/* No piece costs less than this ... */
#define TB_PIECE_COST_LEAST (1 << 14)
/* ... or, where each thread has more than two, than this: many pieces even out what a processor that is not
 * all ours does slower, but taking them costs something, too. */
#define TB_PIECE_COST_LONG (1 << 15)

/* Pieces a thread at most, unless they would cost more than the next one says. */
#define TB_PIECES_EACH 8

/* Longer work is cut into pieces of about this cost: a thread that loses its processor delays the others little. */
#define TB_PIECE_COST (1 << 18)

/* ---- weights: the cost of one element, in additions ---- */

/* A function of libm, element by element ... */
#define TB_WEIGHT_LIBM 16
/* ... and in vectors. */
#define TB_WEIGHT_VECTOR_MATH 8

/* A division or a square root of real numbers. */
#define TB_WEIGHT_DIVISION 2

/* A half that is made by a sequence is rounded several times on its way. */
#define TB_WEIGHT_HALF 4

/* To follow an index. */
#define TB_WEIGHT_INDEX 4

/* A random number. */
#define TB_WEIGHT_RANDOM 4

/* Sorting, the best k, running extrema, scans, softmax and its logarithm, logsumexp. */
#define TB_WEIGHT_SORT 24
#define TB_WEIGHT_TOPK 6
#define TB_WEIGHT_CUMMAX 4
#define TB_WEIGHT_SCAN 2
#define TB_WEIGHT_EXPONENTIAL 8

/* Mean and squares, for var and std. */
#define TB_WEIGHT_MOMENTS 4

/* A power, in distances. */
#define TB_WEIGHT_POWER 32

/* An element that is packed for a product. */
#define TB_WEIGHT_PACKED_PANEL 2

/* The call for one of many products. */
#define TB_WEIGHT_PRODUCT 16

/* ---- plan and iteration ---- */

/* A shorter dimension is no better as the innermost, whichever operand is contiguous there. */
#define TB_MIN_LEADING 32

/* Shorter rows cost more in calls than packing them costs in copies ... */
#define TB_MIN_DIRECT_ROW 16
/* ... and those that fill no vector of the output are computed one by one. */
#define TB_MIN_DIRECT_BYTES 32

/* Elements: longer rows are iterated over in pieces, so that they can be divided. */
#define TB_DIRECT_PIECE 16384

/* An output that streams is computed this many bytes at a time, in the first-level cache. */
#define TB_STREAM_TILE_BYTES 2048

/* Strided rows of at least this many elements, over this many bytes, are iterated over where they are: x[::4] +
 * y[::4] of 2,000,000 elements 4,440 -> 3,010 us on one thread, x[:, 0] += 1 of 300,000 rows 214 -> 134. */
#define TB_MIN_STRIDED_ROW 64
#define TB_MIN_STRIDED_BYTES 32768

/* Elements that are closer are shuffled faster, where the caches hold the operands. */
#define TB_MIN_SPREAD_BYTES 12

/* Strided elements come with whole cache lines: of several operands this part of a tile at a time keeps them
 * in the first-level cache. */
#define TB_STRIDED_TILE_PART 4

/* A kernel streams shorter rows only if they are whole lines: a line of which one half is streamed and the
 * other stored costs seven. */
#define TB_STREAM_ROW_BYTES 4096

/* ---- tiles and blocks ---- */

/* Two tiles of an operand fit the first-level cache together. */
#define TB_TILE_BYTES 8192

/* Times as large where the operands exceed the cache, which gain from longer rows of a block: int16
 * (8192,8192).T + (8192,8192) 28 -> 22 ms; four times as large loses where two operands are transposed. */
#define TB_TILES_EXCEEDING_CACHE 2

/* Rows of a block at most. */
#define TB_BLOCK_ROWS 128

/* Tiles of one row reach far enough along a dimension with so few elements inside of it ... */
#define TB_FLAT_ROW 64
/* ... or so few: blocks are what is fetched better. */
#define TB_FLAT_ROW_EXCEEDING_CACHE 15

/* Longer tiles begin at a cache line where the first one does: a multiple of this many elements is a few less. */
#define TB_ALIGNED_TILE 256

/* Of a run from row to row of a block: from 16 to 128 float32 matter little in the caches ... */
#define TB_BLOCK_RUN_BYTES 128
/* ... beyond them as many lines on both sides are best. */
#define TB_BLOCK_RUN_BYTES_EXCEEDING_CACHE 256

/* Blocks are made of whole blocks of a transpose ... */
#define TB_BLOCK_MULTIPLE 8
/* ... or of whole lines of float32. */
#define TB_BLOCK_MULTIPLE_EXCEEDING_CACHE 16

/* Fewer elements across are not worth a block. */
#define TB_BLOCK_MIN_CROSS 4

/* Of the next block of an operand that is transposed so much of each row is asked for at a time:
 * (4096,4096).T + (4096,4096) 13.2 -> 11.6 ms on two threads.  More at once or sooner is gone before it is
 * used: the caches have few places for lines that are a power of two apart. */
#define TB_PREFETCH_SLICE_BYTES 32

/* Of the other operands groups of rows of this many bytes, this many groups ahead. */
#define TB_PREFETCH_GROUP_BYTES 1024
#define TB_PREFETCH_GROUPS_AHEAD 2

/* Elements of a row for which gathering it as one is not worth a call. */
#define TB_PACK_SHORT_ROW 20

/* Contiguous rows of this many elements are cast one by one, without packing. */
#define TB_CAST_ROW 16

/* A short dimension 0 leaves a transpose little to do at once: runs of this many bytes are collected first (or
 * spread last) and transposed together. */
#define TB_PACK_COLLECTED_BYTES 4096
/* ... at least this many, and dimension 0 has fewer bytes than this, a vector, and a run as many. */
#define TB_PACK_COLLECTED_RUNS 16
#define TB_PACK_COLLECTED_RUN 32

/* Bytes of a run for which calling memcpy would show. */
#define TB_SHORT_RUN 64

/* Up to this stride, in elements, loading everything and shuffling takes less than loading one by one. */
#define TB_SHUFFLED_STRIDE(itemsize, vector_bytes)                   \
    ((itemsize) <= 2 || (itemsize) == 16 || (vector_bytes) == 64 ? 4 \
     : (itemsize) == 4 && (vector_bytes) == 32 ? 3 : 2)

/* ---- copies and streaming ---- */

/* An output streams past the caches from this many bytes of all operands on: what a large third-level cache
 * holds (no system tells how much is ours).  a + b of 16 Mi elements 6.8 -> 5.3 ms. */
#define TB_STREAM_TOTAL_BYTES (INT64_C(32) << 20)
/* ... if this many of them are its own. */
#define TB_STREAM_LEAST_BYTES (INT64_C(8) << 20)

/* Pages that are asked whether they were touched before: fresh ones are not streamed to. */
#define TB_STREAM_PAGES_ASKED 4

/* Bytes: shorter contiguous runs, which would take a call for every few, are copied in bulk ... */
#define TB_COPY_MOST_RUN 1024
/* ... and reversed ones. */
#define TB_COPY_MOST_FLIPPED_RUN 256

/* A dimension of so few repeats of them becomes the outer one ... */
#define TB_COPY_FEW_REPEATS 16
/* ... over a block of rows that stays in the first-level cache. */
#define TB_COPY_BLOCK_BYTES 8192

/* Shorter segments are not worth a call of streaming. */
#define TB_SEGMENT_STREAM_BYTES 1024

/* Rows of single elements are interleaved from this many on. */
#define TB_MIN_INTERLEAVED 16

/* This many segments of a join need no memory beside the stack's. */
#define TB_JOIN_STACK_SEGMENTS 16

/* Few repeats of a number are written without a look at how many they are. */
#define TB_REPEATS_AT_ONCE 4

/* Bytes of zeros that are streamed from. */
#define TB_TRIL_ZEROS 4096

/* Rows of so few bytes are copied together, and then their rest is zeroed. */
#define TB_TRIL_SHORT_ROW 256

/* Elements of a sequence that are made at once, at most: a tile. */
#define TB_SEQUENCE_AT_ONCE 1024

/* ---- small and pointwise calls ---- */

/* A pair of at most this many elements, in at most this many rows, is computed beside the general way: (62) + (124)[::2]
 * 300 -> 95 ns. */
#define TB_SMALL_PAIR 1024
#define TB_SMALL_PAIR_ROWS 64

/* More elements take the planned path, which can stream. */
#define TB_FAST_NUMEL (INT64_C(1) << 18)

/* More elements of a pair may be worth more than one thread. */
#define TB_PAIR_NUMEL 2048

/* Fewer elements are filled sooner than a call is prepared. */
#define TB_FILL_SMALL 4096

/* An operand whose elements are used so often is cast once, into a copy, and not wherever it is used ... */
#define TB_CAST_ONCE_USES 4
/* ... for results of this many elements: less is done sooner than a copy ... */
#define TB_CAST_ONCE_NUMEL 2048
/* ... and copies of at most this many bytes: a call takes no memory worth speaking of beside its result. */
#define TB_CAST_ONCE_BYTES (1 << 20)

/* Elements that are tested before it is asked whether the answer is known. */
#define TB_PREDICATE_BLOCK (1 << 16)

/* ---- reductions ---- */

/* A contiguous dimension is read in place from this many bytes on. */
#define TB_REDUCE_LONG_BYTES 64

/* Rows are read in parts of this many bytes: the accumulators of a block stay in the first-level cache. */
#define TB_REDUCE_ROW_BYTES (1 << 14)

/* Rows that follow each other and have at most this many bytes are prefetched four ahead, since processors' own
 * prefetching ends with a page: sums of columns of 32,000 rows of 1 KiB take 243 us with two threads, without it
 * 326; of rows of 16 KiB, nothing is gained. */
#define TB_REDUCE_AHEAD_BYTES 4096

/* Elements of a tile, and columns of it at most. */
#define TB_REDUCE_TILE 2048
#define TB_REDUCE_TILE_COLUMNS 128

/* Columns of a task whose rows are no rows in memory. */
#define TB_REDUCE_TASK_COLUMNS 1024

/* Of the accumulators of a task. */
#define TB_REDUCE_ACCUMULATOR_BYTES (1 << 16)

/* Elements of a task of runs. */
#define TB_REDUCE_TASK (1 << 16)

/* If there are so few tasks, one of more elements than the next is cut into pieces of this many rows ... */
#define TB_REDUCE_FEW_TASKS 16
#define TB_REDUCE_PIECE (1 << 17)
#define TB_REDUCE_PIECE_ROWS 256
/* ... whose accumulators take at most this many bytes. */
#define TB_REDUCE_PARTIAL_BYTES (INT64_C(4) << 20)

/* Elements that a thread takes at once, at least. */
#define TB_REDUCE_UNIT (1 << 17)

/* Rows that follow each other and have fewer columns are read several at once ... */
#define TB_REDUCE_SHORT_ROW 64
/* ... as one of this many ... */
#define TB_REDUCE_WIDE_ROW 512
/* ... if that leaves this many. */
#define TB_REDUCE_WIDE_ROWS 16

/* Where the reduced dimension has the smaller stride, tiles are runs from this many elements on ... */
#define TB_REDUCE_TILED_RUN 64
/* ... and where indices count, if there are fewer columns. */
#define TB_REDUCE_INDEXED_COLUMNS 16

/* Rows of a tile, for which its columns leave room. */
#define TB_REDUCE_TILE_ROWS 16

/* Columns that a kernel takes at once ... */
#define TB_REDUCE_COLUMNS 4096
/* ... and bytes of them that it joins before they reach an accumulator: a part of the first cache. */
#define TB_REDUCE_PART_BYTES (16 << 10)
/* The same of argmax, on the stack: compilers make slower loops of two arrays that might overlap. */
#define TB_ARGMAX_PART_BYTES 8192

/* Rows that are joined in the type of the elements before they reach a float64 accumulator.  The error of a
 * sum grows with this block, not with the tensor.  Decides bits. */
#define TB_REDUCE_ROWS 128

/* Short runs whose last steps are taken together. */
#define TB_REDUCE_RUNS 16

/* Elements among which the best is found first, and its place then. */
#define TB_ARGMAX_RUN 1024

/* Columns whose means and squares are on the stack at once. */
#define TB_MOMENTS_COLUMNS 256

/* ---- functions along one dimension ---- */

/* Elements of a block where all are used in place: as many as a piece of work should have. */
#define TB_ALONG_DIM_PIECE 16384

/* Bytes that a block is packed into at most, unless one step of cache lines takes more. */
#define TB_ALONG_DIM_BLOCK_BYTES (INT64_C(256) << 10)

/* Blocks of so few bytes are packed on the stack. */
#define TB_ALONG_DIM_STACK_BYTES 8192

/* Columns of a block at most: a kernel keeps something for each. */
#define TB_ALONG_DIM_COLUMNS 1024

/* Blocks side by side have at least this many slices, and are of about the same size, a multiple of this; blocks of
 * slices in place have this many. */
#define TB_ALONG_DIM_MIN_COLUMNS 4
#define TB_ALONG_DIM_MULTIPLE 16
#define TB_ALONG_DIM_MIN_SLICES 8

/* Shorter dimensions are computed side by side if there are this many of them ... */
#define TB_ALONG_DIM_SHORT 16
#define TB_ALONG_DIM_SHORT_COLUMNS 16
/* ... and of those that are read more than once shorter ones than this. */
#define TB_ALONG_DIM_SHORT_PASSES 128

/* One scan waits for its own additions: this many go side by side. */
#define TB_SCANS_TOGETHER 8

/* Exponentials are summed in this many steps, and then these sums, which loses less.  Decides bits. */
#define TB_EXP_SUM_STEPS 64

/* Runs of this many elements are sorted by insertion. */
#define TB_SORT_INSERTION 16

/* Up to this many elements for each byte of the key are merged, more are sorted by digits ... */
#define TB_SORT_MERGED_PER_BYTE 48
/* ... which have 11 bits from this many elements on, 8 below. */
#define TB_SORT_LONG (1 << 14)

/* Room for some times what is kept, so that it is sorted seldom ... */
#define TB_TOPK_CAPACITY 4
#define TB_TOPK_LEAST_CAPACITY 64
/* ... and for all, if more than this part of them is kept. */
#define TB_TOPK_ALL 8

/* Partitions that have looked at this many times the elements end in a sort. */
#define TB_SELECT_MOST_PASSES 32

/* Runs of equal numbers wait for their own additions: this many adjacent ones are counted apart ... */
#define TB_BINCOUNT_APART 4
/* ... while the counts are so few. */
#define TB_BINCOUNT_APART_SIZE 1024

/* ---- indexing ---- */

/* Indices that are checked and followed at a time. */
#define TB_INDEX_CHUNK 512

/* Rows of strided elements, at least this many, are packed by the kernels for that, which a call costs. */
#define TB_OFFSET_PACKED_ROW 32

/* This many index tensors need no allocation for their copies, 144 bytes each ... */
#define TB_INDEX_FEW_OWNED 4
/* ... and this many of their dimensions, all together, none for strides. */
#define TB_INDEX_FEW_STRIDES 32

/* take reads a packed copy of a table of at most this many times the indices, and else looks for each element. */
#define TB_TAKE_WHOLE 4

/* Accumulators are a copy of the table if that has at most this many elements for an index, and are found by hashing
 * otherwise: 100 halves of 10 Mi take 2 us and not 3,000; as many halves as elements are faster without. */
#define TB_ACCUMULATORS_MANY 8

/* With fewer elements and indices than this no step of theirs is long enough to release the lock. */
#define TB_ACCUMULATORS_SMALL (1 << 14)

/* ---- products and distances ---- */

/* So much of the inner dimension is summed in registers before C is touched.  Decides bits. */
#define TB_MATMUL_DEPTH 256

/* This many elements of one long row are summed in one go.  Decides bits. */
#define TB_DOT_DEPTH 4096

/* Of packed B at a time: what the second-level cache holds. */
#define TB_MATMUL_BLOCK_BYTES (INT64_C(512) << 10)

/* A matrix times its own transpose is computed above the diagonal only, this many columns at a time, if there
 * are twice as many and the inner dimension has as many. */
#define TB_MATMUL_MIRRORED 128

/* This many multiplications are done before anything could be packed. */
#define TB_MATMUL_SMALL 64

/* With at most this many rows of A, B is read as it lies. */
#define TB_MATMUL_DIRECT_ROWS 24

/* Memory on the stack, of B's panels and of a vector that is made contiguous. */
#define TB_MATMUL_STACK_BYTES (12 << 10)
#define TB_MATVEC_STACK_BYTES 4096

/* Shorter pieces of columns cost more: every column begins on another page. */
#define TB_MATVEC_LEAST_COLUMN 1024

/* Products of 2 to 4 columns have loops of their own from this many rows on. */
#define TB_MATMUL_FEW_LEAST_ROWS 32

/* Of the sums that are kept at hand while the columns of a matrix go by. */
#define TB_MATMUL_SUMS_BYTES 16384

/* The same in distances, in elements. */
#define TB_DISTANCE_SUMS 512

#endif
