"""Tests of the strip in panels: each seat's numbers and open cards stand on the screen of a decision."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise, product

import pytest
from msgspec import structs

from bot.language import Localizer
from bot.pages import panel, strip
from bot.pages.panel import PanelContext, panel_page
from bot.pages.people import page_localizer, with_short_names
from bot.pages.strip import strip_lines, turn_lines
from bot.tables.snapshot import Snapshot
from bot.wire.components import TextDisplay, walk
from games import GAMES, Game, find_game
from games.core.presentation import Question, SeatSummary
from games.core.rules import clockwise
from games.core.words import text
from games.tomoe.rules import TomoeView
from games.trick3.rules import Trick3View
from tests.amounts import EXPLORE
from tests.bot.pages.test_hints import decisions, with_hint
from tests.bot.rendering import without_joiners
from tests.games.play import seats_near

LOOKS = 12
"""Decisions of each game that are looked at."""


def shown(seen: Snapshot, *, is_newcomer: bool) -> str:
    """Return all text of the panel with a decision."""
    page = panel_page(seen, "en", PanelContext(is_newcomer=is_newcomer))
    return "\n".join([part.content for part in walk(page.components) if isinstance(part, TextDisplay)])


def has_all_seats(seen: Snapshot, *, is_newcomer: bool) -> bool:
    """Return whether the panel has a strip with all seats in one of its forms, or the table's picture."""
    words = page_localizer(with_short_names(seen), "en")
    panel_text = shown(seen, is_newcomer=is_newcomer)
    strips = ["\n".join(strip_lines(seen, words, size)) for size in (1, 0)]
    # The words for the turn may stand in the place of the reader's name, or above lines of the seats.
    turns = ["\n".join(turn_lines(seen, words, size, has_headline=False)) for size in (1, 0)]
    strips = [strip.removeprefix(f"-# {words('strip-you')}") for strip in strips]
    if any(strip in panel_text for strip in strips + turns):
        return True
    page = panel_page(seen, "en", PanelContext(is_newcomer=is_newcomer))
    return seen.own_scene.needs_table and any(file.filename.startswith("table-") for file in page.files)


def check_strips(game: Game) -> None:
    rng, count = random.Random(1), 0
    for seen in islice(decisions(game, seats_near(game, 4), 28, "en"), LOOKS):
        if len(seen.acting) > 1:
            continue
        for each in (seen, with_hint(seen, rng)):
            for is_newcomer in (False, True):
                assert has_all_seats(each, is_newcomer=is_newcomer)
                count += 1
    assert count


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
def test_every_seat_stands_beside_a_hint_and_a_tip(game: Game) -> None:
    """With four seats, the panel of a decision names all seats with their numbers or their open cards."""
    check_strips(game)


@pytest.mark.mutants
def test_strip_that_gives_way_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the strip gave way before other parts of the panel, the test above would fail."""
    monkeypatch.setattr(panel, "ASKING", (("strip_lines", -2), *panel.ASKING))
    with pytest.raises(AssertionError):
        check_strips(next(game for game in GAMES if game.id == "bull"))


def open_cards(seen: Snapshot, seat: int) -> tuple[tuple[str, ...], ...]:
    """Return the cards of another seat that the decision is about, as far as they lie open."""
    view = seen.mine.view
    if isinstance(view, TomoeView):
        # The cards of a seat that has played to the trick no longer matter for it.
        has_played = seat in clockwise(view.lead, 3)[: len(view.trick)]
        return () if has_played else (view.open[seat],)
    assert isinstance(view, Trick3View)
    # A player who has folded refills for the next battle.
    if {seat, view.seat} & {*view.folded} and view.battle:
        return ()
    played = view.played[seat]
    exposed = view.exposed[seat] if len(played) < 2 else ()
    return played, exposed


@pytest.mark.parametrize(
    "game", [pytest.param(game, id=game.id) for game in GAMES if game.id in ("tomoe", "trick3")]
)
def test_open_cards_of_others_are_text_on_the_screen_of_a_decision(game: Game) -> None:
    """The others' open cards are written in the panel, also where the table's picture has no room."""
    rng, without_picture = random.Random(1), 0
    for seen in islice(decisions(game, seats_near(game, 4), 28, "en"), 2 * LOOKS):
        if len(seen.acting) > 1:
            continue
        hinted = with_hint(seen, rng)
        panel_text = shown(hinted, is_newcomer=True)
        words = page_localizer(hinted, "en")
        family = seen.game.rules.family(seen.options).name
        for seat in range(len(seen.seats)):
            for cards in () if seat == seen.mine.seat else open_cards(seen, seat):
                assert not cards or words.cards(cards, family) in panel_text
        page = panel_page(hinted, "en", PanelContext(is_newcomer=True))
        without_picture += not any(file.filename.startswith("table-") for file in page.files)
    assert without_picture


def wordings(seen: Snapshot, seat: int, language: str) -> list[str]:
    """Return the forms in which a seat's numbers stand in a strip: beside its name, in full and in short."""
    summary = next(each for each in seen.strip if each.seat == seat)
    words = page_localizer(with_short_names(seen), language)
    names = [words.name(seat)]
    if seat == seen.mine.seat:
        names = [words("strip-you"), f"**{words('panel-turn-short')}**"]
    numbers = [words(text) for text in (summary.note, summary.figures) if text is not None]
    forms = [f"{name} {number}" for name, number in product(names, numbers)]
    if all(each.figures == seen.strip[0].figures for each in seen.strip):
        # Equal numbers may stand once.
        forms.append(words("strip-equal-figures", names="", note=numbers[0]).strip())
    return forms


FIGURES = {"trick3": (2, 3, 4, 8), "tomoe": (3,)}
"""Games whose strip has numbers of every seat on every page, and the sizes of tables that are looked at."""


def check_figures(game: Game, seats: int, seed: int, language: str) -> int:
    """Check the numbers of every seat on pages of a game with random options. Return the number of pages."""
    rng, count = random.Random(seed), 0
    spread = [*islice(decisions(game, seats, seed, language), 90)][:: rng.randint(5, 9)]
    for seen in spread:
        if any(each.figures is None for each in seen.strip):
            # At the first choice of a game all seats have the same numbers.
            assert len(seen.acting) > 1
            continue
        question = seen.ask(())
        assert isinstance(question, Question)
        ways: list[tuple[str, ...]] = [(), (rng.choice(question.choices).value,)]
        for way, each in product(ways, (seen, with_hint(seen, rng))):
            if not isinstance(seen.ask(way), Question):
                continue
            context = PanelContext(answers=way, is_newcomer=rng.random() < 0.5)
            page = panel_page(each, language, context)
            panel_text = "".join(
                [part.content for part in walk(page.components) if isinstance(part, TextDisplay)]
            )
            plain = without_joiners(panel_text)
            for seat in range(seats):
                forms = [without_joiners(form) for form in wordings(each, seat, language)]
                assert any(form in plain for form in forms), (forms, plain)
            count += 1
    return count


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in GAMES for seats in FIGURES.get(game.id, ())]
)
def test_what_everybody_has_taken_and_left_stands_on_every_page(
    game: Game, seats: int, language: str
) -> None:
    """In Three Cards each seat's cards taken and left, in Tomoefuda its points and hidden cards.

    They stand on every page of a decision: with and without a hint, also after a first answer.
    """
    count = 0
    for seed in range(3 * EXPLORE + 1):
        count += check_figures(game, seats, 17 * seed + seats, language)
    assert count


@pytest.mark.parametrize("form", [0, -1, -2])
def test_numbers_of_one_seat_are_not_those_of_all(form: int) -> None:
    """In Tomoefuda all totals may be equal, though the points of the present game are not."""
    seen = next(decisions(find_game("tomoe"), 3, 28, "en"))
    words = page_localizer(seen, "en")
    equal = text("tomoe-figures", total="6", hidden=2, first="no")
    notes = [text("tomoe-note-match", points=f"{points}", total="6", hidden=2) for points in (1, 2, 3)]
    seats = [structs.replace(each, figures=equal, note=notes[each.seat]) for each in seen.strip]
    seen.__dict__["strip"] = tuple(seats)
    (line,) = strip_lines(seen, words, form)
    assert "Each " not in line


@pytest.mark.mutants
def test_strip_without_figures_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the shortest strip had names without numbers, the test above would fail."""

    def names_alone(seats: Sequence[SeatSummary], reader: int, words: Localizer) -> list[str]:
        return [words.name(each.seat) for each in seats]

    monkeypatch.setattr(strip, "_summaries_with_figures", names_alone)
    trick3 = next(game for game in GAMES if game.id == "trick3")
    with pytest.raises(AssertionError):
        check_figures(trick3, 4, 4, "en")


def test_first_strip_has_equal_numbers_once() -> None:
    """At the beginning all seats have the same numbers; the shortest strip has them once, for all names."""
    bull = next(game for game in GAMES if game.id == "bull")
    seen = next(decisions(bull, 4, 28, "en"))
    (line,) = strip_lines(seen, page_localizer(seen, "en"), 0)
    assert line.count("card") == 1
    assert line.count("→") == 3


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", ["bull", "netsuzo"])
def test_each_seat_has_its_own_numbers(game_id: str, language: str) -> None:
    """Unless the numbers of all seats are equal, each stands beside its name, even of equal neighbours."""
    alike = 0
    game = find_game(game_id)
    for seen in chain.from_iterable([decisions(game, 4, seed, language) for seed in (28, 3, 12)]):
        words = page_localizer(with_short_names(seen), language)
        seats = [each for each in seen.strip if not each.is_out]
        notes = [words(each.note) for each in seats if each.note is not None]
        (line,) = strip_lines(seen, words, 0)
        if len({*notes}) == 1:
            continue
        plain = without_joiners(line)
        for each in seats:
            name = words("strip-you") if each.seat == seen.mine.seat else words.name(each.seat)
            assert re.search(rf"{re.escape(name)} \D?\d", plain), plain
        alike += any(note == after for note, after in pairwise(notes))
    assert alike


def test_strip_names_the_next_seat_even_in_its_last_form() -> None:
    """Where there is no room for all seats, the strip names the reader and the next seat."""
    bull = next(game for game in GAMES if game.id == "bull")
    seen = next(decisions(bull, 4, 28, "en"))
    seen = replace(seen, row=structs.replace(seen.row, hints=False))
    words = page_localizer(seen, "en")
    (line,) = strip_lines(seen, words, -1)
    following = seen.strip[1].seat
    assert words.name(following) in line
    assert line.endswith("…")
    assert not strip_lines(seen, words, -2)


def test_japanese_name_is_never_broken() -> None:
    """Inside a name, and between a name and its number, no line of the strip can end."""
    bull = next(game for game in GAMES if game.id == "bull")
    seen = next(decisions(bull, 4, 28, "ja"))
    names = ["田中ナミ", "Zoë K", "フジ2", "👋🏽🐢"]
    (line,) = strip_lines(seen, page_localizer(seen, "ja").with_names(names), 0)
    printed = {"田\u2060中\u2060ナ\u2060ミ", "Zoë\u00a0K", "フ\u2060ジ\u20602", "👋🏽\u2060🐢"}
    # The reader is called *you*.
    assert len([name for name in printed if name in line]) == 3
    assert not [name for name in ("田中", "ナミ", "フジ") if name in line]


@pytest.mark.parametrize("game_id", ["tomoe", "trick3"])
def test_words_for_the_turn_come_first_and_seats_have_lines(game_id: str) -> None:
    """A decision begins with the reader's turn and numbers; the others have lines where they fit."""
    game = find_game(game_id)
    decided = seats_with_lines = 0
    for seen in islice(decisions(game, 3, 28, "en"), 2 * LOOKS):
        if any(each.figures is None for each in seen.strip):
            continue
        decided += 1
        first, *others = shown(seen, is_newcomer=True).split("\n")
        assert first.startswith("**Your turn**"), first
        words = page_localizer(with_short_names(seen), "en")
        for each in seen.strip:
            name = f"-# {words.name(each.seat)}"
            # The run-on form has an arrow before the next seat.
            rows = [line for line in others if line.startswith(name) and "→" not in line]
            seats_with_lines += bool(rows)
    assert seats_with_lines > decided // 2 > 0
