"""Positions of Lost Poker made by hand, and whole games played at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from games.core.match import Match
from games.core.rules import Event
from games.lost.hands import DECK
from games.lost.rules import Lost, LostCard, LostState, Played, Variant
from tests.games import play
from tests.games.play import refused

RULES = Lost()
do, legal = partial(play.do, RULES), partial(play.legal, RULES)

HARMLESS = ["As 4h 7d", "As 4h 7d", "2c 5s 9h"]
"""Fields far from any hand. A card may occur twice in positions made by hand."""
FIELDS = ["As 4h 7d", "Ad 5c 8s", "2c 5s 9h"]
"""Other fields, with no card twice."""
HANDS = ["2s 5h 9c Td", "3s 6h 8c", "2d 3d 4c"]


def cards(text: str) -> tuple[str, ...]:
    """Return the cards in a text, in canonical order."""
    return tuple(sorted((RULES.family({}).parse(word) for word in text.split()), key=DECK.index))


def position(
    hands: Sequence[str],
    fields: Sequence[str],
    *,
    turn: int = 0,
    losts: int = 3,
    piles: Sequence[str] = (),
    play: tuple[int, int, str, str] | None = None,
    joker_in: int | None = None,
) -> LostState:
    """Return a position in the middle of a game.

    Args:
        hands: the hand of each seat, without a card that waits for its answer.
        fields: the field of each seat.
        turn: the seat that is to play.
        losts: the number of discards that each seat may make.
        piles: the cards that each seat has discarded.
        play: seat, target, card and claim of a card that waits for its answer.
        joker_in: the seat known to hold the joker.
    """
    seats = len(hands)
    lost = [cards(text) for text in piles] or [()] * seats
    waiting = Played(play[0], play[1], play[3], play[2]) if play else None
    return LostState(
        to_act=(waiting.target,) if waiting else (turn,),
        setup=RULES.setup(seats, {"losts": losts}),
        variant=Variant(losts),
        first=0,
        turn=waiting.seat if waiting else turn,
        hands=tuple(cards(text) for text in hands),
        laid=((),) * seats,
        fields=tuple(cards(text) for text in fields),
        piles=tuple(tuple(LostCard(card, seat) for card in pile) for seat, pile in enumerate(lost)),
        play=waiting,
        told=((0, 0),) * seats,
        joker_in=joker_in,
    )


def events(state: LostState, kind: type[Event]) -> list[Event]:
    """Return the position's news of one event type."""
    return [event for event in state.news if isinstance(event, kind)]


def new_match(seats: int, rng: random.Random, losts: str = "3", first: int = 0) -> Match:
    """Return a new match with a random deal."""
    match = Match(RULES, RULES.setup(seats, {"losts": losts}, first))
    deck = list(DECK)
    rng.shuffle(deck)
    match.play("chance", "deal " + " ".join(deck))
    return match


def random_move(match: Match, rng: random.Random) -> None:
    """Play a random legal move. The kind of move is drawn first, so that rare kinds occur often enough."""
    assert isinstance(match.to_act, tuple)
    seat = rng.choice(match.to_act)
    options = match.legal(seat)
    kinds: dict[str, list[int]] = {}
    for i, move in enumerate(options):
        kinds.setdefault(type(move).__name__, []).append(i)
    match.play(seat, options[rng.choice(rng.choice(list(kinds.values())))])


def play_on(match: Match, rng: random.Random, moves: int = 1000) -> Match:
    """Play at random to the end, or for ``moves`` moves; return the match."""
    while not match.is_over and moves:
        random_move(match, rng)
        moves -= 1
    return match


def refusal(state: LostState, move: str, seat: int | None = None) -> str:
    """Return the code with which a move is refused."""
    return refused(RULES, state, move, seat)
