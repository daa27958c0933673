"""The person's own language for what is private, the server's for what is public."""

from __future__ import annotations

import re

import simcord

from bot.demo import speak
from tests.bot.people import Stage, said

KANA = re.compile("[ぁ-んァ-ヶ一-龠]")


async def test_a_japanese_server_reads_japanese(env: simcord.Env) -> None:
    """Lobby and table are in Japanese there; an English speaker's panel is in English."""
    stage = Stage(env, "ja")
    speak(env, {stage.alice.id: "en-GB", stage.bob.id: "ja"})
    message = await stage.lobby("tomoe")
    assert KANA.search(said(message))
    await stage.tap(stage.bob, message, "join")
    await stage.seat(stage.alice, stage.channel.last_message, "normal")
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    assert KANA.search(said(stage.table_message()))
    english = await stage.tap(stage.alice, stage.table_message(), "hand")
    japanese = await stage.tap(stage.bob, stage.table_message(), "hand")
    names = "|".join(re.escape(seat.name) for seat in stage.table.state.seats)
    assert not re.search("[ぁ-んァ-ヶ]", re.sub(names, "", said(english.response)))
    assert KANA.search(said(japanese.response))


async def test_refusals_are_in_the_language_of_who_is_refused(env: simcord.Env) -> None:
    """A kind no is private, so it speaks that person's language."""
    stage = Stage(env, "en-US")
    speak(env, {stage.bob.id: "ja"})
    await stage.lobby("bull")
    answer = await stage.bob.slash(stage.channel, "hand")
    assert KANA.search(said(answer.response))


async def test_commands_are_localised(stage: Stage) -> None:
    """Discord is told Japanese names and descriptions of every command and option."""
    sent = next(r for r in stage.env.http_requests if r.method == "PUT" and r.path.endswith("/commands"))
    assert isinstance(sent.json, list)
    for command in sent.json:
        assert KANA.search(command["name_localizations"]["ja"]), command["name"]
        assert KANA.search(command["description_localizations"]["ja"])
        for option in command.get("options", []):
            assert KANA.search(option["description_localizations"]["ja"])
