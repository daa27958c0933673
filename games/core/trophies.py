"""Trophies: goals that people reach in one game or in many games (docs/TROPHIES.md).

Trophies depend only on stored results. They can therefore be counted again at any time, even for games that
were played before a trophy existed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

DAY_MS = 86_400_000
COUNTED_A_DAY = 3
"""Number of games of one kind that count on a day (UTC) against the same person.

A game of several people counts if it is one of the first against at least one of them.
"""


class Participation(Protocol):
    """One person's part in a game that has a result. Times are in Unix milliseconds."""

    @property
    def game(self) -> str:
        """The id of the game."""

    @property
    def ended_at(self) -> int:
        """The time at which the game ended."""

    @property
    def month(self) -> int:
        """The start of the month (UTC) in which the game ended."""

    @property
    def is_rated(self) -> bool:
        """True if at least two people and no computer players took part."""

    @property
    def is_finished(self) -> bool:
        """True if the game was played to its end, and the person stayed and made enough decisions."""

    @property
    def has_left(self) -> bool:
        """True if the person left the game."""

    @property
    def has_won(self) -> bool:
        """True if the person won, alone or tied. If all players tied, nobody won."""

    @property
    def is_shared(self) -> bool:
        """True if the person shared the first place with another player or team."""

    @property
    def score(self) -> float: ...
    @property
    def statistics(self) -> Mapping[str, int]:
        """The counters of ``Rules.statistics`` by name."""

    @property
    def opponents(self) -> tuple[int, ...]:
        """The ids of the opposing people who stayed and made enough decisions."""


Counted: TypeAlias = int | frozenset[int] | frozenset[str]
"""What one game adds to a trophy: a number, or values of which different ones are counted."""

GameCounter: TypeAlias = Callable[[Participation], int]
"""A function that returns what one game adds to the count of a trophy."""


Metal: TypeAlias = Literal["bronze", "silver", "gold"]
"""How hard a trophy is to win: bronze in the first games, gold in months or with much luck."""


class Trophy(msgspec.Struct, frozen=True):
    """A goal that a person reaches when a count over their games reaches ``target``."""

    # A game counts only if it was played to its end, among people, and the person stayed. Against the same
    # people, only the first few games of a day count (``COUNTED_A_DAY``).

    id: str  # unique within the game, in lower case
    count: Callable[[Participation], Counted]  # returns what one game adds to the count
    target: int = 1
    metal: Metal = "bronze"
    with_computers: bool = False  # whether games with computer players count, too
    in_a_row: bool = False  # whether the count restarts at zero after a game that adds nothing
    # If true, the trophy is not announced for people who hide their lies.
    tells_lie: bool = False  # whether the trophy shows that the person lied

    def add(self, before: Count, played: Participation) -> Count:
        """Return a person's count after one more game."""
        added = self.count(played)
        if not added:
            return 0 if self.in_a_row else before
        if isinstance(added, frozenset):
            known: set[int | str] = set(added)
            if isinstance(before, list):
                known.update(before)
            # Once the target is reached, the values are no longer needed.
            if len(known) >= self.target:
                return len(known)
            return sorted(known, key=str)
        if isinstance(before, int):
            added += before
        return min(added, self.target)

    def is_won(self, count: Count) -> bool:
        """True if a count has reached the target."""
        return count_as_number(count) >= self.target


Count: TypeAlias = int | list[int | str]
"""A person's count for a trophy: a number, or a sorted list of different values."""


def count_as_number(count: Count) -> int:
    """Return a trophy's count as a number. A list of values counts as its length."""
    if isinstance(count, int):
        return count
    return len(count)


class UpdatedProgress(NamedTuple):
    """A person's progress after a game, and the full names of the trophies won by this game."""

    progress: TrophyProgress
    won_trophies: tuple[str, ...]


class TrophyProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's counts for all trophies."""

    counts: dict[str, Count] = {}  # the counts above zero, by the full name of the trophy
    day: int = 0  # the day of the last rated game (UTC, days since 1970)
    met: dict[str, int] = {}  # the number of rated games on this day, by game and opponent (``"bull 17"``)

    def after(self, played: Participation, trophies: Mapping[str, Trophy]) -> UpdatedProgress:
        """Return the progress after one more game.

        Args:
            played: the next game in the order of results.
            trophies: all trophies that the game can count for, by full name.
        """
        # Leaving a rated game ends series of games; a game that is not finished changes nothing.
        if played.has_left and played.is_rated:
            return UpdatedProgress(self._without_ended_rows(trophies), ())
        if not played.is_finished:
            return UpdatedProgress(self, ())
        # The games of this day against the same people are counted before the trophies are.
        is_rated = played.is_rated and bool(played.opponents)
        if is_rated:
            progress = self._with_opponents_counted(played)
        else:
            progress = self
        is_new = is_rated and any(
            progress.met[_opponent_key(played, opponent)] <= COUNTED_A_DAY for opponent in played.opponents
        )
        counts = dict(progress.counts)
        won = []
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
        return UpdatedProgress(msgspec.structs.replace(progress, counts=counts), tuple(won))

    def _without_ended_rows(self, trophies: Mapping[str, Trophy]) -> TrophyProgress:
        # Leaving a game ends a row of games, so its count becomes zero.
        kept = dict(self.counts)
        for name, count in self.counts.items():
            trophy = trophies.get(name)
            if trophy is not None and trophy.in_a_row and not trophy.is_won(count):
                del kept[name]
        return msgspec.structs.replace(self, counts=kept)

    def _with_opponents_counted(self, played: Participation) -> TrophyProgress:
        day = played.ended_at // DAY_MS
        met = Counter(self.met) if day == self.day else Counter[str]()
        met.update([_opponent_key(played, other) for other in played.opponents])
        return msgspec.structs.replace(self, day=day, met=dict(met))


def _opponent_key(played: Participation, other: int) -> str:
    return f"{played.game} {other}"


# --- what the trophies of several games count ---------------------------------------------------------


def every_game(played: Participation) -> int:
    """Return 1, so that every finished game counts."""
    return 1


def wins(played: Participation) -> int:
    """Return 1 for a win, otherwise 0."""
    return int(played.has_won)


def sum_of(counter: str) -> GameCounter:
    """Return a function that reads one counter of a game, to add up over all games.

    Args:
        counter: a name in ``Rules.statistics``.
    """
    return lambda played: played.statistics.get(counter, 0)


exposed_lies = sum_of("challenges_right")
"""Returns the number of lies that the person challenged."""


def honest_wins(min_claims: int) -> GameCounter:
    """Return a function that counts wins with at least ``min_claims`` claims and no lie."""

    def count(played: Participation) -> int:
        statistics = played.statistics
        return int(
            played.has_won and statistics.get("claims", 0) >= min_claims and not statistics.get("lies", 0)
        )

    return count


def games_judged_well(min_challenges: int) -> GameCounter:
    """Return a function that counts games with at least ``min_challenges`` challenges, all of them right."""

    def count(played: Participation) -> int:
        challenges = played.statistics.get("challenges", 0)
        return int(
            challenges >= min_challenges and played.statistics.get("challenges_right", 0) == challenges
        )

    return count


def games_reaching(counter: str, min_value: int) -> GameCounter:
    """Return a function that counts games in which one counter is at least ``min_value``.

    Args:
        counter: a name in ``Rules.statistics``.
    """
    return lambda played: int(played.statistics.get(counter, 0) >= min_value)


def games_with_bid(bids: Mapping[str, Sequence[Any]], lowest_kind: str) -> GameCounter:
    """Return a function that counts games in which the person's best bid is of ``lowest_kind`` or higher.

    Args:
        bids: all bids from low to high, by the name of the counter that has the best bid's number.
    """
    lowest_numbers: dict[str, int] = {}
    for counter, all_bids in bids.items():
        kinds = [bid.kind for bid in all_bids]
        lowest_numbers[counter] = 1 + kinds.index(lowest_kind)

    def count(played: Participation) -> int:
        statistics = played.statistics
        return int(any(statistics.get(name, 0) >= lowest for name, lowest in lowest_numbers.items()))

    return count


def games_against(min_people: int) -> GameCounter:
    """Return a function that counts games against at least ``min_people`` people who stayed."""
    return lambda played: int(len(played.opponents) >= min_people)
