/* fold_best.h: tb_best_<max or min>_<ps or pd>_<four, columns, short or first>, where there are such vectors
 * (TB_BEST).  Relies on: fold_best.inc. */
#if LEVEL_VECTOR == 32
#define TB_BEST
#define T float
#define P ps
#define OP_VECTOR __m256
#define WIDE_ITEM 0
#define ORDER max
#define NAME tb_best_max_ps
#define END -INFINITY
#include "fold_best.inc"
#define T float
#define P ps
#define OP_VECTOR __m256
#define WIDE_ITEM 0
#define ORDER min
#define NAME tb_best_min_ps
#define END INFINITY
#include "fold_best.inc"
#define T double
#define P pd
#define OP_VECTOR __m256d
#define WIDE_ITEM 1
#define ORDER max
#define NAME tb_best_max_pd
#define END -INFINITY
#include "fold_best.inc"
#define T double
#define P pd
#define OP_VECTOR __m256d
#define WIDE_ITEM 1
#define ORDER min
#define NAME tb_best_min_pd
#define END INFINITY
#include "fold_best.inc"
#endif
