"""Bugs that people reported in public, written anew: an audit finds each at its line, and its fix mends the
program.

The line ends with `# BUG`. A program leaves its `result`; `wanted` is what was intended, computed another way
from the program's own names. It may be a column where the result is a row.
"""

import importlib
import linecache
import sys
import textwrap
import time
from dataclasses import dataclass

import pytest

from tbcast.audit import _patch
from under_test import STAND_IN, needs_torch, tb

np = pytest.importorskip("numpy")
if STAND_IN:
    pytest.skip("torch has nothing like it", allow_module_level=True)


@dataclass(frozen=True)
class Bug:
    name: str
    kind: str
    report: str
    """Where somebody reported one like it."""
    library: str
    program: str
    fixed: str
    """What should stand in the line of the bug."""
    wanted: str
    fix_by_hand: bool = False
    """The audit proposes none, or one that is not the intended one."""
    missed: str = ""
    """Why the audit does not find it."""
    needs: str = ""
    """A module beside the library's own."""

    def source(self) -> str:
        text = textwrap.dedent(self.program).strip("\n") + "\n"
        start = {
            "numpy": "import numpy as np\n\nrng = np.random.default_rng(0)\n",
            "torch": "import torch\nimport torch.nn.functional as F\n",
            "tbcast": "import tbcast as torch\nimport tbcast.nn.functional as F\n",
        }[self.library]
        return start + text


BUGS = [
    # ---- losses ----
    Bug(
        "mse_of_a_linear_layer",
        "loss",
        "an issue of PyTorch about losses of (n, 1) and (n,)",
        "torch",
        """
        inputs = torch.rand(48, 3)
        prices = inputs @ torch.tensor([4.0, -1.0, 2.0])
        layer = torch.nn.Linear(3, 1)
        result = F.mse_loss(layer(inputs), prices)  # BUG
        """,
        "result = F.mse_loss(layer(inputs).squeeze(1), prices)",
        "((layer(inputs)[:, 0] - prices) ** 2).mean()",
    ),
    Bug(
        "mse_module_in_a_training_loop",
        "loss",
        "the PyTorch forum: a sum of three inputs is not learned",
        "torch",
        """
        points, criterion = torch.rand(64, 3), torch.nn.MSELoss()
        model = torch.nn.Sequential(torch.nn.Linear(3, 1, bias=False))
        totals = points.sum(1)
        guess = model(points)
        result = criterion(guess, totals)  # BUG
        """,
        "result = criterion(guess, totals[:, None])",
        "((guess.squeeze(1) - totals) ** 2).mean()",
    ),
    Bug(
        "squared_error_by_hand",
        "loss",
        "a repository's pull request about forecasts of one step",
        "tbcast",
        """
        def objective(forecast, future):
            return ((forecast - future) ** 2).mean()  # BUG

        forecast, future = torch.rand(20, 1), torch.rand(20)
        result = objective(forecast, future)
        """,
        "    return ((forecast - future[:, None]) ** 2).mean()",
        "((forecast.squeeze(1) - future) ** 2).mean()",
    ),
    Bug(
        "smooth_l1_of_a_value_head",
        "loss",
        "a repository's fix of the shapes of a DQN",
        "torch",
        """
        critic = torch.nn.Linear(6, 1)
        states, returns = torch.rand(30, 6), torch.rand(30) * 5
        values = critic(states)
        result = F.smooth_l1_loss(values, returns)  # BUG
        """,
        "result = F.smooth_l1_loss(values, returns[:, None])",
        "F.smooth_l1_loss(values.squeeze(1), returns)",
    ),
    Bug(
        "huber_of_a_table_column",
        "loss",
        "the warning of a loss about sizes of target and input, in an issue of a soft actor-critic",
        "tbcast",
        """
        table = torch.rand(25, 4)
        guess = table @ torch.tensor([1.0, 2.0, 0.5, -1.0])
        result = F.huber_loss(guess, table[:, 3:])  # BUG
        """,
        "result = F.huber_loss(guess, table[:, 3])",
        "F.huber_loss(guess, table[:, 3])",
    ),
    Bug(
        "absolute_error_metric",
        "loss",
        "a GPU library's issue about metrics of regressions",
        "numpy",
        """
        truth = rng.normal(size=(40, 1))
        predicted = truth.ravel() + 0.1
        result = np.abs(truth - predicted).mean()  # BUG
        """,
        "result = np.abs(truth - predicted[:, None]).mean()",
        "0.1",
    ),
    Bug(
        "pinball_loss",
        "loss",
        "a library's issue about quantile losses: errors of 64 by 64",
        "torch",
        """
        def pinball(low, seen, level):
            missing = seen - low  # BUG
            return torch.maximum(level * missing, (level - 1) * missing).mean()

        low, seen = torch.rand(18, 1), torch.rand(18)
        result = pinball(low, seen, 0.1)
        """,
        "    missing = seen - low.squeeze(1)",
        "(e := seen - low[:, 0]).where(e > 0, -9 * e).mean() * 0.1",
    ),
    Bug(
        "masked_likelihood_of_tokens",
        "loss",
        "a pull request of PyTorch's tutorials: the chatbot's cross entropy",
        "torch",
        """
        chances = torch.rand(12, 50).softmax(1)
        token, present = torch.randint(0, 50, (12,)), torch.arange(12) < 8
        surprise = -chances.gather(1, token.view(-1, 1)).log()
        result = surprise.masked_select(present).mean()  # BUG
        """,
        "result = surprise.masked_select(present[:, None]).mean()",
        "surprise[:8].mean()",
    ),
    Bug(
        "partial_likelihood_of_survival",
        "loss",
        "a repository's pull request about a Cox loss",
        "torch",
        """
        hazard, days = torch.rand(14), torch.rand(14) * 100
        observed = torch.randint(0, 2, (14, 1)).float()
        at_risk = (days[None, :] >= days[:, None]).float()
        score = hazard - (hazard.exp() * at_risk).sum(1).log()
        result = -(score * observed).mean()  # BUG
        """,
        "result = -(score * observed.squeeze(1)).mean()",
        "-(score * observed[:, 0]).mean()",
    ),
    Bug(
        "focal_loss_of_masks",
        "loss",
        "an issue of an image library: pairs along the batch",
        "torch",
        """
        probability = torch.rand(3, 1, 6, 7)
        foreground = (torch.rand(3, 6, 7) > 0.5).float()
        hit = probability * foreground + (1 - probability) * (1 - foreground)  # BUG
        result = -((1 - hit) ** 2 * hit.log()).mean()
        """,
        "hit = probability * foreground[:, None] + (1 - probability) * (1 - foreground)[:, None]",
        "-((1 - (p := torch.where(foreground > 0, probability[:, 0], 1 - probability[:, 0]))) ** 2"
        " * p.log()).mean()",
    ),
    Bug(
        "gaussian_likelihood",
        "loss",
        "issues of PyTorch about the shapes of a Gaussian likelihood's variance",
        "tbcast",
        """
        seen, mean = torch.rand(22), torch.rand(22)
        variance = torch.rand(22, 1) + 0.5
        result = ((seen - mean) ** 2 / variance).mean()  # BUG
        """,
        "result = ((seen - mean) ** 2 / variance.squeeze(1)).mean()",
        "((seen - mean) ** 2 / variance[:, 0]).mean()",
    ),
    Bug(
        "cross_entropy_of_a_logistic_regression",
        "loss",
        "Stack Overflow, courses on machine learning: the cost of a logistic regression",
        "numpy",
        """
        features, sick = rng.random((35, 4)), rng.integers(0, 2, 35)
        odds = features @ rng.random((4, 1))
        chance = 1 / (1 + np.exp(-odds))
        result = -(sick * np.log(chance) + (1 - sick) * np.log(1 - chance)).mean()  # BUG
        """,
        "result = -(sick[:, None] * np.log(chance) + (1 - sick)[:, None] * np.log(1 - chance)).mean()",
        "-np.log(np.where(sick > 0, chance[:, 0], 1 - chance[:, 0])).mean()",
    ),
    Bug(
        "boundary_values_of_a_differential_equation",
        "loss",
        "an issue of a library of physics-informed networks: observed values read from a file",
        "torch",
        """
        places = torch.linspace(0, 1, 20).reshape(-1, 1)
        measured = torch.sin(6 * places).ravel()
        field = torch.nn.Sequential(torch.nn.Linear(1, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
        mismatch = field(places) - measured  # BUG
        result = mismatch.square().mean()
        """,
        "mismatch = field(places) - measured[:, None]",
        "(field(places).ravel() - measured).square().mean()",
    ),
    # ---- reinforcement learning ----
    Bug(
        "advantages_of_an_actor_critic",
        "advantage",
        "an issue of a book's programs: advantages of 128 by 128",
        "torch",
        """
        returns, estimate = torch.rand(16), torch.rand(16, 1)
        gain = returns - estimate  # BUG
        chosen = torch.rand(16)
        result = (chosen.log() * gain.reshape(gain.shape[0], -1).mean(1)).sum()
        """,
        "gain = returns - estimate.squeeze(1)",
        "(chosen.log() * (returns - estimate[:, 0])).sum()",
    ),
    Bug(
        "advantages_in_numpy",
        "advantage",
        "a repository's issue: advantages are a square matrix",
        "numpy",
        """
        earned, expected = rng.random(21), rng.random((21, 1))
        result = earned - expected  # BUG
        """,
        "result = earned[:, None] - expected",
        "earned - expected.ravel()",
    ),
    Bug(
        "clipped_policy_ratio",
        "advantage",
        "a repository's issue about the shape of PPO's advantages",
        "torch",
        """
        now, before, gain = torch.rand(28), torch.rand(28), torch.randn(28, 1)
        change = (now - before).exp()
        plain = change * gain  # BUG
        result = plain.mean()
        """,
        "plain = change * gain.squeeze(1)",
        "(change * gain[:, 0]).mean()",
    ),
    Bug(
        "policy_gradient_of_log_probabilities",
        "advantage",
        "an issue of a library: log probabilities lack the last dimension of the other entries",
        "tbcast",
        """
        log_chance, credit = -torch.rand(15), torch.rand(15, 1)
        result = -(log_chance * credit).mean()  # BUG
        """,
        "result = -(log_chance * credit.squeeze(1)).mean()",
        "-(log_chance * credit[:, 0]).mean()",
    ),
    Bug(
        "targets_of_q_learning",
        "Q target",
        "a repository's fix of the shapes of a DQN",
        "torch",
        """
        reward, over = torch.rand(26), (torch.rand(26) > 0.8).float()
        best = torch.rand(26, 5).max(1, keepdim=True).values
        result = reward + 0.9 * (1 - over) * best  # BUG
        """,
        "result = reward + 0.9 * (1 - over) * best.squeeze(1)",
        "reward + 0.9 * (1 - over) * best.flatten()",
    ),
    Bug(
        "entropy_of_a_soft_target",
        "Q target",
        "an issue about the target of a soft actor-critic",
        "torch",
        """
        first, second = torch.rand(19, 1), torch.rand(19, 1)
        log_chance = -torch.rand(19)
        soft = torch.min(first, second) - 0.2 * log_chance  # BUG
        result = soft.square().mean()
        """,
        "soft = torch.min(first, second) - (0.2 * log_chance)[:, None]",
        "(torch.min(first, second)[:, 0] - 0.2 * log_chance).square().mean()",
    ),
    Bug(
        "weights_of_a_prioritised_replay",
        "Q target",
        "a review of a library's prioritised buffer: [n] * [n, 1]",
        "numpy",
        """
        surprise, importance = rng.normal(size=32), rng.random((32, 1))
        result = (surprise**2 * importance).mean()  # BUG
        """,
        "result = (surprise**2 * importance.squeeze(1)).mean()",
        "(surprise**2 * importance[:, 0]).mean()",
    ),
    Bug(
        "values_of_the_actions_taken",
        "Q target",
        "a repository's issue about an index into a DQN's values",
        "torch",
        """
        quality, taken = torch.rand(17, 4), torch.randint(0, 4, (17, 1))
        result = quality[torch.arange(17), taken]  # BUG
        """,
        "result = quality[torch.arange(17), taken.squeeze(1)]",
        "quality.gather(1, taken)",
    ),
    Bug(
        "quantiles_of_a_distributional_critic",
        "Q target",
        "a repository's issue: the quantiles lie along the wrong one of two dimensions",
        "torch",
        """
        own, target = torch.rand(10, 8), torch.rand(10, 8)
        level = (torch.arange(8) + 0.5) / 8
        gap = target.unsqueeze(1) - own.unsqueeze(2)
        weight = (level - (gap < 0).float()).abs()  # BUG
        result = (weight * gap.abs()).mean()
        """,
        "weight = (level[:, None] - (gap < 0).float()).abs()",
        "((level.view(1, 8, 1) - (gap < 0).float()).abs() * gap.abs()).mean()",
    ),
    Bug(
        "values_after_the_end",
        "Q target",
        "Stack Overflow: a DQN whose targets are a matrix",
        "torch",
        """
        ended = torch.rand(13) > 0.7
        later = torch.rand(13, 1)
        result = torch.where(ended, torch.zeros(()), later)  # BUG
        """,
        "result = torch.where(ended[:, None], torch.zeros(()), later)",
        "later[:, 0] * (~ended)",
    ),
    # ---- accuracies and metrics ----
    Bug(
        "error_rate_of_a_classifier",
        "accuracy",
        "a repository's issue: the error of a classifier does not decrease",
        "torch",
        """
        scores, answers = torch.rand(45, 6), torch.randint(0, 6, (45,))
        guesses = scores.topk(1, 1).indices
        result = 1 - torch.eq(guesses, answers).float().mean()  # BUG
        """,
        "result = 1 - torch.eq(guesses, answers[:, None]).float().mean()",
        "1 - (guesses.flatten() == answers).float().mean()",
    ),
    Bug(
        "accuracy_of_a_column_of_labels",
        "accuracy",
        "a repository's issue about fine-tuning: predictions (64,), targets (64, 1)",
        "tbcast",
        """
        scores, answers = torch.rand(36, 3), torch.randint(0, 3, (36, 1))
        result = (scores.max(-1)[1] == answers).float().mean()  # BUG
        """,
        "result = (scores.max(-1)[1] == answers.squeeze(1)).float().mean()",
        "(scores.argmax(1) == answers.flatten()).float().mean()",
    ),
    Bug(
        "number_of_hits_in_numpy",
        "accuracy",
        "a pull request of a distributed estimator: the accuracy is larger than one",
        "numpy",
        """
        answers = rng.integers(0, 2, (50, 1))
        chances = rng.random(50)
        result = ((chances > 0.5) == answers).sum() / len(answers)  # BUG
        """,
        "result = ((chances > 0.5) == answers.squeeze(1)).sum() / len(answers)",
        "np.mean((chances > 0.5) == answers[:, 0])",
    ),
    Bug(
        "accuracy_of_prototypes",
        "accuracy",
        "a repository's issue about prototypical networks",
        "torch",
        """
        wanted_class = torch.arange(5)
        nearest = torch.rand(5, 5).log_softmax(1).max(1, keepdim=True)[1]
        result = nearest.eq(wanted_class).float().mean()  # BUG
        """,
        "result = nearest.eq(wanted_class[:, None]).float().mean()",
        "(nearest.squeeze() == wanted_class).float().mean()",
    ),
    Bug(
        "explained_variance_per_sample",
        "metric",
        "a regression library's issue: scores of samples are a square matrix",
        "numpy",
        """
        height = rng.random((24, 1)) + 1
        modelled = height[:, 0] * 0.98
        result = 1 - (height - modelled) ** 2 / height**2  # BUG
        """,
        "result = 1 - (height - modelled[:, None]) ** 2 / height**2",
        "np.full(24, 1 - 0.02**2)",
    ),
    Bug(
        "coefficient_of_determination",
        "metric",
        "a library's issue about r2_score of columns",
        "numpy",
        """
        def r2(actual, fitted):
            unexplained = ((actual - fitted) ** 2).sum()  # BUG
            return 1 - unexplained / ((actual - actual.mean()) ** 2).sum()

        actual = rng.random((31, 1))
        fitted = actual.ravel() + rng.normal(scale=0.1, size=31)
        result = r2(actual, fitted)
        """,
        "    unexplained = ((actual - fitted[:, None]) ** 2).sum()",
        "1 - np.mean((actual.ravel() - fitted) ** 2) / actual.var()",
    ),
    Bug(
        "overlap_of_flooded_pixels",
        "metric",
        "a competition's pull request: the metric of (512, 512) and (512, 512, 1)",
        "numpy",
        """
        flooded, guess = rng.random((9, 9)) > 0.4, rng.random((9, 9, 1)) > 0.4
        both = np.logical_and(flooded, guess)  # BUG
        result = both.mean()
        """,
        "both = np.logical_and(flooded[:, :, None], guess)",
        "(flooded & guess[..., 0]).mean()",
    ),
    Bug(
        "score_of_a_treatment_effect",
        "metric",
        "an issue of a causal library: a final model that returns a column",
        "numpy",
        """
        effect = rng.random((27, 3))
        final = effect[:, 1:2] * 1.1
        result = np.mean((effect[:, 1] - final) ** 2)  # BUG
        """,
        "result = np.mean((effect[:, 1] - final.squeeze(1)) ** 2)",
        "np.mean((0.1 * effect[:, 1]) ** 2)",
    ),
    Bug(
        "share_of_close_predictions",
        "metric",
        "a library's issue about metrics whose inputs differ in shape",
        "torch",
        """
        truth = torch.rand(33, 1)
        close = torch.isclose(truth, truth.flatten() + 0.001, atol=0.01)  # BUG
        result = close.float().mean()
        """,
        "close = torch.isclose(truth, (truth.flatten() + 0.001)[:, None], atol=0.01)",
        "torch.ones(())",
    ),
    # ---- statistics without keepdim, on square data ----
    Bug(
        "rows_that_should_sum_to_one",
        "keepdim",
        "Stack Overflow: normalising the rows of a matrix",
        "numpy",
        """
        visits = rng.integers(1, 9, (6, 6)).astype(float)
        result = visits / visits.sum(axis=1)  # BUG
        """,
        "result = visits / visits.sum(axis=1)[:, None]",
        "visits / visits.sum(axis=1, keepdims=True)",
    ),
    Bug(
        "softmax_that_subtracts_maxima",
        "keepdim",
        "a blog about implementing softmax",
        "numpy",
        """
        def stable(table):
            table = table - table.max(1)  # BUG
            return table

        scores = rng.normal(size=(5, 5))
        result = stable(scores)
        """,
        "    table = table - table.max(1)[:, None]",
        "scores - scores.max(1, keepdims=True)",
    ),
    Bug(
        "layer_normalisation",
        "keepdim",
        "a transformer repository's pull request: the mean and deviation of a layer normalisation",
        "torch",
        """
        hidden = torch.rand(16, 16)
        middle, spread = hidden.mean(-1), hidden.std(-1)
        result = (hidden - middle) / spread  # BUG
        """,
        "result = (hidden - middle[:, None]) / spread[:, None]",
        "(hidden - hidden.mean(-1, keepdim=True)) / hidden.std(-1, keepdim=True)",
    ),
    Bug(
        "unit_vectors",
        "keepdim",
        "Stack Overflow: dividing rows by their norms",
        "tbcast",
        """
        words = torch.rand(12, 12)
        unit = words / words.norm(dim=1)  # BUG
        result = unit @ unit.T
        """,
        "unit = words / words.norm(dim=1)[:, None]",
        "F.normalize(words, dim=1) @ F.normalize(words, dim=1).T",
    ),
    Bug(
        "confusion_matrix_in_shares",
        "keepdim",
        "a pull request of TensorFlow's documentation: rows of a confusion matrix",
        "numpy",
        """
        confused = rng.integers(1, 40, (7, 7))
        result = confused / np.sum(confused, 1)  # BUG
        """,
        "result = confused / np.sum(confused, 1)[:, None]",
        "np.stack([row / row.sum() for row in confused])",
    ),
    Bug(
        "random_walk_of_a_graph",
        "keepdim",
        "repositories' issues about normalised adjacency matrices",
        "torch",
        """
        edges = (torch.rand(14, 14) > 0.6).float() + torch.eye(14)
        degree = edges.sum(1)
        walk = edges / degree  # BUG
        result = walk @ torch.ones(14)
        """,
        "walk = edges / degree[:, None]",
        "torch.ones(14)",
    ),
    Bug(
        "attention_normalised_by_hand",
        "keepdim",
        "a page of exercises: the silent bug of square batches",
        "torch",
        """
        strength = torch.rand(4, 6, 6).exp()
        result = strength / strength.sum(-1).amax(0)  # BUG
        """,
        "result = strength / strength.sum(-1).amax(0)[:, None]",
        "strength / strength.sum(-1).amax(0).reshape(1, 6, 1)",
    ),
    # ---- statistics of channels ----
    Bug(
        "channels_of_a_transposed_batch",
        "channels",
        "a pull request of an embedding library: as many images as channels",
        "numpy",
        """
        photos = rng.random((3, 3, 8, 10))
        mean = np.array([0.5, 0.4, 0.3])
        result = (photos.T - mean).T  # BUG
        """,
        "result = (photos.T - mean[:, None]).T",
        "photos - mean.reshape(1, 3, 1, 1)",
    ),
    Bug(
        "batch_normalisation_by_hand",
        "channels",
        "an issue about the axes of batch normalisation",
        "torch",
        """
        maps = torch.rand(5, 8, 8, 8)
        result = maps - maps.mean((0, 2, 3))  # BUG
        """,
        "result = maps - maps.mean((0, 2, 3))[:, None, None]",
        "maps - maps.mean((0, 2, 3), keepdim=True)",
    ),
    Bug(
        "gain_of_each_sensor",
        "channels",
        "Stack Overflow: a vector along the first axis of a square array",
        "numpy",
        """
        signal = rng.random((6, 6))
        quiet = np.median(signal, axis=1)
        result = signal - quiet  # BUG
        """,
        "result = signal - quiet[:, None]",
        "np.stack([row - np.median(row) for row in signal])",
    ),
    # ---- masks and weights ----
    Bug(
        "padding_of_attention_scores",
        "mask",
        "a transformer repository's pull request about padding",
        "torch",
        """
        scores, lengths = torch.rand(6, 6, 6), torch.tensor([6, 2, 4, 1, 5, 3])
        real = torch.arange(6) < lengths[:, None]
        result = scores.masked_fill(~real, -9.0)  # BUG
        """,
        "result = scores.masked_fill(~real[:, None], -9.0)",
        "torch.where(real.reshape(6, 1, 6), scores, torch.tensor(-9.0))",
        fix_by_hand=True,
    ),
    Bug(
        "mask_of_grouped_queries",
        "mask",
        "a pull request of a language model library: the batch is as large as the groups",
        "torch",
        """
        def causal(batch, length):
            return torch.ones(batch, 1, length, length).tril().cumprod(0) > 0

        logits = torch.rand(2, 2, 3, 7, 7)
        visible = causal(2, 7) & (torch.rand(2, 1, 7, 7) > 0.3)
        result = logits.masked_fill(~visible, -9.0)  # BUG
        """,
        "result = logits.masked_fill(~visible[:, :, None], -9.0)",
        "torch.where(visible.reshape(2, 1, 1, 7, 7), logits, torch.tensor(-9.0))",
        missed="a parameter (heads, 1, n) beside as many samples looks alike, and is meant",
    ),
    Bug(
        "target_mask_of_a_decoder",
        "mask",
        "a tutorial repository's issue: the padding of targets is unsqueezed at the wrong place",
        "torch",
        """
        tokens = torch.randint(0, 3, (4, 9))
        padding = (tokens != 0).unsqueeze(1).unsqueeze(3)
        allowed = padding & torch.ones(9, 9).tril().bool()  # BUG
        result = allowed.float()
        """,
        "allowed = padding.transpose(2, 3) & torch.ones(9, 9).tril().bool()",
        "((tokens != 0)[:, None, None, :] & torch.ones(9, 9).tril().bool()).float()",
        missed="both axes have the same size, and the program writes out the one that it takes",
    ),
    Bug(
        "pooled_sentence",
        "mask",
        "a review of a language library: masks (batch, words) of (batch, words, width)",
        "numpy",
        """
        meaning = rng.random((5, 5, 5))
        present = (np.arange(5) < np.array([[5], [1], [3], [2], [4]])).astype(float)
        kept = meaning * present  # BUG
        result = kept.sum(1) / present.sum(1, keepdims=True)
        """,
        "kept = meaning * present[:, :, None]",
        "np.einsum('bwd,bw->bd', meaning, present) / present.sum(1)[:, None]",
    ),
    Bug(
        "weights_of_samples",
        "weights",
        "issues of Keras about weights of samples",
        "torch",
        """
        error = torch.rand(10, 10)
        trust = torch.rand(10)
        result = (error * trust).mean()  # BUG
        """,
        "result = (error * trust[:, None]).mean()",
        "torch.einsum('nc,n->', error, trust) / 100",
    ),
    Bug(
        "weights_of_classes_in_an_image",
        "weights",
        "Stack Overflow: class weights for segmentation",
        "torch",
        """
        per_class = torch.rand(2, 6, 5, 6)
        rarity = torch.rand(6)
        result = (per_class * rarity).mean()  # BUG
        """,
        "result = (per_class * rarity[:, None, None]).mean()",
        "torch.einsum('bchw,c->', per_class, rarity) / per_class.numel()",
    ),
    Bug(
        "weights_of_a_weighted_loss",
        "weights",
        "a chemistry library's pull request: weights of shape b or b x 1",
        "tbcast",
        """
        weight = torch.rand(29).view(-1, 1)
        loss = torch.rand(29)
        result = (weight * loss).sum() / weight.sum()  # BUG
        """,
        "result = (weight.squeeze(1) * loss).sum() / weight.sum()",
        "(weight[:, 0] * loss).sum() / weight.sum()",
    ),
    Bug(
        "mixture_of_real_and_generated",
        "weights",
        "repositories' issues about the interpolation of a gradient penalty",
        "torch",
        """
        real, fake, share = torch.rand(8, 8), torch.rand(8, 8), torch.rand(8)
        result = share * real + (1 - share) * fake  # BUG
        """,
        "result = share[:, None] * real + (1 - share)[:, None] * fake",
        "torch.lerp(fake, real, share.reshape(8, 1).expand(8, 8))",
    ),
    Bug(
        "positions_of_a_sequence",
        "weights",
        "repositories' issues: positions are added along the batch",
        "torch",
        """
        places = torch.rand(7, 16)
        sequence = torch.rand(7, 7, 16)
        result = sequence + places  # BUG
        """,
        "result = sequence + places[:, None]",
        "torch.stack([sequence[t] + places[t] for t in range(7)])",
    ),
    Bug(
        "one_position_for_a_whole_sequence",
        "weights",
        "a course repository's issue: all tokens of a sequence get the same position",
        "torch",
        """
        words, places = torch.rand(5, 9, 4), torch.nn.Embedding(20, 4)
        result = words + places(torch.arange(words.size(0)).unsqueeze(1))  # BUG
        """,
        "result = words + places(torch.arange(words.size(1)).unsqueeze(0))",
        "torch.stack([words[:, t] + places.weight[t] for t in range(9)], 1)",
        missed="the ranks are equal, and the program writes out the dimension that it repeats",
    ),
    # ---- tables, filters, regressions ----
    Bug(
        "residuals_of_a_pandas_column",
        "pandas",
        "Stack Overflow: subtracting a prediction from a column gives 200 by 200",
        "numpy",
        """
        import pandas as pd

        homes = pd.DataFrame({"area": rng.random(30), "price": rng.random(30)})
        slope = np.array([2.0])
        offer = homes[["area"]].to_numpy() @ slope
        result = homes[["price"]].values - offer  # BUG
        """,
        "result = homes[['price']].values - offer[:, None]",
        "homes['price'].to_numpy() - 2 * homes['area'].to_numpy()",
        needs="pandas",
    ),
    Bug(
        "error_of_a_pandas_forecast",
        "pandas",
        "Stack Overflow: a column of a table and a vector of predictions",
        "numpy",
        """
        import pandas as pd

        sales = pd.DataFrame({"units": rng.integers(1, 90, 26)})
        ahead = sales.units.to_numpy() + 2.0
        wrong = np.array(sales[["units"]]) - ahead  # BUG
        result = np.sqrt((wrong**2).mean())
        """,
        "wrong = np.array(sales[['units']]) - ahead[:, None]",
        "2.0",
        needs="pandas",
    ),
    Bug(
        "update_of_a_kalman_filter",
        "accumulator",
        "a forum: the state of a Kalman filter becomes a matrix",
        "numpy",
        """
        state, gain = np.zeros((2, 1)), np.array([[0.6, 0.1], [0.0, 0.5]])
        observed = np.array([1.0, 3.0])
        innovation = observed - np.eye(2) @ state  # BUG
        result = state + gain @ innovation
        """,
        "innovation = observed[:, None] - np.eye(2) @ state",
        "gain @ observed",
    ),
    Bug(
        "gradient_steps_of_a_regression",
        "accumulator",
        "Stack Overflow: gradient descent in NumPy whose parameters become a matrix",
        "numpy",
        """
        design, outcome = rng.random((34, 2)), rng.random(34)
        theta = np.zeros((2, 1))
        for _ in range(4):
            off = design @ theta - outcome  # BUG
            theta = theta - 0.1 * (design.T @ off).reshape(2, -1).mean(1, keepdims=True)
        result = theta
        """,
        "    off = design @ theta - outcome[:, None]",
        "__import__('functools').reduce("
        "lambda t, _: t - 0.1 * design.T @ (design @ t - outcome), range(4), np.zeros(2))",
    ),
    Bug(
        "lengths_of_edges",
        "metric",
        "a puzzle repository's pull request: a mask (10, 1) makes a matrix",
        "numpy",
        """
        distance = rng.random(11)
        lengths = rng.random((11, 2))
        short = lengths[:, :1] < 0.5
        result = distance * short  # BUG
        """,
        "result = distance * short.squeeze(1)",
        "np.where(lengths[:, 0] < 0.5, distance, 0)",
    ),
    Bug(
        "bias_of_a_layer",
        "layer",
        "Stack Overflow: a network in NumPy whose bias is a column",
        "numpy",
        """
        weights, bias = rng.random((9, 4)), rng.random((9, 1))
        pixel = rng.random(4)
        result = np.tanh(weights @ pixel + bias)  # BUG
        """,
        "result = np.tanh(weights @ pixel + bias.squeeze(1))",
        "np.tanh((weights * pixel).sum(1) + bias.ravel())",
    ),
]


def line_of(source):
    (line,) = (k for k, text in enumerate(source.splitlines(), 1) if text.rstrip().endswith("# BUG"))
    return line


def run(bug, path):
    """The names of the program after it has run, under the audit, and the recorder."""
    linecache.checkcache()
    importlib.invalidate_caches()
    if bug.library == "numpy":
        sys.path.insert(0, str(path.parent))
        try:
            with tb.audit.numpy(modules=[path.stem]) as seen:
                return vars(importlib.import_module(path.stem)), seen
        finally:
            sys.path.remove(str(path.parent))
            sys.modules.pop(path.stem, None)
    importlib.import_module(f"{bug.library}.nn.functional")
    sys.modules[bug.library].manual_seed(0)
    front_end = {"torch": "torch", "tbcast": "tensors"}[bug.library]
    names = {"__name__": path.stem}
    with getattr(tb.audit, front_end)() as seen:
        exec(compile(path.read_text("utf-8"), str(path), "exec"), names)
    return names, seen


def gives_what_is_wanted(bug, names):
    found, wanted = (np.asarray(plain(value)) for value in (names["result"], eval(bug.wanted, names)))
    return found.size == wanted.size and np.allclose(found.ravel(), wanted.ravel(), atol=1e-5)


def plain(value):
    return value.detach().numpy() if hasattr(value, "detach") else value


def fixed_by_hand(bug, source):
    lines = source.splitlines()
    lines[line_of(source) - 1] = bug.fixed
    return "\n".join(lines) + "\n"


ROWS = [pytest.param(bug, id=bug.name, marks=needs_torch if bug.library == "torch" else ()) for bug in BUGS]


@pytest.mark.filterwarnings("ignore:Using a target size")
@pytest.mark.parametrize("bug", ROWS)
def test_the_bug_is_found_at_its_line_and_its_fix_mends_the_program(bug, tmp_path):
    if bug.needs:
        pytest.importorskip(bug.needs)
    source, path = bug.source(), tmp_path / f"reported_{bug.name}.py"
    path.write_text(source, "utf-8")
    began = time.time_ns()
    names, seen = run(bug, path)
    assert not gives_what_is_wanted(bug, names), "the program is right"
    found = findings(seen, line_of(source))
    assert bool(found) != bool(bug.missed), seen.findings("low")
    edits = [edit for one in found for edit in one.details.edits]
    if edits:
        _patch.write(edits, seen.sources, began)
        path = path.rename(tmp_path / f"mended_{bug.name}.py")
        assert is_right(bug, path, line_of(source)) != bug.fix_by_hand, path.read_text("utf-8")
    else:
        assert bug.fix_by_hand or bug.missed, found
    path = tmp_path / f"fixed_{bug.name}.py"
    path.write_text(fixed_by_hand(bug, source), "utf-8")
    assert is_right(bug, path, line_of(source))


def findings(seen, line):
    return [one for one in seen.findings() if line in (one.line, *one.lines)]


def is_right(bug, path, line):
    """Does a changed program do what is wanted, and does the audit say no more of the line?"""
    try:
        names, seen = run(bug, path)
    except (RuntimeError, ValueError, IndexError):
        return False
    return gives_what_is_wanted(bug, names) and not findings(seen, line)


def test_there_are_forty_bugs_of_all_kinds_and_nearly_all_are_found():
    assert len({bug.name for bug in BUGS}) == len(BUGS) >= 40
    found = [bug for bug in BUGS if not bug.missed]
    assert len(found) >= 38 and len(BUGS) - len(found) <= 3
    assert sum(bug.fix_by_hand for bug in BUGS) <= 4
    kinds = [bug.kind for bug in BUGS]
    assert kinds.count("loss") >= 10
    others = {
        "accuracy",
        "metric",
        "advantage",
        "Q target",
        "keepdim",
        "channels",
        "mask",
        "weights",
        "pandas",
    }
    assert others <= {*kinds}
    assert all(bug.report for bug in BUGS)
    assert {bug.library for bug in BUGS} == {"torch", "numpy", "tbcast"}
