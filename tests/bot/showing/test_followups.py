"""A table's messages go by the token of the tap that began it, while it lives, and then by the bot's."""

from __future__ import annotations

from bot.interactions.tokens import TOKEN_MS
from tests.bot.faults import Faults, unavailable
from tests.bot.people import Stage, said
from tests.bot.playing import MakeBot, kill, started


def with_token(stage: Stage, since: int) -> list[str]:
    """List what was asked with the bot's token."""
    asked = stage.env.http_requests[since:]
    return [f"{one.method} {one.path}" for one in asked if one.path.startswith("/channels")]


async def play(stage: Stage, seconds: float = 4) -> None:
    """Let whoever is to act make a move, without a panel; the next one is called."""
    assert stage.state.match is not None
    (seat,) = stage.state.acting(human=True)
    await stage.table.play(seat, str(stage.state.match.legal(seat)[0]))
    await stage.env.advance_time(seconds)


def assert_is_shown(stage: Stage) -> None:
    """The table shows itself, and calls whoever is to act."""
    assert stage.table.shown.mark == stage.state.mark
    call = next(m for m in stage.channel.history() if m.id == stage.table.shown.call_id)
    assert f"<@{stage.who_acts().id}>" in said(call)


async def test_a_game_asks_for_nothing_with_the_bots_token(stage: Stage) -> None:
    """From the lobby on: the table, its calls, what is edited and what is deleted."""
    since = len(stage.env.http_requests)
    await started(stage)
    for _ in range(4):
        await play(stage)
        assert_is_shown(stage)
    assert not with_token(stage, since)


async def test_when_the_token_ends_the_bots_own_is_used(stage: Stage) -> None:
    """Nothing is tried with one that is dead; the table goes on where it stands."""
    await started(stage)
    message_id = stage.table.shown.message_id
    await stage.env.advance_time(TOKEN_MS / 1000 + 1)
    since = len(stage.env.http_requests)
    await play(stage)
    assert_is_shown(stage)
    assert stage.table.shown.message_id == message_id
    assert with_token(stage, since)
    assert not [one.path for one in stage.env.http_requests[since:] if one.path.startswith("/webhooks")]


async def test_a_token_that_fails_is_used_no_more(stage: Stage) -> None:
    """One failure, and the bot's own does everything from then on."""
    await started(stage)
    Faults(stage.env).fail("PATCH /channels/*/messages/*", unavailable)
    await play(stage)
    await stage.env.advance_time(5)
    assert_is_shown(stage)
    since = len(stage.env.http_requests)
    await play(stage)
    assert_is_shown(stage)
    assert not [one.path for one in stage.env.http_requests[since:] if one.path.startswith("/webhooks")]


async def test_after_a_restart_no_token_is_known(stage: Stage, make_bot: MakeBot) -> None:
    """The table goes on where it stands."""
    await started(stage)
    await kill(stage, make_bot)
    await stage.env.advance_time(5)
    message_id, since = stage.table.shown.message_id, len(stage.env.http_requests)
    await play(stage)
    assert_is_shown(stage)
    assert stage.table.shown.message_id == message_id
    assert with_token(stage, since)


async def test_what_is_more_than_discord_takes_goes_by_the_bots_token(stage: Stage) -> None:
    """Thirty messages a minute by such a token into a channel; everybody is called all the same."""
    await started(stage)
    since = len(stage.env.http_requests)
    for _ in range(8):
        await play(stage, seconds=1.1)
        assert_is_shown(stage)
    sent = [one.path for one in stage.env.http_requests[since:] if one.method == "POST"]
    assert len(sent) == 8
    assert 1 <= sum(path.startswith("/channels") for path in sent) <= 6
