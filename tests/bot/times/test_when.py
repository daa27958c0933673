"""Tests of the parameter ``when`` through Discord: what is understood is shown while people type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot import when
from storage.rows import GuildSettings
from storage.servers import save_settings
from tests.bot.people import Stage, text_of_message

pytestmark = pytest.mark.usefixtures("rare_beats")


async def offered(stage: Stage, typed: str, command: str = "play") -> dict[str, str]:
    """Return the choices that are offered for a typed text: values by name."""
    choices = await stage.alice.autocomplete(stage.channel, command, "when", typed, game="bull")
    return {choice["name"]: choice["value"] for choice in choices}


async def test_meaning_is_shown_while_typing(stage: Stage) -> None:
    """A typed time is completed by its weekday, date, time and zone; a weekly one says so."""
    for command in ("play", "tournament"):
        (name,) = await offered(stage, "friday 20:00", command)
        assert name.startswith("Fri, ")
        assert name.endswith(", 20:00 (UTC)")
    (name,) = await offered(stage, "fridays 20:00")
    assert name.startswith("Every week, first Fri, ")


async def test_unclear_time_can_be_chosen(stage: Stage) -> None:
    """For an unclear text its meanings are offered; the chosen one opens the lobby at exactly that time."""
    refused = await stage.alice.slash(stage.channel, "play", game="bull", when="friday 8")
    assert "That can mean <t:" in text_of_message(refused.response)
    morning, evening = (await offered(stage, "friday 8")).items()
    assert morning[0].endswith(", 08:00 (UTC)")
    assert evening[0].endswith(", 20:00 (UTC)")
    await stage.alice.slash(stage.channel, "play", game="bull", when=evening[1])
    assert evening[1] in text_of_message(stage.channel.last_message)


async def test_reason_is_shown_while_typing(stage: Stage) -> None:
    """A text that is refused is completed by the reason."""
    (name,) = await offered(stage, "tomorrow")
    assert name.startswith("At what time?")
    assert not await offered(stage, "at " * 40)


async def test_examples_are_offered_before_typing(stage: Stage) -> None:
    """Before anything is typed, times are offered with what they mean now."""
    examples = await offered(stage, "")
    assert "in 30 minutes" in examples.values()
    assert all(name.endswith("(UTC)") for name in examples)


async def test_completion_is_in_the_language_and_zone_of_the_server(stage: Stage) -> None:
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, time_zone="Asia/Tokyo"))
    (name,) = await offered(stage, "friday 20:00")
    assert name.endswith(", 20:00 (Asia/Tokyo)")


async def test_typed_time_stamp_opens_a_lobby(stage: Stage) -> None:
    """A time stamp, which Discord's clients write after ``@time``, is a time."""
    at = stage.bot.clock.now_ms() // 1000 + 7200
    await stage.alice.slash(stage.channel, "play", game="bull", when=f"<t:{at}:R>")
    lobby_text = text_of_message(stage.channel.last_message)
    assert f"<t:{at}:F>" in lobby_text
    assert f"<t:{at}:R>" in lobby_text


def take_the_first_meaning(patch: pytest.MonkeyPatch) -> None:
    """Make the bot guess the first meaning of an unclear text."""

    def guess(*given: Any) -> Any:
        return when.possible_times(*given)[0]

    patch.setattr(when, "read_when", guess)


@pytest.mark.parametrize("mutate", [take_the_first_meaning])
async def test_guessing_is_noticed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, mutate: Callable[[pytest.MonkeyPatch], None]
) -> None:
    """The test of unclear times fails if the bot guesses."""
    mutate(monkeypatch)
    with pytest.raises(AssertionError):
        await test_unclear_time_can_be_chosen(stage)
