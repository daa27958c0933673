"""Trophies: goals that people reach in one game or over many, counted from stored results (docs/TROPHIES.md).

Trophies depend only on stored results. They can therefore be counted again at any time, even for games that
were played before a trophy existed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, Protocol, TypeAlias

import msgspec

DAY_MS = 86_400_000
COUNTED_A_DAY = 3
"""Number of games of one kind that count on a day (UTC) against the same person.

A game of several people counts if it is one of the first against at least one of them.
"""


class PlayedPart(Protocol):
    """One person's part in a game that has a result.

    Attributes:
        game: id of the game.
        ended_at, month: when the game ended, and when that month began (UTC); Unix milliseconds.
        is_rated: only people took part, at least two.
        is_finished: the game was played to its end, and the person stayed and made enough decisions.
        has_left: the person left the game.
        has_won: the person was first, and it was no tie of the whole table.
        is_shared: the person shared the first place with another player or team.
        score: the score in the game.
        facts: the counters of ``Rules.facts``.
        opponents: the ids of the opposing people who stayed and made enough decisions.
    """

    @property
    def game(self) -> str: ...
    @property
    def ended_at(self) -> int: ...
    @property
    def month(self) -> int: ...
    @property
    def is_rated(self) -> bool: ...
    @property
    def is_finished(self) -> bool: ...
    @property
    def has_left(self) -> bool: ...
    @property
    def has_won(self) -> bool: ...
    @property
    def is_shared(self) -> bool: ...
    @property
    def score(self) -> float: ...
    @property
    def facts(self) -> Mapping[str, int]: ...
    @property
    def opponents(self) -> tuple[int, ...]: ...


Counted: TypeAlias = int | frozenset[int] | frozenset[str]
"""What one game adds to a trophy: a number, or values of which different ones are counted."""


Metal: TypeAlias = Literal["bronze", "silver", "gold"]
"""How hard a trophy is to win: bronze in the first games, gold in months or with much luck."""


class Trophy(msgspec.Struct, frozen=True):
    """A goal that a person reaches over their games.

    Each game adds something to a count, and the trophy is won when the count reaches ``target``. A game
    counts only if it was played to its end, among people, and the person stayed. Against the same people,
    only the first few games of a day count (``COUNTED_A_DAY``).

    Args:
        id: the trophy's name within the game, in lower case.
        count: returns what one game adds, from the person's part in it.
        target: the sum, or the number of different values, at which the trophy is won.
        metal: how hard the trophy is to win.
        with_computers: whether games with computer players count, too. The trophy's text has to say so.
        in_a_row: whether the count returns to zero after a game that adds nothing or that the person leaves.
        tells_lie: whether the trophy shows that the person lied. If so, it is not announced for people who
            hide their lies.
    """

    id: str
    count: Callable[[PlayedPart], Counted]
    target: int = 1
    metal: Metal = "bronze"
    with_computers: bool = False
    in_a_row: bool = False
    tells_lie: bool = False

    def add(self, before: Count, played: PlayedPart) -> Count:
        """Return the trophy's count after one more game that counts.

        Args:
            before: the count before the game: a number, or a list of different values.
            played: the person's part in the game.
        """
        added = self.count(played)
        if not added:
            return 0 if self.in_a_row else before
        if isinstance(added, frozenset):
            known: set[int | str] = {*(before if isinstance(before, list) else ()), *added}
            # Once the target is reached, the values are no longer needed.
            return len(known) if len(known) >= self.target else sorted(known, key=str)
        return min((before if isinstance(before, int) else 0) + added, self.target)

    def is_won(self, count: Count) -> bool:
        """True if a count has reached the target."""
        return (count if type(count) is int else number_of(count)) >= self.target


Count: TypeAlias = int | list[int | str]
"""A person's count for a trophy: a number, or a sorted list of different values."""


def number_of(count: Count) -> int:
    """Return a trophy's count as a number. If it is kept as a list of different values, this is the list's
    length.
    """
    return count if isinstance(count, int) else len(count)


class TrophyProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's counts for all trophies.

    Args:
        counts: the count for each trophy, by full name; trophies without a count are missing.
        day: the day of the last rated game (UTC, days since 1970).
        met: the number of rated games on the day ``day``, by game and opponent's id (such as ``"bull 17"``).
    """

    counts: dict[str, Count] = {}
    day: int = 0
    met: dict[str, int] = {}

    def after(
        self, played: PlayedPart, trophies: Mapping[str, Trophy]
    ) -> tuple[TrophyProgress, tuple[str, ...]]:
        """Return the progress after one more game, and the names of the trophies won by it.

        Args:
            played: the person's part in the game. Games must be counted in the order of their results.
            trophies: all trophies that the game can count for, by full name.
        """
        # Leaving a rated game ends series of games; a game that is not finished changes nothing.
        if played.has_left and played.is_rated:
            return self._after_leaving(trophies), ()
        if not played.is_finished:
            return self, ()
        # The games of this day against the same people are counted before the trophies are.
        is_rated = played.is_rated and bool(played.opponents)
        progress = self._with_opponents(played) if is_rated else self
        is_new = is_rated and any(
            progress.met[_pair(played, opponent)] <= COUNTED_A_DAY for opponent in played.opponents
        )
        counts, won = dict(progress.counts), []
        # Trophies that are won already stay won and count no further.
        for name, trophy in trophies.items():
            before = counts.get(name, 0)
            if not (is_new or trophy.with_computers) or trophy.is_won(before):
                continue
            after = trophy.add(before, played)
            if after is before:
                continue
            if trophy.is_won(after):
                won.append(name)
            if after:
                counts[name] = after
            else:
                counts.pop(name, None)
        return msgspec.structs.replace(progress, counts=counts), tuple(won)

    def _after_leaving(self, trophies: Mapping[str, Trophy]) -> TrophyProgress:
        """Return the progress after the person left a game. Counts of trophies that need games in a row
        become zero.
        """
        ended = {
            name
            for name, count in self.counts.items()
            if name in trophies and trophies[name].in_a_row and not trophies[name].is_won(count)
        }
        kept = {name: count for name, count in self.counts.items() if name not in ended}
        return msgspec.structs.replace(self, counts=kept)

    def _with_opponents(self, played: PlayedPart) -> TrophyProgress:
        """Return the progress with one more game counted against each opponent on the day of the game."""
        day = played.ended_at // DAY_MS
        met = dict(self.met) if day == self.day else {}
        for other in played.opponents:
            met[_pair(played, other)] = met.get(_pair(played, other), 0) + 1
        return msgspec.structs.replace(self, day=day, met=met)


def _pair(played: PlayedPart, other: int) -> str:
    return f"{played.game} {other}"


# --- what the trophies of several games count ---------------------------------------------------------


def finished(played: PlayedPart) -> int:
    """Return 1, so that every finished game counts."""
    return 1


def won(played: PlayedPart) -> int:
    """Return 1 for a win, otherwise 0."""
    return int(played.has_won)


def total(fact: str) -> Callable[[PlayedPart], int]:
    """Return a function that returns a game's counter named ``fact`` (see ``Rules.facts``); 0 if the game has
    no such counter.
    """
    return lambda played: played.facts.get(fact, 0)


caught = total("challenges_right")
"""Returns the number of lies that the person saw through."""


def has_won_honestly(least: int) -> Callable[[PlayedPart], int]:
    """Return a function that returns 1 for a game that the person won without a lie and with at least
    ``least`` claims, otherwise 0.
    """

    def count(played: PlayedPart) -> int:
        facts = played.facts
        return int(played.has_won and facts.get("claims", 0) >= least and not facts.get("lies", 0))

    return count


def has_judged_well(least: int) -> Callable[[PlayedPart], int]:
    """Return a function that returns 1 for a game with at least ``least`` challenges by the person, all of
    them right, otherwise 0.
    """

    def count(played: PlayedPart) -> int:
        challenges = played.facts.get("challenges", 0)
        return int(challenges >= least and played.facts.get("challenges_right", 0) == challenges)

    return count


def reached(fact: str, least: int) -> Callable[[PlayedPart], int]:
    """Return a function that returns 1 for a game whose counter ``fact`` is at least ``least``,
    otherwise 0.
    """
    return lambda played: int(played.facts.get(fact, 0) >= least)


def people_met(least: int) -> Callable[[PlayedPart], int]:
    """Return a function that returns 1 for a game against at least ``least`` people, otherwise 0. Only people
    who stayed count.
    """
    return lambda played: int(len(played.opponents) >= least)
