# Written by src/codegen from its table of return types; do not edit.

from typing import Final, final

from _typeshed import structseq

from tbcast._C import Tensor

__all__ = ["aminmax", "aminmax_out", "cummax", "cummax_out", "cummin", "cummin_out", "frexp", "frexp_out", "histogram", "histogram_out", "histogramdd", "kthvalue", "kthvalue_out", "linalg_cholesky_ex", "linalg_cholesky_ex_out", "linalg_eig", "linalg_eig_out", "linalg_eigh", "linalg_eigh_out", "linalg_inv_ex", "linalg_inv_ex_out", "linalg_lstsq", "linalg_lstsq_out", "linalg_lu", "linalg_lu_factor", "linalg_lu_factor_ex", "linalg_lu_factor_ex_out", "linalg_lu_factor_out", "linalg_lu_out", "linalg_qr", "linalg_qr_out", "linalg_slogdet", "linalg_slogdet_out", "linalg_solve_ex", "linalg_solve_ex_out", "linalg_svd", "linalg_svd_out", "lu_unpack", "lu_unpack_out", "max", "max_out", "median", "median_out", "min", "min_out", "mode", "mode_out", "nanmedian", "nanmedian_out", "qr", "qr_out", "slogdet", "slogdet_out", "sort", "sort_out", "svd", "svd_out", "topk", "topk_out"]

@final
class aminmax(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("min", "max")
    @property
    def min(self) -> Tensor: ...
    @property
    def max(self) -> Tensor: ...

@final
class aminmax_out(structseq[Tensor], tuple[Tensor, Tensor]):
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
class cummax_out(structseq[Tensor], tuple[Tensor, Tensor]):
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
class cummin_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class frexp(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("mantissa", "exponent")
    @property
    def mantissa(self) -> Tensor: ...
    @property
    def exponent(self) -> Tensor: ...

@final
class frexp_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("mantissa", "exponent")
    @property
    def mantissa(self) -> Tensor: ...
    @property
    def exponent(self) -> Tensor: ...

@final
class histogram(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("hist", "bin_edges")
    @property
    def hist(self) -> Tensor: ...
    @property
    def bin_edges(self) -> Tensor: ...

@final
class histogram_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("hist", "bin_edges")
    @property
    def hist(self) -> Tensor: ...
    @property
    def bin_edges(self) -> Tensor: ...

@final
class histogramdd(structseq[Tensor | tuple[Tensor, ...]], tuple[Tensor, tuple[Tensor, ...]]):
    __match_args__: Final = ("hist", "bin_edges")
    @property
    def hist(self) -> Tensor: ...
    @property
    def bin_edges(self) -> tuple[Tensor, ...]: ...

@final
class linalg_cholesky_ex(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("L", "info")
    @property
    def L(self) -> Tensor: ...
    @property
    def info(self) -> Tensor: ...

@final
class linalg_cholesky_ex_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("L", "info")
    @property
    def L(self) -> Tensor: ...
    @property
    def info(self) -> Tensor: ...

@final
class linalg_eig(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("eigenvalues", "eigenvectors")
    @property
    def eigenvalues(self) -> Tensor: ...
    @property
    def eigenvectors(self) -> Tensor: ...

@final
class linalg_eig_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("eigenvalues", "eigenvectors")
    @property
    def eigenvalues(self) -> Tensor: ...
    @property
    def eigenvectors(self) -> Tensor: ...

@final
class linalg_eigh(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("eigenvalues", "eigenvectors")
    @property
    def eigenvalues(self) -> Tensor: ...
    @property
    def eigenvectors(self) -> Tensor: ...

@final
class linalg_eigh_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("eigenvalues", "eigenvectors")
    @property
    def eigenvalues(self) -> Tensor: ...
    @property
    def eigenvectors(self) -> Tensor: ...

@final
class linalg_inv_ex(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("inverse", "info")
    @property
    def inverse(self) -> Tensor: ...
    @property
    def info(self) -> Tensor: ...

@final
class linalg_inv_ex_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("inverse", "info")
    @property
    def inverse(self) -> Tensor: ...
    @property
    def info(self) -> Tensor: ...

@final
class linalg_lstsq(structseq[Tensor], tuple[Tensor, Tensor, Tensor, Tensor]):
    __match_args__: Final = ("solution", "residuals", "rank", "singular_values")
    @property
    def solution(self) -> Tensor: ...
    @property
    def residuals(self) -> Tensor: ...
    @property
    def rank(self) -> Tensor: ...
    @property
    def singular_values(self) -> Tensor: ...

@final
class linalg_lstsq_out(structseq[Tensor], tuple[Tensor, Tensor, Tensor, Tensor]):
    __match_args__: Final = ("solution", "residuals", "rank", "singular_values")
    @property
    def solution(self) -> Tensor: ...
    @property
    def residuals(self) -> Tensor: ...
    @property
    def rank(self) -> Tensor: ...
    @property
    def singular_values(self) -> Tensor: ...

@final
class linalg_lu(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("P", "L", "U")
    @property
    def P(self) -> Tensor: ...
    @property
    def L(self) -> Tensor: ...
    @property
    def U(self) -> Tensor: ...

@final
class linalg_lu_out(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("P", "L", "U")
    @property
    def P(self) -> Tensor: ...
    @property
    def L(self) -> Tensor: ...
    @property
    def U(self) -> Tensor: ...

@final
class linalg_lu_factor(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("LU", "pivots")
    @property
    def LU(self) -> Tensor: ...
    @property
    def pivots(self) -> Tensor: ...

@final
class linalg_lu_factor_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("LU", "pivots")
    @property
    def LU(self) -> Tensor: ...
    @property
    def pivots(self) -> Tensor: ...

@final
class linalg_lu_factor_ex(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("LU", "pivots", "info")
    @property
    def LU(self) -> Tensor: ...
    @property
    def pivots(self) -> Tensor: ...
    @property
    def info(self) -> Tensor: ...

@final
class linalg_lu_factor_ex_out(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("LU", "pivots", "info")
    @property
    def LU(self) -> Tensor: ...
    @property
    def pivots(self) -> Tensor: ...
    @property
    def info(self) -> Tensor: ...

@final
class linalg_qr(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("Q", "R")
    @property
    def Q(self) -> Tensor: ...
    @property
    def R(self) -> Tensor: ...

@final
class linalg_qr_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("Q", "R")
    @property
    def Q(self) -> Tensor: ...
    @property
    def R(self) -> Tensor: ...

@final
class linalg_slogdet(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("sign", "logabsdet")
    @property
    def sign(self) -> Tensor: ...
    @property
    def logabsdet(self) -> Tensor: ...

@final
class linalg_slogdet_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("sign", "logabsdet")
    @property
    def sign(self) -> Tensor: ...
    @property
    def logabsdet(self) -> Tensor: ...

@final
class linalg_solve_ex(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("result", "info")
    @property
    def result(self) -> Tensor: ...
    @property
    def info(self) -> Tensor: ...

@final
class linalg_solve_ex_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("result", "info")
    @property
    def result(self) -> Tensor: ...
    @property
    def info(self) -> Tensor: ...

@final
class linalg_svd(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("U", "S", "Vh")
    @property
    def U(self) -> Tensor: ...
    @property
    def S(self) -> Tensor: ...
    @property
    def Vh(self) -> Tensor: ...

@final
class linalg_svd_out(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("U", "S", "Vh")
    @property
    def U(self) -> Tensor: ...
    @property
    def S(self) -> Tensor: ...
    @property
    def Vh(self) -> Tensor: ...

@final
class lu_unpack(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("P", "L", "U")
    @property
    def P(self) -> Tensor: ...
    @property
    def L(self) -> Tensor: ...
    @property
    def U(self) -> Tensor: ...

@final
class lu_unpack_out(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("P", "L", "U")
    @property
    def P(self) -> Tensor: ...
    @property
    def L(self) -> Tensor: ...
    @property
    def U(self) -> Tensor: ...

@final
class kthvalue(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class kthvalue_out(structseq[Tensor], tuple[Tensor, Tensor]):
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
class max_out(structseq[Tensor], tuple[Tensor, Tensor]):
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
class median_out(structseq[Tensor], tuple[Tensor, Tensor]):
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
class min_out(structseq[Tensor], tuple[Tensor, Tensor]):
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
class mode_out(structseq[Tensor], tuple[Tensor, Tensor]):
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
class nanmedian_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class qr(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("Q", "R")
    @property
    def Q(self) -> Tensor: ...
    @property
    def R(self) -> Tensor: ...

@final
class qr_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("Q", "R")
    @property
    def Q(self) -> Tensor: ...
    @property
    def R(self) -> Tensor: ...

@final
class slogdet(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("sign", "logabsdet")
    @property
    def sign(self) -> Tensor: ...
    @property
    def logabsdet(self) -> Tensor: ...

@final
class slogdet_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("sign", "logabsdet")
    @property
    def sign(self) -> Tensor: ...
    @property
    def logabsdet(self) -> Tensor: ...

@final
class sort(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class sort_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class svd(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("U", "S", "V")
    @property
    def U(self) -> Tensor: ...
    @property
    def S(self) -> Tensor: ...
    @property
    def V(self) -> Tensor: ...

@final
class svd_out(structseq[Tensor], tuple[Tensor, Tensor, Tensor]):
    __match_args__: Final = ("U", "S", "V")
    @property
    def U(self) -> Tensor: ...
    @property
    def S(self) -> Tensor: ...
    @property
    def V(self) -> Tensor: ...

@final
class topk(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...

@final
class topk_out(structseq[Tensor], tuple[Tensor, Tensor]):
    __match_args__: Final = ("values", "indices")
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> Tensor: ...
