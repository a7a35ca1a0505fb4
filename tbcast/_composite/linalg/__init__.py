"""torch.linalg: products and triangular systems from the package's own functions, factorizations from
numpy.linalg, which is given the tensors' memory."""
