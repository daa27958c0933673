"""Tests of leaderboards: ranks, pages, periods, measures, and agreement with the stored results."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from storage import Store, open_store
from storage.engine.migrate import migrate
from storage.rows import GuildSettings, SentRow
from storage.scores import results
from storage.scores.boards import Leaderboard, load_board
from storage.scores.results import month_start, week_start
from storage.servers import save_settings
from storage.tables import lifecycle
from storage.upkeep import _wrong_ratings, findings, forget
from tests.amounts import EXPLORE
from tests.storage.conftest import BOTH
from tests.storage.helpers import (
    DAY,
    NOON,
    board_of,
    outcome,
    query_plan,
    row_at_start,
    seats,
    selects_of,
    store_finished_game,
    table,
)
from tests.storage.made_up import MEASURES, all_boards, write_year, wrong_boards, wrong_medals


async def _wins(store: Store, **wins: int) -> None:
    """Store a number of wins against a computer player for each person, in the order named."""
    for name, count in wins.items():
        for number in range(count):
            await store_finished_game(store, f"{name}-{number}", (int(name[1:]), None), (1, 2))


async def test_equal_values_share_rank_on_every_page(store: Store) -> None:
    """Tied people are listed in the order of their first game, and each page has the viewer's own line."""
    await _wins(store, p13=1, p12=2, p11=2, p10=3)
    whole = await board_of(store, with_computers=True)
    lines = [(row.rank, row.user_id, row.value) for row in whole.rows]
    assert lines == [(1, 10, 3), (2, 12, 2), (2, 11, 2), (4, 13, 1)]
    for offset in range(6):
        page = await board_of(store, with_computers=True, limit=2, offset=offset, user_id=11)
        assert page.rows == whole.rows[offset : offset + 2]
        assert page.total == 4
        assert page.mine == whole.rows[2]


async def test_boards_of_week_month_and_all_time_count_their_games(store: Store) -> None:
    days = {"today": 0, "monday": -5, "sunday": -6, "first": -20, "october": -21}
    for name, days_ago in days.items():
        best = {"best_hand": 5 - days_ago}
        await store_finished_game(store, name, (10, None), (1, 2), at=NOON + days_ago * DAY, facts=(best, {}))
    for since, expected in (
        (week_start(NOON), (2, 10, 2)),
        (month_start(NOON), (4, 25, 4)),
        (None, (5, 26, 5)),
    ):
        for measure, value in zip(("games", "best_hand", "best_streak"), expected, strict=True):
            board = await board_of(store, measure, with_computers=True, since=since)
            assert [row.value for row in board.rows] == [value]


async def test_games_with_computer_players_have_separate_boards(store: Store) -> None:
    """Boards of people leave out games against computer players only, on one server and on all servers."""
    await store.write(save_settings, GuildSettings(1, board_scope="everywhere"))
    for number in range(5):
        await store_finished_game(store, f"farmed{number}", (10, None), (1, 2), facts=({"best_hand": 9}, {}))
    await store_finished_game(store, "among people", (10, 11), (2, 1), facts=({"best_hand": 1}, {}))
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


async def test_share_of_wins_needs_minimum_number_of_games(store: Store) -> None:
    """Equal shares from different numbers of games tie."""
    for number in range(6):
        places = (1, 2) if number % 3 == 0 else (2, 1)
        await store_finished_game(store, f"a{number}", (10, None), places)
        if number < 3:
            await store_finished_game(store, f"b{number}", (11, None), places)
    await store_finished_game(store, "c", (12, None), (1, 2))
    board = await board_of(store, "share", with_computers=True, min_games=3, user_id=12)
    assert [(row.rank, row.user_id, row.value) for row in board.rows] == [(1, 10, 2 / 6), (1, 11, 1 / 3)]
    assert (board.total, board.mine) == (2, None)
    everybody = await board_of(store, "share", with_computers=True, min_games=1, user_id=10)
    assert everybody.total == 3
    assert everybody.mine.rank == 2


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"measure": "luck"}, "measure must be one of"),
        *(
            ({"measure": measure, "game": None}, "needs a game")
            for measure in ("rating", "best_hand", "won_back_lower", "best_streak")
        ),
        ({"since": NOON}, "start of a month or a week"),
    ],
)
async def test_invalid_boards_raise_errors(store: Store, options: dict[str, Any], why: str) -> None:
    """Unknown measures and periods, and boards that need a game raise errors."""
    with pytest.raises(ValueError, match=why):
        await board_of(store, **options)


people = st.lists(st.integers(10, 15), min_size=1, max_size=4, unique=True)


@given(st.lists(st.tuples(people, st.sampled_from(["bull", "lost"]), st.integers(1, 2)), max_size=12))
@settings(max_examples=15, deadline=None)
async def test_boards_equal_plain_count(played: list[tuple[list[int], str, int]]) -> None:
    """A board of one or all games and servers equals a plain count of the stored games."""
    async with await open_store(":memory:") as store:
        for guild in (1, 2):
            await store.write(save_settings, GuildSettings(guild, board_scope="everywhere"))
        for number, (people, game, guild) in enumerate(played):
            taken = (*people, None)
            places = range(1, len(taken) + 1)
            await store_finished_game(store, f"t{number}", taken, places, game=game, guild_id=guild)
        known = list(dict.fromkeys(user for people, _, _ in played for user in people))
        # The same boards, counted from the list of games.
        for board_game, board_guild in product((None, "bull"), (None, 1)):
            firsts = [
                (people[0], people)
                for people, game, guild in played
                if board_game in (None, game) and board_guild in (None, guild)
            ]
            games = Counter(user for _, people in firsts for user in people)
            wins = Counter(first for first, _ in firsts)
            shares = {user: wins[user] / games[user] for user in games}
            for measure, expected in (("wins", wins), ("games", games), ("share", shares)):
                options = {"min_games": 1, "limit": 99, "user_id": 12, "with_computers": True}
                board = await board_of(store, measure, board_game, board_guild, **options)
                # Among equal values the person who played first comes first.
                order = sorted(games, key=lambda user: (-expected[user], known.index(user)))
                assert [(row.user_id, row.value) for row in board.rows] == [(u, expected[u]) for u in order]
                for row in board.rows:
                    assert row.rank == 1 + sum(other.value > row.value for other in board.rows)
                assert board.mine == next((row for row in board.rows if row.user_id == 12), None)
                assert board.total == len(order)


@pytest.mark.parametrize("measure", ["beaten", "games", "best_streak"])
@pytest.mark.sqlite
async def test_board_is_counted_from_indexes_alone(store: Store, measure: str) -> None:
    """Counting a board reads no rows of results, and no entries of other servers."""
    await store_finished_game(store, "rated", (10, 11), (1, 2))
    statements = await selects_of(store, load_board, Leaderboard("bull", 1, measure=measure), user_id=10)
    plans = [step for sql in statements for step in await store.read(query_plan, sql)]
    searches = [step for step in plans if step.split()[1] in ("result", "result_seat", "mine", "theirs")]
    assert searches
    assert all("USING COVERING INDEX" in step for step in searches), searches
    scans = {step for step in plans if step.startswith("SCAN")}
    assert scans <= {"SCAN counted", "SCAN numbered", "SCAN runs", "SCAN (subquery-4)"}


async def _board(
    store: Store, measure: str, guild_id: int | None = 1, game: str = "bull"
) -> list[tuple[int, int, float]]:
    board = await board_of(store, measure, game, guild_id)
    return [(row.rank, row.user_id, row.value) for row in board.rows]


async def test_best_values_are_maxima_and_counters_are_sums(store: Store) -> None:
    """The highest lie is a maximum, tricks are added up, and other counters have no board."""
    some = ({"best_bluff": 4, "won_back_lower": 2, "lies": 9}, {"best_bluff": 7})
    await store_finished_game(store, "a", (10, 11), (1, 2), facts=some)
    await store_finished_game(
        store, "b", (10, 11), (1, 2), facts=({"best_bluff": 3, "won_back_lower": 1}, {})
    )
    await store_finished_game(store, "c", (10, 12), (1, 2), facts=({"best_bluff": 0}, {"best_bluff": 7}))
    assert await _board(store, "best_bluff") == [(1, 11, 7), (1, 12, 7), (3, 10, 4)]
    board = await board_of(store, "best_bluff", limit=1, user_id=10)
    assert (board.total, board.mine.value, board.mine.games, board.mine.wins) == (3, 4, 3, 3)
    assert await _board(store, "won_back_lower") == [(1, 10, 3)]
    assert await _board(store, "won_two_lower") == []
    assert await _board(store, "best_bluff", game="lost") == []
    assert await store.check(findings) == []


async def test_winning_streaks_are_counted_per_game_and_server(store: Store) -> None:
    """A game without a win ends the streak, except in another game or on another server."""
    for number, place in enumerate((1, 1, 2, 1, 1, 1, 2, 1)):
        await store_finished_game(store, f"t{number}", (10, 11), (place, 3 - place))
        if number == 4:
            await store_finished_game(store, "other", (10, 11), (2, 1), game="lost")
            await store_finished_game(store, "elsewhere", (10, 11), (2, 1), guild_id=2)
    assert await _board(store, "best_streak") == [(1, 10, 3), (2, 11, 1)]
    assert await store.check(findings) == []


async def test_global_board_combines_servers_that_joined(store: Store) -> None:
    """Joining adds a server's measures to the board of all servers; leaving removes them."""
    await store_finished_game(
        store, "a", (10, 11), (1, 2), facts=({"best_bluff": 4, "won_x": 1}, {}), guild_id=1
    )
    await store_finished_game(
        store, "b", (10, 11), (1, 2), facts=({"best_bluff": 9, "won_x": 2}, {}), guild_id=2
    )
    await store.write(save_settings, GuildSettings(1, board_scope="everywhere"))
    assert await _board(store, "best_bluff", None) == [(1, 10, 4)]
    await store.write(save_settings, GuildSettings(2, board_scope="everywhere"))
    assert await _board(store, "best_bluff", None) == [(1, 10, 9)]
    assert await _board(store, "won_x", None) == [(1, 10, 3)]
    await store_finished_game(
        store, "c", (10, 11), (1, 2), facts=({"best_bluff": 5, "won_x": 1}, {}), guild_id=2
    )
    assert await _board(store, "best_streak", None) == [(1, 10, 2)]
    await store.write(save_settings, GuildSettings(2, board_scope="server"))
    assert await _board(store, "best_bluff", None) == [(1, 10, 4)]
    assert await _board(store, "won_x", None) == [(1, 10, 1)]
    assert await _board(store, "best_streak", None) == [(1, 10, 1)]
    assert await store.check(findings) == []


async def test_best_value_of_seat_that_left_is_on_no_board(store: Store) -> None:
    await store_finished_game(
        store, "a", (10, 11, 12), (1, 2, 3), facts=({"best_bluff": 9},) * 3, leavers=(0,)
    )
    assert await _board(store, "best_bluff") == [(1, 11, 9), (1, 12, 9)]


async def test_clock_jump_deletes_no_boards(store: Store) -> None:
    await store_finished_game(store, "a", (10, 11), (1, 2), at=NOON)
    for number in range(2):
        await store_finished_game(store, f"ahead{number}", (10, 11), (1, 2), at=NOON + 3653 * DAY + number)
    await store_finished_game(store, "b", (10, 11), (1, 2), at=NOON + 1)
    for since in (week_start(NOON), month_start(NOON)):
        board = await board_of(store, "games", since=since)
        assert [row.games for row in board.rows] == [2, 2]


async def test_boards_of_a_made_up_year_equal_a_plain_count(store: Store, kind: str) -> None:
    """Every measure, period, server and kind of game, and the medals of running seasons."""
    seed = BOTH.index(kind)  # each database has a year of its own
    now = await store.write(write_year, seed, 250 if EXPLORE else 100)
    boards = await store.read(all_boards, now)
    assert await store.read(wrong_boards, boards) == []
    assert await store.read(wrong_medals) == []
    assert await store.check(findings) == []


@cache
def _new() -> bytes:
    """Return an empty database as bytes, since creating one takes longer than filling it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        migrate(conn)
        return conn.serialize()


class BoardHistories(RuleBasedStateMachine):
    """Random histories of games and deletions, after which boards must equal a plain count."""

    def __init__(self) -> None:
        super().__init__()
        self.conn = sqlite3.connect(":memory:", isolation_level=None)
        self.conn.deserialize(_new())
        self.games = 0
        self.at = NOON

    def teardown(self) -> None:
        self.conn.close()

    @rule(data=st.data(), guild=st.integers(1, 3), game=st.sampled_from(["bull", "lost"]))
    def play(self, data: Any, guild: int, game: str) -> None:
        players = data.draw(st.lists(st.integers(10, 14), min_size=1, max_size=4, unique=True))
        taken = seats(*players, *((None,) if data.draw(st.booleans()) else ()))
        strengths = data.draw(st.lists(st.integers(1, 3), min_size=len(taken), max_size=len(taken)))
        places = tuple(1 + sum(other < own for other in strengths) for own in strengths)
        self.games += 1
        name = f"t{self.games}"
        row = table(name, guild_id=guild, game=game, host_id=players[0], created_at=self.at)
        lifecycle.create_table(self.conn, row, taken)
        lifecycle.start_table(self.conn, row_at_start(row), taken, (), SentRow(name))
        if data.draw(st.booleans()):
            gone = msgspec.structs.replace(taken[0], has_left=True, level="easy")
            playing = msgspec.structs.replace(row, status="playing", revision=1)
            lifecycle.save_acts(self.conn, playing, [gone], at=self.at)
        if data.draw(st.integers(0, 5)) == 0:
            forget(self.conn, players[0], "normal", self.at)
        counters = st.sampled_from(["best_hand", "won_back_lower", "lies"])
        facts = tuple(data.draw(st.dictionaries(counters, st.integers(0, 3))) for _ in taken)
        least = tuple(data.draw(st.sampled_from([0, 0, 1])) for _ in taken)  # without decisions
        ended = msgspec.structs.replace(outcome(*places, at=self.at, facts=facts), min_decisions=least)
        lifecycle.append_moves(self.conn, name, (), None, ended)

    @rule(days=st.integers(-400, 400) | st.integers(1, 50))
    def wait(self, days: int) -> None:
        self.at += days * DAY

    @rule(guild=st.integers(1, 3), scope=st.sampled_from(["server", "everywhere"]))
    def choose_scope(self, guild: int, scope: str) -> None:
        save_settings(self.conn, GuildSettings(guild, board_scope=scope))

    @rule(user=st.integers(10, 14))
    def forget_somebody(self, user: int) -> None:
        forget(self.conn, user, "normal", self.at)

    @rule()
    def rate_again(self) -> None:
        results.rerate(self.conn)

    @invariant()
    def ratings_and_boards_are_those_of_the_results(self) -> None:
        assert list(_wrong_ratings(self.conn)) == []
        for guild_id in (1, None):
            boards = [Leaderboard("bull", guild_id, measure=measure) for measure in MEASURES]
            assert wrong_boards(self.conn, boards) == []


def test_boards_always_agree_with_results() -> None:
    run_state_machine_as_test(
        BoardHistories,
        settings=settings(
            max_examples=60 if EXPLORE else 20,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
