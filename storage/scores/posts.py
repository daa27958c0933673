"""Messages about scores that are posted once: the three best of a season, and results of games.

A message is marked in the database before it is sent, so it is not sent twice even if the bot restarts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from storage.engine.database import Connection, value_of
from storage.engine.reading import load_each, rows_of
from storage.rows import OVER, Id, Time, UnixMs
from storage.scores.results import StoredResult
from storage.scores.seasons import Season
from storage.serving import Servers

NONE, SENDING, SENT, DONE = "none", "sending", "sent", "done"
"""States of a season's post: not sent, about to be sent, sent before the end, and nothing is left to do.

A post that Discord refused before the end counts as sent, and has no message. Only a closed season is done.
"""


class SeasonPost(msgspec.Struct, frozen=True):
    """A season, and the state of the message about its three best."""

    season: Season
    locale: str | None
    wanted_channel_id: int | None  # where the server wants seasons posted; None = nowhere
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


class ResultPost(msgspec.Struct, frozen=True):
    """The result of a game that is to be posted."""

    table_id: str
    guild_id: Id
    channel_id: Id
    is_sending: bool  # sending has begun, so the message may be in the channel already
    ended_at: Time  # when the game ended, Unix milliseconds
    locale: str | None  # language of public texts; None = the server's language in Discord


def queue_result_post(conn: Connection, result: StoredResult) -> None:
    """Store that a result is to be posted, if the server has a channel for results."""
    if not any(seat.counts and seat.person is not None and not seat.has_left for seat in result.seats):
        return
    conn.execute(
        """
        INSERT INTO result_post (table_id, guild_id, channel_id, is_sending)
        SELECT ?, guild_id, results_channel, 0 FROM guild_settings
        WHERE guild_id = ? AND results_channel IS NOT NULL
        """,
        (result.table_id, result.guild_id),
    )


def load_due_results(conn: Connection, served: Servers, until: UnixMs) -> list[ResultPost]:
    """Return the results to be posted on some servers, oldest first.

    Args:
        until: leave out games that ended later.
    """
    return rows_of(
        conn,
        ResultPost,
        f"""
        SELECT table_id, result_post.guild_id, result_post.channel_id, is_sending, ended_at,
            guild_settings.locale
        FROM result_post CROSS JOIN game_table ON game_table.id = table_id
        LEFT JOIN guild_settings ON guild_settings.guild_id = result_post.guild_id
        WHERE status = ? AND ended_at <= ? AND {served.condition("result_post.guild_id")}
        ORDER BY ended_at, table_id
        """,
        (OVER, until),
    )


def begin_result_post(conn: Connection, post: ResultPost) -> bool:
    """Store that a result is about to be posted. Return False if another process has already done so."""
    row = conn.execute(
        "UPDATE result_post SET is_sending = 1 WHERE table_id = ? AND is_sending = 0 RETURNING table_id",
        (post.table_id,),
    ).fetchone()
    return row is not None


def end_result_post(conn: Connection, post: ResultPost) -> None:
    """Store that a result is no longer to be posted."""
    conn.execute("DELETE FROM result_post WHERE table_id = ?", (post.table_id,))
