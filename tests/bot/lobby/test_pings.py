"""Nobody is notified who has not asked for it: a whole evening, with people who come, may come, and watch."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.showing import desired
from tests.bot.lobby.test_evening import message_of
from tests.bot.people import Stage
from tests.bot.playing import play_typed
from tests.bot.voting import dave

pytestmark = pytest.mark.usefixtures("rare_beats")


class Ear:
    """Hears who is notified, and whether they are to act, come to an appointment, or are asked to play again.

    Attributes:
        heard: who was notified; ``unasked`` those among them who were none of these.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage, self.is_rematch = stage, False
        self.heard, self.unasked = set[int](), set[int]()
        self._emit = stage.env.backend.emit
        stage.env.backend.emit = self._look

    def _look(self, event: str, payload: Any, *args: Any, **kwargs: Any) -> Any:
        if event == "MESSAGE_CREATE":
            message = self._stage.env.backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            self.heard |= {*message.ping_user_ids}
            self.unasked |= {*message.ping_user_ids} - self._asked()
        return self._emit(event, payload, *args, **kwargs)

    def _asked(self) -> set[int]:
        found: set[int] = set()
        for table in self._stage.bot.tables.open():
            state = table.state
            found |= {state.seats[seat].user_id or 0 for seat in state.acting(human=True)}
            if state.gathering.starts_at:
                found |= {seat.user_id or 0 for seat in state.people}
            if self.is_rematch:
                found |= {one.user_id for one in state.gathering.invitations}
        return found


async def appointed(stage: Stage) -> None:
    """Alice and Bob say that they come, Carol that she may; they are called."""
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 30 minutes")
    appointment = stage.channel.last_message
    await stage.tap(stage.bob, appointment, "join")
    await stage.tap(stage.carol, appointment, "maybe")
    await stage.env.advance_time(1801)


async def test_only_who_is_to_act_or_has_said_yes_is_notified(stage: Stage) -> None:
    """At an appointment, two games of one evening and its end: nobody else is, however close they sit."""
    ear, watcher = Ear(stage), dave(stage)
    await appointed(stage)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    guessing = await stage.tap(watcher, stage.table_message(), "guessalong")
    await stage.move("call single 5", 3)
    await stage.tap(watcher, guessing.response, "guess", "lie")
    over = stage.table
    await play_typed(stage, random.Random(1), 1000)
    ear.is_rematch = True
    for person in (stage.alice, stage.bob):
        await stage.tap(person, message_of(stage, over.id, "rematch"), "rematch")
    await stage.env.advance_time(3)
    ear.is_rematch = False
    await play_typed(stage, random.Random(2), 1000)
    await stage.env.advance_time(1900)
    assert ear.unasked == set()
    assert ear.heard == {stage.alice.id, stage.bob.id}


async def test_a_call_of_who_may_come_is_caught(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a call that names one more the test above fails."""
    usual, carol = desired.differences, stage.carol.id

    def too_many(state: Any, shown: Any, posted: Any, places: Any, views: Any, wall: int) -> Any:
        def invitation(at: Any, people: Any, language: str) -> Any:
            return views.invitation(at, (*people, carol), language)

        names = replace(views, invitation=invitation)
        for one in usual(state, shown, posted, places, names, wall):
            yield one._replace(people=(*one.people, carol)) if one.key == "invitation" and one.people else one

    monkeypatch.setattr(desired, "differences", too_many)
    ear = Ear(stage)
    await appointed(stage)
    assert ear.unasked == {stage.carol.id}
