"""torch.distributions: those whose numbers the functions of tbcast draw. The classes of the others exist so
that modules that name them can be imported; making one is an error."""

from torch import _absent
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.categorical import Categorical
from torch.distributions.distribution import Distribution
from torch.distributions.normal import Normal
from torch.distributions.uniform import Uniform

__all__ = ["Bernoulli", "Categorical", "Distribution", "Normal", "Uniform"]

_ABSENT = """
Beta Binomial Cauchy Chi2 ContinuousBernoulli Dirichlet Exponential
ExponentialFamily FisherSnedecor Gamma GeneralizedPareto Geometric Gumbel HalfCauchy HalfNormal Independent
InverseGamma Kumaraswamy LKJCholesky Laplace LogNormal LogisticNormal LowRankMultivariateNormal
MixtureSameFamily Multinomial MultivariateNormal NegativeBinomial OneHotCategorical
OneHotCategoricalStraightThrough Pareto Poisson RelaxedBernoulli RelaxedOneHotCategorical StudentT
TransformedDistribution VonMises Weibull Wishart
"""


def __getattr__(name: str) -> type:
    """A class that cannot be made, for another distribution."""
    if name in _ABSENT.split():
        instead = "use the functions of torch that draw"
        return _absent.absent("torch.distributions", name, (Distribution,), instead)
    raise _absent.refuse(f"torch.distributions.{name}")
