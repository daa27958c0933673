"""Seasons: the periods within which a server's people are compared.

Most seasons are calendar months. Managers can begin other seasons (``storage.servers``).
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from storage.engine.database import Connection, columns_of, insert
from storage.engine.reading import row_of, rows_of
from storage.rows import LAST_MS, Count, Id, Name, Time, UnixMs, ZoneName
from storage.scores import results

LEAST_MS = results.WEEK_MS
"""A rest of a month that is shorter than this is joined to the next month."""


class Season(msgspec.Struct, frozen=True):
    """A period within which a server's people are compared."""

    guild_id: Id
    number: Count  # of the season on its server, from 1
    name: Name  # given by managers; empty for a calendar month
    starts_at: Time
    ends_at: Time  # excluded
    time_zone: ZoneName  # days of the season begin at midnight there
    is_closed: bool = False  # the standings are final

    @property
    def period(self) -> results.PeriodKey:
        """The key of the season's leaderboards, which exist until the season is closed."""
        return results.season_key(self.number)

    @property
    def last_day(self) -> date:
        """The last date of the season, in its time zone."""
        return datetime.fromtimestamp((self.ends_at - 1) / 1000, zone_of(self.time_zone)).date()


class EnsuredSeason(NamedTuple):
    """A server's season at some time, and whether the season is new."""

    season: Season | None  # None if it is closed already
    is_new: bool  # it has just been stored


class Month(NamedTuple):
    """A calendar month in some time zone."""

    start: UnixMs
    end: UnixMs  # excluded


COLUMNS = ", ".join(Season.__struct_fields__)


def zone_of(name: ZoneName) -> ZoneInfo:
    """Return a time zone by its name; UTC if the name is unknown."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def midnight(day: date, zone: ZoneInfo) -> UnixMs:
    """Return when a date begins in a time zone."""
    return int(datetime.combine(day, datetime.min.time(), zone).timestamp()) * 1000


def month_of(at: UnixMs, zone: ZoneInfo) -> Month:
    """Return the calendar month that contains a time, in a time zone.

    >>> month_of(1_795_258_800_000, ZoneInfo("Asia/Tokyo"))  # 21 November 2026
    Month(start=1793458800000, end=1796050800000)
    """
    first = datetime.fromtimestamp(at / 1000, zone).date().replace(day=1)
    following = (first + timedelta(days=32)).replace(day=1)
    return Month(midnight(first, zone), midnight(following, zone))


def load_running_season(conn: Connection, guild_id: int, at: UnixMs) -> Season | None:
    """Return a server's open season at a time; ``None`` if there is none."""
    season = _containing(conn, guild_id, at)
    return None if season is None or season.is_closed else season


def load_season(conn: Connection, guild_id: int, number: int) -> Season | None:
    """Return a season of a server; ``None`` if there is no such season."""
    season = f"SELECT {COLUMNS} FROM season WHERE guild_id = ? AND number = ?"
    return row_of(conn, Season, season, (guild_id, number))


def load_open_seasons(conn: Connection) -> list[Season]:
    """Return all seasons without final standings, on all servers."""
    running = f"SELECT {COLUMNS} FROM season WHERE is_closed = 0 ORDER BY guild_id, number"
    return rows_of(conn, Season, running)


def load_past_seasons(conn: Connection, guild_id: int, limit: int) -> list[Season]:
    """Return a server's closed seasons in which people played against each other, newest first."""
    return rows_of(
        conn,
        Season,
        f"""
        SELECT {COLUMNS} FROM season WHERE guild_id = :guild AND is_closed = 1 AND EXISTS (
            SELECT 1 FROM standing WHERE standing.guild_id = :guild AND season = number
        )
        ORDER BY starts_at DESC, number DESC LIMIT :limit
        """,
        {"guild": guild_id, "limit": limit},
    )


def ensure(conn: Connection, guild_id: int, at: UnixMs, default_zone: ZoneName) -> EnsuredSeason:
    """Return a server's season at a time. A month is stored if there is no season yet.

    Args:
        default_zone: the zone of a server that has chosen none.
    """
    season = _containing(conn, guild_id, at)
    if season is not None:
        return EnsuredSeason(None if season.is_closed else season, is_new=False)
    row = conn.execute("SELECT time_zone FROM guild_settings WHERE guild_id = ?", (guild_id,)).fetchone()
    chosen = default_zone if row is None or row[0] is None else str(row[0])
    starts, ends = _month_between(conn, guild_id, at, zone_of(chosen))
    return EnsuredSeason(add(conn, guild_id, Name(""), starts, ends, chosen), is_new=True)


def _month_between(conn: Connection, guild_id: int, at: UnixMs, zone: ZoneInfo) -> tuple[int, int]:
    # The calendar month, without the days that belong to other stored seasons.
    starts, ends = month_of(at, zone)
    before, after = conn.execute(
        """
        SELECT (
            SELECT max(ends_at) FROM season
            WHERE guild_id = :guild AND starts_at <= :at AND ends_at BETWEEN 0 AND :last
        ), (
            SELECT min(starts_at) FROM season
            WHERE guild_id = :guild AND starts_at > :at AND starts_at <= :last
        )
        """,
        {"guild": guild_id, "at": at, "last": LAST_MS},
    ).fetchone()
    starts = starts if before is None else max(starts, before)
    if ends - starts < LEAST_MS:
        ends = month_of(ends, zone).end
    return starts, ends if after is None else min(ends, after)


def add(
    conn: Connection, guild_id: int, name: Name, starts_at: UnixMs, ends_at: UnixMs, zone: ZoneName
) -> Season:
    """Write a new season of a server, with the next number, and return it."""
    # A damaged number is no beginning of further ones.
    numbered = f"SELECT max(number) FROM season WHERE guild_id = ? AND number < {1 << 31}"
    (last,) = conn.execute(numbered, (guild_id,)).fetchone()
    season = Season(guild_id, (last or 0) + 1, name, starts_at, ends_at, zone)
    insert(conn, "season", [{**columns_of(season), "post": "none"}])
    return season


def _containing(conn: Connection, guild_id: int, at: UnixMs) -> Season | None:
    return row_of(
        conn,
        Season,
        f"""
        SELECT {COLUMNS} FROM season WHERE guild_id = :guild AND starts_at <= :at AND ends_at > :at
        ORDER BY starts_at DESC LIMIT 1
        """,
        {"guild": guild_id, "at": at},
    )
