"""Tests of /help, /rules and the rules button, and of the lessons of /learn."""

from __future__ import annotations

import pytest

from bot import LANGUAGES
from bot.help import (
    _step_picture,
    endings_page,
    help_page,
    lesson_page,
    player_names,
    rules_page,
    step_text_key,
)
from bot.language import Localizer, rules_text
from bot.pages.phone import SCREEN, page_height
from bot.wire.components import StringSelect, walk
from games import GAMES, Game
from games.core.game import Lesson
from tests.bot.people import Stage, custom_ids, picture_descriptions, text_of_message
from tests.bot.rendering import on_wire
from tests.games.contract import every_game

TEXT_LIMIT = 4000


async def test_help_lists_every_game(stage: Stage) -> None:
    answer = await stage.alice.slash(stage.channel, "help")
    assert answer.response.ephemeral
    for game in GAMES:
        assert Localizer("en")(f"{game.id}-name") in text_of_message(answer.response)


async def test_lobby_and_table_have_a_rules_button(stage: Stage) -> None:
    """The button exists before and after the start, also for spectators."""
    lobby = await stage.lobby("bull", 1)
    before = await stage.tap_more(stage.carol, lobby, "rules")
    await stage.tap(stage.alice, stage.channel.last_message, "start", seconds=2)
    after = await stage.tap(stage.carol, stage.table_message(), "rules")
    assert before.response.ephemeral
    assert after.response.ephemeral
    assert text_of_message(before.response) == text_of_message(after.response)
    assert "Porker Bull" in text_of_message(before.response)


BEGINNING = 700
"""The height of the first page: a few lines, a picture and buttons, read with one scroll."""


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
async def test_every_rules_chapter_fits_into_a_message(game: Game, language: str) -> None:
    """Rules are split into chapters that fit on a phone, and nothing is cut."""
    words = Localizer(language)
    rules = await rules_page(game.id, words)
    assert len(rules.files) == 1
    (menu,) = [part for part in walk(rules.components) if isinstance(part, StringSelect)]
    pages = [await rules_page(game.id, words, int(option.value)) for option in menu.options[:-1]]
    all_text = "".join(
        part["content"] for page in (rules, *pages) for part in on_wire(page) if "content" in part
    )
    assert all(line in all_text for line in rules_text(game.id, language).split("\n"))
    for page in pages:
        assert page_height(page) <= SCREEN, page.encoded
    assert page_height(rules) <= BEGINNING
    for page in (help_page(words), help_page(words, is_direct=True), rules, *pages):
        text = [part["content"] for part in on_wire(page) if "content" in part]
        assert sum(map(len, text)) <= TEXT_LIMIT
        assert not any(part.endswith("…") for part in text)


@pytest.mark.parametrize(("language", "heading"), [("en", "**In five lines:**"), ("ja", "**まずは5行で:**")])
@every_game
def test_rules_of_every_game_begin_with_the_same_heading_and_five_lines(
    game: Game, language: str, heading: str
) -> None:
    """Below the game's name, the rules have a heading and five numbered lines."""
    _, second, *lines = rules_text(game.id, language).split("\n")[:8]
    assert [second, *[line[:2] for line in lines]] == [heading, "1.", "2.", "3.", "4.", "5.", ""], (
        f"the second line of {language}/{game.id}-rules.md is {heading}, and five numbered lines follow"
    )


async def test_chapter_menu_changes_the_same_message(stage: Stage) -> None:
    """The menu shows another chapter in the same message; an unknown chapter is refused."""
    rules = (await stage.alice.slash(stage.channel, "rules", game="lost")).response
    before = text_of_message(rules)
    await stage.choose(stage.alice, rules, "chapter", ["4"])
    assert "The joker" in text_of_message(rules)
    assert text_of_message(rules) != before


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_way_to_end_a_game_has_a_paragraph(language: str) -> None:
    """Each way has a paragraph that begins with its name, without a table or cuts."""
    page_text = str(on_wire(endings_page(Localizer(language))))
    ways = [line for line in rules_text("endings", language).split("\n\n") if line.startswith("**")]
    assert len(ways) >= 12
    assert not [way for way in ways if way.split("**")[1] not in page_text.replace("\\n", "\n")]
    assert "…" not in page_text
    assert "|" not in rules_text("endings", language)


# --- /learn -----------------------------------------------------------------------------------------------


TAUGHT = [pytest.param(game, game.lesson, id=game.id) for game in GAMES if game.lesson is not None]
each_lesson = pytest.mark.parametrize(("game", "lesson"), TAUGHT)


@each_lesson
async def test_lesson_leads_step_by_step_to_a_lobby(stage: Stage, game: Game, lesson: Lesson) -> None:
    """Wrong moves are explained, the right one goes on, and at the end a lobby can be opened."""
    panel = (await stage.alice.slash(stage.channel, "learn", game=game.id)).response
    assert panel.ephemeral
    for number, step in enumerate(lesson.steps):
        assert f"lesson {number + 1}/{len(lesson.steps)}" in text_of_message(panel)
        tries = [cid for cid in custom_ids(panel) if cid.startswith(f"b:lesson:{game.id}:")]
        wrong = [cid for cid in tries if cid.rpartition(".")[2].isdecimal()]
        assert len(wrong) == sum(not attempt.is_right for attempt in step.offered_moves)
        before = text_of_message(panel)
        for cid in wrong:
            await stage.alice.click(panel, custom_id=cid)
            # The question stays beside the comment.
            assert before.strip().rpartition("\n")[2] in text_of_message(panel)
        if number + 1 < len(lesson.steps):
            way = "go" if step.offered_moves else "next"
            await stage.alice.click(panel, custom_id=f"b:lesson:{game.id}:{number + 1}.{way}")
    await stage.alice.click(panel, label="Open a lobby")
    assert stage.lobby_state.game.id == game.id


@pytest.mark.parametrize("language", ["en", "ja"])
@each_lesson
def test_every_lesson_step_and_wrong_answer_has_a_text(game: Game, lesson: Lesson, language: str) -> None:
    """All texts fit on a phone, also after a wrong answer, and shared cards appear in the picture once."""
    words = Localizer(language)
    for number, step in enumerate(lesson.steps):
        assert words.has(step_text_key(game, step))
        for index, attempt in enumerate(step.offered_moves):
            assert words.has(f"{step_text_key(game, step)}-{index + 1}") == (not attempt.is_right)
        for tried in (
            None,
            *[index for index, attempt in enumerate(step.offered_moves) if not attempt.is_right],
        ):
            page = lesson_page(game, lesson, number, tried, words, may_play=True)
            assert page_height(page) <= SCREEN, (step.name, tried)
            assert sum(len(getattr(part, "content", "")) for part in walk(page.components)) < 4000
            assert len(on_wire(page)) <= 40
            assert page.files
        board = _step_picture(game, lesson.match(game.rules, number), is_text_only=not step.offered_moves)
        titles = [] if board is None else [row.title for row in board.rows]
        assert all(titles.count(title) == 1 for title in titles), titles
    assert len(set(player_names(lesson, words))) == lesson.seats


async def test_rules_page_links_to_the_lesson(stage: Stage) -> None:
    rules = (await stage.alice.slash(stage.channel, "rules", game="bull")).response
    panel = (await stage.alice.click(rules, label="Learn it")).response
    assert "lesson 1/" in text_of_message(panel)
    assert "lesson" not in text_of_message(rules)


async def test_unknown_lessons_and_steps_are_refused(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unknown steps in custom ids, and lessons of games without one, are refused."""
    panel = (await stage.alice.slash(stage.channel, "learn", game="bull")).response
    before = text_of_message(panel)
    for arg in ("99", "1.9", "x", "0.-1", ""):
        await stage.forge(stage.alice, panel, f"b:lesson:bull:{arg}")
        assert text_of_message(panel) == before, arg
    monkeypatch.setattr("bot.help.GAMES", ())
    answer = (await stage.alice.slash(stage.channel, "learn", game="bull")).response
    assert "no lesson" in text_of_message(answer)
    assert not custom_ids(answer)


async def test_picture_of_a_question_does_not_reveal_the_answer(stage: Stage) -> None:
    """In the question which card wins, the picture has no captions with the answer."""
    panel = (await stage.alice.slash(stage.channel, "learn", game="tomoe")).response
    await stage.alice.click(panel, custom_id="b:lesson:tomoe:1.next")
    assert "wins" not in picture_descriptions(panel)
    assert "loses" not in picture_descriptions(panel)
