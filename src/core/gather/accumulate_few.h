/* accumulate_few.h: accumulate.h's work where the indices are few beside the table's elements. */
#ifndef TB_ACCUMULATE_FEW_H
#define TB_ACCUMULATE_FEW_H

#include "core/gather/accumulate.h"

/* As tb_accumulate; the job's tensors stay what they are. */
tb_status tb_accumulate_few(const tb_accumulate_job *job, int *code, int64_t *bad, tb_error *err);

#endif
