"""What only programs written for PyTorch ask for: old constructors, typed storages, gradient modes, weak
dictionaries, modules of devices and libraries that are not there.  Public names are where PyTorch has them.
"""
