/* sequences.h: evenly spaced numbers as in PyTorch's AVX2 build, by fused multiply-add.
 *
 * The numbers are the same on every level: only the fused operation differs, which is an instruction or
 * libm's function. */
#ifndef TB_SEQUENCES_H
#define TB_SEQUENCES_H

#include <stdint.h>

#define TB_VECTOR_OF_HALVES 16
#define TB_VECTOR_OF_FLOATS 8
#define TB_VECTOR_OF_DOUBLES 4

/* The values of arange from number `first` on: whole vectors of 32 bytes, then single values.  A vector's
 * first element is fma(step, number, start) rounded to the dtype; its element j > 0 is fma(j, step, first
 * element). */
typedef struct {
    double start, step, first;
    int vectors, single;
} tb_arange;

/* fma rounds once.  The functions take at most 1024 elements. */
typedef struct tb_sequence_kernels {
    /* to[j * by] = fma(step, (type)(first + j * increment), from); these counts are below 2^53 */
    void (*line_float)(float *to, int by, float from, float step, double first, int increment, int n);
    void (*line_double)(double *to, int by, double from, double step, double first, int increment, int n);
    void (*arange_float)(float *to, const tb_arange *);
    void (*arange_double)(double *to, const tb_arange *);
    /* to[16 k + j] = fma(j, step, base[k]) for 0 < j < 16, to[16 k] = base[k]: vectors of halves, still
     * as float32 */
    void (*spread_half)(float *to, const float *base, float step, int count);
} tb_sequence_kernels;

#endif
