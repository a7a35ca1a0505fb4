"""torch.distributions: the classes exist so that modules that name them can be imported. Making one is an
error; tensors draw numbers themselves (`torch.normal`, `x.exponential_()`)."""

from torch import _absent

_ABSENT = """
Bernoulli Beta Binomial Categorical Cauchy Chi2 ContinuousBernoulli Dirichlet Distribution Exponential
ExponentialFamily FisherSnedecor Gamma GeneralizedPareto Geometric Gumbel HalfCauchy HalfNormal Independent
InverseGamma Kumaraswamy LKJCholesky Laplace LogNormal LogisticNormal LowRankMultivariateNormal
MixtureSameFamily Multinomial MultivariateNormal NegativeBinomial Normal OneHotCategorical
OneHotCategoricalStraightThrough Pareto Poisson RelaxedBernoulli RelaxedOneHotCategorical StudentT
TransformedDistribution Uniform VonMises Weibull Wishart
"""


def __getattr__(name: str) -> type:
    """A class that cannot be made, for a distribution."""
    if name in _ABSENT.split():
        return _absent.absent("torch.distributions", name, (object,), "use the functions of torch that draw")
    raise _absent.refuse(f"torch.distributions.{name}")
