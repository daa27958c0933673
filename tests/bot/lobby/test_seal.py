"""Tests of the seal, which binds joins, options and computer players before the deal."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import lobby, votes
from games.core.shuffle import ShuffleKey
from storage import open_store
from tests.bot.administration.command_line import invoke
from tests.bot.people import Stage, find_id, text_of_message
from tests.bot.tables.alone import ALICE, a_lobby
from tests.bot.turning import HandClock


async def test_every_change_of_options_or_computers_renews_the_seal(stage: Stage) -> None:
    """Each change of an option gives a new seal, also a change back to an earlier value."""
    message = await stage.lobby("bull")
    seals = {stage.lobby_state.key.seal}
    panel = await stage.tap(stage.alice, message, "options")
    before = stage.lobby_state.row.options["wild"]
    for value in ("twos", before, "twos", before):
        joins = stage.lobby_state.key.joins
        await stage.set_option(panel.response, "wild", value)
        assert stage.lobby_state.key.joins != joins
        seals.add(stage.lobby_state.key.seal)
    assert len(seals) == 5


CHANGES: tuple[tuple[Any, ...], ...] = (
    (lobby.set_option, ALICE, "wild", "twos"),
    (lobby.add_computers, ALICE, ("Bot",), "normal"),
    (lobby.leave, 11),
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change[0].__name__)
async def test_every_change_of_the_deal_is_added_to_the_joins(change: tuple[Any, ...]) -> None:
    act, *args = change
    async with await open_store(":memory:") as store:
        table = await a_lobby(store, HandClock())
        before = table.state.key.seal
        after = await table.change(lobby.sealed_change(77, act), *args)
        assert after.key.joins[-1] == "77"
        assert after.key.seal != before
        again = await table.change(lobby.sealed_change(78, lobby.set_clock), ALICE, "blitz")
        assert again.key == after.key


async def test_record_proves_options_and_levels(stage: Stage) -> None:
    """A record with changed levels or options contradicts its seal; a record of the oldest form verifies."""
    await stage.start_three(1)
    state = stage.state
    seal = state.key.seal
    ended = state.ended("cancelled", 0)
    record = ended.record("2026-11-21")

    def verify(text: str, line: str = seal) -> int:
        return invoke("verify", "-", "--seal", line, given=text).exit_code

    assert '[Levels "person,normal,person,person"]' in record
    assert verify(record) == 0
    assert verify(record.replace("person,normal", "person,easy")) != 0
    assert verify(record.replace("wild=none", "wild=twos")) != 0
    old = ended.with_row(seal=1)
    first = ShuffleKey(old.key.seed, old.id, old.key.joins).seal
    assert verify(old.record("2026-11-21"), first) == 0
    assert "Levels" not in old.record("2026-11-21")


async def test_replacement_players_join_is_not_in_the_shuffles(stage: Stage) -> None:
    """After a seat is taken over, the first player's join stays in the seal and only that person sees it."""
    await stage.start_three()
    carols = str(stage.state.seats[2].join_id)
    await stage.resign(stage.carol)
    for seat in (0, 1):
        await stage.table.decide(votes.vote, seat, "offer:2")
    await stage.env.advance_time(2)
    taker = stage.member("Dave")
    await stage.tap(taker, stage.table_message(), "take", "2")
    assert stage.state.seat_of(taker.id) == 2
    notice = stage.message("has begun")
    for person, is_theirs in ((taker, False), (stage.carol, True)):
        answer = await person.click(notice, custom_id=find_id(notice, "b", "fair"))
        assert (carols in text_of_message(answer.response)) is is_theirs
