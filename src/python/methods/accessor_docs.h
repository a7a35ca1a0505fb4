/* accessor_docs.h: docstrings of accessors.c and casts.c. */
#ifndef TBPY_ACCESSOR_DOCS_H
#define TBPY_ACCESSOR_DOCS_H

PyDoc_STRVAR(size_doc,
             "size($self, dim=None)\n--\n\n"
             "All sizes, a Size, or the size of one dimension (negative: from the end).\n\n"
             "Raises IndexError for a dimension out of range.  As torch.Tensor.size.\n\n"
             ">>> torch.zeros(2, 3).size()\ntorch.Size([2, 3])\n>>> torch.zeros(2, 3).size(-1)\n3\n");

PyDoc_STRVAR(stride_doc,
             "stride($self, dim=None)\n--\n\n"
             "Steps in memory, counted in elements: a tuple for all dimensions, or the step of one.\n\n"
             "Raises IndexError for a dimension out of range.  As torch.Tensor.stride.\n\n"
             ">>> torch.zeros(2, 3).t().stride()\n(1, 3)\n");

PyDoc_STRVAR(dim_doc, "dim($self)\n--\n\nThe number of dimensions.  As torch.Tensor.dim.\n\n"
                      ">>> torch.zeros(2, 3).dim()\n2\n");
PyDoc_STRVAR(ndimension_doc, "ndimension($self)\n--\n\nAnother name of dim.  As torch.Tensor.ndimension.\n\n"
                             ">>> torch.zeros(2, 3).ndimension()\n2\n");
PyDoc_STRVAR(numel_doc, "numel($self)\n--\n\nThe number of elements.  As torch.Tensor.numel.\n\n"
                        ">>> torch.zeros(2, 3).numel()\n6\n");
PyDoc_STRVAR(nelement_doc, "nelement($self)\n--\n\nAnother name of numel.  As torch.Tensor.nelement.\n\n"
                           ">>> torch.zeros(2, 3).nelement()\n6\n");
PyDoc_STRVAR(element_size_doc,
             "element_size($self)\n--\n\nBytes of one element.  As torch.Tensor.element_size.\n\n"
             ">>> torch.zeros(2, dtype=torch.int16).element_size()\n2\n");
PyDoc_STRVAR(
    storage_offset_doc,
    "storage_offset($self)\n--\n\n"
    "Where the first element is, counted in elements from the start of the memory that views share.\n\n"
    "As torch.Tensor.storage_offset.\n\n>>> torch.arange(4)[1:].storage_offset()\n1\n");
PyDoc_STRVAR(data_ptr_doc, "data_ptr($self)\n--\n\n"
                           "Address of the first element; 0 for a tensor without elements.\n\n"
                           "As torch.Tensor.data_ptr.\n\n"
                           ">>> x = torch.arange(4)\n>>> x[1:].data_ptr() - x.data_ptr()\n8\n");
PyDoc_STRVAR(is_contiguous_doc,
             "is_contiguous($self, *, memory_format=...)\n--\n\n"
             "Do the elements lie one after the other in row-major order, or that of memory_format?\n\n"
             "TypeError for what is no format.  As torch.Tensor.is_contiguous.\n\n"
             ">>> torch.zeros(2, 3).t().is_contiguous()\nFalse\n");
PyDoc_STRVAR(is_floating_point_doc,
             "is_floating_point($self)\n--\n\n"
             "Is the dtype one of the floating ones?  As torch.Tensor.is_floating_point.\n\n"
             ">>> torch.zeros(2).is_floating_point()\nTrue\n");
PyDoc_STRVAR(is_complex_doc, "is_complex($self)\n--\n\n"
                             "Is the dtype one of the complex ones?  As torch.Tensor.is_complex.\n\n"
                             ">>> torch.zeros(2).is_complex()\nFalse\n");

PyDoc_STRVAR(item_doc, "item($self)\n--\n\n"
                       "The only element as a Python bool, int, float or complex.\n\n"
                       "Raises RuntimeError unless there is exactly one.  As torch.Tensor.item.\n\n"
                       ">>> torch.tensor([[2.5]]).item()\n2.5\n");
PyDoc_STRVAR(tolist_doc, "tolist($self)\n--\n\n"
                         "The elements as Python numbers in nested lists; a number for a 0-dim tensor.\n\n"
                         "As torch.Tensor.tolist.\n\n>>> torch.zeros(2, 1).tolist()\n[[0.0], [0.0]]\n");
PyDoc_STRVAR(copy_doc,
             "copy_($self, other, non_blocking=False)\n--\n\n"
             "Writes other's elements, broadcast to self and cast to its dtype; returns self.\n\n"
             "other: a tensor or a number.  Raises RuntimeError if other does not expand to self, if self\n"
             "shares an element between places, or if the two overlap partly; nothing is written then.\n"
             "As torch.Tensor.copy_.\n\n"
             ">>> torch.zeros(2, 2).copy_(torch.tensor([1, 2]))\ntensor([[1., 2.],\n        [1., 2.]])\n");
PyDoc_STRVAR(fill_doc,
             "fill_($self, value)\n--\n\n"
             "Writes a number, or the number of a 0-dim tensor, into every element; returns self.\n\n"
             "Raises RuntimeError for a number that the dtype cannot hold and for a tensor with dimensions.\n"
             "As torch.Tensor.fill_.\n\n>>> torch.zeros(2).fill_(3)\ntensor([3., 3.])\n");
PyDoc_STRVAR(zero_doc,
             "zero_($self)\n--\n\nWrites 0 into every element; returns self.  As torch.Tensor.zero_.\n\n"
             ">>> torch.ones(2).zero_()\ntensor([0., 0.])\n");

PyDoc_STRVAR(
    to_doc,
    "to($self, *args, **kwargs)\n--\n\n"
    "self as another dtype: self itself if it has that dtype and copy is False, else a new tensor.\n\n"
    "to(dtype, non_blocking=False, copy=False, *, memory_format=None)\n"
    "to(device=None, dtype=None, non_blocking=False, copy=False, *, memory_format=None)\n"
    "to(tensor, non_blocking=False, copy=False, *, memory_format=None)\n\n"
    "tensor: its dtype is taken.  device: only 'cpu', RuntimeError for others; TypeError for what is\n"
    "no dtype.  memory_format: other strides, RuntimeError if it asks for another rank.  Integers wrap,\n"
    "floats outside an integer's range have torch's results; complex to real drops the imaginary part with "
    "a\n"
    "UserWarning.  As torch.Tensor.to.\n\n"
    ">>> torch.tensor([1.7, -1.7]).to(torch.int32)\ntensor([ 1, -1], dtype=torch.int32)\n");

PyDoc_STRVAR(
    type_doc,
    "type($self, dtype=None, non_blocking=False, *, memory_format=None)\n--\n\n"
    "The name of the tensor's type, or self as another dtype (self itself if it has that dtype): a dtype,\n"
    "a name ('torch.IntTensor') or one of the legacy classes (torch.IntTensor).\n\n"
    "ValueError for an unknown name, TypeError for anything else.  As torch.Tensor.type.\n\n"
    ">>> torch.zeros(2).type()\n'torch.FloatTensor'\n"
    ">>> torch.zeros(2).type('torch.LongTensor')\ntensor([0, 0])\n");

PyDoc_STRVAR(type_as_doc, "type_as($self, other)\n--\n\n"
                          "self.to(other.dtype): self itself if it has that dtype.  TypeError for "
                          "what is no tensor.\nAs torch.Tensor.type_as.\n\n"
                          ">>> torch.ones(2).type_as(torch.arange(1))\ntensor([1, 1])\n");

PyDoc_STRVAR(cpu_doc, "cpu($self, *, memory_format=None)\n--\n\nself: every tensor is on the CPU.\n\n"
                      "RuntimeError if memory_format asks for another rank, TypeError for what is none.\n"
                      "As torch.Tensor.cpu.\n\n"
                      ">>> torch.ones(2).cpu()\ntensor([1., 1.])\n");

#define CAST_DOC(name, dtype, values, result)                                                           \
    name "($self, *, memory_format=None)\n--\n\n"                                                       \
         "self.to(torch." dtype ", memory_format=memory_format): self itself if it has that dtype.\n\n" \
         "RuntimeError if memory_format asks for another rank, TypeError for what is none.\n"           \
         "As torch.Tensor." name ".\n\n"                                                                \
         ">>> torch.tensor(" values ")." name "()\n" result "\n"

#endif
