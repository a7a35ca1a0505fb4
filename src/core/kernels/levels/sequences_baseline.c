/* sequences_baseline.c: evenly spaced numbers for the compiler's default target, which has fused multiply-add
 * on processors other than x86. */
#define LEVEL baseline
#define LEVEL_VECTOR 16
#if defined(__FMA__) || defined(__aarch64__)
#define FUSED 1
#else
#define FUSED 0
#endif
#define TEMPLATE "core/kernels/create/sequences.inc"
#include "core/kernels/levels/level.inc"
