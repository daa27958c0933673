from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from storage import Store
from storage.scores.ratings import PROVISIONAL_GAMES, Rating, rate
from storage.scores.results import Result, ResultSeat
from storage.upkeep.maintenance import findings, rerate_all
from storage.upkeep.privacy import forget_person
from tests.storage.direct import content, rows
from tests.storage.helpers import NOON, board_of, finished, stats_of


def _after(*places: int, left: tuple[int, ...] = ()) -> list[Rating]:
    """Ratings of newcomers after a game with these places, seat by seat."""
    seats = tuple(ResultSeat(seat, seat, seat in left, place) for seat, place in enumerate(places))
    result = Result(1, "t", 1, "bull", 0, True, seats)
    after = rate(result, {seat.seat: Rating() for seat in seats})
    return [after[seat] for seat in range(len(places))]


def _ranking(strengths: list[int]) -> list[int]:
    return [1 + sum(other < own for other in strengths) for own in strengths]


@given(st.lists(st.integers(1, 4), min_size=2, max_size=10).map(_ranking))
@example([1, 2, 2, 2, 2, 2, 2, 2, 9, 10])  # which another model turns round
@settings(max_examples=60, deadline=None)
def test_newcomers_always_end_in_the_order_of_their_places(places: list[int]) -> None:
    """Better places always end higher, tied ones exactly equal, however many tie."""
    after = _after(*places)
    for place, rating in zip(places, after, strict=True):
        for other_place, other in zip(places, after, strict=True):
            assert (place < other_place) == (rating.shown > other.shown)
            assert (place == other_place) == (rating.mu == pytest.approx(other.mu, abs=1e-9))


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
    one = await board_of(store, "rating")
    two = await board_of(store, "rating", guild_id=2)
    assert {row.user_id: row.value for row in one.rows} == {row.user_id: row.value for row in two.rows}
    tomoe = await board_of(store, "rating", "tomoe")
    assert [(row.user_id, row.value) for row in tomoe.rows] == [
        (10, _after(1, 2)[0].shown),
        (11, _after(1, 2)[1].shown),
    ]


async def test_unrated_games_change_no_rating(store: Store) -> None:
    """A game with a computer player counts as played and makes no rating."""
    await finished(store, "a", (10, 11, None), (1, 2, 3))
    assert (await board_of(store, "rating")).rows == ()
    games = await board_of(store, "games", with_computers=True)
    assert games.total == 2
    stats = await stats_of(store, 10)
    assert (stats.games[0].rating, stats.games[0].points, stats.games[0].provisional) == (None, (), False)


async def test_a_rating_is_provisional_at_first(store: Store) -> None:
    """The mark is there until enough rated games were played, and only on boards of ratings."""
    for number in range(PROVISIONAL_GAMES):
        board = await board_of(store, "rating")
        assert all(row.provisional for row in board.rows)
        await finished(store, f"t{number}", (10, 11), (1, 2))
    board = await board_of(store, "rating")
    assert [row.provisional for row in board.rows] == [False, False]
    await finished(store, "new", (12, 13), (1, 2))
    assert not any(row.provisional for row in (await board_of(store)).rows)


async def test_rerating_gives_the_same_numbers(store: Store, where: str) -> None:
    """Ratings, their history and all boards are the same to the last bit when made again from the results."""
    for number in range(30):
        people = [10 + (number * step) % 7 for step in (1, 2, 3)]
        taken = tuple(dict.fromkeys((*people, 20)))
        places = _ranking([(number * (seat + 3)) % 4 for seat in range(len(taken))])
        left, game = (0,) if number % 5 == 0 else (), ("bull", "lost")[number % 2]
        await finished(store, f"t{number}", taken, places, left=left, game=game, at=NOON + number * 1000)
        if number == 20:
            await forget_person(store, 12)
    before = content(where)
    assert rows(where, "SELECT count(*) FROM result_seat WHERE mu IS NOT NULL")[0][0] > 60
    assert await store.write(rerate_all) == 30
    assert content(where) == before
    assert await store.check(findings) == []
