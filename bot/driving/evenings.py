"""When an evening is over, and what there is to tell of it: pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice, pairwise

from bot.driving.aside import revived
from bot.tables.crowd import NEVER, Tally
from bot.tables.makers import is_same, who_made
from bot.tables.news import is_person
from bot.tables.state import TableState
from bot.tables.table_facts import Highlight, PlayedGame, Story
from games.core.words import Seat, text
from storage.rows import EveningRow, SeatRow, StoredTable

WAIT_MS = 1_800_000
"""An evening is over when nobody has opened another game within this time."""

LOOK_AGAIN_MS = 60_000
"""Interval of the checks whether a lobby that follows is still open."""

LEAST = 2
"""Minimum of games, and of people, for an evening to be told of."""

FIRST = ("bluff", "catch")
"""The kinds of feats that are told first of an evening."""

MOST_FEATS = 3
"""Limit of feats told of an evening, besides the longest duel."""

LEAST_DUEL = 6
"""Minimum of moves in a row of the same two, for a duel."""

LEAST_RIGHT = 3
"""Minimum of right guesses of the best guesser who is told of."""


def is_one(evening: EveningRow | None) -> bool:
    """Tell whether there is something to tell of an evening."""
    return evening is not None and evening.games >= LEAST and len(evening.people) >= LEAST


def others(state: TableState, tables: Iterable[TableState]) -> Iterator[TableState]:
    """List the other tables of an evening; all tables are walked through only when the first is asked for."""
    if state.evening is None:
        return
    for one in tables:
        if one.id != state.id and one.evening is not None and one.evening.id == state.evening.id:
            yield one


def ends_at(state: TableState, others: Iterable[TableState], wall: int, there_since: int = 0) -> int | None:
    """Return when the evening of a table is over, unless somebody goes on; ``None`` if not with this table.

    The others of the evening are asked for once the table is closed. Times are Unix milliseconds.

    Args:
        there_since: since when somebody could have gone on.
    """
    evening = state.evening
    if not (state.is_closed and state.has_begun) or evening is None or not is_one(evening):
        return None
    if evening.ended_at is not None:
        return wall if state.story is None else None
    later = [one for one in others if one.row.created_at > state.row.created_at]
    if any(one.has_begun for one in later):
        return None
    ended_at = state.row.ended_at or wall
    since = there_since if ended_at > wall else max(ended_at, there_since)  # an end ahead is a wrong clock's
    at = since + WAIT_MS
    return max(at, wall + LOOK_AGAIN_MS) if any(one.is_lobby for one in later) else at


def told_of(evening: EveningRow, stored: Sequence[StoredTable]) -> Story:
    """Replay the finished games of an evening, and look through them for what was best.

    Those that cannot be replayed are left out.
    """
    tables = [revived(one) for one in stored]
    found = [table for table in tables if table.match is not None and table.match.is_over]
    ended_at = max((table.row.ended_at or 0 for table in tables), default=0)
    return Story(
        evening, ended_at, tuple(map(_played, found)), (*_feats(found), *_duels(found), *_guesser(found))
    )


def _played(table: TableState) -> PlayedGame:
    assert table.match is not None
    result = table.match.result()
    winners = result.ranking[0] if result is not None and len(result.ranking) > 1 else ()
    return PlayedGame(table.id, table.row.game, table.seats, winners)


def _feats(tables: Sequence[TableState]) -> Iterator[Highlight]:
    """Find the greatest feat of each kind that a person did, no lie of the discreet; the last of equals."""
    best: dict[str, tuple[float, Highlight]] = {}
    for table in tables:
        for one in table.tales():
            feat = one.feat
            if one.is_persons and (feat.kind not in best or feat.size >= best[feat.kind][0]):
                best[feat.kind] = feat.size, Highlight(table.id, one.players, one.tale.headline)
    kinds = [*FIRST, *(kind for kind in best if kind not in FIRST)]
    return islice((best[kind][1] for kind in kinds if kind in best), MOST_FEATS)


def _duels(tables: Sequence[TableState]) -> Iterator[Highlight]:
    """Find the longest run of moves that two people made in turns; the last of equals."""
    best: tuple[int, Highlight] | None = None
    for table in tables:
        for (one, other), count in _runs(table):
            is_ours = one >= 0 and is_person(table.seats[one]) and is_person(table.seats[other])
            if is_ours and count >= LEAST_DUEL and (best is None or count >= best[0]):
                said = text("evening-duel", first=Seat(one), second=Seat(other), count=count)
                best = count, Highlight(table.id, table.seats, said)
    if best is not None:
        yield best[1]


def _guesser(tables: Sequence[TableState]) -> Iterator[Highlight]:
    """Find who was right most often of those who guessed along, with the fewest guesses."""
    names: dict[int, tuple[str, str]] = {}
    sums: dict[int, Tally] = {}
    for table in tables:
        names |= {one.user_id: (table.id, one.name) for one in table.crowd.guesses}
        for user_id, tally in table.crowd.tallies().items():
            before = sums.get(user_id, NEVER)
            sums[user_id] = Tally(before.right + tally.right, before.count + tally.count)
    best = max(sums, key=lambda one: (sums[one].right, -sums[one].count, one), default=0)
    if best and sums[best].right >= LEAST_RIGHT:
        (table_id, name), tally = names[best], sums[best]
        said = text("evening-guesser", name=Seat(0), right=tally.right, count=tally.count)
        yield Highlight(table_id, (SeatRow(0, best, name),), said)


def _runs(table: TableState) -> Iterator[tuple[tuple[int, int], int]]:
    """List the runs of moves in which two seats took turns, each with its length."""
    assert table.match is not None
    made = [row for number in range(table.seq) if (row := who_made(table, number)) is not None]
    seats = [row.seat if is_same(row, table.seats[row.seat]) else -1 for row in made]
    turns = [(min(pair), max(pair)) for pair in pairwise(seats) if pair[0] != pair[1]]
    for pair, together in groupby(turns):
        yield pair, len([*together]) + 1
