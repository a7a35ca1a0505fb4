"""Who called: the frames of a program between PyTorch's own."""

from __future__ import annotations

import os
from types import CodeType, FrameType, FunctionType

import torch

_FOLDER = os.path.dirname(os.path.abspath(torch.__file__)) + os.sep
_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def is_library(code: CodeType) -> bool:
    """Is it PyTorch's?"""
    return code.co_filename.startswith(_FOLDER)


def caller(top: FrameType, function: object) -> tuple[FrameType, bool]:
    """The frame that called a function of PyTorch's, and whether the C part finds the same.

    top: the uppermost frame when the mode was called. Functions written in Python call
    `handle_torch_function`, PyTorch's or our own, and other modes and subclasses stand between.
    """
    frame: FrameType | None = top
    skipped = 0
    while frame is not None:
        if frame.f_code.co_name == "handle_torch_function":
            frame = frame.f_back and frame.f_back.f_back
            skipped += 2
        elif frame.f_code.co_name == "__torch_function__":
            frame = frame.f_back
            skipped += 1
        else:
            return frame, skipped == (2 if isinstance(function, FunctionType) else 0)
    return top, False


def user_frame(frame: FrameType) -> FrameType:
    """The nearest frame that is not PyTorch's; the frame itself if there is none."""
    at: FrameType | None = frame
    while at is not None and (is_library(at.f_code) or at.f_code.co_filename.startswith(_OWN)):
        at = at.f_back
    return at or frame
