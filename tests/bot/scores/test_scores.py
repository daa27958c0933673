"""Tests of ``/leaderboard``, ``/stats`` and ``/history``, after played and stored games."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import pytest
import simcord
from PIL import Image

from bot import LANGUAGES
from bot.caches import clear_caches_with_names
from bot.language import Localizer
from bot.pictures.scores import INKS, ChartPoint, RatingHistory, draw_chart
from bot.scores import BOARD_MS
from bot.scores.statistics import statistics_lines, stats_page
from games import GAMES
from storage.rows import GuildSettings, Name
from storage.scores.boards import Medal
from storage.scores.seasons import Season
from storage.scores.stats import PARTNERS, GameStats, Partner, RatingPoint, Stats, load_stats
from storage.servers import save_settings
from storage.upkeep import forget_person
from tests.bot.finished_games import JANUARY, finished, play_out
from tests.bot.people import Stage, custom_ids, options, picture_descriptions, text_of_message
from tests.bot.rendering import sent_page

DAY = 86_400_000


async def finish(stage: Stage, places: Sequence[int] = (1, 2), days: float = 0, **how: Any) -> str:
    """Store a finished game of Alice and Bob, ``days`` after 1 January; return its id."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    return await finished(stage.bot, stage.guild.id, pair, places, at=JANUARY + int(days * DAY), **how)


async def answer_to(stage: Stage, command: str, **how: Any) -> Any:
    return (await stage.alice.slash(stage.channel, command, **how)).response


def lines(message: Any) -> list[str]:
    return [
        line
        for line in text_of_message(message).split("\n")
        if "·" in line and not line.startswith(("#", "-#"))
    ]


async def fill(stage: Stage, people: int) -> None:
    """Store one win of the first person, two of the second, and so on, against the same opponent."""
    for person in range(people):
        for _ in range(person + 1):
            pair = [(1000 + person, f"P{person}"), (999, "Nobody")]
            await finished(stage.bot, stage.guild.id, pair, (1, 2))


async def test_finished_game_counts_for_its_players(stage: Stage) -> None:
    """The public board has the winner first, and marks the reader's line."""
    table = await play_out(stage, [stage.alice, stage.bob, stage.carol])
    board = await answer_to(stage, "leaderboard")
    assert not board.ephemeral
    winners = [table.seats[seat].name for seat in table.match.result().ranking[0]]
    board_lines = lines(board)
    beaten = 3 - len(winners)
    assert re.fullmatch(
        rf"(➤ )?🥇 \*\*{winners[0]}\*\* · beat {beaten} \w+ · 1 win in 1 game", board_lines[0]
    )
    assert sum("nobody beaten yet · 0 wins in 1 game" in line for line in board_lines[:3]) == 3 - len(winners)
    assert ["Alice" in line for line in board_lines] == [line.startswith("➤ ") for line in board_lines]


async def test_ties_share_a_place(stage: Stage) -> None:
    three = [(person.id, person.name.title()) for person in reversed(stage.people)]
    await finished(stage.bot, stage.guild.id, three, (1, 1, 3))
    first, second, third = lines(await answer_to(stage, "leaderboard", game="bull", measure="wins"))
    assert first.startswith("🥇 **Carol**")
    assert second.startswith("🥇 **Bob**")
    assert "1 shared" in first
    assert third.startswith("➤ 🥉 **Alice** · 0 wins")


async def test_own_place_stays_on_every_page(stage: Stage) -> None:
    """Every page of a board shows and marks the reader's own place."""
    await fill(stage, 12)
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (999, "Nobody")], (1, 2))
    board = await answer_to(stage, "leaderboard")
    assert "**P11** · beat 1 person · 12 wins" in lines(board)[0]
    assert "Page 1 of 2 · 14 players" in text_of_message(board)
    own = lines(board)[-1]
    assert own == "➤ 12th **Alice** · beat 1 person · 1 win in 1 game"
    await stage.alice.click(board, label="Next →")
    turned = stage.channel.last_message
    assert turned.id == board.id
    places = ["11th **P1**", "12th **P0**", "➤ 12th **Alice**", "14th **Nobody**"]
    assert [line.split(" · ")[0] for line in lines(turned)] == places
    assert own in lines(turned)


async def test_other_people_cannot_turn_pages_of_a_board(stage: Stage) -> None:
    """Another person's tap opens a private page and leaves the public board unchanged."""
    await fill(stage, 11)
    await stage.alice.slash(stage.channel, "leaderboard")
    public = stage.channel.last_message
    before = text_of_message(public)
    answer = await stage.bob.click(public, label="Next →")
    assert answer.response.ephemeral
    assert "Page 2 of 2" in text_of_message(answer.response)
    assert "Bob isn’t on this board yet" in text_of_message(answer.response)
    assert text_of_message(stage.channel.last_message) == before
    await stage.bob.click(answer.response, label="← Previous")
    assert "Page 1 of 2" in text_of_message(answer.response)


async def test_missing_page_becomes_the_last_one(stage: Stage) -> None:
    await fill(stage, 10)
    board = await answer_to(stage, "leaderboard")
    await forget_person(stage.bot.store, 999)
    await stage.alice.click(board, label="Next →")
    assert "Page 1 of 1" in text_of_message(stage.channel.last_message)
    assert not [
        custom_id for custom_id in custom_ids(stage.channel.last_message) if custom_id.startswith("b:")
    ]


async def test_board_counts_games_by_period(stage: Stage) -> None:
    """A win nine days ago counts for all time, but not for this season or this week."""
    await finish(stage, days=-9)
    await finish(stage, (2, 1))
    for period, wins in (("all", 1), ("season", 0), ("week", 0)):
        board_lines = lines(await answer_to(stage, "leaderboard", period=period))
        assert any(line.startswith("➤") and f" · {wins} win" in line for line in board_lines)


async def test_measures_need_a_number_of_games(stage: Stage) -> None:
    """Shares of wins need ten games; a rating after one game is marked as provisional."""
    for number in range(10):
        await finish(stage, (1, 2) if number < 9 else (2, 1))
    assert "**Alice** · 90.0% (9 of 10)" in lines(await answer_to(stage, "leaderboard", measure="share"))[0]
    assert lines(await answer_to(stage, "leaderboard", measure="games"))[0].endswith(
        "**Alice** · 10 games · beat 1 person"
    )
    await finished(stage.bot, stage.guild.id, [(5, "New"), (6, "Newer")], (1, 2))
    ratings = await answer_to(stage, "leaderboard", measure="rating", game="bull")
    assert "still provisional" in text_of_message(ratings)
    assert "?" not in lines(ratings)[0]
    assert any("? · beat" in line for line in lines(ratings))
    refused = await answer_to(stage, "leaderboard", measure="rating")
    assert refused.ephemeral
    assert "choose a game" in text_of_message(refused)


async def test_board_of_all_servers_has_servers_that_joined(stage: Stage) -> None:
    """The board of all servers adds up the games of servers that have joined."""
    await finish(stage)
    await finished(stage.bot, 77, [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")], (1, 2))
    assert "hasn’t joined" in text_of_message(await answer_to(stage, "leaderboard", scope="everywhere"))
    for guild_id in (stage.guild.id, 77):
        await stage.bot.store.write(save_settings, GuildSettings(guild_id, board_scope="everywhere"))
    joined = await answer_to(stage, "leaderboard", scope="everywhere")
    assert "**Alice** · beat 1 person · 2 wins in 2 games" in lines(joined)[0]


async def test_board_of_all_servers_is_kept_for_some_minutes(stage: Stage) -> None:
    """A new game is counted once the board is too old, or a person has deleted their data."""
    await finish(stage)
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, board_scope="everywhere"))

    async def wins() -> str:
        board = await answer_to(stage, "leaderboard", scope="everywhere", measure="wins")
        return str(re.findall(r"\d+ wins?", text_of_message(board))[0])

    assert await wins() == "1 win"
    await finish(stage)
    assert await wins() == "1 win"
    await stage.env.advance_time(BOARD_MS / 1000)
    assert await wins() == "2 wins"
    await finish(stage)
    clear_caches_with_names()
    assert await wins() == "3 wins"


async def test_menus_change_the_board_in_place(stage: Stage) -> None:
    """Menus change game, period and measure in the same message; a rating needs a single game."""
    await finish(stage, days=-9)
    board = await answer_to(stage, "leaderboard")
    await choose(stage.alice, board, "measure", "games")
    message = stage.channel.last_message
    assert "All games · Games played" in text_of_message(message)
    with pytest.raises(simcord.SetupError):
        await choose(stage.alice, message, "measure", "rating")
    for part, value, title in (
        ("game", "bull", "Porker Bull"),
        ("measure", "rating", "Porker Bull · Rating"),
        ("game", "all", "All games · People beaten"),  # ratings are per game
        ("period", "season", "This season"),
    ):
        await choose(stage.alice, stage.channel.last_message, part, value)
        assert title in text_of_message(stage.channel.last_message)
    assert "Nobody is on this board yet" in text_of_message(stage.channel.last_message)
    assert stage.channel.last_message.id == board.id


async def test_each_game_has_own_measures(stage: Stage) -> None:
    """A board offers the measures of its game; a change of the game resets the measure."""
    facts = [{"claims": 2, "lies": 1, "best_lies": 1, "best_bluff": highest} for highest in (3, 14)]
    await finish(stage, facts=facts)
    await finish(stage, game="tomoe", facts=({"won_back_lower": 2}, {}))
    board = await answer_to(stage, "leaderboard", game="bull")
    with pytest.raises(simcord.SetupError):
        await choose(stage.alice, board, "measure", "best_row")
    await choose(stage.alice, board, "measure", "best_bluff")
    message = stage.channel.last_message
    assert "Porker Bull · Highest unchallenged call that wasn’t there" in text_of_message(message)
    first, second = lines(message)
    assert first == "🥇 **Bob** · pair of twos in 1 game"
    assert second.startswith("➤ 🥈 **Alice** · ")
    await choose(stage.alice, message, "measure", "best_streak")
    assert "➤ 🥇 **Alice** · 1 in 1 game" in lines(stage.channel.last_message)[0]
    await choose(stage.alice, stage.channel.last_message, "measure", "best_bluff")
    await choose(stage.alice, stage.channel.last_message, "game", "tomoe")
    assert "People beaten" in text_of_message(stage.channel.last_message)
    await choose(stage.alice, stage.channel.last_message, "measure", "won_back_lower")
    assert "➤ 🥇 **Alice** · 2 in 1 game" in lines(stage.channel.last_message)[0]


async def test_empty_board_says_what_counts(stage: Stage) -> None:
    """Only an empty board of ratings says that games with computer players are unrated."""
    for measure, is_told in (("wins", False), ("rating", True), ("best_streak", False)):
        board = await answer_to(stage, "leaderboard", game="bull", measure=measure)
        assert board.ephemeral
        assert "Nobody is on this board yet" in text_of_message(board)
        assert ("Only games among people are rated" in text_of_message(board)) is is_told
    shares = await answer_to(stage, "leaderboard", game="bull", measure="share")
    assert "Nobody has played 10 games yet" in text_of_message(shares)
    assert "choose a game" in text_of_message(await answer_to(stage, "leaderboard", measure="best_streak"))


async def test_computer_games_board_opens_if_usual_board_is_empty(stage: Stage) -> None:
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (None, "P1")], (1, 2))
    board = await answer_to(stage, "leaderboard")
    assert "**Alice**" in lines(board)[0]
    assert not board.ephemeral
    assert "Nobody is on this board yet" in text_of_message(
        await answer_to(stage, "leaderboard", scope="server")
    )
    await finished(stage.bot, stage.guild.id, [(stage.bob.id, "Bob"), (stage.carol.id, "Carol")], (1, 2))
    assert "**Bob**" in lines(await answer_to(stage, "leaderboard"))[0]


async def choose(person: Any, message: Any, part: str, value: str) -> None:
    menu = next(
        custom_id
        for custom_id in custom_ids(message)
        if custom_id.startswith("s:asked:") and f":{part}." in custom_id
    )
    await person.select(message, [value], custom_id=menu)


async def test_board_is_private_in_channels_without_games(stage: Stage) -> None:
    """If games are limited to one channel, boards in other channels are private."""
    await finish(stage)
    settings = GuildSettings(stage.guild.id, channel_ids=(stage.channel.id,))
    await stage.bot.store.write(save_settings, settings)
    other = stage.guild.create_text_channel("talk")
    assert (await stage.alice.slash(other, "leaderboard")).response.ephemeral
    assert not (await answer_to(stage, "leaderboard")).ephemeral


@pytest.mark.parametrize("command", ["stats", "history"])
async def test_statistics_and_history_without_games(stage: Stage, command: str) -> None:
    panel = await answer_to(stage, command)
    assert panel.ephemeral
    assert "No finished games" in text_of_message(panel)
    chosen = await stage.alice.click(panel, label="Play now with computers")
    assert options(chosen.response, "which") or options(panel, "which")


async def test_statistics_after_a_game(stage: Stage) -> None:
    """The page has a provisional rating, counters of calls and challenges, and the opponent."""
    table = await play_out(stage, [stage.alice, stage.bob])
    text = text_of_message(await answer_to(stage, "stats"))
    facts = table.match.statistics()[table.seat_of(stage.alice.id) or 0]
    assert "1 game, " in text
    assert "(1 rated game)" in text
    assert "?" in text.split("rating ")[1].split(" ")[0]
    assert facts["claims"] + facts["challenges"] > 0
    for line in statistics_lines("bull", facts, Localizer("en")):
        assert line in text
    assert "**Plays most with**\n• Bob · 1 game together" in text


async def test_streaks_places_and_facts_add_up(stage: Stage) -> None:
    """After four games, the page adds up wins, streaks, places and counters."""
    facts = [{"claims": 3, "lies": 2, "lies_caught": 1, "challenges": 4, "challenges_right": 3}, {}]
    for number, places in enumerate(((1, 2), (2, 1), (1, 2), (1, 2))):
        await finish(stage, places, number, facts=facts)
    text = text_of_message(await answer_to(stage, "stats"))
    assert "4 games, 3 won (75%)" in text
    assert "average place 1.2 of 2" in text
    assert "2 wins in a row now; longest: 2" in text
    assert "12 calls, 8 not there (4 unchallenged)" in text
    assert "16 challenges, 12 right" in text
    assert "Bob · 4 games together, 3 won" in text


async def test_statistics_can_be_limited_to_one_game(stage: Stage) -> None:
    """A menu limits the page to one game; games of other servers are not shown."""
    await finished(stage.bot, 77, [(stage.bob.id, "Bob"), (5, "Eve")], (1, 2))
    await finish(stage)
    await finish(stage, game="trick3", facts=[{}, {"battles": 6, "battles_won": 4, "folds": 1}])
    panel = await answer_to(stage, "stats", member=stage.bob)
    assert panel.ephemeral
    assert "2 games, 0 won" in text_of_message(panel)
    assert "Porker Bull" in text_of_message(panel)
    assert "Plays most with" in text_of_message(panel)
    kinds = next(custom_id for custom_id in custom_ids(panel) if custom_id.startswith("s:stats:"))
    await stage.alice.select(panel, ["trick3"], custom_id=kinds)
    assert "📊 Bob" in text_of_message(panel)
    assert "6 battles, 4 won; folded once" in text_of_message(panel)
    assert "challenge" not in text_of_message(panel)
    assert "Porker Bull" not in text_of_message(panel)
    await stage.alice.select(panel, ["lost"], custom_id=kinds)
    assert "No finished games of Lost Poker" in text_of_message(panel)
    await stage.alice.select(panel, ["all"], custom_id=kinds)
    assert "Plays most with" in text_of_message(panel)


async def test_ratings_have_a_chart_with_a_description(stage: Stage) -> None:
    """From the second rated game on, the page has a chart; its description names both ratings."""
    await finish(stage)
    assert not picture_descriptions(await answer_to(stage, "stats"))
    await finish(stage, days=1)
    stats = await stage.bot.store.read(load_stats, stage.alice.id)
    first, last = (point.rating for point in stats.games[0].points)
    assert f"from {first} to {last}" in picture_descriptions(await answer_to(stage, "stats"))


MOST = 10**9
COUNTERS = (
    *("claims", "lies", "lies_caught", "challenges", "challenges_right", "best_lies"),
    *("battles", "battles_won", "folds", "best_capture", "best_hand"),
    *("tricks", "best_row", "won_all_front", "won_one_back", "won_two_back", "won_back_lower"),
    *("won_one_lower", "won_two_lower", "won_lower_pair"),
    *("best_bluff", "best_truth", "best_bluff_wild", "best_truth_wild"),
)
NUMBERS_OF_CLAIMS = ("best_hand", "best_bluff", "best_truth", "best_bluff_wild", "best_truth_wild")
"""Counters whose value is the number of a hand or a claim."""


def extreme_stats(games: int) -> Stats:
    """Return statistics with great numbers in each of some games, and with partners of long names."""
    facts = {name: 3 if name in NUMBERS_OF_CLAIMS else MOST for name in COUNTERS}
    points = (RatingPoint(0, 1000), RatingPoint(DAY, 9999))
    played = [
        GameStats(game.id, MOST, MOST, MOST, MOST, MOST, 9.9, 9.9, 9999, True, MOST, points, facts)
        for game in (GAMES[number % len(GAMES)] for number in range(games))
    ]
    partners = [Partner(number, Name("*" * 32), MOST, MOST) for number in range(PARTNERS)]
    medals = [Medal(Season(1, 1, Name("S" * 32), 0, DAY, "UTC", True), game.id, 1) for game in GAMES]
    return Stats(1, Name("*" * 32), MOST, MOST, MOST, MOST, MOST, (*played,), (*partners,), MOST, (*medals,))


@pytest.mark.parametrize("games", [1, len(GAMES), 2 * len(GAMES), 13])
@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_of_all_games_fit_into_one_message(language: str, games: int) -> None:
    """The page fits with the greatest counters, the longest names, and more games than there are today."""
    stats = extreme_stats(games)
    words = Localizer(language)
    page = sent_page(stats_page(stats, 1, stats.name, words))
    # Every game and the first partners are there all the same.
    content = page.encoded.decode()
    for game in stats.games:
        assert words(f"{game.game}-name") in content
    assert content.count("\\\\*" * 32) >= 2


def test_equal_ratings_give_equal_pictures() -> None:
    """Equal ratings and dates give the same chart, of a fixed size."""
    lines = [
        RatingHistory("Bull", (ChartPoint(0, 1000), ChartPoint(5, 1100))),
        RatingHistory("Tomoe", (ChartPoint(2, 1000),)),
    ]
    picture = draw_chart(lines, ("2026-01-01", "2026-02-01"))
    assert picture == draw_chart(lines, ("2026-01-01", "2026-02-01"))
    assert picture != draw_chart(lines[:1], ("2026-01-01", "2026-02-01"))
    assert Image.open(io.BytesIO(picture)).size == (1032, 842)


def test_single_rating_has_no_legend() -> None:
    """A chart of one rating ends below the dates, since the message names the rating."""
    line = RatingHistory("Bull", (ChartPoint(0, 1000), ChartPoint(5, 1100)))
    heights = [Image.open(io.BytesIO(draw_chart([line] * count, ("a", "b")))).height for count in (1, 2, 3)]
    assert heights[0] < heights[1] - 2 * (heights[2] - heights[1])


def test_chart_has_at_most_five_lines() -> None:
    """Five equal lines are drawn; six lines, no line, or an empty line are refused."""
    line = RatingHistory("手札", (ChartPoint(7, 1000),))
    assert draw_chart([line] * len(INKS), ("a", "a"))
    for lines in ([line] * (len(INKS) + 1), [], [RatingHistory("x", ())]):
        with pytest.raises(ValueError, match="a chart needs"):
            draw_chart(lines, ("a", "b"))


async def test_history_has_pages_of_ten_games(stage: Stage) -> None:
    """A page lists ten games, newest first, and a menu limits the list to one game."""
    for number in range(24):
        await finish(stage, days=number, game="tomoe" if number % 2 else "bull")
    panel = await answer_to(stage, "history")
    assert next(options(panel, "open"))[1] == [f"t{number}" for number in range(24, 14, -1)]
    kinds = next(custom_id for custom_id in custom_ids(panel) if custom_id.startswith("s:past:"))
    await stage.alice.select(panel, ["tomoe"], custom_id=kinds)
    newest = [f"t{number}" for number in range(24, 4, -2)]
    assert next(options(panel, "open"))[1] == newest
    await stage.alice.click(panel, label="Older →")
    assert next(options(panel, "open"))[1] == ["t4", "t2"]
    await stage.alice.click(panel, label="Newest")
    assert next(options(panel, "open"))[1] == newest
    kinds = next(custom_id for custom_id in custom_ids(panel) if custom_id.startswith("s:past:"))
    await stage.alice.select(panel, ["lost"], custom_id=kinds)
    assert "No finished games yet" in text_of_message(panel)


async def test_names_of_other_people_are_sanitised(stage: Stage) -> None:
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (5, "**<@1>**")], (2, 1))
    text = text_of_message(await answer_to(stage, "history"))
    assert "<@1>" not in text
    assert "place 2 of 2" in text
