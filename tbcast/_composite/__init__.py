"""Functions composed of the extension module's: einsum, meshgrid and others, and bodies of the function
table."""
