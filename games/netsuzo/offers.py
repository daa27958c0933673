"""Declarations and discards by one tap (netsuzo.md, A hand).

How many declarations are offered, in which order and how they look follows from what everybody knows: the
last declaration, the open cards, the number of cards in hand. So a lie takes as many taps as the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice

from games.core.poker import SUITS
from games.core.presentation import Offer, Shortcut, Style
from games.core.words import text
from games.netsuzo.hands import Tally, best, tally
from games.netsuzo.moves import DISCARDS, KINDS, LADDER, Declare
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.belief import is_exact
from games.netsuzo.strategy.plausible import Open, is_possible, matching, possible_above, typical
from games.netsuzo.strategy.truths import lowest_true
from games.netsuzo.strategy.worlds import World
from games.netsuzo.words import cards_of, claim_text, last_claim

OWN, NEAR, FAR = 2, 3, 3
"""How many declarations are offered: from one's own cards, the next ones, higher ones."""

DISCARDS_OFFERED = 5


def declarations(view: NetsuzoView) -> tuple[tuple[Shortcut, ...], tuple[Offer, ...]]:
    """Offer what the own cards make, then what others may believe: a little higher, and higher.

    Always ``OWN`` shortcuts and offers of ``NEAR`` and ``FAR``, unless so many higher ones do not exist.
    """
    own_cards = World((*view.hand, *view.open))
    last, exact = last_claim(view), is_exact(view)
    taken: list[Declare] = []
    near, far = (find(view.open, len(view.hand), last, exact) for find in (_nearest, _typical))
    own = _take(OWN, taken, chain(_own(view, own_cards.have, last), far, _next(last)))
    offers = []
    for title, size, found in (("netsuzo-offer-near", NEAR, near), ("netsuzo-offer-far", FAR, far)):
        claims = sorted(_take(size, taken, chain(found, _next(last))), key=LADDER.index.__getitem__)
        if claims:
            taps = tuple([_shortcut(claim, own_cards, exact=exact) for claim in claims])
            offers.append(Offer(text(title), taps))
    shortcuts = tuple([_shortcut(claim, own_cards, "primary", exact=exact) for claim in own])
    return shortcuts, tuple(offers)


def closeness(claim: Declare, own: World, *, exact: bool) -> tuple[str, int]:
    """Tell whether some cards make a declaration (``true``) or how many more it takes (``short``)."""
    if own.makes(claim, exact):
        return "true", 0
    return "short", max(1, 5 - matching(claim, own.have))


def discards(view: NetsuzoView) -> tuple[Shortcut, ...]:
    """Offer to discard what leaves most, best first; each says what is left with the open cards."""
    left = {card: _left(view, card) for card in view.hand}
    order = sorted(view.hand, key=lambda card: LADDER.index[left[card]], reverse=True)
    return tuple([_discard(card, left[card]) for card in order[:DISCARDS_OFFERED]])


# --- which declarations -------------------------------------------------------------------------------


def _own(view: NetsuzoView, have: Tally, last: Declare | None) -> Iterator[Declare]:
    """Yield the best that is true, the lowest, and what one card more would make, if it may be believed."""
    truth, exact = best(have), is_exact(view)
    is_enough = LADDER.start_above(truth) > LADDER.start_above(last)
    if is_enough:
        yield truth
    lowest = lowest_true(have, last, exact=exact)
    if lowest:
        yield lowest
    lucky = Tally(have.counts, have.suits, have.ranks, 1)
    above = None if have.wild else lowest_true(lucky, truth if is_enough else last, exact=exact)
    if above and is_possible(above, view.open, len(view.hand)):
        yield above


@lru_cache(maxsize=256)
def _nearest(open_cards: Open, count: int, last: Declare | None, exact: bool) -> tuple[Declare, ...]:
    """List the next declarations that may be true, more than are offered: some may be taken."""
    return tuple(islice(possible_above(open_cards, count, last, exact=exact), OWN + NEAR + FAR))


@lru_cache(maxsize=256)
def _typical(open_cards: Open, count: int, last: Declare | None, exact: bool) -> tuple[Declare, ...]:
    """List what would be believed most of the same kind and of each higher one, then the highest possible."""
    first = KINDS.index(last.kind) if last else 0
    found = [typical(open_cards, count, kind, last) for kind in KINDS[first:]]
    rest = tuple(islice(possible_above(open_cards, count, last, exact=exact), 3 * (OWN + NEAR + FAR)))
    return (*(claim for claim in found if claim), *reversed(rest))


def _next(last: Declare | None) -> tuple[Declare, ...]:
    """List enough of the next declarations, whether anybody could believe them or not."""
    start = LADDER.start_above(last)
    return LADDER.bids[start : start + len(SUITS) * (OWN + NEAR + FAR)]


def _take(size: int, taken: list[Declare], claims: Iterable[Declare]) -> list[Declare]:
    """Take the first few that are not offered yet, those of equal strength only once."""
    found: list[Declare] = []
    for claim in claims:
        if len(found) == size:
            break
        if not any(_is_equal(claim, other) for other in taken):
            found.append(claim)
            taken.append(claim)
    return found


def _is_equal(claim: Declare, other: Declare) -> bool:
    return LADDER.start_above(claim) == LADDER.start_above(other)


# --- how they read ------------------------------------------------------------------------------------


def _shortcut(claim: Declare, own: World, style: Style = "secondary", *, exact: bool) -> Shortcut:
    how, count = closeness(claim, own, exact=exact)
    label = text(f"netsuzo-offer-{how}", claim=claim_text(str(claim)), count=count)
    return Shortcut(label, str(claim), style)


def _left(view: NetsuzoView, card: str) -> Declare:
    return best(tally([*[held for held in view.hand if held != card], *view.open]))


def _discard(card: str, left: Declare) -> Shortcut:
    label = text("netsuzo-discard-leaves", cards=cards_of([card]), claim=claim_text(str(left)))
    return Shortcut(label, str(DISCARDS[card]))
