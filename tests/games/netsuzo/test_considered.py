"""Tests that no level declares or accepts a hand that the cards known to its seat make impossible."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.cards import STANDARD, Card
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.netsuzo import NETSUZO
from games.netsuzo.hands import DECLARATION_ORDER, Declare, best, count_cards, is_true
from games.netsuzo.rules import ACCEPT, REJECT, NetsuzoView
from games.netsuzo.strategy import considered, estimator
from tests.games.netsuzo.tables import deal, new, play

LEVELS = ("easy", "normal", "hard")
MOST_HANDS = 2_500
"""Positions are left out if more hands than this fit what the seat knows."""
MOST_DECISIONS = 40
"""Number of decisions after which a random game is left."""

Position = tuple[NetsuzoView, list[Move]]
Fault = Callable[[pytest.MonkeyPatch], None]


def view_of(match: Match, seat: int) -> NetsuzoView:
    view = match.view(seat)
    assert isinstance(view, NetsuzoView)
    return view


def wild_positions(seed: int) -> Iterator[Position]:
    """Yield the positions of a random game in which a seat declares or answers, with the legal moves.

    Most declarations are only a little higher than the one before, and most are accepted.
    """
    rng = random.Random(seed)
    match = new(3, reds=rng.choice("12"), honesty=rng.choice(["exact", "exact", "atleast"]))
    for number, seat in enumerate(match.decisions(ShuffleKey.from_text(f"{seed}"))):
        if number == MOST_DECISIONS:
            return
        view, legal = view_of(match, seat), match.legal(seat)
        if len(legal) > 1 and view.stage != "discard":
            yield view, [*legal]
        move = rng.choice(legal[: rng.choice([60, 60, len(legal)])] if view.stage == "declare" else legal)
        match.play(seat, ACCEPT if ACCEPT in legal and rng.random() < 0.6 else move)


def hands_behind(view: NetsuzoView) -> list[tuple[Card, ...]]:
    """Return all hands that the declaring seat may hold, as far as the answering seat knows.

    If there are more than ``MOST_HANDS``, return no hand. After the answering seat passed on a hand, each
    later seat has discarded at most one of its cards.
    """
    elsewhere = {*view.open, *view.hand, *(() if view.reshuffles else view.tossed)}
    passed = [card for card in view.last_pass if card not in elsewhere]
    others = [card for card in STANDARD.cards if card not in (*elsewhere, *passed)]
    mine = [at for at, (seat, _) in enumerate(view.declared) if seat == view.seat]
    kept = max(0, len(view.last_pass) - (len(view.declared) - 1 - mine[-1])) if mine else 0
    size = view.sizes[view.turn]
    numbers = range(kept, min(size, len(passed)) + 1)
    if sum(comb(len(passed), number) * comb(len(others), size - number) for number in numbers) > MOST_HANDS:
        return []
    return [
        (*known, *rest)
        for number in numbers
        for known in combinations(passed, number)
        for rest in combinations(others, size - number)
    ]


def public_hands(view: NetsuzoView) -> Iterator[tuple[Card, ...]]:
    """Yield all hands that the viewer may hold, judged by the open cards alone."""
    return combinations([card for card in STANDARD.cards if card not in view.open], len(view.hand))


def can_be_true(view: NetsuzoView, hands: Iterable[tuple[Card, ...]]) -> bool:
    """True if one of the hands makes the last declaration true."""
    assert view.last is not None
    return can_make(view.last, view, hands)


def can_make(claim: Declare, view: NetsuzoView, hands: Iterable[tuple[Card, ...]]) -> bool:
    """True if one of the hands makes the declaration ``claim`` true."""
    exact = view.options["honesty"] == "exact"
    return any(is_true(claim, count_cards((*hand, *view.open)), exact=exact) for hand in hands)


def check_answer(view: NetsuzoView, legal: list[Move], level: str, seed: int) -> None:
    """Check that no impossible declaration is accepted."""
    hands = hands_behind(view)
    if not hands:
        return
    # Also judge hands of cards that the seat has seen elsewhere, which other cards may make, too.
    rng = random.Random(seed)
    seen, size = [*dict.fromkeys((*view.hand, *view.tossed))], view.sizes[view.turn]
    for _ in range(3):
        rest = rng.sample([card for card in STANDARD.cards if card not in (*view.open, *seen)], size)
        claim = best(count_cards((*(*rng.sample(seen, len(seen)), *rest)[:size], *view.open)))
        changed = replace(view, declared=(*view.declared[:-1], (view.turn, str(claim))))
        assert considered.is_refuted(changed) is not can_be_true(changed, hands), changed
    if not can_be_true(view, hands):
        assert NETSUZO.advise(view, legal, level, random.Random(seed), 0.0) == REJECT, view


def check_declaration(view: NetsuzoView, legal: list[Move], level: str, seed: int) -> None:
    """Check that an impossible declaration is made only if nothing else is left."""
    claim = NETSUZO.advise(view, legal, level, random.Random(seed), 0.0)
    assert isinstance(claim, Declare)
    if not can_make(claim, view, public_hands(view)):
        strengths = [
            DECLARATION_ORDER.index_above(best(count_cards((*hand, *view.open))))
            for hand in public_hands(view)
        ]
        assert max(strengths) <= DECLARATION_ORDER.index_above(view.last), (view, claim)


def check_game(seed: int) -> None:
    """Check a random game, with a random level at each decision."""
    rng = random.Random(seed)
    for view, legal in wild_positions(seed):
        if view.stage == "answer":
            check_answer(view, legal, rng.choice(LEVELS), seed)
        elif len(view.hand) <= 2:
            check_declaration(view, legal, rng.choice(LEVELS), seed)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_no_level_declares_or_accepts_impossible_hand(seed: int) -> None:
    """No level declares or accepts a hand that is impossible by the cards that the seat knows."""
    check_game(seed)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("own", "is_possible"), [("Jk", False), ("7d", True)])
def test_hand_that_needs_own_card_is_not_accepted(level: str, own: str, is_possible: bool) -> None:
    """With three open kings, two cards make five kings only with the joker; the joker's holder rejects."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h", 2: own}, "Kh Ks Kd 2s", pile="7s 7h")
    play(match, "declare trips K 5", "accept", "discard 9h", "declare five K")
    view, legal = view_of(match, 2), match.legal(2)
    assert considered.is_refuted(view) is not is_possible
    chosen = {NETSUZO.advise(view, legal, level, random.Random(seed), 0.0) for seed in range(8)}
    assert is_possible or chosen == {REJECT}


# --- faults that these tests catch ------------------------------------------------------------------------


def consider_everything(patch: pytest.MonkeyPatch) -> None:
    """Patch the player to consider every declaration."""
    patch.setattr(estimator, "credible_declarations", lambda view, claims: claims)


def accept_everything(patch: pytest.MonkeyPatch) -> None:
    """Patch the player so that any declaration may be accepted."""
    patch.setattr(estimator, "may_accept", lambda view: True)
    patch.setattr(estimator, "is_refuted", lambda view: False)


def forget(patch: pytest.MonkeyPatch, name: str) -> None:
    """Patch the player to ignore some of the cards that its seat knows."""
    init = considered.PossibleDeclarations.__init__
    patch.setattr(
        considered.PossibleDeclarations,
        "__init__",
        lambda self, view, size, **known: init(self, view, size, **{**known, name: ()}),
    )


@pytest.mark.mutants
@pytest.mark.parametrize(
    "fault",
    [
        consider_everything,
        accept_everything,
        lambda patch: forget(patch, "elsewhere"),
        lambda patch: forget(patch, "passed"),
    ],
)
def test_player_with_fault_is_caught(monkeypatch: pytest.MonkeyPatch, fault: Fault) -> None:
    """The tests above fail if the player ignores or accepts too much."""
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        check_all()


def check_all() -> None:
    """Run the tests above with more random games."""
    test_hand_that_needs_own_card_is_not_accepted("hard", "Jk", is_possible=False)
    for seed in range(40):
        check_game(seed)
