"""Tests of hints in panels: the recommended move is a button, and no button goes away for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from msgspec import structs

from bot.pages.panel import PanelContext, panel_page
from bot.pages.phone import SCREEN, page_height
from bot.play.taps import hint
from bot.tables.positions import SeatNote
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, walk
from bot.wire.messages import Page
from games import GAMES, Game
from games.core.game import Estimate
from tests.bot.conftest import FakeAdviser
from tests.bot.pages.test_heights import positions
from tests.bot.people import Stage, text_of_message
from tests.bot.rendering import fits

POSITIONS = 40
"""Positions of each game that are looked at."""


def decisions(game: Game, seats: int, seed: int, language: str) -> Iterator[Snapshot]:
    """Yield what a player on turn sees at positions of a random game in which hints are allowed."""
    for state, stands in islice(positions(game, seats, seed, language), POSITIONS):
        for seat in () if stands or state.is_over else state.acting(human=True)[:1]:
            seen = state.seen_by(seat)
            yield replace(seen, row=structs.replace(seen.row, hints=True))


def with_hint(seen: Snapshot, rng: random.Random) -> Snapshot:
    """Return the snapshot with a hint that recommends one or two random moves."""
    moves = rng.sample(range(len(seen.mine.legal)), min(len(seen.mine.legal), rng.choice((1, 2))))
    estimates = [Estimate(seen.mine.legal[place], 0.5) for place in moves]
    note = hint(seen.game, seen.mine.view, seen.mine.legal, estimates)
    return replace(seen, own=structs.replace(seen.mine, note=note))


def buttons(page: Page) -> dict[str, Button]:
    return {part.custom_id: part for part in walk(page.components) if isinstance(part, Button)}


def check_hints(game: Game, seats: int, language: str) -> None:
    rng, count = random.Random(seats), 0
    for seen in decisions(game, seats, 7 * seats, language):
        hinted = with_hint(seen, rng)
        context = PanelContext(is_newcomer=rng.random() < 0.5)
        before = buttons(panel_page(seen, language, context))
        page = panel_page(hinted, language, context)
        fits(page)
        assert page_height(page) <= SCREEN
        after = buttons(page)
        # The button that asked for the hint gives its place to the recommended move.
        hint_button = {custom_id for custom_id in before if ":hint:" in custom_id}
        assert {*before} - hint_button <= {*after}
        note = hinted.mine.note
        assert note is not None
        for move in note.moves[:1]:
            (button,) = [part for part in after.values() if part.custom_id.endswith(f":{move}")]
            assert "💡" in (button.emoji.name if button.emoji else button.label)
            count += 1
    assert count


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
def test_hint_takes_no_button_away(game: Game, language: str) -> None:
    """With a hint, a panel has all buttons that it had before, and the recommended move among them."""
    check_hints(game, max(3, game.rules.seats[0]), language)


@pytest.mark.mutants
def test_buttons_in_menus_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a panel with a hint had the fewest buttons that there can be, the test above would fail."""
    monkeypatch.setattr("bot.pages.panel._PanelPage.layout_of", lambda self, part: -1)
    with pytest.raises(AssertionError):
        check_hints(next(game for game in GAMES if game.id == "bull"), 3, "en")


async def test_hinted_move_is_played_by_a_tap(stage: Stage, judge: FakeAdviser) -> None:
    """The button of a hint plays the recommended move, and another hint does not take its place."""
    await stage.start_game(computers=1)
    await stage.env.advance_time(3)
    panel = await stage.open_panel(stage.alice)
    (seat,) = stage.state.acting(human=True)
    await stage.tap(stage.alice, panel, "hint")
    note = stage.state.seen_by(seat).mine.note
    assert isinstance(note, SeatNote)
    (move,) = note.moves
    assert "The card you can’t see would have to be" in text_of_message(panel)
    before = stage.state.seq
    await stage.tap(stage.alice, panel, "move", move)
    assert stage.match.moves[before] == (seat, stage.state.game.rules.parse(move))
