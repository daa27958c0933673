"""Tests of the answer to people who write to the bot in a direct message."""

from __future__ import annotations

from typing import Any

import pytest

from bot.clock import Clock
from bot.greeting import Greeter, greeting_page
from bot.language import Localizer
from bot.pages.phone import SCREEN, page_height
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.rendering import fits
from tests.promises import BETWEEN_GREETINGS_MS, MOST_REMEMBERED


@pytest.fixture
def dora(stage: Stage) -> Any:
    """Return a person who shares no server with the bot."""
    return stage.env.create_user("dora", global_name="Dora")


def answers(dora: Any) -> list[Any]:
    return [message for message in dora.dm_channel.history() if custom_ids(message)]


@pytest.mark.parametrize(("greeting", "language"), [("hello", "en"), ("遊びたい", "ja")])
async def test_hello_gets_an_answer_that_helps(stage: Stage, dora: Any, greeting: str, language: str) -> None:
    """A person who writes to the bot gets a greeting in their language, and plays by its button."""
    words = Localizer(language)
    await dora.send_dm(greeting)
    await stage.env.advance_time(1)
    (answer,) = answers(dora)
    assert words("help-now") in text_of_message(answer)
    which = (await dora.click(answer, label=words("help-now"))).response
    await dora.click(which, custom_id="b:now:bull")
    await dora.click(which, custom_id="b:now:bull:short")  # without the lesson
    await stage.env.advance_time(3)
    assert stage.state.game.id == "bull"


async def test_person_who_writes_much_gets_one_answer(stage: Stage, dora: Any) -> None:
    """Within ten minutes a person gets one answer; later another one. Messages on servers get none."""
    for _ in range(5):
        await dora.send_dm("hello")
        await stage.env.advance_time(1)
    assert len(answers(dora)) == 1
    await stage.env.advance_time(BETWEEN_GREETINGS_MS / 1000)
    await dora.send_dm("hello")
    await stage.env.advance_time(1)
    assert len(answers(dora)) == 2
    before = len([*stage.channel.history()])
    await stage.alice.send(stage.channel, "hello")
    await stage.env.advance_time(1)
    assert len([*stage.channel.history()]) == before + 1


def test_number_of_answers_is_limited() -> None:
    greeter = Greeter(Clock())
    assert all(greeter.may_answer(number) for number in range(MOST_REMEMBERED))
    assert not greeter.may_answer(MOST_REMEMBERED)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_greeting_fits_on_a_phone(language: str) -> None:
    page = greeting_page(Localizer(language))
    fits(page)
    assert page_height(page) <= SCREEN


@pytest.mark.mutants
async def test_missing_limit_would_be_noticed(
    stage: Stage, dora: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Greeter, "may_answer", lambda self, user_id: True)
    with pytest.raises(AssertionError):
        await test_person_who_writes_much_gets_one_answer(stage, dora)
