/* move_baseline.c: functions that move elements, for the compiler's default target. */
#define LEVEL baseline
#define LEVEL_VECTOR 16
#define TEMPLATE "core/kernels/move/body.inc"
#include "core/kernels/levels/level.inc"
