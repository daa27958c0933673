"""Typed moves, completed as one types."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from bot.caches import cached
from bot.clock import breathe
from bot.language.localizer import plain
from bot.showing.people import people_localizer
from bot.tables.state import TableState

CHOICES = 25
"""Discord shows no more."""

MOVES_AT_ONCE = 40
"""Number of moves put into words between two yields to the event loop."""


class Typable(NamedTuple):
    """A legal move: its notation, and its name in somebody's language."""

    notation: str
    name: str


async def matching(state: TableState, seat: int, typed: str, language: str) -> list[Typable]:
    """List a seat's legal moves that begin like what was typed, then those that contain it somewhere.

    Args:
        state: the table as it stands.
        seat: whose moves.
        typed: the beginning of a notation or of a name, or some of either, as printed or not.
        language: of the names.
    """
    wanted, meant = " ".join(typed.lower().split()), squashed(typed)
    moves = await in_words(state, seat, language)
    first = [move for move in moves if _begins(move, wanted, meant)]
    if len(first) >= CHOICES:
        return first[:CHOICES]
    then = [
        move
        for move in moves
        if not _begins(move, wanted, meant)
        and (wanted in move.notation.lower() or (meant and meant in squashed(move.name)))
    ]
    return (first + then)[:CHOICES]


def _begins(move: Typable, wanted: str, meant: str) -> bool:
    return move.notation.lower().startswith(wanted) or (bool(meant) and squashed(move.name).startswith(meant))


@cached(20_000)
def squashed(said: str) -> str:
    """Leave of a text what makes a difference when typed: letters, digits and signs of one case and width."""
    folded = unicodedata.normalize("NFKC", said).casefold()
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LNS")


async def in_words(state: TableState, seat: int, language: str) -> list[Typable]:
    """Put all legal moves of a seat into words, once for each position."""
    key = (Typable, seat, language)
    known: list[Typable] | None = state.memo.get(key)
    if known is None:
        known = []
        assert state.match is not None
        view, legal = state.match.view(seat), state.match.legal(seat)
        words = people_localizer(state, language)
        for number, move in enumerate(legal, 1):
            name = state.teller.name(move, view)
            printed = state.teller.attempt("name in words", lambda: plain(words(name)), str(move))  # noqa: B023
            known.append(Typable(str(move), printed))
            if number % MOVES_AT_ONCE == 0:
                await breathe()
        state.memo[key] = known
    return known
