"""Second opinions, independent of the code under test: PyTorch's rules written down once more, NumPy."""
