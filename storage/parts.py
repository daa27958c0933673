"""What follows from a game's result for a person: the part in the game, the rating change, and new
trophies.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import msgspec


class Part(msgspec.Struct, frozen=True):
    """A person's part in a game with a result, from which trophies are counted.

    Attributes:
        person, result, guild_id: row ids of the person and the result, and the server.
        ended_at: when the game ended, Unix milliseconds.
        month: when the month of ``ended_at`` began (UTC), Unix milliseconds.
        is_rated: only people took part, at least two.
        is_finished: the game was played to its end, and the person stayed and made enough decisions.
        has_won: the person was first, and it was no tie of the whole table.
        is_shared: the person was first together with another side.
        facts: counters of what the person did in the game, such as ``{"lies": 3}``.
        opponents: row ids of the people on other sides who stayed and made enough decisions.
    """

    person: int
    result: int
    guild_id: int
    game: str
    ended_at: int
    month: int
    is_rated: bool
    is_finished: bool
    has_left: bool
    has_won: bool
    is_shared: bool
    score: float
    facts: dict[str, int]
    opponents: tuple[int, ...]


class Counting(Protocol):
    """Interface of an object that counts trophies. The games implement it."""

    @property
    def fingerprint(self) -> str:
        """A hash of the definitions of all trophies. It changes when a definition changes."""

    def count(self, progress: str, played: Part, /) -> tuple[str, tuple[str, ...]]:
        """Return a person's new progress after a game, and the names of the trophies that the person won by
        it.

        Args:
            progress: the progress that the previous call returned; ``""`` for the first game. It is a JSON
                object, whose key ``counts`` maps each trophy's name to a number or to a list of the things
                counted.
            played: the person's part in the game.
        """


class WonTrophy(msgspec.Struct, frozen=True):
    """A trophy that a seat's player won in a game.

    Attributes:
        holders: the number of people of the table's server who have the trophy.
        is_named: the server allows its tables' messages to name trophies.
    """

    seat: int
    name: str
    holders: int
    is_named: bool = True


class RatingChange(msgspec.Struct, frozen=True):
    """A person's displayed rating before and after one game."""

    before: int
    after: int


Ratings: TypeAlias = tuple[RatingChange | None, ...]
"""The rating change of each seat; empty for an unrated game."""
