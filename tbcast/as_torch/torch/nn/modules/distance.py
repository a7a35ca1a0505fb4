"""CosineSimilarity and PairwiseDistance: rows."""

from torch.nn.modules.layer import layer

__all__ = ["CosineSimilarity", "PairwiseDistance"]

CosineSimilarity = layer("CosineSimilarity", "cosine_similarity", {"dim": 1, "eps": 1e-8})
PairwiseDistance = layer("PairwiseDistance", "pairwise_distance", {"p": 2.0, "eps": 1e-6, "keepdim": False})
