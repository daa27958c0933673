"""``tefuda doctor`` on the stand-in: it finds all in order, and each fact that is not so."""

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

from bot.administration.cli import main
from bot.clock import Clock
from bot.config import CannotRun
from bot.doctor import examination as doctor
from bot.doctor.examination import examine
from bot.doctor.taps import ButtonTap, NextTap
from bot.wire.line import HttpLine
from bot.wire.transport import Answer
from tests.wire.asking import Asker
from tests.wire.components import BUTTON, Part, tappable
from tests.wire.facts import Facts
from tests.wire.limits import LOST, UNTOLD, Limit
from tests.wire.players import Person
from tests.wire.requests import API
from tests.wire.standin import TOKEN, StandIn
from tests.wire.world import Channel, Message

FOUND = {
    "media_tell_their_attachment": "does not tell its attachment's id",
    "mentions_are_allowed_one_by_one": "somebody is notified whom allowed_mentions does not list",
    "headers_tell_the_limits": "headers do not tell the limit",
    "nonces_give_what_was_sent": "the same nonce makes a second message",
    "nonces_of_deleted_messages_are_spent": "the nonce of a deleted message is answered by a new message",
    "only_gone_channels_are_unknown": "message that is gone is answered by 10003, not 10008: .* for gone",
    "kept_files_go_by_address": r"does not keep a picture by its address and its id \(50035\)",
    "edits_list_all_files": "a picture that an edit does not list stays",
    "threads_have_their_messages_id": "a thread that is opened from a message has another id",
    "messages_have_one_thread": "a second thread from a message is not refused",
    "sending_opens_archived_threads": "a message does not open an archived thread again",
    "archived_threads_refuse_edits": "an edit in an archived thread is answered by yes, not 50083",
    "updates_make_it_the_original": "after an update @original is not the tapped message",
    "interactions_are_answered_once": "a second answer is not refused",
    "private_messages_need_a_token": "a private message is within reach for the bot's own token",
}
"""What it says where a fact is not so; nothing of what it cannot see."""

NOTED = {
    "attachments_leave_out_what_is_shown": "files among the attachments of a message that shows one: 1",
    "addresses_are_signed": "address is not signed",
    "kept_files_go_by_name": "naming a kept picture by attachment:// is refused",
    "sends_and_edits_share": "messages and edits seem to be counted apart",
}
"""What it notes where a fact is not so: the bot does not mind."""


class Consultation:
    """What the doctor says of a channel."""

    def __init__(self, standin: StandIn, channel: Channel, asker: Asker) -> None:
        self.standin, self.channel, self._asker = standin, channel, asker
        self.lines: list[str] = []

    async def hold(self, next_tap: NextTap | None = None) -> int:
        return await examine(self._asker.line, self.channel.id, Clock(), self.lines.append, next_tap)

    async def tap(self, seconds: float) -> ButtonTap | None:
        """Tap the button that it has posted."""
        ((message, button),) = self.posted
        data = {"custom_id": button["custom_id"], "component_type": BUTTON}
        interaction = self.standin.interact(3, self._asker.user, self.channel, data, message)
        return ButtonTap(interaction.id, interaction.token)

    @property
    def posted(self) -> list[tuple[Message, Part]]:
        """List what it has posted to be tapped."""
        return [(one, part) for one in self.channel.public for part in tappable(one.parts, BUTTON, "tap")]

    def of(self, sort: str) -> list[str]:
        """List what it says, of one sort: right, wrong, note, not tried."""
        return [line.partition(": ")[2] for line in self.lines if line.startswith(f"{sort}: ")]

    @property
    def left(self) -> list[object]:
        """What is in the server that was not there before."""
        return [*self.channel.messages.values(), *self.channel.guild.threads]


@pytest.fixture
def visit(standin: StandIn, channel: Channel, asker: Asker) -> Consultation:
    """A doctor for a channel in which it need not wait."""
    standin.rest.limits.per_channel = dict.fromkeys(("send", "edit", "delete"), Limit(1000, 5.0))
    standin.rest.limits.per_interaction = Limit(1000, 2.0)
    return Consultation(standin, channel, asker)


async def test_all_is_right(visit: Consultation) -> None:
    """Of the stand-in as it is, and what it made is gone afterwards."""
    assert await visit.hold(visit.tap) == 0
    assert not visit.of("wrong")
    assert not visit.of("not tried")
    assert len(visit.of("right")) >= 20
    assert not visit.left


@pytest.mark.parametrize("fact", FOUND)
async def test_a_fact_that_is_not_so_is_found(visit: Consultation, fact: str) -> None:
    """It says which in words, and nothing is left lying about all the same."""
    setattr(visit.standin.facts, fact, False)
    assert await visit.hold(visit.tap) == len(visit.of("wrong"))
    assert [line for line in visit.of("wrong") if re.search(FOUND[fact], line)], visit.lines
    assert not visit.left


@pytest.mark.parametrize("fact", NOTED)
async def test_what_the_bot_does_not_mind_is_noted(visit: Consultation, fact: str) -> None:
    """Either way of keeping a picture does, and so does either way of counting."""
    for is_so in (False, True):
        setattr(visit.standin.facts, fact, is_so)
        visit.lines.clear()
        assert await visit.hold() == 0
        assert any(NOTED[fact] in line for line in visit.of("note")) == (not is_so)


def test_every_fact_that_a_bot_can_see_is_looked_at() -> None:
    """The others need somebody else's eyes, an hour, or more requests than is polite."""
    assert set(vars(Facts())) - set(FOUND) - set(NOTED) == {
        *("public_follow_ups_look_broken", "deferred_privacy_stays", "tokens_die"),
        *("users_apps_follow_up_five_times", "interactions_allow_five_in_two_seconds"),
        *("channels_allow_thirty_follow_ups_a_minute", "hidden_refusals_count"),
        *("old_messages_are_hard_to_edit", "edits_notify_nobody", "nonces_are_not_for_webhooks"),
        *("others_words_are_hidden", "locked_threads_refuse", "members_are_not_listed", "resumes_replay"),
    }


@pytest.mark.parametrize("fault", [500, LOST, UNTOLD])
@pytest.mark.parametrize(
    ("kind", "number"),
    [("send", 0), ("send", 2), ("edit", 1), ("history", 0), ("thread", 0), ("thread", 2), ("archive", 0)],
)
async def test_it_tidies_up_whatever_fails(visit: Consultation, kind: str, number: int, fault: int) -> None:
    """Its answer may be lost: what came of it is found, and deleted like the rest."""
    faults = visit.standin.rest.faults
    faults.plan(kind, *[0] * number, fault)
    differs = await visit.hold(visit.tap)
    assert faults.happened[kind, fault] == 1
    is_repeated = kind == "history" and fault != 500  # by aiohttp, which may do that with what reads
    assert differs == len(visit.of("wrong")) == (not is_repeated)
    assert not visit.left


@pytest.mark.parametrize(("kind", "number"), [("delete", 2), ("remove", 0), ("history", 1)])
async def test_it_tidies_up_at_a_bad_line(visit: Consultation, kind: str, number: int) -> None:
    """What got lost on the way is asked for again."""
    visit.standin.rest.faults.plan(kind, *[0] * number, LOST)
    assert await visit.hold(visit.tap) == 0
    assert visit.standin.rest.faults.happened[kind, LOST] == 1
    assert not visit.left


async def test_what_it_may_not_delete_is_told(visit: Consultation) -> None:
    """Only who manages threads may delete one; then it is archived, and the line says which it is."""
    visit.standin.rest.faults.plan("remove", 403, 403)
    assert await visit.hold() == 0
    threads = visit.channel.guild.threads
    assert visit.left == threads
    assert all(thread.is_archived and not thread.messages for thread in threads)
    assert all(any(f"/channels/{thread.id} " in line for line in visit.of("note")) for thread in threads)


async def test_it_waits_rather_than_ask_too_much(visit: Consultation) -> None:
    """Where headers say that nothing is left, it does not ask before there is."""
    visit.standin.rest.limits.per_channel = dict.fromkeys(("send", "edit", "delete"), Limit(2, 0.05))
    assert await visit.hold() == 0
    assert not visit.standin.world.traffic.refused


@pytest.mark.parametrize(
    ("token", "channel_id", "why"),
    [("no.such.token", 0, "refuses DISCORD_TOKEN"), (TOKEN, 1, "the bot sees no channel 1: 404 .10003.")],
)
async def test_it_ends_where_it_may_not_look(
    visit: Consultation, token: str, channel_id: int, why: str
) -> None:
    """A token that is refused, or a channel that is not there; nothing is made."""
    line = HttpLine(token, visit.standin.url + API)
    try:
        with pytest.raises(CannotRun, match=why):
            await examine(line, channel_id or visit.channel.id, Clock(), visit.lines.append)
    finally:
        await line.close()
    assert not visit.lines
    assert not visit.left


async def test_it_ends_where_nobody_answers(visit: Consultation) -> None:
    """Trying again later may help."""
    visit.standin.rest.faults.plan("application", 503)
    with pytest.raises(CannotRun, match="cannot be reached") as stopped:
        await visit.hold()
    assert not stopped.value.is_lasting


async def test_nobody_has_to_tap(visit: Consultation) -> None:
    """After a minute it goes on without, and says so."""

    async def nobody(seconds: float) -> ButtonTap | None:
        assert seconds == 60
        return None

    assert await visit.hold(nobody) == 0
    assert visit.of("not tried") == ["answers to taps; nobody has tapped"]
    assert not visit.left


async def test_it_listens_at_the_gateway(visit: Consultation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody taps the button that it posts, and what their tap can do is tried."""
    standin, channel, url = visit.standin, visit.channel, visit.standin.url
    monkeypatch.setattr(Route, "BASE", url + API)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(standin.gateway.url))
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", False)

    async def tap() -> None:
        ((asked, button),) = await channel.bell.until(lambda: visit.posted)
        await standin.gateway.bell.until(lambda: standin.gateway.identified)
        answer = await Person(standin, "Ben").tap_part(asked, button)
        assert answer.kind == Answer.UPDATE

    tapping = asyncio.create_task(tap())
    differs = await doctor.run(TOKEN, channel.id, visit.lines.append, listen=True, api=url + API)
    await tapping
    assert differs == 0
    assert "after an update @original is the tapped message" in visit.of("right")
    assert not visit.left


@pytest.mark.parametrize(
    ("token", "differs", "status", "said"),
    [(TOKEN, 0, 0, ""), (TOKEN, 2, 1, "2 of these differ"), ("", 0, 2, "DISCORD_TOKEN is missing")],
)
def test_the_command_says_how_it_went(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, token: str, differs: int, status: int, said: str
) -> None:
    """Nothing differs, something does, or there is no token, as with ``tefuda run``."""

    async def run(token: str, channel_id: int, tell: object, *, listen: bool) -> int:
        assert (token, channel_id, listen) == (TOKEN, 12, True)
        return differs

    monkeypatch.chdir(tmp_path)
    if token:
        monkeypatch.setattr(doctor, "run", run)
    done = CliRunner().invoke(main, ["doctor", "--channel", "12", "--listen"], env={"DISCORD_TOKEN": token})
    assert done.exit_code == status
    assert said in done.output
    assert ("differ" in done.output) == (status == 1)
