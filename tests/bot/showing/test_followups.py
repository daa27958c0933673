"""A table's messages go by the newest living token of a tap there, and by the bot's where there is none."""

from __future__ import annotations

import pytest
from bot.interactions.tokens import TOKEN_MS
from bot.showing.followups import FollowUps
from bot.showing.messages import Post

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


async def play_tapping(stage: Stage, minutes: int, seconds: float = 30) -> None:
    """Let whoever is to act open their hand and play, again and again."""
    for _ in range(int(60 * minutes / seconds)):
        await stage.tap(stage.who_acts(), stage.table_message(), "hand")
        await play(stage, seconds)


async def play_long(stage: Stage) -> list[str]:
    """Play for longer than two tokens live; list what was asked with the bot's token."""
    since = len(stage.env.http_requests)
    await started(stage)
    await play_tapping(stage, 32)
    assert stage.state.is_playing
    return with_token(stage, since)


async def test_every_tap_brings_a_new_token(stage: Stage) -> None:
    """However long a game lasts, nothing is asked with the bot's token, and everybody sees all of it."""
    assert not await play_long(stage)
    assert stage.table.shown.mark == stage.state.mark
    shown = [
        stage.table_message(),
        *(m for m in stage.channel.history() if m.id == stage.table.shown.call_id),
    ]
    assert not any(message.flags.ephemeral for message in shown)
    mine = [m for m in stage.channel.history() if not m.flags.ephemeral]
    assert len(mine) <= 3  # the notice, the table, a call: what was sent anew is deleted


@pytest.mark.parametrize("what", ["no new token", "no renewal"])
async def test_who_does_not_use_new_tokens_is_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Then the bot's own is used as soon as the first one is dead."""
    if what == "no renewal":
        monkeypatch.setattr(Post, "is_to_be_renewed", lambda post, message_id: False)
    else:
        take = FollowUps.take
        monkeypatch.setattr(FollowUps, "take", lambda known, *args: known._voices or take(known, *args))
    assert len(await play_long(stage)) > 20


async def test_where_plays_are_slow_the_table_stands_where_it_is(stage: Stage) -> None:
    """It is edited in place, with the bot's token if need be; calls go by the newest tap's."""
    await started(stage)
    message_id = stage.table.shown.message_id
    await play_tapping(stage, 12, seconds=120)
    since = len(stage.env.http_requests)
    await play_tapping(stage, 16, seconds=240)
    assert stage.table.shown.message_id == message_id
    assert {path.split()[0] for path in with_token(stage, since)} == {"PATCH"}


async def test_a_tap_elsewhere_says_nothing_here(stage: Stage) -> None:
    """A follow-up stands where its tap was; a hand opened in another channel is of no use to the table."""
    await started(stage)
    await stage.env.advance_time(TOKEN_MS / 1000 + 1)
    elsewhere = stage.guild.create_text_channel("elsewhere")
    await stage.who_acts().slash(elsewhere, "hand")
    since = len(stage.env.http_requests)
    await play(stage, 60)
    assert_is_shown(stage)
    assert [path for path in with_token(stage, since) if path.startswith("POST")]
    assert not [m for m in elsewhere.history() if not m.flags.ephemeral]


async def test_after_a_restart_a_tap_is_enough(stage: Stage, make_bot: MakeBot) -> None:
    """Where plays come quickly the table is sent anew, once; then the bot's token is not needed any more."""
    await started(stage)
    await kill(stage, make_bot)
    await stage.env.advance_time(5)
    before = stage.table.shown.message_id
    await play_tapping(stage, 2)
    message_id, since = stage.table.shown.message_id, len(stage.env.http_requests)
    assert message_id != before
    await play_tapping(stage, 5)
    assert stage.table.shown.message_id == message_id
    assert not with_token(stage, since)


async def test_after_a_failure_other_tokens_rest_too(stage: Stage) -> None:
    """What is wrong with one may be wrong with all: they are tried again when that one would be dead."""
    await started(stage)
    Faults(stage.env).fail("PATCH /channels/*/messages/*", unavailable)
    await play(stage)
    since = len(stage.env.http_requests)
    await play_tapping(stage, 10)
    asked = with_token(stage, since)
    assert len(asked) >= 20
    await play_tapping(stage, 6)
    since = len(stage.env.http_requests)
    await play_tapping(stage, 5)
    assert not with_token(stage, since)
