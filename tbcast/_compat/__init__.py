"""What only programs written for PyTorch ask for: the old constructors, switches of gradient recording."""
