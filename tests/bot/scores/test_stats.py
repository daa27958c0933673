"""/stats: counts, streaks, partners, bluffs and the picture of ratings."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.demo import speak
from bot.language.localizer import Localizer
from bot.pictures.chart import INKS, Line, draw_chart
from bot.scores.statistics import fact_lines
from games import GAMES
from storage.scores.stats import load_stats
from tests.bot.finished_games import JANUARY, finished, play_out
from tests.bot.people import Stage, custom_ids, options, parts, said

HOUR = 3_600_000


@pytest.mark.parametrize("command", ["stats", "history"])
async def test_nothing_yet(stage: Stage, command: str) -> None:
    """Who never played is told so in private, and how to begin."""
    answer = await stage.alice.slash(stage.channel, command)
    assert answer.response.ephemeral
    assert "No finished games" in said(answer.response)
    chosen = await stage.alice.click(answer.response, label="Play now with three computers")
    assert options(chosen.response, "which") or options(answer.response, "which")


async def test_after_a_real_game(stage: Stage) -> None:
    """A game of Porker Bull leaves a rating, its provisional mark, and what its calls and challenges were."""
    table = await play_out(stage, [stage.alice, stage.bob])
    text = said((await stage.alice.slash(stage.channel, "stats")).response)
    seat = next(seat.seat for seat in table.seats if seat.user_id == stage.alice.id)
    facts = table.match.facts()[seat]
    assert "1 game, " in text
    assert "(1 rated game)" in text
    assert "?" in text.split("rating ")[1].split(" ")[0]
    assert facts["claims"] + facts["challenges"] > 0
    for line in fact_lines("bull", facts, Localizer("en")):
        assert line in text
    assert "**Plays most with**\n• Bob · 1 game together" in text


async def test_streaks_places_and_facts_add_up(stage: Stage) -> None:
    """Win, loss, win, win: half the sums of a page can be checked by hand."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    facts = [{"claims": 3, "lies": 2, "lies_caught": 1, "challenges": 4, "challenges_right": 3}, {}]
    for number, places in enumerate(((1, 2), (2, 1), (1, 2), (1, 2))):
        at = JANUARY + number * HOUR
        await finished(stage.bot, stage.guild.id, pair, places, at=at, facts=facts)
    text = said((await stage.alice.slash(stage.channel, "stats")).response)
    assert "4 games, 3 won (75%)" in text
    assert "place 1.2 of 2 on average" in text
    assert "2 in a row now, 2 at best" in text
    assert "12 claims, 8 lies · got away with 4" in text
    assert "16 challenges, 12 right" in text
    assert "Bob · 4 games together, won 3" in text


async def test_one_game_of_many(stage: Stage) -> None:
    """A menu leaves one game on the page, and brings all of them back."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    await finished(stage.bot, stage.guild.id, pair, (1, 2), game="bull")
    await finished(stage.bot, stage.guild.id, pair, (1, 2), game="tomoe")
    panel = (await stage.alice.slash(stage.channel, "stats", member=stage.bob)).response
    assert "Porker Bull" in said(panel)
    assert "Plays most with" in said(panel)
    kinds = next(one for one in custom_ids(panel) if one.startswith("s:stats:"))
    await stage.alice.select(panel, ["tomoe"], custom_id=kinds)
    assert "📊 Bob" in said(panel)
    assert "Tomoefuda" in said(panel)
    assert "Porker Bull" not in said(panel)
    await stage.alice.select(panel, ["lost"], custom_id=kinds)
    assert "No finished games of Lost Poker" in said(panel)
    await stage.alice.select(panel, ["all"], custom_id=kinds)
    assert "Plays most with" in said(panel)


async def test_battles(stage: Stage) -> None:
    """Three Cards Trick Poker counts battles instead of bluffs."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    facts = [{"battles": 6, "battles_won": 4, "folds": 1}, {}]
    await finished(stage.bot, stage.guild.id, pair, (1, 2), game="trick3", facts=facts)
    text = said((await stage.alice.slash(stage.channel, "stats")).response)
    assert "6 battles, 4 won; folded once" in text
    assert "challenge" not in text


async def test_another_member(stage: Stage) -> None:
    """Anybody's statistics on this server may be looked at; those of other servers may not."""
    pair = [(stage.bob.id, "Bob"), (stage.carol.id, "Carol")]
    await finished(stage.bot, stage.guild.id, pair, (1, 2))
    await finished(stage.bot, 77, pair, (1, 2))
    answer = await stage.alice.slash(stage.channel, "stats", member=stage.bob)
    assert answer.response.ephemeral
    assert "Bob" in said(answer.response)
    assert "1 game, 1 won (100%)" in said(answer.response)


async def test_ratings_are_drawn_and_told(stage: Stage) -> None:
    """From the second rated game on there is a picture, and its description says the same."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    await finished(stage.bot, stage.guild.id, pair, (1, 2))
    answer = await stage.alice.slash(stage.channel, "stats")
    assert not [part for part in parts(answer.response) if part["type"] == 12]
    await finished(stage.bot, stage.guild.id, pair, (1, 2), at=JANUARY + HOUR)
    answer = await stage.alice.slash(stage.channel, "stats")
    (gallery,) = [part for part in parts(answer.response) if part["type"] == 12]
    stats = await stage.bot.store.read(load_stats, stage.alice.id)
    first, last = (point.rating for point in stats.games[0].points)
    assert f"from {first} to {last}" in gallery["items"][0]["description"]


async def test_in_the_readers_own_language(stage: Stage) -> None:
    """What is private speaks the person's language, not the server's."""
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")], (1, 2))
    speak(stage.env, {stage.alice.id: "ja"})
    assert "1戦1勝(100%)" in said((await stage.alice.slash(stage.channel, "stats")).response)
    assert "1 game, 0 won" in said((await stage.bob.slash(stage.channel, "stats")).response)
    assert "All games" in said((await stage.alice.slash(stage.channel, "leaderboard")).response)


async def test_all_games_fit_into_one_message(stage: Stage) -> None:
    """Somebody who has done everything in every game still gets an answer."""
    crowd = [(stage.alice.id, "Alice"), *((100 + n, "Ｗ" * 32) for n in range(4))]
    every = dict.fromkeys(("claims", "lies", "lies_caught", "challenges", "challenges_right"), 123_456)
    every |= dict.fromkeys(("battles", "battles_won", "folds"), 123_456)
    for game in [game.id for game in GAMES]:
        for number in range(3):
            at = JANUARY + number * HOUR
            await finished(
                stage.bot, stage.guild.id, crowd, (1, 2, 3, 4, 5), game=game, at=at, facts=[every, *[{}] * 4]
            )
    text = said((await stage.alice.slash(stage.channel, "stats")).response)
    played = 3 * len(GAMES)
    assert f"{played} games, {played} won (100%)" in text
    assert text.count("Ｗ" * 32) == 4


def test_equal_ratings_give_equal_pictures() -> None:
    """A chart depends on nothing but its lines and dates, and has the size it says."""
    lines = [Line("Bull", ((0, 1000), (5, 1100))), Line("Tomoe", ((2, 1000),))]
    picture = draw_chart(lines, ("2026-01-01", "2026-02-01"))
    assert picture == draw_chart(lines, ("2026-01-01", "2026-02-01"))
    assert picture != draw_chart(lines[:1], ("2026-01-01", "2026-02-01"))
    assert Image.open(io.BytesIO(picture)).size == (540, 440)


def test_a_chart_shows_as_many_lines_as_it_has_inks() -> None:
    """Five fit, also when all ratings are alike; six, none, or an empty one don't."""
    line = Line("手札", ((7, 1000),))
    assert draw_chart([line] * len(INKS), ("a", "a"))
    for lines in ([line] * (len(INKS) + 1), [], [Line("x", ())]):
        with pytest.raises(ValueError, match="a chart needs"):
            draw_chart(lines, ("a", "b"))
