/* scatter_docs.h: docstrings of scatter.c. */
#ifndef TBPY_SCATTER_DOCS_H
#define TBPY_SCATTER_DOCS_H

/* A method, its form in place, the function. */
#define TBPY_DOC_TRIPLE(name, method, function, text) \
    PyDoc_STRVAR(method_##name##_doc, #name "($self, " method ")\n--\n\n" text); \
    PyDoc_STRVAR(name##__doc, #name "_($self, " method ")\n--\n\n" \
                              "Writes self instead of a copy and returns it; see " #name ".  RuntimeError " \
                              "where\nself repeats an element (expand) or shares memory with an argument.  As " \
                              "torch.Tensor." #name "_.\n"); \
    PyDoc_STRVAR(name##_doc, #name "($module, " function ")\n--\n\n" text)

#define OUT_TEXT "out (of the function): a tensor of input's dtype, resized if its shape differs.\n"

TBPY_DOC_TRIPLE(index_fill, "dim, index, value", "input, dim, index, value",
                "A copy whose slices along a dimension that index names are filled with value.\n\n"
                "index: int64, of one dimension or none; negative ones count from the end.  value: a number\n"
                "or a 0-dim tensor.  IndexError for an index out of range or of another dtype, RuntimeError\n"
                "for a value that the dtype cannot hold.  As torch.index_fill.\n\n"
                ">>> torch.index_fill(torch.zeros(2, 3), 1, torch.tensor([0, -1]), 7)\n"
                "tensor([[7., 0., 7.],\n        [7., 0., 7.]])\n");

TBPY_DOC_TRIPLE(index_copy, "dim, index, source", "input, dim, index, source, *, out=None",
                "A copy whose slices along a dimension that index names are source's, in its order.\n\n"
                "index: int64, of one dimension or none.  source: of input's dtype and sizes, but along dim\n"
                "that of index.\n" OUT_TEXT
                "IndexError for an index out of range (negative ones are) and numbers that do not match,\n"
                "RuntimeError for other dtypes and sizes.  As torch.index_copy.\n\n"
                ">>> torch.index_copy(torch.zeros(3), 0, torch.tensor([2, 0]), torch.tensor([1., 2.]))\n"
                "tensor([2., 0., 1.])\n");

TBPY_DOC_TRIPLE(index_add, "dim, index, source, *, alpha=1",
                "input, dim, index, source, *, alpha=1, out=None",
                "A copy to whose slices along a dimension that index names alpha * source's are added, one\n"
                "after the other.\n\n"
                "index: int32 or int64, of one dimension or none.  source: of input's dtype and sizes, but\n"
                "along dim that of index.\n" OUT_TEXT
                "IndexError or RuntimeError for an index out of range (negative ones are), RuntimeError for\n"
                "other dtypes and sizes and for an alpha that the dtype cannot hold.  As torch.index_add.\n\n"
                ">>> torch.index_add(torch.zeros(2), 0, torch.tensor([1, 1]), torch.tensor([1., 2.]))\n"
                "tensor([0., 3.])\n");

TBPY_DOC_TRIPLE(
    scatter, "/, *args, **kwargs", "/, *args, **kwargs",
    "scatter(dim, index, src), scatter(dim, index, value), both with reduce= if wanted (the function with\n"
    "input before dim, and with out=): a copy of input with each element of src written to the same index,\n"
    "but at the index along dim: the reverse of gather.  Of several for one place the last along dim "
    "stays.\n\n"
    "index: int32 or int64, with as many dimensions as input and no larger but along dim.  src: a tensor of\n"
    "input's dtype that is no smaller than index.  value: a number.  reduce: 'add' or 'multiply' instead of\n"
    "writing; halves are rounded once, at the end.\n" OUT_TEXT
    "RuntimeError for an index out of range (negative ones are), for sizes that do not fit, for other "
    "dtypes\n"
    "and for a number that the dtype cannot hold.  UserWarning, once, for reduce with a tensor.  As\n"
    "torch.scatter.\n\n"
    ">>> torch.scatter(torch.zeros(2, 3), 1, torch.tensor([[2], [0]]), 5)\n"
    "tensor([[0., 0., 5.],\n        [5., 0., 0.]])\n");

TBPY_DOC_TRIPLE(
    scatter_add, "dim, index, src", "input, dim, index, src, *, out=None",
    "A copy of input with each element of src added at the same index, but at the index along\n"
    "dim, one after the other.  As scatter(dim, index, src, reduce='add'), without its warning.\n\n" OUT_TEXT
    "RuntimeError as for scatter.  As torch.scatter_add.\n\n"
    ">>> torch.scatter_add(torch.zeros(2), 0, torch.tensor([1, 1, 0]), torch.tensor([1., 2., 4.]))\n"
    "tensor([4., 3.])\n");

#endif
