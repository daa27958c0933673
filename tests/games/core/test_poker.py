"""Ranks and runs of poker hands."""

from __future__ import annotations

from games.core.poker import run_ranks


def test_runs_go_down_from_the_top_and_the_ace_ends_the_lowest() -> None:
    """A to 10 is the highest run, 5-4-3-2-A the lowest; none goes around over K-A-2."""
    assert run_ranks("A") == "AKQJT"
    assert run_ranks("5") == "5432A"
    assert run_ranks("6") == "65432"
