"""Actions of a server's managers: begin, change and end a season."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection, lengthy
from storage.fields import Name, UnixMs, ZoneName
from storage.scores import seasons, tallies
from storage.scores.posts import reset_season_post
from storage.scores.seasons import Season
from storage.servers.order import Act, record_act

MOST_WEEKS = 13
"""Longest season that managers can begin, in weeks."""


class Seasons(NamedTuple):
    """The seasons of a server. Past seasons are ordered newest first."""

    running: Season | None = None
    past: tuple[Season, ...] = ()

    def find(self, number: int) -> Season | None:
        """Return the past season with this number; ``None`` if there is none."""
        return next((season for season in self.past if season.number == number), None)


def load_seasons(conn: Connection, guild_id: int, now: UnixMs, limit: int) -> Seasons:
    """Return a server's running season at the time ``now``, and at most ``limit`` past seasons."""
    running = seasons.load_running_season(conn, guild_id, now)
    return Seasons(running, tuple(seasons.load_past_seasons(conn, guild_id, limit)))


@lengthy
def begin_season(
    conn: Connection, guild_id: int, name: Name, weeks: int, now: UnixMs, default_zone: ZoneName, act: Act
) -> Season | None:
    """Begin a named season. The running monthly season ends.

    Args:
        weeks: the length of the season, which ends at the end of a day.
        default_zone: the zone of a server that has chosen none.
        act: the entry for the moderation log.

    Returns:
        The new season; ``None`` if nothing was changed, because a named season is running already.
    """
    # The month's season exists from its first game on, and is needed so that its games have a standing.
    running = tallies.ensure_season(conn, guild_id, now, default_zone).season
    if running is None or running.name:
        return None
    ended = msgspec.structs.replace(running, ends_at=now)
    _write(conn, ended)
    end = _end_after(now, weeks, running.time_zone)
    begun = seasons.add(conn, guild_id, name, now, end, running.time_zone)
    for season in (ended, begun):  # a game may have ended at this very moment
        tallies.fill_season(conn, season)
    record_act(conn, guild_id, act)
    return begun


def change_season(
    conn: Connection, guild_id: int, name: Name, weeks: int, now: UnixMs, act: Act
) -> Season | None:
    """Rename a server's running named season, and change its length in weeks.

    Returns:
        The changed season; ``None`` if no named season is running, or the season would end at once.
    """
    running = seasons.load_running_season(conn, guild_id, now)
    if running is None or not running.name:
        return None
    ends_at = _end_after(running.starts_at, weeks, running.time_zone)
    return _change(conn, running, now, act, name=name, ends_at=ends_at)


def end_season(conn: Connection, guild_id: int, now: UnixMs, act: Act) -> Season | None:
    """End a server's running named season at the end of the current day.

    Returns:
        The changed season; ``None`` if no named season is running.
    """
    running = seasons.load_running_season(conn, guild_id, now)
    if running is None or not running.name:
        return None
    return _change(conn, running, now, act, ends_at=_end_after(now, 0, running.time_zone))


def _change(conn: Connection, season: Season, now: UnixMs, act: Act, **changes: object) -> Season | None:
    after = msgspec.structs.replace(season, **changes)
    if after.ends_at <= now:
        return None
    _write(conn, after)
    # Its message, if there is one already, stands far above by the new end. There will be another.
    if after.ends_at > season.ends_at:
        reset_season_post(conn, season)
    record_act(conn, season.guild_id, act)
    return after


def _write(conn: Connection, season: Season) -> None:
    conn.execute(
        "UPDATE season SET name = ?, ends_at = ? WHERE guild_id = ? AND number = ?",
        (season.name, season.ends_at, season.guild_id, season.number),
    )


def _end_after(at: UnixMs, weeks: int, zone: ZoneName) -> int:
    where = seasons.zone_of(zone)
    last = datetime.fromtimestamp(at / 1000, where).date() + timedelta(weeks=weeks)
    return seasons.midnight(last + timedelta(days=1), where)
