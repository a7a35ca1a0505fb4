from tbcast.utils import backcompat as backcompat, dlpack as dlpack

__all__ = ["backcompat", "dlpack"]
