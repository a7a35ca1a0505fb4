"""What torch has and tbcast lacks: what to say when somebody asks for it.

Loaded when a name is not found. `hasattr` stays False: the sentence is the text of the AttributeError.
"""

REASONS = {
    "gradients are not computed; use PyTorch where they are needed": """
autograd detach_ func is_anomaly_check_nan_enabled is_anomaly_enabled is_inference set_anomaly_enabled vmap
""",
    "linear algebra ends with products; use numpy.linalg on x.numpy()": """
chain_matmul cholesky cholesky_inverse cholesky_solve det eig geqrf inverse linalg lobpcg logdet lstsq lu
lu_solve lu_unpack matrix_exp matrix_power matrix_rank nuclear_norm orgqr ormqr pca_lowrank pinverse qr
slogdet solve svd svd_lowrank symeig triangular_solve
""",
    "of networks there are a few functions in tbcast.nn.functional; use PyTorch": """
adaptive_avg_pool1d adaptive_max_pool1d affine_grid_generator alpha_dropout alpha_dropout_ ao avg_pool1d
batch_norm bilinear binary_cross_entropy_with_logits celu celu_ channel_shuffle constant_pad_nd conv1d
conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d convolution
cosine_embedding_loss ctc_loss dropout dropout_ embedding embedding_bag embedding_renorm_
feature_alpha_dropout feature_alpha_dropout_ feature_dropout feature_dropout_ grid_sampler
grid_sampler_2d grid_sampler_3d group_norm gru gru_cell hardshrink hinge_embedding_loss instance_norm
kl_div layer_norm lstm lstm_cell margin_ranking_loss max_pool1d max_pool1d_with_indices max_pool2d
max_pool3d native_batch_norm native_channel_shuffle native_dropout native_group_norm native_layer_norm
optim pairwise_distance pdist pixel_shuffle pixel_unshuffle poisson_nll_loss prelu rms_norm rnn_relu
rnn_relu_cell rnn_tanh rnn_tanh_cell rrelu rrelu_ selu selu_ triplet_margin_loss
""",
    "tensors are dense; use PyTorch, or scipy.sparse": """
dsmm hsmm hspmm nested saddmm smm sparse sparse_bsc sparse_bsc_tensor sparse_bsr sparse_bsr_tensor
sparse_compressed_tensor sparse_coo sparse_coo_tensor sparse_csc sparse_csc_tensor sparse_csr
sparse_csr_tensor spmm sspaddmm
""",
    "the dtypes are those that the documentation lists; use PyTorch for others": """
bit bits16 bits1x8 bits2x4 bits4x2 bits8 chalf complex32 dequantize float4_e2m1fn_x2 float8_e4m3fn
float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu int1 int2 int3 int4 int5 int6 int7 qint32 qint8
qscheme quantization quantize_per_channel quantize_per_tensor quantize_per_tensor_dynamic quint2x4
quint4x2 quint8 uint1 uint2 uint3 uint4 uint5 uint6 uint7
""",
    "the only device is the CPU; use PyTorch for others": """
Event Stream accelerator get_default_device get_device get_device_module mps mtia set_default_device xpu
""",
    "operations run as they come; use PyTorch to compile, trace or export programs": """
compile compiler cond export fx jit library while_loop
""",
    "use numpy.fft on x.numpy()": "fft istft stft",
}
IN_NUMPY = """
bartlett_window=bartlett blackman_window=blackman bucketize=digitize corrcoef cov cross diag diagflat dsplit
frexp gradient hamming_window=hamming hann_window=hanning histc=histogram histogram histogramdd hsplit i0
isin kaiser_window=kaiser logspace median nanmean nanmedian nanquantile nansum quantile searchsorted
tensor_split=array_split trace trapezoid trapz=trapezoid tril_indices triu_indices unique unravel_index
vander vsplit
"""
OTHERS = """
GradScaler Storage addmv_ addr adjoint amp as_strided_ as_strided_scatter autocast bernoulli binomial
combinations cumulative_trapezoid diag_embed diagonal_scatter digamma distributed distributions
empty_permuted erfinv fill fill_ frobenius_norm from_file futures get_float32_matmul_precision hub i0_ igamma
igammac index_put index_put_ index_reduce is_conj is_neg is_storage kthvalue logcumsumexp masked
masked_scatter mode monitor multinomial multiprocessing mvlgamma narrow_copy nonzero_static normal overrides
package poisson polygamma profiler put random renorm scalar_tensor scatter_reduce segment_reduce
select_scatter set_float32_matmul_precision set_flush_denormal signal slice_scatter split_with_sizes typename
unique_consecutive use_deterministic_algorithms view_as_complex view_as_real zero_
"""


def sentence(name):
    """What to say of torch.<name>, or None where torch has nothing of that name that programs use."""
    for reason, names in REASONS.items():
        if name in names.split():
            return f"tbcast has no torch.{name}: {reason}"
    for entry in IN_NUMPY.split():
        own, _, numpys = entry.partition("=")
        if name == own:
            return f"tbcast has no torch.{name}: use numpy.{numpys or own} on x.numpy()"
    return f"tbcast has no torch.{name}: use PyTorch" if name in OTHERS.split() else None
