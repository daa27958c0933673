from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import Store, open_store
from storage.rows import GuildSettings
from storage.scores.periods import month_start, week_start
from storage.servers.settings import save_settings
from storage.upkeep.maintenance import findings
from tests.storage.helpers import DAY, NOON, board_of, finished, steps

INDEXES = {
    **{measure: f"tally_by_{measure}" for measure in ("rating", "wins", "share", "games")},
    **dict.fromkeys(("best_hand", "won_back_lower", "best_streak"), "measure_in_order"),
}
"""Each measure with the index in whose order its board stands."""


async def _wins(store: Store, **wins: int) -> None:
    """Give these people so many wins against a computer player, in the order named."""
    for name, count in wins.items():
        for number in range(count):
            await finished(store, f"{name}-{number}", (int(name[1:]), None), (1, 2))


async def test_equal_values_share_a_rank(store: Store) -> None:
    """After two seconds comes the fourth; tied ones stand in the order in which they were first seen."""
    await _wins(store, p13=1, p12=2, p11=2, p10=3)
    board = await board_of(store, with_computers=True)
    assert [(row.rank, row.user_id, row.value) for row in board.rows] == [
        (1, 10, 3),
        (2, 12, 2),
        (2, 11, 2),
        (4, 13, 1),
    ]


async def test_pages_go_on_where_the_last_one_ended(store: Store) -> None:
    """Every page knows the ranks of its lines and the total, and one's own line is always there."""
    await _wins(store, p13=1, p12=2, p11=2, p10=3)
    whole = await board_of(store, with_computers=True)
    for offset in range(6):
        page = await board_of(store, with_computers=True, limit=2, offset=offset, user_id=11)
        assert page.rows == whole.rows[offset : offset + 2]
        assert page.total == 4
        assert page.mine == whole.rows[2]


async def test_no_line_for_who_has_not_played(store: Store) -> None:
    """Somebody unknown, or without a game on this board, has no line."""
    await _wins(store, p10=1)
    await finished(store, "other", (11, None), (1, 2), game="lost")
    for user in (11, 99):
        assert (await board_of(store, user_id=user)).mine is None


async def test_boards_by_game_and_server(store: Store) -> None:
    """Each board counts its own game and server; without a game all are added up."""
    await finished(store, "a", (10, 11), (1, 2), game="bull", guild_id=1)
    await finished(store, "b", (10, 11), (1, 2), game="lost", guild_id=1)
    await finished(store, "c", (10, 11), (2, 1), game="bull", guild_id=2)

    async def wins(game: str | None, guild_id: int) -> dict[int, float]:
        board = await board_of(store, "wins", game, guild_id)
        return {row.user_id: row.value for row in board.rows}

    assert await wins("bull", 1) == {10: 1, 11: 0}
    assert await wins(None, 1) == {10: 2, 11: 0}
    assert await wins("bull", 2) == {10: 0, 11: 1}
    assert await wins("bull", 3) == {}


async def test_boards_by_period(store: Store) -> None:
    """This week and this month count the games that ended in them; NOON is Saturday, the 21st."""
    days = {"today": 0, "monday": -5, "sunday": -6, "first": -20, "october": -21}
    for name, days_ago in days.items():
        await finished(store, name, (10, None), (1, 2), at=NOON + days_ago * DAY)

    async def games(since: int | None) -> float:
        board = await board_of(store, "games", with_computers=True, since=since)
        return board.rows[0].value

    assert await games(week_start(NOON)) == 2
    assert await games(month_start(NOON)) == 4
    assert await games(None) == 5


async def test_games_with_computer_players_have_boards_of_their_own(store: Store) -> None:
    """Boards that compare people count games in which people were beaten; also those of all servers."""
    await store.write(save_settings, GuildSettings(1, board_scope="everywhere"))
    for number in range(5):
        await finished(store, f"farmed{number}", (10, None), (1, 2), facts=({"best_hand": 9}, {}))
    await finished(store, "among people", (10, 11), (2, 1), facts=({"best_hand": 1}, {}))
    for guild_id in (1, None):
        for measure, people, computers in (
            ("wins", [(11, 1), (10, 0)], [(10, 5)]),
            ("best_streak", [(11, 1)], [(10, 5)]),
            ("best_hand", [(10, 1)], [(10, 9)]),
        ):
            for with_computers, expected in ((False, people), (True, computers)):
                board = await board_of(store, measure, "bull", guild_id, with_computers=with_computers)
                assert [(row.user_id, row.value) for row in board.rows] == expected
    await store.write(save_settings, GuildSettings(1))
    assert not (await board_of(store, guild_id=None, with_computers=True)).total
    assert await store.check(findings) == []


async def test_share_asks_for_a_number_of_games(store: Store) -> None:
    """A share of wins counts from ``min_games`` games on; equal shares of unequal numbers tie."""
    for number in range(6):
        places = (1, 2) if number % 3 == 0 else (2, 1)
        await finished(store, f"a{number}", (10, None), places)
        if number < 3:
            await finished(store, f"b{number}", (11, None), places)
    await finished(store, "c", (12, None), (1, 2))
    board = await board_of(store, "share", with_computers=True, min_games=3, user_id=12)
    assert [(row.rank, row.user_id, row.value) for row in board.rows] == [(1, 10, 2 / 6), (1, 11, 1 / 3)]
    assert (board.total, board.mine) == (2, None)
    everybody = await board_of(store, "share", with_computers=True, min_games=1, user_id=10)
    assert everybody.total == 3
    assert everybody.mine.rank == 2


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"measure": "luck"}, "measure must be one of"),
        *(
            ({"measure": measure, "game": None}, "needs a game")
            for measure in ("rating", "best_hand", "won_back_lower", "best_streak")
        ),
        ({"since": NOON}, "start of a month or a week"),
        ({"limit": -1}, "negative"),
    ],
)
async def test_what_is_no_board(store: Store, asked: dict[str, Any], why: str) -> None:
    """Unknown measures, ratings of all games together and odd periods are errors of ours."""
    with pytest.raises(ValueError, match=why):
        await board_of(store, **asked)


@given(
    st.lists(
        st.tuples(st.lists(st.integers(10, 15), min_size=1, max_size=4, unique=True), st.integers(1, 2)),
        max_size=12,
    )
)
@settings(max_examples=15, deadline=None)
async def test_boards_are_always_those_of_a_plain_count(played: list[tuple[list[int], int]]) -> None:
    """Ranks, order and values are always those that counting all results by hand gives."""
    async with await open_store(":memory:") as store:
        await store.write(save_settings, GuildSettings(1, board_scope="everywhere"))
        await store.write(save_settings, GuildSettings(2, board_scope="everywhere"))
        wins: dict[int, int] = {}
        games: dict[int, int] = {}
        for number, (people, guild) in enumerate(played):
            taken = (*people, None)
            places = tuple(range(1, len(taken) + 1))
            await finished(store, f"t{number}", taken, places, guild_id=guild)
            for place, user in zip(places, people, strict=False):
                wins[user] = wins.get(user, 0) + (place == 1)
                games[user] = games.get(user, 0) + 1
        values = {"wins": wins, "games": games, "share": {user: wins[user] / games[user] for user in games}}
        for measure, expected in values.items():
            asked = {"min_games": 1, "limit": 99, "user_id": 12, "with_computers": True}
            board = await board_of(store, measure, None, None, **asked)
            seen = list(games)
            lines = sorted(expected.items(), key=lambda item: (-item[1], seen.index(item[0])))
            assert [(row.user_id, row.value) for row in board.rows] == lines
            for row in board.rows:
                assert row.rank == 1 + sum(other.value > row.value for other in board.rows)
            assert board.mine == next((row for row in board.rows if row.user_id == 12), None)
            assert board.total == len(lines)


@pytest.mark.parametrize("measure", INDEXES)
@pytest.mark.sqlite
async def test_a_board_is_read_from_its_index(store: Store, measure: str) -> None:
    """No statement of a board scans or sorts more than a page of lines."""
    await _wins(store, p10=1)
    await finished(store, "rated", (10, 11), (1, 2), facts=({"best_hand": 3, "won_back_lower": 2}, {}))
    asked: list[str] = []
    await store._reader.set_trace_callback(asked.append)
    await board_of(store, measure, min_games=1, user_id=10)
    await store._reader.set_trace_callback(None)
    assert len(asked) > 5
    plans = [step for sql in asked if "SELECT" in sql for step in await store.read(steps, sql)]
    scans = {step for step in plans if step.startswith("SCAN")}
    assert scans <= {"SCAN line", "SCAN (subquery-1)"}
    assert any(f"COVERING INDEX {INDEXES[measure]}" in step for step in plans)
