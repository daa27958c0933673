"""What a phone shows at once: how high the messages of random games are on one that is 400 points wide."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.pictures.layout import arrange
from bot.play.panel_view import panel_page
from bot.play.table_view import table_page
from bot.showing.phone import SCREEN, TABLE, height, page_height
from bot.tables.moments import held
from bot.tables.state import TableState
from bot.wire.components import ActionRow
from bot.wire.messages import Page
from games import GAMES, Game
from games.core.rules import CHANCE
from storage.rows import PLAYING, SeatRow, TableRow
from tests.games.contract import setup_of

NAMES = ("Hana", "Ken", "さくら", "Alexandra", "Bob", "ミドリ", "Yuki", "Theodora")

LOOKS = 8
"""So many positions of each game are measured, and every moment of truth up to the last of them."""

every_table = pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(game, seats, id=f"{game.id}-{seats}")
        for game in GAMES
        for seats in sorted({min(game.rules.seats[1], max(game.rules.seats[0], some)) for some in (2, 4, 8)})
    ],
)


def dealt(game: Game, seats: int, seed: int, language: str) -> TableState:
    """Open a game of so many with options drawn by chance, dealt."""
    drawn = (setup_of(game, more) for more in range(seed, 9999, 97))
    setup = next(one for one in drawn if one.seats == seats)
    options = dict(setup.options)
    row = TableRow("t1", 1, 2, 100, game.id, options, PLAYING, language, 0, setup.first, b"s" * 32)
    rows = tuple(SeatRow(seat, 100 + seat, NAMES[seat], None, seat + 1) for seat in range(seats))
    return TableState(row, rows).begun().dealt()


def positions(game: Game, seats: int, seed: int, language: str) -> Iterator[tuple[TableState, bool]]:
    """Play by chance, mostly small steps up; give positions, and whether something came to light there."""
    rng, state = random.Random(seed), dealt(game, seats, seed, language)
    while not state.is_over and state.seq < 300:
        if state.to_act == CHANCE:
            state = state.dealt_once()
            continue
        yield state, False
        seat = rng.choice(state.acting(human=True))
        own = state.seen_by(seat).own
        assert own is not None
        place = int(len(own.legal) * rng.random() ** 2)
        state = state.played(seat, str(own.legal[place]))
        if (stands := held(state, 0, 1.0)).hold is not None:
            yield stands, True
    yield state, False


def pages(game: Game, seats: int, seed: int, language: str) -> Iterator[tuple[str, Page]]:
    """Make what people see at some positions of a game."""
    seen = [*positions(game, seats, seed, language)]
    step = max(1, len(seen) // LOOKS)
    for state, stands in seen[::step]:
        is_over = state.is_over and not stands
        yield "moment" if stands else "result" if is_over else "table", table_page(state.snapshot, language)
        for seat in range(min(seats, 3)):
            snapshot = state.seen_by(seat)
            kind = "own moment" if stands else "deciding" if snapshot.is_my_turn else "waiting"
            kind = "result" if is_over else kind
            yield kind, panel_page(replace(snapshot, hints=True), language)


RESULT = 1100
BUTTONS = 140
"""Points that are left to a question and its buttons."""


def above_buttons(page: Page) -> float:
    """Measure a message down to its first button or menu."""
    (container,) = page.components
    items = itertools.takewhile(lambda item: not isinstance(item, ActionRow), container.components)
    return height(items, page.files)


@every_table
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_message_fits_on_a_phone(game: Game, seats: int, language: str) -> None:
    """What decides in 620 points, of which its buttons have their share; a table's message in 700."""
    for kind, page in pages(game, seats, 7 * seats, language):
        limit = TABLE if kind in ("table", "moment") else SCREEN
        if kind == "result":
            assert page_height(page) <= RESULT, page.encoded
        elif kind == "deciding":
            assert above_buttons(page) <= SCREEN - BUTTONS, page.encoded
        else:
            assert page_height(page) <= limit, (kind, page.encoded)


def test_a_picture_that_is_too_high_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards as high as they like, as they were."""
    monkeypatch.setattr("bot.play.table_view.left_beside", lambda *_: 2000)
    monkeypatch.setattr("bot.pictures.layout._TOO_TALL", 0)
    arrange.cache_clear()
    try:
        game = next(game for game in GAMES if game.id == "trick3")
        tables = [page for kind, page in pages(game, 8, 56, "en") if kind == "table"]
        assert max(map(page_height, tables)) > TABLE
    finally:
        arrange.cache_clear()
