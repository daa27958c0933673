"""The type of each column of the database, and the rows that do not fit their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from storage.engine.database import Connection, is_damage
from storage.engine.reading import dicts_of
from storage.rows import (
    SETTING_LISTS,
    Count,
    Decision,
    GuildSettings,
    Id,
    Maker,
    Paired,
    PersonRowId,
    SentRow,
    TableRow,
    Time,
    Venue,
    VoteAct,
    Weekly,
)
from storage.scores.results import MOST_SHOWN, Deviation, Mean
from storage.scores.seasons import Season
from storage.scores.trophies import StoredProgress
from storage.tournaments import EntrantRow, TournamentRow

AT_ONCE = 2000
"""Number of rows that are read together."""

Flag: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
Shown: TypeAlias = Annotated[int, Meta(ge=-MOST_SHOWN, le=MOST_SHOWN)]
Post: TypeAlias = Annotated[str, Meta(pattern="^(none|sending|sent|done)$")]
Puzzle: TypeAlias = Count


class Packed(NamedTuple):
    """The type of a column that holds JSON."""

    kind: Any


def _fields(kind: type[msgspec.Struct], *packed: str, without: Sequence[str] = ()) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name in packed:
            columns[name] = Packed(field.type)
        elif name not in without:
            columns[name] = field.type
    return columns


COLUMNS: Mapping[str, Mapping[str, Any]] = {
    "person": {
        "id": PersonRowId,
        "user_id": Id | None,
        "name": str | None,
        "handle": str | None,
        "is_discreet": Flag,
        "hides_titles": Flag,
        "turn_messages": str,
    },
    "game_table": {
        **_fields(TableRow, "options", "verdict", without=("host_id", "votes")),
        "host": PersonRowId,
        "evening": str | None,
        "evening_ended_at": Time | None,
    },
    "seat": {
        "table_id": str,
        "seat": Count,
        "person": PersonRowId | None,
        "name": str | None,
        "level": str | None,
        "join_id": Id,
        "has_left": Flag,
        "left_at": Time | None,
        "left_seq": Count | None,
        "grace": Count | None,
        "is_away": Flag,
        "is_offered": Flag,
        "leaver": PersonRowId | None,
        "leaver_at": Time | None,
        "leaver_seq": Count | None,
        "taken_at": Time | None,
        "taken_seq": Count | None,
        "is_asked": Flag,
    },
    "former_seat": {
        "table_id": str,
        "seat": Count,
        "number": Count,
        "person": PersonRowId,
        "taken_at": Time,
        "left_at": Time,
        "taken_seq": Count,
        "left_seq": Count,
    },
    "sat": {"table_id": str, "key": str},
    "vote": {"table_id": str, "act": VoteAct, "person": PersonRowId},
    "note": {"person": PersonRowId, "table_id": str, "number": Count, "text": str},
    "guess": {"table_id": str, "person": PersonRowId, "seq": Decision, "is_lie": Flag | None},
    "move": {
        "table_id": str,
        "seq": Count,
        "actor": Count | None,
        "move": str,
        "at": Time,
        "made_by": Maker | None,
    },
    "result": {
        "id": int,
        "table_id": str,
        "guild_id": Id,
        "game": str,
        "ended_at": Time,
        "seats": Count,
        "rated": Flag,
    },
    "result_seat": {
        "result": int,
        "seat": Count,
        "person": PersonRowId | None,
        "has_left": Flag,
        "place": Count,
        "score": float,
        "won": Flag,
        "shared": Flag,
        "facts": Packed(dict[str, int]),
        "mu": Mean | None,
        "sigma": Deviation | None,
        "team": Count | None,
        "has_played": Flag,
        "counts": Flag,
    },
    "rating": {
        "person": PersonRowId,
        "game": str,
        "mu": Mean,
        "sigma": Deviation,
        "shown": Shown,
        "games": Count,
    },
    "trophy": {"guild_id": Id, "name": str, "person": PersonRowId, "at": Time, "result": int},
    "trophy_progress": {"person": PersonRowId, "progress": Packed(StoredProgress)},
    "guild_settings": _fields(GuildSettings, *SETTING_LISTS),
    "season": {
        **_fields(Season),
        "post": Post,
        "channel_id": Id | None,
        "message_id": Id | None,
    },
    "standing": {
        "guild_id": Id,
        "season": Count,
        "game": str,
        "person": PersonRowId,
        "place": Count,
        "beaten": Count,
        "wins": Count,
        "games": Count,
        "medal": Count | None,
    },
    "result_post": {"table_id": str, "guild_id": Id, "channel_id": Id, "is_sending": Flag},
    "shown": _fields(SentRow, "called", "stale", "reminded", "pictures", "posts"),
    "gathering": {
        "table_id": str,
        "venue": Venue,
        "thread_id": Id | None,
        "is_rematch": Flag,
        "starts_at": Time | None,
        "weekly": Packed(Weekly | None),
        "paired": Packed(Paired | None),
        "answer_until": Time | None,
    },
    "invitation": {
        "table_id": str,
        "number": Count,
        "person": PersonRowId,
        "is_subscriber": Flag,
        "is_told": Flag,
        "has_declined": Flag,
        "is_maybe": Flag,
        "is_removed": Flag,
        "is_unasked": Flag,
        "remover": PersonRowId | None,
    },
    "subscription": {"guild_id": Id, "game": str, "person": PersonRowId, "told_at": Time | None},
    "face": {"person": PersonRowId, "avatar": str, "picture": bytes},
    "nickname": {"person": PersonRowId, "guild_id": Id, "name": str},
    "bar": {
        "guild_id": Id,
        "person": PersonRowId,
        "since": Time,
        "until": Time | None,
        "reason": str,
        "is_told": Flag,
        "bar_key": str | None,
        "newest_person": PersonRowId | None,
    },
    "act": {
        "guild_id": Id,
        "number": Count,
        "at": Time,
        "kind": str,
        "person": PersonRowId,
        "whom": PersonRowId | None,
        "about": str,
        "reason": str,
        "until": Time | None,
        "is_host": Flag,
    },
    "shared": {
        "channel_id": Id,
        "thing": str,
        "person": PersonRowId,
        "at": Time,
        "message_id": Id | None,
        "until": Time,
    },
    "daily_deleted": {"day": Count, "key": str, "secret": bytes, "until": Time},
    "blocked_server": {"guild_id": Id, "since": Time},
    "tournament": {
        **_fields(TournamentRow, "options", "rounds", without=("host_id",)),
        "host": PersonRowId | None,
        "shown": Packed(SentRow),
        "is_settled": Flag,
    },
    "entrant": {
        **_fields(EntrantRow, without=("user_id", "name", "handle")),
        "tournament": str,
        "person": PersonRowId,
    },
    "daily_answer": {
        "person": PersonRowId,
        "day": Puzzle,
        "move": str,
        "grade": str,
        "points": Count,
        "is_late": Flag,
        "at": Time,
    },
    "daily_share": {"day": Puzzle, "move": str, "people": Count},
    "daily_streak": {"person": PersonRowId, "day": Puzzle, "days": Count, "longest": Count},
    "daily_member": {"guild_id": Id, "person": PersonRowId},
    "daily_posted": {"guild_id": Id, "day": Puzzle, "is_sent": Flag},
    "meta": {"key": str, "value": str},
}
"""The types of all columns, by the table's name and the column's name."""


def unreadable_rows(conn: Connection, keys: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a sentence for each row that holds an impossible value.

    Args:
        keys: the columns of each table's primary key, by the table's name.
    """
    for table, columns in COLUMNS.items():
        for row in _rows(conn, table, columns, keys[table]):
            wrong = [name for name, kind in columns.items() if not fits(row[name], kind)]
            if wrong:
                place = ", ".join(f"{name} {row[name]!r:.40}" for name in keys[table] if name not in _SECRET)
                yield f"{', '.join(wrong)} of a row of {table} cannot be read ({place})"


_SECRET = frozenset({"key", "bar_key", "move"})
"""Key columns that are not shown, because they may name a person or tell a move."""


def fits(value: Any, kind: Any) -> bool:
    """Return whether a stored value fits the type of its column, an entry of ``COLUMNS``."""
    try:
        if isinstance(kind, Packed):
            value = None if value is None else msgspec.json.decode(value)
            kind = kind.kind
        msgspec.convert(value, kind, strict=False)
    except Exception as error:
        if not is_damage(error) and not isinstance(error, TypeError):
            raise
        return False
    return True


def _rows(
    conn: Connection, table: str, columns: Mapping[str, Any], key: Sequence[str]
) -> Iterator[dict[str, Any]]:
    # In portions, in the order of the primary key, since some tables have many millions of rows.
    names = ", ".join(columns)
    order = ", ".join(key)
    marks = ", ".join("?" * len(key))
    after = ""
    given: tuple[Any, ...] = ()
    while batch := dicts_of(
        conn, f"SELECT {names} FROM {table} {after} ORDER BY {order} LIMIT {AT_ONCE}", given
    ):
        yield from batch
        after = f"WHERE ({order}) > ({marks})"
        given = tuple(batch[-1][name] for name in key)
