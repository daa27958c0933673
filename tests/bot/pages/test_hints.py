"""Tests of hints in panels: the recommended move is a button, and no button goes away for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from msgspec import structs

from bot.pages import panel
from bot.pages.panel import PanelContext, _PanelPage, panel_page
from bot.pages.people import page_localizer
from bot.pages.phone import SCREEN, page_height
from bot.play.taps import hint
from bot.tables.positions import SeatNote
from bot.tables.snapshot import Snapshot
from bot.wire.components import STYLES, Button, StringSelect, TextDisplay, walk
from bot.wire.messages import Page
from games import GAMES, Game, find_game
from games.core.game import Estimate
from games.core.presentation import Question
from games.trick3.moves import FOLD, Play
from tests.amounts import EXPLORE
from tests.bot.conftest import FakeAdviser
from tests.bot.pages.test_heights import positions
from tests.bot.people import Stage, text_of_message
from tests.bot.rendering import fits, without_joiners

POSITIONS = 40 if EXPLORE else 14
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


def texts_of(page: Page) -> str:
    return "\n".join([part.content for part in walk(page.components) if isinstance(part, TextDisplay)])


def blue(panel_buttons: dict[str, Button]) -> set[str]:
    return {custom_id for custom_id, part in panel_buttons.items() if part.style == STYLES["primary"]}


def has_bulb(button: Button) -> bool:
    return "💡" in button.label or (button.emoji is not None and button.emoji.name == "💡")


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
        # Only what the hint recommends is blue, so that no other answer looks recommended.
        assert not blue(before)
        recommended = {custom_id for custom_id, part in after.items() if has_bulb(part)}
        assert blue(after) == recommended or not note.moves
        for move in note.moves[:1]:
            (button,) = [part for part in after.values() if part.custom_id.endswith(f":{move}")]
            assert has_bulb(button)
            count += 1
    assert count


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
def test_hint_takes_no_button_away(game: Game, language: str) -> None:
    """With a hint, a panel has all buttons that it had before, and the recommended move among them.

    Only this move is blue, and nothing is before the hint.
    """
    check_hints(game, max(3, game.rules.seats[0]), language)


@pytest.mark.mutants
def test_buttons_in_menus_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a panel with a hint had the fewest buttons that there can be, the test above would fail."""
    monkeypatch.setattr(_PanelPage, "layout_of", lambda self, buttons: self._controls.layout_within(0))
    with pytest.raises(AssertionError):
        check_hints(next(game for game in GAMES if game.id == "bull"), 3, "en")


@pytest.mark.mutants
def test_blue_answer_without_a_hint_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a card's button were blue without a hint, the test above would fail."""
    monkeypatch.setattr("games.core.presentation.Choice.style", "primary")
    with pytest.raises(AssertionError):
        check_hints(find_game("tomoe"), 3, "en")


def check_reasons(game: Game, language: str) -> None:
    rng, count = random.Random(1), 0
    for seen in decisions(game, 4, 28, language):
        hinted = with_hint(seen, rng)
        note = hinted.mine.note
        assert note is not None
        if note.text.key != "hint-why":
            continue
        page = panel_page(hinted, language, PanelContext(is_newcomer=rng.random() < 0.5))
        content = without_joiners(texts_of(page))
        reason = page_localizer(hinted, language)(note.text).split("\n")[-1]
        assert without_joiners(reason) in content
        count += 1
    assert count


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", ["bull", "netsuzo"])
def test_hint_shows_its_reason_on_every_page(game_id: str, language: str) -> None:
    """In the games of rising claims, the reason of a hint stands on the fullest page."""
    check_reasons(find_game(game_id), language)


@pytest.mark.mutants
def test_reason_that_gives_way_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the reason gave way as it does in other games, the test above would fail."""
    monkeypatch.setattr(panel, "_beside_a_hint", lambda _, concessions: concessions)
    with pytest.raises(AssertionError):
        check_reasons(find_game("bull"), "ja")


@pytest.mark.parametrize("game_id", ["tomoe", "trick3"])
def test_every_move_has_a_reason(game_id: str) -> None:
    """A hint in Three Cards Trick Poker or Tomoefuda has a reason for each move."""
    game = find_game(game_id)
    moves = 0
    for seen in decisions(game, 3, 21, "en"):
        for move in seen.mine.legal[:6]:
            assert game.presenter.reason(move, seen.mine.view) is not None, str(move)
            moves += 1
    assert moves


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ((0.31, 0.24), "You’d beat 31% of the others, with “Fold” 24%"),
        ((0.3, 0.3, 0.3), "About as good: Fold"),
        ((0.6, 0.3, 0.6), "You’d beat 60% of the others, with “Fold” 30%"),
    ],
)
def test_hint_to_play_is_compared_with_the_fold(shares: tuple[float, ...], expected: str) -> None:
    """A hint to play a card says how the fold would do, and that the place is the one in the end.

    Two plays that are equally good do not hide the fold.
    """
    assert expected in hint_beside_the_fold(4, shares)
    assert "n the end you’d probably come" in hint_beside_the_fold(4, shares)


def test_hint_of_two_players_has_one_figure_for_each_move() -> None:
    """Between two players the chance to win is said once, and then only that of the fold."""
    hinted = hint_beside_the_fold(2, (0.31, 0.24))
    assert "chance to win: 31%" in hinted
    assert hinted.count("31%") == 1
    assert "with “Fold” 24%" in hinted


def hint_beside_the_fold(seats: int, shares: tuple[float, ...]) -> str:
    """Return a hint in words to two plays and a fold, with the expected shares of play, fold and play."""
    game = find_game("trick3")
    for seen in decisions(game, seats, 7 * seats, "en"):
        view = seen.mine.view
        plays = [move for move in seen.mine.legal if isinstance(move, Play)]
        if view.phase != "play" or view.round == 1 or len(plays) < 2:
            continue
        moves = [plays[0], FOLD, plays[1]]
        estimates = [Estimate(move, share) for move, share in zip(moves, shares, strict=False)]
        estimates.sort(key=lambda each: -each.expected_share)
        note = hint(game, view, [*seen.mine.legal, FOLD], estimates)
        return page_localizer(seen, "en")(note.text)
    pytest.fail("no such decision")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("game_id", "answer", "seed"), [("trick3", "fold", 28), ("bull", "challenge", 12), ("lost", "lost", 28)]
)
def test_way_out_is_always_a_button(game_id: str, answer: str, seed: int, language: str) -> None:
    """To fold, to challenge or to discard is a button beside a hint and a tip, where others are in a menu."""
    rng, in_menus = random.Random(1), 0
    for seen in decisions(find_game(game_id), 4, seed, language):
        if answer not in [choice.value for choice in first_question(seen).choices]:
            continue
        page = panel_page(with_hint(seen, rng), language, PanelContext(is_newcomer=True))
        assert any(custom_id.endswith((answer, f":{answer}")) for custom_id in buttons(page))
        in_menus += any(isinstance(part, StringSelect) for part in walk(page.components))
    assert in_menus or game_id == "lost"


def reasons(language: str) -> tuple[int, int]:
    """Return the number of hints in Lost Poker, and of those whose reason has no room."""
    rng, count, missing = random.Random(1), 0, 0
    for seed in (3, 5, 9):
        for seen in decisions(find_game("lost"), 4, seed, language):
            hinted = with_hint(seen, rng)
            assert hinted.mine.note is not None
            reason = page_localizer(hinted, language)(hinted.mine.note.text).split("\n")[-1]
            count += 1
            missing += reason not in text_of_page(panel_page(hinted, language))
    return count, missing


def text_of_page(page: Page) -> str:
    return "\n".join([part.content for part in walk(page.components) if isinstance(part, TextDisplay)])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_hint_shows_its_reason_on_most_screens(language: str) -> None:
    """The reason comes before the strip of seats and a larger hand, which the panel has shown until then."""
    count, missing = reasons(language)
    assert count > 25
    assert missing <= count / 7


def first_question(seen: Snapshot) -> Question:
    question = seen.ask(())
    assert isinstance(question, Question)
    return question


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
