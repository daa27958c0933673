"""Fixtures of the whole bot in a simulated Discord."""

from __future__ import annotations

import functools
import itertools
import marshal
import pickle
import random
from collections import namedtuple
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import discord
import pytest
import simcord
from discord import app_commands
from msgspec.structs import force_setattr
from simcord import builders, components, gateway, results
from simcord._settlement import _SettlementState, _virtualize_recognized_waits
from simcord.backend import serializers
from simcord.http import router

from bot.client import Tefuda
from bot.config import Config
from bot.randomness import SeededChance
from bot.simulated import SimulatedClock, simulated_client
from games import GAMES, find_game
from games.core.game import Estimate
from games.core.moves import Move
from tests.bot.people import LONGEST_SETTLING, Stage
from tests.bot.settling import settle_without_polling
from tests.undrawn import draw_nothing


def copy_json(tree: Any) -> Any:
    """Copy JSON values, much faster than ``copy.deepcopy``."""
    try:
        return marshal.loads(marshal.dumps(tree))
    except ValueError:
        return pickle.loads(pickle.dumps(tree, pickle.HIGHEST_PROTOCOL))


def without_needless_searches(search: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Wrap simcord's search for timers, so that nothing is done while no timer runs.

    The search compares each task with each timer, and takes most of the time of settling.
    """

    def searched(state: Any, pending: Any) -> None:
        real = (record.real_handle for record in state.work.callbacks)
        if any(handle is not None and not handle.cancelled() for handle in real):
            search(state, pending)

    return searched


QuickSettlementState: Any = namedtuple(
    "QuickSettlementState", [field.name for field in fields(_SettlementState)]
)
"""A replacement for simcord's ``_SettlementState``, which is created for each check of each task."""


def newest_message(channel: builders.ChannelHandle) -> discord.Message | None:
    """Return the channel's newest public message, without making objects of all others."""
    messages = channel._env.backend.messages.get(channel.id, {}).values()
    newest = max(
        (message for message in messages if message.visible_to(None)), key=attrgetter("id"), default=None
    )
    return None if newest is None else results.to_discord_message(channel._env, newest)


@pytest.fixture(scope="package", autouse=True)
def _quick_start_and_copies() -> Iterator[None]:
    """Speed up slow steps of simcord and discord.py.

    simcord copies each message about ten times, and searches for timers after each step. Every bot that
    starts translates the same commands into about thirty languages, twice.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in (components, results, serializers):
            patch.setattr(module, "deepcopy", copy_json)
        for module in (gateway, router):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=copy_json))
        patch.setattr(
            simcord.env,
            "_virtualize_recognized_waits",
            without_needless_searches(_virtualize_recognized_waits),
        )
        settle_without_polling(patch)
        patch.setattr(simcord.env, "_SettlementState", QuickSettlementState)
        patch.setattr(builders.ChannelHandle, "last_message", property(newest_message))
        for kind in (app_commands.Command, app_commands.Group):
            patch.setattr(kind, "get_translated_payload", translated_once(kind.get_translated_payload))
        yield


def translated_once(translated: Any) -> Any:
    """Return a function that translates each form of a command only once."""
    known: dict[Any, Any] = {}

    async def remembered(command: Any, tree: Any, translator: Any) -> Any:
        form = command, GAMES.ids  # the games are choices of a command
        if form not in known:
            known[form] = await translated(command, tree, translator)
        return copy_json(known[form])

    return remembered


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Return settings for a test's bots: no pauses, no other processes, no time limit, no emoji."""
    database = str(tmp_path / "tefuda.db")
    return Config(
        database=database,
        computer_pause=0,
        moments=0,
        computer_workers=0,
        clock="none",
        card_emoji="off",
    )


@pytest.fixture
def make_bot(config: Config) -> Callable[[SimulatedClock], Tefuda]:
    """A function that makes bots with one shared database, for restarts. Each bot has another random seed."""
    seeds = itertools.count(1)
    return lambda clock: simulated_client(config, clock, SeededChance(next(seeds)))


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay pictures out without drawing them.

    A module that looks at pictures overrides this fixture with one that does nothing.
    """
    draw_nothing(monkeypatch)


RARE_BEAT_SECONDS = 900.0


@pytest.fixture
def rare_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot's regular tasks rare, which speeds up tests of several simulated hours."""
    beat_every(RARE_BEAT_SECONDS, monkeypatch)


@pytest.fixture
def hourly_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot's regular tasks as rare as the looks of a test of many simulated days."""
    beat_every(3600.0, monkeypatch)


def beat_every(seconds: float, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("bot.client.BEAT_SECONDS", seconds)
    patch.setattr("bot.posting.EVERY_SECONDS", seconds)


@pytest.fixture
def forged_taps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pass forged taps to the handlers, which must refuse them too, instead of dropping them early."""
    monkeypatch.setattr("bot.client.is_genuine", lambda interaction: True)
    monkeypatch.setattr("bot.app.are_values_offered", lambda interaction, values: True)


async def started(make_bot: Callable[[SimulatedClock], Tefuda]) -> simcord.Env:
    clock = SimulatedClock()
    # Without pauses computer players may play a long way before they are through.
    env = clock.env = simcord.Env(make_bot(clock), settle_timeout=LONGEST_SETTLING)
    # simcord polls for sleeping work every 50 ms, which would cost 50 ms a click.
    env._settle_internal = functools.partial(env._settle_internal, idle=0.002)
    env.settle = functools.partial(env.settle, idle=0.002)
    await env.start()
    return env


@pytest.fixture
async def env(make_bot: Callable[[SimulatedClock], Tefuda], pictures: None) -> AsyncIterator[simcord.Env]:
    """A simulated Discord, which fails the test if an unexpected exception was raised."""
    env = await started(make_bot)
    yield env
    await env.bot.close()
    await env.shutdown()
    env._raise_errors_since(env._errors_acknowledged)


@pytest.fixture
def stage(env: simcord.Env) -> Stage:
    return Stage(env)


class Asked(NamedTuple):
    view: Any
    legal: Sequence[Move]
    also: Sequence[Move]
    effort: float


class FakeAdviser:
    """An adviser that records its views and, with ``knows``, rates the first legal move best."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.knows = True
        self.risk = 0.3
        self.other = 0.375

    def __call__(
        self,
        view: Any,
        legal: Sequence[Move],
        also: Sequence[Move],
        rng: random.Random,
        effort: float = 1.0,
    ) -> Sequence[Estimate]:
        self.asked.append(Asked(view, legal, also, effort))
        if not self.knows:
            return []
        others = [Estimate(move, self.other, self.risk) for move in also if move != legal[0]]
        # A third move, so that a reader who looks for a better one has a choice.
        others += [Estimate(move, 0.25, self.risk) for move in legal[1:3] if move not in also][:1]
        return [Estimate(legal[0], 0.625, self.risk), *others]


@pytest.fixture
def judge() -> Iterator[FakeAdviser]:
    game, judge = find_game("bull"), FakeAdviser()
    before = game.assess
    force_setattr(game, "assess", judge)
    yield judge
    force_setattr(game, "assess", before)
