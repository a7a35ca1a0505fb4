"""autograd.Function: its forward runs; there is nothing that would call backward."""

from __future__ import annotations

from typing import Any, NoReturn

from tbcast import Tensor

__all__ = ["Function", "FunctionCtx", "once_differentiable"]


class FunctionCtx:
    """What a forward keeps for its backward.  As torch.autograd.function.FunctionCtx."""

    saved_tensors: tuple[Tensor | None, ...] = ()
    needs_input_grad: tuple[bool, ...] = ()

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """saved_tensors are then these."""
        self.saved_tensors = tensors

    save_for_forward = save_for_backward

    def mark_dirty(self, *args: Tensor) -> None:
        """Does nothing."""

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Does nothing."""

    def set_materialize_grads(self, value: bool) -> None:
        """Does nothing."""


class Function(FunctionCtx):
    """A subclass has a static forward(ctx, ...), or forward(...) and setup_context(ctx, inputs, output).  As
    torch.autograd.Function."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise RuntimeError(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you "
            "should invoke them on the class itself. Instantiating an autograd function will raise an error "
            "in a future version of PyTorch."
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """What a subclass computes."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        """What a subclass keeps, if its forward takes no ctx."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> NoReturn:
        """NotImplementedError."""
        raise NotImplementedError(_SENTENCE)

    vjp = jvp = backward

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """forward(), with a ctx unless the subclass has a setup_context."""
        ctx = FunctionCtx()
        ctx.needs_input_grad = tuple(isinstance(one, Tensor) and one.requires_grad for one in args)
        if cls.setup_context is Function.setup_context:
            return cls.forward(ctx, *args, **kwargs)
        output = cls.forward(*args, **kwargs)
        cls.setup_context(ctx, args, output)
        return output


_SENTENCE = "tbcast computes no gradients; use PyTorch where they are needed"


def once_differentiable(fn: Any) -> Any:
    """The function itself.  As torch.autograd.function.once_differentiable."""
    return fn
