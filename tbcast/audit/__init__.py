"""`tbcast.audit`: records the broadcasts of a program, of PyTorch, NumPy or tbcast itself, and judges them.

Nothing is imported before it is used: `tbcast.audit.torch` needs PyTorch, and tbcast does not.
"""
