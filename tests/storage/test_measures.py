"""What people compare in one game: the greatest of some counters, the sum of others, rows of wins."""

from __future__ import annotations

from storage import Store
from storage.rows import GuildSettings
from storage.scores.periods import month_start, week_start
from storage.scores.tallies import rebuild_boards
from storage.servers.settings import save_settings
from storage.upkeep.maintenance import findings
from tests.storage.helpers import DAY, NOON, board_of, finished


async def _board(
    store: Store, measure: str, guild_id: int | None = 1, since: int | None = None, game: str = "bull"
) -> list[tuple[int, int, float]]:
    board = await board_of(store, measure, game, guild_id, since=since)
    return [(row.rank, row.user_id, row.value) for row in board.rows]


async def test_of_bests_the_greatest_counts_of_wins_the_sum(store: Store) -> None:
    """Three games: the highest lie of all, the tricks won of all together; other counters are on no board."""
    some = ({"best_bluff": 4, "won_back_lower": 2, "lies": 9}, {"best_bluff": 7})
    await finished(store, "a", (10, 11), (1, 2), facts=some)
    await finished(store, "b", (10, 11), (1, 2), facts=({"best_bluff": 3, "won_back_lower": 1}, {}))
    await finished(store, "c", (10, 12), (1, 2), facts=({"best_bluff": 0}, {"best_bluff": 7}))
    assert await _board(store, "best_bluff") == [(1, 11, 7), (1, 12, 7), (3, 10, 4)]
    assert await _board(store, "won_back_lower") == [(1, 10, 3)]
    assert await _board(store, "won_two_lower") == []
    assert await _board(store, "best_bluff", game="lost") == []
    assert await store.check(findings) == []


async def test_a_line_says_how_many_games_somebody_has_played(store: Store) -> None:
    """Beside the value stand games and wins of that game, and one's own line wherever it is."""
    await finished(store, "a", (10, 11), (1, 2), facts=({"best_bluff": 4}, {"best_bluff": 7}))
    await finished(store, "b", (10, 11), (1, 2))
    board = await board_of(store, "best_bluff", limit=1, user_id=10)
    assert board.total == 2
    assert (board.mine.rank, board.mine.value, board.mine.games, board.mine.wins) == (2, 4, 2, 2)


async def test_rows_of_wins(store: Store) -> None:
    """The longest row of wins in one game on one server; a game that is not won ends it, others don't."""
    for number, place in enumerate((1, 1, 2, 1, 1, 1, 2, 1)):
        await finished(store, f"t{number}", (10, 11), (place, 3 - place))
        if number == 4:
            await finished(store, "other", (10, 11), (2, 1), game="lost")
            await finished(store, "elsewhere", (10, 11), (2, 1), guild_id=2)
    assert await _board(store, "best_streak") == [(1, 10, 3), (2, 11, 1)]
    assert await store.check(findings) == []


async def test_on_the_board_of_all_servers_stands_the_best_of_each_server_that_joined(store: Store) -> None:
    """Joining adds a server's measures, leaving takes them away, also where another server's was lower."""
    await finished(store, "a", (10, 11), (1, 2), facts=({"best_bluff": 4, "won_x": 1}, {}), guild_id=1)
    await finished(store, "b", (10, 11), (1, 2), facts=({"best_bluff": 9, "won_x": 2}, {}), guild_id=2)
    await store.write(save_settings, GuildSettings(1, board_scope="everywhere"))
    assert await _board(store, "best_bluff", None) == [(1, 10, 4)]
    await store.write(save_settings, GuildSettings(2, board_scope="everywhere"))
    assert await _board(store, "best_bluff", None) == [(1, 10, 9)]
    assert await _board(store, "won_x", None) == [(1, 10, 3)]
    await finished(store, "c", (10, 11), (1, 2), facts=({"best_bluff": 5, "won_x": 1}, {}), guild_id=2)
    assert await _board(store, "best_streak", None) == [(1, 10, 2)]
    await store.write(save_settings, GuildSettings(2, board_scope="server"))
    assert await _board(store, "best_bluff", None) == [(1, 10, 4)]
    assert await _board(store, "won_x", None) == [(1, 10, 1)]
    assert await _board(store, "best_streak", None) == [(1, 10, 1)]
    assert await store.check(findings) == []


async def test_a_period_counts_its_own_games(store: Store) -> None:
    """A week and a month know what was done in them; what is long past is let go with their boards."""
    await finished(store, "a", (10, 11), (1, 2), facts=({"best_bluff": 9}, {}), at=NOON - 10 * DAY)
    await finished(store, "b", (10, 11), (1, 2), facts=({"best_bluff": 4}, {}), at=NOON)
    assert await _board(store, "best_bluff", since=week_start(NOON)) == [(1, 10, 4)]
    assert await _board(store, "best_bluff", since=month_start(NOON)) == [(1, 10, 9)]
    assert await _board(store, "best_streak", since=week_start(NOON)) == [(1, 10, 1)]


async def test_who_left_has_no_figure(store: Store) -> None:
    """A computer player has played on there, so what was best of that seat is nobody's."""
    await finished(store, "a", (10, 11, 12), (1, 2, 3), facts=({"best_bluff": 9},) * 3, left=(0,))
    assert await _board(store, "best_bluff") == [(1, 11, 9), (1, 12, 9)]
    await store.write(rebuild_boards)
    assert await _board(store, "best_bluff") == [(1, 11, 9), (1, 12, 9)]
