"""The settings of a server."""

from __future__ import annotations

import msgspec


class GuildSettings(msgspec.Struct, frozen=True):
    """A server's settings. The defaults hold for a server that has never chosen anything.

    Attributes:
        locale: language of public texts; ``None`` = the server's language in Discord.
        channel_ids: channels where the bot may play; empty = all.
        clock: the default time limit of a table's turns; ``None`` = the bot's default.
        board_scope: ``"everywhere"`` if the server has joined the global leaderboard, else ``"server"``.
        share_records: records of finished games may be downloaded.
        venue: where a table is played unless its host chooses, ``"channel"`` or ``"thread"``.
        games: ids of the games that may be played; empty = all.
        most_tables: limit of open tables per channel; ``None`` = no limit.
        pings: people may be notified.
        player_roles: roles that may open and join tables; empty = everybody.
        keeper_roles: roles of moderators, besides members who may manage the server.
        time_zone: IANA name of the server's time zone; ``None`` = the usual time zone of its language.
        organizers: who may open tournaments: ``"managers"`` (moderators, and members who may manage events)
            or ``"everybody"``.
        trophies: messages of tables may name the rarest trophy that was won in a game.
        daily_channel, daily_hour: where and at which hour the daily puzzle is posted; ``None`` = nowhere.
        season_channel: where the first three of a season are posted; ``None`` = nowhere.
        results_channel: where the result of each game that counts is posted; ``None`` = nowhere.
    """

    guild_id: int
    locale: str | None = None
    channel_ids: tuple[int, ...] = ()
    clock: str | None = None
    board_scope: str = "server"
    share_records: bool = True
    venue: str = "channel"
    games: tuple[str, ...] = ()
    most_tables: int | None = None
    pings: bool = True
    player_roles: tuple[int, ...] = ()
    keeper_roles: tuple[int, ...] = ()
    time_zone: str | None = None
    organizers: str = "managers"
    daily_channel: int | None = None
    daily_hour: int = 8
    trophies: bool = True
    season_channel: int | None = None
    results_channel: int | None = None
