"""The end and the summary of an evening (a series of games with mostly the same people). Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from bot.driving.quarantine import restore_state
from bot.tables.positions import NO_SCORE, GuessScore, is_person
from bot.tables.snapshot import EveningHighlight, EveningSummary, PlayedGame, is_same_player
from bot.tables.state import TableState, player_of_move
from games.core.words import Seat, text
from storage.rows import EveningRow, Name, SeatRow, StoredTable

WAIT_MS = 1_800_000
"""An evening (series of games) ends if no further game is opened within this time."""

LOOK_AGAIN_MS = 60_000
"""Interval of the checks whether a lobby of the evening (series of games) is still open."""

LEAST = 2
"""Minimum number of games, and of people, for the summary of an evening (series of games)."""

FIRST = ("bluff", "catch")
"""Kinds of highlights that the summary of an evening lists first."""

MOST_HIGHLIGHTS = 3
"""Limit of highlights in a summary, apart from the longest duel."""

LEAST_DUEL = 6
"""Minimum length of a duel: a run of moves that two people made alternately."""

LEAST_RIGHT = 3
"""Minimum number of right guesses for the summary to name the best guesser."""


def deserves_summary(evening: EveningRow | None) -> bool:
    """Return whether a series of games has enough games and people for a summary."""
    return evening is not None and evening.games >= LEAST and len(evening.people) >= LEAST


def siblings(state: TableState, tables: Iterable[TableState]) -> Iterator[TableState]:
    """Yield the other tables in the same series of games."""
    if state.evening is None:
        return
    for table in tables:
        if table.id != state.id and table.evening is not None and table.evening.id == state.evening.id:
            yield table


def end_time(state: TableState, others: Iterable[TableState], wall: int, open_since: int = 0) -> int | None:
    """Return the time at which a closed table's series of games ends, in Unix milliseconds.

    While a lobby of the series is open, the time is when to ask again.

    Args:
        others: the other tables of the series.
        wall: the present time, Unix milliseconds.
        open_since: start of the bot's current uninterrupted service, Unix milliseconds.

    Returns:
        ``None`` if the series goes on, is too short for a summary, or already has one.
    """
    evening = state.evening
    if not (state.is_closed and state.has_begun) or evening is None or not deserves_summary(evening):
        return None
    if evening.ended_at is not None:
        return wall if state.story is None else None
    later = [table for table in others if table.row.created_at > state.row.created_at]
    if any(table.has_begun for table in later):
        return None
    ended_at = state.row.ended_at or wall
    # ``ended_at`` is in the future only if the clock was wrong.
    if ended_at > wall:
        since = open_since
    else:
        since = max(ended_at, open_since)
    at = since + WAIT_MS
    if any(table.is_lobby for table in later):
        return max(at, wall + LOOK_AGAIN_MS)
    return at


def summarize(evening: EveningRow, stored: Sequence[StoredTable]) -> EveningSummary:
    """Return the summary of a series of games: its games, winners and highlights.

    Args:
        stored: the tables of the series.
    """
    tables = list(map(restore_state, stored))
    finished = [table for table in tables if table.match is not None and table.match.is_over]
    ended_at = max((table.row.ended_at or 0 for table in tables), default=0)
    highlights = _best_highlights(finished)
    highlights += _longest_duel(finished)
    highlights += _best_guesser(finished)
    return EveningSummary(evening, ended_at, tuple(map(_played, finished)), tuple(highlights))


def _played(table: TableState) -> PlayedGame:
    assert table.match is not None
    result = table.match.result()
    if result is not None and len(result.ranking) > 1:
        winners = result.ranking[0]
    else:
        winners = ()
    return PlayedGame(table.id, table.row.game, table.seats, winners)


def _best_highlights(tables: Sequence[TableState]) -> list[EveningHighlight]:
    # The largest highlight of each kind; among equals, the last one.
    sizes: dict[str, float] = {}
    best: dict[str, EveningHighlight] = {}
    for table in tables:
        for tale in table.safe_highlight_stories:
            kind = tale.highlight.kind
            size = tale.highlight.size
            if tale.is_by_person and (kind not in sizes or size >= sizes[kind]):
                sizes[kind] = size
                best[kind] = EveningHighlight(table.id, tale.players, tale.tale.headline)
    kinds = list(FIRST)
    kinds += [kind for kind in best if kind not in FIRST]
    return [best[kind] for kind in kinds if kind in best][:MOST_HIGHLIGHTS]


def _longest_duel(tables: Sequence[TableState]) -> Iterator[EveningHighlight]:
    best: tuple[int, EveningHighlight] | None = None
    for table in tables:
        for seat, other, count in _duels(table):
            is_ours = seat != FORMER_PLAYER and is_person(table.seats[seat]) and is_person(table.seats[other])
            if is_ours and count >= LEAST_DUEL and (best is None or count >= best[0]):
                line = text("evening-duel", first=Seat(seat), second=Seat(other), count=count)
                best = count, EveningHighlight(table.id, table.seats, line)
    if best is not None:
        yield best[1]


def _best_guesser(tables: Sequence[TableState]) -> Iterator[EveningHighlight]:
    names: dict[int, tuple[str, Name]] = {}
    sums: dict[int, GuessScore] = {}
    # Guesses of all games are added up for each person.
    for table in tables:
        names |= {guess.user_id: (table.id, guess.name) for guess in table.position.guesses.guesses}
        for user_id, tally in table.position.guesses.scores().items():
            before = sums.get(user_id, NO_SCORE)
            sums[user_id] = GuessScore(before.right + tally.right, before.count + tally.count)
    # The most right guesses, then the fewest guesses; the id makes it definite.
    best = max(sums, key=lambda user_id: (sums[user_id].right, -sums[user_id].count, user_id), default=0)
    if best and sums[best].right >= LEAST_RIGHT:
        (table_id, name) = names[best]
        tally = sums[best]
        line = text("evening-guesser", name=Seat(0), right=tally.right, count=tally.count)
        yield EveningHighlight(table_id, (SeatRow(0, best, name),), line)


FORMER_PLAYER = -1
"""Stands for the seat of a player who had a seat before its present player. It is below all seats."""


class _Duel(NamedTuple):
    """A run of moves that two seats made alternately."""

    first: int
    second: int
    moves: int


def _duels(table: TableState) -> Iterator[_Duel]:
    assert table.match is not None
    seats = []
    for number in range(table.seq):
        row = player_of_move(table, number)
        if row is not None:
            is_present_player = is_same_player(row, table.seats[row.seat])
            seats.append(row.seat if is_present_player else FORMER_PLAYER)
    turns = [(min(pair), max(pair)) for pair in pairwise(seats) if pair[0] != pair[1]]
    for (first, second), together in groupby(turns):
        yield _Duel(first, second, len(list(together)) + 1)
