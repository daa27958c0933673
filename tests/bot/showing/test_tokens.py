"""By whose token what is said: public messages are the bot's own, whatever tap they answer."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

import pytest

from bot.wire.errors import INVALID_TOKEN, UNKNOWN_WEBHOOK
from bot.wire.exchange import TOKEN_MS
from bot.wire.messages import EPHEMERAL
from tests.bot.faults import EDITING, Faults, refusal
from tests.bot.people import Stage, raw_click
from tests.bot.playing import click_through, started


class Asked(NamedTuple):
    """A request: what it asks for, and what it says."""

    method: str
    path: str
    body: dict[str, Any]

    @property
    def is_follow_up(self) -> bool:
        return self.method == "POST" and self.path.startswith("/webhooks/")

    @property
    def is_private(self) -> bool:
        return bool(int(self.body.get("flags") or 0) & EPHEMERAL)


def overhear(stage: Stage) -> list[Asked]:
    """Note from now on what the bot asks of Discord."""
    asked: list[Asked] = []
    line: Any = stage.bot.line
    original = line.request

    async def request(method: str, path: str, body: bytes, *args: Any, **kwargs: Any) -> Any:
        asked.append(Asked(method, path, json.loads(body) if body else {}))
        return await original(method, path, body, *args, **kwargs)

    line.request = request
    return asked


async def nod(stage: Stage) -> None:
    """Tap the table's message, to go on with what is over already; nothing comes of it but its token."""
    raw_click(stage.alice, stage.table_message(), f"b:goon:{stage.table.id}:0")
    await stage.env.settle()


def edits(asked: list[Asked]) -> set[str]:
    """Tell by whose token the table's message was edited."""
    return {one.path.split("/")[1] for one in asked if one.method == "PATCH"}


async def test_nothing_is_said_in_public_by_a_private_taps_token(stage: Stage) -> None:
    """It would look broken to everybody: an answer to something that nobody else can see.

    A game is played in panels, and left by both in private, from the lobby to the result.
    """
    asked, rng = overhear(stage), random.Random(2)
    await started(stage)
    table = stage.table
    for _ in range(6):
        await click_through(stage, stage.who_acts(), rng)
        await stage.env.advance_time(4)
    for who in (stage.alice, stage.bob):
        await stage.resign(who)
    await stage.env.advance_time(5)
    assert table.state.is_closed
    assert not [one for one in asked if one.is_follow_up and not one.is_private]
    sent = [one for one in asked if one.method == "POST" and one.path.startswith("/channels/")]
    assert len(sent) >= 3  # the table, a call, the result


async def test_a_tap_on_the_table_lends_its_token_while_it_lives(stage: Stage) -> None:
    """It edits the message that was tapped, which counts for no channel; then the bot's own does."""
    await started(stage)
    message_id = stage.table.shown.message_id
    await nod(stage)
    asked = overhear(stage)
    await stage.play(seconds=4)
    await stage.env.advance_time(TOKEN_MS / 1000 - 60)
    await stage.play(seconds=4)
    assert edits(asked) == {"webhooks"}
    await stage.env.advance_time(60)
    asked.clear()
    await stage.play(seconds=4)
    assert edits(asked) == {"channels"}
    assert stage.table.shown.mark == stage.state.mark
    assert stage.table.shown.message_id == message_id


async def test_a_private_tap_lends_the_table_nothing(stage: Stage) -> None:
    """Its token edits the panel, and the bot's own the table."""
    await started(stage)
    who = stage.who_acts()
    asked = overhear(stage)
    await click_through(stage, who, random.Random(1))
    await stage.env.advance_time(4)
    public = [one for one in asked if one.path.endswith(f"/messages/{stage.table.shown.message_id}")]
    assert {one.path.split("/")[1] for one in public} == {"channels"}
    assert stage.table.shown.mark == stage.state.mark


@pytest.mark.parametrize("code", [INVALID_TOKEN, UNKNOWN_WEBHOOK])
async def test_a_token_that_discord_does_not_know_is_used_no_more(stage: Stage, code: int) -> None:
    """One try, and the bot's own goes on at once."""
    await started(stage)
    await nod(stage)
    asked = overhear(stage)
    rule = Faults(stage.env).fail(EDITING, lambda: refusal(401 if code == INVALID_TOKEN else 404, "", code))
    await stage.play(seconds=4)
    assert rule.met == 1
    assert edits(asked) == {"channels"}  # what failed did not get so far
    assert stage.table.shown.mark == stage.state.mark


async def test_a_tap_on_a_message_that_is_not_the_tables_any_more_lends_nothing(stage: Stage) -> None:
    """The table was brought to the bottom: it is edited where it stands now."""
    await started(stage)
    await nod(stage)
    await stage.bob.slash(stage.channel, "table")
    await stage.env.advance_time(4)
    asked = overhear(stage)
    await stage.play(seconds=4)
    assert edits(asked) == {"channels"}
    assert stage.table.shown.mark == stage.state.mark
