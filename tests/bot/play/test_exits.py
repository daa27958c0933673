"""Tests of the pages that say to people who drop out of a game why."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language import Localizer, unmarked
from bot.pages.panel import panel_page
from bot.pages.people import page_localizer
from bot.tables import reveals
from bot.tables.state import TableState
from games import find_game
from tests.bot.playing import undealt_table

GAMES_WITH_EXITS = ("bull", "netsuzo")
LATE = 1 << 40
"""A time after the end of all reveals, in milliseconds."""


def challenged(state: TableState) -> TableState:
    """Return the game after a call and its challenge, or after the call alone."""
    seat = state.awaited(human=True)[0]
    assert state.match is not None
    moves = {str(move): move for move in state.match.legal(seat)}
    answer = moves.get("challenge") or moves.get("reject") or next(iter(moves.values()))
    return reveals.pause_for_reveal(state.with_move(seat, answer), 0, 1.0)


def at_exit(game: str, people: int = 3) -> TableState:
    """Return a game in which a player has just dropped out, while the cards are shown."""
    state = undealt_table(find_game(game), ["Alice", "Bob", "Carol"][:people], _OPTIONS[game]).with_deal()
    while not state.gone:
        state = challenged(state.without_reveal().with_deal())
    return reveals.end_suspense(state, LATE)


_OPTIONS = {"bull": {"end": "last"}, "netsuzo": {"reds": "1"}}


def went_on(state: TableState) -> TableState:
    """Return the game one call later, when other panels have stopped showing the reveal."""
    later = reveals.drop_expired_reveals(state.without_reveal().with_deal(), LATE)
    return challenged(later)


def finished(state: TableState) -> TableState:
    """Return the finished game after all pauses."""
    while not state.is_over:
        state = challenged(state.without_reveal().with_deal())
    return reveals.drop_expired_reveals(state.without_reveal().with_row(status="over"), LATE)


def told(state: TableState, seat: int) -> str:
    return unmarked(panel_page(state.seen_by(seat), "en").encoded.decode())


def fact_of(state: TableState, seat: int) -> str:
    """Return the sentence about the cards that put a player out, as that player reads it."""
    scene = state.snapshot.reveal_scene
    assert scene is not None
    assert scene.panel_line is not None
    words: Localizer = page_localizer(state.seen_by(seat), "en").to_reader(seat)
    return unmarked(words(scene.panel_line))


def snapshot_headline(state: TableState, seat: int) -> str:
    scene = state.snapshot.reveal_scene
    assert scene is not None
    return unmarked(page_localizer(state.seen_by(seat), "en").to_reader(seat)(scene.headline))


def next_tap(state: TableState) -> str:
    return f"b:goon:{state.row.id}:{state.seq}"


@pytest.mark.parametrize("game", GAMES_WITH_EXITS)
def test_own_end_stays_until_next(game: str) -> None:
    """The cards that put a person out stay until *Next*, though the game goes on, and others see them go."""
    end = at_exit(game)
    (out,) = end.gone
    fact = fact_of(end, out)
    later = went_on(end)
    assert later.position.reveal_pause is None
    assert fact in told(later, out)
    assert next_tap(end) in told(later, out)
    for other in {0, 1, 2} - {out}:
        assert next_tap(end) not in told(later, other)
    # After the tap, the panel says in words what it was.
    seen = reveals.confirm_seen(later, out, end.seq)
    assert next_tap(end) not in told(seen, out)
    assert fact in told(seen, out)
    assert "You finished 3rd" in told(seen, out)


@pytest.mark.parametrize("game", GAMES_WITH_EXITS)
@pytest.mark.parametrize("has_seen", [False, True])
def test_last_page_says_what_decided_ones_own_end(game: str, has_seen: bool) -> None:
    """The page at the end of the game has each loser's own end with its cards, not the last reveal."""
    end = at_exit(game)
    (out,) = end.gone
    fact = fact_of(end, out)
    board = end.seen_by(out).reveal_scene
    state = reveals.confirm_seen(end, out, end.seq) if has_seen else end
    over = finished(state)
    assert fact in told(over, out)
    snapshot = over.seen_by(out)
    assert board is not None
    assert snapshot.mine.exit is not None
    assert snapshot.mine.exit.reveal.last_board == board.board
    assert "3rd" in told(over, out)
    winner = next(iter({0, 1, 2} - {*over.gone}))
    assert fact not in told(over, winner)


@pytest.mark.parametrize("game", GAMES_WITH_EXITS)
def test_last_page_says_how_others_went_out_later(game: str) -> None:
    """Who is out first reads at the end how each later one went out; the last one out reads nothing more."""
    end = at_exit(game)
    over = finished(reveals.confirm_seen(end, end.gone[0], end.seq))
    first, *others = over.gone
    assert others
    page = told(over, first)
    # The first line is about the other one who is out, with the claim and its truth.
    assert page.count("After that: ") == len(others)
    for line, seat in zip(page.split("After that: ")[1:], others, strict=True):
        assert line.startswith(("✅", "❌"))
        assert str(over.seats[seat].name) in line
    assert "After that: " not in told(over, others[-1])


def test_own_end_waits_behind_a_later_reveal() -> None:
    """While the cards of others are shown, their outcome heads the page of a person who is out."""
    end = at_exit("netsuzo")
    (out,) = end.gone
    fact = fact_of(end, out)
    state = reveals.confirm_seen(end, out, end.seq)
    while state.position.last_reveal is None or state.position.last_reveal.seq == end.seq:
        state = challenged(state.without_reveal().with_deal())
    open_cards = reveals.end_suspense(state, LATE)
    assert fact not in told(open_cards, out)
    assert snapshot_headline(open_cards, out) in told(open_cards, out)


def test_nobody_waits_for_people_who_are_out() -> None:
    """The pause ends without the tap of the person who is out."""
    end = at_exit("bull")
    (out,) = end.gone
    for seat in {0, 1, 2} - {out}:
        end = reveals.confirm_seen(end, seat, end.seq)
    assert end.position.reveal_pause is None


def _nobody(before: Any, after: Any) -> frozenset[int]:
    """Return no seats that dropped out; a mutant of ``_dropped_out``."""
    return frozenset()


@pytest.mark.mutants
def test_forgotten_exit_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.positions._dropped_out", _nobody)
    with pytest.raises(AssertionError):
        test_own_end_stays_until_next("bull")
    with pytest.raises(AssertionError):
        test_last_page_says_what_decided_ones_own_end("bull", has_seen=True)
