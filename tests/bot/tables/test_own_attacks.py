"""Tests that a person learns what became of each card that they play in Lost Poker."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings

from bot.language import Localizer, flat
from bot.pages.panel import panel_page
from bot.pages.people import people_localizer
from bot.tables import reveals
from bot.tables.state import TableState
from bot.wire.components import TextDisplay
from games.core.moves import Move
from games.lost import LOST_POKER
from games.lost.moves import LOST, Play
from tests.bot.playing import undealt_table
from tests.games.contract import seeds

PRESENTER = LOST_POKER.presenter
READER = 0


def random_move(state: TableState, rng: random.Random) -> Move:
    """Return a random legal move of the first seat to act; in half of all cases a play or a discard."""
    (seat, *_) = state.to_act
    legal = state.match.legal(seat)
    favoured = [move for move in legal if isinstance(move, Play) or move == LOST]
    return rng.choice(favoured if favoured and rng.random() < 0.5 else list(legal))


def positions_after_attacks(seed: int) -> Iterator[tuple[TableState, TableState]]:
    """Yield each table at the end of a play of the reader, and at the reader's next decision."""
    rng = random.Random(seed)
    state = undealt_table(LOST_POKER, ("Alice",), computers=3, options={"losts": "5"}).with_deal()
    ended: TableState | None = None
    while not state.is_over and state.seq < 80:
        is_own_turn = READER in state.to_act
        if is_own_turn and ended is not None:
            yield ended, state
            ended = None
        before = state.match.view(READER).play
        (seat, *_) = state.to_act
        state = state.with_move(seat, random_move(state, rng))
        if before is not None and before.seat == READER and state.match.view(READER).play is None:
            ended = state


def panel_text(state: TableState) -> str:
    """Return the words of the reader's panel, without bold type."""
    (container,) = panel_page(state.seen_by(READER), "en").components
    texts = [part.content for part in container.components if isinstance(part, TextDisplay)]
    return "\n".join(texts).replace("*", "")


def outcome_of(ended: TableState) -> str:
    """Return what became of the reader's card, in words."""
    words: Localizer = people_localizer(ended.snapshot, "en").to_reader(READER)
    meaning = PRESENTER.consequence(ended.match.view(READER))
    assert meaning is not None, "the outcome means something for its player"
    return flat(words(meaning)).replace("*", "")


@given(seed=seeds)
@settings(max_examples=8, deadline=None)
def test_person_always_learns_what_became_of_their_card(seed: int) -> None:
    """The outcome has a page with *Next*. The next decision says it to people who have not seen that page.

    That holds for cards that were trusted, doubted and discarded.
    """
    check_outcomes(seed)


def check_outcomes(seed: int) -> None:
    """Check the pages after all plays of the reader in one random game."""
    for ended, following in positions_after_attacks(seed):
        outcome = outcome_of(ended)
        paused = reveals.pause_for_reveal(ended, 0, 1.0)
        if not paused.position.in_suspense:
            assert outcome in panel_text(paused)
        assert paused.position.reveal_pause is not None
        assert outcome in panel_text(following), panel_text(following)


def forget_discards(patch: pytest.MonkeyPatch) -> None:
    """Make a discard no reveal."""
    patch.setattr("games.lost.rules.find_discard", lambda view: None)
    patch.setattr("games.lost.presenter.find_discard", lambda view: None)


def forget_earlier_reveals(patch: pytest.MonkeyPatch) -> None:
    """Keep no reveal but the last one."""
    patch.setattr("bot.tables.positions.REVEALS_PER_SEAT", 0)


@pytest.mark.mutants
@pytest.mark.parametrize("mutant", [forget_discards, forget_earlier_reveals], ids=lambda each: each.__name__)
def test_forgotten_outcomes_are_noticed(
    monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        list(map(check_outcomes, range(8)))
