"""Findings of audits, for tests of what reports make of them."""

import os
from dataclasses import replace

from tbcast.audit.recorder import Finding

ROOT = os.path.abspath(os.path.join(os.sep, "project"))

FINDING = Finding(
    file=os.path.join(ROOT, "src", "train.py"),
    line=3,
    function="Net.loss",
    statement="return (pred - target).mean()",
    operator="sub",
    shapes=((256, 1), (256,)),
    result=(256, 256),
    growth=256.0,
    nbytes=262144,
    risk="high",
    reason="a and b have the same sizes apart from 1s, and both grow",
    fix="target[:, None]",
    count=120,
)
SQUARE = replace(
    FINDING,
    line=9,
    function="<module>",
    statement="table - mean",
    shapes=((64, 64), (64,)),
    result=(64, 64),
    growth=1.0,
    nbytes=None,
    risk="medium",
    reason="b would also fit another dimension of a",
    fix=None,
    count=1,
)
EVIL = '<script>alert("&")</script>'
HOSTILE = replace(
    FINDING,
    file=os.path.join(ROOT, f"{EVIL.replace('/', '')} \udcff\x1b[31m.py"),
    function=EVIL,
    statement=f"x = '{EVIL}\x1b[2J\x00' - y",
    operator=EVIL,
    reason=EVIL,
    fix=f"'{EVIL}'[:, None]",
)
PROMPT = replace(FINDING, file="<stdin>", function="<module>", line=1)
ALL = [FINDING, SQUARE, HOSTILE, PROMPT]
