/* storage_docs.h: docstrings of storage.c. */
#ifndef TBPY_STORAGE_DOCS_H
#define TBPY_STORAGE_DOCS_H

PyDoc_STRVAR(storage_nbytes_doc,
             "nbytes($self)\n--\n\nThe number of bytes.  As torch.UntypedStorage.nbytes.\n\n"
             ">>> torch.zeros(3).untyped_storage().nbytes()\n12\n");

PyDoc_STRVAR(storage_size_doc, "size($self)\n--\n\nThe number of bytes.  As torch.UntypedStorage.size.\n\n"
                               ">>> torch.zeros(3).untyped_storage().size()\n12\n");

PyDoc_STRVAR(storage_element_size_doc,
             "element_size($self)\n--\n\nAlways 1.  As torch.UntypedStorage.element_size.\n\n"
             ">>> torch.zeros(3).untyped_storage().element_size()\n1\n");

PyDoc_STRVAR(storage_data_ptr_doc,
             "data_ptr($self)\n--\n\nAddress of the first byte; 0 if there is none.  As "
             "torch.UntypedStorage.data_ptr.\n\n"
             ">>> x = torch.zeros(3)\n>>> x.untyped_storage().data_ptr() == x.data_ptr()\nTrue\n");

PyDoc_STRVAR(storage_resizable_doc,
             "resizable($self)\n--\n\n"
             "May the memory grow?  Not while others see it (NumPy, buffers, parts of a storage).\n"
             "As torch.UntypedStorage.resizable.\n\n"
             ">>> torch.zeros(3).untyped_storage().resizable()\nTrue\n");

PyDoc_STRVAR(storage_untyped_doc,
             "untyped($self)\n--\n\nThe storage itself.  As torch.UntypedStorage.untyped.\n\n"
             ">>> u = torch.zeros(3).untyped_storage()\n>>> u.untyped() is u\nTrue\n");

PyDoc_STRVAR(
    storage_cpu_doc,
    "cpu($self)\n--\n\nThe storage itself: all memory is the CPU's.  As torch.UntypedStorage.cpu.\n\n"
    ">>> u = torch.zeros(3).untyped_storage()\n>>> u.cpu() is u\nTrue\n");

PyDoc_STRVAR(storage_tolist_doc,
             "tolist($self)\n--\n\nThe bytes as a list of ints.  As torch.UntypedStorage.tolist.\n\n"
             ">>> torch.tensor([258], dtype=torch.int16).untyped_storage().tolist()\n[2, 1]\n");

PyDoc_STRVAR(storage_fill_doc, "fill_($self, value, /)\n--\n\n"
                               "Writes one int into every byte; returns the storage.\n\n"
                               "RuntimeError for what is no int.  As torch.UntypedStorage.fill_.\n\n"
                               ">>> torch.UntypedStorage(2).fill_(7).tolist()\n[7, 7]\n");

PyDoc_STRVAR(storage_copy_doc,
             "copy_($self, src, non_blocking=False)\n--\n\n"
             "Takes the bytes of another storage; returns this one.\n\n"
             "RuntimeError if their sizes differ, TypeError for what is no storage.\n"
             "As torch.UntypedStorage.copy_.\n\n"
             ">>> torch.UntypedStorage(2).copy_(torch.UntypedStorage([1, 2])).tolist()\n[1, 2]\n");

PyDoc_STRVAR(storage_clone_doc, "clone($self)\n--\n\nA copy of the bytes.\n\n"
                                "RuntimeError if there is no memory.  As torch.UntypedStorage.clone.\n\n"
                                ">>> torch.UntypedStorage([1, 2]).clone().tolist()\n[1, 2]\n");

PyDoc_STRVAR(storage_elements_doc,
             "_elements($self, dtype, /)\n--\n\nA tensor of all whole elements on these bytes.");

PyDoc_STRVAR(
    storage_doc,
    "UntypedStorage(size=0, *, device=None)\n--\n\n"
    "The bytes that a tensor and its views share, read and written by index (ints, slices of step 1).\n\n"
    "size: the number of bytes, of any contents, or a sequence of ints.  RuntimeError for other\n"
    "arguments.  A slice is a storage on the same memory, which cannot grow while the slice lives.\n"
    "As torch.UntypedStorage.\n\n"
    ">>> x = torch.tensor([1, 2], dtype=torch.uint8)\n>>> u = x[1:].untyped_storage()\n>>> u[0] = 7\n"
    ">>> x\ntensor([7, 2], dtype=torch.uint8)\n");

PyDoc_STRVAR(storage_reduce_doc,
             "__reduce_ex__($self, protocol, /)\n--\n\n"
             "The bytes, for pickle; with protocol 5 a buffer that need not be copied.\n\n"
             ">>> import pickle\n>>> s = torch.UntypedStorage([1, 2])\n"
             ">>> pickle.loads(pickle.dumps(s)).tolist()\n[1, 2]\n");

#endif
