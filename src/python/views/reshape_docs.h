/* reshape_docs.h: docstrings of reshape.c. */
#ifndef TBPY_RESHAPE_DOCS_H
#define TBPY_RESHAPE_DOCS_H

#define TBPY_DOC_PAIR(name, method, function, text)                            \
    PyDoc_STRVAR(method_##name##_doc, #name "($self" method ")\n--\n\n" text); \
    PyDoc_STRVAR(name##_doc, #name "($module, " function ")\n--\n\n" text)

PyDoc_STRVAR(view_as_doc, "view_as($self, other)\n--\n\n"
                          "self.view(other.size()): RuntimeError where view raises it.  As "
                          "torch.Tensor.view_as.\n\n"
                          ">>> torch.arange(4).view_as(torch.zeros(2, 2)).shape\ntorch.Size([2, 2])\n");
PyDoc_STRVAR(reshape_as_doc, "reshape_as($self, other)\n--\n\n"
                             "self.reshape(other.size()): RuntimeError where reshape raises it.  As "
                             "torch.Tensor.reshape_as.\n\n"
                             ">>> torch.arange(4).reshape_as(torch.zeros(2, 2)).shape\ntorch.Size([2, 2])\n");

TBPY_DOC_PAIR(
    flatten, ", start_dim=0, end_dim=-1", "input, start_dim=0, end_dim=-1",
    "The dimensions from start_dim to end_dim as one: a view, or a copy where the strides need it.\n\n"
    "self itself if they are one dimension; a 0-dim tensor gets shape (1,).  IndexError for a dim\n"
    "out of range, RuntimeError if start_dim comes after end_dim.  As torch.flatten.\n\n"
    ">>> torch.flatten(torch.zeros(2, 3, 4), 1).shape\ntorch.Size([2, 12])\n");

TBPY_DOC_PAIR(unflatten, ", dim, sizes", "input, dim, sizes",
              "A view with one dimension as several; one of the sizes may be -1.\n\n"
              "RuntimeError if the sizes do not multiply up to the dimension's, IndexError for a dim out of\n"
              "range.  As torch.unflatten.\n\n"
              ">>> torch.unflatten(torch.zeros(2, 12), 1, (3, -1)).shape\ntorch.Size([2, 3, 4])\n");

TBPY_DOC_PAIR(ravel, "", "input",
              "All elements in one dimension: a view of a contiguous tensor, else a copy.  RuntimeError if\n"
              "there is no memory for it.  As torch.ravel.\n\n"
              ">>> torch.ravel(torch.tensor([[1, 2], [3, 4]]))\ntensor([1, 2, 3, 4])\n");

#define SWAP_TEXT(name)                                                  \
    "Another name of transpose: a view with two dimensions swapped.\n\n" \
    "IndexError for a dimension out of range.  As torch." name ".\n\n"   \
    ">>> torch." name "(torch.zeros(2, 3, 4), 0, 2).shape\ntorch.Size([4, 3, 2])\n"
TBPY_DOC_PAIR(swapaxes, ", axis0, axis1", "input, axis0, axis1", SWAP_TEXT("swapaxes"));
TBPY_DOC_PAIR(swapdims, ", dim0, dim1", "input, dim0, dim1", SWAP_TEXT("swapdims"));

#define MOVE_TEXT(name)                                                                          \
    "A view with dimension `source` at place `destination`, or several: tuples of one length;\n" \
    "the others keep their order.\n\n"                                                           \
    "IndexError for a dimension out of range, RuntimeError for one that comes twice or for\n"    \
    "tuples of different lengths.  As torch." name ".\n\n"                                       \
    ">>> torch." name "(torch.zeros(2, 3, 4), 0, -1).shape\ntorch.Size([3, 4, 2])\n"
TBPY_DOC_PAIR(movedim, ", source, destination", "input, source, destination", MOVE_TEXT("movedim"));
TBPY_DOC_PAIR(moveaxis, ", source, destination", "input, source, destination", MOVE_TEXT("moveaxis"));

#define ATLEAST_DOC(n, what, size, result)                                                          \
    "atleast_" n "d($module, /, *tensors)\n--\n\n" what                                             \
    "\n\nOne tensor gives a tensor (itself if it is large enough), several or a tuple or list of\n" \
    "them a tuple.  TypeError for anything else.  As torch.atleast_" n "d.\n\n"                     \
    ">>> torch.atleast_" n "d(torch.zeros(" size ")).shape\ntorch.Size(" result ")\n"
PyDoc_STRVAR(atleast_1d_doc,
             ATLEAST_DOC("1", "A view of shape (1,) of a 0-dim tensor; other tensors as they are.", "()",
                         "[1]"));
PyDoc_STRVAR(atleast_2d_doc,
             ATLEAST_DOC("2", "Views with two dimensions at least: (n,) becomes (1, n).", "3", "[1, 3]"));
PyDoc_STRVAR(atleast_3d_doc,
             ATLEAST_DOC("3",
                         "Views with three dimensions at least: (n,) becomes (1, n, 1), (m, n) (m, n, 1).",
                         "3", "[1, 3, 1]"));

#endif
