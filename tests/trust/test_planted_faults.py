"""Would the tests notice?  Faults of the kinds that bugs are, planted one at a time in the core, the
bindings, the rows of tables and the Python package: what is named beside each, tests or C programs, passes
without it and must fail with it.

A fault is a line that is replaced.  Who changes such a line changes it here, too, or takes another.
"""

import re
import shlex
import shutil
import sys
from typing import NamedTuple

import pytest

from core_programs import SANITIZERS, Core, compiler_trouble, run as run_program
from repository import ROOT
from variants import COMPILER, FAILING

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="objects are linked as Linux does it"),
]


class Fault(NamedTuple):
    """In a source, what stands there, what stands there instead, and who is to notice."""

    source: str
    right: str
    wrong: str
    noticed_by: str  # arguments of pytest below tests/; or a program of tests/core/, and what watches it


OVERLAP = "trust/test_overlap.py::test_a_call_on_shared_memory_gives_what_copies_give_or_writes_nothing"
FAR_AHEAD = "trust/test_overlap.py::test_another_type_far_ahead_in_the_same_memory"
OPERANDS = "memory/test_leaks.py::test_no_call_keeps_the_memory_of_its_operands"
PIECES = "threads/test_threads.py::test_an_index_out_of_range_in_one_piece_is_an_error"
ADDRESSES, THREADS = SANITIZERS, ["-g1", "-O1", "-fsanitize=thread", "-DTB_FREE_THREADED"]

FAULTS = {
    # ---- bounds ----
    "a dimension beyond the last": Fault(
        "src/core/base/shape.c",
        "if (dim < -n || dim >= n)",
        "if (dim < -n || dim > n)",
        "call/test_errors.py",
    ),
    "an offset before the buffer": Fault(
        "src/python/interop/array_interface.c",
        "if (start < 0 || start > buffer->len) {",
        "if (start > buffer->len) {",
        "trust/test_bounds.py::test_array_interfaces_on_a_buffer_stay_inside_it",
    ),
    "elements behind the buffer": Fault(
        "src/python/interop/array_interface.c",
        "if (memory->elements * itemsize <= rest)",
        "if (memory->elements <= rest)",
        "trust/test_bounds.py::test_array_interfaces_on_a_buffer_stay_inside_it",
    ),
    "a kept block that is too small": Fault(
        "src/core/memory/allocator.c",
        "has >= room && has - room <=",
        "has + memory.page >= room && has - room <=",
        "",
    ),
    "one block too many is kept": Fault(
        "src/core/memory/storage.c", "kept->n[list] >= TB_SMALL_KEPT", "kept->n[list] > TB_SMALL_KEPT", ""
    ),
    "the last byte that a view touches": Fault(
        "src/core/memory/overlap.c", "(last + 1) * t->itemsize", "last * t->itemsize", OVERLAP
    ),
    "an element just behind the last": Fault(
        "src/core/memory/view.c",
        "if (i < -size || i >= size)",
        "if (i < -size || i > size)",
        "index/test_indexing.py",
    ),
    "a storage that is one element short": Fault(
        "src/core/memory/view.c",
        "if (extent > t->storage->nbytes / t->itemsize)",
        "if (extent > t->storage->nbytes / t->itemsize + 1)",
        "views/test_view_arguments.py",
    ),
    "one longer section too many": Fault(
        "src/core/memory/split.c",
        "(i < pieces->longer)",
        "(i <= pieces->longer)",
        "views/test_view_arguments.py",
    ),
    "a bisection of an odd number": Fault(
        "src/core/along_dim/search_rows.inc",
        "left[k] = half - (before & ~left[k] & 1);",
        "left[k] = half - (before & left[k] & 1);",
        "along_dim/test_sets.py",
    ),
    "k as large as the slice": Fault(
        "src/core/along_dim/topk.c",
        "c->k > tb_size_or_1(in, c->axis)",
        "c->k >= tb_size_or_1(in, c->axis)",
        "along_dim/test_scan.py",
    ),
    "an index equal to the bound": Fault(
        "src/core/gather/gather_elements.c",
        "        if (at >= s.bound)\n            return b;",
        "        if (at > s.bound)\n            return b;",
        "index/test_gather.py",
    ),
    "a record that just fits": Fault(
        "tbcast/_serialization/loading.py",
        "if numel * dtype.itemsize > nbytes:",
        "if numel * dtype.itemsize >= nbytes:",
        "package/test_save_load.py",
    ),
    # ---- strides and layouts ----
    "a repeated dimension that moves on": Fault(
        "src/core/base/shape.c",
        "bool repeated = i > ndim || size[ndim - i] != target[target_ndim - i];",
        "bool repeated = i > ndim;",
        "base/test_shapes.py",
    ),
    "strides of a size of 0": Fault(
        "src/core/base/layout.c",
        "step = tb_saturating_mul(step, size[d] > 1 ? size[d] : 1);",
        "step = tb_saturating_mul(step, size[d]);",
        "base/test_shapes.py",
    ),
    "a piece of a plan that begins with the first row": Fault(
        "src/core/plan/plan.c",
        "slice->data[k] = plan->data[k] + first * plan->stride[k][d];",
        "slice->data[k] = plan->data[k];",
        "threads/test_threads.py::test_results_do_not_depend_on_the_number_of_threads",
    ),
    "a common shape in front, always": Fault(
        "src/core/index/index_plan.c",
        "plan->before = u->indexed == last - first + 1 ? first : 0;",
        "plan->before = 0;",
        "index/test_indexing.py",
    ),
    "Fortran's order": Fault(
        "src/python/interop/buffer_export.c",
        "size[i] = t->size[t->ndim - 1 - i];",
        "size[i] = t->size[i];",
        "interop/test_buffers.py",
    ),
    "a diagonal that begins along the other dimension": Fault(
        "src/core/memory/split.c",
        "t->stride[offset >= 0 ? b : a]",
        "t->stride[offset >= 0 ? a : b]",
        "views/test_splitting.py::test_windows_diagonals_and_parts_are_numpys",
    ),
    "windows one element apart": Fault(
        "src/core/memory/split.c",
        "g.stride[d] = tb_saturating_mul(stride, step);",
        "g.stride[d] = stride;",
        "views/test_splitting.py::test_windows_diagonals_and_parts_are_numpys",
    ),
    "a product's second block of depth": Fault(
        "src/core/linalg/product_one.c",
        "w->depth_at * p->a.column) * itemsize;",
        "w->depth_at * p->a.row) * itemsize;",
        "linalg/test_matmul.py",
    ),
    "strides of swapped dimensions": Fault(
        "src/core/plan/plan.c",
        "    for (int k = 0; k < plan->nop; k++) {\n        t = plan->stride[k][i];",
        "    for (int k = 0; k + 1 < plan->nop; k++) {\n        t = plan->stride[k][i];",
        "pointwise/test_arithmetic.py",
    ),
    "rows of a short last block": Fault(
        "src/core/iterate/copy_segments.c",
        "tile + i * block * bytes",
        "tile + i * m * bytes",
        "join/test_shape_functions.py::test_large_tensors_that_threads_share_are_torchs",
    ),
    "a shorter first block of rows": Fault(
        "src/core/iterate/choose.c",
        "iteration->rows_short * crossed->stride[k][t + 1];",
        "iteration->rows_short * crossed->stride[k][t];",
        "pointwise/test_arithmetic.py::test_a_large_transposed_operand_may_begin_within_a_cache_line",
    ),
    "equal strides with gaps": Fault(
        "src/core/pointwise/result_layout.c",
        "else if (dense && equal)",
        "else if (equal)",
        "pointwise/test_arithmetic.py",
    ),
    "the parts of complex results": Fault(
        "src/core/reduce/reduce_plan.c",
        "stride[k] = job->out_stride[d] * itemsize[k] * parts;",
        "stride[k] = job->out_stride[d] * itemsize[k];",
        "reduce/test_reductions.py",
    ),
    "one repeat's stride": Fault(
        "src/core/gather/repeat_interleave.c",
        "d == axis ? repeats * out->stride[d] : out->stride[d]",
        "out->stride[d]",
        "join/test_shape_functions.py",
    ),
    "the strides of the last matrix but one": Fault(
        "src/core/linalg/matmul_route.c",
        "    for (int d = 0; d < n - 2; d++)\n        if (stride[d]",
        "    for (int d = 0; d < n - 3; d++)\n        if (stride[d]",
        "linalg/test_matmul.py",
    ),
    "columns that are not contiguous": Fault(
        "src/core/linalg/distance.c",
        "m->b + k * m->b_step * size",
        "m->b + k * size",
        "linalg/test_contractions.py",
    ),
    "two dimensions that are moved in a row": Fault(
        "src/core/memory/reshape.c",
        "while (moved >> next & 1)",
        "if (moved >> next & 1)",
        "views/test_view_geometry.py::test_two_dimensions_are_moved_as_numpy_moves_axes",
    ),
    "where an element of another size begins": Fault(
        "src/core/memory/view_dtype.c",
        "    if (t->offset % ratio != 0)\n"
        '        return fail(t, dtype, "storage_offset()", ratio, t->offset, err);\n',
        "",
        "views/test_view_dtype.py",
    ),
    "the boundary of a transpose": Fault(
        "src/core/create/tril.c",
        "w->boundary = 1 - w->boundary;",
        "w->boundary = -w->boundary;",
        "parity/test_functions.py::test_every_call_of_a_row_is_torchs[sample-tril]",
    ),
    "memory formats but the second's": Fault(
        "src/core/join/join_prepare.c",
        "for (int64_t i = 1; i < join->n && format != TB_CONTIGUOUS_FORMAT; i++)",
        "for (int64_t i = 2; i < join->n && format != TB_CONTIGUOUS_FORMAT; i++)",
        "join/test_shape_functions.py",
    ),
    # ---- dtypes ----
    "uint8 and int8": Fault(
        "src/core/base/dtype.c",
        "TB_FLOAT32 : TB_INT16;",
        "TB_FLOAT32 : TB_INT8;",
        "parity/test_recorded.py",
    ),
    "float64 and complex64": Fault(
        "src/core/base/dtype.c",
        "return tb_promote(tb_to_complex(a), b);",
        "return b;",
        "parity/test_recorded.py",
    ),
    "complex64 where doubles are asked for": Fault(
        "src/core/pointwise/promotion.h",
        "kind == TB_KIND_COMPLEX ? TB_COMPLEX128 : TB_FLOAT64",
        "kind == TB_KIND_COMPLEX ? common : TB_FLOAT64",
        "pointwise/test_pointwise.py::test_every_form_agrees_with_torch_and_numpy",
    ),
    "two halves": Fault(
        "src/core/base/dtype.c",
        "low->kind == TB_KIND_FLOAT ? TB_FLOAT32 : TB_INT16",
        "low->kind == TB_KIND_FLOAT ? TB_BFLOAT16 : TB_INT16",
        "parity/test_functions.py::test_every_call_of_a_row_is_torchs[sample-stack]",
    ),
    "uint16 and complex64": Fault(
        "src/core/base/dtype.c",
        "return high->kind == TB_KIND_FLOAT ? b : TB_UNDEFINED;",
        "return high->kind >= TB_KIND_FLOAT ? b : TB_UNDEFINED;",
        "types/test_unsigned.py",
    ),
    "what is counted in int64": Fault(
        "src/core/pointwise/promotion.h",
        "return common == TB_BOOL ? TB_INT64 : common;",
        "return common <= TB_INT8 ? TB_INT64 : common;",
        "pointwise/test_unary.py",
    ),
    "nan among halves": Fault(
        "src/core/gather/gather_elements.c",
        "return key_of(o, infinity, -0x8000) < key_of(t, infinity, -0x8000) ? o : t;",
        "return key_of(o, infinity, 0x8000) < key_of(t, infinity, 0x8000) ? o : t;",
        "index/test_gather.py::test_an_extremum_of_nan_is_nan_on_either_side",
    ),
    "a true byte of 0x80": Fault(
        "src/core/index/nonzero.c",
        "((word | ((word & low) + low)) >> 7)",
        "(((word & low) + low) >> 7)",
        "index/test_indexing.py::test_any_byte_but_0_is_true_to_nonzero_and_to_masks",
    ),
    "a sorted byte that is no bool": Fault(
        "src/core/along_dim/sort.c",
        "count(b, key_bool, true)",
        "count(b, key_bool, false)",
        "along_dim/test_scan.py::test_sorted_bools_are_bytes_of_0_and_1_whatever_they_were",
    ),
    # ---- checks and errors ----
    "a shape of more bytes than there are": Fault(
        "src/core/base/shape.c",
        "if (!product_fits(size, ndim, itemsize, &nbytes))",
        "if (!product_fits(size, ndim, itemsize, &nbytes) && ndim > TB_MAX_DIMS)",
        "create/test_creation_errors.py",
    ),
    "an address beyond the last": Fault(
        "src/python/interop/dlpack_import.c",
        "if (__builtin_add_overflow((uintptr_t)tensor->data, tensor->byte_offset, &address)) {",
        "address = (uintptr_t)tensor->data + tensor->byte_offset;\n    if (!tensor->data && address) {",
        "interop/test_dlpack_hostile.py",
    ),
    "elements that are written twice": Fault(
        "src/core/memory/overlap.c",
        "if (out->stride[d] == 0 && out->size[d] > 1)",
        "if (out->stride[d] == 0 && out->size[d] > 2)",
        "trust/test_overlap.py::test_what_is_refused_is_what_torch_refuses",
    ),
    "the same memory as another type": Fault(
        "src/core/memory/overlap.c",
        "if (out->dtype != in->dtype || tb_data(out) != tb_data(in) ||",
        "if (tb_data(out) != tb_data(in) ||",
        FAR_AHEAD,
    ),
    "a mask of another shape": Fault(
        "src/core/index/index_plan.c",
        "TB_TRY(tb_check_mask(self, u->ndim, mask, err));",
        "",
        "index/test_indexing.py",
    ),
    "indices of nothing": Fault(
        "src/core/index/index_plan.c",
        "return empty ? tb_fail",
        "return empty && 0 ? tb_fail",
        "index/test_indexing.py",
    ),
    "an error in one piece of many": Fault(
        "src/core/threads/pool.c", "        if (code)\n", "        if (code && !run)\n", PIECES
    ),
    "an item that is no index": Fault(
        "src/python/indexing/subscript.c",
        "    if (!index->error)\n        return 0;",
        "    if (!index->error || index->n)\n        return 0;",
        "call/test_errors.py",
    ),
    "a warning that raises": Fault(
        "src/python/indexing/subscript.c",
        "TbTensor *out = warn(&view, &indices, NULL, false) < 0 ? NULL : tbpy_tensor_alloc();",
        "TbTensor *out = (warn(&view, &indices, NULL, false), tbpy_tensor_alloc());",
        "index/test_indexing.py",
    ),
    "a pair of one": Fault(
        "src/python/call/given.c", "if (n != 2) {", "if (n > 2) {", "call/test_pairs_of_outputs.py"
    ),
    "a list that was changed": Fault(
        "src/python/call/given.c",
        "if (!TbTensor_Check(PyTuple_GET_ITEM(items, i))) {",
        "if (!PyTuple_GET_ITEM(items, i)) {",
        "types/test_bindings.py",
    ),
    "the order of an index's error and a number's": Fault(
        "src/core/gather/scatter_run.c",
        "if (!tb_is_within(first, 0, tb_size_or_1(c->self, c->axis)))",
        "if (first < 0 || first > tb_size_or_1(c->self, c->axis))",
        "parity/test_functions.py::test_every_call_of_a_row_is_torchs[sample-scatter]",
    ),
    "the second of two warnings": Fault(
        "src/core/index/index_write.c",
        "? warnings | TB_INDEX_WARNS_FILL_EXPANDED : warnings;",
        "? warnings : warnings;",
        "index/test_indexing.py",
    ),
    "a warning of each mask": Fault(
        "src/core/index/index_masks.c",
        "count += mask && t->dtype == TB_UINT8;",
        "count |= mask && t->dtype == TB_UINT8;",
        "index/test_indexing.py",
    ),
    # ---- references and memory ----
    "an operand that is not released": Fault(
        "src/core/index/index_plan.c", "        tb_tensor_release(&expanded);\n", "", OPERANDS
    ),
    "a view that is not released": Fault(
        "src/python/indexing/subscript.c",
        "    tb_index_tensors_release(&indices);\n    tb_tensor_release(&view);\n    return result;",
        "    tb_index_tensors_release(&indices);\n    return result;",
        OPERANDS,
    ),
    "a name that is not given back": Fault(
        "src/python/call/policy.c",
        "    Py_XDECREF(t->name);\n",
        "",
        "memory/test_leaks.py::test_calls_of_objects_do_not_grow_memory",
    ),
    "indices that a policy keeps": Fault(
        "src/python/indexing/subscript.c",
        "        Py_DECREF(operand[--n]);\n",
        "        n--;\n",
        "memory/test_leaks.py::test_calls_that_are_watched_do_not_grow_memory",
    ),
    "a reference too few": Fault(
        "src/python/types/tensor.c",
        "tbpy_replace(&((TbTensor *)self)->attributes, Py_XNewRef(value));",
        "tbpy_replace(&((TbTensor *)self)->attributes, value);",
        "types/test_attributes.py",
    ),
    "a capsule that is not given back": Fault(
        "src/python/interop/dlpack_import.c",
        "    if (tensor)\n        drop_taken(&t->owner);\n",
        "",
        "interop/test_dlpack_lives.py",
    ),
    "an export that nothing pins": Fault(
        "src/python/interop/buffer_export.c",
        "    tb_storage_pin(e->storage);\n",
        "",
        "interop/test_numpy.py",
    ),
    "a circle that is not seen": Fault(
        "src/python/base/owner.c",
        "        TBPY_VISIT(self); /* the storage's reference */\n",
        "        ;\n",
        "memory/test_collection.py",
    ),
    "marks that a policy was told of": Fault(
        "src/python/call/policy.c",
        "    Py_XDECREF(t->marks);\n",
        "",
        "memory/test_leaks.py::test_calls_that_are_watched_do_not_grow_memory",
    ),
    "an objection that is kept": Fault(
        "src/python/call/policy.c",
        "    Py_XDECREF(objection);\n",
        "",
        "call/test_asking.py",
    ),
    "shapes that a policy was asked about": Fault(
        "src/python/call/policy.c",
        "Py_XSETREF(query->shapes, Py_XNewRef(t.shapes));",
        "Py_XSETREF(query->shapes, t.shapes);",
        "package/test_policy.py",
    ),
    "a slice that an audit makes": Fault(
        "src/audit/watched.c",
        "    Py_XDECREF(key);\n    return result;",
        "    return result;",
        "audit/test_rewriting.py::test_nothing_leaks",
    ),
    "the hook that is asked": Fault(
        "src/python/call/policy.c",
        "    Py_DECREF(callable);\n",
        "",
        "call/test_asking.py",
    ),
    "the policy that was found": Fault(
        "src/python/call/policy.c",
        "    forget(&t);\n    Py_DECREF(policy);\n",
        "    forget(&t);\n",
        "call/test_asking.py",
    ),
    "marks of a view": Fault(
        "src/python/call/marks.c",
        "    Py_XDECREF(marks);\n    if (status < 0)\n",
        "    if (status < 0)\n",
        "call/test_asking.py",
    ),
    "marks of an object that is gone": Fault(
        "src/python/cpython/mark_table.c",
        "return r->marks && !PyWeakref_IsDead(r->reference);",
        "return r->marks;",
        "call/test_marks.py",
    ),
    "marks that the table drops when it is made anew": Fault(
        "src/python/cpython/mark_table.c",
        "    if (renewed)\n        release(old_rows, old_n);\n",
        "",
        "call/test_marks.py",
    ),
    "a row of the table of marks that another object has": Fault(
        "src/python/cpython/mark_table.c",
        "rows[at].object && rows[at].object != object",
        "rows[at].object && rows[at].object != object && rows[at].marks",
        "call/test_marks.py",
    ),
    "views of columns that are stacked": Fault(
        "src/python/functions/joins.c",
        "tb_tensor_release(&view[i]);",
        "(void)view;",
        "memory/test_leaks.py::test_everything_public_leaves_memory_as_it_was",
    ),
    # ---- pieces ----
    "accumulators of several tasks in pieces": Fault(
        "src/core/reduce/reduce_passes.c",
        "(piece * plan->columns + column)",
        "(piece * plan->columns)",
        "reduce/test_reductions.py",
    ),
    "where a piece begins": Fault(
        "src/core/reduce/reduce_passes.c",
        "reduce_step(plan, at, scratch, c.p[0], reduced, acc, first);",
        "reduce_step(plan, at, scratch, c.p[0], reduced, acc, 0);",
        "reduce/test_reductions.py",
    ),
    "an extremum's first value": Fault(
        "src/core/gather/scatter_run.c",
        "(is_max ? INT64_MIN : INT64_MAX)",
        "(is_max ? INT64_MAX : INT64_MIN)",
        "parity/test_functions.py::test_every_call_of_a_row_is_torchs[sample-index_reduce]",
    ),
    "the second chunk of indices": Fault(
        "src/core/offsets/index_rows.c",
        "other + start * moves->step;",
        "other;",
        "index/test_gather.py::test_slices_at_many_indices_are_read_and_written_where_they_belong",
    ),
    "the second chunk of positions": Fault(
        "src/core/offsets/index_rows.c",
        "offset[i] += (start + i) * rows->along;",
        "offset[i] += i * rows->along;",
        "index/test_indexing.py::test_long_rows_that_overlap_are_written_one_after_the_other",
    ),
    # ---- rows of tables ----
    "a row without its check": Fault(
        "src/codegen/operators/arithmetic.py",
        'hooks=Hooks(parameter="negated_alpha", checks=("subtract_bool",)),\n        source="torch.sub"',
        'hooks=Hooks(parameter="negated_alpha"),\n        source="torch.sub"',
        "call/test_errors.py",
    ),
    "a keyword by position": Fault(
        "src/codegen/operators/arithmetic.py",
        'MODE_NUMBER = "Tensor input, Number other, *, str? rounding_mode"',
        'MODE_NUMBER = "Tensor input, Number other, str? rounding_mode"',
        "call/test_call_texts.py",
    ),
    "an example that prints something else": Fault(
        "src/codegen/operators/arithmetic.py",
        "[11., 21.],\\n        [11., 21.]",
        "[11., 21.],\\n        [11., 22.]",
        "repository/test_documents.py::test_examples_of_the_docstring_do_what_they_show",
    ),
    "a stub of a pair": Fault(
        "src/codegen/functions/reductions.py",
        'returns="tuple[Tensor, Tensor]" if two else "Tensor"',
        'returns="Tensor"',
        "call/test_return_annotations.py",
    ),
    # ---- the Python package ----
    "ways to align one shape with another": Fault(
        "tbcast/_verdict/risk.py",
        "for start in range(n - w + 1)]",
        "for start in range(1)]",
        "package/test_explain.py",
    ),
    "dimensions counted from the front": Fault(
        "tbcast/_explain/fixes.py",
        "ordinal(ndim - d) for d in own_dims",
        "ordinal(d + 1) for d in own_dims",
        "package/test_error_notes.py",
    ),
    "a range that asks for scientific notation": Fault(
        "tbcast/_printing.py",
        "largest / smallest > 1000.0",
        "largest / smallest >= 1000.0",
        "package/test_printing.py",
    ),
    "where a record begins": Fault(
        "tbcast/_serialization/records.py",
        "padding = -start % ALIGNMENT",
        "padding = (1 - start) % ALIGNMENT",
        "package/test_save_load.py",
    ),
    "differences of a short dimension": Fault(
        "tbcast/_composite/shapes.py",
        "(n, input.size(dim))",
        "(n, input.size(dim) - 1)",
        "parity/test_recorded.py",
    ),
    "growth of just as much": Fault(
        "tbcast/_policy.py",
        "growth > max_growth:",
        "growth >= max_growth:",
        "package/test_policy.py",
    ),
    "policies above the one that is left": Fault(
        "tbcast/_policy.py",
        "    for arguments, _, other in reversed(above):",
        "    for arguments, _, other in above:",
        "package/test_policy_scope.py",
    ),
    "operands of as many dimensions": Fault(
        "tbcast/_verdict/risk.py",
        "if len(a) == len(b):",
        "if len(a) <= len(b):",
        "package/test_explain.py",
    ),
    "the line before the statement": Fault(
        "tbcast/_verdict/intent.py",
        "[first - 1 : last]",
        "[first - 2 : last]",
        "package/test_policy.py",
    ),
    "dimensions that are moved together": Fault(
        "tbcast/_verdict/marks.py",
        "for place, dim in sorted(zip(to, of, strict=True)):",
        "for place, dim in zip(to, of, strict=True):",
        "package/test_policy_intent.py",
    ),
    "a fix as if it were summed": Fault(
        "tbcast/_explain/fixes.py",
        "target[added[0]] != 1 and shape ==",
        "shape ==",
        "package/test_explain.py",
    ),
    "a baseline beside a link": Fault(
        "tbcast/audit/baseline.py",
        'return file if file.startswith("<") else os.path.normcase(os.path.realpath(file))',
        'return file if file.startswith("<") else os.path.normcase(file)',
        "audit/test_reports.py",
    ),
    "of equal findings the lightest": Fault(
        "tbcast/audit/recorder.py",
        "return self.fallback, self.finding.growth, self.finding.count",
        "return self.fallback, self.finding.count, self.finding.growth",
        "audit/test_recorder.py",
    ),
    "findings of a parent that a forked process tells again": Fault(
        "tbcast/audit/_children.py",
        "        self.recorder.clear()\n",
        "",
        "audit/test_children.py",
    ),
    "half of a complex number's bytes": Fault(
        "tbcast/_serialization/loading.py",
        "width = dtype.to_real().itemsize",
        "width = dtype.itemsize",
        "package/test_save_load_hostile.py",
    ),
    # ---- threads ----
    "figures that are not locked": Fault(
        "src/core/memory/allocator.c",
        "    lock_initialized();\n    if (reused)\n        memory.figures.reused++;\n    else\n"
        "        memory.figures.mapped++;\n    memory.figures.used_blocks++;\n"
        "    memory.figures.used_bytes += block->room;\n    release_lock();",
        "    if (reused)\n        memory.figures.reused++;\n    else\n"
        "        memory.figures.mapped++;\n    memory.figures.used_blocks++;\n"
        "    memory.figures.used_bytes += block->room;",
        "",
    ),
    "a pool that is given back too early": Fault(
        "src/core/threads/pool.c",
        "atomic_store_explicit(&pool.holder, 0, memory_order_release)",
        "atomic_store_explicit(&pool.holder, 0, memory_order_relaxed)",
        "",
    ),
    "a generator for two at once": Fault(
        "src/core/random/generator.c",
        "return !TB_AT_ONCE || atomic_compare_exchange_strong_explicit(",
        "return TB_AT_ONCE || atomic_compare_exchange_strong_explicit(",
        "",
    ),
}
# Those that C programs notice: the program, and the compiler's options for who watches it.
PROGRAMS = {
    "a kept block that is too small": ("memory/test_allocator.c", ADDRESSES),
    "one block too many is kept": ("memory/test_storage.c", ADDRESSES),
    "figures that are not locked": ("threads/test_at_once.c", THREADS),
    "a pool that is given back too early": ("threads/test_pool.c", THREADS),
    "a generator for two at once": ("threads/test_at_once.c", THREADS),
}


def plant(fault, sources, folder):
    """The source with the fault, in the folder."""
    text = (sources / fault.source).read_text("utf-8")
    assert text.count(fault.right) == 1, f"{fault.source} has no such line: {fault.right}"
    planted = folder / fault.source.rpartition("/")[2]
    planted.write_text(text.replace(fault.right, fault.wrong), "utf-8")
    return planted


def build_with(fault, shared_folder, folder):
    """FAILING, in which no allocation fails, but for the fault: "clone" and "built" in the folder."""
    shutil.copytree(FAILING.folder(shared_folder), folder, dirs_exist_ok=True)
    sources = folder / "clone"
    plant(fault, sources, (sources / fault.source).parent)
    FAILING.compile(folder)
    return folder


def passes(arguments, shared_folder, folder):
    """Do these tests pass with what is built in the folder?  What they print, too."""
    paths = [f"tests/{path}" for path in shlex.split(arguments)]
    done = FAILING.run_tests(
        shared_folder,
        *("-x", *paths),
        clone=folder / "clone",  # some tests read rows of the generator's tables, and stubs
        timeout=1200,
        PYTHONPATH=str(folder / "built"),
    )
    text = done.stdout + done.stderr
    # 1: tests failed; a crash has a status of its own.  Nothing else says that a fault was noticed.
    assert done.returncode in (0, 1) or done.returncode < 0, text[-5000:]
    return done.returncode == 0, text


def test_the_tests_pass_without_a_fault(shared_folder):
    arguments = " ".join(sorted({path for fault in FAULTS.values() for path in fault.noticed_by.split()}))
    passed, text = passes(arguments, shared_folder, FAILING.folder(shared_folder))
    assert passed, text[-5000:]


@pytest.mark.parametrize("name", [name for name in FAULTS if name not in PROGRAMS])
def test_a_test_notices(name, shared_folder, tmp_path):
    fault = FAULTS[name]
    passed, text = passes(fault.noticed_by, shared_folder, build_with(fault, shared_folder, tmp_path))
    assert not passed
    print(*re.findall(r"^(?:FAILED|ERROR|Fatal Python error).*", text, re.M), sep="\n")


@pytest.fixture(scope="session")
def watched_cores(tmp_path_factory):
    """The core for C programs, by options."""
    cores = {}

    def core(options):
        compiler = [*COMPILER, *options]
        trouble = compiler_trouble(compiler, tmp_path_factory.mktemp("probe"))
        if trouble:
            pytest.skip(f"no {options} on this machine")
        key = "-".join(options)
        if key not in cores:
            cores[key] = Core(compiler)
        return cores[key]

    return core


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_the_core_notices(name, watched_cores, tmp_path):
    fault = FAULTS[name]
    program, options = PROGRAMS[name]
    core = watched_cores(options)
    source = ROOT / "tests" / "core" / program
    objects = core.objects(kernels=False)
    for planted in (False, True):
        if planted:
            obj = core.compile(plant(fault, ROOT, tmp_path), tmp_path / "planted.o")
            right = "_".join(fault.source.removeprefix("src/core/").replace(".c", ".o").split("/"))
            assert right in [path.name for path in objects]
            objects = [obj if path.name == right else path for path in objects]
        done = run_program([str(core.program(source, objects, tmp_path)), "no-fork"])
        assert (done.returncode == 0) != planted, (done.stdout + done.stderr)[-3000:]
