/* random_normal.h: normal numbers for other distributions. */
#ifndef TB_RANDOM_NORMAL_H
#define TB_RANDOM_NORMAL_H

#include "core/random/generator.h"

/* The next number of mean 0 and variance 1; numbers are computed in pairs. */
double tb_random_next_normal(tb_generator *g);

#endif
