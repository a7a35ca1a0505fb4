"""Parts of the stub of tbcast._C, and the types that stubs use. Nothing imports this at run time."""
