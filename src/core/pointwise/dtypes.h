/* dtypes.h: infers the dtypes and parameters of a call, with torch's errors and warnings about them. */
#ifndef TB_DTYPES_H
#define TB_DTYPES_H

#include "core/pointwise/operator_call.h"

/* The call's compute dtype, before anything is checked. */
tb_dtype tb_compute_dtype(const tb_call *call);
/* Sets call->compute, ->result and the warnings about them; call->shape must be set. */
tb_status tb_infer_dtype(tb_call *call, tb_error *err);
/* Sets call->row and ->value; call->compute must be set. */
tb_status tb_infer_parameters(tb_call *call, tb_error *err);

#endif
