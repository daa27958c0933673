"""Tests of the requests that are sent to Discord, and of reading its answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.wire.components import gallery, text_display
from bot.wire.errors import (
    THREAD_EXISTS,
    TOO_OLD,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    NoAnswer,
    RateLimited,
    RequestRejected,
)
from bot.wire.limits import Allowance, Limits, Route
from bot.wire.messages import COMPONENTS_V2, EPHEMERAL, File, Page, SentMessage, StoredPicture, framed
from bot.wire.pings import PingReason, Pings
from bot.wire.transport import (
    EXPIRES_BEFORE_SECONDS,
    CallbackType,
    HttpResponse,
    Transport,
    unexpired_pictures,
)
from tests.bot.turning import HandClock
from tests.bot.wire.connections import (
    APPLICATION,
    BOT,
    FROM_DISCORD,
    FakeConnection,
    answered,
    lost_request,
    message,
    open_account,
    refusal,
    reply,
)

HELLO = framed(text_display("Hello"))
NONCE = "x" * 25
NOBODY: dict[str, list[str]] = {"parse": [], "users": []}


class CountedPicture:
    """A picture that counts how often it is drawn."""

    def __init__(self, filename: str) -> None:
        self.filename, self.times = filename, 0

    async def data(self) -> bytes:
        self.times += 1
        return self.filename.encode()


def illustrated(*names: str) -> Page:
    return framed(
        text_display("Hello"), [gallery(name, "") for name in names], files=[*map(CountedPicture, names)]
    )


async def test_message_has_token_nonce_and_named_mentions() -> None:
    """The request has the bot's token, a nonce against duplicates, and mentions only the given people."""
    connection = FakeConnection(reply(message(42)))
    transport = connection.transport(account=open_account())
    pings = Pings((5,), PingReason.TURN, 1)
    assert await transport.send(7, HELLO, NONCE, pings) == SentMessage(42, {}, (5,))
    body = {
        "flags": COMPONENTS_V2,
        "components": [{"type": 17, "components": [{"type": 10, "content": "Hello"}]}],
        "attachments": [],
        "allowed_mentions": {**NOBODY, "users": ["5"]},
        "nonce": NONCE,
        "enforce_nonce": True,
    }
    assert connection.last == ("POST", "/channels/7/messages", body, [], True)


async def test_long_nonce_is_an_error() -> None:
    """A nonce of more than 25 characters raises an assertion error, and no request is sent."""
    connection = FakeConnection()
    with pytest.raises(AssertionError):
        await connection.transport().send(7, HELLO, f"{NONCE}x")
    assert not connection.requests


async def test_search_of_a_channel_returns_authors_texts_and_buttons() -> None:
    """Each message has its author, texts and custom ids, including those of nested components."""
    ours = {**message(42), "author": {"id": str(BOT), "username": "tefuda"}}
    ours["components"][0]["components"].append(
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Join", "custom_id": "b:join:t1"}]}
    )
    theirs = {"id": "43", "author": {"id": str(APPLICATION)}, "content": "Hi", "attachments": []}
    connection = FakeConnection(reply([theirs, ours]))
    transport = connection.transport()
    first, second = await transport.history(7, 50)
    assert connection.requested == [("GET", "/channels/7/messages?limit=50")]
    assert [transport.is_by_us(found_message.author.id) for found_message in (first, second)] == [False, True]
    assert [*first.parts] == []
    assert {part.custom_id for part in second.parts} == {"", "b:join:t1"}
    assert {part.content for part in second.parts} == {"", "Hello"}


FROM_IT, ALONE = ("POST", "/channels/7/messages/42/threads"), ("POST", "/channels/7/threads")


@pytest.mark.parametrize(
    ("message_id", "replies", "thread_id", "expected"),
    [
        (42, [reply({"id": "42"})], 42, [FROM_IT]),
        (42, [refusal(400, THREAD_EXISTS)], 42, [FROM_IT]),
        (42, [refusal(404, UNKNOWN_MESSAGE), reply({"id": "44"}, 201)], 44, [FROM_IT, ALONE]),
        (None, [reply({"id": "44"}, 201)], 44, [ALONE]),
    ],
    ids=["new", "it is there already", "its message is gone", "without a message"],
)
async def test_new_thread_is_archived_after_a_week(
    message_id: int | None, replies: list[HttpResponse], thread_id: int, expected: list[tuple[str, str]]
) -> None:
    """A thread is opened from its message, or alone without one, and is archived after a week."""
    connection = FakeConnection(*replies)
    assert await connection.transport().open_thread(7, message_id, "Bull") == thread_id
    assert connection.requested == expected
    is_alone = {"type": 11} if expected[-1] == ALONE else {}
    assert connection.last.body == {"name": "Bull", "auto_archive_duration": 10080, **is_alone}


async def test_other_refusal_of_a_thread_is_raised() -> None:
    with pytest.raises(RequestRejected, match="10003"):
        await FakeConnection(refusal(404, UNKNOWN_CHANNEL)).transport().open_thread(7, 42, "Bull")


@pytest.mark.parametrize(
    ("kind", "page", "is_private", "data"),
    [
        (CallbackType.ACKNOWLEDGED, None, False, None),
        (CallbackType.MESSAGE, HELLO, True, {"flags": COMPONENTS_V2 | EPHEMERAL, "allowed_mentions": NOBODY}),
        (CallbackType.MESSAGE, HELLO, False, {"flags": COMPONENTS_V2, "allowed_mentions": NOBODY}),
        (CallbackType.UPDATE, HELLO, False, {"flags": COMPONENTS_V2, "attachments": []}),
    ],
)
async def test_interaction_answer_returns_the_created_message(
    kind: CallbackType, page: Page | None, is_private: bool, data: dict[str, Any] | None
) -> None:
    """An answer to an interaction is sent without the bot's token and returns the created message's id."""
    connection = FakeConnection(answered(message(42)))
    assert await connection.transport().answer(5, "tok", kind, page, is_private=is_private) == SentMessage(
        42, {}
    )
    method, path, body, _, by_bot = connection.last
    assert (method, path, by_bot) == ("POST", "/interactions/5/tok/callback?with_response=true", False)
    assert body["type"] == kind
    assert ("data" in body) == (data is not None)
    assert {**body.get("data", {}), **(data or {})} == body.get("data", {})


@pytest.mark.parametrize(
    ("answer", "message_id"),
    [
        (reply({"interaction": {"id": "5", "type": 3, "response_message_id": "42"}}), 42),
        (reply({"interaction": {"id": "5", "type": 3}}), None),
        (reply(status=204), None),
    ],
)
async def test_answer_may_omit_its_message(answer: HttpResponse, message_id: int | None) -> None:
    """If the answer omits the message, its id is returned if present, otherwise ``None``."""
    sent = await FakeConnection(answer).transport().answer(5, "tok", CallbackType.ACKNOWLEDGED)
    assert sent == SentMessage(message_id, {})


async def test_stored_picture_is_not_uploaded_again() -> None:
    """A stored picture is sent with its address and id and not drawn; a new one is uploaded."""
    connection = FakeConnection(reply(message(42, (8, "https://cdn/a?ex=2"), (9, "https://cdn/b?ex=2"))))
    page = illustrated("a.png", "b.png")
    sent = await connection.transport().edit(7, 42, page, {"a.png": StoredPicture(8, "https://cdn/a?ex=1")})
    assert connection.last.files == [("b.png", b"b.png")]
    assert connection.last.body["attachments"] == [{"id": "8"}, {"id": "0", "filename": "b.png"}]
    components = connection.last.body["components"][0]["components"]
    urls = [part["items"][0]["media"]["url"] for part in components[1:]]
    assert urls == ["https://cdn/a?ex=1", "attachment://b.png"]
    assert [file.times for file in page.files if isinstance(file, CountedPicture)] == [0, 1]
    assert sent.pictures == {
        "a.png": StoredPicture(8, "https://cdn/a?ex=2"),
        "b.png": StoredPicture(9, "https://cdn/b?ex=2"),
    }


async def test_stored_picture_keeps_its_id_if_the_answer_omits_it() -> None:
    """If the answer omits the id of a stored picture, the known id is kept."""
    connection = FakeConnection(reply(message(42, (None, "https://cdn/a?ex=1"))))
    kept = {"a.png": StoredPicture(8, "https://cdn/a?ex=1")}
    assert (await connection.transport().edit(7, 42, illustrated("a.png"), kept)).pictures == kept


async def test_kept_picture_stays_attached_unseen() -> None:
    """A kept picture that the new page does not show stays attached, and counts as older than those shown."""
    connection = FakeConnection(reply(message(42, (9, "https://cdn/b"))))
    kept = {"b.png": StoredPicture(9, "https://cdn/b"), "a.png": StoredPicture(8, "https://cdn/a")}
    sent = await connection.transport().edit(7, 42, illustrated("b.png"), kept)
    assert connection.last.body["attachments"] == [{"id": "9"}, {"id": "8"}]
    assert "cdn/a" not in str(connection.last.body["components"])
    assert list(sent.pictures.items()) == [
        ("a.png", StoredPicture(8, "https://cdn/a")),
        ("b.png", StoredPicture(9, "https://cdn/b")),
    ]


async def test_picture_of_another_message_is_shown_by_its_address() -> None:
    """It is named without parameters, neither uploaded nor attached, and never becomes the message's own."""
    connection = FakeConnection(reply(message(42, (8, "https://cdn/a?ex=3"))))
    kept = {"a.png": StoredPicture(8, "https://cdn/a?ex=1&hm=2").elsewhere}
    sent = await connection.transport().edit(7, 42, illustrated("a.png"), kept)
    assert connection.last.files == []
    assert connection.last.body["attachments"] == []
    media = connection.last.body["components"][0]["components"][1]["items"][0]["media"]
    assert media == {"url": "https://cdn/a"}
    assert sent.pictures == {"a.png": StoredPicture(None, "https://cdn/a")}


async def test_attached_file_is_uploaded() -> None:
    """A file is uploaded and attached, and is not kept for later edits."""
    connection = FakeConnection(answered(message(42)))
    page = framed(text_display("Hello"), files=[File("a.txt", b"text")])
    sent = await connection.transport().answer(5, "tok", CallbackType.MESSAGE, page, is_private=True)
    assert connection.last.files == [("a.txt", b"text")]
    assert connection.last.body["data"]["attachments"] == [{"id": "0", "filename": "a.txt"}]
    assert sent.pictures == {}


def test_address_is_not_reused_shortly_before_it_expires() -> None:
    """Addresses expire at their ``ex``, a hexadecimal time in seconds; those without one never expire."""
    now = 1_795_262_400
    least = now + EXPIRES_BEFORE_SECONDS
    known = {
        "late.png": StoredPicture(1, f"https://cdn/a?ex={least:x}&is=1&hm=2"),
        "good.png": StoredPicture(2, f"https://cdn/b?ex={least + 1:x}&is=1&hm=2"),
        "none.png": StoredPicture(3, "https://cdn/c"),
        "odd.png": StoredPicture(4, "https://cdn/c?ex=xyz"),
        "elsewhere.png": StoredPicture(None, "https://cdn/d"),
    }
    assert set(unexpired_pictures(known, 1000 * now)) == {"good.png", "none.png", "odd.png"}


Ask = Callable[[Transport], Awaitable[Any]]

ASKS: dict[str, Ask] = {
    "send": lambda transport: transport.send(7, HELLO, NONCE),
    "edit": lambda transport: transport.edit(7, 42, HELLO),
    "delete": lambda transport: transport.delete(7, 42),
    "history": lambda transport: transport.history(7, 50),
    "thread": lambda transport: transport.open_thread(7, 42, "Bull"),
    "answer": lambda transport: transport.answer(5, "tok", CallbackType.UPDATE, HELLO),
    "original": lambda transport: transport.edit_by_token(5, "tok", HELLO),
    "follow-up": lambda transport: transport.follow_up(7, "tok", HELLO),
}
every_ask = pytest.mark.parametrize("ask", ASKS.values(), ids=ASKS)


@pytest.mark.parametrize("body", ['{"id": "42", "compon', "", "[]", "<html>", '{"id": null}'])
@pytest.mark.parametrize("name", [name for name in ASKS if name != "delete"])
async def test_unreadable_answer_raises_an_error(name: str, body: str) -> None:
    """A truncated or invalid JSON answer raises ``NoAnswer``, because the request may have taken effect."""
    if (name, body) in {("answer", ""), ("answer", '{"id": null}'), ("history", "[]")}:
        return
    connection = FakeConnection(HttpResponse(200, FROM_DISCORD, body.encode()))
    with pytest.raises(NoAnswer):
        await ASKS[name](connection.transport())


@every_ask
@pytest.mark.parametrize(
    "outcome",
    [lost_request(), *(reply({"code": 10003, "message": "?"}, status) for status in (500, 502, 503))],
)
async def test_broken_connection_or_server_error_raises_an_error(ask: Ask, outcome: Any) -> None:
    """A lost connection or a server error raises ``NoAnswer`` after one request."""
    connection = FakeConnection(outcome)
    with pytest.raises(NoAnswer):
        await ask(connection.transport())
    assert len(connection.requests) == 1


@every_ask
async def test_refusal_raises_an_error_with_its_code(ask: Ask) -> None:
    """A refused request raises an error with Discord's code, which tells forbidden from missing."""
    with pytest.raises(RequestRejected, match=r"403 \(50013\): No\.") as caught:
        await ask(FakeConnection(refusal(403, 50013)).transport())
    assert (caught.value.code, caught.value.is_forbidden, caught.value.is_missing) == (50013, True, False)


async def test_refusal_not_from_discord_has_no_code() -> None:
    with pytest.raises(RequestRejected) as caught:
        await FakeConnection(HttpResponse(404, {}, b"<html>")).transport().delete(7, 42)
    assert (caught.value.status, caught.value.code, caught.value.is_missing) == (404, 0, True)


def limits() -> Limits:
    return Limits(HandClock(), Allowance(50, 1000))


@pytest.mark.parametrize("scope", ["user", "shared", "global", None])
async def test_rate_limit_applies_where_discord_counts(scope: str | None) -> None:
    """A refusal for the user or shared scope delays one route in one channel; any other delays the whole
    bot.
    """
    counted = limits()
    headers = {**FROM_DISCORD, "X-RateLimit-Scope": scope} if scope else {"Retry-After": "2"}
    body = {"message": "You are being rate limited.", "retry_after": 2.25, "global": scope == "global"}
    connection = FakeConnection(reply(body if scope else "error", 429, headers))
    with pytest.raises(RateLimited) as caught:
        await connection.transport(counted).edit(7, 42, HELLO)
    wait = 2250 if scope else 2000
    assert caught.value.seconds == wait / 1000
    is_global = scope in ("global", None)
    assert counted.wait(Route.EDIT, 7) == (0 if is_global else wait)
    assert counted.wait(Route.EDIT, 8) == counted.wait(Route.SEND, 7) == 0
    assert counted._budget.wait(0) == (wait if is_global else 0)
    assert counted.refusals == 1


async def test_limit_of_one_message_delays_no_other_request() -> None:
    """Discord's refusal of edits to an old message raises an error and delays no other request."""
    counted = limits()
    connection = FakeConnection(reply({"message": "Old.", "code": TOO_OLD, "retry_after": 9.5}, 429))
    with pytest.raises(RequestRejected, match="429") as caught:
        await connection.transport(counted).edit(7, 42, HELLO)
    assert caught.value.code == TOO_OLD
    assert counted.wait(Route.EDIT, 7) == counted.refusals == 0


async def test_headers_of_every_answer_are_used() -> None:
    """Rate-limit headers of refusals and successes delay the same route in that channel or interaction."""
    counted = limits()
    headers = {**FROM_DISCORD, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "1.5"}
    connection = FakeConnection(
        reply({"code": 50013, "message": "No."}, 403, headers), reply(message(42), headers=headers)
    )
    transport = connection.transport(counted)
    with pytest.raises(RequestRejected):
        await transport.send(7, HELLO, NONCE)
    await transport.edit_by_token(5, "tok", HELLO)
    assert counted.wait(Route.SEND, 7) == counted.wait(Route.BY_TOKEN, 5) == 1500
    assert counted.wait(Route.EDIT, 7) == counted.wait(Route.BY_TOKEN, 7) == 0
