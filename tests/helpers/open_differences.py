"""Rows whose differences from torch the runner has found and nobody has mended yet.

Their tests are expected to fail, strictly: a row that is mended must leave this list.  What is meant
to differ stands in differences.py.
"""

ZEROS = "which of two equal zeros, or NaN among halves, is chosen"

FORMS = {
    "pow": "float32 ** number: torch's vector loop rounds the exponent",
    "float_power": "refusals of dtypes, and 1 ulp",
    "logaddexp": "values",
    "minimum": ZEROS,
    "fmax": ZEROS,
    "clamp": "order of refusals, and " + ZEROS,
    "clamp_max": ZEROS,
    "lerp": "the sign of a zero",
}
OVERLAP = {}
