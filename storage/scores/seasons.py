"""Seasons: the periods within which a server's people are compared, their standings, medals and posts.

Most seasons are calendar months. Managers can begin other seasons (``storage.servers``).
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from storage.engine.database import Connection, columns_of, insert, value_of
from storage.engine.reading import load_each, row_of, rows_of
from storage.rows import LAST_MS, Count, Id, Name, Time, UnixMs, ZoneName
from storage.scores import results
from storage.serving import Servers

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
        """The key of the season's leaderboards."""
        return results.season_key(self.number)

    @property
    def last_day(self) -> date:
        """The last date of the season, in its time zone."""
        return datetime.fromtimestamp((self.ends_at - 1) / 1000, zone_of(self.time_zone)).date()


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


def ensure(conn: Connection, guild_id: int, at: UnixMs, default_zone: ZoneName) -> Season | None:
    """Return a server's season at a time; ``None`` if it is closed. A month is stored if there is none yet.

    Args:
        default_zone: the zone of a server that has chosen none.
    """
    season = _containing(conn, guild_id, at)
    if season is not None:
        return None if season.is_closed else season
    row = conn.execute("SELECT time_zone FROM guild_settings WHERE guild_id = ?", (guild_id,)).fetchone()
    chosen = default_zone if row is None or row[0] is None else str(row[0])
    starts, ends = _month_between(conn, guild_id, at, zone_of(chosen))
    return add(conn, guild_id, Name(""), starts, ends, chosen)


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


# --- posts --------------------------------------------------------------------------------------------------
# Messages about the three best of a season. A message is marked in the database before it is sent, so it is
# not sent twice even if the bot restarts.

NONE = "none"
SENDING = "sending"
SENT = "sent"
DONE = "done"
"""States of a season's post: not sent, about to be sent, sent before the end, and nothing is left to do.

A post that Discord refused before the end counts as sent, and has no message. Only a closed season is done.
"""


class SeasonPost(msgspec.Struct, frozen=True):
    """A season, and the state of the message about its three best."""

    season: Season
    locale: str | None
    wanted_channel_id: int | None  # channel for seasons; None = nowhere
    post: str  # NONE, SENDING or SENT
    channel_id: int | None  # the message's channel, known once sending begins
    message_id: int | None  # known once the message is sent

    @property
    def guild_id(self) -> int:
        return self.season.guild_id


class _PostState(NamedTuple):
    locale: str | None
    wanted_channel_id: Id | None
    post: str
    channel_id: Id | None
    message_id: Id | None


def load_due_seasons(
    conn: Connection, served: Servers, post_by: UnixMs, close_by: UnixMs
) -> list[SeasonPost]:
    """Return the seasons that must be posted or closed, with the state of their posts.

    Args:
        post_by: seasons that end by this time are posted, if their server wants posts.
        close_by: seasons that end by this time are closed.
    """
    columns = ", ".join(f"season.{name}" for name in Season.__struct_fields__)
    return load_each(
        conn,
        _season_post,
        f"""
        SELECT locale, season_channel, post, season.channel_id, message_id, {columns}
        FROM season INDEXED BY season_to_post
        LEFT JOIN guild_settings ON guild_settings.guild_id = season.guild_id
        WHERE post <> 'done' AND {served.condition("season.guild_id")} AND (ends_at <= :close_by OR (
            ends_at <= :post_by AND season_channel IS NOT NULL AND post <> 'sent'
        ))
        ORDER BY ends_at, season.guild_id
        """,
        {"post_by": post_by, "close_by": close_by},
        what="season",
    )


def _season_post(row: tuple[Any, ...]) -> SeasonPost:
    state = msgspec.convert(row[:5], _PostState, strict=False)
    return SeasonPost(value_of(Season, row[5:]), *state)


def begin_season_post(conn: Connection, season: Season, channel_id: int) -> bool:
    """Store that a season is about to be posted. Return False if another process has already done so."""
    row = conn.execute(
        """
        UPDATE season SET post = 'sending', channel_id = ? WHERE guild_id = ? AND number = ?
            AND (post = 'none' OR (post = 'sent' AND message_id IS NULL)) RETURNING number
        """,
        (channel_id, season.guild_id, season.number),
    ).fetchone()
    return row is not None


def save_season_post(conn: Connection, season: Season, post: str, message_id: int | None = None) -> None:
    """Store the state of a season's post, such as ``SENT``, and the id of its message."""
    conn.execute(
        "UPDATE season SET post = ?, message_id = ? WHERE guild_id = ? AND number = ?",
        (post, message_id, season.guild_id, season.number),
    )


def reset_season_post(conn: Connection, season: Season) -> None:
    """Store that no message about a season has been sent."""
    conn.execute(
        """
        UPDATE season SET post = 'none', channel_id = NULL, message_id = NULL
        WHERE guild_id = ? AND number = ?
        """,
        (season.guild_id, season.number),
    )
