"""The servers (guilds) that a process serves, and its downtime, by which their deadlines are postponed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from storage.engine.database import Connection, get_meta, set_meta
from storage.engine.reading import column_of, rows_of, setting_aside
from storage.rows import LAST_MS, Time, UnixMs

# --- servers ------------------------------------------------------------------------------------------------

FIRST_BIT = 22
"""The lowest bit of a server's id from which Discord computes its group."""


@dataclass(frozen=True)
class Servers:
    """Servers of the bot: all of them, unless several processes divide them among themselves.

    Discord divides the servers into ``count`` groups by their ids. This value has the servers of ``groups``.
    """

    groups: frozenset[int] = frozenset({0})  # numbers from 0
    count: int = 1

    @classmethod
    def of_group(cls, group: int, count: int) -> Servers:
        """Return the servers of one of ``count`` groups."""
        return cls(frozenset({group}), count)

    def has(self, guild_id: int) -> bool:
        """Return whether a server is one of these.

        >>> Servers.of_group(1, 4).has(5 << 22)
        True
        """
        return (guild_id >> FIRST_BIT) % self.count in self.groups

    def condition(self, column: str = "guild_id") -> str:
        """Return the SQL condition that a column holds the id of one of these servers."""
        if self == EVERY_SERVER:
            return "true"
        numbers = ", ".join(map(str, sorted(self.groups)))
        return f"({column} >> {FIRST_BIT}) % {self.count} IN ({numbers or 'NULL'})"

    @property
    def parts(self) -> tuple[Servers, ...]:
        """Each group of these servers by itself."""
        return tuple(Servers.of_group(group, self.count) for group in sorted(self.groups))

    def __or__(self, others: Servers) -> Servers:
        return Servers(self.groups | others.groups, max(self.count, others.count))

    def __sub__(self, others: Servers) -> Servers:
        return Servers(self.groups - others.groups, self.count)

    def __str__(self) -> str:
        return " ".join(f"{group}/{self.count}" for group in sorted(self.groups))


EVERY_SERVER = Servers()
NO_SERVER = Servers(frozenset())


# --- downtime -----------------------------------------------------------------------------------------------
# All deadlines move by the length of a downtime, so that no player loses time. Each group of servers has a
# downtime of its own.

ALIVE = "alive_at"
"""Key of the last time at which the bot was alive, Unix milliseconds; the group's name follows, if any."""

RELEASED = "let_go"
"""Key of the note that the last process of a group released it on purpose; the group's name follows."""


class Heartbeat(NamedTuple):
    """The last time at which a group of servers was served."""

    key: str
    at: Time


def load_heartbeats(conn: Connection) -> list[Heartbeat]:
    """Return the last heartbeats of all groups of servers."""
    return rows_of(conn, Heartbeat, "SELECT key, value FROM meta WHERE key LIKE ?", (f"{ALIVE}%",))


def load_last_heartbeat(conn: Connection, served: Servers = EVERY_SERVER) -> UnixMs | None:
    """Return when servers were last served; ``None`` if never."""
    own = set(map(_key, served.parts))
    beats = load_heartbeats(conn)
    # Heartbeats of another division count, too, but not those of the other groups of this division.
    times = [beat.at for beat in beats if beat.key in own or not beat.key.endswith(f"/{served.count}")]
    return max(times, default=None)


def save_heartbeat(conn: Connection, now: UnixMs, served: Servers = EVERY_SERVER) -> None:
    """Store that the bot serves these servers now."""
    for part in served.parts:
        set_meta(conn, _key(part), str(now))


def postpone_deadlines(conn: Connection, downtime: int, now: UnixMs, served: Servers = EVERY_SERVER) -> None:
    """Postpone all deadlines of open tables by the length of a downtime, and store a heartbeat.

    A second call with the same ``now`` changes nothing.

    Args:
        downtime: in milliseconds; negative if the clock was set back.
        served: the servers that nobody served.
    """
    for part in served.parts:
        if get_meta(conn, _key(part)) != str(now):
            _postpone(conn, downtime, part)
        save_heartbeat(conn, now, part)


def _postpone(conn: Connection, downtime: int, served: Servers) -> None:
    is_open = f"status IN ('lobby', 'playing') AND {served.condition()}"
    statement = f"""
        UPDATE game_table INDEXED BY open_table
        SET deadline = deadline + :downtime, deserted_until = deserted_until + :downtime,
            paused_at = paused_at + :downtime
        WHERE {is_open} AND coalesce(deadline, deserted_until, paused_at) IS NOT NULL
            AND coalesce(deadline, 0) BETWEEN 0 AND :last
            AND coalesce(deserted_until, 0) BETWEEN 0 AND :last
            AND coalesce(paused_at, 0) BETWEEN 0 AND :last
    """
    given = {"downtime": downtime, "last": LAST_MS}
    is_done = False
    with setting_aside(conn, "deadlines of all tables"):
        conn.execute(statement, given)
        is_done = True
    with setting_aside(conn, "times for answers in lobbies"):
        conn.execute(
            f"""
            UPDATE gathering SET answer_until = answer_until + :downtime
            WHERE answer_until BETWEEN 0 AND :last
                AND table_id IN (SELECT id FROM game_table INDEXED BY open_table WHERE {is_open})
            """,
            given,
        )
    if is_done:
        return
    # The row of a table is damaged, so each table is postponed by itself.
    ids = f"SELECT id FROM game_table INDEXED BY open_table WHERE {is_open}"
    for table_id in column_of(conn, str, ids):
        with setting_aside(conn, f"deadlines of table {table_id}"):
            conn.execute(f"{statement} AND id = :table", {**given, "table": table_id})


def begin_serving(conn: Connection, served: Servers) -> bool:
    """Begin to serve a group of servers. Return False if its last process did not release it."""
    key = f"{RELEASED} {served}"
    was_released = get_meta(conn, key) is not None
    set_meta(conn, key, None)
    return was_released or get_meta(conn, _key(served)) is None


def end_serving(conn: Connection, served: Servers) -> None:
    """Store that this process stops serving these servers as planned, while no other can serve them yet."""
    for part in served.parts:
        set_meta(conn, f"{RELEASED} {part}", "1")


def _key(part: Servers) -> str:
    return ALIVE if part == EVERY_SERVER else f"{ALIVE} {part}"
