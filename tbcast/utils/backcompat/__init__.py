"""The objects of `tbcast.backcompat` under PyTorch's name."""

from tbcast.backcompat import Warning, broadcast_warning, error_notes, keepdim_warning, pointwise_fallback

__all__ = ["Warning", "broadcast_warning", "error_notes", "keepdim_warning", "pointwise_fallback"]
