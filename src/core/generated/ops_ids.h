/* Operator ids.
 * Written by src/ops/generate.py from src/ops/table.py; do not edit. */

#ifndef TB_OPS_IDS_H
#define TB_OPS_IDS_H

enum {
    TB_OP_ADD,
    TB_OP_ADD_ALPHA,
    TB_OP_SUB,
    TB_OP_MUL,
    TB_OP_DIV,
    TB_OP_RECIPROCAL,
    TB_OP_COPY,
    TB_OP_FILL,
    TB_NOPS
};

#endif
