"""A whole game written down: every move and what each seat sees after it.

After a wanted change write it anew with ``TEFUDA_GOLDEN=write`` and read the difference.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from games.core.rules import CHANCE, Actor
from games.core.shuffle import ShuffleKey

from .helpers import RULES, new_match, state_of

GOLDEN = Path(__file__).with_name("golden.txt")
KEY = ShuffleKey.from_text("golden tomoe")


def transcript() -> Iterator[str]:
    """Play the first game of a match and two moves of the second; the n-th move takes legal move 7n."""
    match = new_match(1, metals="on", ace="1.5")
    yield "options " + json.dumps(match.setup.options)
    for number in range(42):
        actor: Actor
        if match.to_act == CHANCE:
            actor, move = CHANCE, match.chance_move(KEY)
        else:
            assert isinstance(match.to_act[0], int)
            actor = match.to_act[0]
            legal = match.legal(actor)
            move = legal[7 * number % len(legal)]
        match.play(actor, move)
        yield ""
        yield f"{'*' if actor == CHANCE else actor} {move}"
        views = {seat: msgspec.to_builtins(RULES.view(state_of(match), seat)) for seat in (None, 0, 1, 2)}
        for name, value in views[None].items():
            if name != "seat":
                yield f"  {name} {json.dumps(value)}"
        for seat in range(3):
            own = {name: value for name, value in views[seat].items() if value != views[None][name]}
            yield f"  seat {seat} also {json.dumps(own)}"


def test_golden_game_is_as_written_down() -> None:
    """The transcript has not changed."""
    text = "\n".join(transcript()) + "\n"
    if os.environ.get("TEFUDA_GOLDEN") == "write":
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")
