"""By whose token what is said: public messages are the bot's own, whatever tap they answer."""

from __future__ import annotations

import random

import pytest

from bot.wire.errors import INVALID_TOKEN, UNKNOWN_WEBHOOK
from bot.wire.exchange import TOKEN_MS
from bot.wire.messages import EPHEMERAL
from tests.bot.faults import EDITING, Faults, refusal
from tests.bot.people import Stage
from tests.bot.playing import click_through


async def nod(stage: Stage) -> None:
    """Tap the table's message, to go on with what is over already; nothing comes of it but its token."""
    await stage.forge(stage.alice, stage.table_message(), f"b:goon:{stage.table.id}:0")


async def edited_by(stage: Stage) -> set[str]:
    """Play on, and tell by whose token the table's message is edited then."""
    before = len(stage.env.http_requests)
    await stage.play(seconds=4)
    assert stage.table.shown.mark == stage.state.mark
    asked = stage.env.http_requests[before:]
    return {one.path.split("/")[1] for one in asked if one.method == "PATCH"}


async def test_nothing_is_said_in_public_by_a_private_taps_token(stage: Stage) -> None:
    """It would look broken to everybody: an answer to something that nobody else can see.

    A game is played in panels, and left by both in private, from the lobby to the result.
    """
    rng = random.Random(2)
    await stage.two()
    table = stage.table
    for _ in range(6):
        await click_through(stage, stage.who_acts(), rng)
        await stage.env.advance_time(4)
    for who in (stage.alice, stage.bob):
        await stage.resign(who)
    await stage.env.advance_time(5)
    assert table.state.is_closed
    posted = [one for one in stage.env.http_requests if one.method == "POST"]
    follow_ups = [one.json for one in posted if one.path.startswith("/webhooks/")]
    assert not [said for said in follow_ups if not int(said.get("flags") or 0) & EPHEMERAL]
    assert sum(one.path.startswith("/channels/") for one in posted) >= 3  # the table, a call, the result


async def test_a_tap_on_the_table_lends_its_token_while_it_lives(stage: Stage) -> None:
    """It edits the message that was tapped, which counts for no channel; then the bot's own does."""
    await stage.two()
    message_id = stage.table.shown.message_id
    await nod(stage)
    assert await edited_by(stage) == {"webhooks"}
    await stage.env.advance_time(TOKEN_MS / 1000 - 60)
    assert await edited_by(stage) == {"webhooks"}
    await stage.env.advance_time(60)
    assert await edited_by(stage) == {"channels"}
    assert stage.table.shown.message_id == message_id


async def test_a_private_tap_lends_the_table_nothing(stage: Stage) -> None:
    """Its token edits the panel, and the bot's own the table."""
    await stage.two()
    before = len(stage.env.http_requests)
    await click_through(stage, stage.who_acts(), random.Random(1))
    await stage.env.advance_time(4)
    asked = [one.path for one in stage.env.http_requests[before:]]
    public = [path for path in asked if path.endswith(f"/messages/{stage.table.shown.message_id}")]
    assert {path.split("/")[1] for path in public} == {"channels"}
    assert stage.table.shown.mark == stage.state.mark


@pytest.mark.parametrize("code", [INVALID_TOKEN, UNKNOWN_WEBHOOK])
async def test_a_token_that_discord_does_not_know_is_used_no_more(stage: Stage, code: int) -> None:
    """One try, and the bot's own goes on at once."""
    await stage.two()
    await nod(stage)
    rule = Faults(stage.env).fail(EDITING, lambda: refusal(401 if code == INVALID_TOKEN else 404, "", code))
    assert await edited_by(stage) == {"channels"}  # what failed did not get so far
    assert rule.met == 1


async def test_a_tap_on_a_message_that_is_not_the_tables_any_more_lends_nothing(stage: Stage) -> None:
    """The table was brought to the bottom: it is edited where it stands now."""
    await stage.two()
    await nod(stage)
    await stage.bob.slash(stage.channel, "table")
    await stage.env.advance_time(4)
    assert await edited_by(stage) == {"channels"}
