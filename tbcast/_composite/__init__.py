"""Functions composed of the extension's: bodies of the function table, einsum, meshgrid and others."""
