"""torch.onnx: nothing is exported."""

from typing import Any

from tbcast._compat.absent import answer

is_in_onnx_export = answer(__name__, "is_in_onnx_export", False, "False: nothing is exported")


def export(*args: Any, **options: Any) -> Any:
    """NotImplementedError.  As torch.onnx.export."""
    raise NotImplementedError("tbcast has no torch.onnx.export: use PyTorch to export programs")
