"""How many taps any move takes, as a finger counts them, on the panel as it is sent.

A button is one; opening a menu is one and each option chosen in it another; closing a menu of which several
may be chosen is one more. Nothing is asked of the games: what counts is what stands on the screen.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from bot.play.controls_view import SEPARATOR, move_at_once
from bot.play.panel_view import panel_page, picked_value
from bot.showing.views import PanelContext
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, StringSelect, walk
from games import Game
from games.bull import BULL
from games.core.questions import Question
from games.core.words import text
from games.netsuzo import NETSUZO
from games.netsuzo.moves import LADDER
from tests.bot.playing import begun
from tests.games.contract import every_game, seeds

MOST = 5
"""So many taps make any move of any game."""

MANY = 2000
"""Moves in a position that is left to the test of all declarations."""

POSITIONS = 2
"""At so many points of a game it is looked how far each move is."""


Chosen = tuple[str, ...]


class Reach(NamedTuple):
    """What some taps lead to: the screen after these choices, or a move."""

    taps: int
    chosen: Chosen | None = None
    move: str = ""


def fewest_taps(snapshot: Snapshot, most: int = 12) -> dict[str, int]:
    """Find the fewest taps for every move that a panel leads to, by notation; no more than so many."""
    found: dict[str, int] = {}
    seen: set[Chosen] = set()
    queue: list[tuple[int, Chosen]] = [(0, ())]
    while queue:
        taps, chosen = heapq.heappop(queue)
        if chosen in seen or taps >= most:
            continue
        seen.add(chosen)
        for reach in _reaches(snapshot, chosen):
            if reach.chosen is None:
                if taps + reach.taps <= min(most, found.get(reach.move, most)):
                    found[reach.move] = taps + reach.taps
            else:
                heapq.heappush(queue, (taps + reach.taps, reach.chosen))
    return found


def _reaches(snapshot: Snapshot, chosen: Chosen) -> Iterator[Reach]:
    """List what can be done on one screen."""
    for part in walk(panel_page(snapshot, "en", PanelContext(chosen)).components):
        if not isinstance(part, (Button, StringSelect)):
            continue
        _, verb, _, _, arg = (part.custom_id + 4 * ":").split(":", 4)
        arg = arg.rstrip(":")
        answers = tuple(arg.split(SEPARATOR)) if arg else ()
        if isinstance(part, StringSelect):
            yield from _of_menu(snapshot, verb, answers, part)
        elif verb == "way":
            yield Reach(1, answers)
        elif verb == "move":
            yield Reach(1, None, arg)


def _of_menu(snapshot: Snapshot, verb: str, before: Chosen, part: StringSelect) -> Iterator[Reach]:
    """List what can be chosen in a menu: one option, or cards."""
    values = [option.value for option in part.options]
    sizes = range(part.min_values, part.max_values + 1)
    for picked in chain.from_iterable(combinations(values, size) for size in sizes):
        value = picked[0] if verb == "pick" else picked_value(snapshot, before, picked)
        if value is not None:
            chosen = (*before, value)
            move = move_at_once(snapshot, chosen)
            taps = len(picked) + (2 if part.max_values > 1 else 1)
            yield Reach(taps, chosen) if move is None else Reach(taps, None, str(move))


def check_taps(snapshot: Snapshot) -> None:
    """Every legal move, and nothing else, can be made alone by a few taps."""
    assert fewest_taps(snapshot, MOST).keys() == {str(move) for move in snapshot.own.legal}


@every_game
@given(seed=seeds)
@settings(max_examples=6, deadline=None)
def test_any_legal_move_takes_few_taps(game: Game, seed: int) -> None:
    """In whole games, whatever the seats and the options, with a hint to be asked for besides."""
    rng, state = random.Random(seed), begun(game, seed)
    looked = sorted(rng.sample(range(40), POSITIONS))
    for place in range(looked[-1] + 1):
        if state.is_over:
            return
        seat = rng.choice(state.to_act)
        seen = state.seen_by(seat)
        if place in looked and len(seen.own.legal) < MANY:
            check_taps(replace(seen, hints=True))
        state = state.played(seat, rng.choice(seen.own.legal)).dealt()


# --- what it must catch -----------------------------------------------------------------------------------


def test_one_question_more_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A presenter that asks, before anything else, whether one is sure."""
    game = BULL
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


def test_any_of_all_declarations_takes_five_taps() -> None:
    """The first of a hand of Netsuzo Poker is one of 6622, most of them flushes."""
    seen = _on_turn(NETSUZO)
    assert len(seen.own.legal) == len(LADDER.bids)
    check_taps(replace(seen, hints=True))


def _on_turn(game: Game) -> Snapshot:
    state = begun(game, 1)
    return state.seen_by(state.to_act[0])
