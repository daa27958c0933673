"""A decision of Porker Bull for tests of computer players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games import find_game
from games.core.match import Match, ShuffleKey
from games.core.moves import Move


def dealt() -> tuple[str, Any, Sequence[Move]]:
    """Return the arguments of a decision after a deal of Porker Bull: game id, view and legal moves."""
    rules = find_game("bull").rules
    match = Match(rules, rules.setup(3)).with_deal(ShuffleKey.from_text("x"))
    return "bull", match.view(0), match.legal(0)


ASKED = dealt()
LEGAL = ASKED[2]
