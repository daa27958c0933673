"""Leave out moves that a seat knows to be absurd, so that no computer player considers them.

A seat knows the open cards, the number of cards in each hand, its own cards, those that it discarded, and
those that it passed on. It does not declare or accept a hand that these facts rule out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from games.core.cards import STANDARD, Card
from games.netsuzo.hands import count_cards, makes
from games.netsuzo.moves import LADDER, Declare
from games.netsuzo.possible import is_exact, is_highest, matching, nearest, possible_from_top
from games.netsuzo.state import NetsuzoView

NEW_CARDS = 2
"""The most cards that are new to a hand after a seat took it over: its own card and a drawn one."""


class Possible:
    """The declarations that may be true of a hand, as far as one seat knows.

    Args:
        size: number of cards in the hand.
        elsewhere: cards that are not in the hand.
        passed: known cards that may be in the hand; empty if the seat knows none.
        new: the greatest number of cards in the hand that are not among ``passed``.
    """

    def __init__(
        self,
        view: NetsuzoView,
        size: int,
        *,
        elsewhere: Sequence[Card] = (),
        passed: Sequence[Card] = (),
        new: int = 0,
    ) -> None:
        self._view, self._size, self._new = view, size, new
        self._table = count_cards(view.open)
        self._known = count_cards((*view.open, *passed)) if passed else None
        self._all = (
            count_cards([card for card in STANDARD.cards if card not in elsewhere]) if elsewhere else None
        )

    def __contains__(self, claim: Declare) -> bool:
        if is_exact(self._view):
            return self._can_be_made(claim)
        # A better hand makes the declaration true, too.
        return LADDER.index[claim] < self._end

    @cached_property
    def _end(self) -> int:
        """The index in ``LADDER.bids`` after the highest declaration that can be made; 0 if there is none."""
        falling = filter(self._can_be_made, possible_from_top(self._view.open, self._size))
        return next(map(LADDER.index_above, falling), 0)

    def _can_be_made(self, claim: Declare) -> bool:
        """True if the open cards and some possible hand make a declaration exactly."""
        return (
            matching(claim, self._table) >= 5 - self._size
            and (self._known is None or matching(claim, self._known) >= 5 - self._new)
            and (self._all is None or makes(claim, self._all))
        )


def credible_claims(view: NetsuzoView, claims: Sequence[Declare]) -> Sequence[Declare]:
    """Return ``claims`` without those that the viewer's left neighbour would know to be false.

    If none is left, return the lowest declaration that the open cards allow, or all ``claims`` if there is
    none.
    """
    possible = possible_to_neighbour(view)
    kept = [claim for claim in claims if claim in possible]
    return kept or nearest(view.open, len(view.hand), view.last, is_exact(view))[:1] or claims


def may_accept(view: NetsuzoView) -> bool:
    """False if the viewer knows that the declaration is false, or that no higher declaration is possible."""
    assert view.last is not None
    return not is_highest(view.open, view.sizes[view.turn] + 1, view.last) and not is_refuted(view)


def possible_to_neighbour(view: NetsuzoView) -> Possible:
    """Return the declarations of the viewer that may be true as far as its left neighbour knows."""
    if len(view.reds) - view.reds.count(0) > 2 or not view.declared:
        return Possible(view, len(view.hand))
    # Of two players the neighbour passed this hand on, so it knows all cards but the new ones. The viewer
    # may have discarded one that it knows.
    return Possible(view, len(view.hand), passed=(*view.hand, *view.tossed[-1:]), new=NEW_CARDS)


def is_refuted(view: NetsuzoView) -> bool:
    """True if the viewer, who must answer, knows that the declaration is false."""
    claim = view.last
    assert claim is not None
    # After a reshuffle of the discards they may be anywhere.
    elsewhere = (*view.hand, *(() if view.reshuffles else view.tossed))
    size, passed, new = view.sizes[view.turn], view.last_pass, 0
    if passed:
        # Each seat that took the hand over since then has discarded one card.
        mine = max(at for at, (seat, _) in enumerate(view.declared) if seat == view.seat)
        new = size - max(0, len(passed) - (len(view.declared) - 1 - mine))
    return claim not in Possible(view, size, elsewhere=elsewhere, passed=passed, new=new)
