"""Rows of torch.linalg and of the older names of its functions in torch.

What begins with `_linalg_` is public in tbcast.linalg.  A line of a table: the name, what it computes, the
overloads, the Python function, the operands, the result, an example, and what else the row says.
"""

from codegen.functions.row import Function

OUT, OUTS = "*, Tensor out = None", "*, tuple of Tensors out = None"
TOO = OUT.removeprefix("*, ")
BATCH = "Operand: (..., n, n), float32, float64, complex64 or complex128."
ANY = "Operand: (..., m, n), float32, float64, complex64 or complex128."
SAME = "  Both have the same dtype, and their batches broadcast."
BY_NUMPY = "Computed by numpy.linalg; without NumPy, it raises NotImplementedError."
SIZES = "Raises RuntimeError for other sizes, NotImplementedError or RuntimeError for other dtypes"
FAILS = f"{SIZES}, and torch.linalg.LinAlgError "
SINGULAR = f"{FAILS}if a matrix is singular."
NOT_POSITIVE = f"{FAILS}if a matrix is not positive-definite."
TOLERANCES = (
    f"Tensor input, *, Tensor atol = None, Tensor rtol = None, bool hermitian = False, {TOO}",
    f"Tensor input, *, float atol = None, float rtol = None, bool hermitian = False, {TOO}",
)
OF_TOLERANCES = (
    "{}  atol, rtol: what is at most the larger of atol and rtol times the largest singular value counts as "
    "zero.  hermitian: the matrices are, and eigenvalues are computed."
)


def old_tolerance(name):
    return tuple(f"Tensor input, {kind} {name}, bool hermitian = False, "
    f"{OUT}" for kind in ("Tensor", "float"))


NORM = f"bool keepdim = False, *, torch.dtype dtype = None, {TOO}"
OF_NORM = "tuple of ints[1] dim = None, " + NORM
OF_MATRIX_NORM = "tuple of ints dim = {-2,-1}, " + NORM
EYE, TWO = "torch.eye(2)", "torch.tensor([[2., 0.], [0., 4.]])"
SYMMETRIC = "torch.tensor([[2., 1.], [1., 2.]])"
FACTOR = "torch.linalg.lu_factor{}(torch.tensor([[2., 1.], [4., 4.]]))"
LU = "torch.tensor([[4., 4.], [0.5, -1.]]), torch.tensor([2, 2], dtype=torch.int32)"
A_AND_B = "Operands: A (..., n, n), B (..., n, k), or of A's shape without its last size." + SAME
X_AND_Y = "Operands: floating or complex tensors that broadcast, of the same dtype."


def numpys(*lines):
    """Rows of what numpy.linalg computes."""
    return tuple(row(*line[:7], **{"notes": BY_NUMPY} | (line[7] if line[7:] else {})) for line in lines)


def composed(*lines):
    """Rows of what is composed of other functions."""
    return tuple(row(*line[:7], **(line[7] if line[7:] else {})) for line in lines)


def row(name, summary, overloads, place, operands, result, example, **facts):
    facts.setdefault("method", False)
    facts.setdefault("raises", f"{SIZES}.")
    return Function(
        name,
        summary,
        (overloads,) if isinstance(overloads, str) else overloads,
        in_python=f"_composite.linalg.{place}",
        operands=operands,
        result=result,
        example=example,
        **facts,
    )


def returning(name, raises, **facts):
    return {"returns": f"_return_types.{name}", "raises": raises, **facts}


FACTORS = numpys(
    (
        "_linalg_det", "The determinants of square matrices.", f"Tensor A, "
        f"{OUT}", "factorizations:det", BATCH,
        "Result: (...).", (f"torch.linalg.det({TWO})", "tensor(8.)"),
    ),
    (
        "det", "The determinants of square matrices.", "Tensor input", "factorizations:det", BATCH,
        "Result: (...).", (f"torch.det({TWO})", "tensor(8.)"), {"method": True},
    ),
    (
        "_linalg_slogdet", "The signs and the logarithms of the absolute values of determinants.",
        f"Tensor A, {OUTS}", "factorizations:slogdet", BATCH,
        "Result: a named tuple of sign and logabsdet, both (...).",
        (f"torch.linalg.slogdet({TWO}).logabsdet", "tensor(2.0794)"),
        returning("linalg_slogdet", f"{SIZES}."),
    ),
    (
        "slogdet", "The signs and the logarithms of the absolute values of determinants.",
        f"Tensor input, {OUTS}", "factorizations:old_slogdet", BATCH,
        "Result: a named tuple of sign and logabsdet, both (...).",
        (f"torch.slogdet({TWO}).sign", "tensor(1.)"), returning("slogdet", f"{SIZES}.", method=True),
    ),
    (
        "logdet", "The logarithms of determinants; nan where they are negative.", "Tensor input",
        "factorizations:logdet", BATCH, "Result: (...).", (f"torch.logdet({EYE})", "tensor(0.)"),
        {"method": True},
    ),
    (
        "_linalg_inv", "The inverses of square matrices.", f"Tensor A, {OUT}", "factorizations:inv", BATCH,
        "Result: of input's shape.", (f"torch.linalg.inv({TWO})", "tensor([[0.5000, 0.0000],\n        "
        "[0.0000, 0.2500]])"), {"raises": SINGULAR},
    ),
    (
        "inverse", "The inverses of square matrices.", f"Tensor input, {OUT}", "factorizations:inv", BATCH,
        "Result: of input's shape.", (f"torch.inverse({TWO})", "tensor([[0.5000, 0.0000],\n        "
        "[0.0000, 0.2500]])"), {"raises": SINGULAR, "method": True},
    ),
    (
        "_linalg_inv_ex", "The inverses of square matrices, and which have none.",
        "Tensor A, *, bool check_errors = False, tuple of Tensors out = None", "factorizations:inv_ex", BATCH,
        "Result: a named tuple of inverse, nan where there is none, and info, int32 (...): 0, or the place "
        "of "
        "the pivot that is zero.",
        ("torch.linalg.inv_ex(torch.zeros(2, 2)).info", "tensor(1, dtype=torch.int32)"),
        returning("linalg_inv_ex", f"{FAILS}if check_errors and a matrix is singular."),
    ),
    (
        "_linalg_solve", "The solutions X of A @ X = B; left=False: of X @ A = B.",
        "Tensor A, Tensor B, *, bool left = True, Tensor out = None", "systems:solve", A_AND_B,
        "Result: of B's shape, with the broadcast batch.",
        (f"torch.linalg.solve({TWO}, torch.tensor([2., 2.]))", "tensor([1.0000, 0.5000])"),
        {"raises": SINGULAR, "shapes": "multiplies"},
    ),
    (
        "_linalg_solve_ex", "The solutions X of A @ X = B, and which equations have none.",
        "Tensor A, Tensor B, *, bool left = True, bool check_errors = False, tuple of Tensors out = None",
        "systems:solve_ex", A_AND_B,
        "Result: a named tuple of result, nan where there is none, and info, int32 (...).",
        (f"torch.linalg.solve_ex({TWO}, torch.tensor([2., 2.])).info", "tensor(0, dtype=torch.int32)"),
        returning("linalg_solve_ex", f"{FAILS}if check_errors and a matrix is "
        f"singular.", shapes="multiplies"),
    ),
    (
        "_linalg_lstsq", "The X that make the columns of A @ X - B shortest.",
        "Tensor input, Tensor b, float rcond = None, *, str driver = None, tuple of Tensors out = None",
        "systems:lstsq", "Operands: input (..., m, n), b (..., m, k), or of input's shape without its last "
        "size." + SAME + "  driver: gels, gelsy, gelsd or gelss decides what is returned; all compute "
        "singular "
        "values.",
        "Result: a named tuple of solution, residuals, rank and singular_values, some of them empty.",
        (f"torch.linalg.lstsq({TWO}, torch.ones(2, 1)).rank", "tensor(2)"),
        returning("linalg_lstsq", f"{SIZES}.", shapes="multiplies"),
    ),
    (
        "_linalg_cholesky", "The lower triangular L of L @ L.mH = input; upper=True: the upper one.",
        "Tensor input, *, bool upper = False, Tensor out = None", "factorizations:cholesky", BATCH,
        "Result: of input's shape.", (f"torch.linalg.cholesky({TWO})", "tensor([[1.4142, 0.0000],\n"
        "        [0.0000, 2.0000]])"), {"raises": NOT_POSITIVE},
    ),
    (
        "_linalg_cholesky_ex", "The same, and which matrices are not positive-definite.",
        "Tensor input, *, bool upper = False, bool check_errors = False, tuple of Tensors out = None",
        "factorizations:cholesky_ex", BATCH,
        "Result: a named tuple of L, nan where there is none, and info, int32 (...): 0, or the order of the "
        "leading minor that is not positive.",
        (f"torch.linalg.cholesky_ex(-{EYE}).info", "tensor(1, dtype=torch.int32)"),
        returning("linalg_cholesky_ex", f"{FAILS}if check_errors and a matrix is not positive-definite."),
    ),
    (
        "cholesky", "The lower triangular factor of positive-definite matrices.  Deprecated in PyTorch.",
        f"Tensor input, bool upper = False, {OUT}", "factorizations:old_cholesky", BATCH,
        "Result: of input's shape.", (f"torch.cholesky({EYE})", "tensor([[1., 0.],\n        [0., 1.]])"),
        {"raises": f"Warns (UserWarning) always.  {NOT_POSITIVE}", "method": True},
    ),
    (
        "_linalg_svd", "The singular value decomposition U @ diag(S) @ Vh.",
        "Tensor A, bool full_matrices = True, *, str driver = None, tuple of Tensors out = None",
        "factorizations:svd", ANY, "Result: a named tuple of U (..., m, m), S (..., k) and Vh (..., n, n), "
        "k the "
        "smaller of m and n; full_matrices=False: U (..., m, k) and Vh (..., k, n).",
        (f"torch.linalg.svd({TWO}).S", "tensor([4., 2.])"),
        returning("linalg_svd", f"{FAILS}if elements are not finite."),
    ),
    (
        "_linalg_svdvals", "The singular values, the largest first.",
        "Tensor A, *, str driver = None, Tensor out = None", "factorizations:svdvals", ANY,
        "Result: (..., k), k the smaller of m and n.",
        (f"torch.linalg.svdvals({TWO})", "tensor([4., 2.])"),
        {"raises": f"{FAILS}if elements are not finite."},
    ),
    (
        "svd", "The singular value decomposition U @ diag(S) @ V.mH.",
        f"Tensor input, bool some = True, bool compute_uv = True, {OUTS}", "factorizations:old_svd", ANY,
        "Result: a named tuple of U, S and V; compute_uv=False: U and V are zeros.",
        (f"torch.svd({TWO}).S", "tensor([4., 2.])"),
        returning("svd", f"{FAILS}if elements are not finite.", method=True),
    ),
    (
        "_linalg_qr", "The decomposition Q @ R, with orthonormal columns in Q and an upper triangular R.",
        f'Tensor A, str mode = "reduced", {OUTS}', "factorizations:qr", ANY + '  mode: "reduced", "complete" '
        'or "r" (Q is empty).', "Result: a named tuple of Q and R.",
        (f"torch.linalg.qr({EYE}).R.abs()", "tensor([[1., 0.],\n        [0., 1.]])"),
        returning("linalg_qr", f"{SIZES}, RuntimeError for other modes."),
    ),
    (
        "qr", "The decomposition Q @ R.  Deprecated in PyTorch.", f"Tensor input, bool some = True, {OUTS}",
        "factorizations:old_qr", ANY, "Result: a named tuple of Q and R.",
        (f"torch.qr({EYE}).R.abs()", "tensor([[1., 0.],\n        [0., 1.]])"),
        returning("qr", f"Warns (UserWarning) always.  {SIZES}.", method=True),
    ),
    (
        "_linalg_eigh", "The eigenvalues and eigenvectors of Hermitian matrices.",
        f'Tensor input, str UPLO = "L", {OUTS}', "factorizations:eigh", BATCH + '  UPLO: "L" reads the lower '
        'triangle only, "U" the upper one.',
        "Result: a named tuple of eigenvalues (..., n), real and ascending, and eigenvectors, as columns.",
        (f"torch.linalg.eigh({SYMMETRIC}).eigenvalues", "tensor([1., 3.])"),
        returning("linalg_eigh", f"{SIZES}, RuntimeError for other UPLO."),
    ),
    (
        "_linalg_eigvalsh", "The eigenvalues of Hermitian matrices.", f'Tensor input, str UPLO = "L", {OUT}',
        "factorizations:eigvalsh", BATCH + '  UPLO: "L" reads the lower triangle only, "U" the upper one.',
        "Result: (..., n), real and ascending.", (f"torch.linalg.eigvalsh({SYMMETRIC})", "tensor([1., 3.])"),
    ),
    (
        "_linalg_eig", "The eigenvalues and eigenvectors of square matrices.", f"Tensor input, {OUTS}",
        "factorizations:eig", BATCH,
        "Result: a named tuple of eigenvalues (..., n) and eigenvectors, as columns, both complex.",
        (f"torch.linalg.eig({TWO}).eigenvalues", "tensor([2.+0.j, 4.+0.j])"),
        returning("linalg_eig", f"{SIZES}, RuntimeError if elements are not finite."),
    ),
    (
        "_linalg_eigvals", "The eigenvalues of square matrices.", f"Tensor input, {OUT}",
        "factorizations:eigvals", BATCH, "Result: (..., n), complex.",
        (f"torch.linalg.eigvals({TWO})", "tensor([2.+0.j, 4.+0.j])"),
        {"raises": f"{SIZES}, RuntimeError if elements are not finite."},
    ),
    (
        "_linalg_pinv", "The pseudoinverses of matrices.", (*TOLERANCES, *old_tolerance("rcond")),
        "norms:pinv", OF_TOLERANCES.format(ANY), "Result: (..., n, m).",
        ("torch.linalg.pinv(torch.tensor([[2.], [0.]]))", "tensor([[0.5000, 0.0000]])"),
    ),
    (
        "pinverse", "The pseudoinverses of matrices.", "Tensor input, float rcond = "
        "1e-15", "norms:pinverse", ANY,
        "Result: (..., n, m).", ("torch.pinverse(torch.tensor([[2.], [0.]]))", "tensor([[0.5000, 0.0000]])"),
        {"method": True},
    ),
    (
        "_linalg_matrix_rank", "The numbers of singular values that are not zero.",
        (*TOLERANCES, *old_tolerance("tol")), "norms:matrix_rank", OF_TOLERANCES.format(ANY),
        "Result: int64, (...).", (f"torch.linalg.matrix_rank({EYE})", "tensor(2)"),
    ),
    (
        "_linalg_cond", "The condition numbers of matrices.",
        (f"Tensor input, Number p = None, {OUT}", f"Tensor input, str p, {OUT}"), "norms:cond",
        ANY + '  p: None or 2, -2, "fro", "nuc", inf, -inf, 1 or -1: the norm; others than 2 need square '
        "matrices.", "Result: (...), inf where a matrix is singular.",
        (f"torch.linalg.cond({TWO})", "tensor(2.)"),
    ),
    (
        "_linalg_tensorsolve", "The solutions X of tensordot(input, X, X.ndim) = other.",
        f"Tensor input, Tensor other, tuple of ints dims = None, {OUT}", "systems:tensorsolve",
        "Operands: of the same dtype; dims of input are moved to its end first.",
        "Result: of the shape of input's last dimensions.",
        (f"torch.linalg.tensorsolve({TWO}, torch.tensor([2., 2.]))", "tensor([1.0000, 0.5000])"),
        {"raises": SINGULAR},
    ),
    (
        "_linalg_tensorinv", "The inverse of tensordot(input, X, ind).", f"Tensor input, int ind = 2, {OUT}",
        "systems:tensorinv", "Operand: the products of its first ind sizes and of its others are equal.",
        "Result: of input's sizes, the last ones first.",
        (f"torch.linalg.tensorinv({TWO}, 1)", "tensor([[0.5000, 0.0000],\n        [0.0000, 0.2500]])"),
        {"raises": SINGULAR},
    ),
)  # fmt: skip

COMPOSED = composed(
    (
        "_linalg_solve_triangular", "The solutions X of A @ X = B, for triangular A; left=False: of X @ A "
        "= B.",
        "Tensor input, Tensor B, *, bool upper, bool left = True, bool unitriangular = False, Tensor out = "
        "None",
        "systems:solve_triangular", "Operands: A, called input, (..., n, n), B (..., n, k)." + SAME + "  "
        "upper: "
        "which triangle is read; unitriangular: the diagonal counts as ones.",
        "Result: of B's shape, with the broadcast batch.",
        (f"torch.linalg.solve_triangular({TWO}, torch.ones(2, 1), upper=True)",
         "tensor([[0.5000],\n        [0.2500]])"), {"shapes": "multiplies"},
    ),
    (
        "_linalg_lu_factor_ex", "The triangular factors of matrices with exchanged rows, and zero pivots.",
        "Tensor A, *, bool pivot = True, bool check_errors = False, tuple of Tensors out = None",
        "systems:lu_factor_ex", ANY, "Result: a named tuple of LU, of input's shape, pivots, int32 (..., "
        "k), from "
        "1, and info, int32 (...): 0, or the place of the pivot that is zero.",
        (f"{FACTOR.format('_ex')}.pivots", "tensor([2, 2], dtype=torch.int32)"),
        returning("linalg_lu_factor_ex", f"{SIZES}, and without pivot."),
    ),
    (
        "_linalg_lu_factor", "The triangular factors of matrices with exchanged rows.",
        "Tensor A, *, bool pivot = True, tuple of Tensors out = None", "systems:lu_factor", ANY,
        "Result: a named tuple of LU, of input's shape, and pivots, int32 (..., k), from 1.",
        (f"{FACTOR.format('')}.LU", "tensor([[ 4.0000,  4.0000],\n        [ 0.5000, -1.0000]])"),
        returning("linalg_lu_factor", f"{SIZES}, RuntimeError if a pivot is zero, and without pivot."),
    ),
    (
        "_linalg_lu", "The decomposition P @ L @ U.", "Tensor A, *, bool pivot = True, tuple of Tensors "
        "out = None",
        "systems:lu", ANY, "Result: a named tuple of P (..., m, m), L (..., m, k) and U (..., k, n).",
        (f"torch.linalg.lu({TWO}).U", "tensor([[2., 0.],\n        [0., 4.]])"),
        returning("linalg_lu", f"{SIZES}, and without pivot."),
    ),
    (
        "_linalg_lu_solve", "The solutions X of A @ X = B, from what lu_factor made of A.",
        "Tensor LU, Tensor pivots, Tensor B, *, bool left = True, bool adjoint = False, Tensor out = None",
        "systems:lu_solve", "Operands: LU (..., n, n), pivots (..., n), B (..., n, k)." + SAME
        + "  left=False: X @ A = B; adjoint: A.mH instead of A.",
        "Result: of B's shape, with the broadcast batch.",
        (f"torch.linalg.lu_solve({LU}, torch.ones(2, 1))", "tensor([[ 0.7500],\n        [-0.5000]])"),
    ),
    (
        "lu_solve", "The same, with the right-hand side first.",
        f"Tensor input, Tensor LU_data, Tensor LU_pivots, {OUT}", "systems:old_lu_solve",
        "Operands: input (..., n, k), LU_data (..., n, n), LU_pivots (..., n).",
        "Result: of input's shape, with the broadcast batch.",
        (f"torch.lu_solve(torch.ones(2, 1), {LU})", "tensor([[ 0.7500],\n        [-0.5000]])"),
        {"method": True},
    ),
    (
        "lu_unpack", "P, L and U from what lu_factor returns.",
        f"Tensor LU_data, Tensor LU_pivots, bool unpack_data = True, bool unpack_pivots = True, {OUTS}",
        "systems:lu_unpack", "Operands: LU_data (..., m, n), LU_pivots (..., k), int32.",
        "Result: a named tuple of P (..., m, m), L (..., m, k) and U (..., k, n); empty where not unpacked.",
        (f"torch.lu_unpack({LU}).U", "tensor([[ 4.,  4.],\n        [ 0., -1.]])"),
        returning("lu_unpack", f"{SIZES}."),
    ),
    (
        "cholesky_solve", "The solutions X of A @ X = input, from the Cholesky factor of A.",
        f"Tensor input, Tensor input2, bool upper = False, {OUT}", "systems:cholesky_solve",
        "Operands: input (..., n, k), input2 (..., n, n), the factor." + SAME, "Result: of input's shape, "
        "with the "
        "broadcast batch.",
        (f"torch.cholesky_solve(torch.ones(2, 1), {TWO})", "tensor([[0.2500],\n        [0.0625]])"),
        {"method": True, "shapes": "multiplies"},
    ),
    (
        "cholesky_inverse", "The inverses of matrices, from their Cholesky factors.",
        f"Tensor input, bool upper = False, {OUT}", "systems:cholesky_inverse", BATCH, "Result: of input's "
        "shape.",
        (f"torch.cholesky_inverse({TWO})", "tensor([[0.2500, 0.0000],\n        [0.0000, 0.0625]])"),
        {"method": True, "raises": SINGULAR},
    ),
    (
        "matrix_power", "The n-th powers of square matrices, from the fewest products.",
        f"Tensor input, int n, {OUT}", "products:matrix_power", "Operand: (..., m, m), of any dtype but "
        "bool.  n: "
        "negative: of the inverses, which NumPy computes.",
        "Result: of input's shape.",
        (f"torch.matrix_power({TWO}, 2)", "tensor([[ 4.,  0.],\n        [ 0., 16.]])"),
        {"aliases": ("_linalg_matrix_power",), "method": True, "raises": SINGULAR},
    ),
    (
        "matrix_exp", "The exponentials of square matrices, from products.", "Tensor "
        "input", "products:matrix_exp",
        BATCH.replace("float32", "a half, float32"), "Result: of input's shape.",
        ("torch.matrix_exp(torch.zeros(2, 2))", "tensor([[1., 0.],\n        [0., 1.]])"),
        {"aliases": ("_linalg_matrix_exp",), "method": True, "shapes": "keeps"},
    ),
    (
        "_linalg_matmul", "The same as torch.matmul.", f"Tensor input, Tensor other, "
        f"{OUT}", "products:matmul",
        "Operands: vectors, matrices or batches of them, of the same dtype.", "Result: torch.matmul's.",
        (f"torch.linalg.matmul({TWO}, torch.ones(2))", "tensor([2., 4.])"), {"shapes": "multiplies"},
    ),
    (
        "_linalg_multi_dot", "The product of matrices, in the order that takes the fewest multiplications.",
        f"tuple of Tensors tensors, {OUT}", "products:multi_dot", "tensors: two or more matrices of one "
        "dtype; the "
        "first and the last may be vectors.", "Result: a matrix, a vector or a 0-dim tensor.",
        (f"torch.linalg.multi_dot([torch.ones(2), {TWO}, torch.ones(2)])", "tensor(6.)"),
    ),
    (
        "_linalg_vecdot", "The sums of conj(x) * y along dim.", f"Tensor x, Tensor y, *, int dim = -1, {TOO}",
        "products:vecdot", X_AND_Y, "Result: of the broadcast shape without dim.",
        ("torch.linalg.vecdot(torch.tensor([1., 2.]), torch.tensor([3., 4.]))", "tensor(11.)"),
        {"shapes": "broadcasts"},
    ),
    (
        "_linalg_cross", "The cross products of the vectors of three elements along dim.",
        f"Tensor input, Tensor other, *, int dim = -1, {TOO}", "products:cross",
        "Operands: tensors with equally many dimensions whose shapes broadcast, of the same dtype.",
        "Result: a contiguous tensor of the broadcast shape.",
        ("torch.linalg.cross(torch.tensor([1, 0, 0]), torch.tensor([0, 1, 0]))", "tensor([0, 0, 1])"),
        {"shapes": "broadcasts"},
    ),
    (
        "_linalg_vander", "The powers 0 to N - 1 of every element.", "Tensor x, *, int N = "
        "None", "products:vander",
        "Operand: (..., n), of any dtype but bool.  N: at least 2; by default n.",
        "Result: (..., n, N); integers give int64.",
        ("torch.linalg.vander(torch.tensor([2, 3]), N=3)", "tensor([[1, 2, 4],\n        [1, 3, 9]])"),
        {"raises": "Raises RuntimeError for bool and smaller N."},
    ),
    (
        "_linalg_diagonal", "A view of the diagonals of matrices.",
        "Tensor A, *, int offset = 0, int dim1 = -2, int dim2 = -1", "products:diagonal",
        "Operand: a tensor of two or more dimensions.", "Result: torch.diagonal's.",
        (f"torch.linalg.diagonal({TWO})", "tensor([2., 4.])"),
        {"shapes": "views", "raises": "Raises RuntimeError or IndexError for other dimensions."},
    ),
    (
        "_linalg_vector_norm", "The vector norm of all elements, or along dimensions.",
        f"Tensor input, Number ord = 2, {OF_NORM}", "norms:vector_norm",
        "Operand: a tensor of a floating or complex dtype.  ord: a number, inf or -inf.",
        "Result: without the dimensions in dim, or with size 1 in them if keepdim.",
        ("torch.linalg.vector_norm(torch.tensor([3., 4.]))", "tensor(5.)"), {"shapes": "reduces"},
    ),
    (
        "_linalg_matrix_norm", "Norms of matrices.",
        (f"Tensor input, Number ord, {OF_MATRIX_NORM}", f'Tensor input, str ord = "fro", {OF_MATRIX_NORM}'),
        "norms:matrix_norm", 'Operand: a floating or complex tensor.  ord: "fro", inf, -inf, 1 or -1; '
        '"nuc", 2 '
        "and -2 need NumPy.", "Result: without the two dimensions, or with size 1 in them if keepdim.",
        (f"torch.linalg.matrix_norm({TWO}, 1)", "tensor(4.)"), {"shapes": "reduces"},
    ),
    (
        "_linalg_norm", "A norm of vectors or matrices.",
        (f"Tensor input, Number ord = None, {OF_NORM}", f"Tensor input, str ord, "
        f"{OF_NORM}"), "norms:linalg_norm",
        "Operand: a floating or complex tensor.  ord: vector_norm's or matrix_norm's; None: the 2-norm of "
        "all "
        "elements, or along dim.", "Result: without the dimensions in dim, or with size 1 in them if "
        "keepdim.",
        ("torch.linalg.norm(torch.tensor([[3., 0.], [0., 4.]]))", "tensor(5.)"), {"shapes": "reduces"},
    ),
)  # fmt: skip

ROWS = (*FACTORS, *COMPOSED)
