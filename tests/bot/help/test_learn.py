"""/learn: a prepared game in private, with one's own taps."""

from __future__ import annotations

import pytest

from bot.help.lesson_view import _board, learners, lesson_page, text_key
from bot.language.localizer import Localizer
from games import GAMES, Game
from tests.bot.pages import on_wire
from tests.bot.people import Stage, custom_ids, parts, raw_click, said

TAUGHT = [pytest.param(game, id=game.id) for game in GAMES if game.lesson is not None]


@pytest.mark.parametrize("game", TAUGHT)
async def test_a_lesson_is_tapped_through_to_a_lobby(stage: Stage, game: Game) -> None:
    """Each try that is not right is explained, the right one goes on, and at the end there is a table."""
    lesson = game.lesson
    assert lesson is not None
    panel = (await stage.alice.slash(stage.channel, "learn", game=game.id)).response
    assert panel.ephemeral
    for number, step in enumerate(lesson.steps):
        assert f"lesson {number + 1}/{len(lesson.steps)}" in said(panel)
        tries = [cid for cid in custom_ids(panel) if cid.startswith(f"b:lesson:{game.id}:")]
        wrong = [cid for cid in tries if cid.rpartition(".")[2].isdecimal()]
        assert len(wrong) == sum(not one.is_right for one in step.tries)
        before = said(panel)
        for cid in wrong:
            await stage.alice.click(panel, custom_id=cid)
            assert "↩️" in said(panel)
            assert before.split("\n")[0] in said(panel)
        if number + 1 < len(lesson.steps):
            way = "go" if step.tries else "next"
            await stage.alice.click(panel, custom_id=f"b:lesson:{game.id}:{number + 1}.{way}")
    await stage.alice.click(panel, label="Open a lobby")
    assert stage.opened.game.id == game.id


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", TAUGHT)
def test_every_step_and_every_try_has_its_words(game: Game, language: str) -> None:
    """In both languages, all of it within what a message may hold."""
    words = Localizer(language)
    lesson = game.lesson
    assert lesson is not None
    for number, step in enumerate(lesson.steps):
        assert words.has(text_key(game, step))
        for index, one in enumerate(step.tries):
            assert words.has(f"{text_key(game, step)}-{index + 1}") == (not one.is_right)
        tried = next((index for index, one in enumerate(step.tries) if not one.is_right), None)
        page = lesson_page(game, lesson, number, tried, words, may_play=True)
        assert page.length < 4000
        assert len(on_wire(page)) <= 40
        assert page.files
    assert len(set(learners(lesson, words))) == lesson.seats


async def test_the_rules_lead_to_the_lesson(stage: Stage) -> None:
    """A button under the rules; the rules stay where they are."""
    rules = (await stage.alice.slash(stage.channel, "rules", game="bull")).response
    panel = (await stage.alice.click(rules, label="Learn it")).response
    assert "lesson 1/" in said(panel)
    assert "lesson" not in said(rules)


async def test_steps_that_are_not_there_are_refused(stage: Stage) -> None:
    """Custom ids are not trusted."""
    panel = (await stage.alice.slash(stage.channel, "learn", game="bull")).response
    before = said(panel)
    for arg in ("99", "1.9", "x", "0.-1", ""):
        raw_click(stage.alice, panel, f"b:lesson:bull:{arg}")
        await stage.env.settle()
        assert said(panel) == before, arg


async def test_a_game_without_a_lesson_says_so(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rules are still there to be read."""
    monkeypatch.setattr("bot.help.actions.GAMES", ())
    answer = (await stage.alice.slash(stage.channel, "learn", game="bull")).response
    assert "no lesson" in said(answer)
    assert not custom_ids(answer)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_picture_of_a_lesson_shows_nothing_twice(game: Game) -> None:
    """Table and hand are one picture there: what is in both stands in it once."""
    lesson = game.lesson
    assert lesson is not None
    for number, step in enumerate(lesson.steps):
        board = _board(game, lesson.match(game.rules, number), is_read=not step.tries)
        titles = [] if board is None else [row.title for row in board.rows]
        assert all(titles.count(title) == 1 for title in titles), titles


async def test_a_question_is_not_answered_by_its_own_picture(stage: Stage) -> None:
    """Which card wins is asked; the panel of a game would print it under each."""
    panel = (await stage.alice.slash(stage.channel, "learn", game="tomoe")).response
    await stage.alice.click(panel, custom_id="b:lesson:tomoe:1.next")
    described = " ".join(item["description"] for part in parts(panel) for item in part.get("items", ()))
    assert "wins" not in described
    assert "loses" not in described
