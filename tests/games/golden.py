"""Golden games: a whole game in a file, with what everybody sees at the moments that matter.

After a wanted change write the files anew with ``TEFUDA_GOLDEN=write`` and read the difference.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games.core.events import Event
from games.core.match import Match
from games.core.rules import CHANCE, OVER, Actor, State
from tests.games.play import viewers


def transcript(match: Match, *moments: type[Event]) -> str:
    """Print a match move by move, and at each moment that matters what has become of every view.

    These moments are: after each move of chance, before the next one, at the end, and where one of the given
    events happened. What a view showed at the moment before, and what a seat sees just as everybody does, is
    left out, so that a difference in the file is one in the game.

    Args:
        match: the match as it was played.
        moments: events after which everybody's view matters, too.
    """
    rules = match.rules
    state = rules.start(match.setup)
    lines = [f"{rules.id}, {match.setup.seats} seats, {dict(match.setup.options)}"]
    shown: dict[int | None, dict[str, str]] = {viewer: {} for viewer in viewers(match)}
    for actor, move in match.moves:
        state = rules.apply(state, actor, move)
        lines.append(f"{'*' if actor == CHANCE else actor} {move}")
        if matters(actor, state, moments):
            for viewer, before in shown.items():
                seen = fields(rules.view(state, viewer), shown[None] if viewer is not None else {})
                who = "all" if viewer is None else f"seat {viewer}"
                lines += [f"    {who}: {name} = {text}" for name, text in news(before, seen)]
                shown[viewer] = seen
    return "\n".join(lines) + "\n"


def matters(actor: Actor, state: State, moments: tuple[type[Event], ...]) -> bool:
    """Tell whether this is a moment that everybody's view is printed at."""
    if actor == CHANCE or state.to_act in (CHANCE, OVER):
        return True
    return any(isinstance(event, moments) for event in state.news)


def fields(view: Any, common: dict[str, str]) -> dict[str, str]:
    """Print the fields of a view; those that are as in ``common`` say so."""
    printed = {
        name: json.dumps(value, ensure_ascii=False) for name, value in msgspec.to_builtins(view).items()
    }
    return {name: "as all" if common.get(name) == text else text for name, text in printed.items()}


def news(before: dict[str, str], seen: dict[str, str]) -> Iterator[tuple[str, str]]:
    """List the fields that have changed."""
    for name, text in seen.items():
        if before.get(name, "as all") != text:
            yield name, text


def check_golden(match: Match, test: str, *moments: type[Event]) -> None:
    """Compare a match with the one kept beside a test; write it instead when told to.

    Args:
        match: the match as it was played.
        test: the test's ``__file__``.
        moments: as for ``transcript``.
    """
    path = Path(test).with_name("golden.txt")
    text = transcript(match, *moments)
    if os.environ.get("TEFUDA_GOLDEN") == "write":
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), "run with TEFUDA_GOLDEN=write and look at the difference"
