/* dtypes.h: the dtypes and parameters of a call, with torch's refusals and warnings about them. */
#ifndef TB_DTYPES_H
#define TB_DTYPES_H

#include "core/pointwise/operator_call.h"

/* The dtype in which the call computes, before anything is checked. */
tb_dtype tb_compute_dtype(const tb_call *call);
/* call->compute, ->result and the warnings about them; call->shape is known. */
tb_status tb_infer_dtype(tb_call *call, tb_error *err);
/* call->row and ->value; call->compute is known. */
tb_status tb_infer_parameters(tb_call *call, tb_error *err);

#endif
