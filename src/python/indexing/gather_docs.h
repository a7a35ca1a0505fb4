/* gather_docs.h: docstrings of gather.c. */
#ifndef TBPY_GATHER_DOCS_H
#define TBPY_GATHER_DOCS_H

#define TBPY_DOC_PAIR(name, method, function, text)                              \
    PyDoc_STRVAR(method_##name##_doc, #name "($self, " method ")\n--\n\n" text); \
    PyDoc_STRVAR(name##_doc, #name "($module, " function ")\n--\n\n" text)

#define OUT_TEXT "out (of the function): a tensor of input's dtype, resized if its shape differs.\n"

TBPY_DOC_PAIR(index_select, "dim, index", "input, dim, index, *, out=None",
              "The slices along a dimension that index names, in its order, as a new tensor.\n\n"
              "index: int32 or int64, of one dimension or none.\n" OUT_TEXT
              "IndexError or RuntimeError for an index out of range (negative ones are), RuntimeError for\n"
              "other dtypes of index or out.  As torch.index_select.\n\n"
              ">>> torch.index_select(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([1, 1, 0]))\n"
              "tensor([[2, 2, 1],\n        [4, 4, 3]])\n");

TBPY_DOC_PAIR(take, "index", "input, index, *, out=None",
              "A tensor of index's shape: the elements at these places of input seen as one dimension.\n\n"
              "index: int64; negative ones count from the end.\n" OUT_TEXT
              "IndexError for an index out of range, RuntimeError for other dtypes of index or out.  As\n"
              "torch.take.\n\n"
              ">>> torch.take(torch.tensor([[1, 2], [3, 4]]), torch.tensor([0, 2, -1]))\n"
              "tensor([1, 3, 4])\n");

TBPY_DOC_PAIR(gather, "dim, index, *, sparse_grad=False", "input, dim, index, *, sparse_grad=False, out=None",
              "A tensor of index's shape: each element is the one of input at the same index, but at the\n"
              "index along dim.\n\n"
              "index: int32 or int64, with as many dimensions as input and no larger but along dim; nothing\n"
              "broadcasts.  sparse_grad has no effect.\n" OUT_TEXT
              "RuntimeError for an index out of range (negative ones are), for sizes that do not fit and\n"
              "for other dtypes of index or out.  As torch.gather.\n\n"
              ">>> torch.gather(torch.tensor([[1, 2], [3, 4]]), 1, torch.tensor([[0, 0], [1, 0]]))\n"
              "tensor([[1, 1],\n        [4, 3]])\n");

TBPY_DOC_PAIR(take_along_dim, "indices, dim=None", "input, indices, dim=None, *, out=None",
              "As gather, but input and indices broadcast against each other except along dim.\n\n"
              "indices: int64, modulo the size of dim.  Without dim both are seen as one dimension, and\n"
              "indices must be in range.\n" OUT_TEXT
              "RuntimeError for numbers of dimensions that differ, for sizes that do not broadcast and for\n"
              "other dtypes of indices or out.  As torch.take_along_dim.\n\n"
              ">>> t = torch.tensor([[10, 30, 20]])\n"
              ">>> torch.take_along_dim(t, torch.tensor([[0, 2, 1]]), 1)\n"
              "tensor([[10, 20, 30]])\n");

#endif
