"""Tests of the arena: series of games among computer players, statistics, and the quality of advice."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoints
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.administration import cli
from games import Game, find_game
from games.core.bluffs import COUNTERS
from games.core.game import Estimate
from games.core.moves import Move
from lab.advice import check_advice
from lab.arena.players import ArenaError, Program
from lab.arena.series import Series, SeriesGame, play_deal, play_series
from lab.arena.standings import manners, standings, table
from tests.bot.administration.command_line import invoke

ENGINE = f"{sys.executable} -m bot.administration.cli engine"


def run(*words: str) -> tuple[int, str]:
    result = invoke("arena", *words, "--jobs", "1")
    return result.exit_code, result.output


def test_each_deal_is_played_with_each_player_in_each_seat() -> None:
    games = play_deal(Series("bull", ("easy", "random", "normal"), {"start": "1"}), 4)
    seats = ("easy", "random", "normal"), ("normal", "easy", "random"), ("random", "normal", "easy")
    assert tuple(game.names for game in games) == seats
    assert all(sorted(game.places) == [1, 2, 3] for game in games)


def places(series: Series, deals: int, jobs: int = 1) -> list[list[tuple[int, ...]]]:
    return [[game.places for game in deal] for deal in play_series(series, deals, jobs)]


def test_series_depends_only_on_its_seed() -> None:
    series = Series("tomoe", ("easy", "random", "random"), {})
    first = places(series, 2)
    assert first == places(series, 2)
    assert first != places(Series("tomoe", ("easy", "random", "random"), {}, seed="another"), 2)


def test_any_number_of_processes_plays_same_games() -> None:
    """Two processes play the same games as one process, in any order."""
    series = Series("bull", ("random", "random"), {"start": "1"})
    assert sorted(places(series, 5, 1)) == sorted(places(series, 5, 2))


def test_shares_count_ties_as_half_against_other_kinds() -> None:
    """A tie is half a win, and players of the same kind are not compared."""
    games = [SeriesGame(("hard", "easy", "easy"), (1, 2, 2), ((0.5,), (), (0.1, 0.3)))]
    deals = [games, [SeriesGame(("hard", "easy", "easy"), (2, 1, 2), ((0.7,), (), ()))]]
    hard, easy = sorted(standings(deals), key=lambda standing: standing.name, reverse=True)
    assert hard.beaten.mean == pytest.approx((1.0 + 0.25) / 2)
    assert easy.beaten.mean == pytest.approx((0.0 + 0.75) / 2)
    assert hard.place == pytest.approx((1.0 + 2.5) / 2)
    assert hard.wins.mean == 0.5
    assert (hard.median, hard.worst) == (pytest.approx(0.6), 0.7)
    assert hard.beaten.low < hard.beaten.mean < hard.beaten.high


def test_partners_are_not_opponents() -> None:
    """Teams have mean places 1 and 2; a win beside a partner of another kind counts in full."""
    game = SeriesGame(("a", "b", "b", "a"), (1, 2, 1, 2), ((), (), (), ()), teams=(0, 1, 0, 1))
    first, second = standings([[game]])
    assert (first.name, first.place, first.wins.mean) == ("a", 1.5, 0.5)
    assert first.beaten is not None
    assert first.beaten.mean == second.wins.mean == 0.5


def test_single_kind_and_unfinished_games_have_no_share() -> None:
    games = [[SeriesGame(("easy", "easy"), (1, 2), ((), ()))]]
    assert table(standings(games))[1].split()[:3] == ["easy", "1.50", "-"]
    assert standings([[SeriesGame(("easy", "hard"), (), ((), ()))]]) == []


def test_command_prints_table() -> None:
    code, output = run("bull", "--seats", "normal,random,random", "--games", "4", "--options", "start=1")
    assert code == 0
    assert "bull, 3 seats, 6 games" in output
    names = [line.split()[0] for line in output.splitlines()]
    assert names[-8:] == ["bull,", "player", "normal", "random", "player", "normal", "random", "claims"]


def test_bluffs_and_challenges_are_reported() -> None:
    """The arena counts true claims, successful lies, right doubts and the length of rounds."""
    facts = ({"claims": 4, "lies": 1, "challenges": 2, "challenges_right": 1}, {"claims": 6, "lies": 3})
    full = tuple(
        {**dict.fromkeys(COUNTERS, 0), "lies_caught": seat, **counts} for seat, counts in enumerate(facts)
    )
    games = [[SeriesGame(("hard", "easy"), (1, 2), ((), ()), full)]] * 2
    rows = {name: shares for name, *shares in manners(games)}
    assert [share.split()[0] for share in rows["hard"]] == ["0.750", "1.000", "0.500"]
    assert [share.split()[0] for share in rows["easy"]] == ["0.500", "0.667", "-"]
    assert rows["hard"][0] == "0.750 ± 0.000 of 8"
    assert rows["claims until a doubt"] == ["5.000 ± 0.000 of 4"]
    assert manners([[SeriesGame(("easy", "hard"), (1, 2), ((), ()), ({}, {}))]]) == []


def test_level_can_have_temperament() -> None:
    """Temperaments of one level choose differently among nearly equal moves."""
    plain, bold = (
        [game.places for deal in range(8) for game in play_deal(Series("bull", (level, "hard"), {}), deal)]
        for level in ("expert", "expert:bold")
    )
    assert plain != bold


def test_external_program_can_play() -> None:
    one_card = ("--games", "2", "--options", "start=1")
    code, output = run("bull", "--seats", "engine,random", *one_card, "--engine", ENGINE)
    assert code == 0, output
    assert "engine " in output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["bull", "--seats", "normal,clever"], "there is no player 'clever'"),
        (["bull", "--seats", "normal,hard:shy"], "there is no player 'hard:shy'"),
        (["chess", "--seats", "normal,easy"], "there is no game 'chess'"),
        (["bull", "--seats", "normal"], "2 to 8"),
        (["bull", "--seats", "normal,easy", "--options", "wild=jacks"], "wild"),
        (["bull", "--seats", "engine,easy", "--engine", "/no/such/program"], "No such file"),
        (["bull", "--seats", "engine,easy", "--engine", "true"], "ended"),
        (["bull", "--seats", "engine,easy", "--engine", "yes"], "answered"),
    ],
)
def test_impossible_series_are_refused_with_one_sentence(words: list[str], sentence: str) -> None:
    code, output = run(*words)
    assert code == 2
    assert sentence in output
    assert "Traceback" not in output


def test_illegal_move_ends_series(tmp_path: Path) -> None:
    program = tmp_path / "liar.py"
    program.write_text("""while input(): print('{"ok": true, "move": "play Z"}', flush=True)""")
    code, output = run("tomoe", "--seats", "engine,easy,easy", "--engine", f"{sys.executable} {program}")
    assert code == 2
    assert "liar.py" in output


def test_silent_program_times_out() -> None:
    program = Program("sleep 600", seconds=0.05)
    with pytest.raises(ArenaError, match="said nothing"):
        program._ask(cmd="quit")
    program.close()


# --- advice beats the second best move; ``make bench`` measures this in each game -------------------------


TOMOE = find_game("tomoe")

LEAST = 0.1
"""The smallest estimated advantage for which a decision is played out."""


def gained(game: Game, decisions: int) -> list[float]:
    """Return measured gains of the advised move in decisions with a large estimated advantage."""
    checks = check_advice(game, "easy", 3, 0.1, 1, "advice 0", LEAST, 1)
    return [check.actual for check in islice(checks, decisions)]


def test_advised_move_is_better_than_next_best() -> None:
    assert sum(gained(TOMOE, 8)) / 8 > 0.05


def test_bad_advice_is_detected() -> None:
    """If the best two moves are exchanged, the measured gain has the opposite sign."""

    def wrong(view: Any, legal: Sequence[Move], *args: Any) -> Sequence[Estimate]:
        best, *others = TOMOE.assess(view, legal, *args)
        first = replace(others[0], expected_share=best.expected_share) if others else best
        return (
            [first, replace(best, expected_share=others[0].expected_share), *others[1:]] if others else [best]
        )

    right = gained(TOMOE, 2)
    assert any(right)
    assert gained(replace(TOMOE, assess=wrong), 2) == [-gain for gain in right]


def test_command_names_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command names the missing package, since the product does not contain it."""
    monkeypatch.setattr(cli, "_added", lambda: EntryPoints(()))
    result = invoke("arena", "bull")
    assert result.exit_code == 2
    assert "pip install ./lab" in result.output
