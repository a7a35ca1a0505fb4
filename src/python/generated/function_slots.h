/* Slots of the arguments of every function; bodies and classes that rows name.
 * Written by src/codegen from the function table; do not edit. */

#ifndef TBPY_FUNCTION_SLOTS_H
#define TBPY_FUNCTION_SLOTS_H

enum { TBPY_GENERATOR_GET_STATE_SELF };
enum { TBPY_GENERATOR_INITIAL_SEED_SELF };
enum { TBPY_GENERATOR_MANUAL_SEED_SELF, TBPY_GENERATOR_MANUAL_SEED_SEED };
enum { TBPY_GENERATOR_SEED_SELF };
enum { TBPY_GENERATOR_SET_STATE_SELF, TBPY_GENERATOR_SET_STATE_NEW_STATE };
enum { TBPY_SIZE___REDUCE___SELF };
enum { TBPY_SIZE_NUMEL_SELF };
enum { TBPY_UNTYPEDSTORAGE___SIZEOF___SELF };
enum { TBPY_UNTYPEDSTORAGE__ELEMENTS_SELF, TBPY_UNTYPEDSTORAGE__ELEMENTS_DTYPE };
enum { TBPY_UNTYPEDSTORAGE_CLONE_SELF, TBPY_UNTYPEDSTORAGE_CLONE_MEMO };
enum { TBPY_UNTYPEDSTORAGE_COPY__SELF, TBPY_UNTYPEDSTORAGE_COPY__SRC, TBPY_UNTYPEDSTORAGE_COPY__NON_BLOCKING };
enum { TBPY_UNTYPEDSTORAGE_DATA_PTR_SELF };
enum { TBPY_UNTYPEDSTORAGE_ELEMENT_SIZE_SELF };
enum { TBPY_UNTYPEDSTORAGE_FILL__SELF, TBPY_UNTYPEDSTORAGE_FILL__VALUE };
enum { TBPY_UNTYPEDSTORAGE_NBYTES_SELF };
enum { TBPY_UNTYPEDSTORAGE_RESIZABLE_SELF };
enum { TBPY_UNTYPEDSTORAGE_SELF_SELF };
enum { TBPY_UNTYPEDSTORAGE_TOLIST_SELF };
enum { TBPY_ADJOINT_INPUT };
enum { TBPY_ALLCLOSE_INPUT, TBPY_ALLCLOSE_OTHER, TBPY_ALLCLOSE_RTOL, TBPY_ALLCLOSE_ATOL, TBPY_ALLCLOSE_EQUAL_NAN };
enum { TBPY_ALONG_DIM_INPUT, TBPY_ALONG_DIM_DIM, TBPY_ALONG_DIM_DTYPE, TBPY_ALONG_DIM_OUT, TBPY_ALONG_DIM_KEEPDIM, TBPY_ALONG_DIM_STABLE, TBPY_ALONG_DIM_DESCENDING, TBPY_ALONG_DIM_K, TBPY_ALONG_DIM_LARGEST, TBPY_ALONG_DIM_SORTED, TBPY_ALONG_DIM_NORMALIZED_SHAPE, TBPY_ALONG_DIM_WEIGHT, TBPY_ALONG_DIM_BIAS, TBPY_ALONG_DIM_EPS, TBPY_ALONG_DIM_CUDNN_ENABLE };
enum { TBPY_ARGWHERE_INPUT };
enum { TBPY_AS_STRIDED_INPUT, TBPY_AS_STRIDED_SIZE, TBPY_AS_STRIDED_STRIDE, TBPY_AS_STRIDED_STORAGE_OFFSET };
enum { TBPY_AS_TENSOR_DATA, TBPY_AS_TENSOR_DTYPE, TBPY_AS_TENSOR_DEVICE };
enum { TBPY_ASARRAY_OBJ, TBPY_ASARRAY_DTYPE, TBPY_ASARRAY_DEVICE, TBPY_ASARRAY_COPY, TBPY_ASARRAY_REQUIRES_GRAD };
enum { TBPY_ATLEAST_INPUT, TBPY_ATLEAST_TENSORS };
enum { TBPY_BERNOULLI_INPUT, TBPY_BERNOULLI_GENERATOR, TBPY_BERNOULLI_OUT, TBPY_BERNOULLI_P };
enum { TBPY_BERNOULLI_IN_PLACE_INPUT, TBPY_BERNOULLI_IN_PLACE_P, TBPY_BERNOULLI_IN_PLACE_GENERATOR };
enum { TBPY_BINCOUNT_INPUT, TBPY_BINCOUNT_WEIGHTS, TBPY_BINCOUNT_MINLENGTH };
enum { TBPY_BROADCAST_SHAPES_SHAPES };
enum { TBPY_BROADCAST_TENSORS_TENSORS };
enum { TBPY_CAN_CAST_FROM_, TBPY_CAN_CAST_TO };
enum { TBPY_CAST_INPUT, TBPY_CAST_MEMORY_FORMAT };
enum { TBPY_CDIST_X1, TBPY_CDIST_X2, TBPY_CDIST_P };
enum { TBPY_CHUNK_INPUT, TBPY_CHUNK_CHUNKS, TBPY_CHUNK_DIM };
enum { TBPY_CLONE_INPUT, TBPY_CLONE_MEMORY_FORMAT };
enum { TBPY_COLUMNS_INPUT, TBPY_COLUMNS_N, TBPY_COLUMNS_GENERATOR };
enum { TBPY_COMPLEX_INPUT };
enum { TBPY_CONTIGUOUS_INPUT, TBPY_CONTIGUOUS_MEMORY_FORMAT };
enum { TBPY_COPY_INPUT, TBPY_COPY_OTHER, TBPY_COPY_NON_BLOCKING, TBPY_COPY_ASYNC };
enum { TBPY_COUNTS_INPUT, TBPY_COUNTS_P, TBPY_COUNTS_GENERATOR, TBPY_COUNTS_NARROW };
enum { TBPY_CUDA_INPUT, TBPY_CUDA_DEVICE, TBPY_CUDA_NON_BLOCKING, TBPY_CUDA_MEMORY_FORMAT };
enum { TBPY_DETACH_INPUT };
enum { TBPY_DEVICE___ENTER___SELF };
enum { TBPY_DEVICE___EXIT___SELF, TBPY_DEVICE___EXIT___TYPE, TBPY_DEVICE___EXIT___VALUE, TBPY_DEVICE___EXIT___TRACEBACK };
enum { TBPY_DEVICE___REDUCE___SELF };
enum { TBPY_DIAG_INPUT, TBPY_DIAG_DIAGONAL, TBPY_DIAG_OUT };
enum { TBPY_DIAG_EMBED_INPUT, TBPY_DIAG_EMBED_OFFSET, TBPY_DIAG_EMBED_DIM1, TBPY_DIAG_EMBED_DIM2 };
enum { TBPY_DIAGFLAT_INPUT, TBPY_DIAGFLAT_OFFSET };
enum { TBPY_DIAGONAL_INPUT, TBPY_DIAGONAL_OFFSET, TBPY_DIAGONAL_DIM1, TBPY_DIAGONAL_DIM2 };
enum { TBPY_DLPACK_DEVICE_INPUT };
enum { TBPY_DRAW_SIZE, TBPY_DRAW_GENERATOR, TBPY_DRAW_OUT, TBPY_DRAW_DTYPE, TBPY_DRAW_LAYOUT, TBPY_DRAW_DEVICE, TBPY_DRAW_PIN_MEMORY, TBPY_DRAW_REQUIRES_GRAD };
enum { TBPY_DRAW_IN_PLACE_INPUT, TBPY_DRAW_IN_PLACE_MEAN, TBPY_DRAW_IN_PLACE_STD, TBPY_DRAW_IN_PLACE_GENERATOR };
enum { TBPY_DRAW_LIKE_INPUT, TBPY_DRAW_LIKE_GENERATOR, TBPY_DRAW_LIKE_MEMORY_FORMAT, TBPY_DRAW_LIKE_DTYPE, TBPY_DRAW_LIKE_LAYOUT, TBPY_DRAW_LIKE_DEVICE, TBPY_DRAW_LIKE_PIN_MEMORY, TBPY_DRAW_LIKE_REQUIRES_GRAD };
enum { TBPY_DTYPE___REDUCE___SELF };
enum { TBPY_DTYPE_TO_COMPLEX_SELF };
enum { TBPY_DTYPE_TO_REAL_SELF };
enum { TBPY_EMPTY_STRIDED_SIZE, TBPY_EMPTY_STRIDED_STRIDE, TBPY_EMPTY_STRIDED_DTYPE, TBPY_EMPTY_STRIDED_LAYOUT, TBPY_EMPTY_STRIDED_DEVICE, TBPY_EMPTY_STRIDED_PIN_MEMORY, TBPY_EMPTY_STRIDED_REQUIRES_GRAD, TBPY_EMPTY_STRIDED_INPUT };
enum { TBPY_EQUAL_INPUT, TBPY_EQUAL_OTHER };
enum { TBPY_EXPAND_INPUT, TBPY_EXPAND_SIZE, TBPY_EXPAND_IMPLICIT };
enum { TBPY_EXPAND_AS_INPUT, TBPY_EXPAND_AS_OTHER };
enum { TBPY_EXPAND_COPY_INPUT, TBPY_EXPAND_COPY_SIZE, TBPY_EXPAND_COPY_IMPLICIT, TBPY_EXPAND_COPY_OUT };
enum { TBPY_EYE_N, TBPY_EYE_OUT, TBPY_EYE_DTYPE, TBPY_EYE_LAYOUT, TBPY_EYE_DEVICE, TBPY_EYE_PIN_MEMORY, TBPY_EYE_REQUIRES_GRAD, TBPY_EYE_M };
enum { TBPY_FILL_INPUT, TBPY_FILL_VALUE };
enum { TBPY_FILL_WITH_DRAWS_INPUT, TBPY_FILL_WITH_DRAWS_A, TBPY_FILL_WITH_DRAWS_B, TBPY_FILL_WITH_DRAWS_GENERATOR };
enum { TBPY_FILLED_SIZE, TBPY_FILLED_MEMORY_FORMAT, TBPY_FILLED_OUT, TBPY_FILLED_DTYPE, TBPY_FILLED_LAYOUT, TBPY_FILLED_DEVICE, TBPY_FILLED_PIN_MEMORY, TBPY_FILLED_REQUIRES_GRAD, TBPY_FILLED_FILL_VALUE, TBPY_FILLED_INPUT };
enum { TBPY_FLATTEN_INPUT, TBPY_FLATTEN_START_DIM, TBPY_FLATTEN_END_DIM };
enum { TBPY_FLIP_INPUT, TBPY_FLIP_DIMS };
enum { TBPY_FLIPLR_INPUT };
enum { TBPY_FROM_DLPACK_DATA, TBPY_FROM_DLPACK_COPY };
enum { TBPY_FROM_NUMPY_NDARRAY };
enum { TBPY_FROMBUFFER_BUFFER, TBPY_FROMBUFFER_DTYPE, TBPY_FROMBUFFER_COUNT, TBPY_FROMBUFFER_OFFSET, TBPY_FROMBUFFER_REQUIRES_GRAD };
enum { TBPY_HSTACK_TENSORS, TBPY_HSTACK_OUT };
enum { TBPY_IMAG_INPUT };
enum { TBPY_INDEX_PUT_INPUT, TBPY_INDEX_PUT_INDICES, TBPY_INDEX_PUT_VALUES, TBPY_INDEX_PUT_ACCUMULATE };
enum { TBPY_INDEXED_INPUT, TBPY_INDEXED_DIM, TBPY_INDEXED_INDEX, TBPY_INDEXED_OUT, TBPY_INDEXED_SPARSE_GRAD, TBPY_INDEXED_VALUE, TBPY_INDEXED_SRC, TBPY_INDEXED_ACCUMULATE, TBPY_INDEXED_ALPHA, TBPY_INDEXED_REDUCE, TBPY_INDEXED_INCLUDE_SELF };
enum { TBPY_IS_CONTIGUOUS_INPUT, TBPY_IS_CONTIGUOUS_MEMORY_FORMAT };
enum { TBPY_IS_TENSOR_OBJ };
enum { TBPY_ISCLOSE_INPUT, TBPY_ISCLOSE_OTHER, TBPY_ISCLOSE_RTOL, TBPY_ISCLOSE_ATOL, TBPY_ISCLOSE_EQUAL_NAN };
enum { TBPY_ITEM_INPUT };
enum { TBPY_JOIN_TENSORS, TBPY_JOIN_DIM, TBPY_JOIN_OUT };
enum { TBPY_LAYOUT___REDUCE___SELF };
enum { TBPY_LEGACY_SELF, TBPY_LEGACY_DEVICE, TBPY_LEGACY_STORAGE, TBPY_LEGACY_OTHER, TBPY_LEGACY_SIZE, TBPY_LEGACY_DATA };
enum { TBPY_LINSPACE_START, TBPY_LINSPACE_END, TBPY_LINSPACE_STEPS, TBPY_LINSPACE_OUT, TBPY_LINSPACE_DTYPE, TBPY_LINSPACE_LAYOUT, TBPY_LINSPACE_DEVICE, TBPY_LINSPACE_PIN_MEMORY, TBPY_LINSPACE_REQUIRES_GRAD, TBPY_LINSPACE_BASE };
enum { TBPY_MAKE_GENERATOR_SELF, TBPY_MAKE_GENERATOR_DEVICE };
enum { TBPY_MAKE_UNTYPEDSTORAGE_SELF, TBPY_MAKE_UNTYPEDSTORAGE_ALLOCATOR, TBPY_MAKE_UNTYPEDSTORAGE_DEVICE, TBPY_MAKE_UNTYPEDSTORAGE_SIZE, TBPY_MAKE_UNTYPEDSTORAGE_SEQUENCE };
enum { TBPY_MAKE_DEVICE_SELF, TBPY_MAKE_DEVICE_DEVICE, TBPY_MAKE_DEVICE_TYPE, TBPY_MAKE_DEVICE_INDEX };
enum { TBPY_MAKE_FINFO_SELF, TBPY_MAKE_FINFO_TYPE };
enum { TBPY_MAKE_IINFO_SELF, TBPY_MAKE_IINFO_TYPE };
enum { TBPY_MANUAL_SEED_SEED };
enum { TBPY_MASKED_SELECT_INPUT, TBPY_MASKED_SELECT_MASK, TBPY_MASKED_SELECT_OUT };
enum { TBPY_MEMORY_FORMAT___REDUCE___SELF };
enum { TBPY_MOVEDIM_INPUT, TBPY_MOVEDIM_SOURCE, TBPY_MOVEDIM_DESTINATION };
enum { TBPY_NARROW_INPUT, TBPY_NARROW_DIM, TBPY_NARROW_START, TBPY_NARROW_LENGTH };
enum { TBPY_NARROW_COPY_INPUT, TBPY_NARROW_COPY_DIM, TBPY_NARROW_COPY_START, TBPY_NARROW_COPY_LENGTH, TBPY_NARROW_COPY_OUT };
enum { TBPY_NEW_TENSOR_INPUT, TBPY_NEW_TENSOR_DATA, TBPY_NEW_TENSOR_DTYPE, TBPY_NEW_TENSOR_DEVICE, TBPY_NEW_TENSOR_REQUIRES_GRAD };
enum { TBPY_NONZERO_INPUT, TBPY_NONZERO_AS_TUPLE, TBPY_NONZERO_OUT };
enum { TBPY_NUMPY_INPUT, TBPY_NUMPY_FORCE };
enum { TBPY_OUTER_INPUT, TBPY_OUTER_VEC2, TBPY_OUTER_OUT };
enum { TBPY_PADDED_INPUT, TBPY_PADDED_PAD, TBPY_PADDED_MODE, TBPY_PADDED_VALUE, TBPY_PADDED_MEMORY_FORMAT };
enum { TBPY_PERMUTE_INPUT, TBPY_PERMUTE_DIMS };
enum { TBPY_PREDICATE_INPUT, TBPY_PREDICATE_TENSOR, TBPY_PREDICATE_OTHER };
enum { TBPY_PRODUCT_INPUT, TBPY_PRODUCT_OTHER, TBPY_PRODUCT_OUT, TBPY_PRODUCT_OUT_DTYPE };
enum { TBPY_PRODUCT_SUM_INPUT, TBPY_PRODUCT_SUM_MAT1, TBPY_PRODUCT_SUM_MAT2, TBPY_PRODUCT_SUM_BETA, TBPY_PRODUCT_SUM_ALPHA, TBPY_PRODUCT_SUM_OUT, TBPY_PRODUCT_SUM_OUT_DTYPE };
enum { TBPY_PROMOTE_TYPES_TYPE1, TBPY_PROMOTE_TYPES_TYPE2 };
enum { TBPY_RANDINT_HIGH, TBPY_RANDINT_SIZE, TBPY_RANDINT_GENERATOR, TBPY_RANDINT_OUT, TBPY_RANDINT_DTYPE, TBPY_RANDINT_LAYOUT, TBPY_RANDINT_DEVICE, TBPY_RANDINT_PIN_MEMORY, TBPY_RANDINT_REQUIRES_GRAD, TBPY_RANDINT_LOW };
enum { TBPY_RANDINT_LIKE_INPUT, TBPY_RANDINT_LIKE_LOW, TBPY_RANDINT_LIKE_HIGH, TBPY_RANDINT_LIKE_GENERATOR, TBPY_RANDINT_LIKE_MEMORY_FORMAT, TBPY_RANDINT_LIKE_DTYPE, TBPY_RANDINT_LIKE_LAYOUT, TBPY_RANDINT_LIKE_DEVICE, TBPY_RANDINT_LIKE_PIN_MEMORY, TBPY_RANDINT_LIKE_REQUIRES_GRAD };
enum { TBPY_RANDOM_INPUT, TBPY_RANDOM_GENERATOR, TBPY_RANDOM_FROM, TBPY_RANDOM_TO };
enum { TBPY_RANDPERM_N, TBPY_RANDPERM_GENERATOR, TBPY_RANDPERM_OUT, TBPY_RANDPERM_DTYPE, TBPY_RANDPERM_LAYOUT, TBPY_RANDPERM_DEVICE, TBPY_RANDPERM_PIN_MEMORY, TBPY_RANDPERM_REQUIRES_GRAD };
enum { TBPY_RANGE_END, TBPY_RANGE_OUT, TBPY_RANGE_DTYPE, TBPY_RANGE_LAYOUT, TBPY_RANGE_DEVICE, TBPY_RANGE_PIN_MEMORY, TBPY_RANGE_REQUIRES_GRAD, TBPY_RANGE_START, TBPY_RANGE_STEP };
enum { TBPY_RAVEL_INPUT };
enum { TBPY_REAL_INPUT };
enum { TBPY_REDUCE_INPUT, TBPY_REDUCE_DTYPE, TBPY_REDUCE_DIM, TBPY_REDUCE_KEEPDIM, TBPY_REDUCE_OUT, TBPY_REDUCE_OTHER, TBPY_REDUCE_UNBIASED, TBPY_REDUCE_CORRECTION, TBPY_REDUCE_ORD };
enum { TBPY_REPEAT_INPUT, TBPY_REPEAT_REPEATS };
enum { TBPY_REPEAT_INTERLEAVE_INPUT, TBPY_REPEAT_INTERLEAVE_REPEATS, TBPY_REPEAT_INTERLEAVE_DIM, TBPY_REPEAT_INTERLEAVE_OUTPUT_SIZE };
enum { TBPY_REQUIRES_GRAD_INPUT, TBPY_REQUIRES_GRAD_REQUIRES_GRAD };
enum { TBPY_RESHAPE_INPUT, TBPY_RESHAPE_SHAPE };
enum { TBPY_RESHAPE_AS_INPUT, TBPY_RESHAPE_AS_OTHER };
enum { TBPY_RESIZE_INPUT, TBPY_RESIZE_SIZE, TBPY_RESIZE_MEMORY_FORMAT };
enum { TBPY_RESIZE_AS_INPUT, TBPY_RESIZE_AS_THE_TEMPLATE, TBPY_RESIZE_AS_MEMORY_FORMAT };
enum { TBPY_RESULT_TYPE_TENSOR, TBPY_RESULT_TYPE_OTHER, TBPY_RESULT_TYPE_SCALAR, TBPY_RESULT_TYPE_SCALAR1, TBPY_RESULT_TYPE_SCALAR2 };
enum { TBPY_REVERSED_INPUT };
enum { TBPY_ROLL_INPUT, TBPY_ROLL_SHIFTS, TBPY_ROLL_DIMS };
enum { TBPY_ROT90_INPUT, TBPY_ROT90_K, TBPY_ROT90_DIMS };
enum { TBPY_SEARCH_NUMBERS, TBPY_SEARCH_VALUES, TBPY_SEARCH_RIGHT, TBPY_SEARCH_NARROW };
enum { TBPY_SELECT_INPUT, TBPY_SELECT_DIM, TBPY_SELECT_INDEX };
enum { TBPY_SET_INPUT, TBPY_SET_SOURCE, TBPY_SET_STORAGE_OFFSET, TBPY_SET_SIZE, TBPY_SET_STRIDE };
enum { TBPY_SET_DEFAULT_DTYPE_D };
enum { TBPY_SET_NUM_THREADS_COUNT };
enum { TBPY_SET_RNG_STATE_NEW_STATE };
enum { TBPY_SIZE_INPUT, TBPY_SIZE_DIM };
enum { TBPY_SPLIT_TENSOR, TBPY_SPLIT_SPLIT_SIZE_OR_SECTIONS, TBPY_SPLIT_DIM, TBPY_SPLIT_SPLIT_SIZE };
enum { TBPY_SPLIT_ALONG_INPUT, TBPY_SPLIT_ALONG_SECTIONS, TBPY_SPLIT_ALONG_INDICES };
enum { TBPY_SPLIT_WITH_SIZES_INPUT, TBPY_SPLIT_WITH_SIZES_SPLIT_SIZES, TBPY_SPLIT_WITH_SIZES_DIM };
enum { TBPY_SQUEEZE_INPUT, TBPY_SQUEEZE_DIM };
enum { TBPY_STRIDE_INPUT, TBPY_STRIDE_DIM };
enum { TBPY_SUM_TO_SIZE_INPUT, TBPY_SUM_TO_SIZE_SIZE };
enum { TBPY_T_INPUT };
enum { TBPY_TENSOR_DATA, TBPY_TENSOR_DTYPE, TBPY_TENSOR_DEVICE, TBPY_TENSOR_PIN_MEMORY, TBPY_TENSOR_REQUIRES_GRAD };
enum { TBPY_TENSOR_SPLIT_INPUT, TBPY_TENSOR_SPLIT_INDICES, TBPY_TENSOR_SPLIT_DIM, TBPY_TENSOR_SPLIT_TENSOR_INDICES_OR_SECTIONS, TBPY_TENSOR_SPLIT_SECTIONS };
enum { TBPY_TILE_INPUT, TBPY_TILE_DIMS };
enum { TBPY_TO_INPUT, TBPY_TO_DEVICE, TBPY_TO_DTYPE, TBPY_TO_NON_BLOCKING, TBPY_TO_COPY, TBPY_TO_MEMORY_FORMAT, TBPY_TO_TENSOR };
enum { TBPY_TO_DLPACK_DATA, TBPY_TO_DLPACK_DL_DEVICE, TBPY_TO_DLPACK_COPY, TBPY_TO_DLPACK_STREAM, TBPY_TO_DLPACK_MAX_VERSION };
enum { TBPY_TOLIST_INPUT };
enum { TBPY_TRANSPOSE_INPUT, TBPY_TRANSPOSE_DIM0, TBPY_TRANSPOSE_DIM1 };
enum { TBPY_TRIL_INPUT, TBPY_TRIL_DIAGONAL, TBPY_TRIL_OUT };
enum { TBPY_TYPE_INPUT, TBPY_TYPE_DTYPE, TBPY_TYPE_NON_BLOCKING, TBPY_TYPE_MEMORY_FORMAT, TBPY_TYPE_ASYNC };
enum { TBPY_TYPE_AS_INPUT, TBPY_TYPE_AS_OTHER };
enum { TBPY_UNBIND_INPUT, TBPY_UNBIND_DIM };
enum { TBPY_UNFLATTEN_INPUT, TBPY_UNFLATTEN_DIM, TBPY_UNFLATTEN_SIZES };
enum { TBPY_UNFOLD_INPUT, TBPY_UNFOLD_DIMENSION, TBPY_UNFOLD_SIZE, TBPY_UNFOLD_STEP };
enum { TBPY_UNSQUEEZE_INPUT, TBPY_UNSQUEEZE_DIM };
enum { TBPY_UNTYPED_STORAGE_INPUT };
enum { TBPY_VIEW_INPUT, TBPY_VIEW_DTYPE, TBPY_VIEW_SIZE };
enum { TBPY_VIEW_AS_INPUT, TBPY_VIEW_AS_OTHER };
enum { TBPY_VIEW_AS_COMPLEX_INPUT };
enum { TBPY_VIEW_AS_REAL_INPUT };
enum { TBPY_ZERO_INPUT };

#define TBPY_MAX_SLOTS 15
#define TBPY_FOR_EACH_BODY(X) \
    X(Generator_get_state) \
    X(Generator_initial_seed) \
    X(Generator_manual_seed) \
    X(Generator_seed) \
    X(Generator_set_state) \
    X(Size___reduce__) \
    X(Size_numel) \
    X(UntypedStorage___sizeof__) \
    X(UntypedStorage__elements) \
    X(UntypedStorage_clone) \
    X(UntypedStorage_copy_) \
    X(UntypedStorage_data_ptr) \
    X(UntypedStorage_element_size) \
    X(UntypedStorage_fill_) \
    X(UntypedStorage_nbytes) \
    X(UntypedStorage_resizable) \
    X(UntypedStorage_self) \
    X(UntypedStorage_tolist) \
    X(adjoint) \
    X(allclose) \
    X(along_dim) \
    X(arange) \
    X(argwhere) \
    X(as_strided) \
    X(as_tensor) \
    X(asarray) \
    X(atleast) \
    X(bernoulli) \
    X(bernoulli_in_place) \
    X(bincount) \
    X(broadcast_shapes) \
    X(broadcast_tensors) \
    X(can_cast) \
    X(cast) \
    X(cdist) \
    X(chunk) \
    X(clone) \
    X(columns) \
    X(complex) \
    X(contiguous) \
    X(copy) \
    X(counts) \
    X(cuda) \
    X(detach) \
    X(device___enter__) \
    X(device___exit__) \
    X(device___reduce__) \
    X(diag) \
    X(diag_embed) \
    X(diagflat) \
    X(diagonal) \
    X(dlpack_device) \
    X(dlpack_method) \
    X(draw) \
    X(draw_in_place) \
    X(draw_like) \
    X(dtype___reduce__) \
    X(dtype_to_complex) \
    X(dtype_to_real) \
    X(empty_cache) \
    X(empty_strided) \
    X(equal) \
    X(expand) \
    X(expand_as) \
    X(expand_copy) \
    X(eye) \
    X(fill) \
    X(fill_with_draws) \
    X(filled) \
    X(flatten) \
    X(flip) \
    X(fliplr) \
    X(from_dlpack) \
    X(from_numpy) \
    X(frombuffer) \
    X(gather) \
    X(get_default_dtype) \
    X(get_num_threads) \
    X(get_rng_state) \
    X(hstack) \
    X(imag) \
    X(index_fill) \
    X(index_put) \
    X(index_reduce) \
    X(index_write) \
    X(initial_seed) \
    X(is_contiguous) \
    X(is_tensor) \
    X(isclose) \
    X(item) \
    X(join) \
    X(layout___reduce__) \
    X(legacy) \
    X(like) \
    X(linspace) \
    X(make_Generator) \
    X(make_UntypedStorage) \
    X(make_device) \
    X(make_finfo) \
    X(make_iinfo) \
    X(manual_seed) \
    X(masked_select) \
    X(memory_format___reduce__) \
    X(memory_stats) \
    X(movedim) \
    X(narrow) \
    X(narrow_copy) \
    X(new_tensor) \
    X(nonzero) \
    X(numpy) \
    X(outer) \
    X(padded) \
    X(permute) \
    X(predicate) \
    X(product) \
    X(product_sum) \
    X(promote_types) \
    X(put) \
    X(randint) \
    X(randint_like) \
    X(random) \
    X(randperm) \
    X(range) \
    X(ravel) \
    X(real) \
    X(reduce) \
    X(repeat) \
    X(repeat_interleave) \
    X(requires_grad) \
    X(reshape) \
    X(reshape_as) \
    X(resize) \
    X(resize_as) \
    X(result_type) \
    X(reversed) \
    X(roll) \
    X(rot90) \
    X(scatter) \
    X(search) \
    X(seed) \
    X(select) \
    X(set) \
    X(set_default_dtype) \
    X(set_num_threads) \
    X(set_rng_state) \
    X(size) \
    X(split) \
    X(split_along) \
    X(split_with_sizes) \
    X(squeeze) \
    X(stride) \
    X(sum_to_size) \
    X(t) \
    X(take_along_dim) \
    X(tensor) \
    X(tensor_split) \
    X(tile) \
    X(to) \
    X(to_dlpack) \
    X(tolist) \
    X(transpose) \
    X(tril) \
    X(type) \
    X(type_as) \
    X(unbind) \
    X(unflatten) \
    X(unfold) \
    X(unsqueeze) \
    X(untyped_storage) \
    X(view) \
    X(view_as) \
    X(view_as_complex) \
    X(view_as_real) \
    X(zero) \

#define TBPY_FOR_EACH_CLASS(X) \
    X(Tensor) \
    X(device) \
    X(Size) \
    X(Generator) \
    X(UntypedStorage) \
    X(finfo) \
    X(iinfo) \
    X(dtype) \
    X(layout) \
    X(memory_format) \

#define TBPY_FOR_EACH_GETTER(X) \
    X(Tensor_H) \
    X(Tensor_array_interface) \
    X(Tensor_data) \
    X(Tensor_dtype) \
    X(Tensor_imag) \
    X(Tensor_itemsize) \
    X(Tensor_layout) \
    X(Tensor_mH) \
    X(Tensor_matrix_transpose) \
    X(Tensor_nbytes) \
    X(Tensor_ndim) \
    X(Tensor_real) \
    X(Tensor_requires_grad) \
    X(Tensor_reversed) \
    X(Tensor_shape) \
    X(device) \
    X(device_index) \
    X(device_type) \
    X(dtype__type_name) \
    X(dtype_is_complex) \
    X(dtype_is_floating_point) \
    X(dtype_is_signed) \
    X(dtype_itemsize) \
    X(dtype_numpy) \
    X(false) \
    X(finfo_eps) \
    X(finfo_max) \
    X(finfo_min) \
    X(finfo_resolution) \
    X(finfo_smallest_normal) \
    X(iinfo_max) \
    X(iinfo_min) \
    X(info_bits) \
    X(info_dtype) \
    X(none) \
    X(true) \
    X(zero) \

#define TBPY_FOR_EACH_SETTER(X) \
    X(Tensor_data) \
    X(Tensor_grad) \
    X(Tensor_imag) \
    X(Tensor_real) \
    X(Tensor_requires_grad) \

enum { TBPY_RETURN_AMINMAX, TBPY_RETURN_AMINMAX_OUT, TBPY_RETURN_CUMMAX, TBPY_RETURN_CUMMAX_OUT, TBPY_RETURN_CUMMIN, TBPY_RETURN_CUMMIN_OUT, TBPY_RETURN_FREXP, TBPY_RETURN_FREXP_OUT, TBPY_RETURN_HISTOGRAM, TBPY_RETURN_HISTOGRAM_OUT, TBPY_RETURN_HISTOGRAMDD, TBPY_RETURN_LINALG_CHOLESKY_EX, TBPY_RETURN_LINALG_CHOLESKY_EX_OUT, TBPY_RETURN_LINALG_EIG, TBPY_RETURN_LINALG_EIG_OUT, TBPY_RETURN_LINALG_EIGH, TBPY_RETURN_LINALG_EIGH_OUT, TBPY_RETURN_LINALG_INV_EX, TBPY_RETURN_LINALG_INV_EX_OUT, TBPY_RETURN_LINALG_LSTSQ, TBPY_RETURN_LINALG_LSTSQ_OUT, TBPY_RETURN_LINALG_LU, TBPY_RETURN_LINALG_LU_OUT, TBPY_RETURN_LINALG_LU_FACTOR, TBPY_RETURN_LINALG_LU_FACTOR_OUT, TBPY_RETURN_LINALG_LU_FACTOR_EX, TBPY_RETURN_LINALG_LU_FACTOR_EX_OUT, TBPY_RETURN_LINALG_QR, TBPY_RETURN_LINALG_QR_OUT, TBPY_RETURN_LINALG_SLOGDET, TBPY_RETURN_LINALG_SLOGDET_OUT, TBPY_RETURN_LINALG_SOLVE_EX, TBPY_RETURN_LINALG_SOLVE_EX_OUT, TBPY_RETURN_LINALG_SVD, TBPY_RETURN_LINALG_SVD_OUT, TBPY_RETURN_LU_UNPACK, TBPY_RETURN_LU_UNPACK_OUT, TBPY_RETURN_KTHVALUE, TBPY_RETURN_KTHVALUE_OUT, TBPY_RETURN_MAX, TBPY_RETURN_MAX_OUT, TBPY_RETURN_MEDIAN, TBPY_RETURN_MEDIAN_OUT, TBPY_RETURN_MIN, TBPY_RETURN_MIN_OUT, TBPY_RETURN_MODE, TBPY_RETURN_MODE_OUT, TBPY_RETURN_NANMEDIAN, TBPY_RETURN_NANMEDIAN_OUT, TBPY_RETURN_QR, TBPY_RETURN_QR_OUT, TBPY_RETURN_SLOGDET, TBPY_RETURN_SLOGDET_OUT, TBPY_RETURN_SORT, TBPY_RETURN_SORT_OUT, TBPY_RETURN_SVD, TBPY_RETURN_SVD_OUT, TBPY_RETURN_TOPK, TBPY_RETURN_TOPK_OUT, TBPY_RETURN_PLAIN };
#define TBPY_FOR_EACH_RETURN_TYPE(X) \
    X("aminmax", "the least and the greatest elements", "min", "max") \
    X("aminmax_out", "the least and the greatest elements", "min", "max") \
    X("cummax", "the greatest elements so far and where they are", "values", "indices") \
    X("cummax_out", "the greatest elements so far and where they are", "values", "indices") \
    X("cummin", "the least elements so far and where they are", "values", "indices") \
    X("cummin_out", "the least elements so far and where they are", "values", "indices") \
    X("frexp", "the elements as mantissas times powers of 2", "mantissa", "exponent") \
    X("frexp_out", "the elements as mantissas times powers of 2", "mantissa", "exponent") \
    X("histogram", "how many elements are in each bin and where the bins end", "hist", "bin_edges") \
    X("histogram_out", "how many elements are in each bin and where the bins end", "hist", "bin_edges") \
    X("histogramdd", "how many rows are in each bin and where each variable's bins end", "hist", "bin_edges") \
    X("linalg_cholesky_ex", "the triangular factors, and 0 or the order of the minor that is not positive", "L", "info") \
    X("linalg_cholesky_ex_out", "the triangular factors, and 0 or the order of the minor that is not positive", "L", "info") \
    X("linalg_eig", "the complex eigenvalues and the eigenvectors as columns", "eigenvalues", "eigenvectors") \
    X("linalg_eig_out", "the complex eigenvalues and the eigenvectors as columns", "eigenvalues", "eigenvectors") \
    X("linalg_eigh", "the real eigenvalues and the eigenvectors as columns", "eigenvalues", "eigenvectors") \
    X("linalg_eigh_out", "the real eigenvalues and the eigenvectors as columns", "eigenvalues", "eigenvectors") \
    X("linalg_inv_ex", "the inverses, and 0 or the place of the diagonal element that is zero", "inverse", "info") \
    X("linalg_inv_ex_out", "the inverses, and 0 or the place of the diagonal element that is zero", "inverse", "info") \
    X("linalg_lstsq", "the solutions and what is known of them", "solution", "residuals", "rank", "singular_values") \
    X("linalg_lstsq_out", "the solutions and what is known of them", "solution", "residuals", "rank", "singular_values") \
    X("linalg_lu", "the permutations and the triangular factors", "P", "L", "U") \
    X("linalg_lu_out", "the permutations and the triangular factors", "P", "L", "U") \
    X("linalg_lu_factor", "both triangular factors in one, and the rows that were exchanged", "LU", "pivots") \
    X("linalg_lu_factor_out", "both triangular factors in one, and the rows that were exchanged", "LU", "pivots") \
    X("linalg_lu_factor_ex", "the same, and 0 or the place of the pivot that is zero", "LU", "pivots", "info") \
    X("linalg_lu_factor_ex_out", "the same, and 0 or the place of the pivot that is zero", "LU", "pivots", "info") \
    X("linalg_qr", "the orthogonal and the triangular factors", "Q", "R") \
    X("linalg_qr_out", "the orthogonal and the triangular factors", "Q", "R") \
    X("linalg_slogdet", "the determinants' signs and the logarithms of their absolute values", "sign", "logabsdet") \
    X("linalg_slogdet_out", "the determinants' signs and the logarithms of their absolute values", "sign", "logabsdet") \
    X("linalg_solve_ex", "the solutions, and 0 or the place of the pivot that is zero", "result", "info") \
    X("linalg_solve_ex_out", "the solutions, and 0 or the place of the pivot that is zero", "result", "info") \
    X("linalg_svd", "the singular vectors and values", "U", "S", "Vh") \
    X("linalg_svd_out", "the singular vectors and values", "U", "S", "Vh") \
    X("lu_unpack", "the permutations and the triangular factors", "P", "L", "U") \
    X("lu_unpack_out", "the permutations and the triangular factors", "P", "L", "U") \
    X("kthvalue", "the k-th smallest elements and where they are", "values", "indices") \
    X("kthvalue_out", "the k-th smallest elements and where they are", "values", "indices") \
    X("max", "the greatest elements along a dimension and where they are", "values", "indices") \
    X("max_out", "the greatest elements along a dimension and where they are", "values", "indices") \
    X("median", "the medians along a dimension and where they are", "values", "indices") \
    X("median_out", "the medians along a dimension and where they are", "values", "indices") \
    X("min", "the least elements along a dimension and where they are", "values", "indices") \
    X("min_out", "the least elements along a dimension and where they are", "values", "indices") \
    X("mode", "the most frequent elements along a dimension and where they are", "values", "indices") \
    X("mode_out", "the most frequent elements along a dimension and where they are", "values", "indices") \
    X("nanmedian", "the medians of all but nan and where they are", "values", "indices") \
    X("nanmedian_out", "the medians of all but nan and where they are", "values", "indices") \
    X("qr", "the orthogonal and the triangular factors", "Q", "R") \
    X("qr_out", "the orthogonal and the triangular factors", "Q", "R") \
    X("slogdet", "the determinants' signs and the logarithms of their absolute values", "sign", "logabsdet") \
    X("slogdet_out", "the determinants' signs and the logarithms of their absolute values", "sign", "logabsdet") \
    X("sort", "the sorted elements and where they were", "values", "indices") \
    X("sort_out", "the sorted elements and where they were", "values", "indices") \
    X("svd", "the singular vectors and values", "U", "S", "V") \
    X("svd_out", "the singular vectors and values", "U", "S", "V") \
    X("topk", "the k largest or smallest elements and where they are", "values", "indices") \
    X("topk_out", "the k largest or smallest elements and where they are", "values", "indices") \

#endif
