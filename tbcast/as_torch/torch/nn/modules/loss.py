"""The base of losses. Losses themselves are functions of torch.nn.functional."""

from torch.nn.modules.module import Module


class _Loss(Module):
    """A Module with a reduction. As torch.nn.modules.loss._Loss."""

    def __init__(
        self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean"
    ) -> None:
        super().__init__()
        if size_average is not None or reduce is not None:
            raise NotImplementedError("tbcast's _Loss takes no size_average and reduce: use reduction")
        self.reduction = reduction
