/* view_docs.h: docstrings of view.c.  `*_TEXT` is shared by a method and the
 * function of the same name. */
#ifndef TBPY_VIEW_DOCS_H
#define TBPY_VIEW_DOCS_H

PyDoc_STRVAR(
    view_doc,
    "view($self, *size)\n--\n\n"
    "The same memory with other sizes: ints or one sequence, at most one of them -1.  view(dtype): its\n"
    "bytes as elements of another dtype; where that is larger or smaller, the last dimension, whose\n"
    "stride must be 1, becomes shorter or longer.\n\n"
    "Raises RuntimeError if the number of elements differs or the strides do not allow it without a\n"
    "copy; for a dtype, if size, stride or offset do not divide.  As torch.Tensor.view.\n\n"
    ">>> torch.arange(6).view(2, -1)\ntensor([[0, 1, 2],\n        [3, 4, 5]])\n"
    ">>> torch.tensor([1., -2.]).view(torch.int16)\n"
    "tensor([     0,  16256,      0, -16384], dtype=torch.int16)\n");

#define RESHAPE_TEXT                                                              \
    "Like view where the strides allow it, else a view of a contiguous copy.\n\n" \
    "Raises RuntimeError if the number of elements differs.  As torch.reshape.\n\n"
PyDoc_STRVAR(method_reshape_doc, "reshape($self, *shape)\n--\n\n" RESHAPE_TEXT
                                 ">>> torch.ones(2, 3).t().reshape(6).shape\ntorch.Size([6])\n");
PyDoc_STRVAR(reshape_doc, "reshape($module, input, shape)\n--\n\n" RESHAPE_TEXT
                          ">>> torch.reshape(torch.arange(4), (2, 2))\ntensor([[0, 1],\n        [2, 3]])\n");

PyDoc_STRVAR(
    expand_doc,
    "expand($self, *size)\n--\n\n"
    "A view with sizes of 1 made larger without a copy (stride 0) and new dimensions in front.\n\n"
    "-1 keeps a size.  Raises RuntimeError where a size is not 1 and differs.  Several elements share\n"
    "one place in memory: writing into the view raises.  As torch.Tensor.expand.\n\n"
    ">>> x = torch.tensor([[1], [2]])\n>>> x.expand(2, 3)\ntensor([[1, 1, 1],\n        [2, 2, 2]])\n"
    ">>> x.expand(4, -1, 3).stride()\n(0, 1, 0)\n");

PyDoc_STRVAR(expand_as_doc,
             "expand_as($self, other)\n--\n\n"
             "self.expand(other.size()), with its errors; TypeError for what is no tensor.  As "
             "torch.Tensor.expand_as.\n\n"
             ">>> torch.tensor([1, 2]).expand_as(torch.zeros(2, 2))\ntensor([[1, 2],\n        [1, 2]])\n");

PyDoc_STRVAR(broadcast_to_doc,
             "broadcast_to($self, *size)\n--\n\n"
             "Another name of expand.  As torch.Tensor.broadcast_to.\n\n"
             ">>> torch.tensor([1, 2]).broadcast_to((2, 2))\ntensor([[1, 2],\n        [1, 2]])\n");

#define PERMUTE_TEXT                                                                                      \
    "A view with the dimensions in another order; each of them is named once, negative from the end.\n\n" \
    "Raises RuntimeError for a wrong number or twice the same, IndexError for one out of range.\n"        \
    "As torch.permute.\n\n"
PyDoc_STRVAR(method_permute_doc, "permute($self, *dims)\n--\n\n" PERMUTE_TEXT
                                 ">>> torch.zeros(2, 3, 5).permute(2, 0, 1).shape\ntorch.Size([5, 2, 3])\n");
PyDoc_STRVAR(permute_doc,
             "permute($module, input, dims)\n--\n\n" PERMUTE_TEXT
             ">>> torch.permute(torch.zeros(2, 3, 5), (2, 0, 1)).shape\ntorch.Size([5, 2, 3])\n");

#define TRANSPOSE_TEXT                          \
    "A view with two dimensions exchanged.\n\n" \
    "Raises IndexError for a dimension out of range.  As torch.transpose.\n\n"
PyDoc_STRVAR(method_transpose_doc,
             "transpose($self, dim0, dim1)\n--\n\n" TRANSPOSE_TEXT
             ">>> torch.zeros(2, 3, 5).transpose(0, -1).shape\ntorch.Size([5, 3, 2])\n");
PyDoc_STRVAR(transpose_doc, "transpose($module, input, dim0, dim1)\n--\n\n" TRANSPOSE_TEXT
                            ">>> torch.transpose(torch.zeros(2, 3), 0, 1).shape\ntorch.Size([3, 2])\n");

#define T_TEXT                                                                  \
    "The transpose of a matrix, a view; fewer dimensions stay as they are.\n\n" \
    "Raises RuntimeError for more than 2 dimensions.  As torch.t.\n\n"
PyDoc_STRVAR(method_t_doc, "t($self)\n--\n\n" T_TEXT
                           ">>> torch.tensor([[1, 2], [3, 4]]).t()\ntensor([[1, 3],\n        [2, 4]])\n");
PyDoc_STRVAR(t_doc, "t($module, input)\n--\n\n" T_TEXT
                    ">>> torch.t(torch.tensor([[1, 2], [3, 4]]))\ntensor([[1, 3],\n        [2, 4]])\n");

#define UNSQUEEZE_TEXT                                                          \
    "A view with a new dimension of size 1 at `dim`, in [-ndim - 1, ndim].\n\n" \
    "Raises IndexError outside that range.  As torch.unsqueeze.\n\n"
PyDoc_STRVAR(method_unsqueeze_doc, "unsqueeze($self, dim)\n--\n\n" UNSQUEEZE_TEXT
                                   ">>> torch.tensor([1, 2]).unsqueeze(-1)\ntensor([[1],\n        [2]])\n");
PyDoc_STRVAR(unsqueeze_doc, "unsqueeze($module, input, dim)\n--\n\n" UNSQUEEZE_TEXT
                            ">>> torch.unsqueeze(torch.tensor([1, 2]), 0)\ntensor([[1, 2]])\n");

#define SQUEEZE_TEXT                                                                                 \
    "A view without the dimensions of size 1: all of them, or those named (others than 1 stay).\n\n" \
    "Raises IndexError for a dimension out of range.  As torch.squeeze.\n\n"
PyDoc_STRVAR(method_squeeze_doc, "squeeze($self, *dim)\n--\n\n" SQUEEZE_TEXT
                                 ">>> torch.zeros(1, 3, 1).squeeze().shape\ntorch.Size([3])\n"
                                 ">>> torch.zeros(1, 3, 1).squeeze(0).shape\ntorch.Size([3, 1])\n");
PyDoc_STRVAR(squeeze_doc, "squeeze($module, input, dim=...)\n--\n\n" SQUEEZE_TEXT
                          ">>> torch.squeeze(torch.zeros(1, 3, 1), (0, 2)).shape\ntorch.Size([3])\n");

#define AS_STRIDED_TEXT                                                                             \
    "A view of the storage with these sizes, strides and offset, counted in elements.\n\n"          \
    "Without an offset self's stays.  Raises RuntimeError for negative strides and for what lies\n" \
    "outside the storage.  As torch.as_strided.\n\n"
PyDoc_STRVAR(method_as_strided_doc,
             "as_strided($self, size, stride, storage_offset=None)\n--\n\n" AS_STRIDED_TEXT
             ">>> torch.arange(4).as_strided((3, 2), (1, 1))\n"
             "tensor([[0, 1],\n        [1, 2],\n        [2, 3]])\n");
PyDoc_STRVAR(as_strided_doc,
             "as_strided($module, input, size, stride, storage_offset=None)\n--\n\n" AS_STRIDED_TEXT
             ">>> torch.as_strided(torch.arange(4), (2,), (2,), 1)\ntensor([1, 3])\n");

PyDoc_STRVAR(
    contiguous_doc,
    "contiguous($self, *, memory_format=...)\n--\n\n"
    "self if its elements lie one after the other in row-major order (or that of memory_format), else a\n"
    "copy in which they do.\n\n"
    "RuntimeError if the format asks for another rank, TypeError for what is no format.\n"
    "As torch.Tensor.contiguous.\n\n"
    ">>> torch.zeros(2, 3).t().contiguous().stride()\n(2, 1)\n");

#define CLONE_TEXT                                                                                       \
    "A copy in memory of its own; the strides are kept where they leave no gaps, or follow\n"            \
    "memory_format.\n\n"                                                                                 \
    "RuntimeError if there is no memory or the format asks for another rank, TypeError for what is no\n" \
    "tensor or no format.  As torch.clone.\n\n"
PyDoc_STRVAR(method_clone_doc, "clone($self, *, memory_format=None)\n--\n\n" CLONE_TEXT
                               ">>> torch.zeros(2, 3).t().clone().stride()\n(1, 3)\n");
PyDoc_STRVAR(clone_doc, "clone($module, input, *, memory_format=None)\n--\n\n" CLONE_TEXT
                        ">>> torch.clone(torch.tensor([1, 2]))\ntensor([1, 2])\n");

PyDoc_STRVAR(
    detach_doc,
    "detach($self)\n--\n\n"
    "Another view of all of self; tbcast has no gradients to detach from.  As torch.Tensor.detach.\n\n"
    ">>> torch.tensor([1, 2]).detach()\ntensor([1, 2])\n");

#endif
