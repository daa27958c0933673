"""The part of ``Store`` that people compare themselves by: results, boards, statistics."""

from __future__ import annotations

from storage.engine.database import Database
from storage.rows import FinishedGame, Standings, Stats
from storage.scores import history, leaderboard, stats


class ScoreStore:
    """Finished games, read in many ways."""

    _db: Database

    async def leaderboard(
        self,
        *,
        game: str | None,
        guild_id: int | None,
        since: int | None = None,
        measure: str = "wins",
        min_games: int = 10,
        limit: int = 10,
        offset: int = 0,
        user_id: int | None = None,
    ) -> Standings:
        """Return one page of a leaderboard.

        Args:
            game: id of a game, ``None`` = all games together.
            guild_id: a server, ``None`` = all servers that have joined in.
            since: start of the present month or week (``storage.scores.periods``), ``None`` = all time.
            measure: ``"rating"`` (one per person and game, on whatever servers it was played; needs a game),
                ``"wins"``, ``"share"`` of wins (0..1), ``"games"``.
            min_games: games needed to be on a board of shares; the other boards don't ask.
            limit, offset: which lines.
            user_id: whose own line to return as ``mine``, wherever it is; ``None`` in it = not on this board.

        Equal values share a rank (1, 2, 2, 4) and stand in the order in which the people were first seen.

        Raises:
            ValueError: no such measure, no start of a period, a rating board without a game.
        """
        return await self._db.read(
            leaderboard.board,
            game=game,
            guild_id=guild_id,
            since=since,
            measure=measure,
            min_games=min_games,
            limit=limit,
            offset=offset,
            user_id=user_id,
        )

    async def stats(self, user_id: int, guild_id: int | None = None) -> Stats | None:
        """Return what a person did on one server, or on all (``None``); ``None`` for somebody never seen.

        Ratings and their points are the person's on all servers in either case.
        """
        return await self._db.read(stats.load, user_id, guild_id)

    async def history(
        self,
        user_id: int,
        guild_id: int | None = None,
        limit: int = 10,
        before: int | None = None,
        game: str | None = None,
    ) -> list[FinishedGame]:
        """Return a person's finished games on one server or on all, of one kind or of all, newest first.

        Args:
            before: ``number`` of the last game of the page before, ``None`` = begin with the newest.
        """
        return await self._db.read(history.load_of, user_id, guild_id, limit, before, game)

    async def result(self, table_id: str) -> FinishedGame | None:
        """Return the result of a table, ``None`` if it has none."""
        return await self._db.read(history.load, table_id)
