"""What all tests share: a test that is given an example as its ``game`` finds it registered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.examples import EXAMPLES, registered


@pytest.fixture(autouse=True)
def _example(request: pytest.FixtureRequest) -> Iterator[None]:
    """Register the example that a test is given, by itself or by its id, until the test is over."""
    given = request.node.callspec.params.get("game") if hasattr(request.node, "callspec") else None
    example = next((game for game in EXAMPLES if given in (game, game.id)), None)
    if example is None:
        yield
    else:
        with registered(example):
            yield
