"""Tests of notifications: only invited people and players to act are notified, and only once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.refused import Refused
from bot.showing import desired
from bot.tables import lobby as invitations
from bot.tables import planning
from bot.tables.state import TableState
from tests.bot.finding import invite, listen, lobby_text
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import MakeBot, kill, play_typed
from tests.bot.privacy.test_privacy import delete_data
from tests.promises import MOST_GUESTS


async def test_play_command_invites_the_named_people(stage: Stage) -> None:
    """/play mentions exactly the named people once, and the lobby lists them until they join."""
    heard = listen(stage)
    await stage.alice.slash(stage.channel, "play", game="tomoe", invite1=stage.bob, invite2=stage.carol)
    assert heard == {stage.bob.id: 1, stage.carol.id: 1}
    assert f"no answer yet: <@{stage.bob.id}> and <@{stage.carol.id}>" in lobby_text(stage)
    assert "2 more players are needed" in lobby_text(stage)
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    assert f"no answer yet: <@{stage.carol.id}>" in lobby_text(stage)
    assert "One more player is needed" in lobby_text(stage)
    await stage.alice.slash(stage.channel, "table")
    await stage.env.advance_time(5)
    assert heard == {stage.bob.id: 1, stage.carol.id: 1}
    await stage.tap(stage.carol, stage.channel.last_message, "join")
    assert "no answer yet" not in lobby_text(stage)
    assert "needed" not in lobby_text(stage)
    assert "b:decline" not in "".join(custom_ids(stage.lobby_message))


async def test_only_invited_people_can_decline(stage: Stage) -> None:
    await stage.alice.slash(stage.channel, "play", game="bull", invite1=stage.bob)
    lobby = stage.channel.last_message
    for person, why in ((stage.carol, "haven’t been invited"), (stage.alice, "already sitting")):
        offered = (await stage.more(person, lobby)).response
        assert "b:decline" not in "".join(custom_ids(offered))
        refused = await stage.forge(person, lobby, f"b:decline:{stage.lobby_state.id}")
        assert why in refused


async def test_host_can_invite_later_by_the_panel(stage: Stage) -> None:
    """A later invitation mentions only new people, and is deleted when all have answered."""
    heard = listen(stage)
    await stage.lobby("bull")
    await invite(stage, stage.bob, stage.carol)
    call = stage.channel.last_message
    assert "Alice invites you" in text_of_message(call)
    assert (heard[stage.bob.id], heard[stage.carol.id]) == (1, 1)
    joined = await stage.tap(stage.bob, call, "join")
    assert joined.response.ephemeral
    await stage.env.advance_time(3)
    assert call.id in [message.id for message in stage.channel.history()]
    declined = await stage.tap(stage.carol, call, "decline")
    assert declined.response.ephemeral
    await stage.env.advance_time(3)
    assert call.id not in [message.id for message in stage.channel.history()]
    assert "Carol: not now" in lobby_text(stage)
    assert "Bob" in lobby_text(stage)


async def test_people_are_not_invited_twice(stage: Stage) -> None:
    """A person who was invited, declined or has a seat is not invited again."""
    heard = listen(stage)
    await stage.lobby("bull")
    await invite(stage, stage.bob)
    await invite(stage, stage.alice, stage.bob, stage.carol)
    assert (heard[stage.alice.id], heard[stage.bob.id], heard[stage.carol.id]) == (0, 1, 1)
    await stage.tap_more(stage.carol, stage.lobby_message, "decline")
    await invite(stage, stage.carol)
    assert heard[stage.carol.id] == 1
    assert "Carol: not now" in lobby_text(stage)


@pytest.mark.parametrize("end", ["start", "cancel"])
async def test_call_is_deleted_with_its_lobby(stage: Stage, end: str) -> None:
    heard = listen(stage)
    await stage.lobby("bull", computers=1)
    await invite(stage, stage.bob)
    call = stage.channel.last_message
    tap = stage.tap if end == "start" else stage.tap_more
    await tap(stage.alice, stage.lobby_message, end)
    await stage.env.advance_time(5)
    assert call.id not in [message.id for message in stage.channel.history()]
    assert heard[stage.bob.id] == 1


async def test_only_the_host_invites_and_bots_cannot_be_invited(stage: Stage) -> None:
    """An invitation of a bot, or by a person other than the host, is refused."""
    robot = stage.guild.add_member(stage.env.create_user("robot", bot=True))
    refused = await stage.alice.slash(stage.channel, "play", game="bull", invite1=robot)
    assert "Bots can’t be invited" in text_of_message(refused.response)
    assert not stage.lobbies
    await stage.lobby("bull")
    refused = await invite(stage, robot)
    assert "Bots can’t be invited" in text_of_message(refused.response)
    with pytest.raises(Refused, match="only-host"):
        invitations.invite(stage.lobby_state, stage.bob.id, [stage.carol.id])


async def test_at_most_seven_people_are_invited(stage: Stage) -> None:
    """An eighth invitation to a lobby is refused and changes nothing."""
    await stage.lobby("bull")
    seven = invitations.invite(stage.lobby_state, stage.alice.id, range(100, 107))
    assert len(invitations.guests(seven)) == 7
    with pytest.raises(Refused, match="too-many-guests"):
        invitations.invite(seven, stage.alice.id, [107])


async def test_declined_invitation_can_be_accepted_after_a_restart(stage: Stage, make_bot: MakeBot) -> None:
    """After a restart answers are kept and buttons work, and no person is notified again."""
    heard = listen(stage)
    await stage.alice.slash(stage.channel, "play", game="bull", invite1=stage.carol)
    await invite(stage, stage.bob)
    await stage.tap_more(stage.carol, stage.lobby_message, "decline")
    assert f"no answer yet: <@{stage.bob.id}>" in lobby_text(stage)
    await stage.env.advance_time(5)
    await kill(stage, make_bot, seconds=30)
    assert "Carol: not now" in lobby_text(stage)
    assert (heard[stage.bob.id], heard[stage.carol.id]) == (1, 1)
    for person in (stage.bob, stage.carol):
        await stage.tap(person, stage.lobby_message, "join", seconds=3)
    assert "not now" not in lobby_text(stage)
    assert [seat.name for seat in stage.lobby_state.people] == ["Alice", "Bob", "Carol"]


async def test_deleted_people_are_no_longer_invited(stage: Stage) -> None:
    await stage.alice.slash(stage.channel, "play", game="bull", invite1=stage.bob)
    await stage.tap_more(stage.bob, stage.channel.last_message, "decline")
    await delete_data(stage, stage.bob)
    await stage.env.advance_time(3)
    assert "Bob" not in lobby_text(stage)
    assert stage.lobby_state.gathering.invitations == ()


class NotificationRecorder:
    """Records notified people; ``unasked`` are those who neither have to act nor have accepted."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self.is_rematch = stage, False
        self.heard, self.unasked = set[int](), set[int]()
        self._backend, self._emit = stage.env.backend, stage.env.backend.emit
        self._backend.emit = self._look

    def _look(self, event: str, payload: Any, *args: Any, **kwargs: Any) -> Any:
        if event == "MESSAGE_CREATE":
            message = self._backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            self.heard |= {*message.ping_user_ids}
            self.unasked |= {*message.ping_user_ids} - self._asked()
        return self._emit(event, payload, *args, **kwargs)

    def _asked(self) -> set[int]:
        user_ids: set[int] = set()
        for table in self._stage.bot.tables.open():
            state = table.state
            user_ids |= {state.seats[seat].user_id or 0 for seat in state.acting(human=True)}
            if state.gathering.starts_at:
                user_ids |= {seat.user_id or 0 for seat in state.people}
            if self.is_rematch:
                user_ids |= {invitation.user_id for invitation in state.gathering.invitations}
        return user_ids


async def hold_planned_game(stage: Stage) -> None:
    """Make a planned game that Alice and Bob accept and Carol may accept; advance to its notification."""
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 30 minutes")
    appointment = stage.channel.last_message
    await stage.tap(stage.bob, appointment, "join")
    await stage.tap(stage.carol, appointment, "maybe", seconds=1801)


@pytest.mark.usefixtures("rare_beats")
async def test_only_players_to_act_or_coming_are_notified(stage: Stage) -> None:
    """A scheduled game and its rematch notify only the two players, and not a spectator."""
    ear, watcher = NotificationRecorder(stage), stage.member("Dave")
    await hold_planned_game(stage)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    guessing = await stage.tap(watcher, stage.table_message(), "guessalong")
    await stage.move("call single 5", 3)
    await stage.tap(watcher, guessing.response, "guess", "lie")
    over = stage.table
    await play_typed(stage, random.Random(1), 1000)
    ear.is_rematch = True
    for person in (stage.alice, stage.bob):
        await stage.tap(person, stage.message(over.id), "rematch")
    await stage.env.advance_time(3)
    ear.is_rematch = False
    await play_typed(stage, random.Random(2), 1000)
    await stage.env.advance_time(1900)
    assert ear.unasked == set()
    assert ear.heard == {stage.alice.id, stage.bob.id}


@pytest.mark.usefixtures("rare_beats")
async def test_recorder_detects_a_call_of_an_undecided_guest(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, page, carol = desired.needed_requests, desired.invitation_page, stage.carol.id

    def too_many(*args: Any) -> Any:
        for request in usual(*args):
            pings = request.pings
            if request.key == "invitation" and pings is not None:
                yield request._replace(pings=pings._replace(people=(*pings.people, carol)))
            else:
                yield request

    def invitation(at: Any, people: Any, language: str) -> Any:
        return page(at, (*people, carol), language)

    monkeypatch.setattr(desired, "invitation_page", invitation)
    monkeypatch.setattr(desired, "needed_requests", too_many)
    ear = NotificationRecorder(stage)
    await hold_planned_game(stage)
    assert ear.unasked == {stage.carol.id}


async def test_answers_do_not_count_as_invitations(stage: Stage) -> None:
    """After answers of seven uninvited people the host can still invite seven people."""
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 2 hours")
    for number in range(MOST_GUESTS):
        stranger = stage.member(f"Stranger{number}")
        await stage.tap(stranger, stage.lobby_message, "maybe" if number % 2 else "cannot")
    invited = [stage.member(f"Guest{number}") for number in range(MOST_GUESTS)]
    (table,) = stage.lobbies
    await table.change(invitations.invite, stage.alice.id, [guest.id for guest in invited])
    await stage.tap(invited[0], stage.lobby_message, "maybe")
    assert {guest.user_id for guest in invitations.guests(table.state)} == {guest.id for guest in invited}
    with pytest.raises(Refused, match="too-many-guests"):
        await table.change(invitations.invite, stage.alice.id, [stage.bob.id])
    assert TableState.of(await stage.stored_table(table.id)).gathering == table.state.gathering


async def test_list_of_answers_to_an_appointment_is_limited(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the list of answers is full, a further person is refused, and listed people may change answers."""
    monkeypatch.setattr(planning, "MOST_UNASKED", 2)
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 2 hours")
    await stage.tap(stage.carol, stage.lobby_message, "join")
    for person in (stage.bob, stage.member("Dora")):
        await stage.tap(person, stage.lobby_message, "maybe")
    refused = await stage.tap(stage.member("Erik"), stage.lobby_message, "maybe")
    assert "2 people have already answered" in text_of_message(refused.response)
    await stage.tap(stage.bob, stage.lobby_message, "cannot")
    await stage.tap(stage.carol, stage.lobby_message, "cannot")
    text = text_of_message(stage.lobby_message)
    assert "Maybe: Dora" in text
    assert "Can’t: Bob\n" in f"{text}\n"
    assert "Coming: Alice\n" in text
    assert "Erik" not in text


async def test_invitation_that_names_a_deleted_host_is_deleted(stage: Stage) -> None:
    """After the host has deleted their data no message of the lobby has their name."""
    await stage.alice.slash(stage.channel, "play", game="bull", invite1=stage.bob)
    await stage.tap(stage.carol, stage.lobby_message, "join")
    await stage.env.advance_time(3)
    await delete_data(stage, stage.alice)
    await stage.env.advance_time(5)
    assert stage.lobby_state.row.host_id == stage.carol.id
    texts = [text_of_message(message) for message in stage.channel.history()]
    assert not [text for text in texts if "Alice" in text]
