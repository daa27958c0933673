"""Tests of the defined trophies, and of counting them from a person's games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.bull.hands import CALL_ORDERS
from games.core.trophies import COUNTED_A_DAY, DAY_MS, Trophy, TrophyProgress, every_game, wins
from games.netsuzo.hands import DECLARATION_ORDER
from games.tomoe.rules import CASES, won_counter
from games.trick3.hands import HANDS
from games.trophies import COMMON, COUNTING, find_trophy, trophies_by_game, trophies_of
from storage.scores.trophies import progress_counts


class WonGame(msgspec.Struct, frozen=True):
    """A person's part in a game; by default a game won against one other person."""

    game: str = "bull"
    ended_at: int = 0
    month: int = 0
    is_rated: bool = True
    is_finished: bool = True
    has_left: bool = False
    has_won: bool = True
    is_shared: bool = False
    score: float = 1.0
    statistics: Mapping[str, int] = {}
    opponents: tuple[int, ...] = (1,)


def trophies_after(*parts: WonGame) -> set[str]:
    """Return a person's trophies after these games. The same trophy must not be won twice."""
    progress, names = "", list[str]()
    for part in parts:
        progress, trophies = COUNTING.count(progress, part)
        names += trophies
    assert len(names) == len(set(names))
    return set(names)


def test_number_of_trophies_is_limited() -> None:
    """A game has at most ten trophies, and all games together have a dozen."""
    for kind, trophies in trophies_by_game().items():
        most = 12 if kind == COMMON else 10
        assert len(trophies) <= most, f"{kind} has {len(trophies)} trophies, and a page has room for {most}"
        assert all(find_trophy(name) is trophy for name, trophy in trophies.items())
    assert {kind for kind in trophies_by_game() if kind != COMMON} >= {
        "bull",
        "tomoe",
        "netsuzo",
        "lost",
        "trick3",
    }


@pytest.mark.parametrize("name", ["bull", "bull.", "bull.moon", "moon.catch", "", "common.people.people"])
def test_unknown_trophy_is_not_found(name: str) -> None:
    assert find_trophy(name) is None


HIGH = len(CALL_ORDERS[False].bids), len(CALL_ORDERS[True].bids), len(DECLARATION_ORDER.bids)
LIES = {"claims": 6, "lies": 6, "lies_caught": 0, "best_lies": 6}
SHARP = {"claims": 3, "challenges": 3, "challenges_right": 3}
SINGLE = {
    "bull.catch": WonGame(statistics={"challenges": 2, "challenges_right": 1}),
    "bull.honest": WonGame(statistics={"claims": 3}),
    "bull.liar": WonGame(statistics=LIES),
    "bull.sharp": WonGame(statistics=SHARP),
    "bull.truth": WonGame(statistics={"best_truth": HIGH[0]}),
    "bull.bluff": WonGame(statistics={"best_bluff_wild": HIGH[1]}),
    "bull.clean": WonGame(score=0, opponents=(1, 2)),
    "lost.catch": WonGame("lost", statistics={"challenges_right": 1}),
    "lost.honest": WonGame("lost", statistics={"claims": 3}),
    "lost.smooth": WonGame("lost", statistics={"best_lies": 3}),
    "lost.sharp": WonGame("lost", statistics=SHARP),
    "lost.alive": WonGame("lost", is_shared=True),
    "netsuzo.honest": WonGame("netsuzo", statistics={"claims": 2}),
    "netsuzo.truth": WonGame("netsuzo", statistics={"best_truth": HIGH[2]}),
    "netsuzo.bluff": WonGame("netsuzo", statistics={"best_bluff": HIGH[2]}),
    "netsuzo.liar": WonGame("netsuzo", statistics=LIES),
    "netsuzo.crowd": WonGame("netsuzo", opponents=(1, 2, 3, 4)),
    "tomoe.below": WonGame("tomoe", statistics={"won_lower_pair": 1}),
    "tomoe.string": WonGame("tomoe", statistics={"best_row": 4}),
    "tomoe.row": WonGame("tomoe", statistics={"best_row": 6}),
    "tomoe.seven": WonGame("tomoe", statistics={won_counter(case): 1 for case in CASES}),
    "tomoe.share": WonGame("tomoe", statistics={"tricks": 3, "won_all_front": 2}),
    "trick3.fold": WonGame("trick3", statistics={"battles": 4, "folds": 3}),
    "trick3.stand": WonGame("trick3", statistics={"battles": 3}),
    "trick3.catch": WonGame("trick3", statistics={"best_capture": 15}),
    "trick3.hand": WonGame("trick3", statistics={"best_hand": 1 + HANDS.index("SF")}),
    "trick3.row": WonGame("trick3", statistics={"battles_won": 5}),
    "trick3.crowd": WonGame("trick3", opponents=(1, 2, 3, 4)),
    "common.table": WonGame(opponents=(1, 2, 3, 4, 5)),
}
"""A game that wins each trophy which one game can win."""

NEARLY = {
    "bull.honest": WonGame(statistics={"claims": 3, "lies": 1}),
    "bull.sharp": WonGame(statistics={**SHARP, "challenges": 4}),
    "bull.truth": WonGame(statistics={"best_truth": 1, "best_truth_wild": 1}),
    "bull.clean": WonGame(score=0),
    "lost.alive": WonGame("lost", has_won=False),
    "netsuzo.liar": WonGame("netsuzo", statistics={**LIES, "lies_caught": 1}),
    "tomoe.share": WonGame("tomoe", statistics={"tricks": 4, "won_all_front": 2}),
    "trick3.stand": WonGame("trick3", statistics={"battles": 3, "folds": 1}),
    "trick3.fold": WonGame("trick3", has_won=False, statistics={"battles": 4, "folds": 3}),
    "common.table": WonGame(opponents=(1, 2, 3, 4)),
}
"""Games that narrowly miss a trophy."""


@pytest.mark.parametrize("name", SINGLE)
def test_game_wins_trophy(name: str) -> None:
    assert name in trophies_after(SINGLE[name])


@pytest.mark.parametrize("name", NEARLY)
def test_game_just_misses_trophy(name: str) -> None:
    assert name not in trophies_after(NEARLY[name])


@pytest.mark.parametrize(
    ("part", "brings"),
    [
        (WonGame(is_rated=False, opponents=()), {"bull.first"}),
        (WonGame(is_rated=False), {"bull.first"}),
        (WonGame(is_finished=False), set()),
        (WonGame(is_finished=False, has_left=True), set()),
        (WonGame(game="chess"), set()),
        (WonGame(has_won=False), {"bull.first", "common.people"}),
        (WonGame(), {"bull.first", "common.people", "common.win"}),
    ],
)
def test_only_complete_games_among_people_count(part: WonGame, brings: set[str]) -> None:
    """Unfinished games win no trophy, and unrated games win only the trophy for a game's first play."""
    assert trophies_after(part) == brings


def test_only_first_trophies_count_with_computer_players() -> None:
    for trophies in trophies_by_game().values():
        for name, trophy in trophies.items():
            assert trophy.with_computers == name.endswith(".first")


def only_by_many_games(trophy: Trophy, parts: list[WonGame]) -> bool:
    """True if the games win the trophy with their last game and not before."""
    progress = TrophyProgress()
    names: tuple[str, ...] = ()
    for part in parts:
        progress, names = progress.after(part, {"t": trophy})
    return names == ("t",)


def test_only_first_games_of_day_against_same_opponent_count() -> None:
    """A further game counts on another day, in another game, or with another opponent."""
    trophy = Trophy("t", every_game, COUNTED_A_DAY + 1)
    first = [WonGame()] * COUNTED_A_DAY
    assert not only_by_many_games(trophy, [*first, *[WonGame()] * 20])
    for another in (
        WonGame(ended_at=DAY_MS),
        WonGame("lost"),
        WonGame(opponents=(1, 2)),
        WonGame(opponents=(2,)),
    ):
        assert only_by_many_games(trophy, [*first, *[WonGame()] * 5, another])


def test_winning_streak_ends_with_game_lost_or_left() -> None:
    trophy = Trophy("t", wins, 3, in_a_row=True)
    games_won = [WonGame(opponents=(number,)) for number in range(1, 4)]
    assert only_by_many_games(trophy, games_won)
    lost_game, left_game = WonGame(has_won=False), WonGame(has_left=True, is_finished=False, has_won=False)
    for between in (lost_game, left_game):
        assert not only_by_many_games(trophy, [*games_won[:2], between, games_won[2]])
        assert only_by_many_games(trophy, [games_won[0], between, *games_won])
    ended = WonGame(is_finished=False)  # another player left
    assert only_by_many_games(trophy, [*games_won[:2], ended, games_won[2]])
    assert only_by_many_games(
        trophy, [*games_won[:2], msgspec.structs.replace(left_game, is_rated=False), games_won[2]]
    )


def test_trophies_of_many_games_count_people_days_and_months() -> None:
    """Trophies for many games are won at their number of games, people, days or months."""
    days = [
        WonGame(game, DAY_MS * 31 * number, number, opponents=(number,))
        for number, game in enumerate(["bull", "lost", "netsuzo", "tomoe", "trick3"] * 5, 1)
    ]
    everything = trophies_after(*days)
    assert {
        f"common.{field}" for field in ("games", "days", "faces", "crowns", "beaten", "seasons", "row")
    } <= (everything)
    assert not {"common.hand", "common.hundred", "common.table"} & everything
    assert "common.beaten" not in trophies_after(*days[:-1])
    assert "common.days" not in trophies_after(*days[:9])
    assert "common.days" in trophies_after(*days[:10])
    shared = [msgspec.structs.replace(day, is_shared=True) for day in days]
    assert "common.beaten" not in trophies_after(*shared)


@given(st.lists(st.builds(WonGame, ended_at=st.integers(0, 3).map(lambda day: day * DAY_MS)), max_size=30))
def test_progress_never_passes_the_target(parts: list[Any]) -> None:
    progress = ""
    for part in parts:
        progress, _ = COUNTING.count(progress, part)
    for name, number in progress_counts(progress).items():
        trophy = find_trophy(name)
        assert trophy is not None
        assert 0 < number <= trophy.target


def test_fingerprint_changes_exactly_with_definitions() -> None:
    before = COUNTING.fingerprint
    assert before == COUNTING.fingerprint
    bull = GAMES.find("bull")
    harder = (msgspec.structs.replace(bull.trophies[0], target=2), *bull.trophies[1:])
    other = msgspec.structs.replace(bull, trophies=harder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES._games, "bull", other)
        assert before != COUNTING.fingerprint
    assert before == COUNTING.fingerprint
    assert trophies_of(COMMON)
