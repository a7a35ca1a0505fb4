"""Calls of logspace, of the windows, and of vander and combinations, for comparison with torch."""

from calls.function_cells import Cells

LOGSPACE = Cells(
    """
torch.logspace(0, 3, 4, dtype=d)
torch.logspace(0.5, 2.25, 9, dtype=d)
torch.logspace(3, -1, 6, 2, dtype=d)
torch.logspace(0, 2, 5, base=3.5, dtype=d)
torch.logspace(start=0, end=3, steps=7, base=-2, dtype=d)
torch.logspace(-3, 4, 8, 0, dtype=d)
torch.logspace(2, 5, 1, 2, dtype=d)
torch.logspace(2.5, 5, 1, -2, dtype=d)
torch.logspace(1, 5, 0, dtype=d)
torch.logspace(0, 90, 4, dtype=d)
torch.logspace(float('nan'), 2, 3, dtype=d)
torch.logspace(1, 300, 3, dtype=d)
torch.logspace(400, 1, 1, dtype=d)
torch.logspace(1 + 1j, 2, 3, dtype=d)
torch.logspace(1 + 1j, 2 - 1j, 6, base=2.5, dtype=torch.complex64)
torch.logspace(1 + 1j, 2 - 1j, 6, base=-2.5, dtype=torch.complex128)
torch.logspace(1 + 1j, 2, 1, base=2.5)
torch.logspace(1 + 1j, 2, 1, base=-2.5)
torch.logspace(1, 2, 3)
torch.logspace(1, 2j, 4)
torch.logspace(t[0, 0, 0] - t[0, 0, 0] + 1, 2, 3)
torch.logspace(L(1), L(2.5), 3)
torch.logspace(1, L(2.5), 3)
torch.logspace(L(1.0), 2, 3, 2)
torch.logspace(L([1.0]), 2, 3)
torch.logspace(1, L([2.0]), 3)
torch.logspace(L([1.0]), L([2.0]), 3)
torch.logspace(0, 2, 24, out=t)
torch.logspace(0, 2, 24, 3, out=u)
torch.logspace(0, 2, 4, out=torch.empty(0, dtype=d))
torch.logspace(0, 2, 4, out=u, dtype=d)
torch.logspace(0, 2, 4, out=torch.empty(4, dtype=torch.int16), dtype=torch.float32)
torch.logspace(0, 2, -1, dtype=d)
torch.logspace(0, 2, 1.5)
torch.logspace(0, 2, 3, 'a')
torch.logspace(0, 2)
""",
    layouts=("contiguous", "transposed", "strided"),
)

OPTIONS = "layout=torch.strided, device='cpu', pin_memory=False, requires_grad=False"
WINDOWS = Cells(
    f"""
torch.hann_window(5)
torch.hann_window(12, dtype=d)
torch.hann_window(33, False, dtype=d)
torch.hann_window(window_length=4, periodic=True, dtype=d, {OPTIONS})
torch.hann_window(1, dtype=d)
torch.hann_window(0, False, dtype=d)
torch.hann_window(-1, dtype=d)
torch.hann_window(-1)
torch.hann_window(5, 1)
torch.hann_window(5, None)
torch.hann_window(2.5)
torch.hann_window(4, out=t)
torch.hann_window()
torch.hann_window(4, dtype=torch.int32, layout=torch.strided)
torch.hamming_window(5)
torch.hamming_window(12, dtype=d)
torch.hamming_window(33, False, dtype=d)
torch.hamming_window(7, True, 0.5, dtype=d)
torch.hamming_window(7, False, alpha=0.25, beta=0.75, dtype=d)
torch.hamming_window(2, False, 1, 2, dtype=d)
torch.hamming_window(1, True, 0.5, dtype=d)
torch.hamming_window(-3)
torch.hamming_window(5, alpha=0.5)
torch.hamming_window(5, True, beta=0.5)
torch.blackman_window(6)
torch.blackman_window(12, dtype=d)
torch.blackman_window(33, False, dtype=d)
torch.blackman_window(1, False, dtype=d)
torch.blackman_window(-1)
torch.bartlett_window(6)
torch.bartlett_window(12, dtype=d)
torch.bartlett_window(33, False, dtype=d)
torch.bartlett_window(2, False, dtype=d)
torch.bartlett_window(2, dtype=d)
torch.bartlett_window(1, dtype=d)
torch.bartlett_window(0, dtype=d)
torch.kaiser_window(1, dtype=d)
torch.kaiser_window(0, False, 3.0, dtype=d)
torch.kaiser_window(-1, dtype=d)
torch.kaiser_window(5, beta=3)
torch.kaiser_window(5, True, 'a')
torch.kaiser_window(5, False, 1000.0)
""",
    tolerance="sum",  # of cosines
    layouts=("contiguous",),
)

KAISER = Cells(
    """
torch.kaiser_window(5, dtype=d)
torch.kaiser_window(12, False, dtype=d)
torch.kaiser_window(33, True, 3.0, dtype=d)
torch.kaiser_window(9, periodic=False, beta=0.5, dtype=d)
torch.kaiser_window(9, False, -3, dtype=d)
torch.kaiser_window(9, False, 0, dtype=d)
""",
    layouts=("contiguous",),
    dtypes=("float16", "bfloat16", "float32", "float64", "int64", "complex64"),
    tolerance="sum(8)",  # torch's polynomials in float32 are so far from the exact value
)
