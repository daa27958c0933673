"""Tests of a person's first game of a kind: where to begin, its length, its aim, and the lesson before it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.help import choose_game_page, help_page, welcome_page
from bot.language import Localizer
from bot.pages.boards import NOW
from bot.pages.lobby import SHORT, WHOLE, beginning_page, notice_page
from bot.pages.people import aim_text
from bot.pages.phone import TABLE, page_height
from bot.wire.components import Button, TextDisplay, walk
from games import GAMES, find_game
from games.trick3.hands import find_deck
from storage.scores.stats import load_played_games
from tests.bot.finished_games import finished
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import undealt_table
from tests.bot.rendering import fits
from tests.games_under_test import OFFERED


def said(page: Any) -> str:
    return "\n".join([part.content for part in walk(page.components) if isinstance(part, TextDisplay)])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_play_now_fits_with_many_games(language: str) -> None:
    """With more games than the bot has itself, the page has less text, and a button for each game."""
    page = choose_game_page(NOW, Localizer(language))
    fits(page)
    assert page_height(page) <= TABLE
    ways = [part.custom_id for part in walk(page.components) if isinstance(part, Button)]
    assert ways == [f"b:now:{game.id}" for game in GAMES]
    assert len(GAMES) > len(OFFERED)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_play_now_says_where_to_begin_and_how_long_games_are(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page names each game's difficulty and minutes, and where a new person begins.

    Each game stands once on the page, with the words of the welcome and of the help page.
    """
    monkeypatch.setattr("bot.help.GAMES", OFFERED)
    words = Localizer(language)
    page = choose_game_page(NOW, words)
    fits(page)
    assert page_height(page) <= TABLE
    text = said(page)
    for game in OFFERED:
        assert str(game.short_minutes or game.minutes) in text
        pitch = words(f"{game.id}-pitch")
        line = f"{game.emoji} **{words(f'{game.id}-name')}** · {pitch}"
        for other in (said(welcome_page(words)), said(help_page(words))):
            assert other.count(line) == other.count(pitch) == 1
        assert text.count(pitch) == 1
    nothing = {"emoji": "", "game": "", "difficulty": "unknown", "minutes": 0, "short": 0, "first": "yes"}
    begin = words("now-game", **nothing, begin="yes").split("**")[-2]
    (line,) = [line for line in text.split("\n") if begin in line]
    assert words("bull-name") in line
    # People who have played need no advice, and choose the length of what they know.
    later = said(choose_game_page(NOW, words, {"bull"}))
    assert begin not in later
    first = words("now-game", **{**nothing, "short": find_game("bull").short_minutes}, begin="no").split(
        "· "
    )[1]
    assert first in line
    (line,) = [line for line in later.split("\n") if words("bull-name") in line]
    assert first not in line
    bull = find_game("bull")
    assert re.search(rf"{bull.short_minutes}\D+{bull.minutes}", line)


def test_game_without_figures_has_a_plain_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that states neither minutes nor difficulty is offered by its name and its pitch."""
    plain = find_game("bull").__class__(**{
        **{name: getattr(find_game("bull"), name) for name in ("rules", "presenter", "advise", "emoji")},
    })  # fmt: skip
    monkeypatch.setattr("bot.help.GAMES", (plain,))
    assert "🐂 **Porker Bull**\n" in said(choose_game_page(NOW, Localizer("en")))


async def play_now(stage: Stage, game: str) -> Any:
    """Have Alice tap *Play now* and the game; return the page of the private message."""
    page = (await stage.alice.slash(stage.channel, "help")).response
    which = (await stage.tap(stage.alice, page, "which", "now")).response
    await stage.alice.click(which, custom_id=f"b:now:{game}")
    await stage.env.advance_time(3)
    return which


async def skip_lesson(stage: Stage, page: Any, game: str) -> None:
    """Have Alice start her first game without the lesson."""
    await stage.alice.click(page, custom_id=f"b:now:{game}:short")
    await stage.env.advance_time(3)


async def test_first_game_is_short(stage: Stage) -> None:
    """A person's first game with computers may be short; before the next one they are asked again."""
    page = await play_now(stage, "bull")
    await skip_lesson(stage, page, "bull")
    first = stage.state.options
    assert (first["start"], first["end"]) == ("2", "first")
    people = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    await finished(stage.bot, stage.channel.guild.id, people, [1, 2], game="bull")
    assert await stage.bot.store.read(load_played_games, stage.alice.id) == {"bull"}
    page = await play_now(stage, "bull")
    assert len(stage.tables) == 1
    await stage.alice.click(page, custom_id=f"b:now:bull:{WHOLE}")
    await stage.env.advance_time(3)
    assert stage.tables[-1].state.options["start"] == "1"


@pytest.mark.parametrize("length", [SHORT, WHOLE])
@pytest.mark.parametrize("game", [game.id for game in GAMES if game.short_options])
async def test_another_game_may_be_short_or_whole(stage: Stage, game: str, length: str) -> None:
    """Before each later game with two lengths the person is asked, without the lesson."""
    people = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    await finished(stage.bot, stage.channel.guild.id, people, [1, 2], game=game)
    ways = [f"b:now:{game}:{each}" for each in (SHORT, WHOLE)]
    page = await play_now(stage, game)
    assert not stage.tables
    assert custom_ids(page) == ways
    await stage.alice.click(page, custom_id=f"b:now:{game}:{length}")
    await stage.env.advance_time(3)
    options = stage.state.options
    assert (dict(find_game(game).short_options).items() <= options.items()) == (length == SHORT)


@pytest.mark.parametrize("game", ["bull", "netsuzo"])
async def test_button_of_an_earlier_version_begins_the_game(stage: Stage, game: str) -> None:
    """Before, the button of a first game had the argument "first"."""
    page = await play_now(stage, game)
    await stage.forge(stage.alice, page, f"b:now:{game}:first")
    await stage.env.advance_time(3)
    assert dict(find_game(game).short_options).items() <= stage.state.options.items()


def beginning_labels(game: str, *, is_first: bool) -> list[str]:
    page = beginning_page(find_game(game), Localizer("en"), is_first=is_first)
    return [part.label for part in walk(page.components) if isinstance(part, Button)]


def test_buttons_before_a_game_have_its_lengths() -> None:
    """A first game has a button more, for the lesson. Netsuzo Poker has one length."""
    lengths = ["Short game · 5 min", "Whole game · 8 min"]
    assert beginning_labels("bull", is_first=True) == ["Lesson · 90 seconds", *lengths]
    assert beginning_labels("bull", is_first=False) == lengths
    assert beginning_labels("netsuzo", is_first=True) == ["Lesson · 90 seconds", "Play now · 6 min"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_page_before_three_cards_says_how_many_cards_its_lengths_have(language: str) -> None:
    game = find_game("trick3")
    page = beginning_page(game, Localizer(language), is_first=False)
    fits(page)
    numbers = {*re.findall(r"\d+", said(page))}
    for options in ({}, dict(game.short_options)):
        deck = find_deck(game.table_size, game.rules.fit_options(options, game.table_size))
        assert str(len(deck.cards) // game.table_size) in numbers


@pytest.mark.parametrize("game", [game.id for game in GAMES if game.short_options])
def test_short_first_game_saves_two_minutes(game: str) -> None:
    """Two lengths are offered only where the choice matters."""
    assert find_game(game).minutes - find_game(game).short_minutes >= 2


@pytest.mark.parametrize("game", [game.id for game in GAMES if game.lesson is not None])
async def test_lesson_is_offered_before_a_first_game(stage: Stage, game: str) -> None:
    """The lesson is offered once; skipping it is one tap. Who has finished such a game is not asked."""
    page = await play_now(stage, game)
    assert not stage.tables
    assert "90 seconds" in text_of_message(page)
    assert f"b:learn:{game}" in custom_ids(page)
    lesson = (await stage.alice.click(page, custom_id=f"b:learn:{game}")).response
    assert "lesson 1/" in text_of_message(lesson)
    await skip_lesson(stage, page, game)
    (table,) = stage.tables
    first = dict(find_game(game).short_options)
    assert {option: table.state.options[option] for option in first} == first


async def test_person_who_has_played_is_not_offered_the_lesson(stage: Stage) -> None:
    people = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob"), (stage.carol.id, "Carol")]
    await finished(stage.bot, stage.channel.guild.id, people, [1, 2, 3], game="tomoe")
    await play_now(stage, "tomoe")
    assert stage.tables[0].state.game.id == "tomoe"


@pytest.mark.parametrize(
    ("game", "language", "part"),
    [
        ("netsuzo", "en", "3 blue chips win"),
        ("netsuzo", "en", "Out of red chips, you’re out"),
        ("netsuzo", "ja", "青チップ3枚で勝ち"),
        ("lost", "en", "or an empty hand"),
        ("lost", "ja", "手札0で脱落"),
        ("lost", "en", "first one out loses, all others win"),
        ("lost", "ja", "最初の脱落者以外が勝ち"),
    ],
)
def test_aim_says_what_wins_and_what_loses(game: str, language: str, part: str) -> None:
    """The aim of a first game names the number of blue chips, and that an empty hand loses."""
    aim = aim_text(find_game(game), dict(find_game(game).short_options))
    assert part in Localizer(language)(aim)


async def test_aim_stands_on_the_first_screens(stage: Stage) -> None:
    """The lobby and the first decision of a first game say the aim; the second decision does not."""
    aim = Localizer("en")(aim_text(find_game("bull")))
    lobby = await stage.lobby("bull", 1)
    assert aim in text_of_message(lobby)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    await stage.env.advance_time(5)
    panel = await stage.open_panel(stage.alice)
    assert aim in text_of_message(panel)
    await stage.move(stage.legal_moves[0], 10)
    panel = await stage.open_panel(stage.alice)
    assert aim not in text_of_message(panel)


def test_aim_says_how_many_lost_rounds_end_a_game() -> None:
    """The number follows the rules: five losses, or four if hands grow from two cards."""
    words = Localizer("en")
    bull = find_game("bull")
    assert "loses five rounds is out" in words(aim_text(bull))
    assert "first to lose four rounds" in words(aim_text(bull, {"start": "2", "end": "first"}))
    assert "loses five rounds is out" in words(aim_text(bull, {"deal": "down", "start": "2"}))


def test_announcement_has_only_what_differs_from_the_usual() -> None:
    """Options that are off are left out, numbers and changes are not; signs behind names are explained."""
    state = undealt_table(find_game("bull"), ("Alice",), {"end": "first"}, computers=1).with_deal()
    printed = said(notice_page(state.snapshot, "en"))
    words = Localizer("en")
    assert words("bull-option-end") in printed
    assert words("bull-option-start") in printed
    assert words("bull-option-wild") not in printed
    assert words("computers-tempers-short") in printed


@pytest.mark.parametrize("game", [game.id for game in GAMES if game.lesson is not None])
async def test_first_join_among_friends_offers_the_lesson_once(stage: Stage, game: str) -> None:
    """*Join* updates the lobby by one tap; whom the game is new to is offered the lesson in private."""
    nina = stage.newcomer("Nina")
    lobby = await stage.lobby(game)
    tapped = await stage.tap(nina, lobby, "join")
    assert "Nina" in text_of_message(stage.channel.last_message)
    (offer,) = tapped.followups
    assert offer.ephemeral
    assert custom_ids(offer) == [f"b:learn:{game}"]
    assert Localizer("en")(aim_text(find_game(game))) in text_of_message(offer)
    # The lesson has no button for another table while its learner waits in a lobby.
    page = (await stage.tap(nina, offer, "learn")).response
    assert "lesson 1/" in text_of_message(page)
    for step in range(1, len(find_game(game).lesson.steps)):
        await stage.forge(nina, page, f"b:lesson:{game}:{step}.next")
    assert f"b:lesson:{game}:0.again" in custom_ids(page)
    assert not any(cid.startswith(("b:now:", "b:begin:")) for cid in custom_ids(page))
    # A person who leaves and joins again is not asked again.
    await stage.tap_more(nina, stage.channel.last_message, "leave", seconds=2)
    again = await stage.tap(nina, stage.channel.last_message, "join")
    assert not again.followups


async def test_lesson_is_not_offered_to_people_who_know_the_game(stage: Stage) -> None:
    """Who has finished such a game reads nothing; the lesson stays beside the rules on the lobby's *More*."""
    nina = stage.newcomer("Nina")
    people = [(stage.alice.id, "Alice"), (nina.id, "Nina"), (stage.carol.id, "Carol")]
    await finished(stage.bot, stage.channel.guild.id, people, [1, 2, 3], game="trick3")
    opened = await stage.alice.slash(stage.channel, "play", game="trick3")
    assert not opened.followups
    assert not (await stage.tap(nina, stage.channel.last_message, "join")).followups
    more = (await stage.more(nina, stage.channel.last_message)).response
    rules = custom_ids(more).index(f"b:rules:{stage.lobby_state.id}")
    assert custom_ids(more)[rules + 1] == "b:learn:trick3"


async def test_host_of_a_first_game_is_offered_the_lesson(stage: Stage) -> None:
    opened = await stage.newcomer("Nina").slash(stage.channel, "play", game="tomoe")
    assert [custom_ids(page) for page in opened.followups] == [["b:learn:tomoe"]]
    assert not opened.response.ephemeral
