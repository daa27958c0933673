"""Positions and games of Tomoefuda for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from games.core.cards import Card
from games.core.match import Match
from games.core.moves import Deal
from games.core.rules import CHANCE
from games.tomoe.rules import DECKS, Tomoe, TomoeState
from tests.games.play import do, legal

RULES = Tomoe()
PLAIN = DECKS["off"]


def new_match(first: int = 0, **options: str) -> Match:
    """Return a new match that is not dealt yet."""
    return Match(RULES, RULES.setup(3, options, first))


def deal(match: Match, rng: random.Random) -> None:
    """Deal at random."""
    cards = list(RULES.chance(match.state).cards)
    rng.shuffle(cards)
    match.play(CHANCE, Deal(tuple(cards)))


def random_positions(seed: int, first: int = 0, **options: str) -> Iterator[Match]:
    """Play a whole match at random; yield it before every move and at its end."""
    rng = random.Random(seed)
    match = new_match(first, **options)
    while not match.is_over:
        yield match
        if match.to_act == CHANCE:
            deal(match, rng)
        else:
            seat = match.to_act[0]
            assert isinstance(seat, int)
            match.play(seat, rng.choice(match.legal(seat)))
    yield match


def some_position(seed: int, moves: int, first: int = 0, **options: str) -> Match:
    """Return a match after ``moves`` random moves, deals included, or at the end of a shorter match."""
    for count, match in enumerate(random_positions(seed, first, **options)):
        if count == moves:
            return match
    return match


def position(
    *hands: str,
    hidden: tuple[str, str, str] = ("", "", ""),
    lead: int = 0,
    past: tuple[tuple[float, ...], ...] = (),
    points: tuple[float, ...] = (0.0, 0.0, 0.0),
    games: int = 3,
    options: Mapping[str, str] | None = None,
) -> TomoeState:
    """Return a position with these hands before a card of a trick; ``past`` has earlier games' points."""
    start = RULES.start(RULES.setup(3, options))
    return TomoeState(
        to_act=(lead,),
        setup=start.setup,
        variant=start.variant,
        games=games,
        number=len(past) + 1,
        leader=0,
        lead=lead,
        open=tuple(tuple(hand.split()) for hand in hands),
        hidden=tuple(tuple(hand.split()) for hand in hidden),
        points=points,
        totals=tuple(map(sum, zip(*past, points, strict=True))),
        past=past,
    )


def play(state: TomoeState, *cards: Card) -> TomoeState:
    """Play cards, each for the seat on turn; return the position."""
    return do(RULES, state, *[f"play {card}" for card in cards])  # type: ignore[no-any-return]


def legal_cards(state: TomoeState) -> set[str]:
    """Return the cards that the seat to act may play."""
    return {move.removeprefix("play ") for move in legal(RULES, state)}
