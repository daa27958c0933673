"""Tables of Netsuzo Poker with given cards, and their pictures as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.core.cards import STANDARD
from games.core.match import Match
from games.core.presentation import Board, Row
from games.core.rules import CHANCE, clockwise, next_active_seat
from games.netsuzo import NETSUZO
from games.netsuzo.rules import NetsuzoState
from tests.games.printing import row_line, say

OPEN = "5h Jd 8c 2s"
"""The open cards of the example in the rules."""


def new(seats: int = 3, first: int = 0, **options: str) -> Match:
    """Return a new match that is not dealt yet."""
    return Match(NETSUZO.rules, NETSUZO.rules.setup(seats, options, first))


def deal(match: Match, hands: Mapping[int, str] | None = None, middle: str = OPEN, pile: str = "") -> None:
    """Deal given cards to some seats, four open cards, and a pile that begins with given cards."""
    state, hands = match.state, hands or {}
    named = [*hands.values(), *middle.split(), *pile.split()]
    spare = [card for card in STANDARD.cards if card not in named]
    order = [seat for seat in clockwise(state.turn, len(state.reds)) if state.reds[seat]]
    top = [hands.get(seat) or spare.pop(0) for seat in order]
    match.play(CHANCE, " ".join(["deal", *top, *middle.split(), *pile.split(), *spare]))


def play(match: Match, *moves: str) -> None:
    """Play moves, each for the seat that is to act."""
    for move in moves:
        match.play(actor(match), move)


def actor(match: Match) -> int:
    """Return the only seat that is to act."""
    assert isinstance(match.to_act, tuple)
    assert len(match.to_act) == 1
    return match.to_act[0]


def accept_lowest(match: Match) -> Iterator[NetsuzoState]:
    """Have all seats declare the lowest hand, accept, and discard the first card; yield each position."""
    while True:
        if match.to_act == CHANCE:
            state = match.state
            match.play(CHANCE, " ".join(["reshuffle", *reversed(state.discards)]))
        else:
            match.play(actor(match), match.legal(actor(match))[0])
        yield match.state


def lose(match: Match, how: str = "lie") -> int:
    """Play a hand that the starter (``lie``) or its left neighbour (``doubt``) loses; return the loser."""
    state = match.state
    deal(match, {state.turn: "5s"})
    play(match, "declare five A" if how == "lie" else "declare pair 5 J", "reject")
    showdown = match.state.shown
    assert showdown is not None
    assert showdown.loser == (state.turn if how == "lie" else next_active_seat(state.reds, state.turn))
    return showdown.loser


def all_cards(state: NetsuzoState) -> list[str]:
    """Return all cards of a position, wherever they are."""
    held = [card for hand in state.hands for card in hand]
    return sorted([*held, *state.open, *state.pile, *state.discards])


def rows(board: Board | None) -> list[str]:
    """Return a picture's rows as text, with chips; ``=`` marks the winner's row."""
    return [_row(row) for row in board.rows] if board else []


def _row(row: Row) -> str:
    tags = "".join(f" [{say(tag.text)}{'!' if tag.mark == 'hot' else ''}]" for tag in row.tags)
    return ("= " if row.is_won else "") + " ".join(f"{row_line(row)}{tags}".split())
