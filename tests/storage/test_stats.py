from __future__ import annotations

import pytest

from storage import Store
from storage.scores.stats import GameStats, Partner, Stats, load_stats
from tests.storage.helpers import NOON, finished, stats_of


async def _of(store: Store, game: str = "bull", **where: int) -> GameStats:
    return next(each for each in (await stats_of(store, **where)).games if each.game == game)


async def test_nobody_and_nothing(store: Store) -> None:
    """A stranger has no statistics; somebody without a finished game has empty ones."""
    assert await store.read(load_stats, 10) is None
    await finished(store, "a", (10, 11), (1, 2), guild_id=1)
    assert await stats_of(store, 10, guild_id=2) == Stats(10, "P10", 0, 0, 0, 0, 0, (), ())


async def test_counts_and_means(store: Store) -> None:
    """Games, wins, ties and the mean place among how many, per game and in all."""
    await finished(store, "a", (10, 11, 12), (1, 2, 3))
    await finished(store, "b", (10, 11), (1, 1))
    await finished(store, "c", (10, 11, 12, 13), (3, 1, 1, 4))
    await finished(store, "d", (10, None), (1, 2), game="lost")
    stats = await stats_of(store)
    assert (stats.played, stats.won, stats.ties) == (4, 2, 1)
    assert [(each.game, each.played) for each in stats.games] == [("bull", 3), ("lost", 1)]
    bull = stats.games[0]
    assert (bull.won, bull.ties, bull.mean_place, bull.mean_seats) == (1, 1, pytest.approx(5 / 3), 3)


async def test_who_left_counts_as_last(store: Store) -> None:
    """The place of a person who left is the table's last, whatever the seat got."""
    await finished(store, "a", (10, 11, 12), (1, 2, 3), left=(0,))
    bull = await _of(store)
    assert (bull.played, bull.won, bull.mean_place) == (1, 0, 3)


async def test_streaks(store: Store) -> None:
    """The wins in a row up to now and the longest ever, in all games and in each."""
    for number, (game, place) in enumerate(
        [("bull", 1), ("bull", 1), ("lost", 1), ("bull", 2), ("lost", 1), ("bull", 1)]
    ):
        await finished(store, f"t{number}", (10, None), (place, 3 - place), game=game)
    stats = await stats_of(store)
    assert (stats.streak, stats.best_streak) == (2, 3)
    assert [(each.game, each.streak, each.best_streak) for each in stats.games] == [
        ("bull", 1, 2),
        ("lost", 2, 2),
    ]


async def test_rating_over_time(store: Store) -> None:
    """There is a point for each rated game on any server, the last being the rating of now."""
    await finished(store, "a", (10, 11), (1, 2), at=NOON)
    await finished(store, "b", (10, None), (1, 2), at=NOON + 1)
    await finished(store, "c", (10, 11), (2, 1), at=NOON + 2, guild_id=2)
    bull = await _of(store, guild_id=1)
    assert (bull.played, bull.rated, bull.provisional) == (2, 2, True)
    assert [point.at for point in bull.points] == [NOON, NOON + 2]
    assert bull.points[0].rating > bull.points[1].rating == bull.rating


async def test_partners(store: Store) -> None:
    """Partners are ordered by games together, with one's own wins among them; nobody is their own."""
    await finished(store, "a", (10, 11, 12), (1, 2, 3))
    await finished(store, "b", (12, 10, None), (1, 2, 3), guild_id=2)
    assert (await stats_of(store)).partners == (Partner(12, "P12", 2, 1), Partner(11, "P11", 1, 1))
    assert (await stats_of(store, guild_id=2)).partners == (Partner(12, "P12", 1, 0),)


async def test_facts_add_up_and_of_the_best_the_greatest_counts(store: Store) -> None:
    """The counters of one's own seats, per game and server, whichever game the best was in."""
    await finished(
        store, "a", (10, 11), (1, 2), facts=({"lies": 2, "best_hand": 4}, {"lies": 9, "best_hand": 9})
    )
    await finished(store, "b", (11, 10), (1, 2), facts=({}, {"lies": 3, "best_hand": 7}))
    await finished(store, "c", (10, 11), (1, 2), facts=({"best_hand": 5}, {}))
    await finished(store, "d", (10, 11), (1, 2), facts=({"lies": 50, "best_hand": 8}, {}), guild_id=2)
    assert (await _of(store, guild_id=1)).facts == {"lies": 5, "best_hand": 7}
    assert (await _of(store)).facts == {"lies": 55, "best_hand": 8}
