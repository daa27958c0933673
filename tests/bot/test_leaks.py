"""Nothing about a hidden card reaches anything that somebody else could read."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator

import pytest
import structlog
from msgspec.structs import replace

from bot.config import Config
from bot.tables import seating, votes
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from tests.bot.leaks import Watcher
from tests.bot.people import Stage, custom_ids, raw_click
from tests.bot.playing import click_through
from tests.games.contract import every_game_id


@pytest.fixture
def config(config: Config) -> Config:
    """Moments of truth stand, for what comes to light there is read, too."""
    return replace(config, moments=0.3)


@pytest.fixture
def watcher(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watcher]:
    """Read along with everybody, the operator included."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield Watcher(stage, monkeypatch)
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


async def play_watched(
    stage: Stage, watcher: Watcher, game: str, *, typed: int = 2, turns: int = 400
) -> None:
    """Let two people and a computer player play, with panels open; one of ``typed`` turns is by taps."""
    rng = random.Random(1)
    await stage.begin(stage.bob, game=game, computers=1)
    table = stage.table
    for who in stage.people:
        await stage.tap(who, stage.table_message(), "hand")
    watcher.check()
    for turn in range(turns):
        if table.state.is_closed:
            return
        if table.state.acting(human=True):
            who = stage.who_acts()
            offered = await who.autocomplete(stage.channel, "move", "move", "" if turn % 4 > 1 else "c")
            if turn % typed and offered:
                await who.slash(stage.channel, "move", move=rng.choice(offered)["value"])
            else:
                before = table.state.seq
                await click_through(stage, who, rng)
                assert table.state.seq > before
        watcher.check()
        await stage.env.advance_time(2)
        watcher.check()


@every_game_id
async def test_people_read_only_what_their_seat_may_see(stage: Stage, watcher: Watcher, game: str) -> None:
    """In a whole game every text, picture, description, custom id and completion, and the whole log.

    Wherever it is tried, the move that a person needs is on a button or in a menu.
    """
    await play_watched(stage, watcher, game)
    state = watcher._state
    assert state.is_over
    assert watcher.read > state.seq
    await stage.env.advance_time(3)
    assert any(cid.startswith("b:rematch:") for cid in custom_ids(stage.channel.last_message))


async def play_watched_by_all(
    stage: Stage, watcher: Watcher, game: str, patch: pytest.MonkeyPatch, turns: int = 40
) -> None:
    """Let people play, one of whom leaves at once; everybody asks for all hands, again and again."""
    patch.setattr("bot.interactions.taps._has", lambda components, custom_id: True)
    rng = random.Random(7)
    await stage.begin(stage.bob, stage.carol, game=game)
    await stage.resign(stage.carol)
    table = stage.table
    for seat in (0, 1):  # they agree that who has left sees hands
        await table.decide(votes.voted, seat, "watch")
    for turn in range(turns):
        if table.state.is_closed:
            return
        if turn % 5 == 0:
            for who in (stage.carol, stage.alice, stage.bob):
                raw_click(who, stage.table_message(), f"b:watch:{table.id}")
        if table.state.acting(human=True):
            await click_through(stage, stage.who_acts(), rng)
        await stage.env.advance_time(2)
        watcher.check()


@every_game_id
async def test_who_plays_no_more_watches_and_who_plays_does_not(
    stage: Stage, watcher: Watcher, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who has left is shown hands; nothing of them reaches who plays, however often they ask."""
    shown: list[int] = []
    watched_by = seating.watched_by

    def noted(state: TableState, user_id: int) -> Snapshot:
        shown.append(user_id)
        return watched_by(state, user_id)

    monkeypatch.setattr(seating, "watched_by", noted)
    await play_watched_by_all(stage, watcher, game, monkeypatch)
    assert stage.carol.id in shown
    assert watcher.read > 40
