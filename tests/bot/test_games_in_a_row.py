"""Tests that finished games leave no objects in memory, and deleted people no cached names."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import games
from bot.caches import cached, clear_caches_with_names
from bot.driving import registry
from bot.driving.driver import Driver
from bot.driving.keeper import Keeper
from bot.language import catalogue
from bot.pages.phone import line_count
from bot.play.commands import normalized
from bot.showing.panels import Panel, PanelBook
from bot.showing.table_writer import TableWriter
from bot.showing.writer import Writer
from bot.tables import endings, snapshot
from bot.wire import limits
from tests.bot.pages.test_heights import pages
from tests.bot.people import Stage

GAMES = 4
"""The number of games played before each count."""

OURS = ("bot", "storage", "discord")
"""Packages whose objects are counted. Games' values are cached, and the simulation sets its own timers."""


def living(packages: Sequence[str]) -> Counter[str]:
    """Count the living objects of some packages by type."""
    kinds = [type(obj) for obj in gc.get_objects()]
    names = [f"{kind.__module__}.{kind.__qualname__}" for kind in kinds]
    return Counter(name for name in names if name.partition(".")[0] in packages)


def count() -> Counter[str]:
    """Count living objects by type, the event loop's tasks, and the process's open files."""
    clear_caches_with_names()
    gc.collect()
    counts = living(OURS)
    counts["tasks"] = len(asyncio.all_tasks())
    counts["handles"] = len(os.listdir("/proc/self/fd"))
    return counts


async def end_by_vote(stage: Stage) -> None:
    table = stage.table
    for row in table.state.seats[:2]:
        await table.apply_in_game(endings.vote, row.user_id, "end")
    await stage.env.advance_time(5)


async def play_some(stage: Stage) -> None:
    """Play games with panels, moves and results; then wait until all tokens have expired."""
    for _ in range(GAMES):
        await stage.start_two()
        for call in ("call single 5", "call single 6"):
            player = stage.player_on_turn()
            panel = await stage.open_panel(player)
            await stage.tap(player, panel, "move", call)
        await end_by_vote(stage)
    await stage.env.advance_time(1000)


async def growth_per_game(stage: Stage) -> dict[str, int]:
    """Return the counts that grow with each game although all caches are full."""
    await play_some(stage)
    before = count()
    await play_some(stage)
    return {name: more for name, more in (count() - before).items() if more >= GAMES}


@pytest.fixture
def pictures() -> None:
    """Draw all pictures, so that their caches are counted."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, rare_beats: None) -> None:
    """Make caches of finished games and tables so small that a few games fill them."""
    monkeypatch.setattr(registry, "KEPT_CLOSED", 2)
    monkeypatch.setattr(snapshot, "KEPT_SCENES", 2)
    monkeypatch.setattr(snapshot, "_kept", deque())  # those of other tests would be let go one by one
    monkeypatch.setattr(limits, "FEWEST_QUEUES", 4)


@pytest.fixture
def without_collector() -> Iterator[None]:
    """Switch the garbage collector off, as the running bot does."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("small")
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="handles are counted by /proc")
async def test_finished_games_leave_nothing_behind(stage: Stage) -> None:
    assert not await growth_per_game(stage)


@pytest.mark.mutants
@pytest.mark.usefixtures("small")
async def test_any_leftover_is_detected(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, leftovers = Writer.__init__, list[object]()

    def begun(writer: Writer, *args: Any, **kwargs: Any) -> None:
        begin(writer, *args, **kwargs)
        leftovers.append(asyncio.create_task(stage.bot.clock.sleep(1e6)))
        handles.enter_context(socket.socket())

    monkeypatch.setattr(registry, "KEPT_CLOSED", 1000)
    monkeypatch.setattr(Writer, "__init__", begun)
    with ExitStack() as handles:
        assert {"bot.tables.state.TableState", "tasks", "handles"} <= (await growth_per_game(stage)).keys()


@pytest.mark.usefixtures("without_collector")
async def test_closed_table_is_freed_without_the_garbage_collector(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer, the panels and the steps of a closed table have no reference cycles."""
    monkeypatch.setattr(registry, "KEPT_CLOSED", 0)
    made: list[weakref.ref[Any]] = []

    def watch(kind: type[Any]) -> None:
        begin = kind.__init__

        def begin_and_watch(self: Any, *args: Any, **kwargs: Any) -> None:
            made.append(weakref.ref(self))
            begin(self, *args, **kwargs)

        monkeypatch.setattr(kind, "__init__", begin_and_watch)

    for kind in (TableWriter, Driver, Keeper, PanelBook, Panel):
        watch(kind)
    await play_some(stage)
    assert len(made) > 5 * GAMES
    left = Counter(type(kept).__name__ for ref in made if (kept := ref()) is not None)
    assert not left


async def test_chat_is_remembered_only_for_open_tables(stage: Stage) -> None:
    """Messages of a channel are remembered only while a table is open there."""
    elsewhere = stage.guild.create_text_channel("talk")
    await stage.start_two()
    for channel in (stage.channel, elsewhere):
        await stage.carol.send(channel, "hello")
    channels = stage.bot.channels
    assert set(channels._latest) == {stage.channel.id}
    await end_by_vote(stage)
    await stage.carol.send(stage.channel, "well played")
    assert not channels._latest
    assert not channels._watched


NAME = "Mallory Wonderly"


def objects_with_name() -> list[Any]:
    """Return all living objects that contain the name, except those of this test."""
    gc.collect()
    return [obj for obj in gc.get_objects() if type(obj) is tuple and NAME in obj]


@pytest.mark.parametrize(
    "compute", [normalized, lambda text: line_count(text, 14)], ids=["typed", "measured"]
)
def test_no_cache_keeps_a_name_after_a_deletion(compute: Callable[[str], object]) -> None:
    """After a deletion of data no cached object contains the person's name."""
    clear_caches_with_names()
    compute(NAME)
    compute(f"{NAME}, who plays")
    clear_caches_with_names()
    before = catalogue("en")
    assert before is catalogue("en"), "texts themselves are not read anew"
    assert not objects_with_name()


def test_caches_without_names_are_kept() -> None:
    """A cache that is declared to hold no names is not cleared."""
    made = []
    still = cached(4, of_people=False)(lambda text: made.append(text))
    gone = cached(4)(lambda text: made.append(text))
    for _ in range(2):
        still("card")
        gone("name")
        clear_caches_with_names()
    assert made == ["card", "name", "name"]


def freed_by_the_collector() -> Counter[str]:
    """Run the garbage collector, and return the objects of the project that only it could free, by type."""
    # The number that ``gc.collect`` returns leaves out objects that a generator kept.
    before = living(("bot", "games", "storage"))
    gc.collect()
    return before - living(("bot", "games", "storage"))


@pytest.mark.usefixtures("without_collector")
async def test_play_leaves_nothing_to_the_garbage_collector(stage: Stage) -> None:
    await play_some(stage)
    assert not freed_by_the_collector()


@pytest.mark.parametrize("game_id", games.GAMES.ids)
@pytest.mark.usefixtures("without_collector")
def test_pages_leave_nothing_to_the_garbage_collector(game_id: str) -> None:
    game = games.find_game(game_id)
    for _, page in pages(game, game.rules.seats[0], 1, "en", 60):
        assert page.encoded
    del page
    assert not freed_by_the_collector()
