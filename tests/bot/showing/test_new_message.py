"""Tests that adding a kind of public message takes only a text, a page and an entry in ``POSTS``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot import interactions
from bot.language import catalogue
from bot.pages.people import people_localizer
from bot.pages.table import hand_button
from bot.showing import desired
from bot.showing.desired import POSTS, Post
from bot.tables.snapshot import Snapshot
from bot.wire.components import button_rows, text_display
from bot.wire.messages import Page, framed
from tests.bot.people import Stage, text_of_message
from tests.bot.playing import MakeBot, kill


def made_up_page(snapshot: Snapshot, language: str) -> Page:
    """Return a page with the number of moves so far."""
    words = people_localizer(snapshot, language)
    line = text_display(words("made-up", times=snapshot.seq))
    return framed(line, button_rows([hand_button(snapshot.id, words)]), accent=interactions.QUIET)


MADE_UP = Post("made-up", lambda state: str(state.seq) if state.is_playing else None, made_up_page)


@pytest.fixture
def stage(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Stage:
    monkeypatch.setattr(desired, "POSTS", (*POSTS, MADE_UP))
    format_known = catalogue("en").format

    def format_text(key: str, args: Mapping[str, Any] | None = None) -> str:
        return f"{(args or {})['times']} times." if key == "made-up" else format_known(key, args)

    monkeypatch.setattr(catalogue("en"), "format", format_text)
    return stage


def made_up(stage: Stage) -> list[Any]:
    return [message for message in stage.channel.history() if text_of_message(message).endswith(" times.")]


async def test_message_is_sent_edited_and_deleted(stage: Stage, make_bot: MakeBot) -> None:
    """The message is sent at the start, edited after moves and a restart, and deleted at the end."""
    await stage.lobby()
    assert not made_up(stage)
    await stage.start_game(stage.bob)
    await stage.env.advance_time(9)
    (first,) = made_up(stage)
    assert text_of_message(first) == f"{stage.state.seq} times."
    await stage.play("call single 5", 9)
    await kill(stage, make_bot, seconds=9)
    await stage.play("challenge", 30)
    (edited,) = made_up(stage)
    assert (edited.id, text_of_message(edited)) == (first.id, f"{stage.state.seq} times.")
    table = stage.table
    while not table.state.is_closed:
        await stage.play(stage.legal_moves[-1], 30)
    await stage.env.advance_time(60)
    assert table.sent_row.settled
    assert not made_up(stage)


async def test_deleted_message_is_sent_again_once(stage: Stage) -> None:
    """After the message is deleted in Discord, later moves send one new message."""
    await stage.start_two()
    await stage.env.advance_time(9)
    (first,) = made_up(stage)
    await stage.bot.http.delete_message(stage.channel.id, first.id)
    await stage.play("call single 5", 20)
    await stage.play("challenge", 60)
    (second,) = made_up(stage)
    assert second.id != first.id
    assert text_of_message(second) == f"{stage.state.seq} times."
