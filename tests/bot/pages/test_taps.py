"""Tests that each move takes few taps in the panel that is sent."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec import structs

from bot.tables.snapshot import Snapshot
from games import Game
from games.bull import BULL
from games.bull.hands import Call, size_of
from games.bull.pictures import cards_in_play
from games.core.presentation import Question
from games.core.words import text
from games.netsuzo import NETSUZO
from games.netsuzo.hands import DECLARATION_ORDER
from tests.bot.pages.fingers import fewest_taps
from tests.bot.playing import dealt_table
from tests.games.contract import every_game, seeds

MOST = 5
"""The largest number of taps in nearly all positions."""

RARELY = 6
"""The largest number of taps in any position: one more if Lost Poker's target is in a menu."""

BEYOND = 7
"""The same for a call of Porker Bull for which too few cards are in play, a certain lie."""

MANY = 2000
"""The number of moves above which a position is left to the test of all declarations."""

POSITIONS = 2
"""The number of positions of a game that are examined."""


def check_taps(snapshot: Snapshot, most: int = MOST) -> None:
    """Check that every legal move, and no other move, can be made within ``most`` taps."""
    moves = {str(move) for move in snapshot.own.legal}
    beyond = {str(move) for move in snapshot.own.legal if is_beyond(move, snapshot)}
    assert fewest_taps(snapshot, most).keys() - beyond == moves - beyond
    if beyond:
        assert fewest_taps(snapshot, BEYOND).keys() == moves


def is_beyond(move: object, snapshot: Snapshot) -> bool:
    return isinstance(move, Call) and size_of(move) > cards_in_play(snapshot.own.view)


def with_hints(snapshot: Snapshot) -> Snapshot:
    """Return the same position at a table that allows hints."""
    return replace(snapshot, row=structs.replace(snapshot.row, hints=True))


@every_game
@given(seed=seeds)
@settings(max_examples=6, deadline=None)
def test_every_legal_move_takes_few_taps(game: Game, seed: int) -> None:
    """At random positions with hints allowed, every legal move takes at most six taps."""
    rng, state = random.Random(seed), dealt_table(game, seed)
    looked = sorted(rng.sample(range(40), POSITIONS))
    for place in range(looked[-1] + 1):
        if state.is_over:
            return
        seat = rng.choice(state.to_act)
        seen = state.seen_by(seat)
        if place in looked and len(seen.own.legal) < MANY:
            check_taps(with_hints(seen), RARELY)
        state = state.with_move(seat, rng.choice(seen.own.legal)).with_deal()


def test_additional_question_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check fails if the presenter asks for an additional confirmation first."""
    game = BULL
    seen = _on_turn(game)
    check_taps(seen)
    ask = game.presenter.next_question
    sure = Question.among(text("button-stay"), {"yes": text("button-stay"), "no": text("button-resign-yes")})

    def asked_more(view: Any, chosen: tuple[str, ...]) -> Any:
        if not chosen:
            return sure if isinstance(ask(view, ()), Question) else None
        return ask(view, chosen[1:]) if chosen[0] == "yes" else None

    monkeypatch.setattr(type(game.presenter), "next_question", lambda self, *args: asked_more(*args))
    with pytest.raises(AssertionError):
        check_taps(_on_turn(game))


def test_every_first_declaration_takes_at_most_five_taps() -> None:
    """Each of the 6622 first declarations of Netsuzo Poker can be made by five taps."""
    seen = _on_turn(NETSUZO)
    assert len(seen.own.legal) == len(DECLARATION_ORDER.bids)
    check_taps(with_hints(seen))


def _on_turn(game: Game) -> Snapshot:
    state = dealt_table(game, 1)
    return state.seen_by(state.to_act[0])
