"""torch.distributions: those whose numbers the functions of tbcast draw. The classes of the others exist so
that modules that name them can be imported; making one is an error."""

from torch import _absent
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.beta import Beta
from torch.distributions.categorical import Categorical
from torch.distributions.dirichlet import Dirichlet
from torch.distributions.distribution import Distribution
from torch.distributions.gamma import Gamma
from torch.distributions.normal import Normal
from torch.distributions.relaxed_bernoulli import RelaxedBernoulli
from torch.distributions.uniform import Uniform

__all__ = [
    "Bernoulli",
    "Beta",
    "Categorical",
    "Dirichlet",
    "Distribution",
    "Gamma",
    "Normal",
    "RelaxedBernoulli",
    "Uniform",
]

_ABSENT = """
Binomial Cauchy Chi2 ContinuousBernoulli Exponential
ExponentialFamily FisherSnedecor GeneralizedPareto Geometric Gumbel HalfCauchy HalfNormal Independent
InverseGamma Kumaraswamy LKJCholesky Laplace LogNormal LogisticNormal LowRankMultivariateNormal
MixtureSameFamily Multinomial MultivariateNormal NegativeBinomial OneHotCategorical
OneHotCategoricalStraightThrough Pareto Poisson RelaxedOneHotCategorical StudentT
TransformedDistribution VonMises Weibull Wishart
"""


def __getattr__(name: str) -> type:
    """A class that cannot be made, for another distribution."""
    if name in _ABSENT.split():
        instead = "use the functions of torch that draw"
        return _absent.absent("torch.distributions", name, (Distribution,), instead)
    raise _absent.refuse(f"torch.distributions.{name}")
