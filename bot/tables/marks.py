"""Fingerprints of what a table's public messages show: equal marks, equal messages."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from bot.tables.crowd import Share
from bot.tables.news import Told
from storage.rows import CHANNEL, LOBBY, EveningRow, GatheringRow, SeatRow, TableRow


def table_mark(
    row: TableRow,
    seats: Sequence[SeatRow],
    gathering: GatheringRow,
    position: tuple[int, bool, bool],
    news: Sequence[Told],
    evening: tuple[EveningRow | None, bool] = (None, False),
    share: Share | None = None,
) -> str:
    """Make the mark of the table's message.

    Args:
        row, seats, gathering: as stored.
        position: the number of moves, and whether a moment of truth stands, in suspense or open.
        news: what the last moves brought about.
        evening: its score, and whether it is told.
        share: how many of those who watch believed the last claim.
    """
    seq, *held = position
    rules = row.options, row.clock, row.deserted_until, row.watching, row.hints, row.votes, row.paused_at
    ended = row.verdict, row.leavers_watch, row.change_id
    said = [told.said for told in news]  # all else follows from the moves
    seen = [row.status, seq, row.host_id, rules, ended, row.locale, seats, said, held, evening]
    if row.status == LOBBY:
        asked = []
        for one in gathering.invitations:
            name = one.name if one.has_declined or one.is_maybe else ""
            asked.append((one.user_id, name, one.has_declined, one.is_maybe, one.is_removed, one.remover))
        seen += [gathering.venue, gathering.is_rematch, gathering.starts_at, gathering.is_weekly, asked]
    more = [one for one in (share, None if row.crowd else "no crowd") if one is not None]
    return mark_of([*seen, *more])


def notice_mark(row: TableRow, seats: Sequence[SeatRow], gathering: GatheringRow) -> str:
    """Make the mark of the notice which the lobby leaves; that of a table in a thread tells its end, too."""
    seen: list[object] = [row.options, row.clock, row.locale, [seat.name for seat in seats], "notice"]
    if gathering.venue != CHANNEL:
        seen += [gathering.venue, gathering.thread_id]
    if gathering.thread_id is not None:
        seen.append(row.status)
    return mark_of(seen)


def mark_of(seen: object) -> str:
    """Make a mark of whatever is shown."""
    return hashlib.blake2s(msgspec.json.encode(seen), digest_size=8).hexdigest()
