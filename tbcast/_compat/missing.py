"""Names that torch has and tbcast lacks, and the sentences of the errors for them.

tbcast/__init__.py looks up missing names of the module here. Missing names of Tensor are attributes of the
class, of type Missing, because a __getattr__ would slow down all existing methods. `hasattr` stays False, and
dir() does not list them: the sentence is the text of the AttributeError.
"""

from tbcast._C import Tensor, _TensorMeta

REASONS = {
    "gradients are not computed; use PyTorch where they are needed": """
autograd backward detach_ func grad_dtype is_anomaly_check_nan_enabled is_anomaly_enabled name register_hook
register_post_accumulate_grad_hook reinforce retain_grad set_anomaly_enabled vmap volatile
""",
    "use scipy.linalg on x.numpy()": """
geqrf linalg.householder_product linalg.ldl_factor linalg.ldl_factor_ex linalg.ldl_solve lobpcg lu orgqr ormqr
pca_lowrank svd_lowrank triangular_solve
""",
    "PyTorch has removed it; use the function of that name in torch.linalg": "lstsq matrix_rank solve",
    "PyTorch has removed it; use torch.linalg.eig or eigh": "eig symeig",
    "it is deprecated; use torch.linalg.matrix_norm": "frobenius_norm nuclear_norm",
    "of networks there are a few functions in tbcast.nn.functional; use PyTorch": """
ao bilinear conv_tbc convolution ctc_loss embedding_bag grid_sampler_2d grid_sampler_3d group_norm gru
gru_cell instance_norm lstm lstm_cell native_batch_norm native_dropout native_group_norm native_layer_norm
optim rms_norm rnn_relu rnn_relu_cell rnn_tanh rnn_tanh_cell
""",
    "tensors are dense; use PyTorch, or scipy.sparse": """
ccol_indices coalesce col_indices crow_indices dense_dim dsmm hsmm hspmm indices is_coalesced nested
resize_as_sparse_ row_indices saddmm smm sparse sparse_bsc sparse_bsc_tensor sparse_bsr sparse_bsr_tensor
sparse_compressed_tensor sparse_coo sparse_coo_tensor sparse_csc sparse_csc_tensor sparse_csr
sparse_csr_tensor sparse_dim sparse_mask sparse_resize_ sparse_resize_and_clear_ spmm sspaddmm to_dense
to_padded_tensor to_sparse to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr values
""",
    "the dtypes are those that the documentation lists; use PyTorch for others": """
bit bits16 bits1x8 bits2x4 bits4x2 bits8 chalf complex32 dequantize float4_e2m1fn_x2 float8_e4m3fn
float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu int1 int2 int3 int4 int5 int6 int7 int_repr
q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point qint32 qint8
qscheme quantization quantize_per_channel quantize_per_tensor quantize_per_tensor_dynamic quint2x4
quint4x2 quint8 uint1 uint2 uint3 uint4 uint5 uint6 uint7
""",
    "the only device is the CPU; use PyTorch for others": """
Event Stream accelerator get_default_device get_device_module ipu is_pinned mps mtia pin_memory record_stream
set_default_device to_mkldnn xpu
""",
    "operations run as they come; use PyTorch to compile, trace or export programs": """
compile compiler cond export fx jit library while_loop
""",
    "use torch.fft on windows of x.unfold()": "istft stft",
}
IN_NUMPY = """
histogramdd tril_indices triu_indices
"""
OTHERS = """
GradScaler Storage addmv_ amp autocast const_data_ptr
distributed distributions fill fill_ from_file futures get_float32_matmul_precision
hash_tensor hub index is_shared is_storage masked module_load monitor multiprocessing package
profiler random resize resize_as segment_reduce
set_float32_matmul_precision set_flush_denormal share_memory_ signal slice_inverse
storage_type typename unsafe_chunk unsafe_split unsafe_split_with_sizes zero_
"""
METHODS = """
chalf dequantize detach_ eig geqrf hash_tensor int_repr istft lstsq
lu mtia orgqr ormqr q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale
q_zero_point qscheme resize_as_sparse_ slice_inverse smm solve sspaddmm stft
symeig triangular_solve unsafe_chunk unsafe_split unsafe_split_with_sizes xpu
"""
"""The names above that torch.Tensor has, too."""
ONLY_METHODS = """
backward ccol_indices coalesce col_indices const_data_ptr crow_indices dense_dim grad_dtype index indices
ipu is_coalesced is_pinned is_shared module_load name pin_memory record_stream register_hook
register_post_accumulate_grad_hook reinforce resize resize_as retain_grad row_indices share_memory_
sparse_dim sparse_mask sparse_resize_ sparse_resize_and_clear_ storage_type to_dense to_mkldnn
to_padded_tensor to_sparse to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr values
volatile
"""
"""The names that only torch.Tensor has."""


def _reason(name):
    for reason, names in REASONS.items():
        if name in names.split():
            return reason
    for entry in IN_NUMPY.split():
        own, _, numpys = entry.partition("=")
        if name == own:
            return f"use numpy.{numpys or own} on x.numpy()"
    return "use PyTorch" if name in OTHERS.split() else None


def sentence(name):
    """The sentence for torch.<name>, or None if torch has no such name that programs use."""
    reason = None if name in ONLY_METHODS.split() else _reason(name)
    return reason and f"tbcast has no torch.{name}: {reason}"


def _has(cls, name):
    """Whether a base of cls other than Tensor has the name."""
    return any(name in vars(owner) for owner in cls.__mro__ if owner is not Tensor)


class Missing:
    """An attribute of torch.Tensor that Tensor lacks.

    An instance, a subclass or another base may have an attribute of that name.
    """

    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name

    def __get__(self, tensor, owner=None):
        cls = type(tensor) if owner is None else owner
        found = cls if tensor is None else tensor
        if _has(cls, self.name):  # a base after Tensor
            return getattr(super(Tensor, found), self.name)
        text = f"tbcast has no torch.Tensor.{self.name}: {_reason(self.name)}"
        raise AttributeError(text, name=self.name, obj=found)


def _absent(cls):
    """The names of cls that exist only for their sentences."""
    missing = (name for name, value in vars(Tensor).items() if isinstance(value, Missing))
    return {name for name in missing if not _has(cls, name)}


def _dir(tensor):
    return sorted({*object.__dir__(tensor)} - (_absent(type(tensor)) - vars(tensor).keys()))


def _dir_of_class(cls):
    return sorted({*type.__dir__(cls)} - _absent(cls))


def install():
    """Give Tensor its missing attributes, which dir() does not list; existing ones are kept."""
    for name in (METHODS + ONLY_METHODS).split():
        if not hasattr(Tensor, name):
            setattr(Tensor, name, Missing(name))
    Tensor.__dir__ = _dir
    _TensorMeta.__dir__ = _dir_of_class
