"""A whole game, move by move, with what everybody sees (write it anew with TEFUDA_GOLDEN=write)."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import msgspec

from games.core.match import Match
from games.core.shuffle import ShuffleKey

from .helpers import RULES, random_move

GOLDEN = Path(__file__).parent / "golden.txt"


def views(match: Match) -> list[dict[str, Any]]:
    """Give the views of a spectator and of every seat."""
    viewers = (None, *range(match.setup.seats))
    return [msgspec.to_builtins(match.view(viewer)) for viewer in viewers]


def transcript() -> str:
    """Play one fixed game; print each move and, for each viewer, what it changed in the view."""
    match = Match(RULES, RULES.setup(3, {}, 1))
    rng = random.Random(29)
    before: list[dict[str, Any]] = [{}] * 4
    lines: list[str] = []
    while True:
        after = views(match)
        for old, new in zip(before, after, strict=True):
            changed = {key: value for key, value in new.items() if old.get(key) != value}
            name = "spectator" if new["seat"] is None else f"seat {new['seat']}"
            lines.append(f"  {name}: {msgspec.json.encode(changed, order='sorted').decode()}")
        before = after
        if match.is_over:
            return "\n".join(lines) + "\n"
        if match.to_act == "chance":
            match.play("chance", match.chance_move(ShuffleKey.from_text("lost golden")))
        else:
            random_move(match, rng)
        actor, move = match.moves[-1]
        lines.append(f"{'*' if actor == 'chance' else actor} {move}")


def test_golden_transcript() -> None:
    """The game runs, and every viewer sees it, exactly as written down."""
    text = transcript()
    if os.environ.get("TEFUDA_GOLDEN") == "write":
        GOLDEN.write_text(text, "utf-8")
    assert GOLDEN.read_text("utf-8") == text
