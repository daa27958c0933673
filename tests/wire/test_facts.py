"""Pictures and tokens of interactions: what is so of Discord is so of the stand-in, unless it is turned off.

Each test is named after its fact (``Facts``) and its source, and runs with the fact as it is, and without.
"""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.wire.errors import INVALID_FORM, Refusal
from bot.wire.line import Upload
from bot.wire.transport import Answer
from tests.wire import facts as module
from tests.wire.asking import PRIVATE, PRIVATELY_LATER, TEXT, Asker, hook, pictured, tappable
from tests.wire.facts import Facts
from tests.wire.standin import StandIn
from tests.wire.world import Channel

CONTRACT = Path(__file__).parents[2] / "docs" / "DISCORD.md"

FILES = ("test_facts.py", "test_facts_of_channels.py")


def test_every_fact_has_a_test_that_names_its_source() -> None:
    """So nothing is believed of Discord that nobody can look up."""
    (facts,) = [
        node for node in ast.parse(Path(module.__file__).read_text()).body if isinstance(node, ast.ClassDef)
    ]
    said = {
        ast.unparse(field.target): ast.literal_eval(doc.value).rpartition("Source: ")[2]
        for field, doc in zip(facts.body, facts.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(doc, ast.Expr)
    }
    tested = {
        node.name.removeprefix("test_"): " ".join((ast.get_docstring(node) or "").split())
        for name in FILES
        for node in ast.parse(Path(__file__).with_name(name).read_text()).body
        if isinstance(node, ast.AsyncFunctionDef)
    }
    assert set(said) == {field.name for field in fields(Facts)}
    assert {name: source for name, source in said.items() if not source} == {}
    missing = [name for name, source in said.items() if f"Source: {source}" not in tested.get(name, "")]
    assert not missing


def test_the_contract_names_every_fact() -> None:
    """And no other; what it calls a test is one."""
    words = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", CONTRACT.read_text("utf-8")))
    tests = {word for word in words if word.startswith("test_")}
    known = {field.name for field in fields(Facts)}
    assert {word for word in words - tests if word.count("_") > 1 or word in known} == known
    defined = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert not [name for name in tests if f"def {name}(" not in defined]


# --- pictures -------------------------------------------------------------------------------------------


async def test_attachments_leave_out_what_is_shown(asker: Asker, channel: Channel, is_so: bool) -> None:
    """A gallery's picture is not there, a file that nothing shows is. Source:
    docs/resources/message.mdx; D#8277, D#8279, D#7611."""
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    files = (Upload("a.png", b"a"), Upload("b.txt", b"b"))
    told = await asker.ask("POST", f"/channels/{channel.id}/messages", {"components": [gallery]}, files)
    assert [one["filename"] for one in told.json["attachments"]] == (
        ["b.txt"] if is_so else ["a.png", "b.txt"]
    )


async def test_media_tell_their_attachment(asker: Asker, channel: Channel, is_so: bool) -> None:
    """The transport finds the ids of pictures there, and nowhere else. Source:
    docs/components/reference.mdx; D#8277."""
    sent = await asker.transport.send(channel.id, pictured("a.png", "b.png"), "n")
    assert sent.message_id is not None
    known = [int(one["id"]) for one in channel.messages[sent.message_id].attachments]
    assert [kept.attachment_id for kept in sent.pictures.values()] == (known if is_so else [])


async def test_addresses_are_signed(asker: Asker, channel: Channel, is_so: bool) -> None:
    """They say until when they are good. Source: docs/reference.mdx."""
    sent = await asker.transport.send(channel.id, pictured("a.png"), "n")
    url = sent.pictures["a.png"].url
    assert url.startswith("https://cdn.discordapp.com/attachments/")
    assert all(f"{name}=" in url for name in ("ex", "is", "hm")) == is_so


async def test_edits_list_all_files(asker: Asker, channel: Channel, is_so: bool) -> None:
    """A new file is appended all the same, but what is not listed can not be shown, and a file that is not
    listed goes. Source: docs/resources/message.mdx; D#7529."""
    asker.standin.rest.limits.per_channel.clear()
    sent = await asker.transport.send(channel.id, pictured("a.png"), "n")
    assert sent.message_id is not None
    message, kept = channel.messages[sent.message_id], sent.pictures["a.png"]
    path = f"/channels/{channel.id}/messages/{message.id}"
    new = {"type": 12, "items": [{"media": {"url": "attachment://b.png"}}]}
    old = {"type": 12, "items": [{"media": {"url": kept.url}}]}
    upload = (Upload("b.png", b"b"),)
    for parts, files, attachments in (
        ([new], upload, None),
        ([new], upload, [{"id": str(kept.attachment_id)}]),
        ([old], (), []),
        ([old, new], upload, [{"id": "0"}]),
    ):
        json = {"components": parts} | ({} if attachments is None else {"attachments": attachments})
        told = await asker.ask("PATCH", path, json, files)
        assert (told.status, told.code) == ((400, INVALID_FORM) if is_so else (200, 0))
    both = await asker.transport.edit(channel.id, message.id, pictured("a.png", "b.png"), sent.pictures)
    assert set(both.pictures) == {"a.png", "b.png"}
    assert both.pictures["a.png"].attachment_id == kept.attachment_id
    await asker.transport.edit(channel.id, message.id, pictured("b.png"), both.pictures)
    assert [one["filename"] for one in message.attachments].count("a.png") == (0 if is_so else 1)


async def test_kept_files_go_by_address(asker: Asker, channel: Channel, is_so: bool) -> None:
    """The transport names them so; what was no file of this message is none. Source:
    docs/components/reference.mdx, docs/reference.mdx."""
    page = pictured("a.png")
    sent = await asker.transport.send(channel.id, page, "n")
    assert sent.message_id is not None
    if is_so:
        edited = await asker.transport.edit(channel.id, sent.message_id, page, sent.pictures)
        assert edited.pictures == sent.pictures
        assert asker.standin.rest.traffic.requests["edit"] == 1
    else:
        with pytest.raises(Refusal, match="50035"):
            await asker.transport.edit(channel.id, sent.message_id, page, sent.pictures)
    other = await asker.sent(channel, tappable("other"), "m")
    with pytest.raises(Refusal, match="50035"):
        await asker.transport.edit(channel.id, other.id, page, sent.pictures)


async def test_kept_files_go_by_name(asker: Asker, channel: Channel, is_so: bool) -> None:
    """The switch is off as long as nobody has seen it. Source: unverified."""
    sent = await asker.transport.send(channel.id, pictured("a.png"), "n")
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    json = {"components": [gallery], "attachments": [{"id": str(sent.pictures["a.png"].attachment_id)}]}
    told = await asker.ask("PATCH", f"/channels/{channel.id}/messages/{sent.message_id}", json)
    assert told.status == (200 if is_so else 400)
    assert not Facts().kept_files_go_by_name


# --- by the token of an interaction ---------------------------------------------------------------------


async def test_public_follow_ups_look_broken(asker: Asker, channel: Channel, is_so: bool) -> None:
    """To a private answer, or to a tap in a private message; not so private ones. Source: D#2733."""
    interaction = asker.act(channel)
    await asker.answer(interaction, Answer.MESSAGE, is_private=True)
    private = await asker.follow_up(interaction, PRIVATE)
    public = await asker.follow_up(interaction, TEXT)
    assert "message_reference" not in private.json
    assert ("message_reference" in public.json) == is_so
    assert public.json.get("referenced_message") is None
    assert asker.standin.rest.traffic.unloadable == is_so
    openly = asker.act(channel)
    await asker.answer(openly, Answer.MESSAGE)
    assert "message_reference" not in (await asker.follow_up(openly, TEXT)).json


async def test_deferred_privacy_stays(asker: Asker, channel: Channel, is_so: bool) -> None:
    """It takes the place of what said that the bot thinks. Source:
    docs/interactions/receiving-and-responding.mdx; D#2742."""
    interaction = asker.act(channel)
    await asker.answer(interaction, PRIVATELY_LATER)
    first, second = [await asker.follow_up(interaction, TEXT) for _ in range(2)]
    assert interaction.original is not None
    assert int(first.json["id"]) == interaction.original.id
    assert (interaction.original.seen_by is asker.user) == is_so
    assert int(second.json["id"]) != interaction.original.id


@pytest.mark.parametrize("kind", [Answer.ACKNOWLEDGED, Answer.UPDATE])
async def test_updates_make_it_the_original(
    asker: Asker, channel: Channel, is_so: bool, kind: Answer
) -> None:
    """It is edited without being a reply. Source: docs/interactions/receiving-and-responding.mdx."""
    tapped = await asker.sent(channel)
    interaction = asker.act(channel, tapped)
    await asker.transport.answer(
        interaction.id, interaction.token, kind, tappable("again") if kind is Answer.UPDATE else None
    )
    edit = asker.transport.edit_original(interaction.id, interaction.token, tappable("anew"))
    if is_so:
        assert (await edit).message_id == tapped.id
        assert tapped.payload()["type"] == 0
    else:
        with pytest.raises(Refusal, match="10008"):
            await edit


async def test_tokens_die(asker: Asker, channel: Channel, is_so: bool) -> None:
    """Then nothing is said or changed by them. Source: docs/interactions/receiving-and-responding.mdx."""
    interaction = asker.act(channel)
    await asker.answer(interaction, Answer.MESSAGE, is_private=True)
    assert asker.standin.rest.answers.token_seconds == 900
    asker.standin.rest.answers.token_seconds = -1
    told = [
        await asker.follow_up(interaction, PRIVATE),
        await asker.ask("PATCH", f"{hook(interaction)}/messages/@original", TEXT),
    ]
    assert [(one.status, one.code) for one in told] == [(401, 50027) if is_so else (200, 0)] * 2


async def test_private_messages_need_a_token(asker: Asker, channel: Channel, is_so: bool) -> None:
    """The bot's finds them nowhere. Source: docs/interactions/receiving-and-responding.mdx."""
    interaction = asker.act(channel)
    await asker.answer(interaction, Answer.MESSAGE, is_private=True)
    assert interaction.original is not None
    path = f"/channels/{channel.id}/messages"
    told = await asker.ask("PATCH", f"{path}/{interaction.original.id}", TEXT)
    assert told.code == (10008 if is_so else 0)
    assert bool((await asker.ask("GET", path)).json) != is_so
    assert (await asker.ask("PATCH", f"{hook(interaction)}/messages/@original", TEXT)).status == 200


async def test_interactions_are_answered_once(
    standin: StandIn, asker: Asker, channel: Channel, is_so: bool
) -> None:
    """Whoever is told of it twice finds it answered. Source:
    docs/interactions/receiving-and-responding.mdx; docs/events/gateway.mdx."""
    interaction = asker.act(channel)
    codes = [(await asker.answer(interaction, Answer.MESSAGE)).code for _ in range(2)]
    assert codes == [0, 40060 if is_so else 0]


async def test_users_apps_follow_up_five_times(asker: Asker, channel: Channel, is_so: bool) -> None:
    """A server's app is not counted so. Source: docs/interactions/receiving-and-responding.mdx."""
    asker.standin.facts.interactions_allow_five_in_two_seconds = False
    for is_of_a_user in (False, True):
        interaction = asker.act(channel)
        interaction.is_of_a_user = is_of_a_user
        await asker.answer(interaction, Answer.MESSAGE)
        codes = [(await asker.follow_up(interaction, TEXT)).code for _ in range(6)]
        assert codes == [*[0] * 5, 40094 if is_so and is_of_a_user else 0]
