"""Tests of the seal, which binds joins, options and computer players before the deal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.tables import endings, lobby
from bot.tables.state import TableState
from games.core.match import ShuffleKey
from storage import open_store
from tests.bot import later
from tests.bot.administration.command_line import invoke
from tests.bot.people import Stage, custom_ids, find_id, text_of_message
from tests.bot.playing import MakeBot, restart
from tests.bot.tables.alone import ALICE, a_lobby
from tests.bot.turning import HandClock

Upgrade = Callable[[], Awaitable[None]]


async def test_every_change_of_options_or_computers_renews_the_seal(stage: Stage) -> None:
    """Each change of an option gives a new seal, also a change back to an earlier value."""
    message = await stage.lobby("bull")
    seals = {stage.lobby_state.key.seal}
    panel = await stage.tap_more(stage.alice, message, "options")
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
        after = await table.change(lobby.record_tap(77, act), *args)
        assert after.key.joins[-1] == "77"
        assert after.key.seal != before
        again = await table.change(lobby.record_tap(78, lobby.set_clock), ALICE, "blitz")
        assert again.key == after.key


async def test_record_proves_options_and_levels(stage: Stage) -> None:
    """A record with changed levels or options contradicts its seal; a record of the oldest form verifies."""
    await stage.start_three(1)
    state = stage.state
    seal = state.key.seal
    ended = state.closed("cancelled", 0)
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
    for player in (stage.alice, stage.bob):
        await stage.table.apply_in_game(endings.vote, player.id, "offer:2")
    await stage.env.advance_time(2)
    taker = stage.member("Dave")
    await stage.tap(taker, stage.table_message(), "take", "2")
    assert stage.state.seat_of(taker.id) == 2
    notice = stage.message("has begun")
    for person, is_theirs in ((taker, False), (stage.carol, True)):
        answer = await person.click(notice, custom_id=find_id(notice, "b", "fair"))
        assert (carols in text_of_message(answer.response)) is is_theirs


def seal_in(message: Any) -> str:
    """Return the seal in the custom ids of a lobby's message or of a notice."""
    ids = [cid for cid in custom_ids(message) if cid.startswith(("b:more:", "b:fair:"))]
    return ids[0].rpartition(":")[2]


def proves(state: TableState, seal: str) -> bool:
    """True if ``verify`` accepts the record of a table together with a published seal."""
    return invoke("verify", "-", "--seal", seal, given=state.record("2026-11-21")).exit_code == 0


@pytest.fixture
def upgrade(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Upgrade]:
    """Return a function that restarts the bot in a version in which each game has one more option."""

    async def upgraded() -> None:
        later.add_option(monkeypatch, first=True)
        await restart(stage, make_bot, seconds=5)

    with later.add_texts(tmp_path):
        yield upgraded


@pytest.mark.parametrize("game", ["bull", "netsuzo", "tomoe"])
async def test_lobby_keeps_its_seal_when_its_game_gets_an_option(
    game: str, stage: Stage, upgrade: Upgrade
) -> None:
    """A lobby of an earlier version shows the same seal, starts, and its record proves that seal."""
    await stage.lobby(game, computers=2)
    options, seal = stage.lobby_state.row.options, seal_in(stage.channel.last_message)
    await upgrade()
    assert stage.lobby_state.row.options == options
    assert seal_in(stage.channel.last_message) == seal == stage.lobby_state.key.seal
    await stage.tap(stage.alice, stage.channel.last_message, "start", seconds=5)
    assert stage.state.options == {"later": "no", **options}
    assert seal_in(stage.message("has begun")) == seal
    assert proves(stage.state.closed("cancelled", 0), seal)


async def test_running_game_keeps_its_seal_when_it_gets_an_option(stage: Stage, upgrade: Upgrade) -> None:
    """A running game of an earlier version goes on with the same shuffles, and its record proves its seal."""
    await stage.start_two()
    seal, moves = stage.state.key.seal, [*stage.match.moves]
    await upgrade()
    assert stage.match.moves == moves
    assert stage.state.key.seal == seal
    for _ in range(6):
        await stage.play(seconds=30)
    assert seal_in(stage.message("has begun")) == seal
    assert proves(stage.state.closed("cancelled", 0), seal)


async def test_new_option_is_sealed_once_the_host_chooses_options(stage: Stage, upgrade: Upgrade) -> None:
    """In a lobby of an earlier version the host can choose the new option, and the new seal covers it."""
    await stage.lobby("bull", computers=1)
    await upgrade()
    panel = await stage.tap_more(stage.alice, stage.channel.last_message, "options")
    await stage.set_option(panel.response, "later", "yes")
    assert stage.lobby_state.row.options["later"] == "yes"
    assert "later=yes" in stage.lobby_state.key.deal
    await stage.env.advance_time(5)
    seal = seal_in(stage.channel.last_message)
    await stage.tap(stage.alice, stage.channel.last_message, "start", seconds=5)
    assert proves(stage.state.closed("cancelled", 0), seal)


async def test_new_table_stores_every_option(stage: Stage) -> None:
    """A new table stores all options of its game, so what is sealed follows from its row."""
    await stage.lobby("bull")
    state = stage.lobby_state
    assert {*state.row.options} == {*state.game.rules.options}
