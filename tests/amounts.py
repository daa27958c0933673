"""The number of cases that tests go through: a part of a long list by day, the whole list every night.

The environment variable ``TESTS_EXPLORE`` stands for the night.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

EXPLORE = int(os.environ.get("TESTS_EXPLORE", "0"))
"""How many times as many Hypothesis examples as usual; 0 by day."""

LEAST_EXAMPLES = 4
"""The number of Hypothesis examples that are never halved."""

T = TypeVar("T")


def some(values: Sequence[T], step: int) -> Sequence[T]:
    """Return every ``step``-th value, always the same; all values with ``TESTS_EXPLORE``."""
    return values if EXPLORE else values[::step]


def example_count(full: int) -> int:
    """Return the number of Hypothesis examples of a test that has ``full`` examples every night.

    By day it is half of them, at least ``LEAST_EXAMPLES``, and the examples are the same each time.
    """
    if EXPLORE:
        return full * EXPLORE
    return max(full // 2, min(full, LEAST_EXAMPLES))
