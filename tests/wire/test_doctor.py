"""Tests of ``tefuda doctor`` on the stand-in for Discord, with each fact switched on and off."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import discord
import pytest
import yarl
from click.testing import CliRunner
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import doctor as doctor
from bot.administration.cli import main
from bot.clock import Clock
from bot.config import CannotRun
from bot.doctor import ButtonTap, NextTap, examine
from bot.wire.transport import CallbackType, HttpConnection
from tests.wire.asking import Asker
from tests.wire.components import BUTTON, Part, tappable
from tests.wire.facts import DiscordFacts
from tests.wire.limits import LOST, UNTOLD, Limit
from tests.wire.players import SimulatedPerson
from tests.wire.requests import API
from tests.wire.standin import TOKEN, StandIn
from tests.wire.world import Channel, Message

FOUND = {
    "media_name_their_attachment": "does not tell its attachment's id",
    "only_allowed_mentions_notify": "somebody is notified whom allowed_mentions does not list",
    "headers_show_rate_limits": "headers do not tell the limit",
    "repeated_nonces_return_sent_message": "the same nonce makes a second message",
    "nonces_of_deleted_messages_are_spent": "the nonce of a deleted message is answered by a new message",
    "only_deleted_channels_are_unknown": "message that is gone is answered by 10003, not 10008: .* for gone",
    "kept_files_can_be_named_by_address": r"does not keep a picture by its address and its id \(50035\)",
    "files_of_other_messages_can_be_shown": r"does not show a picture of a public one by its address",
    "edits_list_all_files": "a picture that an edit does not list stays",
    "threads_have_id_of_their_message": "a thread that is opened from a message has another id",
    "messages_have_one_thread": "a second thread from a message is not refused",
    "sending_opens_archived_threads": "a message does not open an archived thread again",
    "archived_threads_refuse_edits": "an edit in an archived thread is answered by yes, not 50083",
    "updated_message_becomes_original": "after an update @original is not the tapped message",
    "interactions_are_answered_once": "a second answer is not refused",
    "private_messages_need_a_token": "a private message is within reach for the bot's own token",
}
"""Errors that the doctor reports for a switched-off fact, without the facts it cannot check."""

NOTED = {
    "attachments_exclude_shown_files": "files among the attachments of a message that shows one: 1",
    "addresses_are_signed": "address is not signed",
    "kept_files_can_be_named_by_filename": "naming a kept picture by attachment:// is refused",
    "sends_and_edits_share_limit": "messages and edits seem to be counted apart",
}
"""Notes that the doctor prints for a switched-off fact that the bot does not need."""


class Consultation:
    """One run of the doctor in a channel, with its output."""

    def __init__(self, standin: StandIn, channel: Channel, asker: Asker) -> None:
        self.standin, self.channel, self._asker = standin, channel, asker
        self.lines: list[str] = []

    async def hold(self, next_tap: NextTap | None = None) -> int:
        return await examine(self._asker.line, self.channel.id, Clock(), self.lines.append, next_tap)

    async def tap(self, seconds: float) -> ButtonTap | None:
        """Tap the button that the doctor has posted."""
        ((message, button),) = self.posted
        data = {"custom_id": button["custom_id"], "component_type": BUTTON}
        interaction = self.standin.interact(3, self._asker.user, self.channel, data, message)
        return ButtonTap(interaction.id, interaction.token)

    @property
    def posted(self) -> list[tuple[Message, Part]]:
        """Return the messages and buttons that the doctor has posted."""
        return [
            (message, part)
            for message in self.channel.public
            for part in tappable(message.parts, BUTTON, "tap")
        ]

    def of(self, sort: str) -> list[str]:
        """Return the output lines of one kind: ``right``, ``wrong``, ``note`` or ``not tried``."""
        return [line.partition(": ")[2] for line in self.lines if line.startswith(f"{sort}: ")]

    @property
    def left_behind(self) -> list[object]:
        """Return everything on the server that was not there before the run."""
        return [*self.channel.messages.values(), *self.channel.guild.threads]


@pytest.fixture
def visit(standin: StandIn, channel: Channel, asker: Asker) -> Consultation:
    """A function that runs the doctor in a channel without pauses."""
    standin.rest.limits.per_channel = dict.fromkeys(("send", "edit", "delete"), Limit(1000, 5.0))
    standin.rest.limits.per_interaction = Limit(1000, 2.0)
    return Consultation(standin, channel, asker)


async def test_doctor_finds_no_error_on_unchanged_stand_in(visit: Consultation) -> None:
    """The doctor reports no error and deletes everything that it made."""
    assert await visit.hold(visit.tap) == 0
    assert not visit.of("wrong")
    assert not visit.of("not tried")
    assert len(visit.of("right")) >= 20
    assert not visit.left_behind


async def test_doctor_finds_pictures_of_another_format(visit: Consultation) -> None:
    visit.standin.cdn.kind = "GIF"
    assert await visit.hold(visit.tap) == 1
    assert "discs will have letters" in visit.of("wrong")[0]


@pytest.mark.parametrize("fact", FOUND)
async def test_doctor_finds_switched_off_fact(visit: Consultation, fact: str) -> None:
    """The doctor reports an error about the fact and deletes everything that it made."""
    setattr(visit.standin.facts, fact, False)
    assert await visit.hold(visit.tap) == len(visit.of("wrong"))
    assert [line for line in visit.of("wrong") if re.search(FOUND[fact], line)], visit.lines
    assert not visit.left_behind


@pytest.mark.parametrize("fact", NOTED)
async def test_doctor_only_notes_facts_that_bot_does_not_need(visit: Consultation, fact: str) -> None:
    """A difference in a fact that the bot does not need, such as shared limits, is only a note."""
    for fact_holds in (False, True):
        setattr(visit.standin.facts, fact, fact_holds)
        visit.lines.clear()
        assert await visit.hold() == 0
        assert any(NOTED[fact] in line for line in visit.of("note")) == (not fact_holds)


async def test_doctor_finds_private_message_that_is_not_deleted(
    visit: Consultation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The doctor deletes a private message by the token of a tap, and reports an error if it remains."""
    assert await visit.hold(visit.tap) == 0
    assert any("deleted by the tap's token" in line for line in visit.of("right"))
    visit.lines.clear()
    kept = visit.standin.rest.messages.delete

    def delete(message: Message) -> tuple[int, None]:
        return (204, None) if message.seen_by is not None else kept(message)

    monkeypatch.setattr(visit.standin.rest.messages, "delete", delete)
    assert await visit.hold(visit.tap) == 1
    assert any("still there" in line for line in visit.of("wrong"))


def test_doctor_checks_every_fact_visible_to_bot() -> None:
    """Only the listed facts, which need another user or many requests, stay unchecked."""
    assert set(vars(DiscordFacts())) - set(FOUND) - set(NOTED) == {
        *("public_follow_ups_look_broken", "deferred_answer_stays_private", "tokens_expire"),
        *("user_apps_may_send_five_follow_ups", "interactions_allow_five_in_two_seconds"),
        *("channels_allow_thirty_follow_ups_a_minute", "hidden_refusals_count_towards_ban"),
        *("old_messages_are_hard_to_edit", "edits_send_no_notifications", "nonces_do_not_apply_to_webhooks"),
        *(
            "texts_of_other_users_are_hidden",
            "locked_threads_refuse_messages_and_edits",
            "private_threads_are_closed_to_others",
            "members_are_not_listed",
            "resumed_session_receives_missed_events",
        ),
    }


@pytest.mark.parametrize("fault", [500, LOST, UNTOLD])
@pytest.mark.parametrize(
    ("kind", "number"),
    [("send", 0), ("send", 2), ("edit", 1), ("history", 0), ("thread", 0), ("thread", 2), ("archive", 0)],
)
async def test_doctor_cleans_up_after_failed_requests(
    visit: Consultation, kind: str, number: int, fault: int
) -> None:
    """If a request fails or its answer is lost, the doctor still deletes everything that it made."""
    faults = visit.standin.rest.faults
    faults.plan(kind, *[0] * number, fault)
    differs = await visit.hold(visit.tap)
    assert faults.happened[kind, fault] == 1
    is_repeated = kind == "history" and fault != 500  # by aiohttp, which may do that with what reads
    assert differs == len(visit.of("wrong")) == (not is_repeated)
    assert not visit.left_behind


@pytest.mark.parametrize(("kind", "number"), [("delete", 2), ("remove", 0), ("history", 1)])
async def test_doctor_repeats_lost_deletions(visit: Consultation, kind: str, number: int) -> None:
    """A deletion that was lost with its connection is sent again."""
    visit.standin.rest.faults.plan(kind, *[0] * number, LOST)
    assert await visit.hold(visit.tap) == 0
    assert visit.standin.rest.faults.happened[kind, LOST] == 1
    assert not visit.left_behind


async def test_doctor_names_threads_that_it_cannot_delete(visit: Consultation) -> None:
    """A thread that cannot be deleted is emptied, archived and named in a note."""
    visit.standin.rest.faults.plan("remove", 403, 403)
    assert await visit.hold() == 0
    threads = visit.channel.guild.threads
    assert visit.left_behind == threads
    assert all(thread.is_archived and not thread.messages for thread in threads)
    assert all(any(f"/channels/{thread.id} " in line for line in visit.of("note")) for thread in threads)


async def test_doctor_waits_at_rate_limits(visit: Consultation) -> None:
    """The doctor waits when the headers say that no request is left."""
    visit.standin.rest.limits.per_channel = dict.fromkeys(("send", "edit", "delete"), Limit(2, 0.05))
    assert await visit.hold() == 0
    assert not visit.standin.world.traffic.refused


@pytest.mark.parametrize(
    ("token", "channel_id", "why"),
    [("no.such.token", 0, "refuses DISCORD_TOKEN"), (TOKEN, 1, "the bot sees no channel 1: 404 .10003.")],
)
async def test_doctor_stops_without_access(
    visit: Consultation, token: str, channel_id: int, why: str
) -> None:
    """With a refused token or an unknown channel the doctor stops and creates nothing."""
    line = HttpConnection(token, visit.standin.url + API)
    try:
        with pytest.raises(CannotRun, match=why):
            await examine(line, channel_id or visit.channel.id, Clock(), visit.lines.append)
    finally:
        await line.close()
    assert not visit.lines
    assert not visit.left_behind


async def test_doctor_stops_without_answer_from_discord(visit: Consultation) -> None:
    """If Discord does not answer, the doctor stops with a temporary error."""
    visit.standin.rest.faults.plan("application", 503)
    with pytest.raises(CannotRun, match="cannot be reached") as stopped:
        await visit.hold()
    assert not stopped.value.is_lasting


async def test_doctor_continues_without_tap(visit: Consultation) -> None:
    """After a minute without a tap the doctor continues and reports the tests that it left out."""

    async def nobody(seconds: float) -> ButtonTap | None:
        assert seconds == 60
        return None

    assert await visit.hold(nobody) == 0
    assert visit.of("not tried") == ["answers to taps; nobody has tapped"]
    assert not visit.left_behind


async def test_doctor_receives_tap_by_gateway(visit: Consultation, monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``--listen`` the doctor tests the token of a tap that it receives by the gateway."""
    standin, channel, url = visit.standin, visit.channel, visit.standin.url
    monkeypatch.setattr(Route, "BASE", url + API)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(standin.gateway.url))
    monkeypatch.setattr("bot.wire.transport.CDN", url)
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", False)

    async def tap() -> None:
        ((message, button),) = await channel.bell.until(lambda: visit.posted)
        await standin.gateway.bell.until(lambda: standin.gateway.identified)
        answer = await SimulatedPerson(standin, "Ben").tap_part(message, button)
        assert answer.kind == CallbackType.UPDATE

    tapping = asyncio.create_task(tap())
    differs = await doctor.run(TOKEN, channel.id, visit.lines.append, listen=True, api=url + API)
    await tapping
    assert differs == 0
    assert "after an update @original is the tapped message" in visit.of("right")
    assert not visit.left_behind


@pytest.mark.parametrize(
    ("token", "differs", "status", "expected"),
    [(TOKEN, 0, 0, ""), (TOKEN, 2, 1, "2 of these differ"), ("", 0, 2, "DISCORD_TOKEN is missing")],
)
def test_exit_code_of_doctor_shows_result(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, token: str, differs: int, status: int, expected: str
) -> None:
    """The exit code is 0 without an error, 1 with errors, and 2 without a token."""

    async def run(token: str, channel_id: int, tell: object, *, listen: bool) -> int:
        assert (token, channel_id, listen) == (TOKEN, 12, True)
        return differs

    monkeypatch.chdir(tmp_path)
    if token:
        monkeypatch.setattr(doctor, "run", run)
    done = CliRunner().invoke(main, ["doctor", "--channel", "12", "--listen"], env={"DISCORD_TOKEN": token})
    assert done.exit_code == status
    assert expected in done.output
    assert ("differ" in done.output) == (status == 1)
