"""Tests of Discord's behaviour with limits, messages, threads and events, as the stand-in imitates it.

Each test is named after its fact (``DiscordFacts``), which names its source. It runs with the fact switched
on and off.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from bot.wire.errors import RequestRejected
from bot.wire.pings import PingReason, Pings
from bot.wire.transport import CallbackType
from tests.wire.asking import TEXT, Asker, path_of, tappable
from tests.wire.limits import Limit
from tests.wire.standin import TOKEN, StandIn
from tests.wire.world import Channel, Thread

# --- limits ---------------------------------------------------------------------------------------------


async def test_headers_show_rate_limits(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A response's headers contain the limit, the requests left, the seconds to wait and the bucket."""
    headers = [(await asker.send(channel)).headers for _ in range(2)]
    names = [f"X-RateLimit-{name}" for name in ("Bucket", "Limit", "Remaining", "Reset-After")]
    assert all((name in header) == fact_holds for header in headers for name in names)
    if fact_holds:
        assert [int(header["X-RateLimit-Remaining"]) for header in headers] == [4, 3]
        assert headers[0]["X-RateLimit-Bucket"] == headers[1]["X-RateLimit-Bucket"]


async def test_sends_and_edits_share_limit(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """Sending and editing in a channel share a limit; deleting has another, and so have other channels."""
    sent = await asker.send(channel)
    (message,) = channel.public
    edited = await asker.edit(message)
    other = await asker.send(asker.standin.world.add_channel(channel.guild))
    deleted = await asker.ask("DELETE", path_of(message))
    headers = [reply.headers for reply in (sent, edited, other, deleted)]
    assert [int(header["X-RateLimit-Remaining"]) for header in headers] == [4, 3 if fact_holds else 4, 4, 4]
    names = [header["X-RateLimit-Bucket"] for header in headers]
    assert names[0] == names[1] == names[2] != names[3]


async def test_interactions_allow_five_in_two_seconds(
    asker: Asker, channel: Channel, fact_holds: bool
) -> None:
    """A sixth edit or follow-up with one token gets 429; another token has a limit of its own."""
    asker.standin.rest.limits.per_interaction = Limit(5, 60.0)
    first, second = await asker.use_and_answer(channel), await asker.use_and_answer(channel)
    replies = [await asker.edit_by(first) for _ in range(3)] + [
        await asker.follow_up(first) for _ in range(3)
    ]
    assert [each.status for each in replies] == [200] * 5 + [429 if fact_holds else 200]
    assert replies[-1].headers.get("X-RateLimit-Scope") == ("user" if fact_holds else None)
    assert (await asker.follow_up(second)).status == 200


async def test_channels_allow_thirty_follow_ups_a_minute(
    asker: Asker, channel: Channel, fact_holds: bool
) -> None:
    """A channel's 31st follow-up in a minute gets 429, although the headers show requests left."""
    replies = [await asker.follow_up(await asker.use_and_answer(channel)) for _ in range(31)]
    assert [reply.status for reply in replies] == [200] * 30 + [429 if fact_holds else 200]
    assert replies[-1].headers["X-RateLimit-Remaining"] == "4"
    assert replies[-1].json.get("retry_after", 60) > 50
    assert (await asker.edit_by(await asker.use_and_answer(channel))).status == 200
    elsewhere = asker.standin.world.add_channel(channel.guild)
    assert (await asker.follow_up(await asker.use_and_answer(elsewhere))).status == 200


async def test_hidden_refusals_count_towards_ban(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A refusal with the scope ``shared`` counts towards the ban of an address."""
    asker.standin.rest.limits.follow_ups = Limit(1, 60.0)
    interaction = await asker.use_and_answer(channel)
    replies = [await asker.follow_up(interaction) for _ in range(3)]
    assert [reply.status for reply in replies] == [200, 429, 429]
    assert replies[-1].headers["X-RateLimit-Scope"] == "shared"
    traffic = asker.standin.world.traffic
    assert traffic.refused == {("followup", "shared"): 2}
    assert traffic.towards_ban == (2 if fact_holds else 0)


async def test_old_messages_are_hard_to_edit(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """An edit of a message older than an hour is refused with 30046, and other requests are accepted."""
    message = await asker.send_message(channel)
    assert asker.standin.rest.messages.edit_seconds == 3600
    asker.standin.rest.messages.edit_seconds = -1
    reply = await asker.edit(message)
    assert (reply.status, reply.code) == ((429, 30046) if fact_holds else (200, 0))
    assert (await asker.send(channel)).status == 200


# --- messages -------------------------------------------------------------------------------------------


def naming(*people: int) -> list[dict[str, Any]]:
    return [{"type": 10, "content": " and ".join(f"<@{person}>" for person in people)}]


async def test_only_allowed_mentions_notify(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A named user outside of the allowed mentions is not notified."""
    ben = asker.standin.world.add_user("Ben")
    page = tappable(f"<@{asker.user.id}> and <@{ben.id}>")
    await asker.transport.send(channel.id, page, "n", Pings((ben.id,), PingReason.TURN, channel.guild.id))
    await asker.send(channel, components=naming(asker.user.id))
    mentions = [message.mentions for message in channel.public]
    assert mentions == [(ben,) if fact_holds else (asker.user, ben), (asker.user,)]


async def test_edits_send_no_notifications(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A user named by an edit is not notified."""
    message = await asker.send_message(channel)
    await asker.edit(message, {"components": naming(asker.user.id)})
    assert message.mentions == (() if fact_holds else (asker.user,))


async def test_repeated_nonces_return_sent_message(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A message with a used nonce is not created again; the response contains the first message."""
    ids = [(await asker.send_message(channel, nonce=nonce)).id for nonce in "aab"]
    assert (ids[0] == ids[1]) == fact_holds
    assert len(channel.public) == (2 if fact_holds else 3)


async def test_nonces_of_deleted_messages_are_spent(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """If the message of a nonce was deleted, a message with that nonce is refused."""
    message = await asker.send_message(channel)
    await asker.transport.delete(channel.id, message.id)
    if fact_holds:
        with pytest.raises(RequestRejected, match="10008"):
            await asker.send_message(channel)
    else:
        assert await asker.send_message(channel) is not message


async def test_nonces_do_not_apply_to_webhooks(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """Two follow-ups with one nonce create two messages."""
    interaction = await asker.use_and_answer(channel)
    replies = [
        await asker.follow_up(interaction, {**TEXT, "nonce": "n", "enforce_nonce": True}) for _ in "ab"
    ]
    assert (replies[0].json["id"] != replies[1].json["id"]) == fact_holds


async def test_only_deleted_channels_are_unknown(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A request for a deleted message gets Unknown Message, not Unknown Channel."""
    message = await asker.send_message(channel)
    await asker.transport.delete(channel.id, message.id)
    replies = [await asker.edit(message), await asker.ask("DELETE", path_of(message))]
    replies.append(await asker.send(channel, nonce="n", enforce_nonce=True))
    assert {(reply.status, reply.code) for reply in replies} == {(404, 10008 if fact_holds else 10003)}
    asker.standin.world.remove_channel(channel)
    assert (await asker.send(channel)).code == 10003


async def test_texts_of_other_users_are_hidden(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """The bot sees a user's message and its author, but not its text."""
    asker.standin.speak(asker.user, channel, "a secret")
    await asker.send_message(channel)
    own, others = (await asker.ask("GET", f"/channels/{channel.id}/messages?limit=5")).json
    assert own["components"]
    assert others["author"]["id"] == str(asker.user.id)
    assert others["content"] == ("" if fact_holds else "a secret")


# --- threads --------------------------------------------------------------------------------------------


async def thread_of(asker: Asker, channel: Channel) -> Thread:
    """Open a thread from a message; return the thread."""
    message = await asker.send_message(channel)
    thread = asker.standin.world.channels[await asker.transport.open_thread(channel.id, message.id, "A game")]
    assert isinstance(thread, Thread)
    return thread


async def test_threads_have_id_of_their_message(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A thread opened from a message has the message's id, and any other thread a new id."""
    message = await asker.send_message(channel)
    from_it = await asker.transport.open_thread(channel.id, message.id, "A game")
    alone = await asker.transport.open_thread(channel.id, None, "A game")
    assert (from_it == message.id) == fact_holds
    assert len({message.id, from_it, alone}) == (2 if fact_holds else 3)
    assert {thread.kept_minutes for thread in channel.guild.threads} == {10080}


async def test_messages_have_one_thread(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A second thread of one message is refused with 160004."""
    thread = await thread_of(asker, channel)
    path, name = f"/channels/{channel.id}/messages/{thread.id}/threads", {"name": "Again"}
    assert (await asker.ask("POST", path, name)).code == (160004 if fact_holds else 0)
    if fact_holds:
        assert await asker.transport.open_thread(channel.id, thread.id, "Again") == thread.id
    channel.messages.clear()
    assert (await asker.ask("POST", path, name)).code == 10008


async def test_sending_opens_archived_threads(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A message to an archived thread reopens it."""
    thread = await thread_of(asker, channel)
    assert (await asker.ask("PATCH", f"/channels/{thread.id}", {"archived": True})).status == 200
    assert thread.is_archived
    assert (await asker.send(thread)).code == (0 if fact_holds else 50083)
    assert thread.is_archived != fact_holds


async def test_archived_threads_refuse_edits(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    thread = await thread_of(asker, channel)
    message = await asker.send_message(thread)
    interaction = asker.use(thread, message)
    await asker.answer(interaction, CallbackType.ACKNOWLEDGED)
    thread.is_archived = True
    replies = [await asker.edit(message), await asker.edit_by(interaction)]
    assert [reply.code for reply in replies] == [50083 if fact_holds else 0] * 2
    assert (await asker.send(thread)).status == 200
    assert not thread.is_archived


async def test_locked_threads_refuse_messages_and_edits(
    asker: Asker, channel: Channel, fact_holds: bool
) -> None:
    """A locked thread refuses messages and edits, whether archived or not."""
    thread = await thread_of(asker, channel)
    message = await asker.send_message(thread)
    thread.is_locked = thread.is_archived = True
    replies = [await asker.send(thread)]
    thread.is_archived = False
    replies += [await asker.send(thread), await asker.edit(message)]
    assert [(reply.status, reply.code) for reply in replies] == [
        (403, 160005) if fact_holds else (200, 0)
    ] * 3


async def test_locked_thread_lets_messages_be_deleted_while_it_is_active(
    asker: Asker, channel: Channel
) -> None:
    """A message in a locked thread can be deleted, unless the thread is archived, too."""
    thread = await thread_of(asker, channel)
    message = await asker.send_message(thread)
    thread.is_locked = thread.is_archived = True
    assert (await asker.ask("DELETE", path_of(message))).status == 403
    thread.is_archived = False
    assert (await asker.ask("DELETE", path_of(message))).status == 204


async def test_private_threads_are_closed_to_others(
    standin: StandIn, asker: Asker, channel: Channel, fact_holds: bool
) -> None:
    """The bot's token is refused in a private thread without the bot; answers to interactions are not."""
    thread = standin.world.add_thread(channel, "secret")
    thread.is_private = True
    thread.has_bot = False
    replies = [await asker.send(thread), await asker.ask("GET", f"/channels/{thread.id}/messages")]
    assert [reply.status for reply in replies] == [403 if fact_holds else 200] * 2
    assert not fact_holds or {reply.code for reply in replies} == {50001}
    await asker.answer(asker.use(thread), CallbackType.MESSAGE)
    standin.add_bot(thread)
    assert (await asker.send(thread)).code == 0


# --- events ---------------------------------------------------------------------------------------------


@asynccontextmanager
async def connected(standin: StandIn, op: int, **data: Any) -> AsyncIterator[Any]:
    """Identify or resume a session; yield a function that returns the next event."""
    async with aiohttp.ClientSession() as session, session.ws_connect(standin.gateway.url) as socket:
        await socket.receive()
        await socket.send_json({"op": op, "d": {"token": TOKEN, "intents": 1 << 0 | 1 << 9, **data}})
        yield socket.receive_json


async def test_members_are_not_listed(
    standin: StandIn, asker: Asker, channel: Channel, fact_holds: bool
) -> None:
    """GUILD_CREATE lists only the bot among the server's members."""
    async with connected(standin, 2) as heard:
        events = [await heard() for _ in range(2)]
    members = [member["user"]["username"] for member in events[1]["d"]["members"]]
    assert members == (["tefuda"] if fact_holds else ["tefuda", "ann"])


async def test_resumed_session_receives_missed_events(
    standin: StandIn, asker: Asker, channel: Channel, fact_holds: bool
) -> None:
    """After a resume the bot receives the events sent while it was disconnected."""
    async with connected(standin, 2) as heard:
        ready, _ = [await heard() for _ in range(2)]
    tap = asker.use(channel)
    async with connected(standin, 6, session_id=ready["d"]["session_id"], seq=1) as heard:
        events = [await heard() for _ in range(3 if fact_holds else 1)]
    missed = ["GUILD_CREATE", "INTERACTION_CREATE"] if fact_holds else []
    assert [event["t"] for event in events] == [*missed, "RESUMED"]
    assert not fact_holds or events[1]["d"]["token"] == tap.token
