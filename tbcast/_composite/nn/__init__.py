"""Functions of nn.functional: layers, losses, padding, distances."""
