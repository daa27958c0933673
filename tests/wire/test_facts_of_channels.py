"""Limits, messages, threads, events: what is so of Discord is so of the stand-in, unless it is turned off.

Each test is named after its fact (``Facts``) and its source, and runs with the fact as it is, and without.
"""

from __future__ import annotations

import aiohttp
import pytest

from bot.wire.errors import Refusal
from bot.wire.transport import Answer
from tests.wire.asking import PRIVATE, TEXT, Asker, hook, tappable
from tests.wire.limits import Limit
from tests.wire.standin import TOKEN, StandIn
from tests.wire.world import Channel, Thread

# --- limits ---------------------------------------------------------------------------------------------


async def test_headers_tell_the_limits(asker: Asker, channel: Channel, is_so: bool) -> None:
    """How many, how many are left, for how long, and what is counted. Source: docs/topics/rate-limits.mdx."""
    told = [(await asker.send(channel)).headers for _ in range(2)]
    names = [f"X-RateLimit-{name}" for name in ("Bucket", "Limit", "Remaining", "Reset-After")]
    assert all((name in one) == is_so for one in told for name in names)
    if is_so:
        assert [int(one["X-RateLimit-Remaining"]) for one in told] == [4, 3]
        assert told[0]["X-RateLimit-Bucket"] == told[1]["X-RateLimit-Bucket"]


async def test_sends_and_edits_share(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Their bucket has one name in any case; deletions have another, and each channel its own count. Source:
    docs/topics/rate-limits.mdx; D#981 (D#1442, D#8073 have seen them counted apart)."""
    sent = await asker.send(channel)
    path = f"/channels/{channel.id}/messages/{sent.json['id']}"
    edited = await asker.ask("PATCH", path, TEXT)
    other = await asker.send(asker.standin.world.add_channel(channel.guild))
    deleted = await asker.ask("DELETE", path)
    told = [one.headers for one in (sent, edited, other, deleted)]
    assert [int(one["X-RateLimit-Remaining"]) for one in told] == [4, 3 if is_so else 4, 4, 4]
    names = [one["X-RateLimit-Bucket"] for one in told]
    assert names[0] == names[1] == names[2] != names[3]


async def test_interactions_allow_five_in_two_seconds(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Whatever is asked for by that token, its answer not counted; another has five of its own. Source:
    D#2701."""
    asker.standin.rest.limits.per_interaction = Limit(5, 60.0)
    one, other = asker.act(channel), asker.act(channel)
    for interaction in (one, other):
        assert (await asker.answer(interaction, Answer.MESSAGE, is_private=True)).status == 200
    edits = [await asker.ask("PATCH", f"{hook(one)}/messages/@original", TEXT) for _ in range(3)]
    said = [await asker.follow_up(one, PRIVATE) for _ in range(3)]
    assert [told.status for told in edits + said] == [200] * 5 + [429 if is_so else 200]
    assert said[-1].headers.get("X-RateLimit-Scope") == ("user" if is_so else None)
    assert (await asker.follow_up(other, PRIVATE)).status == 200


async def test_channels_allow_thirty_follow_ups_a_minute(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Of all interactions together; headers speak of the other limit. Edits are not counted. Source:
    D#367, D#2701, D#3763, D#1454."""
    told = []
    for _ in range(31):
        interaction = asker.act(channel)
        await asker.answer(interaction, Answer.MESSAGE, is_private=True)
        told.append(await asker.follow_up(interaction, PRIVATE))
    assert [one.status for one in told] == [200] * 30 + [429 if is_so else 200]
    assert told[-1].headers["X-RateLimit-Remaining"] == "4"
    assert told[-1].json.get("retry_after", 60) > 50
    assert (await asker.ask("PATCH", f"{hook(interaction)}/messages/@original", TEXT)).status == 200
    elsewhere = asker.act(asker.standin.world.add_channel(channel.guild))
    await asker.answer(elsewhere, Answer.MESSAGE, is_private=True)
    assert (await asker.follow_up(elsewhere, PRIVATE)).status == 200


async def test_hidden_refusals_count(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Ten thousand in ten minutes shut the bot out. Source: docs/topics/rate-limits.mdx; D#7243."""
    asker.standin.rest.limits.follow_ups = Limit(1, 60.0)
    interaction = asker.act(channel)
    await asker.answer(interaction, Answer.MESSAGE, is_private=True)
    told = [await asker.follow_up(interaction, PRIVATE) for _ in range(3)]
    assert [one.status for one in told] == [200, 429, 429]
    assert told[-1].headers["X-RateLimit-Scope"] == "shared"
    traffic = asker.standin.rest.traffic
    assert traffic.refused == {("followup", "shared"): 2}
    assert traffic.towards_ban == (2 if is_so else 0)


async def test_old_messages_are_hard_to_edit(asker: Asker, channel: Channel, is_so: bool) -> None:
    """The refusal has a code of its own, and is about that message alone. Source: D#4381, D#4413."""
    message = await asker.sent(channel)
    assert asker.standin.rest.messages.edit_seconds == 3600
    asker.standin.rest.messages.edit_seconds = -1
    told = await asker.ask("PATCH", f"/channels/{channel.id}/messages/{message.id}", TEXT)
    assert (told.status, told.code) == ((429, 30046) if is_so else (200, 0))
    assert (await asker.send(channel)).status == 200


# --- messages -------------------------------------------------------------------------------------------


async def test_mentions_are_allowed_one_by_one(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Who is named and not listed is not notified; without a list everybody is who is named. Source:
    docs/resources/message.mdx; D#7508."""
    ben = asker.standin.world.add_user("Ben")
    page = tappable(f"<@{asker.user.id}> and <@{ben.id}>")
    sent = await asker.transport.send(channel.id, page, "n", [ben.id])
    assert sent.message_id is not None
    assert channel.messages[sent.message_id].mentions == ((ben,) if is_so else (asker.user, ben))
    text = {"components": [{"type": 10, "content": f"<@{asker.user.id}>"}]}
    freely = await asker.ask("POST", f"/channels/{channel.id}/messages", text)
    assert channel.messages[int(freely.json["id"])].mentions == (asker.user,)


async def test_edits_notify_nobody(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Nor do they take back that somebody was. Source: docs/resources/message.mdx; D#7508."""
    message = await asker.sent(channel)
    named = {"components": [{"type": 10, "content": f"<@{asker.user.id}>"}]}
    await asker.ask("PATCH", f"/channels/{channel.id}/messages/{message.id}", named)
    assert message.mentions == (() if is_so else (asker.user,))


async def test_nonces_give_what_was_sent(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Nothing new is said; with another nonce it is. Source: docs/resources/message.mdx; D#6647."""
    ids = [(await asker.transport.send(channel.id, tappable("hello"), nonce)).message_id for nonce in "aab"]
    assert (ids[0] == ids[1]) == is_so
    assert len(channel.public) == (2 if is_so else 3)


async def test_nonces_of_deleted_messages_are_spent(asker: Asker, channel: Channel, is_so: bool) -> None:
    """So a moderator's deletion is not undone. Source: D#6647."""
    message = await asker.sent(channel)
    await asker.transport.delete(channel.id, message.id)
    if is_so:
        with pytest.raises(Refusal, match="10008"):
            await asker.sent(channel)
    else:
        assert await asker.sent(channel) is not message


async def test_nonces_are_not_for_webhooks(asker: Asker, channel: Channel, is_so: bool) -> None:
    """A follow-up whose answer got lost is said twice. Source: D#6647."""
    interaction = asker.act(channel)
    await asker.answer(interaction, Answer.MESSAGE)
    told = [await asker.follow_up(interaction, {**TEXT, "nonce": "n", "enforce_nonce": True}) for _ in "ab"]
    assert (told[0].json["id"] != told[1].json["id"]) == is_so


async def test_only_gone_channels_are_unknown(asker: Asker, channel: Channel, is_so: bool) -> None:
    """A message that is gone, and a nonce that is spent, say nothing of the channel. Source:
    docs/resources/message.mdx; D#6647."""
    message = await asker.sent(channel)
    await asker.transport.delete(channel.id, message.id)
    path = f"/channels/{channel.id}/messages/{message.id}"
    told = [await asker.ask("PATCH", path, TEXT), await asker.ask("DELETE", path)]
    told.append(await asker.send(channel, nonce="n", enforce_nonce=True))
    assert {(one.status, one.code) for one in told} == {(404, 10008 if is_so else 10003)}
    asker.standin.world.remove_channel(channel)
    assert (await asker.send(channel)).code == 10003


async def test_others_words_are_hidden(standin: StandIn, asker: Asker, channel: Channel, is_so: bool) -> None:
    """That something was said can be seen, and by whom. Source:
    docs/resources/message.mdx; docs/events/gateway.mdx."""
    standin.speak(asker.user, channel, "a secret")
    await asker.sent(channel)
    own, others = (await asker.ask("GET", f"/channels/{channel.id}/messages?limit=5")).json
    assert own["components"]
    assert others["author"]["id"] == str(asker.user.id)
    assert others["content"] == ("" if is_so else "a secret")


# --- threads --------------------------------------------------------------------------------------------


async def thread_of(asker: Asker, channel: Channel) -> Thread:
    """Open a thread from a message."""
    message = await asker.sent(channel)
    thread = asker.standin.world.channels[await asker.transport.open_thread(channel.id, message.id, "A game")]
    assert isinstance(thread, Thread)
    return thread


async def test_threads_have_their_messages_id(asker: Asker, channel: Channel, is_so: bool) -> None:
    """One that was opened without a message has its own. Source: docs/resources/channel.mdx."""
    message = await asker.sent(channel)
    from_it = await asker.transport.open_thread(channel.id, message.id, "A game")
    alone = await asker.transport.open_thread(channel.id, None, "A game")
    assert (from_it == message.id) == is_so
    assert len({message.id, from_it, alone}) == (2 if is_so else 3)
    assert {thread.kept_minutes for thread in channel.guild.threads} == {10080}


async def test_messages_have_one_thread(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Who asks again is told that it is there. Source: docs/resources/channel.mdx."""
    thread = await thread_of(asker, channel)
    told = await asker.ask("POST", f"/channels/{channel.id}/messages/{thread.id}/threads", {"name": "Again"})
    assert told.code == (160004 if is_so else 0)
    if is_so:
        assert await asker.transport.open_thread(channel.id, thread.id, "Again") == thread.id
    channel.messages.clear()
    missing = await asker.ask("POST", f"/channels/{channel.id}/messages/{thread.id}/threads", {"name": "x"})
    assert missing.code == 10008


async def test_sending_opens_archived_threads(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Nobody has to do it before. Source: docs/resources/channel.mdx; docs/topics/threads.mdx."""
    thread = await thread_of(asker, channel)
    assert (await asker.ask("PATCH", f"/channels/{thread.id}", {"archived": True})).status == 200
    assert thread.is_archived
    assert (await asker.send(thread)).code == (0 if is_so else 50083)
    assert thread.is_archived != is_so


async def test_archived_threads_refuse_edits(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Whatever token asks for it. Source: docs/resources/channel.mdx; D#6928."""
    thread = await thread_of(asker, channel)
    message = await asker.sent(thread)
    interaction = asker.act(thread, message)
    await asker.answer(interaction, Answer.ACKNOWLEDGED)
    thread.is_archived = True
    told = [
        await asker.ask("PATCH", f"/channels/{thread.id}/messages/{message.id}", TEXT),
        await asker.ask("PATCH", f"{hook(interaction)}/messages/@original", TEXT),
    ]
    assert [one.code for one in told] == [50083 if is_so else 0] * 2
    assert (await asker.send(thread)).status == 200
    assert not thread.is_archived


async def test_locked_threads_refuse(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Archived or not; the thread stays as it is. Source: docs/topics/threads.mdx."""
    thread = await thread_of(asker, channel)
    message = await asker.sent(thread)
    thread.is_locked = thread.is_archived = True
    told = [await asker.send(thread)]
    thread.is_archived = False
    told += [await asker.send(thread)]
    told += [await asker.ask("PATCH", f"/channels/{thread.id}/messages/{message.id}", TEXT)]
    assert [(one.status, one.code) for one in told] == [(403, 160005) if is_so else (200, 0)] * 3


# --- events ---------------------------------------------------------------------------------------------


async def test_members_are_not_listed(standin: StandIn, asker: Asker, channel: Channel, is_so: bool) -> None:
    """Who plays is known by what they do. Source: docs/events/gateway.mdx."""
    async with aiohttp.ClientSession() as session, session.ws_connect(standin.gateway.url) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": TOKEN, "intents": 1 << 0}})
        events = [await socket.receive_json() for _ in range(2)]
    members = [member["user"]["username"] for member in events[1]["d"]["members"]]
    assert members == (["tefuda"] if is_so else ["tefuda", "ann"])


async def test_resumes_replay(standin: StandIn, asker: Asker, channel: Channel, is_so: bool) -> None:
    """Nothing is lost by a line that breaks, and something may be heard twice. Source:
    docs/events/gateway.mdx."""
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(standin.gateway.url) as socket:
            await socket.receive()
            await socket.send_json({"op": 2, "d": {"token": TOKEN, "intents": 1 << 0 | 1 << 9}})
            ready, _ = [await socket.receive_json() for _ in range(2)]
        tap = asker.act(channel)
        async with session.ws_connect(standin.gateway.url) as socket:
            await socket.receive()
            known = {"session_id": ready["d"]["session_id"], "seq": 1, "token": TOKEN}
            await socket.send_json({"op": 6, "d": known})
            told = [await socket.receive_json() for _ in range(3 if is_so else 1)]
    names = [event["t"] for event in told]
    assert names == ["GUILD_CREATE", "INTERACTION_CREATE", "RESUMED"] if is_so else names == ["RESUMED"]
    assert not is_so or told[1]["d"]["token"] == tap.token
