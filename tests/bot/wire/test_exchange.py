"""Tests of answers to one interaction: each is sent once, and later messages are follow-ups."""

from __future__ import annotations

from typing import Any

import pytest

from bot.wire.components import text_display
from bot.wire.errors import ALREADY_ANSWERED, UNKNOWN_INTERACTION, NoAnswer, RateLimited, RequestRejected
from bot.wire.exchange import TRIES, Exchange, Token, edit_by
from bot.wire.messages import COMPONENTS_V2, EPHEMERAL, SentMessage, StoredPicture, framed
from bot.wire.pings import PingReason, Pings
from bot.wire.transport import CallbackType, HttpResponse
from tests.bot.wire.connections import (
    APPLICATION,
    FakeConnection,
    answered,
    lost_request,
    message,
    open_account,
    refusal,
    reply,
)
from tests.promises import TOKEN_MS

HELLO = framed(text_display("Hello"))
ANSWER = ("POST", "/interactions/5/tok/callback?with_response=true")
HOOK = f"/webhooks/{APPLICATION}/tok"


def exchange(connection: FakeConnection) -> Exchange:
    return Exchange(connection.transport(), 5, "tok", "ja", 1000, 7)


async def test_first_message_is_the_answer_and_later_ones_follow_ups() -> None:
    connection = FakeConnection(answered(message(42)), reply(message(43)))
    talk = exchange(connection)
    assert talk.answered is None
    assert (await talk.send_private(HELLO)).message_id == 42
    assert talk.answered is CallbackType.MESSAGE
    assert (await talk.send_private(HELLO)).message_id == 43
    assert connection.requested == [ANSWER, ("POST", HOOK)]
    first, second = connection.requests
    assert first.body["data"]["flags"] == second.body["flags"] == COMPONENTS_V2 | EPHEMERAL


async def test_announcement_is_public() -> None:
    connection = FakeConnection(answered(message(42)))
    talk = Exchange(connection.transport(account=open_account()), 5, "tok", "ja", 1000, 7)
    await talk.announce(HELLO, Pings((7, 8), PingReason.INVITATION, 1))
    assert connection.last.body["type"] == CallbackType.MESSAGE
    assert connection.last.body["data"]["flags"] == COMPONENTS_V2
    assert connection.last.body["data"]["allowed_mentions"]["users"] == ["7", "8"]
    with pytest.raises(AssertionError):
        await talk.announce(HELLO)


@pytest.mark.parametrize("is_acknowledged", [True, False])
async def test_tap_is_answered_by_editing_the_tapped_message(is_acknowledged: bool) -> None:
    """The tapped message is updated by the answer itself, or by an edit after one acknowledgement."""
    connection = FakeConnection(answered(message(42)), reply(message(42)))
    talk = exchange(connection)
    first = CallbackType.ACKNOWLEDGED if is_acknowledged else CallbackType.UPDATE
    if is_acknowledged:
        await talk.acknowledge()
        await talk.acknowledge()
    else:
        await talk.update(HELLO)
    assert talk.answered is first
    await talk.update(HELLO, {"a.png": StoredPicture(1, "https://cdn/a")})
    await talk.acknowledge()
    assert connection.requested == [ANSWER, ("PATCH", f"{HOOK}/messages/@original")]
    assert connection.requests[0].body["type"] == first


async def test_lost_answer_is_sent_again() -> None:
    """If the connection breaks, the same answer is sent a second time."""
    connection = FakeConnection(lost_request(), answered(message(42)))
    assert await exchange(connection).send_private(HELLO) == SentMessage(42)
    assert connection.requested == [ANSWER, ANSWER]
    assert connection.requests[0].body == connection.requests[1].body


@pytest.mark.parametrize("first", [lost_request(), reply({}, 500), HttpResponse(200, {}, b'{"interact')])
async def test_answer_that_had_arrived_counts_as_sent(first: Any) -> None:
    """If Discord says at the second attempt that the interaction is answered, the first attempt counts."""
    connection = FakeConnection(first, refusal(400, ALREADY_ANSWERED), reply(message(43)))
    talk = exchange(connection)
    assert await talk.send_private(HELLO) == SentMessage(None)
    assert talk.answered is CallbackType.MESSAGE
    assert (await talk.send_private(HELLO)).message_id == 43


async def test_answer_is_abandoned_after_all_attempts() -> None:
    """After all attempts are lost, the error is raised and the interaction counts as answered."""
    connection = FakeConnection(*[lost_request() for _ in range(TRIES)])
    talk = exchange(connection)
    with pytest.raises(NoAnswer):
        await talk.send_private(HELLO)
    assert connection.requested == [ANSWER] * TRIES
    assert talk.answered is CallbackType.MESSAGE


TOO_MANY = reply({"retry_after": 0.5}, 429)


@pytest.mark.parametrize(
    "no", [*(refusal(400, code) for code in (UNKNOWN_INTERACTION, ALREADY_ANSWERED, 50035)), TOO_MANY]
)
async def test_refused_answer_can_be_replaced_by_an_error(no: HttpResponse) -> None:
    """If Discord refuses the first attempt, a different answer can still be sent."""
    connection = FakeConnection(no, answered(message(42)))
    talk = exchange(connection)
    with pytest.raises((RequestRejected, RateLimited)):
        await talk.update(HELLO)
    assert talk.answered is None
    assert (await talk.send_private(HELLO)).message_id == 42
    assert connection.requested == [ANSWER, ANSWER]


@pytest.mark.parametrize("second", [refusal(404, UNKNOWN_INTERACTION), TOO_MANY])
async def test_refused_second_attempt_leaves_the_first_unknown(second: HttpResponse) -> None:
    """If the first attempt is lost and the second refused, the interaction counts as answered."""
    talk = exchange(FakeConnection(lost_request(), second))
    with pytest.raises((RequestRejected, RateLimited)):
        await talk.send_private(HELLO)
    assert talk.answered is CallbackType.MESSAGE


async def test_later_edits_change_the_last_message() -> None:
    """The token taken after an acknowledgement edits the tapped message; the token taken after a follow-
    up edits the follow-up.
    """
    connection = FakeConnection(reply(status=204), reply(message(43)), reply(message(42)), reply(message(43)))
    talk = exchange(connection)
    await talk.acknowledge()
    original = talk.token_for_later()
    await talk.send_private(HELLO)
    follow_up = talk.token_for_later()
    assert original == Token(5, "tok", None, "ja", 1000 + TOKEN_MS)
    assert follow_up == original._replace(message_id=43)
    transport = connection.transport()
    assert (await edit_by(transport, original, HELLO)).message_id == 42
    assert (await edit_by(transport, follow_up, HELLO)).message_id == 43
    assert connection.requested[2:] == [
        ("PATCH", f"{HOOK}/messages/@original"),
        ("PATCH", f"{HOOK}/messages/43"),
    ]
    assert not any(request.by_bot for request in connection.requests)
