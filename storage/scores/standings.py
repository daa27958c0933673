"""Standings of seasons, and medals.

People are ordered by the number of different people they have beaten, then by wins. Equal people share a
place.
"""

from __future__ import annotations

import msgspec

from storage import people
from storage.engine.database import Connection, lengthy, value_of
from storage.engine.reading import load_each, row_of, rows_of
from storage.rows import Count, Name, PersonRowId, UnixMs
from storage.scores import seasons, tallies
from storage.scores.beaten import ALL_GAMES
from storage.scores.leaderboard import BoardLine, BoardPage
from storage.scores.seasons import Season

LEAST_PEOPLE = 3
"""Number of people who must have played a game in a season, so that there are medals."""
MEDALS = 3
"""Number of places with a medal.

A person without a win gets no medal for the first place, and none for a place that would bring medals to more
than three people.
"""

_RANKED = f"""
    SELECT game, person, place, beaten, wins, games,
        CASE WHEN people >= {LEAST_PEOPLE} AND place <= {MEDALS}
            AND (wins > 0 OR (place > 1 AND up_to <= {MEDALS})) THEN place END AS medal
    FROM (
        SELECT game, person, beaten, wins, games, count(*) OVER (PARTITION BY game) AS people,
            rank() OVER (PARTITION BY game ORDER BY beaten DESC, wins DESC) AS place,
            count(*) OVER (PARTITION BY game ORDER BY beaten DESC, wins DESC) AS up_to
        FROM tally WHERE period = :period AND board = :guild
    ) AS ranked
"""
"""SQL: the standings of a running season. ``up_to`` is the number of people with that or a better place."""


class Medalist(msgspec.Struct, frozen=True):
    """A person with a medal of a season. The name of a deleted person is empty."""

    game: str  # the id of a game; "" for all games together
    place: Count
    user_id: int | None
    name: Name
    beaten: Count  # number of different people beaten
    wins: Count
    games: Count


class Medal(msgspec.Struct, frozen=True):
    """A person's medal in a season. ``game`` is ``""`` for all games together."""

    season: Season
    game: str
    place: int


@lengthy
def close_season(conn: Connection, guild_id: int, number: int, now: UnixMs) -> Season | None:
    """Store the final standings and medals of a season that is over, and delete its leaderboards.

    Returns:
        The closed season; ``None`` if the season is not over, or was closed already.
    """
    season = seasons.load_season(conn, guild_id, number)
    if season is None or season.is_closed or season.ends_at > now:
        return None
    conn.execute(
        f"""
        INSERT INTO standing (guild_id, season, game, person, place, beaten, wins, games, medal)
        SELECT :guild, :number, game, person, place, beaten, wins, games, medal FROM ({_RANKED}) AS final
        """,
        {"guild": guild_id, "number": number, "period": season.period},
    )
    tallies.clear_season(conn, season)
    conn.execute("UPDATE season SET is_closed = 1 WHERE guild_id = ? AND number = ?", (guild_id, number))
    return msgspec.structs.replace(season, is_closed=True)


def load_medalists(conn: Connection, season: Season) -> list[Medalist]:
    """Return the people with medals in a season, by game and place.

    In a running season these are the people who would get medals now.
    """
    frozen = """
        SELECT game, person, place, beaten, wins, games, medal FROM standing
        WHERE guild_id = :guild AND season = :number
    """
    return rows_of(
        conn,
        Medalist,
        f"""
        SELECT game, place, user_id, coalesce({people.NAME_THERE.format(guild=":guild")}, ''), beaten, wins,
            games
        FROM ({frozen if season.is_closed else _RANKED}) AS ranked
        JOIN person ON person.id = ranked.person
        WHERE medal IS NOT NULL ORDER BY game, place, ranked.person
        """,
        {"guild": season.guild_id, "number": season.number, "period": season.period},
    )


def load_standing(
    conn: Connection,
    guild_id: int,
    number: int,
    *,
    game: str | None,
    limit: int,
    offset: int,
    user_id: int | None = None,
) -> BoardPage:
    """Return a page of the final standing of a closed season.

    Args:
        game: the id of a game; ``None`` for all games together.
        user_id: the viewer, whose own line becomes ``BoardPage.mine``.
    """
    given = {"guild": guild_id, "season": number, "game": ALL_GAMES if game is None else game}
    where = "standing.guild_id = :guild AND season = :season AND game = :game"
    lines = f"""
        SELECT place, coalesce(user_id, 0), coalesce({people.NAME_THERE.format(guild=":guild")}, ''), beaten,
            games, wins, 0, beaten, 0
        FROM standing JOIN person ON person.id = standing.person WHERE {where}
    """
    page = f"{lines} ORDER BY place, standing.person LIMIT :limit OFFSET :offset"
    rows = tuple(rows_of(conn, BoardLine, page, {**given, "limit": limit, "offset": offset}))
    (total,) = conn.execute(f"SELECT count(*) FROM standing WHERE {where}", given).fetchone()
    mine = row_of(conn, BoardLine, f"{lines} AND user_id = :user", {**given, "user": user_id or 0})
    return BoardPage(rows, int(total), mine)


def load_medals(conn: Connection, person: PersonRowId, guild_id: int | None) -> tuple[Medal, ...]:
    """Return a person's medals, newest season first.

    Args:
        guild_id: the server of the medals; ``None`` for all servers.
    """
    columns = ", ".join(f"season.{name}" for name in Season.__struct_fields__)
    here = "" if guild_id is None else "AND season.guild_id = :guild"
    medals = load_each(
        conn,
        lambda row: Medal(value_of(Season, row[2:]), *msgspec.convert(row[:2], tuple[str, Count])),
        f"""
        SELECT game, medal, {columns} FROM standing JOIN season
            ON season.guild_id = standing.guild_id AND season.number = standing.season
        WHERE person = :person AND medal IS NOT NULL {here}
        ORDER BY season.ends_at DESC, season.guild_id, season.number, game
        """,
        {"person": person, "guild": guild_id},
        what="medal",
    )
    return tuple(medals)
