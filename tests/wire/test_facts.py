"""Tests of Discord's behaviour with pictures and interaction tokens, as the stand-in imitates it.

Each test is named after its fact (``DiscordFacts``), which names its source. It runs with the fact switched
on and off.
"""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.wire.errors import INVALID_FORM, RequestRejected
from bot.wire.messages import SentMessage
from bot.wire.transport import CallbackType, Upload
from tests.wire import facts as module
from tests.wire.asking import PRIVATE, PRIVATELY_LATER, TEXT, Asker, pictured, tappable
from tests.wire.facts import DiscordFacts
from tests.wire.limits import Limit
from tests.wire.standin import StandIn
from tests.wire.world import Channel

CONTRACT = Path(__file__).parents[2] / "docs" / "DISCORD.md"
DEFINED = "".join(path.read_text("utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))


def test_every_fact_has_a_source_and_a_test() -> None:
    (facts,) = [
        node for node in ast.parse(Path(module.__file__).read_text()).body if isinstance(node, ast.ClassDef)
    ]
    sources = {
        ast.unparse(field.target): ast.literal_eval(doc.value).rpartition("Source: ")[2]
        for field, doc in zip(facts.body, facts.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(doc, ast.Expr)
    }
    assert set(sources) == {field.name for field in fields(DiscordFacts)}
    assert all(re.match(r"docs/[\w/-]+\.mdx|D#\d+|unverified", source) for source in sources.values())
    tested = {name for name in sources if re.search(rf"async def test_{name}\([^)]*fact_holds", DEFINED)}
    assert tested == set(sources)


def test_contract_names_every_fact_and_test() -> None:
    """docs/DISCORD.md names every fact and only existing tests."""
    words = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", CONTRACT.read_text("utf-8")))
    tests = {word for word in words if word.startswith("test_")}
    known = {field.name for field in fields(DiscordFacts)}
    assert {word for word in words - tests if word.count("_") > 1 or word in known} == known
    assert not [name for name in tests if f"def {name}(" not in DEFINED]


# --- pictures -------------------------------------------------------------------------------------------


def gallery(url: str) -> dict[str, object]:
    return {"type": 12, "items": [{"media": {"url": url}}]}


async def test_attachments_exclude_shown_files(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """``attachments`` lists a file that no component shows, but not a picture of a gallery."""
    files = (Upload("a.png", b"a"), Upload("b.txt", b"b"))
    reply = await asker.send(channel, files, components=[gallery("attachment://a.png")])
    listed = [attachment["filename"] for attachment in reply.json["attachments"]]
    assert listed == (["b.txt"] if fact_holds else ["a.png", "b.txt"])


async def test_media_name_their_attachment(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A picture's component contains the id of its attachment, which the transport reads."""
    message, sent = await asker.send_with_result(channel, pictured("a.png", "b.png"))
    known = [int(attachment["id"]) for attachment in message.attachments]
    assert [kept.attachment_id for kept in sent.pictures.values()] == (known if fact_holds else [])


async def test_addresses_are_signed(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A picture's address contains the start and end of its validity, and a signature."""
    _, sent = await asker.send_with_result(channel, pictured("a.png"))
    url = sent.pictures["a.png"].url
    assert url.startswith("https://cdn.discordapp.com/attachments/")
    assert all(f"{name}=" in url for name in ("ex", "is", "hm")) == fact_holds


async def test_edits_list_all_files(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """An edit may show only pictures listed in ``attachments``, and removes old files that are not listed."""
    asker.standin.rest.limits.per_channel.clear()
    message, sent = await asker.send_with_result(channel, pictured("a.png"))
    kept, upload = sent.pictures["a.png"], (Upload("b.png", b"b"),)
    old, new = gallery(kept.url), gallery("attachment://b.png")
    for parts, files, attachments in (
        ([new], upload, None),
        ([new], upload, [{"id": str(kept.attachment_id)}]),
        ([old], (), []),
        ([old, new], upload, [{"id": "0"}]),
    ):
        json = {"components": parts} | ({} if attachments is None else {"attachments": attachments})
        reply = await asker.edit(message, json, files)
        assert (reply.status, reply.code) == ((400, INVALID_FORM) if fact_holds else (200, 0))
    both = await asker.transport.edit(channel.id, message.id, pictured("a.png", "b.png"), sent.pictures)
    assert set(both.pictures) == {"a.png", "b.png"}
    assert both.pictures["a.png"].attachment_id == kept.attachment_id
    unseen = await asker.transport.edit(channel.id, message.id, pictured("b.png"), both.pictures)
    again = await asker.transport.edit(channel.id, message.id, pictured("a.png"), unseen.pictures)
    assert again.pictures["a.png"].attachment_id == kept.attachment_id
    remaining = {"b.png": both.pictures["b.png"]}
    await asker.transport.edit(channel.id, message.id, pictured("b.png"), remaining)
    assert [attachment["filename"] for attachment in message.attachments].count("a.png") == (
        0 if fact_holds else 1
    )


async def test_kept_files_can_be_named_by_address(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A kept picture can be named by its address, but not in another message."""
    page = pictured("a.png")
    message, sent = await asker.send_with_result(channel, page)
    if fact_holds:
        edited = await asker.transport.edit(channel.id, message.id, page, sent.pictures)
        assert edited.pictures == sent.pictures
        assert asker.standin.world.traffic.requests["edit"] == 1
    other = await asker.send_message(channel, tappable("other"), "m")
    for source in (other,) if fact_holds else (message, other):
        with pytest.raises(RequestRejected, match="50035"):
            await asker.transport.edit(channel.id, source.id, page, sent.pictures)


async def test_files_of_other_messages_can_be_shown(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A private message shows a public message's picture by its address, as long as that message has it."""
    page = pictured("a.png")
    message, sent = await asker.send_with_result(channel, page)
    elsewhere = {"a.png": sent.pictures["a.png"].elsewhere}
    interaction = await asker.use_and_answer(channel)

    async def show() -> SentMessage:
        return await asker.transport.follow_up(channel.id, interaction.token, page, elsewhere)

    if fact_holds:
        private = await show()
        assert private.pictures == elsewhere
        assert not channel.messages[private.message_id or 0].attachments
        await asker.transport.edit(channel.id, message.id, tappable("no picture"))
    with pytest.raises(RequestRejected, match="50035"):
        await show()


async def test_kept_files_can_be_named_by_filename(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A kept picture can be named by ``attachment://``; the default is off, since this is unverified."""
    message, sent = await asker.send_with_result(channel, pictured("a.png"))
    listed = [{"id": str(sent.pictures["a.png"].attachment_id)}]
    json = {"components": [gallery("attachment://a.png")], "attachments": listed}
    assert (await asker.edit(message, json)).status == (200 if fact_holds else 400)
    assert not DiscordFacts().kept_files_can_be_named_by_filename


# --- by the token of an interaction ---------------------------------------------------------------------


async def test_public_follow_ups_look_broken(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A public follow-up to a private answer refers to a message that other people cannot load."""
    interaction = await asker.use_and_answer(channel)
    private, public = [await asker.follow_up(interaction, json) for json in (PRIVATE, TEXT)]
    assert "message_reference" not in private.json
    assert ("message_reference" in public.json) == fact_holds
    assert public.json.get("referenced_message") is None
    assert asker.standin.world.traffic.unloadable == fact_holds
    openly = await asker.use_and_answer(channel, is_private=False)
    assert "message_reference" not in (await asker.follow_up(openly, TEXT)).json


async def test_deferred_answer_stays_private(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """After a private deferral the first follow-up becomes the answer and stays private."""
    interaction = await asker.use_and_answer(channel, PRIVATELY_LATER)
    first, second = [await asker.follow_up(interaction, TEXT) for _ in range(2)]
    assert interaction.original is not None
    assert int(first.json["id"]) == interaction.original.id
    assert (interaction.original.seen_by is asker.user) == fact_holds
    assert int(second.json["id"]) != interaction.original.id


@pytest.mark.parametrize("kind", [CallbackType.ACKNOWLEDGED, CallbackType.UPDATE])
async def test_updated_message_becomes_original(
    asker: Asker, channel: Channel, fact_holds: bool, kind: CallbackType
) -> None:
    """After an update of the tapped message, deferred or not, ``@original`` is that message."""
    tapped = await asker.send_message(channel)
    interaction = asker.use(channel, tapped)
    page = tappable("again") if kind is CallbackType.UPDATE else None
    await asker.transport.answer(interaction.id, interaction.token, kind, page)
    edit = asker.transport.edit_by_token(interaction.id, interaction.token, tappable("anew"))
    if fact_holds:
        assert (await edit).message_id == tapped.id
        assert tapped.payload()["type"] == 0
    else:
        with pytest.raises(RequestRejected, match="10008"):
            await edit


async def test_tokens_expire(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """With an expired token no message can be sent or edited."""
    interaction = await asker.use_and_answer(channel)
    assert asker.standin.rest.answers.token_seconds == 900
    asker.standin.rest.answers.token_seconds = -1
    replies = [await asker.follow_up(interaction), await asker.edit_by(interaction)]
    assert [(reply.status, reply.code) for reply in replies] == [(401, 50027) if fact_holds else (200, 0)] * 2


async def test_private_messages_need_a_token(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """The bot's own token can neither edit nor list a private message."""
    interaction = await asker.use_and_answer(channel)
    assert interaction.original is not None
    assert interaction.original.seen_by is asker.user
    assert (await asker.edit(interaction.original)).code == (10008 if fact_holds else 0)
    assert bool((await asker.ask("GET", f"/channels/{channel.id}/messages")).json) != fact_holds
    assert (await asker.edit_by(interaction)).status == 200


async def test_interactions_are_answered_once(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A second answer to an interaction is refused with 40060."""
    interaction = await asker.use_and_answer(channel)
    assert (await asker.answer(interaction)).code == (40060 if fact_holds else 0)


async def test_user_apps_may_send_five_follow_ups(asker: Asker, channel: Channel, fact_holds: bool) -> None:
    """A sixth follow-up is refused if a user installed the app, and accepted if the server did."""
    asker.standin.facts.interactions_allow_five_in_two_seconds = False
    for is_of_a_user in (False, True):
        interaction = await asker.use_and_answer(channel, is_private=False)
        interaction.is_of_a_user = is_of_a_user
        codes = [(await asker.follow_up(interaction, TEXT)).code for _ in range(6)]
        assert codes == [*[0] * 5, 40094 if fact_holds and is_of_a_user else 0]


# --- facts without a switch -----------------------------------------------------------------------------


async def test_channel_accepts_five_messages_in_five_seconds(asker: Asker, channel: Channel) -> None:
    """A sixth message in a channel gets 429; another channel has a limit of its own."""
    answers = [await asker.send(channel) for _ in range(6)]
    assert [answer.status for answer in answers] == [200] * 5 + [429]
    assert 0 < answers[-1].json["retry_after"] <= 5.1
    assert not answers[-1].json["global"]
    assert (await asker.send(asker.standin.world.add_channel(channel.guild))).status == 200
    assert asker.standin.world.traffic.refused == {("send", "user"): 1}


async def test_bot_token_has_global_rate_limit(standin: StandIn, asker: Asker) -> None:
    """A request above the global limit gets 429 with ``global`` set."""
    standin.rest.limits.globally.limit = Limit(3, 60.0)
    answers = [await asker.ask("GET", "/users/@me") for _ in range(4)]
    assert [answer.status for answer in answers] == [200] * 3 + [429]
    assert answers[-1].json["global"]


async def test_interaction_must_be_answered_once_and_in_time(asker: Asker, channel: Channel) -> None:
    """A late answer, or an answer with a wrong token, is refused with 10062."""
    interaction = asker.use(channel)
    stolen = f"/interactions/{interaction.id}/wrong/callback"
    assert (await asker.ask("POST", stolen, {"type": 4, "data": TEXT})).code == 10062
    assert (await asker.edit_by(interaction)).code == 10015
    asker.standin.rest.answers.ack_seconds = 0
    assert (await asker.answer(asker.use(channel))).code == 10062
    assert asker.standin.world.traffic.late == 1


async def test_response_contains_message_on_request(asker: Asker, channel: Channel) -> None:
    """With ``with_response`` the reply to an answer contains the message and whether it is private."""
    payload = (await asker.answer(asker.use(channel), is_private=True)).json
    assert payload["interaction"]["response_message_ephemeral"]
    assert payload["interaction"]["response_message_id"] == payload["resource"]["message"]["id"]
    other = asker.use(channel)
    path = f"/interactions/{other.id}/{other.token}/callback"
    assert (await asker.ask("POST", path, {"type": 4, "data": TEXT}))[:2] == (204, {})


async def test_follow_up_is_public_unless_flagged_as_private(asker: Asker, channel: Channel) -> None:
    """A follow-up without the ephemeral flag is public, and only its own token can edit it."""
    opened, later = await asker.use_and_answer(channel), await asker.use_and_answer(channel)
    replies = [await asker.follow_up(opened, json) for json in (TEXT, PRIVATE)]
    assert [channel.messages[int(reply.json["id"])].seen_by for reply in replies] == [None, asker.user]
    (public,) = channel.public
    assert (await asker.edit_by(later, str(public.id))).code == 10008
    assert (await asker.edit_by(opened, str(public.id))).status == 200


async def test_duplicate_custom_ids_are_refused(asker: Asker, channel: Channel) -> None:
    button = {"type": 2, "style": 1, "label": "one", "custom_id": "b:hand:abc"}
    reply = await asker.send(channel, components=[{"type": 1, "components": [button, button]}])
    assert (reply.status, reply.code) == (400, INVALID_FORM)
