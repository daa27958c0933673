"""Tests of ``tefuda emoji`` and of the requests about emoji, over HTTP."""

from __future__ import annotations

import pytest

from bot.administration.running import upload_emoji
from bot.pictures.emoji import BACK_DRAWING, EmojiFile, emoji_file
from tests.wire.requests import API
from tests.wire.standin import TOKEN, StandIn
from tests.wire.world import APPLICATION


async def test_command_uploads_what_is_missing(standin: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command uploads an emoji that the application lacks, once."""
    file = emoji_file(BACK_DRAWING)

    async def draw_all() -> list[EmojiFile]:
        return [file]

    monkeypatch.setattr("bot.emoji.draw_all", draw_all)
    report = await upload_emoji(TOKEN, APPLICATION, standin.url + API)
    assert (report.uploaded, report.deleted, report.refusal) == (1, 0, None)
    assert [emoji["name"] for emoji in standin.world.emoji.values()] == [file.name]
    again = await upload_emoji(TOKEN, APPLICATION, standin.url + API)
    assert (again.uploaded, len(again.emoji)) == (0, 1)
