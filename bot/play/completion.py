"""Typed moves, completed as one types."""

from __future__ import annotations

from typing import NamedTuple

from bot.clock import breathe
from bot.language.localizer import plain
from bot.showing.people import people_localizer
from bot.tables.state import TableState

CHOICES = 25
"""Discord shows no more."""

MOVES_AT_ONCE = 40
"""After so many moves put into words, others may have the event loop for a moment."""


class Typable(NamedTuple):
    """A legal move: its notation, and its name in somebody's language."""

    notation: str
    name: str


async def matching(state: TableState, seat: int, typed: str, language: str) -> list[Typable]:
    """List a seat's legal moves that begin like what was typed, then those that contain it somewhere.

    Args:
        state: the table as it stands.
        seat: whose moves.
        typed: the beginning of a notation, or some of a notation or a name.
        language: of the names.
    """
    wanted = " ".join(typed.lower().split())
    moves = await in_words(state, seat, language)
    first = [move for move in moves if move.notation.lower().startswith(wanted)]
    if len(first) >= CHOICES:
        return first[:CHOICES]
    then = [
        move
        for move in moves
        if move not in first and (wanted in move.notation.lower() or wanted in move.name.lower())
    ]
    return (first + then)[:CHOICES]


async def in_words(state: TableState, seat: int, language: str) -> list[Typable]:
    """Put all legal moves of a seat into words, once for each position."""
    key = (Typable, seat, language)
    known: list[Typable] | None = state.memo.get(key)
    if known is None:
        known = []
        snapshot = state.seen_by(seat)
        assert snapshot.own is not None
        words = people_localizer(snapshot.seats, language)
        for number, move in enumerate(snapshot.own.legal, 1):
            name = plain(words(snapshot.game.presenter.name(move, snapshot.own.view)))
            known.append(Typable(str(move), name))
            if number % MOVES_AT_ONCE == 0:
                await breathe()
        state.memo[key] = known
    return known
