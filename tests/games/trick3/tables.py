"""Positions of Three Cards Trick Poker made by hand, and helpers that play moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any

from games.core.match import Match, ShuffleKey
from games.core.presentation import PanelScene, TableScene
from games.core.rules import CHANCE
from games.trick3.hands import DECKS, FAMILIES
from games.trick3.moves import Hand
from games.trick3.presenter import Trick3Presenter
from games.trick3.rules import Phase, SeatCards, Trick3, Trick3State, Variant
from tests.games import play as playing
from tests.games.play import play_random, refused
from tests.games.secrets import story_of

RULES = Trick3()
legal = partial(playing.legal, RULES)
PRESENTER = Trick3Presenter()

THREE = (
    "2s 5s 9h Kd 3c 7c | 4s 6s Jd | Ts As Th",
    "2h 5h 9s Kc 3d 7d | 4h 6h Jc | Td Ah Tc",
    "2d 5d 9c Ks 3s 7s | 4d 6d Js | Qs Ad Qh",
)
"""Three seats at the beginning of a battle, as arguments of ``at``."""


def new(seats: int = 3, first: int = 0, **options: str) -> Match:
    """Return a new match that is not dealt yet."""
    return Match(RULES, RULES.setup(seats, options, first))


def dealt(seats: int = 3, first: int = 0, seed: object = 1, **options: str) -> Match:
    """Return a match after the deal."""
    match = new(seats, first, **options)
    match.play(CHANCE, match.chance_move(ShuffleKey.from_text(str(seed))))
    return match


def cards(text: str) -> Hand:
    return tuple(text.split())


def at(
    *sides: str,
    deck: str = "52D1",
    end: str = "M",
    games: int = 1,
    turn: int = 0,
    phase: Phase = "play",
    round_: int = 1,
    way: str = "",
    lead: int = 0,
    folded: tuple[int, ...] = (),
    leavers: tuple[int, ...] = (),
    pot: str = "",
    captured: Sequence[str] = (),
) -> Trick3State:
    """Return a position in the middle of a battle.

    Args:
        sides: for each seat ``hidden | exposed | stock | played``; later parts may be left out.
        captured: the captured cards of each seat.
    """
    family = DECKS[deck].family
    sort = FAMILIES[family].sort
    made: list[SeatCards] = []
    # Read each seat's cards; missing parts are empty.
    for seat, text in enumerate(sides):
        parts = [cards(part) for part in text.split("|")] + [()] * 3
        taken = cards(captured[seat]) if captured else ()
        made.append(SeatCards(sort(parts[0]), sort(parts[1]), parts[2], parts[3], taken))
    setup = RULES.setup(len(sides), {"family": family, "end": end, "games": games})
    around = [(lead + step) % len(sides) for step in range(len(sides))]
    return Trick3State(
        to_act=(turn,),
        setup=setup,
        variant=Variant(deck, family, end, games),
        phase=phase,
        sides=tuple(made),
        pot=cards(pot),
        game=1,
        battle=1,
        lead=lead,
        order=tuple(seat for seat in around if seat not in leavers),
        round=round_,
        way=way,
        folded=folded,
        left=leavers,
        totals=(0,) * len(sides),
    )


third = partial(at, round_=3, way="up")
"""A position in which each seat is to play its third card, face down."""


def play(state: Trick3State, *moves: str) -> Trick3State:
    """Play moves, each written as a seat and a move. A seat without a given refill does not refill."""
    for move in moves:
        seat, _, notation = move.partition(" ")
        if state.phase == "refill" and not notation.startswith("refill"):
            state = RULES.apply(state, state.to_act[0], RULES.parse("refill none"))
        state = RULES.apply(state, int(seat), RULES.parse(notation))
    return state


def refusal(state: Trick3State, seat: int, move: str) -> str:
    """Return the code with which a move is refused."""
    return refused(RULES, state, move, seat)


def random_states(seed: int, limit: int = 10_000, **options: str) -> list[Trick3State]:
    """Play a whole random game; return its positions."""
    states: list[Any] = story_of(
        play_random(new(random.Random(seed).randint(2, 8), 0, **options), seed, limit)
    )
    return states


def all_cards(state: Trick3State) -> list[str]:
    """Return every card of a position, wherever it is."""
    parts = [(side.hidden, side.exposed, side.stock, side.played, side.captured) for side in state.sides]
    return sorted([*chain.from_iterable(chain.from_iterable(parts)), *state.pot])


def table_of(state: Trick3State) -> TableScene:
    return PRESENTER.table(RULES.view(state, None))


def panel_of(state: Trick3State, seat: int) -> PanelScene:
    return PRESENTER.panel(RULES.view(state, seat), RULES.legal(state, seat))
