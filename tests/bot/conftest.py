"""The whole house in a simulated Discord."""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import simcord
import simcord.components
import simcord.gateway
import simcord.http.router
from discord import app_commands

from bot.chance import SeededChance
from bot.client import Tefuda
from bot.config import Config
from bot.simulated import SimulatedClock, simulated_client
from games import GAMES, find_game
from tests.bot.judging import Judge, judged_by
from tests.bot.people import LONGEST_SETTLING, Stage


def copied(value: Any) -> Any:
    """Copy what came from JSON, several times as fast as ``copy.deepcopy``."""
    if type(value) is dict:
        return {key: copied(each) for key, each in value.items()}
    if type(value) is list:
        return [copied(each) for each in value]
    return value if isinstance(value, str | int | float | None) else copy.deepcopy(value)


@pytest.fixture(autouse=True, scope="session")
def _quick_simulation() -> Iterator[None]:
    """Copy messages quickly, translate each command once for all bots: both were a third of short tests."""
    known: dict[tuple[Any, ...], dict[str, Any]] = {}
    translated = app_commands.Command.get_translated_payload

    async def once(command: Any, tree: Any, translator: Any) -> dict[str, Any]:
        key = (command, tuple(game.id for game in GAMES))
        if key not in known:
            known[key] = await translated(command, tree, translator)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_commands.Command, "get_translated_payload", once)
        patch.setattr(simcord.components, "deepcopy", copied)
        for module in (simcord.gateway, simcord.http.router):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))
        yield


def config_for(path: Path, moments: float = 0) -> Config:
    """Make the settings of a test's bot: no pauses, no other processes, no limit on turns."""
    database = str(path / "tefuda.db")
    return Config(database=database, computer_pause=0, moments=moments, computer_workers=0, clock="none")


@pytest.fixture
def make_bot(tmp_path: Path) -> Callable[[SimulatedClock], Tefuda]:
    """Make bots that share one database, for restarts; none draws the same as another."""
    seeds = itertools.count(1)
    return lambda clock: simulated_client(config_for(tmp_path), clock, SeededChance(next(seeds)))


RARE_SEARCH_SECONDS = 900.0


@pytest.fixture
def rare_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot do seldom what it does every minute: a test of hours would mostly do that."""
    monkeypatch.setattr("bot.client.BEAT_SECONDS", 6 * 3600.0)
    monkeypatch.setattr("bot.driving.registry.SEARCH_SECONDS", RARE_SEARCH_SECONDS)


@pytest.fixture
async def env(make_bot: Callable[[SimulatedClock], Tefuda]) -> AsyncIterator[simcord.Env]:
    """Start the bot; at the end nothing may have been raised that no test has looked at."""
    clock = SimulatedClock()
    # Without pauses computer players may play a long way before they are through.
    env = simcord.Env(make_bot(clock), settle_timeout=LONGEST_SETTLING)
    clock.env = env
    # simcord looks every 50 ms for work that has gone to sleep; that would be 50 ms a click.
    env._settle_internal = functools.partial(env._settle_internal, idle=0.002)
    await env.start()
    yield env
    await env.bot.close()
    await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)


@pytest.fixture
def stage(env: simcord.Env) -> Stage:
    """A server with a channel and three people."""
    return Stage(env)


@pytest.fixture
def judge() -> Iterator[Judge]:
    """Let Porker Bull be judged by a judge whose judgement is known."""
    with judged_by(Judge(), find_game("bull")) as judge:
        yield judge
