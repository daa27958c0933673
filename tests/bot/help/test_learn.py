"""/learn: a prepared game in private, with one's own taps."""

from __future__ import annotations

import pytest

from bot.help.lesson_view import _board, learners, lesson_page, text_key
from bot.language.localizer import Localizer
from bot.wire.components import walk
from games import GAMES, Game
from games.core.lessons import Lesson
from tests.bot.pages import on_wire
from tests.bot.people import Stage, custom_ids, parts, raw_click, said

TAUGHT = [pytest.param(game, game.lesson, id=game.id) for game in GAMES if game.lesson is not None]
each_lesson = pytest.mark.parametrize(("game", "lesson"), TAUGHT)


@each_lesson
async def test_a_lesson_is_tapped_through_to_a_lobby(stage: Stage, game: Game, lesson: Lesson) -> None:
    """Each try that is not right is explained, the right one goes on, and at the end there is a table."""
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
@each_lesson
def test_every_step_and_every_try_has_its_words(game: Game, lesson: Lesson, language: str) -> None:
    """Within what a message may hold; what is in both table and hand stands in their one picture once."""
    words = Localizer(language)
    for number, step in enumerate(lesson.steps):
        assert words.has(text_key(game, step))
        for index, one in enumerate(step.tries):
            assert words.has(f"{text_key(game, step)}-{index + 1}") == (not one.is_right)
        tried = next((index for index, one in enumerate(step.tries) if not one.is_right), None)
        page = lesson_page(game, lesson, number, tried, words, may_play=True)
        assert sum(len(getattr(part, "content", "")) for part in walk(page.components)) < 4000
        assert len(on_wire(page)) <= 40
        assert page.files
        board = _board(game, lesson.match(game.rules, number), is_read=not step.tries)
        titles = [] if board is None else [row.title for row in board.rows]
        assert all(titles.count(title) == 1 for title in titles), titles
    assert len(set(learners(lesson, words))) == lesson.seats


async def test_the_rules_lead_to_the_lesson(stage: Stage) -> None:
    rules = (await stage.alice.slash(stage.channel, "rules", game="bull")).response
    panel = (await stage.alice.click(rules, label="Learn it")).response
    assert "lesson 1/" in said(panel)
    assert "lesson" not in said(rules)


async def test_what_is_not_there_is_refused(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps, since custom ids are not trusted; and the lesson of a game that has none."""
    panel = (await stage.alice.slash(stage.channel, "learn", game="bull")).response
    before = said(panel)
    for arg in ("99", "1.9", "x", "0.-1", ""):
        raw_click(stage.alice, panel, f"b:lesson:bull:{arg}")
        await stage.env.settle()
        assert said(panel) == before, arg
    monkeypatch.setattr("bot.help.actions.GAMES", ())
    answer = (await stage.alice.slash(stage.channel, "learn", game="bull")).response
    assert "no lesson" in said(answer)
    assert not custom_ids(answer)


async def test_a_question_is_not_answered_by_its_own_picture(stage: Stage) -> None:
    """Which card wins is asked; the panel of a game would print it under each."""
    panel = (await stage.alice.slash(stage.channel, "learn", game="tomoe")).response
    await stage.alice.click(panel, custom_id="b:lesson:tomoe:1.next")
    described = " ".join(item["description"] for part in parts(panel) for item in part.get("items", ()))
    assert "wins" not in described
    assert "loses" not in described
