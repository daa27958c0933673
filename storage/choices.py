"""The settings of a server."""

from __future__ import annotations

import msgspec

from storage.fields import Count, Hour, Id, PlayVenue, Scope

NOTHING = 0
"""The id of no channel and no role, which stands for a list that cannot be read: an empty list allows all."""

NO_GAME = ""
"""The id of no game, which stands for a list of games that cannot be read."""


class GuildSettings(msgspec.Struct, frozen=True):
    """The settings of a server, with the defaults for a server that has never chosen anything."""

    guild_id: Id
    locale: str | None = None  # language of public texts; None = the server's language in Discord
    channel_ids: tuple[Id, ...] = ()  # channels where the bot may play; empty = all
    clock: str | None = None  # the default time limit of a table's turns; None = the bot's default
    board_scope: Scope = (
        "server"  # "everywhere" if the server has joined the global leaderboard, else "server"
    )
    share_records: bool = True  # records of finished games may be downloaded
    venue: PlayVenue = "channel"  # where a table is played unless its host chooses: "channel" or "thread"
    games: tuple[str, ...] = ()  # ids of the games that may be played; empty = all
    most_tables: Count | None = None  # limit of open tables per channel; None = no limit
    pings: bool = True  # people may be notified
    player_roles: tuple[Id, ...] = ()  # roles that may open and join tables; empty = everybody
    keeper_roles: tuple[Id, ...] = ()  # roles of moderators, besides members who may manage the server
    time_zone: str | None = None  # IANA name; None = the usual time zone of the language
    # who may open tournaments: "managers" (moderators, and members who may manage events) or "everybody"
    organizers: str = "managers"
    daily_channel: Id | None = None  # where the daily puzzle is posted; None = nowhere
    daily_hour: Hour = 8  # local hour of that post
    trophies: bool = True  # messages of tables may name the rarest trophy that was won in a game
    season_channel: Id | None = None  # where the first three of a season are posted; None = nowhere
    results_channel: Id | None = None  # where results of games are posted; None = nowhere
