"""The stand-in refuses what Discord refuses, and counts it."""

from __future__ import annotations

from tests.wire.asking import PRIVATE, TEXT, Asker
from tests.wire.limits import Limit
from tests.wire.people import Person
from tests.wire.standin import StandIn
from tests.wire.world import Channel


async def test_a_channel_takes_five_messages_in_five_seconds(
    standin: StandIn, channel: Channel, asker: Asker
) -> None:
    """Then 429 with the time to wait, and it is counted; another channel has its own five."""
    path = f"/channels/{channel.id}/messages"
    answers = [await asker.ask("POST", path, TEXT) for _ in range(6)]
    assert [told.status for told in answers] == [200] * 5 + [429]
    assert 0 < answers[-1].json["retry_after"] <= 5.1
    assert not answers[-1].json["global"]
    other = standin.world.add_channel(channel.guild)
    assert (await asker.ask("POST", f"/channels/{other.id}/messages", TEXT)).status == 200
    assert standin.rest.traffic.refused == {("send", "user"): 1}
    assert len(channel.public) == 5


async def test_the_token_is_good_for_so_many_requests_a_second(standin: StandIn, asker: Asker) -> None:
    """More are refused globally."""
    standin.rest.limits.globally.limit = Limit(3, 60.0)
    answers = [await asker.ask("GET", "/users/@me") for _ in range(4)]
    assert [told.status for told in answers] == [200] * 3 + [429]
    assert answers[-1].json["global"]


async def test_what_is_not_there_has_a_code(standin: StandIn, channel: Channel, asker: Asker) -> None:
    """Channels and messages that are unknown, a channel that is shut."""
    path = f"/channels/{channel.id}/messages"
    assert (await asker.ask("GET", "/channels/1/messages")).code == 10003
    assert (await asker.ask("PATCH", f"{path}/1", TEXT)).code == 10008
    standin.world.closed.add(channel.id)
    assert (await asker.ask("POST", path, TEXT))[:2] == (403, {"code": 50001, "message": "Missing Access"})


async def test_an_interaction_is_answered_once_and_in_time(
    standin: StandIn, channel: Channel, asker: Asker
) -> None:
    """Twice is 40060; too late, or with another's token, 10062."""
    person = Person(standin, "Ann")
    body = {"type": 4, "data": PRIVATE}
    interaction = standin.interact(2, person.user, channel, {"name": "play"})
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    assert (await asker.ask("POST", f"/interactions/{interaction.id}/wrong/callback", body)).code == 10062
    original = f"/webhooks/1/{interaction.token}/messages/@original"
    assert (await asker.ask("PATCH", original, TEXT)).code == 10015
    assert (await asker.ask("POST", path, body)).status == 204
    assert (await asker.ask("POST", path, body)).code == 40060
    assert (await asker.ask("PATCH", original, TEXT)).status == 200
    assert interaction.original is not None
    assert interaction.original.seen_by is person.user
    standin.rest.answers.ack_seconds = 0
    late = standin.interact(2, person.user, channel, {"name": "play"})
    assert (await asker.ask("POST", f"/interactions/{late.id}/{late.token}/callback", body)).code == 10062
    assert standin.rest.traffic.late == 1


async def test_an_answer_is_told_of_if_that_is_asked_for(
    standin: StandIn, channel: Channel, asker: Asker
) -> None:
    """With its message, and whether that is private."""
    interaction = standin.interact(2, Person(standin, "Ann").user, channel, {"name": "play"})
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
    told = (await asker.ask("POST", path, {"type": 4, "data": PRIVATE})).json
    assert told["interaction"]["response_message_ephemeral"]
    assert told["interaction"]["response_message_id"] == told["resource"]["message"]["id"]


async def test_a_follow_up_is_public_unless_it_is_flagged(
    standin: StandIn, channel: Channel, asker: Asker
) -> None:
    """Also after a private answer, or an update of one; another's message no token can change."""
    person = Person(standin, "Ann")
    opened = standin.interact(2, person.user, channel, {"name": "hand"})
    body = {"type": 4, "data": PRIVATE}
    await asker.ask("POST", f"/interactions/{opened.id}/{opened.token}/callback", body)
    for flags in (0, 64):
        said = await asker.ask("POST", f"/webhooks/1/{opened.token}", {**TEXT, "flags": flags})
        assert (channel.messages[int(said.json["id"])].seen_by is None) is (flags == 0)
    (public,) = channel.public
    later = standin.interact(2, person.user, channel, {"name": "hand"})
    await asker.ask("POST", f"/interactions/{later.id}/{later.token}/callback", body)
    path = f"messages/{public.id}"
    assert (await asker.ask("PATCH", f"/webhooks/1/{later.token}/{path}", TEXT)).code == 10008
    assert (await asker.ask("PATCH", f"/webhooks/1/{opened.token}/{path}", TEXT)).status == 200


async def test_pictures_that_were_not_sent_are_refused(channel: Channel, asker: Asker) -> None:
    """A message that shows a file has to bring it along; so are two components with one custom id."""
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://hand.png"}}]}
    button = {"type": 2, "style": 1, "label": "one", "custom_id": "b:hand:abc"}
    for parts in ([gallery], [{"type": 1, "components": [button, button]}]):
        told = await asker.ask("POST", f"/channels/{channel.id}/messages", {"components": parts})
        assert (told.status, told.code) == (400, 50035)
