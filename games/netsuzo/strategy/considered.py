"""Find out which declarations a seat knows to be impossible, so that no computer player makes or accepts
them.

A seat knows the open cards, the number of cards in each hand, its own cards, those that it discarded, and
those that it passed on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from games.core.cards import STANDARD, Card
from games.netsuzo.hands import count_cards, makes
from games.netsuzo.moves import DECLARATION_ORDER, Declare
from games.netsuzo.possible import (
    count_matching,
    is_highest,
    lowest_possible,
    possible_from_highest,
    requires_exact_hand,
)
from games.netsuzo.state import NetsuzoView

NEW_CARDS = 2
"""The most cards that are new to a hand after a seat took it over: its own card and a drawn one."""


class PossibleDeclarations:
    """The declarations that may be true of a hand, as far as one seat knows.

    Args:
        hand_size: number of cards in the hand.
        elsewhere: known cards that are not in the hand.
        passed: known cards that may be in the hand; empty if the seat knows none.
        most_new_cards: greatest number of cards in the hand that are not in ``passed``.
    """

    def __init__(
        self,
        view: NetsuzoView,
        hand_size: int,
        *,
        elsewhere: Sequence[Card] = (),
        passed: Sequence[Card] = (),
        most_new_cards: int = 0,
    ) -> None:
        self._view, self._hand_size, self._most_new_cards = view, hand_size, most_new_cards
        self._table = count_cards(view.open)
        self._known = count_cards((*view.open, *passed)) if passed else None
        self._all = (
            count_cards([card for card in STANDARD.cards if card not in elsewhere]) if elsewhere else None
        )

    def __contains__(self, declaration: Declare) -> bool:
        if requires_exact_hand(self._view):
            return self._can_be_made(declaration)
        # A better hand makes the declaration true, too.
        return DECLARATION_ORDER.index[declaration] < self._end

    @cached_property
    def _end(self) -> int:
        """The index in ``DECLARATION_ORDER.bids`` after the highest possible declaration; 0 if there
        is none.
        """
        falling = filter(self._can_be_made, possible_from_highest(self._view.open, self._hand_size))
        return next(map(DECLARATION_ORDER.index_above, falling), 0)

    def _can_be_made(self, declaration: Declare) -> bool:
        return (
            count_matching(declaration, self._table) >= 5 - self._hand_size
            and (self._known is None or count_matching(declaration, self._known) >= 5 - self._most_new_cards)
            and (self._all is None or makes(declaration, self._all))
        )


def credible_declarations(view: NetsuzoView, declarations: Sequence[Declare]) -> Sequence[Declare]:
    """Return the declarations that the viewer's left neighbour may believe.

    If there are none, return the lowest possible declaration. If none is possible, return all declarations.
    """
    possible = possible_to_neighbour(view)
    kept = [declaration for declaration in declarations if declaration in possible]
    return (
        kept
        or lowest_possible(view.open, len(view.hand), view.last, requires_exact_hand(view))[:1]
        or declarations
    )


def may_accept(view: NetsuzoView) -> bool:
    """True if the declaration may be true and can be raised, as far as the viewer knows."""
    assert view.last is not None
    return not is_highest(view.open, view.sizes[view.turn] + 1, view.last) and not is_refuted(view)


def possible_to_neighbour(view: NetsuzoView) -> PossibleDeclarations:
    """Return the viewer's possible declarations, as far as the left neighbour knows."""
    if len(view.reds) - view.reds.count(0) > 2 or not view.declared:
        return PossibleDeclarations(view, len(view.hand))
    # Of two players the neighbour passed this hand on, so it knows all cards but the new ones. The viewer
    # may have discarded one that it knows.
    return PossibleDeclarations(
        view, len(view.hand), passed=(*view.hand, *view.tossed[-1:]), most_new_cards=NEW_CARDS
    )


def is_refuted(view: NetsuzoView) -> bool:
    """True if the viewer, who must answer, knows that the declaration is false."""
    declaration = view.last
    assert declaration is not None
    # After a reshuffle of the discards they may be anywhere.
    elsewhere = (*view.hand, *(() if view.reshuffles else view.tossed))
    size, passed, new = view.sizes[view.turn], view.last_pass, 0
    if passed:
        # Each seat that took the hand over since then has discarded one card.
        mine = max(at for at, (seat, _) in enumerate(view.declared) if seat == view.seat)
        new = size - max(0, len(passed) - (len(view.declared) - 1 - mine))
    return declaration not in PossibleDeclarations(
        view, size, elsewhere=elsewhere, passed=passed, most_new_cards=new
    )
