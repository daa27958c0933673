"""Tests of players' names in private panels: long names become short, and the reader is "you"."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from msgspec import structs

from bot.language import Localizer
from bot.pages.panel import ALWAYS, PanelContext, panel_page, shortened, text_lines
from bot.pages.people import people_localizer, with_short_names
from bot.pages.phone import SCREEN, TABLE, page_height
from bot.pages.strip import LAST_FORM, turn_lines
from bot.pages.table import table_page
from bot.tables.reveals import end_suspense
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from bot.wire.components import TextDisplay, walk
from games import GAMES, Game, find_game
from storage.rows import Name
from tests.bot.pages import test_heights as heights
from tests.bot.playing import answers_to_move, undealt_table
from tests.games.play import seats_near
from tests.games.printing import misaddressed
from tests.games_under_test import games_with

LONG = tuple(f"{letter}{'W' * 30}" for letter in "ABCD")
NAMES = ("Alice", "Bob", "Carla", "Dan")


def names_in(snapshot: Snapshot) -> list[Name]:
    return [seat.name for seat in snapshot.seats]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_wide_names_of_31_letters_fit_on_a_phone(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Panels and tables of Lost Poker fit on a phone, and names are shortened only if necessary."""
    monkeypatch.setattr(heights, "NAMES", LONG)
    rng, shortened, complete = random.Random(1), 0, 0
    for number, (state, stands) in enumerate(heights.positions(find_game("lost"), 4, 14, language)):
        if number % 3 == 0:
            assert page_height(table_page(state.snapshot, language)) <= TABLE
        if stands or state.is_over:
            continue
        own = state.seen_by(state.acting(human=True)[0])
        hinted = replace(own, row=structs.replace(own.row, hints=True))
        for answers in answers_to_move(hinted, rng):
            page = panel_page(hinted, language, PanelContext(answers, is_newcomer=True))
            assert page_height(page) <= SCREEN
            is_short = "WWW…" in page.encoded.decode()
            shortened, complete = shortened + is_short, complete + (not is_short)
    assert shortened
    assert complete


def test_short_names_stay_distinct() -> None:
    """Long names that would look equal if shortened stay complete; other long names are shortened."""
    people = ("Hana", "Maximiliane von Hohenfels", "Maximiliane von Hohenstein", "Wolfgang Amadeus Mozart")
    state = undealt_table(find_game("lost"), people).with_deal()
    assert names_in(with_short_names(state.snapshot)) == [*people[:3], "Wolfgang A…"]


def reveal_texts(state: TableState, seat: int, language: str) -> str:
    """Return the first text of a seat's panel at each step of a reveal, one below another."""
    texts = []
    while True:
        page = panel_page(state.seen_by(seat), language)
        texts.append(next(part.content for part in walk(page.components) if isinstance(part, TextDisplay)))
        assert state.position.reveal_pause is not None
        if state.position.reveal_pause.opens is None:
            return "\n".join(texts)
        state = end_suspense(state, state.position.reveal_pause.opens)


def check_reader(text: str, seat: int) -> None:
    """Check that a text calls its reader "you", and names only other players."""
    assert NAMES[seat] not in text, f"a text says the name of its reader instead of “you”: {text}"
    assert not misaddressed(text), text


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", games_with("suspense"))
def test_panel_of_a_reveal_calls_the_reader_you(
    game: Game, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During a reveal a panel calls its reader "you" and names only the other players."""
    monkeypatch.setattr(heights, "NAMES", NAMES)
    count = 0
    seats = seats_near(game, 3)
    for state, stands in heights.positions(game, seats, 21, language):
        for seat in range(seats) if stands and not state.is_over else ():
            check_reader(reveal_texts(state, seat, language), seat)
            count += 1
        if count > 12:
            break
    assert count


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
def test_text_of_a_panel_calls_the_reader_you(
    game: Game, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between reveals, the text above the cards calls its reader "you" and names only the other players."""
    monkeypatch.setattr(heights, "NAMES", NAMES)
    count = 0
    seats = seats_near(game, 3)
    for state, stands in heights.positions(game, seats, 21, language):
        for seat in range(seats) if not stands and not state.is_over else ():
            snapshot = state.seen_by(seat)
            lines = text_lines(snapshot, PanelContext(), people_localizer(snapshot, language))
            check_reader("\n".join(shortened(lines, 0)), seat)
            count += 1
        if count > 60:
            break
    assert count


@pytest.mark.parametrize("language", ["en", "ja"])
def test_shortest_text_for_a_newcomer_keeps_your_turn(language: str) -> None:
    """Where space is lacking, the panel of a newcomer still says whose turn it is, and has the tip."""
    state, _ = next(
        position for position in heights.positions(find_game("netsuzo"), 3, 21, language) if not position[1]
    )
    snapshot = state.seen_by(state.acting(human=True)[0])
    words = people_localizer(snapshot, language)
    lines = text_lines(snapshot, PanelContext(is_newcomer=True), words)
    for form in range(1, LAST_FORM - 1, -1):
        for has_headline in (True, False):
            turn = turn_lines(snapshot, words, form, has_headline=has_headline)
            assert words("panel-turn-short") in "\n".join(turn)
    for degree in range(ALWAYS - 1):
        assert "ℹ️" in "\n".join(shortened(lines, degree))


def test_result_of_eight_wide_names_fits_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A result with eight names of 31 wide letters is at most 700 points high."""
    monkeypatch.setattr(heights, "NAMES", tuple(f"{letter}{'W' * 30}" for letter in "ABCDEFGH"))
    *_, (last, _) = heights.positions(find_game("bull"), 8, 14, "en")
    assert last.is_over
    page = table_page(last.snapshot, "en")
    assert page_height(page) <= TABLE
    assert "WWW…" in page.encoded.decode()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
def test_waiting_panel_says_in_words_what_was_revealed_last(
    game: Game, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last reveal is a line of text with escaped names. No picture of it is uploaded to each player."""
    monkeypatch.setattr(heights, "NAMES", ("*Ann*", "_Bo_", "`C`", "~Di~"))
    escaped = (r"\*Ann\*", r"\_Bo\_", r"\`C\`", r"\~Di\~")
    seats, lines = seats_near(game, 3), list[str]()
    for state, stands in heights.positions(game, seats, 21, language):
        for seat in () if stands or state.is_over else range(seats):
            snapshot = state.seen_by(seat)
            board = snapshot.own_scene.last_reveal
            if board is None or snapshot.is_my_turn:
                continue
            page = panel_page(snapshot, language)
            texts = [part.content for part in walk(page.components) if isinstance(part, TextDisplay)]
            written = "\n".join(texts).split("\n")
            assert len(page.files) <= 1 + (snapshot.own_scene.table is not None)
            for row in board.rows:
                title = Localizer(language, escaped)(row.title)
                lines.append(next(line for line in written if line.startswith(f"-# {title}")))
    if not lines:
        pytest.skip("no panel of this game repeats a reveal")
    assert any(name in line for name in escaped for line in lines)
