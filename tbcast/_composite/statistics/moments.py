"""Bodies of the function table: nansum, nanmean, trace, cov and corrcoef.

The bindings have already matched the arguments.
"""

from tbcast import _C
from tbcast._composite.outputs import UNSIGNED, refuse

_INF = float("inf")


def _is_whole(dtype):
    return not (dtype.is_floating_point or dtype.is_complex)


# ---- sums without nan ----


def nansum(input, dim=None, keepdim=False, dtype=None, out=None):
    """The sum, with zeros for nan."""
    if input.is_complex():
        if out is None:
            input.sum(dim)  # raises the other errors
        raise RuntimeError("nansum on CPU does not support complex inputs")
    if input.is_floating_point() and not (dtype and _is_whole(dtype)):
        result = out.dtype if out is not None else dtype or input.dtype
        if out is not None and dtype not in (None, result):
            names = result._type_name, dtype._type_name
            raise RuntimeError(
                f"nansum: provided dtype must match dtype of result. Got {names[0]} and {names[1]}."
            )
        if (result.is_complex or _is_whole(result)) and input.sum(dim, keepdim).numel() and input.numel():
            refuse("nansum_cpu", result)
    if input.is_floating_point():
        if out is None:
            found = _C.sum(input, dim, keepdim, dtype=dtype)
            if not found.isnan().any():  # there was none
                return found
        input = _C.nan_to_num(input, 0.0, _INF, -_INF)
    if out is None:
        return _C.sum(input, dim, keepdim, dtype=dtype)
    return _C.sum(input, dim, keepdim, dtype=dtype, out=out)


def nanmean(input, dim=None, keepdim=False, dtype=None, out=None):
    if _is_whole(input.dtype):
        if out is not None:
            raise RuntimeError(
                "nanmean(): integral types and 'Bool' are not supported for nanmean, even for empty tensors."
            )
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got "
            f"{input.dtype._type_name}"
        )
    if dtype is not None and _is_whole(dtype):
        raise RuntimeError(
            "nanmean(): could not infer output dtype. Optional dtype must be either a floating point or "
            f"complex dtype. Got: {dtype._type_name}"
        )
    count = input.isnan().logical_not().sum(dim, keepdim)
    return nansum(input, dim, keepdim, dtype, out).div_(count)


# ---- matrices ----


def trace(input):
    """The sum of the diagonal."""
    if input.dtype in (_C.bool, *UNSIGNED):
        refuse("trace", input.dtype)
    if input.dim() != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.dim()}")
    return input.diagonal().sum()


def _check_weights(name, weights, count, fits, kind):
    prefix = f"cov(): expected {name} to have"
    if weights.dim() > 1:
        raise RuntimeError(f"{prefix} one or fewer dimensions but got {name} with {weights.dim()} dimensions")
    if not fits:
        raise RuntimeError(f"{prefix} {kind} dtype but got {name} with {weights.dtype._type_name} dtype")
    if weights.numel() != count:
        raise RuntimeError(
            f"{prefix} the same numel as there are observations in the input but got {weights.numel()} != "
            f"{count}"
        )
    if count and not weights.min() >= 0:
        raise RuntimeError(f"cov(): {name} cannot be negative")


def _weights(count, fweights, aweights):
    """The product of both kinds of weights, or None."""
    product = None
    if fweights is not None:
        whole = _is_whole(fweights.dtype) and fweights.dtype is not _C.bool
        _check_weights("fweights", fweights, count, whole, "integral")
        product = fweights
    if aweights is not None:
        _check_weights("aweights", aweights, count, aweights.is_floating_point(), "floating point")
        product = aweights if product is None else product * aweights
    return product


def _freedom(count, correction, weights, total, fweights, aweights):
    """The divisor of the sums of products."""
    if weights is None:
        return _C.tensor(count - correction)
    if correction == 0:
        return total
    if aweights is None:
        return total - correction
    if fweights is None and count == 1 and correction == 1:  # exactly 0
        return _C.tensor(0)
    return total - correction * (weights * aweights).sum() / total


def _cov(input, correction, fweights, aweights):
    if input.dim() > 2:
        raise RuntimeError(
            "cov(): expected input to have two or fewer dimensions but got an input with "
            f"{input.dim()} dimensions"
        )
    if input.dtype is _C.bool:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    rows = input.reshape(1, -1) if input.dim() < 2 else input
    count = rows.size(1)
    weights = _weights(count, fweights, aweights)
    total = _C.tensor(count) if weights is None else weights.sum()
    if weights is not None and total == 0:
        raise RuntimeError("cov(): weights sum to zero, can't be normalized")
    mean = (rows if weights is None else rows * weights).sum(1) / total
    freedom = _freedom(count, correction, weights, total, fweights, aweights)
    if freedom <= 0:
        _C._warn(
            "cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of "
            "observations."
        )
        freedom = abs(freedom * 0)  # without a sign, so not -0
    if count == 1 and (fweights is None) != (aweights is None):  # the mean itself
        rows = _C.zeros_like(rows, dtype=_C.float32 if _is_whole(rows.dtype) else None)
    else:
        rows = rows - mean.unsqueeze(1)
    products = _C.mm(rows, (rows if weights is None else rows * weights).t().conj())
    return _C.true_divide(products, freedom).squeeze()


def cov(input, correction=1, fweights=None, aweights=None):
    return _cov(input, correction, fweights, aweights)


def corrcoef(input):
    """The covariances, divided by the two standard deviations."""
    if input.dim() > 2:
        raise RuntimeError(
            "corrcoef(): expected input to have two or fewer dimensions but got an input with "
            f"{input.dim()} dimensions"
        )
    found = _cov(input, 1, None, None)
    if found.dim() == 0:
        return found / found
    diagonal = found.diagonal()
    deviations = (diagonal.real if diagonal.is_complex() else diagonal).sqrt()
    found = found / deviations.view(-1, 1) / deviations.view(1, -1)
    if not found.is_complex():
        return found.clip(-1, 1)
    return _C.view_as_complex(_C.view_as_real(found).clip(-1, 1))
