"""Servers in the database: settings, seasons, the moderation log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from storage import people
from storage.engine.database import Connection, columns_of, insert, lengthy, put, update, value_of
from storage.engine.reading import all_rows_of, read_if_sound, row_of, rows_of
from storage.people import delete_ban, delete_ended_bans, find_bans
from storage.rows import (
    CLOSED_SETTINGS,
    NOBODY,
    PRACTICE,
    SETTING_LISTS,
    Closer,
    GuildSettings,
    Id,
    ListChange,
    Name,
    PersonRowId,
    Time,
    UnixMs,
    ZoneName,
)
from storage.scores import seasons
from storage.scores.results import DAY_MS
from storage.scores.seasons import Season, reset_season_post

# --- order --------------------------------------------------------------------------------------------------
# Moderation of a server: people banned from its tables, and the log of moderators' actions.

KEPT_MS = 14 * DAY_MS
"""Milliseconds for which a moderator's action is kept in the log."""

MOST_OF_HOSTS = 200
"""Limit of the entries of hosts that are kept for a server. Those of moderators have no limit but time."""

MOST_OF_HOST = 20
"""Limit of the entries of one host that are kept for a server."""

CLOSED = "closed"
REMOVED = "removed"
BANNED = "barred"
ADMITTED = "admitted"
CHANGED = "changed"
CLOSED_STANDING = "closed_standing"
REPORTED = "reported"
CUP_CANCELLED = "cup_cancelled"
CUP_OUT = "cup_out"
CUP_ASIDE = "cup_aside"
"""Kinds of acts. Hosts, too, can remove people, cancel a tournament and set aside a result.

In this order: close a table, remove a person from a lobby, bar a person, lift a bar, change a setting, close
a game with its present places as the result, cancel a tournament, remove a person from it, set aside the
result of one of its tables.
"""


class ActTable(msgspec.Struct, frozen=True):
    """What a moderation log shows about a table."""

    game: str
    channel_id: int
    opened_at: int


class Act(msgspec.Struct, frozen=True):
    """An entry of a moderation log: an action of a moderator, or of a host."""

    at: int  # Unix milliseconds
    kind: str  # such as CLOSED
    by_id: int | None  # user id of the moderator or host; None if deleted
    by: Name  # "" if that person is deleted
    whom_id: int | None = None  # user id of the person concerned, if any; None if deleted
    whom: Name = Name("")  # "" if that person is deleted
    about: str = ""  # the id of the table, or the name of the setting, that the action concerns
    reason: str = ""  # "" if there is none
    until: int | None = None  # end of a ban, Unix milliseconds; None for a ban without an end
    # the person acted without a moderator's rights: as the host of a table or tournament, or by reporting
    is_host: bool = False
    # facts about the table, if the action concerns a table; filled in when entries are read
    table: ActTable | None = None
    by_former: int = 0  # a number that tells deleted people apart on one page; 0 for other people
    whom_former: int = 0  # a number of the same kind


class Ban(msgspec.Struct, frozen=True):
    """A person who may not open or join tables on a server."""

    user_id: int | None  # None for a deleted person
    name: Name  # "" for a deleted person
    since: int  # Unix milliseconds
    until: int | None = None  # Unix milliseconds; None for a ban without an end
    reason: str = ""
    former: int = 0  # a number that tells deleted people apart in one list; 0 for other people


class BannedPerson(NamedTuple):
    """A server, and a person who is banned from its tables."""

    guild_id: int
    user_id: int


def record_act(conn: Connection, guild_id: int, act: Act) -> None:
    """Write an action to the moderation log. A ban, or the end of a ban, takes effect."""
    by = people.ensure(conn, act.by_id or 0, act.by, guild_id)
    if act.whom_id is None:
        whom = None
    else:
        whom = people.ensure(conn, act.whom_id, act.whom or None, guild_id)
    if act.whom_id is not None and act.kind == BANNED:
        # An earlier ban may be stored under the row that the person had before a deletion of data.
        delete_ban(conn, guild_id, act.whom_id)
        banned = {"guild_id": guild_id, "person": whom, "reason": act.reason, "is_told": False}
        banned["since"] = act.at
        banned["until"] = act.until
        insert(conn, "bar", [banned])
        for where in ("subscription", "daily_member"):
            conn.execute(f"DELETE FROM {where} WHERE guild_id = ? AND person = ?", (guild_id, whom))
    elif act.whom_id is not None and act.kind == ADMITTED:
        delete_ban(conn, guild_id, act.whom_id)
    # A damaged number is no beginning of further ones.
    numbered = f"SELECT max(number) FROM act WHERE guild_id = ? AND number < {1 << 53}"
    (last,) = conn.execute(numbered, (guild_id,)).fetchone()
    # The number orders entries, since Discord's times may be equal.
    number = (last or 0) + 1
    done = columns_of(act, "at", "kind", "about", "reason", "until", "is_host")
    insert(conn, "act", [done | {"guild_id": guild_id, "number": number, "person": by, "whom": whom}])
    if act.is_host:
        _limit_entries_of_hosts(conn, guild_id, by)
    # Old entries are deleted by comparison with the time of this one.
    delete_old_entries(conn, act.at)


def _limit_entries_of_hosts(conn: Connection, guild_id: int, host: PersonRowId) -> None:
    # Any member can be a host, so hosts could fill the log. Entries of moderators are never deleted here.
    for whose, most in (("person = :host", MOST_OF_HOST), ("true", MOST_OF_HOSTS)):
        conn.execute(
            f"""
            DELETE FROM act WHERE guild_id = :guild AND is_host = 1 AND {whose} AND number <= (
                SELECT number FROM act WHERE guild_id = :guild AND is_host = 1 AND {whose}
                ORDER BY number DESC LIMIT 1 OFFSET :most
            )
            """,
            {"guild": guild_id, "host": host, "most": most},
        )


def delete_old_entries(conn: Connection, now: UnixMs) -> None:
    """Delete old entries of all moderation logs, bans from tables that have ended, and old posts."""
    conn.execute("DELETE FROM act WHERE at < ?", (now - KEPT_MS,))
    delete_ended_bans(conn, now)
    people.delete_old_posts(conn, now)


def load_closer(conn: Connection, guild_id: int, table_id: str) -> Closer | None:
    """Return the moderator who closed a table; ``None`` if no moderator did."""
    named = people.NAME_THERE.format(guild="act.guild_id")
    row = row_of(
        conn,
        tuple[Name | None, str],
        f"""
        SELECT (SELECT {named} FROM person WHERE person.id = act.person), reason
        FROM act WHERE guild_id = ? AND kind IN (?, ?) AND about = ?
        """,
        (guild_id, CLOSED, CLOSED_STANDING, table_id),
    )
    return None if row is None else Closer(row[0] or NOBODY, row[1])


class _ActRow(NamedTuple):
    """The columns of ``Act``, with the row ids of the people, and those of ``ActTable``."""

    person: PersonRowId
    whom: PersonRowId | None
    at: Time
    kind: str
    by_id: Id | None
    by: Name | None
    whom_id: Id | None
    whom_name: Name | None
    about: str
    reason: str
    until: Time | None
    is_host: bool
    game: str | None
    channel_id: Id | None
    opened_at: Time | None

    @property
    def table(self) -> ActTable | None:
        if self.game is None or self.channel_id is None or self.opened_at is None:
            return None
        return ActTable(self.game, self.channel_id, self.opened_at)


class _FormerNumbers(dict[int, int]):
    """Numbers for the deleted people on a page, so that readers can tell them apart."""

    def number(self, person: PersonRowId | None, user_id: int | None) -> int:
        # A person without a user id is deleted.
        if person is None or user_id is not None:
            return 0
        return self.setdefault(person, len(self) + 1)


def load_acts(
    conn: Connection, guild_id: int, since: UnixMs, limit: int, skipped: int = 0, kind: str = ""
) -> tuple[Act, ...]:
    """Return up to ``limit`` entries of a server's moderation log, newest first.

    Args:
        kind: return only entries of this kind; empty for all.
        since: leave out entries before this time.
        skipped: the number of newest entries to leave out.
    """
    named = people.NAME_THERE.format(guild="act.guild_id")
    # Names are read as they are now; the name of a deleted person is empty.
    rows = rows_of(
        conn,
        _ActRow,
        f"""
        SELECT person, whom, at, kind,
            (SELECT user_id FROM person WHERE person.id = act.person),
            (SELECT {named} FROM person WHERE person.id = act.person),
            (SELECT user_id FROM person WHERE person.id = act.whom),
            (SELECT {named} FROM person WHERE person.id = act.whom),
            about, reason, until, is_host, game, channel_id, created_at
        FROM act LEFT JOIN game_table
            ON game_table.id = act.about AND game_table.guild_id = act.guild_id
        WHERE act.guild_id = ? AND at >= ? AND (? = '' OR kind = ?) ORDER BY number DESC LIMIT ? OFFSET ?
        """,
        (guild_id, since, kind, kind, limit, skipped),
    )
    former_numbers = _FormerNumbers()
    acts = [
        Act(
            row.at,
            row.kind,
            row.by_id,
            row.by or NOBODY,
            row.whom_id,
            row.whom_name or NOBODY,
            row.about,
            row.reason,
            row.until,
            row.is_host,
            row.table,
            former_numbers.number(row.person, row.by_id),
            former_numbers.number(row.whom, row.whom_id),
        )
        for row in rows
    ]
    return tuple(acts)


class _BanRow(NamedTuple):
    person: PersonRowId
    user_id: Id | None
    name: Name | None
    since: Time
    until: Time | None
    reason: str


def load_bans(conn: Connection, guild_id: int, limit: int) -> tuple[Ban, ...]:
    """Return up to ``limit`` people banned from a server's tables, the latest first."""
    named = people.NAME_THERE.format(guild="bar.guild_id")
    rows = rows_of(
        conn,
        _BanRow,
        f"""
        SELECT person.id, user_id, {named}, since, until, reason
        FROM bar JOIN person ON person.id = bar.person
        WHERE guild_id = ? ORDER BY since DESC, person.id LIMIT ?
        """,
        (guild_id, limit),
    )
    former_numbers = _FormerNumbers()
    bans = [
        Ban(
            row.user_id,
            row.name or NOBODY,
            row.since,
            row.until,
            row.reason,
            former_numbers.number(row.person, row.user_id),
        )
        for row in rows
    ]
    return tuple(bans)


class _Terms(NamedTuple):
    since: Time = 0
    until: Time | None = None
    reason: str = ""


def load_ban(conn: Connection, guild_id: int, user_id: int) -> Ban | None:
    """Return a person's ban from a server's tables; ``None`` if they are not banned.

    A damaged ban is one without an end and without a reason.
    """
    person = find_bans(conn, guild_id, (user_id,)).get(user_id)
    if person is None:
        return None
    stored = "SELECT since, until, reason FROM bar WHERE guild_id = ? AND person = ?"
    terms = read_if_sound(
        lambda: row_of(conn, _Terms, stored, (guild_id, person)), _Terms(), what=f"bar on server {guild_id}"
    )
    return None if terms is None else Ban(user_id, NOBODY, *terms)


def load_unnotified(conn: Connection) -> frozenset[BannedPerson]:
    """Return the banned people who have not been notified yet."""
    unnotified = rows_of(
        conn,
        BannedPerson,
        """
        SELECT guild_id, user_id FROM bar JOIN person ON person.id = bar.person
        WHERE is_told = 0 AND user_id IS NOT NULL
        """,
    )
    return frozenset(unnotified)


def mark_notified(conn: Connection, guild_id: int, user_id: int) -> None:
    """Store that a banned person has been notified."""
    for person in find_bans(conn, guild_id, (user_id,)).values():
        conn.execute("UPDATE bar SET is_told = 1 WHERE guild_id = ? AND person = ?", (guild_id, person))


# --- seasons ------------------------------------------------------------------------------------------------
# Actions of a server's managers: begin, change and end a season.

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
    running = seasons.ensure(conn, guild_id, now, default_zone)
    if running is None or running.name:
        return None
    _write(conn, msgspec.structs.replace(running, ends_at=now))
    end = _end_after(now, weeks, running.time_zone)
    begun = seasons.add(conn, guild_id, name, now, end, running.time_zone)
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
    # By the new end an earlier message has scrolled away, so a new one is posted.
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


# --- settings -----------------------------------------------------------------------------------------------
# Reads and changes servers' settings.

SCOPES = ("server", "everywhere")


def load_settings(conn: Connection, guild_id: int) -> GuildSettings:
    """Return a server's settings. The id ``PRACTICE`` stands for practice games in direct messages."""
    if guild_id == PRACTICE:
        return GuildSettings(PRACTICE, clock="none", pings=False)
    columns = ", ".join(GuildSettings.__struct_fields__)
    stored = f"SELECT {columns} FROM guild_settings WHERE guild_id = ?"
    rows = all_rows_of(conn, tuple[Any, ...], stored, (guild_id,))
    if not rows:
        return GuildSettings(guild_id)
    (row,) = rows
    settings = read_if_sound(
        lambda: value_of(GuildSettings, row, *SETTING_LISTS), None, what=f"settings of server {guild_id}"
    )
    if settings is None:
        return _readable_settings(guild_id, row)
    return settings


def _readable_settings(guild_id: int, row: tuple[Any, ...]) -> GuildSettings:
    # A value that cannot be read is replaced by one that opens nothing that managers may have closed.
    usual = GuildSettings(guild_id, **CLOSED_SETTINGS)
    readable = {}
    for field, value in zip(GuildSettings.__struct_fields__, row, strict=True):
        columns = columns_of(usual) | {field: value}
        packed = [name for name in SETTING_LISTS if name == field]
        with_value = read_if_sound(
            lambda: value_of(GuildSettings, columns.values(), *packed),  # noqa: B023
            usual,
            what=f"setting {field} of server {guild_id}",
        )
        readable[field] = getattr(with_value, field)
    return GuildSettings(**readable)


def change_setting(
    conn: Connection, guild_id: int, field: str, value: object, act: Act | None = None
) -> GuildSettings:
    """Change one setting of a server, and return all its settings after the change.

    Args:
        field: the name of a field of ``GuildSettings``.
        value: the new value; for a list, a ``ListChange``.
        act: the entry for the moderation log.
    """
    before = load_settings(conn, guild_id)
    if isinstance(value, ListChange):
        present = getattr(before, field)
        value = value.applied_to(() if present == CLOSED_SETTINGS.get(field) else present)
    after = msgspec.structs.replace(before, **{field: value})
    # Only the chosen setting is written, so that a damaged one stays as it is.
    save_settings(conn, after, field)
    if act is not None:
        record_act(conn, guild_id, act)
    return after


def save_settings(conn: Connection, settings: GuildSettings, *fields: str) -> None:
    """Write settings of a server. To change one setting, use ``change_setting``.

    Args:
        fields: the fields to write, if the server has settings already; all fields if none are given.

    Raises:
        ValueError: ``board_scope`` is unknown.
    """
    if settings.board_scope not in SCOPES:
        raise ValueError(f"board_scope must be one of {', '.join(SCOPES)}, not {settings.board_scope!r}")
    known = conn.execute("SELECT 1 FROM guild_settings WHERE guild_id = ?", (settings.guild_id,)).fetchone()
    if known is not None and fields:
        update(conn, "guild_settings", columns_of(settings, *fields), settings.guild_id, "guild_id")
    else:
        put(conn, "guild_settings", [columns_of(settings)], ("guild_id",))
