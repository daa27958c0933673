"""Tests that wins against a second account of the same person count little or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from storage.scores.boards import BoardPage, Leaderboard, load_board
from storage.scores.stats import load_stats
from tests.bot.finished_games import finished
from tests.bot.people import Stage, text_of_message
from tests.bot.scores.test_scores import answer_to, lines


async def board(stage: Stage, measure: str, game: str | None = "bull") -> BoardPage:
    return await stage.bot.store.read(load_board, Leaderboard(game, stage.guild.id, measure=measure))


async def play_and_resign(stage: Stage, person: Any, *, moves: int) -> None:
    """Start a game of two, make ``moves`` moves, and make ``person`` resign."""
    await stage.start_two()
    while sum(made.by_player for made in stage.state.position.decision_counts) < moves:
        raises = [move for move in stage.legal_moves if move.startswith("call")]
        await stage.play(raises[0])
    await stage.resign(person, seconds=2)
    await stage.env.advance_time(25 * 3600)  # the game is not continued for fun
    assert not stage.tables


@pytest.mark.usefixtures("rare_beats")
async def test_game_left_before_play_is_no_win(stage: Stage) -> None:
    """A game left at once counts for the leaver, and gives the other player no result."""
    for number in range(4):
        await play_and_resign(stage, stage.bob, moves=0)
        if not number:
            assert "counts only against those who left" in text_of_message(stage.channel.last_message)
    for measure in ("beaten", "wins", "rating"):
        assert [(row.name, row.wins) for row in (await board(stage, measure)).rows] == [("Bob", 0)], measure
    (bob,) = (await board(stage, "games")).rows
    assert bob.games == 4
    stats = await stage.bot.store.read(load_stats, stage.alice.id, stage.guild.id)
    assert stats is None or (stats.played, stats.won, stats.games) == (0, 0, ())
    history = await answer_to(stage, "history")
    assert text_of_message(history).count("didn’t count") == 4


async def test_leaver_is_told_beforehand_that_nobody_wins(stage: Stage) -> None:
    await stage.start_two()
    question = (await stage.bob.slash(stage.channel, "resign")).response
    assert "too little was played for **Alice** to win" in text_of_message(question)
    assert "You come last of 2" in text_of_message(question)


@pytest.mark.usefixtures("rare_beats")
async def test_game_left_after_some_play_counts(stage: Stage) -> None:
    """After six moves, the player who leaves has lost, and the other player has won."""
    await play_and_resign(stage, stage.bob, moves=6)
    assert "**Alice** wins: nobody else is left" in text_of_message(stage.channel.last_message)
    first, second = (await board(stage, "rating")).rows
    assert (first.name, first.wins, first.beaten) == ("Alice", 1, 1)
    assert first.value > second.value


@pytest.mark.parametrize("game", ["bull", None])
async def test_wins_against_one_account_do_not_top_the_board(stage: Stage, game: str | None) -> None:
    """Wins against two people rank above twenty wins against one account."""
    alice, bob = (stage.alice.id, "Alice"), (stage.bob.id, "Bob")
    for _ in range(20):
        await finished(stage.bot, stage.guild.id, [alice, (7, "Alt")], (1, 2))
    for other in ((8, "Dan"), (9, "Eve")):
        await finished(stage.bot, stage.guild.id, [bob, other], (1, 2))
    board_lines = lines(await answer_to(stage, "leaderboard", **({"game": game} if game else {})))
    assert board_lines[0] == "🥇 **Bob** · beat 2 people · 2 wins in 2 games"
    assert board_lines[1] == "➤ 🥈 **Alice** · beat 1 person · 20 wins in 20 games"
    wins = lines(await answer_to(stage, "leaderboard", measure="wins"))
    assert wins[0] == "➤ 🥇 **Alice** · 20 wins in 20 games · beat 1 person"
    if game is not None:
        ratings = lines(await answer_to(stage, "leaderboard", measure="rating", game=game))
        assert all("· beat " in line or "· nobody beaten yet" in line for line in ratings)
