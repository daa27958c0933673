"""The values of an evening; ``storage.evenings`` reads and writes them."""

from __future__ import annotations

import msgspec


class EveningPerson(msgspec.Struct, frozen=True):
    """Somebody of an evening: how many of its games they have finished, and won."""

    user_id: int
    name: str
    games: int
    won: int


class EveningRow(msgspec.Struct, frozen=True):
    """Games that follow each other with mostly the same people, and what came of those that are over.

    Attributes:
        id: of the first table.
        games: how many were played to their end.
        people: who has finished a game, the most wins first; computer players count for nobody.
        ended_at: when nobody had gone on for long enough after the table by which the evening was asked for.
    """

    id: str
    games: int = 0
    people: tuple[EveningPerson, ...] = ()
    ended_at: int | None = None
