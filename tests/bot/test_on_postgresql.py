"""Tests of the whole bot on PostgreSQL where the database matters most."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from bot.config import Config
from storage.upkeep import findings
from tests import postgres
from tests.bot import test_disappearing, test_restarts
from tests.bot.lobby import test_planned
from tests.bot.people import Stage
from tests.bot.playing import MakeBot, play_typed, restart
from tests.storage.helpers import rows


@pytest.fixture
async def address() -> str:
    """Return the address of this process's database."""
    return await postgres.empty_database()


@pytest.fixture
def config(config: Config, address: str) -> Config:
    return replace(config, database=address)


async def test_bot_recovers_from_a_kill_at_every_step(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test of the same name on SQLite passes on PostgreSQL for the last move."""
    await test_restarts.test_bot_recovers_from_a_kill_at_every_step(stage, make_bot, monkeypatch, "last move")


async def test_move_that_could_not_be_stored_is_made_later(stage: Stage) -> None:
    await test_disappearing.test_move_that_could_not_be_stored_is_made_later(stage, 4)


async def test_game_survives_restarts_and_lost_connections(
    stage: Stage, make_bot: MakeBot, address: str
) -> None:
    """Each move is stored once, although the server ends all connections between moves."""
    await stage.start_two()
    rng, made = random.Random(1), 0
    for number in range(12):
        if number % 6 == 5:
            await restart(stage, make_bot)
        else:
            postgres.cut_all()
        made += await play_typed(stage, rng, moves=1)
    assert made > 5
    counted = rows(address, "SELECT count(*) FROM move WHERE actor IS NOT NULL")
    assert counted == [(made,)]
    assert await stage.bot.store.check(findings) == []


@pytest.mark.usefixtures("rare_beats")
@pytest.mark.parametrize("at", [600, 590, 5], ids=["as it is called", "called", "before it opens"])
async def test_appointment_calls_people_once_despite_kills(stage: Stage, make_bot: MakeBot, at: int) -> None:
    """On PostgreSQL, too, a kill around the time of a notification causes no second one."""
    await test_planned.test_restarts_neither_lose_nor_repeat_appointments(stage, make_bot, 7200 - at)
