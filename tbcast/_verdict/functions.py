"""What functions do with their operands' shapes, by name.

Written by src/codegen from the tables (functions/row.py says what a row says of shapes); do not edit.
"""

import ast


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


UNARY = _names("""
    abs absolute acos acosh airy_ai alias angle arccos arccosh arcsin arcsinh arctan arctanh around
    ascontiguousarray asin asinh astype atan atanh bessel_j0 bessel_j1 bessel_y0 bessel_y1
    bitwise_invert bitwise_not cbrt ceil conj conj_physical conjugate copy cos cosh deg2rad degrees
    digamma elu entr erf erfc erfcx erfinv exp exp2 expit expm1 fabs fix floor frac gammaln gelu
    hardshrink hardsigmoid hardswish i0 i0e i1 i1e invert isfinite isinf isnan isneginf isposinf isreal
    leaky_relu lgamma log log10 log1p log2 log_ndtr logical_not logit mish modified_bessel_i0
    modified_bessel_i1 modified_bessel_k0 modified_bessel_k1 nan_to_num ndtr ndtri neg negative
    pin_memory polygamma positive psi rad2deg radians reciprocal relu resolve_conj resolve_neg rint
    round rsqrt scaled_modified_bessel_k0 scaled_modified_bessel_k1 sgn sigmoid sign signbit silu sin
    sinc sinh softplus softshrink softsign spherical_bessel_j0 sqrt square tan tanh tanhshrink threshold
    trunc
""")
"""Of one operand, whose shape the result has, element by element."""

BINARY = _names("""
    add arctan2 atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor
    chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w
    clamp_max clamp_min complex copysign div divide eq equal float_power floor_divide fmax fmin fmod
    gammainc gammaincc gcd ge greater greater_equal gt heaviside hermite_polynomial_h
    hermite_polynomial_he hypot igamma igammac laguerre_polynomial_l lcm ldexp le left_shift
    legendre_polynomial_p less less_equal logaddexp logaddexp2 logical_and logical_or logical_xor lt
    masked_fill maximum minimum mod mul multiply ne nextafter not_equal polar pow power remainder
    right_shift rsub shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u
    shifted_chebyshev_polynomial_v shifted_chebyshev_polynomial_w sub subtract true_divide xlog1py xlogy
    zeta
""")
"""Of two operands, which broadcast, element by element."""

TERNARY = _names("""
    addcdiv addcmul clamp clip lerp where
""")
"""The same of three."""

COMPARISONS = _names("""
    eq equal ge greater greater_equal gt le less less_equal logical_and logical_or logical_xor lt ne
    not_equal
""")
"""Those of two whose results are bools."""

BROADCASTS = _names("""
    binomial broadcast_tensors copy_ cosine_similarity cross masked_scatter masked_scatter_
    masked_select max min normal vecdot
""")
"""Two operands broadcast."""

COMPARES = _names("""
    allclose array_equiv binary_cross_entropy_with_logits dist gaussian_nll_loss hinge_embedding_loss
    huber_loss isclose kl_div l1_loss margin_ranking_loss mse_loss multilabel_soft_margin_loss
    pairwise_distance poisson_nll_loss smooth_l1_loss soft_margin_loss
""")
"""Two compared operands, or a loss's, broadcast; no written-out dimension excuses it."""

MULTIPLIES = _names("""
    cdist cholesky_solve lstsq matmul scaled_dot_product_attention solve solve_ex solve_triangular
""")
"""All dimensions of two operands but the last two broadcast."""

KEEPS = _names("""
    __reversed__ alpha_dropout alpha_dropout_ apply_ argsort as_subclass batch_norm bernoulli bernoulli_
    bfloat16 bool bucketize byte cauchy_ cdouble celu celu_ cfloat channel_shuffle char clone contiguous
    cpu cuda cummax cummin cumprod cumsum detach double dropout dropout_ exponential_
    feature_alpha_dropout feature_alpha_dropout_ feature_dropout feature_dropout_ fftshift fill_ flip
    fliplr flipud float frexp geometric_ half hardtanh hardtanh_ ifftshift imag int isin layer_norm
    log_normal_ log_softmax logcumsumexp logsigmoid long map2_ map_ matrix_exp msort multigammaln
    mvlgamma mvlgamma_ narrow narrow_copy native_channel_shuffle normal_ poisson prelu random_ real
    relu6 renorm renorm_ requires_grad_ roll rrelu rrelu_ selu selu_ short softmax sort to tril triu
    type type_as uniform_ zero_
""")
"""The result has the first operand's dimensions in their order."""

PERMUTES = _names("""
    adjoint matrix_transpose moveaxis movedim permute swapaxes swapdims t transpose
""")
"""The result has the first operand's dimensions in another order."""

INSERTS = _names("""
    unsqueeze
""")
"""The result has one more dimension, of size 1."""

EXPANDS = _names("""
    broadcast_to expand expand_as
""")
"""The result may have more dimensions in front, and other sizes instead of 1."""

RESHAPES = _names("""
    reshape view
""")
"""An argument gives the result's sizes."""

REDUCES = _names("""
    all amax amin aminmax any argmax argmin count_nonzero equal kthvalue linalg_vector_norm logsumexp
    matrix_norm max mean median min mode nanmean nanmedian nanquantile nansum norm prod quantile std
    std_mean sum sum_to_size trace var var_mean vector_norm
""")
"""The result lacks dimensions, or has size 1 there."""

SPLITS = _names("""
    chunk dsplit hsplit split split_with_sizes split_with_sizes_copy tensor_split unbind vsplit
""")
"""A dimension or an argument determines the number of results."""

ADDS = _names("""
    addbmm addmm addmv addr addr_ baddbmm
""")
"""The first operand broadcasts to a product of the others."""

JOINS = _names("""
    cat column_stack concat concatenate dstack hstack row_stack stack vstack
""")
"""The operands are joined."""

INDEXES = _names("""
    as_strided_scatter diagonal_scatter embedding embedding_renorm_ fill_diagonal_ gather index_add
    index_copy index_fill index_put index_put_ index_reduce index_select masked_scatter masked_scatter_
    nonzero_static put scatter scatter_add scatter_reduce select_scatter slice_scatter take
    take_along_dim
""")
"""An operand is read or written at indices."""

COUNTS = _names("""
    argwhere bincount masked_select nonzero repeat_interleave unique unique_consecutive
""")
"""The operand's elements determine the result's size."""

COMPUTES = _names("""
    adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d
    adaptive_max_pool3d affine_grid_generator avg_pool1d avg_pool2d avg_pool3d binary_cross_entropy bmm
    cholesky cholesky_ex cholesky_inverse col2im combinations cond constant_pad_nd conv1d conv2d conv3d
    conv_transpose1d conv_transpose2d conv_transpose3d corrcoef cosine_embedding_loss cov
    cross_entropy_loss cumulative_trapezoid det diag diag_embed diagflat diff dot eig eigh eigvals
    eigvalsh expand_copy fft fft2 fftn ger glu gradient grid_sampler hfft hfft2 hfftn histc histogram
    histogramdd ifft ifft2 ifftn ihfft ihfft2 ihfftn im2col inner interpolate inv inv_ex inverse irfft
    irfft2 irfftn kron linear logdet lu lu_factor lu_factor_ex lu_solve lu_unpack matrix_power
    matrix_rank max_pool1d max_pool1d_with_indices max_pool2d max_pool2d_with_indices max_pool3d
    max_pool3d_with_indices mm multi_dot multi_margin_loss multilabel_margin_loss mv nll_loss_nd one_hot
    outer pad padded pdist pinv pinverse pixel_shuffle pixel_unshuffle qr repeat rfft rfft2 rfftn rot90
    search searchsorted slogdet svd svdvals tensorinv tensorsolve tile topk trapezoid trapz
    triplet_margin_loss vander vdot
""")
"""None of these; the result's sizes follow from sizes and numbers."""

MAKES = _names("""
    Tensor arange bartlett_window blackman_window columns counts empty empty_like empty_permuted
    empty_strided eye fftfreq full full_like hamming_window hann_window kaiser_window linspace logspace
    multinomial new new_empty new_empty_strided new_full new_ones new_zeros ones ones_like rand
    rand_like randint randint_like randn randn_like randperm range rfftfreq scalar_tensor zeros
    zeros_like
""")
"""A tensor is made from sizes and numbers."""

CONVERTS = _names("""
    __array__ __array_namespace__ __array_wrap__ __complex__ __deepcopy__ __dlpack__ __dlpack_device__
    __format__ __reduce_ex__ as_tensor asarray from_numpy frombuffer is_nonzero item new_tensor numpy
    tensor to_device to_dlpack to_numpy tolist
""")
"""A tensor is made from something else, or something else from a tensor."""

ASKS = _names("""
    _is_view broadcast_shapes can_cast data_ptr dim dim_order element_size get_default_dtype get_device
    get_num_threads get_rng_state initial_seed is_complex is_conj is_contiguous is_distributed
    is_floating_point is_inference is_neg is_same_size is_set_to is_signed is_tensor memory_stats
    ndimension nelement numel promote_types result_type size storage_offset stride
""")
"""The function returns a fact about shapes, dtypes or settings."""

SETS = _names("""
    empty_cache manual_seed seed set_default_dtype set_num_threads set_rng_state
""")
"""The function changes a setting."""

ITSELF = _names("""
    __array_wrap__ apply_ cumulative_trapezoid index_put index_put_ map2_ map_ trapezoid trapz
""")
"""The Python function asks policies and audits itself."""

VIEWS = _names("""
    adjoint as_subclass atleast_1d atleast_2d atleast_3d broadcast_tensors broadcast_to chunk detach
    diagonal dsplit expand expand_as flatten hsplit imag moveaxis movedim narrow permute ravel real
    reshape reshape_as select split split_with_sizes squeeze swapaxes swapdims t tensor_split transpose
    unbind unflatten unfold unsqueeze view view_as view_as_complex view_as_real vsplit
""")
"""No element is read."""

MEMORY = _names("""
    as_strided as_strided_ data_ptr dim_order is_contiguous resize_ resize_as_ set_ storage
    storage_offset stride untyped_storage
""")
"""The result depends on strides, or exposes memory."""

OPERATORS = {
    ast.Add: ("add", "add"),
    ast.Sub: ("sub", "sub", "subtract"),
    ast.Mult: ("mul", "mul", "multiply"),
    ast.Div: ("truediv", "div", "divide", "true_divide"),
    ast.FloorDiv: ("floordiv", "floor_divide"),
    ast.Mod: ("mod", "remainder", "mod"),
    ast.Pow: ("pow", "pow", "power"),
    ast.Eq: ("eq", "eq", "equal"),
    ast.NotEq: ("ne", "ne", "not_equal"),
    ast.Lt: ("lt", "lt", "less"),
    ast.LtE: ("le", "le", "less_equal"),
    ast.Gt: ("gt", "gt", "greater"),
    ast.GtE: ("ge", "ge", "greater_equal"),
    ast.BitAnd: ("and", "bitwise_and"),
    ast.BitOr: ("or", "bitwise_or"),
    ast.BitXor: ("xor", "bitwise_xor"),
    ast.Invert: ("invert", "bitwise_not", "invert", "bitwise_invert"),
    ast.LShift: ("lshift", "bitwise_left_shift", "left_shift"),
    ast.RShift: ("rshift", "bitwise_right_shift", "right_shift"),
    ast.USub: ("neg", "neg", "negative"),
    ast.UAdd: ("pos", "positive"),
    ast.MatMult: ("matmul", "matmul"),
}
"""Python's operators: the stem of their special methods, and the function's names."""

NUMPY = {
    "mod": "remainder",
    "power": "pow",
    "equal": "eq",
    "invert": "bitwise_not",
    "bitwise_invert": "bitwise_not",
    "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift",
    "fabs": "abs",
    "conjugate": "conj",
    "radians": "deg2rad",
    "degrees": "rad2deg",
    "rint": "round",
    "array": "tensor",
    "permute_dims": "permute",
    "expand_dims": "unsqueeze",
    "take_along_axis": "take_along_dim",
    "broadcast_arrays": "broadcast_tensors",
    "array_equal": "equal",
}
"""NumPy's name -> tbcast's."""

OPERANDS = {
    "pow": ("self", "exponent"),
    "power": ("self", "exponent"),
    "float_power": ("self", "exponent"),
    "complex": ("real", "imag"),
    "polar": ("abs", "angle"),
    "clamp": ("self", "min", "max"),
    "clip": ("self", "min", "max"),
    "clamp_min": ("self", "min"),
    "clamp_max": ("self", "max"),
    "heaviside": ("self", "values"),
    "where": ("condition", "input", "other"),
    "masked_fill": ("self", "mask"),
    "lerp": ("self", "end", "weight"),
    "addcmul": ("self", "tensor1", "tensor2"),
    "addcdiv": ("self", "tensor1", "tensor2"),
    "chebyshev_polynomial_t": ("x", "n"),
    "chebyshev_polynomial_u": ("x", "n"),
    "chebyshev_polynomial_v": ("x", "n"),
    "chebyshev_polynomial_w": ("x", "n"),
    "shifted_chebyshev_polynomial_t": ("x", "n"),
    "shifted_chebyshev_polynomial_u": ("x", "n"),
    "shifted_chebyshev_polynomial_v": ("x", "n"),
    "shifted_chebyshev_polynomial_w": ("x", "n"),
    "hermite_polynomial_h": ("x", "n"),
    "hermite_polynomial_he": ("x", "n"),
    "laguerre_polynomial_l": ("x", "n"),
    "legendre_polynomial_p": ("x", "n"),
    "vecdot": ("x", "y"),
    "normal": ("mean", "std"),
    "binomial": ("count", "prob"),
    "masked_scatter": ("self", "mask"),
    "masked_select": ("self", "mask"),
    "cosine_similarity": ("x1", "x2"),
    "binary_cross_entropy_with_logits": ("self", "target"),
    "pairwise_distance": ("x1", "x2"),
    "huber_loss": ("self", "target"),
    "smooth_l1_loss": ("self", "target"),
    "soft_margin_loss": ("self", "target"),
    "kl_div": ("self", "target"),
    "poisson_nll_loss": ("self", "target"),
    "gaussian_nll_loss": ("self", "target"),
    "hinge_embedding_loss": ("self", "target"),
    "margin_ranking_loss": ("self1", "input2"),
}
"""The operands' names, where they are not self and other."""
