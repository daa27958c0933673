"""How many taps any move takes, as a finger counts them, on the panel as it is sent."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from benchmarks.fingers import fewest_taps
from bot.tables.snapshot import Snapshot
from games import Game
from games.bull import BULL
from games.core.questions import Question
from games.core.words import text
from games.netsuzo import NETSUZO
from tests.bot.playing import begun
from tests.games.contract import every_game, seeds

MOST = 5
"""So many taps make any move."""

POSITIONS = 2
"""At so many points of a game it is looked how far each move is."""


def check_taps(snapshot: Snapshot) -> None:
    """Every legal move, and nothing else, can be made alone by a few taps."""
    assert snapshot.own is not None
    reached = fewest_taps(snapshot, MOST)
    alone = {move: taps for (move, then), taps in reached.items() if not then}
    assert alone.keys() == {str(move) for move in snapshot.own.legal}
    assert max(alone.values()) <= MOST


@every_game
@given(seed=seeds)
@settings(max_examples=6, deadline=None)
def test_any_legal_move_takes_five_taps_at_most(game: Game, seed: int) -> None:
    """In whole games, whatever the seats and the options, with a hint to be asked for besides."""
    rng, state = random.Random(seed), begun(game, seed)
    looked = sorted(rng.sample(range(40), POSITIONS))
    for place in range(looked[-1] + 1):
        if state.is_over:
            return
        seat = rng.choice(state.to_act)
        seen = state.seen_by(seat)
        assert seen.own is not None
        if place in looked:
            check_taps(replace(seen, hints=True))
        state = state.played(seat, rng.choice(seen.own.legal)).dealt()


# --- what it must catch -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [BULL, NETSUZO], ids=lambda game: game.id)
def test_one_question_more_is_caught(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A presenter that asks, before anything else, whether one is sure."""
    seen = _on_turn(game)
    check_taps(seen)
    ask = game.presenter.ask
    sure = Question.among(text("button-stay"), {"yes": text("button-stay"), "no": text("button-resign-yes")})

    def asked_more(view: Any, chosen: tuple[str, ...]) -> Any:
        if not chosen:
            return sure if isinstance(ask(view, ()), Question) else None
        return ask(view, chosen[1:]) if chosen[0] == "yes" else None

    monkeypatch.setattr(type(game.presenter), "ask", lambda self, *args: asked_more(*args))
    with pytest.raises(AssertionError):
        check_taps(seen)


def test_a_confirmation_more_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that do not play at once."""
    seen = _on_turn(NETSUZO)
    ask = NETSUZO.presenter.ask

    def confirmed(view: Any, chosen: tuple[str, ...]) -> Any:
        asked = ask(view, chosen)
        return replace(asked, plays=False) if isinstance(asked, Question) else asked

    monkeypatch.setattr(type(NETSUZO.presenter), "ask", lambda self, *args: confirmed(*args))
    with pytest.raises(AssertionError):
        check_taps(seen)


def _on_turn(game: Game) -> Snapshot:
    state = begun(game, 1)
    return state.seen_by(state.to_act[0])
