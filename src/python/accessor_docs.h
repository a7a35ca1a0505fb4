/* accessor_docs.h: docstrings of accessors.c and casts.c. */
#ifndef TBPY_ACCESSOR_DOCS_H
#define TBPY_ACCESSOR_DOCS_H

PyDoc_STRVAR(size_doc,
             "size(dim=None) -> Size or int\n\n"
             "All sizes, or the size of one dimension (negative: from the end).\n\n"
             "Raises IndexError for a dimension out of range.  As torch.Tensor.size.\n\n"
             ">>> torch.zeros(2, 3).size()\ntorch.Size([2, 3])\n>>> torch.zeros(2, 3).size(-1)\n3\n");

PyDoc_STRVAR(stride_doc, "stride(dim=None) -> tuple or int\n\n"
                         "Steps in memory, counted in elements, for each dimension or one.\n\n"
                         "Raises IndexError for a dimension out of range.  As torch.Tensor.stride.\n\n"
                         ">>> torch.zeros(2, 3).t().stride()\n(1, 3)\n");

PyDoc_STRVAR(dim_doc, "dim() -> int\n\nThe number of dimensions.  As torch.Tensor.dim.\n\n"
                      ">>> torch.zeros(2, 3).dim()\n2\n");
PyDoc_STRVAR(ndimension_doc, "ndimension() -> int\n\nAnother name of dim.  As torch.Tensor.ndimension.\n\n"
                             ">>> torch.zeros(2, 3).ndimension()\n2\n");
PyDoc_STRVAR(numel_doc, "numel() -> int\n\nThe number of elements.  As torch.Tensor.numel.\n\n"
                        ">>> torch.zeros(2, 3).numel()\n6\n");
PyDoc_STRVAR(nelement_doc, "nelement() -> int\n\nAnother name of numel.  As torch.Tensor.nelement.\n\n"
                           ">>> torch.zeros(2, 3).nelement()\n6\n");
PyDoc_STRVAR(element_size_doc,
             "element_size() -> int\n\nBytes of one element.  As torch.Tensor.element_size.\n\n"
             ">>> torch.zeros(2, dtype=torch.int16).element_size()\n2\n");
PyDoc_STRVAR(
    storage_offset_doc,
    "storage_offset() -> int\n\n"
    "Where the first element is, counted in elements from the start of the memory that views share.\n\n"
    "As torch.Tensor.storage_offset.\n\n>>> torch.arange(4)[1:].storage_offset()\n1\n");
PyDoc_STRVAR(data_ptr_doc, "data_ptr() -> int\n\n"
                           "Address of the first element; 0 for a tensor without elements.\n\n"
                           "As torch.Tensor.data_ptr.\n\n"
                           ">>> x = torch.arange(4)\n>>> x[1:].data_ptr() - x.data_ptr()\n8\n");
PyDoc_STRVAR(is_contiguous_doc,
             "is_contiguous() -> bool\n\n"
             "Do the elements lie one after the other in row-major order?  As torch.Tensor.is_contiguous.\n\n"
             ">>> torch.zeros(2, 3).t().is_contiguous()\nFalse\n");
PyDoc_STRVAR(is_floating_point_doc,
             "is_floating_point() -> bool\n\n"
             "Is the dtype one of the floating ones?  As torch.Tensor.is_floating_point.\n\n"
             ">>> torch.zeros(2).is_floating_point()\nTrue\n");
PyDoc_STRVAR(is_complex_doc, "is_complex() -> bool\n\n"
                             "Is the dtype one of the complex ones?  As torch.Tensor.is_complex.\n\n"
                             ">>> torch.zeros(2).is_complex()\nFalse\n");

PyDoc_STRVAR(item_doc, "item() -> number\n\n"
                       "The only element as a Python bool, int, float or complex.\n\n"
                       "Raises RuntimeError unless there is exactly one.  As torch.Tensor.item.\n\n"
                       ">>> torch.tensor([[2.5]]).item()\n2.5\n");
PyDoc_STRVAR(tolist_doc, "tolist() -> list or number\n\n"
                         "The elements as Python numbers in nested lists; a number for a 0-dim tensor.\n\n"
                         "As torch.Tensor.tolist.\n\n>>> torch.zeros(2, 1).tolist()\n[[0.0], [0.0]]\n");
PyDoc_STRVAR(numpy_doc, "numpy() -> numpy.ndarray\n\n"
                        "An ndarray on the same memory; NumPy is imported now.\n\n"
                        "Raises TypeError for a dtype that NumPy does not have (bfloat16).\n"
                        "As torch.Tensor.numpy.\n\n"
                        ">>> x = torch.zeros(2)\n>>> x.numpy()[0] = 7\n>>> x\ntensor([7., 0.])\n");

PyDoc_STRVAR(copy_doc,
             "copy_(other, non_blocking=False) -> self\n\n"
             "Writes other's elements, broadcast to self and cast to its dtype.\n\n"
             "other: a tensor or a number.  Raises RuntimeError if other does not expand to self, if self\n"
             "shares an element between places, or if the two overlap partly; nothing is written then.\n"
             "As torch.Tensor.copy_.\n\n"
             ">>> torch.zeros(2, 2).copy_(torch.tensor([1, 2]))\ntensor([[1., 2.],\n        [1., 2.]])\n");
PyDoc_STRVAR(fill_doc,
             "fill_(value) -> self\n\n"
             "Writes a number, or the number of a 0-dim tensor, into every element.\n\n"
             "Raises RuntimeError for a number that the dtype cannot hold and for a tensor with dimensions.\n"
             "As torch.Tensor.fill_.\n\n>>> torch.zeros(2).fill_(3)\ntensor([3., 3.])\n");
PyDoc_STRVAR(zero_doc, "zero_() -> self\n\nWrites 0 into every element.  As torch.Tensor.zero_.\n\n"
                       ">>> torch.ones(2).zero_()\ntensor([0., 0.])\n");

PyDoc_STRVAR(
    to_doc,
    "to(dtype, non_blocking=False, copy=False) -> Tensor\n"
    "to(device=None, dtype=None, non_blocking=False, copy=False) -> Tensor\n"
    "to(other, non_blocking=False, copy=False) -> Tensor\n\n"
    "self as another dtype: self itself if it has that dtype and copy is False, else a new tensor.\n\n"
    "other: the dtype of that tensor.  device: only 'cpu', another raises.  Integers wrap, floats\n"
    "outside an integer's range have torch's results; complex to real drops the imaginary part with a\n"
    "UserWarning.  As torch.Tensor.to.\n\n"
    ">>> torch.tensor([1.7, -1.7]).to(torch.int32)\ntensor([ 1, -1], dtype=torch.int32)\n");

PyDoc_STRVAR(
    type_doc,
    "type(dtype=None, non_blocking=False) -> str or Tensor\n\n"
    "The name of the tensor's type, or self as another dtype (self itself if it has that dtype): a dtype,\n"
    "a name ('torch.IntTensor') or one of the legacy classes (torch.IntTensor).\n\n"
    "ValueError for an unknown name, TypeError for anything else.  As torch.Tensor.type.\n\n"
    ">>> torch.zeros(2).type()\n'torch.FloatTensor'\n"
    ">>> torch.zeros(2).type('torch.LongTensor')\ntensor([0, 0])\n");

PyDoc_STRVAR(type_as_doc, "type_as($self, other)\n--\n\n"
                          "self.to(other.dtype): self itself if it has that dtype.  As "
                          "torch.Tensor.type_as.\n\n"
                          ">>> torch.ones(2).type_as(torch.arange(1))\ntensor([1, 1])\n");

PyDoc_STRVAR(cpu_doc, "cpu() -> Tensor\n\nself: every tensor is on the CPU.  As torch.Tensor.cpu.\n\n"
                      ">>> torch.ones(2).cpu()\ntensor([1., 1.])\n");

#define CAST_DOC(name, dtype, values, result)                                   \
    name "() -> Tensor\n\n"                                                     \
         "self.to(torch." dtype "): self itself if it has that dtype.\n\n"        \
         "As torch.Tensor." name ".\n\n"                                         \
         ">>> torch.tensor(" values ")." name "()\n" result "\n"

#endif
