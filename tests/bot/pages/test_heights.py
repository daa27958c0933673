"""Tests that messages of random games fit on a phone 400 points wide, and that no text is cut."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import cycle, islice
from typing import TypeGuard

import pytest
from msgspec import structs

from bot.caches import clear_caches_with_names
from bot.clock import Elapsed
from bot.pages.boards import Picture
from bot.pages.panel import FROM_TOP, PanelContext, PanelLayout, fitted_parts, panel_page
from bot.pages.phone import SCREEN, TABLE, MeasuredItems, button_size, height, page_height
from bot.pages.table import table_page
from bot.pictures import pieces, plan_picture
from bot.pictures.labels import fit, text_width
from bot.pictures.pen import CardFace
from bot.pictures.table import HAND, HAND_CARD
from bot.play.taps import hint
from bot.replay.replay import EVERYBODY, SPECTATOR, ReplaySpot, replay_page
from bot.tables.reveals import end_suspense, pause_for_reveal
from bot.tables.state import TableState
from bot.wire.components import (
    ActionRow,
    Button,
    Item,
    StringSelect,
    TextDisplay,
    is_empty,
    text_display,
    walk,
)
from bot.wire.messages import Page
from games import GAMES, Game, find_game
from games.core.game import Estimate
from games.core.presentation import AT_A_GLANCE, CARDS_AT_A_GLANCE
from games.core.rules import CHANCE
from games.tomoe.rules import TomoeView
from storage.rows import OVER
from tests.amounts import EXPLORE
from tests.bot.playing import answers_to_move, undealt_table
from tests.bot.rendering import fits
from tests.games.contract import setup_of
from tests.games_under_test import games_with, has_part

NAMES = ("Hana", "Ken", "さくら", "Alexandra", "Bob", "ミドリ", "Yuki", "Theodora")

BUTTON = 32
"""The height in points of a button with a label of one line."""

OPTION, TITLE, TYPE = 300, 244, 16
"""Points: the width of a menu's option, the width of its title, and the font size."""

CARD_BUTTON = 100
"""The width in points of a button with a single card's name."""

ENDED = 1_795_000_000_000
"""The time at which a game ends, in Unix milliseconds."""

LONGEST = 6000
"""The most moves of a game that is played to its end."""

LOOKS = 12
"""Positions of each game that are measured, besides all reveals before the last one."""

REPLAY_LOOKS = 12 if EXPLORE else 6
"""Positions of each game's replay that are measured."""

TABLES = [
    (game, seats)
    for game in GAMES
    for seats in sorted({min(game.rules.seats[1], max(game.rules.seats[0], some)) for some in (2, 4, 8)})
]
SMALL_TABLES = [pytest.param(game, seats, id=f"{game.id}-{seats}") for game, seats in TABLES if seats <= 4]
every_table = pytest.mark.parametrize(
    ("game", "seats"), [pytest.param(game, seats, id=f"{game.id}-{seats}") for game, seats in TABLES]
)


Position = tuple[TableState, bool]
"""A position of a game, and whether it is a pause for a reveal."""


def dealt(game: Game, seats: int, seed: int, language: str, names: tuple[str, ...] = NAMES) -> TableState:
    """Return a game with random options, after the deal."""
    drawn = (setup_of(game, more) for more in range(seed, 9999, 97))
    setup = next(deal for deal in drawn if deal.seats == seats)
    return undealt_table(game, names[:seats], setup.options, first=setup.first, language=language).with_deal()


def positions(game: Game, seats: int, seed: int, language: str, limit: int = 300) -> Iterator[Position]:
    """Play random, mostly low moves; yield each position, and whether it is a pause for a reveal.

    Tests share the moves, but nothing that a position remembers of its pages.
    """
    for state, stands in played_once(game, seats, seed, limit, NAMES):
        yield replace(state, row=structs.replace(state.row, locale=language)), stands


class PlayedOnce:
    """The positions of a game, which is played only as far as a test reads."""

    def __init__(self, source: Iterator[Position]) -> None:
        self._source = source
        self._positions: list[Position] = []

    def __iter__(self) -> Iterator[Position]:
        number = 0
        while number < len(self._positions) or self._has_more():
            yield self._positions[number]
            number += 1

    def _has_more(self) -> bool:
        known = len(self._positions)
        self._positions += islice(self._source, 1)
        return len(self._positions) > known


@lru_cache(maxsize=24)
def played_once(game: Game, seats: int, seed: int, limit: int, names: tuple[str, ...]) -> PlayedOnce:
    return PlayedOnce(played(game, seats, seed, limit, names))


def played(game: Game, seats: int, seed: int, limit: int, names: tuple[str, ...]) -> Iterator[Position]:
    """Play random, mostly low moves; yield each position, and whether it is a pause for a reveal."""
    rng, state = random.Random(seed), dealt(game, seats, seed, "en", names)
    while not state.is_over and state.seq < limit:
        if state.to_act == CHANCE:
            state = state.dealt_once()
            continue
        yield state, False
        seat = rng.choice(state.acting(human=True))
        assert state.match is not None
        legal = state.match.legal(seat)
        place = int(len(legal) * rng.random() ** 2)
        state = state.with_move(seat, legal[place])
        state = state.closed(OVER, ENDED) if state.is_over else state
        if (stands := pause_for_reveal(state, Elapsed(0), 1.0)).position.reveal_pause is not None:
            yield stands, True
    yield state, False


def pages(game: Game, seats: int, seed: int, language: str, looks: int = LOOKS) -> Iterator[tuple[str, Page]]:
    """Yield the kind and the page of each message, at about ``looks`` positions of a random game."""
    rng, seen = random.Random(seed), [*positions(game, seats, seed, language)]
    step = max(1, len(seen) // looks)
    for state, stands in {id(position): position for position in (*seen[::step], seen[-1])}.values():
        is_over = state.is_over and not stands
        yield "moment" if stands else "result" if is_over else "table", table_page(state.snapshot, language)
        for seat in range(min(seats, 3)):
            snapshot = state.seen_by(seat)
            if stands or is_over or not snapshot.is_my_turn:
                kind = "own moment" if stands else "own result" if is_over else "waiting"
                yield kind, panel_page(snapshot, language)
                continue
            for chosen in answers_to_move(snapshot, rng):
                context = PanelContext(chosen, is_newcomer=rng.random() < 0.5)
                hinted = replace(snapshot, row=structs.replace(snapshot.row, hints=True))
                yield "deciding", panel_page(hinted, language, context)
            yield "looking", panel_page(snapshot, language, PanelContext(shows_whole_table=True))


def check_message(kind: str, page: Page) -> None:
    """Check that a message is within Discord's limits and fits on a phone.

    Few answers are buttons, menu texts are not cut, and a question is directly above its answers.
    """
    fits(page)
    limit = TABLE if kind in ("table", "moment", "result") else SCREEN
    assert page_height(page) <= limit, (kind, page.encoded)
    parts = [*walk(page.components)]
    # Buttons have one line, and there are few answers.
    buttons = [part for part in parts if isinstance(part, Button)]
    assert not [button.label for button in buttons if button_size(button)[1] > BUTTON], kind
    answers = [
        button
        for button in buttons
        if button.custom_id.split(":")[1] in ("move", "way") and button.emoji is None
    ]
    are_cards = all(answer.label and button_size(answer)[0] <= CARD_BUTTON for answer in answers)
    assert len(answers) <= (CARDS_AT_A_GLANCE if are_cards else AT_A_GLANCE)
    assert not any("****" in getattr(part, "content", "") for part in parts), "bold within bold"
    # Discord cuts long titles and options of menus on a phone.
    for menu in parts:
        if isinstance(menu, StringSelect):
            assert text_width(menu.placeholder, TYPE) <= TITLE, menu.placeholder
            assert not [option.label for option in menu.options if text_width(option.label, TYPE) > OPTION]
    # The question stands directly above its answers.
    if kind == "deciding":
        (container,) = page.components
        kinds = [type(item) for item in container.components if not is_empty(item)]
        assert kinds[kinds.index(ActionRow) - 1] is TextDisplay, page.encoded


def is_face(sprite: object) -> TypeGuard[CardFace]:
    return isinstance(sprite, CardFace)


def check_hand(kind: str, page: Page, game: Game) -> None:
    """Check that each card of a hand of up to seven cards is 44 points wide."""
    for picture in page.files:
        if isinstance(picture, Picture) and picture.filename.startswith("hand-"):
            rows = [row for row in picture.drawing.rows if not row.is_small]
            widths = [
                op.sprite.width for op in plan_picture(picture.drawing).layout.ops if is_face(op.sprite)
            ]
            large = sum(map(len, (row.cards for row in rows)))
            assert large > HAND or widths.count(HAND_CARD) >= large, (kind, page.encoded)
            assert large or game.id == "netsuzo", "only a hand of more than ten cards is small"


@contextmanager
def no_cut_texts() -> Iterator[None]:
    """Context manager that fails if a text in a picture is shortened to fit its place."""
    cut_texts, looked = list[str](), list[str]()

    def fit_and_record(text: str, size: int, limit: int) -> str:
        short = fit(text, size, limit)
        cut_texts.extend([text] if short != text else [])
        looked.append(text)
        return short

    clear_caches_with_names()  # cached parts are not fitted again
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "fit", fit_and_record)
        yield
    assert looked
    assert not cut_texts


@every_table
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_message_fits_on_a_phone(game: Game, seats: int, language: str) -> None:
    """Panels are at most 620 points high; tables and results are at most 700 points high.

    Hands have large cards, and names, figures and hands are never cut.
    """
    with no_cut_texts():
        for kind, page in pages(game, seats, 7 * seats, language):
            check_message(kind, page)
            # English sentences may need the height of a part of the cards, as may the claims of Lost Poker
            # beside the fields of those who answer them.
            has_fields = game.id == "lost" and any(file.filename.startswith("table-") for file in page.files)
            if language == "ja" and not (kind == "deciding" and has_fields):
                check_hand(kind, page, game)


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(*table, id=f"{table[0].id}-{table[1]}")
        for table in TABLES
        if table[1] <= 4 and has_part(table[0], "suspense")
    ],
)
def test_reveal_steps_have_equal_heights(game: Game, seats: int) -> None:
    """In suspense, all pages are 575 points high: one more line makes 600. Later ones are about as high.

    Nearly all panels show the picture of the table, so that Discord receives it once.
    """
    count = shared = panels = 0
    for state, stands in positions(game, seats, 7 * seats, "en"):
        while stands:
            views = [state.snapshot, *[state.seen_by(seat) for seat in range(min(seats, 2))]]
            pages = [table_page(views[0], "en"), *[panel_page(view, "en") for view in views[1:]]]
            highs = [round(page_height(page)) for page in pages]
            low, *limits = (574, 576, 576) if state.position.in_suspense else (540, TABLE, SCREEN)
            assert all(low <= high <= limits[at > 0] for at, high in enumerate(highs)), (state.seq, highs)
            public, *own = [{file.filename for file in page.files} for page in pages]
            panels += len(own)
            shared += own.count(public)
            pause = state.position.reveal_pause
            assert pause is not None
            if pause.opens is None:
                break
            state = end_suspense(state, pause.opens)
            count += 1
    assert count
    assert shared >= 0.85 * panels, (shared, panels)


@every_table
@pytest.mark.parametrize("language", ["en", "ja"])
def test_replay_fits_on_a_phone(game: Game, seats: int, language: str) -> None:
    """A replay page fits on a phone with all hands or none, names each seat once, and cuts no text."""
    *_, (last, _) = positions(game, seats, 7 * seats, language)
    numbers = sorted({*range(1, last.seq, max(1, last.seq // REPLAY_LOOKS)), last.seq})
    with no_cut_texts():
        for number, eyes in zip(numbers, cycle((EVERYBODY, SPECTATOR)), strict=False):
            check_replay(replay_page(last, ReplaySpot(number, eyes), language))


def check_replay(page: Page) -> None:
    """Check that a replay's page fits on a phone and has one seat for each player."""
    assert page_height(page) <= TABLE, (page.encoded, page_height(page))
    for picture in page.files:
        assert isinstance(picture, Picture)
        titles = [row.title for row in picture.drawing.rows if row.seat is not None]
        assert len(titles) == len({*titles}), titles


def test_porker_bull_result_names_each_player_once() -> None:
    """In the picture of a result, no card caption or label repeats a player's name."""
    *_, (last, _) = positions(find_game("bull"), 2, 14, "en")
    (picture,) = table_page(last.snapshot, "en").files
    assert isinstance(picture, Picture)
    rows = picture.drawing.rows
    named = [word for row in rows for word in (row.title, *row.captions, *[tag.text for tag in row.tags])]
    assert sorted(word for word in named if any(name in word for name in NAMES)) == ["Hana", "Ken"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_fields_stay_visible_during_every_question(language: str) -> None:
    """Every question of Lost Poker shows all four fields and a button for the whole table."""
    rng, count = random.Random(1), 0
    for state, stands in islice(positions(find_game("lost"), 4, 1, language), 40):
        for seat in () if stands or state.is_over else state.acting(human=True)[:1]:
            own = state.seen_by(seat)
            hinted = replace(own, row=structs.replace(own.row, hints=True))
            for chosen in answers_to_move(own, rng) if own.own_scene.table is not None else ():
                page = panel_page(hinted, language, PanelContext(chosen, is_newcomer=True))
                (fields,) = [file for file in page.files if file.filename.startswith("table-")]
                assert isinstance(fields, Picture)
                assert len(fields.drawing.rows) == 4
                assert page_height(page) <= SCREEN
                assert ":whole:" in page.encoded.decode()
                count += 1
    assert count > 15


@pytest.mark.parametrize("language", ["en", "ja"])
def test_twelve_cards_to_lead_are_twelve_buttons(language: str) -> None:
    """Each of twelve or more playable cards has its own button, and there is no menu."""
    state = dealt(find_game("tomoe"), 3, 5, language)
    (lead,) = state.acting(human=True)
    own = state.seen_by(lead)
    parts = [*walk(panel_page(own, language).components)]
    assert not [part for part in parts if isinstance(part, StringSelect)]
    moves = [
        button for button in parts if isinstance(button, Button) and button.custom_id.startswith("b:move:")
    ]
    assert len(moves) == len(own.mine.legal) >= 12


@pytest.mark.parametrize(
    ("lines", "concessions", "wanted"),
    [
        (2, (), PanelLayout(statistics_lines=2)),
        (9, (("shortening", 1), ("statistics_lines", 2)), PanelLayout(statistics_lines=2)),
        (9, (("shortening", 1), ("statistics_lines", 3)), PanelLayout(shortening=1, statistics_lines=3)),
    ],
    ids=["all of it fits", "given back", "no room to give back"],
)
def test_small_parts_return_if_a_large_part_is_removed(
    lines: int, concessions: tuple[tuple[str, int], ...], wanted: PanelLayout
) -> None:
    """A removed small part of a panel returns if the removal of a large part makes room."""
    rest = 0

    def part(field: str, size: int) -> MeasuredItems:
        count = {"table_height": rest, "shortening": int(size == 0), "statistics_lines": size}.get(field, 0)
        return MeasuredItems([text_display("\n".join("x" * count))] if count else ())

    def items(layout: PanelLayout) -> list[Item]:
        return [item for field in FROM_TOP for item in part(field, getattr(layout, field)).items]

    while height(items(PanelLayout(statistics_lines=2))) <= SCREEN:
        rest += 1
    rest -= 1
    parts = fitted_parts(part, PanelLayout(statistics_lines=lines), concessions)
    assert [item for part in parts.values() for item in part.items] == items(wanted)


@pytest.mark.parametrize("game", games_with("tip"))
def test_hint_and_tip_keep_the_stakes(game: Game) -> None:
    """A newcomer's panel with a hint has the stakes, fits on a phone, and has the tip if there is room."""
    seats, count, context = max(2, game.rules.seats[0]), 0, PanelContext(is_newcomer=True)
    rng = random.Random(1)
    tips = 0
    for state, stands in islice(positions(game, seats, 7 * seats, "en"), 40):
        for seat in () if stands or state.is_over else state.acting(human=True)[:1]:
            seen = state.seen_by(seat)
            legal = seen.mine.legal
            note = hint(game, seen.mine.view, legal, [Estimate(rng.choice(legal), 0.5)])
            page = panel_page(replace(seen, own=structs.replace(seen.mine, note=note)), "en", context)
            assert page_height(page) <= SCREEN
            encoded = page.encoded.decode()
            assert "💡" in encoded
            assert seen.own_stakes is None or "⚖️" in encoded or "❗" in encoded
            tips += "ℹ️" in encoded
            count += 1
    assert count > 10
    assert tips


def check_all(language: str) -> None:
    for table in TABLES:
        test_every_message_fits_on_a_phone(*table, language)


@pytest.mark.mutants
@pytest.mark.parametrize(
    ("language", "mutant"),
    [
        ("ja", {"pictures.table.HAND": 0}),  # a hand as small as is best for other pictures
        ("en", {"pages.panel.ASKING": ()}),  # all parts always in full
        ("en", {"pages.table.MAX_BOARD_HEIGHT": 2000, "pages.table.TALLS": (2000,)}),
    ],
    ids=["a narrow hand", "no concessions", "a high picture"],
)
def test_mutants_are_caught(
    monkeypatch: pytest.MonkeyPatch, language: str, mutant: dict[str, object]
) -> None:
    for name, value in mutant.items():
        monkeypatch.setattr(f"bot.{name}", value)
    clear_caches_with_names()
    try:
        with pytest.raises(AssertionError):
            check_all(language)
    finally:
        clear_caches_with_names()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_panel_with_hint_and_tip_shows_current_trick(language: str) -> None:
    count = 0
    for state, stands in positions(find_game("tomoe"), 3, 1, language):
        if stands or state.is_over or not (isinstance(state.view, TomoeView) and state.view.trick):
            continue
        own = state.seen_by(state.acting(human=True)[0])
        hinted = replace(own, row=structs.replace(own.row, hints=True))
        page = panel_page(hinted, language, PanelContext((), is_newcomer=True))
        assert any(picture.filename.startswith("table-") for picture in page.files)
        assert page_height(page) <= SCREEN
        count += 1
    assert count
