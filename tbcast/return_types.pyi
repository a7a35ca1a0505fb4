from typing import Final, final

from _typeshed import structseq

from tbcast._C import Tensor

__all__ = ["aminmax", "cummax", "cummin", "kthvalue", "max", "median", "min", "mode", "nanmedian", "sort", "topk"]

@final
class aminmax(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("min", "max")
    @property
    def min(self) -> Tensor: ...
    @property
    def max(self) -> Tensor: ...

@final
class cummax(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class cummin(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class kthvalue(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class max(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class median(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class min(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class mode(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class nanmedian(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class sort(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class topk(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...
