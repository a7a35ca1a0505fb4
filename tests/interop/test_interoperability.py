"""matplotlib, pandas and scikit-learn take tensors where they take arrays."""

import warnings

import numpy as np
import pytest

from oracles.dtype_rules import NAMES
from under_test import tb


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.simplefilter("error", DeprecationWarning)
        yield


X = tb.arange(12.0).view(3, 4)
N = tb.arange(3)
M = tb.tensor([True, False, True])
NUMPYS = [name for name in NAMES if name != "bfloat16"]
LAYOUTS = {"contiguous": X, "transposed": X.t(), "strided": X[:, ::2], "expanded": X[:1].expand(3, 4)}


def same(found, wanted):
    np.testing.assert_array_equal(np.asarray(found), np.asarray(wanted))


# ---- NumPy's names for dtypes ----


def test_numpy_takes_our_dtypes_for_its_own():
    for name in NUMPYS:
        dtype = getattr(tb, name)
        assert np.dtype(dtype) == np.dtype(name) and np.zeros(2, dtype=dtype).dtype == name
        assert np.dtype(dtype) == tb.zeros(1, dtype=dtype).numpy().dtype
    with pytest.raises((TypeError, AttributeError)):
        np.dtype(tb.bfloat16)
    assert not hasattr(tb.bfloat16, "dtype")


def test_to_numpy_shares_memory():
    x = tb.zeros(2)
    x.to_numpy()[0] = 5
    assert x.tolist() == [5, 0]
    with pytest.raises(TypeError, match="unsupported ScalarType BFloat16"):
        x.bfloat16().to_numpy()
    with pytest.raises(TypeError):
        x.to_numpy(1)


# ---- matplotlib ----


@pytest.fixture
def axes():
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    yield axes
    figure.canvas.draw()
    pyplot.close(figure)


DRAWN = {
    "plot": lambda a, t: [line.get_xydata() for line in a.plot(t(N), t(X))],
    "plot of one": lambda a, t: [line.get_ydata() for line in a.plot(t(X[0]))],
    "plot of halves": lambda a, t: a.plot(t(X[0].half()))[0].get_ydata(),
    "plot of bools": lambda a, t: a.plot(t(M))[0].get_ydata(),
    "plot of columns": lambda a, t: len(a.plot(t(X))),
    "plot by name": lambda a, t: a.plot("a", "b", "", data={"a": t(N), "b": t(N)})[0].get_ydata(),
    "semilogy": lambda a, t: a.semilogy(t(N + 1))[0].get_ydata(),
    "step": lambda a, t: a.step(t(N), t(N))[0].get_ydata(),
    "stem": lambda a, t: a.stem(t(N), t(N))[0].get_ydata(),
    "imshow": lambda a, t: a.imshow(t(X)).get_array(),
    "imshow of a transpose": lambda a, t: a.imshow(t(X.t())).get_array(),
    "imshow of colours": lambda a, t: a.imshow(t(X.view(3, 4, 1).expand(3, 4, 3) / 12)).get_array(),
    "imshow of bytes": lambda a, t: a.imshow(t(X.view(3, 4, 1).expand(3, 4, 3).byte())).get_array(),
    "imshow with limits": lambda a, t: a.imshow(t(X), vmin=t(X.min()), vmax=t(X.max())).get_clim(),
    "matshow": lambda a, t: a.matshow(t(X)).get_array(),
    "pcolormesh": lambda a, t: a.pcolormesh(t(X)).get_array(),
    "contour": lambda a, t: a.contour(t(X)).levels,
    "scatter": lambda a, t: a.scatter(t(X[:, 0]), t(X[:, 1]), c=t(N), s=t(N + 3)).get_offsets(),
    "scatter in colours": lambda a, t: a.scatter(t(N), t(N), c=t(X[:, :3] / 12)).get_facecolors(),
    "hist": lambda a, t: a.hist(t(X.flatten()), bins=t(tb.tensor([0.0, 5, 12])))[0],
    "hist of columns": lambda a, t: a.hist(t(X), bins=3)[0],
    "hist with weights": lambda a, t: a.hist(t(X.flatten()), bins=3, weights=t(X.flatten()))[0],
    "hist2d": lambda a, t: a.hist2d(t(X[0]), t(X[1]), bins=2)[0],
    "bar": lambda a, t: [bar.get_height() for bar in a.bar(t(N), t(X[:, 1]), bottom=t(N))],
    "errorbar": lambda a, t: a.errorbar(t(N), t(N), yerr=t(N * 0.1))[0].get_ydata(),
    "fill_between": lambda a, t: a.fill_between(t(N), t(N), t(N + 1), where=t(M)).get_paths()[0].vertices,
    "boxplot": lambda a, t: [line.get_ydata() for line in a.boxplot(t(X))["medians"]],
    "violinplot": lambda a, t: len(a.violinplot(t(X))["bodies"]),
    "quiver": lambda a, t: a.quiver(t(N), t(N), t(N), t(N)).U,
    "lines": lambda a, t: a.axhline(t(X[1, 1])).get_ydata(),
    "limits": lambda a, t: a.set_xlim(t(N[0]), t(N[2])),
    "ticks": lambda a, t: [tick.get_loc() for tick in a.set_xticks(t(N))],
    "stackplot": lambda a, t: len(a.stackplot(t(N), t(X.t()))),
    "pie": lambda a, t: [w.theta2 for w in a.pie(t(N + 1))[0]],
}


@pytest.mark.needs("matplotlib")
@pytest.mark.parametrize("name", DRAWN)
def test_matplotlib_draws_a_tensor_as_its_array(axes, name):
    wanted = DRAWN[name](axes, lambda t: t.numpy())
    axes.clear()
    same(DRAWN[name](axes, lambda t: t), wanted)


@pytest.mark.needs("matplotlib")
def test_matplotlib_refuses_what_has_no_array(axes):
    with pytest.raises(TypeError, match="BFloat16"):
        axes.plot(X.bfloat16())


# ---- pandas ----


@pytest.fixture
def pd():
    import pandas

    return pandas


@pytest.mark.needs("pandas")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_tables_of_tensors(pd, layout):
    x = LAYOUTS[layout]
    table = pd.DataFrame(x)
    same(table, x.numpy())
    assert set(table.dtypes) == {np.dtype("float32")}
    column = pd.Series(x[:, 1])
    same(column, x[:, 1].numpy())
    assert column.dtype == "float32"
    same(pd.DataFrame(x, columns=list("abcd")[: x.shape[1]]).a, x[:, 0].numpy())


@pytest.mark.needs("pandas")
def test_columns_of_every_dtype(pd):
    for name in NUMPYS:
        assert pd.Series(N.to(getattr(tb, name))).dtype == name
        assert pd.Series(N, dtype=getattr(tb, name)).dtype == name
    with pytest.raises(TypeError, match="BFloat16"):
        pd.Series(N.bfloat16())


@pytest.mark.needs("pandas")
def test_tables_of_columns(pd):
    table = pd.DataFrame({"a": N, "b": X[:, 1], "c": M, "d": 3})
    assert [str(dtype) for dtype in table.dtypes] == ["int64", "float32", "bool", "int64"]
    table["new"] = X[:, 2]
    table["new too"] = N.view(3, 1)
    table[["p", "q"]] = X[:, :2]
    table.insert(0, "first", N * 2)
    same(table["new"], X[:, 2].numpy())
    same(table[["p", "q"]], X[:, :2].numpy())
    assert list(table["first"]) == [0, 2, 4] and list(table["new too"]) == [0, 1, 2]
    table.loc[:, "a"] = (N + 5).numpy()  # what looks for ndarray itself needs one
    table.loc[M.numpy(), "b"] = 0
    assert list(table["a"]) == [5, 6, 7] and list(table["b"]) == [0, 5, 0]
    same(pd.DataFrame([N, N + 1]), [[0, 1, 2], [1, 2, 3]])
    same(table.assign(z=N).z, N.numpy())


@pytest.mark.needs("pandas")
def test_tables_are_not_on_the_tensors_memory(pd):
    x = tb.zeros(3)
    column = pd.Series(x)
    table = pd.DataFrame({"a": x})
    x.fill_(7)
    assert list(table["a"]) == [0, 0, 0]
    column = column + 0
    assert len(column) == 3


@pytest.mark.needs("pandas")
def test_arithmetic_with_series(pd):
    s = pd.Series([1.0, 2.0, 3.0], index=list("abc"))
    for found, wanted in (
        (s + N, [1, 3, 5]),
        (N + s, [1, 3, 5]),
        (s * X[0, 2], [2, 4, 6]),
        (X[0, 2] - s, [1, 0, -1]),
        (s.add(N), [1, 3, 5]),
    ):
        assert isinstance(found, pd.Series)
        same(found, wanted)
        assert list(found.index) == list("abc")
    same(pd.DataFrame(X) @ tb.ones(4, 2), (X @ tb.ones(4, 2)).numpy())
    same(pd.DataFrame(X).iloc[N[:2]], X[:2].numpy())
    same(pd.Series(X[0]).where((X[0] > 1).numpy(), (X[0] * 10).numpy()), [0, 10, 2, 3])


@pytest.mark.needs("pandas")
def test_tensors_of_tables(pd):
    table = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
    whole = tb.tensor(table.values)
    assert whole.tolist() == [[1, 3], [2, 4]] and whole.dtype is tb.int64
    assert tb.tensor(table["a"]).tolist() == [1, 2] == tb.as_tensor(table["a"]).tolist()
    assert tb.tensor(table["a"].to_numpy()).tolist() == [1, 2]
    shared = tb.from_numpy(table["a"].to_numpy(copy=True))
    assert shared.add_(1).tolist() == [2, 3]
    assert tb.tensor(pd.Series([True, False])).dtype is tb.bool
    assert tb.tensor(pd.Index([1, 2])).tolist() == [1, 2]
    assert tb.tensor(pd.Series([1, None]).to_numpy()).isnan().tolist() == [False, True]
    assert X[table["a"]].tolist() == X[1:].tolist()
    for wrong in (pd.Series(["a"]), pd.Series(pd.to_datetime(["2020-01-01"])), table):
        with pytest.raises((TypeError, ValueError, RuntimeError)):
            tb.tensor(wrong)


@pytest.mark.needs("pandas")
def test_a_read_only_column_warns(pd):
    values = pd.Series([1, 2, 3]).values
    if values.flags.writeable:
        pytest.skip("this pandas gives writable arrays")
    with pytest.warns(UserWarning, match="not writable"):
        assert tb.from_numpy(values).tolist() == [1, 2, 3]


# ---- scikit-learn ----

F = tb.arange(60.0).view(20, 3)
F = F + F.sin() * 5
C = (F[:, 0] > 30).long()
R = F @ tb.tensor([1.0, 2.0, 3.0])
W = tb.arange(20.0) + 1

LEARNED = """
linear_model.LinearRegression().fit(t(F), t(R)).predict(t(F))
linear_model.LinearRegression().fit(t(F), t(R), sample_weight=t(W)).coef_
linear_model.LinearRegression().fit(t(F), t(F[:, :2])).predict(t(F))
linear_model.LinearRegression().fit(t(F.t().contiguous().t()), t(R)).coef_
linear_model.LogisticRegression().fit(t(F), t(C)).predict(t(F))
linear_model.LogisticRegression().fit(t(F.double()), t(C.bool())).predict(t(F))
linear_model.Ridge(alpha=1.0).fit(t(F.double()), t(R)).coef_
linear_model.SGDClassifier(random_state=0).fit(t(F), t(C)).predict(t(F))
cluster.KMeans(2, random_state=0, n_init=1, init=t(F[:2])).fit_predict(t(F))
preprocessing.StandardScaler().fit_transform(t(F))
preprocessing.MinMaxScaler().fit(t(F)).transform(t(F[:2]))
preprocessing.OneHotEncoder().fit_transform(t(C[:, None])).toarray()
preprocessing.LabelEncoder().fit_transform(t(C))
preprocessing.PolynomialFeatures(2).fit_transform(t(F))
decomposition.PCA(2, svd_solver='full').fit_transform(t(F))
model_selection.train_test_split(t(F), t(C), random_state=0)[1]
model_selection.train_test_split(t(F), t(C), stratify=t(C), random_state=0)[3]
model_selection.cross_val_score(linear_model.LogisticRegression(), t(F), t(C), cv=2)
model_selection.GridSearchCV(svm.SVC(), {'C': [1, 2]}, cv=2).fit(t(F), t(C)).best_score_
[a for a, b in model_selection.StratifiedKFold(2).split(t(F), t(C))]
metrics.accuracy_score(t(C), t(C[:].flip(0)))
metrics.confusion_matrix(t(C), t(C.flip(0)))
metrics.mean_squared_error(t(R), t(R + 1))
metrics.r2_score(t(R), t(R + 1))
metrics.roc_auc_score(t(C), t(F[:, 1]))
metrics.pairwise_distances(t(F))
neighbors.KNeighborsClassifier(3).fit(t(F), t(C)).predict(t(F))
ensemble.RandomForestClassifier(5, random_state=0).fit(t(F), t(C)).predict(t(F))
ensemble.GradientBoostingRegressor(n_estimators=5, random_state=0).fit(t(F), t(R)).predict(t(F))
svm.SVC().fit(t(F), t(C)).predict(t(F))
naive_bayes.GaussianNB().fit(t(F), t(C)).predict(t(F))
pipeline.make_pipeline(preprocessing.StandardScaler(), svm.SVC()).fit(t(F), t(C)).score(t(F), t(C))
feature_selection.SelectKBest(k=2).fit_transform(t(F), t(C))
utils.check_array(t(F.half()))
utils.check_X_y(t(F), t(C))[0]
utils.shuffle(t(F), random_state=0)
utils.multiclass.unique_labels(t(C))
"""


@pytest.fixture
def sklearn():
    import importlib

    names = """cluster decomposition ensemble feature_selection linear_model metrics model_selection
        naive_bayes neighbors pipeline preprocessing svm utils"""
    return {name: importlib.import_module(f"sklearn.{name}") for name in names.split()}


@pytest.mark.needs("sklearn")
@pytest.mark.sample(6)
@pytest.mark.parametrize("call", LEARNED.strip().splitlines(), ids=lambda call: call[:40])
def test_scikit_learn_learns_from_tensors_as_from_arrays(sklearn, call):
    names = {**sklearn, "F": F, "C": C, "R": R, "W": W}
    wanted = eval(call, {**names, "t": lambda t: t.numpy()})
    found = eval(call, {**names, "t": lambda t: t})
    for a, b in zip(found, wanted, strict=True) if isinstance(wanted, list) else [(found, wanted)]:
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=1e-5, atol=1e-5)


@pytest.mark.needs("sklearn")
def test_what_models_predict_is_a_tensors_food(sklearn):
    model = sklearn["linear_model"].LinearRegression().fit(F, R)
    assert tb.from_numpy(model.predict(F)).shape == (20,)
    assert tb.tensor(model.coef_).dtype.is_floating_point
    for wrong in (F[:, 0], F[:, None, :]):
        with pytest.raises(ValueError, match="array"):
            sklearn["linear_model"].LinearRegression().fit(wrong, R)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        sklearn["linear_model"].LinearRegression().fit(F[:5], R)
