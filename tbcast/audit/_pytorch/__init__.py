"""The front end for PyTorch, `tbcast.audit.torch`; `front_end` alone can be imported without PyTorch."""
