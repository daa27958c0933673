"""The effects of a game's result on a person: new trophies, and the change of the rating."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import msgspec


class Part(msgspec.Struct, frozen=True):
    """A person's part in a finished game, from which trophies are counted."""

    person: int  # row id of the person
    result: int  # row id of the result
    guild_id: int
    game: str
    ended_at: int  # Unix milliseconds
    month: int  # when the month of ended_at began (UTC), Unix milliseconds
    is_rated: bool  # at least two people took part, and no computer player
    is_finished: bool  # the game was played to its end, and the person stayed and made enough decisions
    has_left: bool
    has_won: bool  # the person was first, and it was no tie of the whole table
    is_shared: bool  # the person was first together with another side
    score: float
    facts: dict[str, int]  # counters of what the person did, such as {"lies": 3}
    opponents: tuple[int, ...]  # row ids of the people on other sides who stayed and made enough decisions


class TrophyCounter(Protocol):
    """Interface of an object that counts trophies. The games implement it."""

    @property
    def fingerprint(self) -> str:
        """A hash of all definitions of trophies, which changes when a definition changes."""

    def count(self, progress: str, played: Part, /) -> tuple[str, tuple[str, ...]]:
        """Count another game of a person, and return their new progress and the names of new trophies.

        Args:
            progress: the person's earlier progress as JSON; ``""`` before the first game.
        """


class WonTrophy(msgspec.Struct, frozen=True):
    """A trophy that the player of a seat won in a game."""

    seat: int
    name: str
    holders: int  # number of people of the table's server who have the trophy
    is_named: bool = True  # the server allows its tables' messages to name trophies


class RatingChange(msgspec.Struct, frozen=True):
    """A person's displayed rating before and after one game."""

    before: int
    after: int


Ratings: TypeAlias = tuple[RatingChange | None, ...]
"""The rating change of each seat; empty for an unrated game."""
