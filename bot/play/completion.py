"""Typed moves, completed as one types."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from bot.clock import breathe
from bot.language.localizer import plain
from bot.showing.people import people_localizer
from bot.tables.snapshot import Snapshot

CHOICES = 25
"""Discord shows no more."""

MOVES_AT_ONCE = 40
"""After so many moves put into words, others may have the event loop for a moment."""

KEPT = 64


class Typable(NamedTuple):
    """A legal move: its notation, and its name in somebody's language."""

    notation: str
    name: str


class Completions:
    """Legal moves in words, made once for each decision."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, int, str], list[Typable]] = OrderedDict()

    async def matching(self, snapshot: Snapshot, typed: str, language: str) -> list[Typable]:
        """List legal moves that begin like what was typed, then those whose notation or name contains it."""
        wanted = " ".join(typed.lower().split())
        moves = await self._moves(snapshot, language)
        first = [move for move in moves if move.notation.lower().startswith(wanted)]
        if len(first) >= CHOICES:
            return first[:CHOICES]
        then = [
            move
            for move in moves
            if move not in first and (wanted in move.notation.lower() or wanted in move.name.lower())
        ]
        return (first + then)[:CHOICES]

    async def _moves(self, snapshot: Snapshot, language: str) -> list[Typable]:
        own = snapshot.own
        assert own is not None
        key = (f"{snapshot.id}:{own.seat}", snapshot.seq, language)
        known = self._known.get(key)
        if known is None:
            known = []
            words = people_localizer(snapshot.seats, language)
            for number, move in enumerate(own.legal, 1):
                known.append(Typable(str(move), plain(words(snapshot.game.presenter.name(move, own.view)))))
                if number % MOVES_AT_ONCE == 0:
                    await breathe()
            self._known[key] = known
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return known
