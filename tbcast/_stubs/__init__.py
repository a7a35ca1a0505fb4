"""Parts of the stub of tbcast._C, and the types that stubs name; nothing imports this at run time."""
