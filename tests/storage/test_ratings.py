from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import Store
from storage.scores.leaderboard import load_board
from storage.scores.ratings import PROVISIONAL_GAMES, Rating, rate
from storage.scores.results import Result, ResultSeat
from storage.scores.stats import load_stats
from storage.upkeep.maintenance import findings, rerate_all
from storage.upkeep.privacy import forget_person
from tests.storage.helpers import NOON, finished


def _after(*places: int, left: tuple[int, ...] = ()) -> list[Rating]:
    """Ratings of newcomers after a game with these places, seat by seat."""
    seats = tuple(
        ResultSeat(seat, seat, seat in left, place, 0.0, False, False, {})
        for seat, place in enumerate(places)
    )
    result = Result(1, "t", 1, "bull", 0, True, seats)
    after = rate(result, {seat.seat: Rating() for seat in seats})
    return [after[seat] for seat in range(len(places))]


def _ranking(strengths: list[int]) -> list[int]:
    return [1 + sum(other < own for other in strengths) for own in strengths]


@given(st.lists(st.integers(1, 4), min_size=2, max_size=10).map(_ranking))
@settings(max_examples=60, deadline=None)
def test_newcomers_always_end_in_the_order_of_their_places(places: list[int]) -> None:
    """Better places always end higher, tied ones exactly equal, however many tie."""
    after = _after(*places)
    for place, rating in zip(places, after, strict=True):
        for other_place, other in zip(places, after, strict=True):
            assert (place < other_place) == (rating.shown > other.shown)
            assert (place == other_place) == (rating.mu == pytest.approx(other.mu, abs=1e-9))


def test_the_chosen_model_keeps_many_tied_in_order() -> None:
    """One first, seven tied seconds, a ninth, a tenth: another model turns their order round."""
    after = _after(1, 2, 2, 2, 2, 2, 2, 2, 9, 10)
    assert after[0].mu > after[1].mu > after[8].mu > after[9].mu


def test_who_left_is_last() -> None:
    """A person who left ends below everybody, whatever the computer player won; two who left tie."""
    stayed_second, left_first, stayed_last = _after(2, 1, 3, left=(1,))
    assert stayed_second.mu > stayed_last.mu > left_first.mu
    _, one, other = _after(1, 2, 3, left=(1, 2))
    assert one == other


def test_a_newcomer_has_1000_points() -> None:
    """The number for people begins at 1000."""
    assert Rating().shown == 1000


async def test_a_rating_is_kept_per_game_and_over_all_servers(store: Store) -> None:
    """Games of one server count for the number shown on another, games of another game don't."""
    await finished(store, "a", (10, 11), (1, 2), guild_id=1)
    await finished(store, "b", (10, 11), (2, 1), guild_id=2)
    await finished(store, "c", (10, 11), (1, 2), game="tomoe")
    one = await store.read(load_board, game="bull", guild_id=1, measure="rating")
    two = await store.read(load_board, game="bull", guild_id=2, measure="rating")
    assert {row.user_id: row.value for row in one.rows} == {row.user_id: row.value for row in two.rows}
    tomoe = await store.read(load_board, game="tomoe", guild_id=1, measure="rating")
    assert [(row.user_id, row.value) for row in tomoe.rows] == [
        (10, _after(1, 2)[0].shown),
        (11, _after(1, 2)[1].shown),
    ]


async def test_unrated_games_change_no_rating(store: Store) -> None:
    """A game with a computer player counts as played and makes no rating."""
    await finished(store, "a", (10, 11, None), (1, 2, 3))
    assert (await store.read(load_board, game="bull", guild_id=1, measure="rating")).rows == ()
    games = await store.read(load_board, game="bull", guild_id=1, measure="games", with_computers=True)
    assert games.total == 2
    stats = await store.read(load_stats, 10)
    assert stats is not None
    assert (stats.games[0].rating, stats.games[0].points, stats.games[0].provisional) == (None, (), False)


async def test_a_rating_is_provisional_at_first(store: Store) -> None:
    """The mark is there until enough rated games were played, and only on boards of ratings."""
    for number in range(PROVISIONAL_GAMES):
        board = await store.read(load_board, game="bull", guild_id=1, measure="rating")
        assert all(row.provisional for row in board.rows)
        await finished(store, f"t{number}", (10, 11), (1, 2))
    board = await store.read(load_board, game="bull", guild_id=1, measure="rating")
    assert [row.provisional for row in board.rows] == [False, False]
    await finished(store, "new", (12, 13), (1, 2))
    assert not any(row.provisional for row in (await store.read(load_board, game="bull", guild_id=1)).rows)


async def test_rerating_gives_the_same_numbers(store: Store) -> None:
    """Ratings, their history and all boards are the same to the last bit when made again from the results."""
    for number in range(30):
        people = [10 + (number * step) % 7 for step in (1, 2, 3)]
        taken = tuple(dict.fromkeys((*people, 20)))
        places = tuple(_ranking([(number * (seat + 3)) % 4 for seat in range(len(taken))]))
        left = (0,) if number % 5 == 0 else ()
        await finished(
            store,
            f"t{number}",
            taken,
            places,
            left=left,
            game=("bull", "lost")[number % 2],
            at=NOON + number * 1000,
        )
        if number == 20:
            await forget_person(store, 12)
    columns = "SELECT result, seat, mu, sigma FROM result_seat ORDER BY result, seat"
    ratings = "SELECT * FROM rating ORDER BY person, game"
    tallies = "SELECT * FROM tally ORDER BY period, board, game, person"

    async def all_numbers() -> list[list[tuple[object, ...]]]:
        return [
            await store.read(lambda conn, query: conn.execute(query).fetchall(), query)
            for query in (columns, ratings, tallies)
        ]

    before = await all_numbers()
    rated = sum(1 for row in before[0] if row[2] is not None)
    assert rated > 60
    assert await store.write(rerate_all) == 30
    assert await all_numbers() == before
    assert await store.check(findings) == []
