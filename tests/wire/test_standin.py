"""The stand-in refuses what Discord refuses, and counts it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from json import dumps
from typing import Any

import aiohttp
import pytest

from tests.wire.limits import Limit
from tests.wire.people import Person
from tests.wire.requests import API
from tests.wire.standin import TOKEN, StandIn
from tests.wire.world import Channel

TEXT = {"flags": 1 << 15, "components": [{"type": 10, "content": "hello"}]}


class Client:
    """Sends requests with the bot's token."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session, self._url = session, url + API

    async def __call__(
        self, method: str, path: str, json: Any = None, files: Mapping[str, bytes] | None = None
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {TOKEN}"}
        body: dict[str, Any] = {"json": json}
        if files:
            form = aiohttp.FormData()
            form.add_field("payload_json", dumps(json))
            for number, (name, data) in enumerate(files.items()):
                form.add_field(f"files[{number}]", data, filename=name)
            body = {"data": form}
        async with self._session.request(method, self._url + path, headers=headers, **body) as response:
            return response.status, await response.json() if response.status != 204 else None


@pytest.fixture
async def client(standin: StandIn) -> AsyncIterator[Client]:
    """A bot that does what it is told."""
    async with aiohttp.ClientSession() as session:
        yield Client(session, standin.url)


async def test_a_channel_takes_five_messages_in_five_seconds(
    standin: StandIn, channel: Channel, client: Client
) -> None:
    """Then 429 with the time to wait, and it is counted; another channel has its own five."""
    path = f"/channels/{channel.id}/messages"
    answers = [await client("POST", path, TEXT) for _ in range(6)]
    assert [status for status, _ in answers] == [200] * 5 + [429]
    assert 0 < answers[-1][1]["retry_after"] <= 5.1
    assert not answers[-1][1]["global"]
    other = standin.world.add_channel(channel.guild)
    assert (await client("POST", f"/channels/{other.id}/messages", TEXT))[0] == 200
    assert standin.rest.traffic.refused == {("send", "user"): 1}
    assert len(channel.public) == 5


async def test_the_token_is_good_for_so_many_requests_a_second(standin: StandIn, client: Client) -> None:
    """More are refused globally."""
    standin.rest.limits.globally.limit = Limit(3, 60.0)
    answers = [await client("GET", "/users/@me") for _ in range(4)]
    assert [status for status, _ in answers] == [200] * 3 + [429]
    assert answers[-1][1]["global"]


async def test_one_nonce_makes_one_message(channel: Channel, client: Client) -> None:
    """The second request is answered with the first one's message."""
    body = {**TEXT, "nonce": "one", "enforce_nonce": True}
    path = f"/channels/{channel.id}/messages"
    answers = [await client("POST", path, body) for _ in range(2)]
    assert answers[0][1]["id"] == answers[1][1]["id"]
    assert len(channel.public) == 1


async def test_what_is_not_there_has_a_code(standin: StandIn, channel: Channel, client: Client) -> None:
    """Channels and messages that are unknown, a channel that is shut, a message too old."""
    _, message = await client("POST", f"/channels/{channel.id}/messages", TEXT)
    path = f"/channels/{channel.id}/messages"
    assert (await client("GET", "/channels/1/messages"))[1]["code"] == 10003
    assert (await client("PATCH", f"{path}/1", TEXT))[1]["code"] == 10008
    standin.rest.messages.edit_seconds = -1
    assert (await client("PATCH", f"{path}/{message['id']}", TEXT))[1]["code"] == 30046
    standin.world.closed.add(channel.id)
    assert (await client("POST", path, TEXT)) == (403, {"code": 50001, "message": "Missing Access"})


async def test_an_interaction_is_answered_once_and_in_time(
    standin: StandIn, channel: Channel, client: Client
) -> None:
    """Twice is 40060; too late, or with another's token, 10062; then its own token lives for a while."""
    person = Person(standin, "Ann")
    body = {"type": 4, "data": {**TEXT, "flags": 64}}
    interaction = standin.interact(2, person.user, channel, {"name": "play"})
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    assert (await client("POST", f"/interactions/{interaction.id}/wrong/callback", body))[1]["code"] == 10062
    original = f"/webhooks/1/{interaction.token}/messages/@original"
    assert (await client("PATCH", original, TEXT))[1]["code"] == 10015
    assert await client("POST", path, body) == (204, None)
    assert (await client("POST", path, body))[1]["code"] == 40060
    assert (await client("PATCH", original, TEXT))[0] == 200
    assert interaction.original is not None
    assert interaction.original.seen_by is person.user
    standin.rest.answers.token_seconds = 0
    assert (await client("PATCH", original, TEXT))[1]["code"] == 50027
    standin.rest.answers.ack_seconds = 0
    late = standin.interact(2, person.user, channel, {"name": "play"})
    assert (await client("POST", f"/interactions/{late.id}/{late.token}/callback", body))[1]["code"] == 10062
    assert standin.rest.traffic.late == 1


async def test_an_answer_is_told_of_if_that_is_asked_for(
    standin: StandIn, channel: Channel, client: Client
) -> None:
    """With its message, and whether that is private."""
    interaction = standin.interact(2, Person(standin, "Ann").user, channel, {"name": "play"})
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
    status, told = await client("POST", path, {"type": 4, "data": {**TEXT, "flags": 64}})
    assert status == 200
    assert told["interaction"]["response_message_ephemeral"]
    assert told["interaction"]["response_message_id"] == told["resource"]["message"]["id"]


async def test_a_follow_up_is_public_unless_it_is_flagged(
    standin: StandIn, channel: Channel, client: Client
) -> None:
    """Also after a private answer, or an update of one; another's message no token can change."""
    person = Person(standin, "Ann")
    opened = standin.interact(2, person.user, channel, {"name": "hand"})
    body = {"type": 4, "data": {**TEXT, "flags": 64}}
    await client("POST", f"/interactions/{opened.id}/{opened.token}/callback", body)
    for flags in (0, 64):
        status, said = await client("POST", f"/webhooks/1/{opened.token}", {**TEXT, "flags": flags})
        assert status == 200
        assert (channel.messages[int(said["id"])].seen_by is None) is (flags == 0)
    (public,) = channel.public
    later = standin.interact(2, person.user, channel, {"name": "hand"})
    await client("POST", f"/interactions/{later.id}/{later.token}/callback", body)
    path = f"messages/{public.id}"
    assert (await client("PATCH", f"/webhooks/1/{later.token}/{path}", TEXT))[1]["code"] == 10008
    assert (await client("PATCH", f"/webhooks/1/{opened.token}/{path}", TEXT))[0] == 200


async def test_pictures_that_were_not_sent_are_refused(channel: Channel, client: Client) -> None:
    """A message that shows a file has to bring it along; so are two components with one custom id."""
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://hand.png"}}]}
    button = {"type": 2, "style": 1, "label": "one", "custom_id": "b:hand:abc"}
    for parts in ([gallery], [{"type": 1, "components": [button, button]}]):
        status, answer = await client("POST", f"/channels/{channel.id}/messages", {"components": parts})
        assert (status, answer["code"]) == (400, 50035)
