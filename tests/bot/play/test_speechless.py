"""Tests of a failing presenter: its texts are missing, but play and other tables continue."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.config import Config
from bot.tables.snapshot import PublicTable
from games.bull.presenter import BullPresenter
from games.core.presentation import Presenter
from games.core.words import Text
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import MakeBot, kill, play_typed

METHODS = sorted(
    name for name, method in vars(Presenter).items() if callable(method) and not name.startswith("_")
)
"""All methods of a presenter."""

SORRY = "can’t be shown here"

IN_PUBLIC = {"table", "say"}
"""Methods used by the table's message; the others are for panels, moments or the end."""


def break_down(patch: pytest.MonkeyPatch, *methods: str) -> None:
    """Make these methods of Porker Bull's presenter raise."""

    def broken(*_: Any) -> Any:
        raise KeyError("a typing error in a presenter")

    for method in methods:
        patch.setattr(BullPresenter, method, broken)


@pytest.fixture
def config(config: Config) -> Config:
    return replace(config, moments=1)


async def play_some(stage: Stage, moves: int) -> None:
    rng = random.Random(3)
    for _ in range(moves):
        await stage.env.advance_time(7)
        await play_typed(stage, rng, 1)
    await stage.env.advance_time(7)


async def table_and_panel(stage: Stage, *methods: str) -> None:
    """Play some moves; check that the table and a panel are shown despite the broken ``methods``."""
    await play_some(stage, 2)
    panel = await stage.tap(stage.alice, stage.table_message(), "hand")
    assert text_of_message(panel.response)
    assert (SORRY in text_of_message(stage.table_message())) is bool(IN_PUBLIC & {*methods})
    assert any(cid.startswith("b:hand:") for cid in custom_ids(stage.table_message()))
    assert stage.table.sent_row.mark == stage.state.fingerprint


@pytest.mark.parametrize("wrong", [Text("nobody-has-written-this"), 7], ids=["text", "shape"])
async def test_invalid_presenter_text_costs_only_that_text(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, wrong: Any
) -> None:
    """If the presenter returns an invalid text, an apology is shown in its place."""
    await stage.start_two()
    monkeypatch.setattr(BullPresenter, "say", lambda *_: wrong)
    await table_and_panel(stage, "say")
    monkeypatch.setattr(PublicTable, "attempt", lambda table, kind, make, instead: make())
    with pytest.raises(AssertionError):
        await table_and_panel(stage, "say")


@pytest.mark.parametrize("method", METHODS)
async def test_failing_presenter_method_does_not_stop_play(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    await stage.start_two()
    break_down(monkeypatch, method)
    await table_and_panel(stage, method)


async def test_failing_presenter_does_not_stop_play(stage: Stage, make_bot: MakeBot) -> None:
    """People play by ``/move`` across a restart, and a repaired presenter's texts are shown again."""
    await stage.start_two()
    table_id = stage.table.id
    with pytest.MonkeyPatch.context() as patch:
        break_down(patch, *METHODS)
        await table_and_panel(stage, *METHODS)
        played = stage.state.seq
        await kill(stage, make_bot, seconds=7)
        assert stage.state.seq >= played
        await table_and_panel(stage, *METHODS)
        assert stage.state.seq > played
    await kill(stage, make_bot, seconds=7)
    assert stage.table.id == table_id
    assert stage.state.is_playing
    assert SORRY not in text_of_message(stage.table_message())
    await play_some(stage, 1)
    assert (await stage.stored_table()).table.status == "playing"


async def test_computer_game_ends_with_result_despite_failing_presenter(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game without a working presenter is played to its end, which offers a rematch."""
    await stage.start_game(computers=1)
    table_id = stage.table.id
    break_down(monkeypatch, *METHODS)
    rng = random.Random(5)
    for _ in range(200):
        if not stage.tables:
            break
        if stage.state.acting(human=True):
            await play_typed(stage, rng, 1)
        await stage.env.advance_time(9)
    # The reveal that ends the game waits for *Next*.
    await stage.env.advance_time(40)
    stored = await stage.stored_table(table_id)
    assert stored.table.status == "over"
    assert stored.sent_row.settled
    ends = [
        message
        for message in stage.channel.history()
        if any(":rematch:" in cid for cid in custom_ids(message))
    ]
    assert [SORRY in text_of_message(end) for end in ends] == [True]


async def test_presenter_error_is_logged_once_per_kind_of_message(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log entry has the id of the table."""
    await stage.start_two()
    table_id = stage.table.id
    seen: list[tuple[str, str]] = []
    monkeypatch.setattr(
        "bot.tables.snapshot.log.exception",
        lambda event, *, table, kind: seen.append((table, kind)),
        raising=False,
    )
    break_down(monkeypatch, "say", "table", "ask")
    await play_some(stage, 3)
    await stage.tap(stage.player_on_turn(), stage.table_message(), "hand")
    assert sorted(kind for _, kind in seen) == ["panel's message", "table's message"]
    assert {table for table, _ in seen} == {table_id}
