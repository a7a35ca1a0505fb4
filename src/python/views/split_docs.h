/* split_docs.h: docstrings of split.c.  `*_TEXT` is shared by a method and the
 * function of the same name. */
#ifndef TBPY_SPLIT_DOCS_H
#define TBPY_SPLIT_DOCS_H

#define TBPY_DOC_PAIR(name, method, function, text)                              \
    PyDoc_STRVAR(method_##name##_doc, #name "($self, " method ")\n--\n\n" text); \
    PyDoc_STRVAR(name##_doc, #name "($module, " function ")\n--\n\n" text)

TBPY_DOC_PAIR(select, "dim, index", "input, dim, index",
              "A view of one index along a dimension, which is dropped.\n\n"
              "IndexError for a dim or index out of range, or a 0-dim tensor.  As torch.select.\n\n"
              ">>> torch.select(torch.tensor([[1, 2], [3, 4]]), 1, -1)\ntensor([2, 4])\n");

TBPY_DOC_PAIR(narrow, "dim, start, length", "input, dim, start, length",
              "A view of `length` elements of a dimension from `start` on (negative: from the end).\n\n"
              "start may be a 0-dim integer tensor.  IndexError for a dim or start out of range,\n"
              "RuntimeError where start + length is too much, or for a 0-dim tensor.  As torch.narrow.\n\n"
              ">>> torch.narrow(torch.arange(5), 0, 1, 3)\ntensor([1, 2, 3])\n");

TBPY_DOC_PAIR(unbind, "dim=0", "input, dim=0",
              "A tuple of views, one for each index along a dimension, which is dropped.\n\n"
              "IndexError for a dim out of range or a 0-dim tensor.  As torch.unbind.\n\n"
              ">>> torch.unbind(torch.tensor([[1, 2], [3, 4]]))\n(tensor([1, 2]), tensor([3, 4]))\n");

TBPY_DOC_PAIR(split, "split_size, dim=0", "tensor, split_size_or_sections, dim=0",
              "A tuple of views: pieces of an equal length along a dimension, the last one what is left,\n"
              "or pieces of the lengths that a tuple or list gives.\n\n"
              "RuntimeError for negative lengths, lengths whose sum is not the size, a 0-dim tensor;\n"
              "IndexError for a dim out of range.  As torch.split.\n\n"
              ">>> torch.split(torch.arange(5), 2)\n(tensor([0, 1]), tensor([2, 3]), tensor([4]))\n"
              ">>> torch.split(torch.arange(5), [1, 4])\n(tensor([0]), tensor([1, 2, 3, 4]))\n");

TBPY_DOC_PAIR(chunk, "chunks, dim=0", "input, chunks, dim=0",
              "A tuple of views: at most `chunks` pieces of equal length along a dimension, the last one\n"
              "what is left.\n\n"
              "RuntimeError unless chunks is positive, or for a 0-dim tensor; IndexError for a dim out of\n"
              "range.  As torch.chunk.\n\n"
              ">>> torch.chunk(torch.arange(5), 2)\n(tensor([0, 1, 2]), tensor([3, 4]))\n");

TBPY_DOC_PAIR(diagonal, "offset=0, dim1=0, dim2=1", "input, offset=0, dim1=0, dim2=1",
              "A view of the diagonal of two dimensions, which becomes the last dimension.\n\n"
              "offset: columns above (negative: rows below) the main diagonal; empty beyond the corners.\n"
              "RuntimeError if both dimensions are the same, IndexError for a dim out of range.  As\n"
              "torch.diagonal.\n\n"
              ">>> torch.diagonal(torch.arange(6).view(2, 3), 1)\ntensor([1, 5])\n");

PyDoc_STRVAR(
    real_doc,
    "real($module, input)\n--\n\n"
    "A view of the real parts, of half the element type; a real tensor itself.  TypeError for what is\n"
    "no tensor.  As torch.real.\n\n"
    ">>> torch.real(torch.tensor([1 + 2j]))\ntensor([1.])\n");
PyDoc_STRVAR(imag_doc, "imag($module, input)\n--\n\n"
                       "A view of the imaginary parts, of half the element type.\n\n"
                       "RuntimeError for a real tensor.  As torch.imag.\n\n"
                       ">>> torch.imag(torch.tensor([1 + 2j]))\ntensor([2.])\n");

#endif
