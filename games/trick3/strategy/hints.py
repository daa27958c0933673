"""What a hand can become: plans for this battle, what others may still make, what a refill is worth.

Both the private panel and the computer player think with these; they know only what a view shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from games.core.cards import Card, without
from games.trick3.hands import Classifier
from games.trick3.moves import DOWN, EXPOSED, UP, Hand, Refill, most_drawn
from games.trick3.state import Trick3View
from games.trick3.strategy.odds import best_of, menace, unseen

HAND_WORTH = 2.0
"""What the strongest hand kept for the next battle is worth, in points."""
LOOKS_WORTH = 0.25
"""What it is worth that open cards could become something strong."""
EXPOSED_WORTH = 0.3
"""What each exposed card is worth: without one, round 2 folds by force."""


class Plan(NamedTuple):
    """The cards of this battle that are still to be played: of rounds 1, 2 and 3, empty where done."""

    first: Card
    second: Card
    third: Card
    strength: int

    @property
    def card(self) -> Card:
        """The card to be played next."""
        return self.first or self.second or self.third


def played(view: Trick3View) -> tuple[Card, ...]:
    """List what the viewer has played in this battle."""
    return () if view.seat is None else view.played[view.seat]


def exposed(view: Trick3View) -> tuple[Card, ...]:
    """List the viewer's exposed hand."""
    return () if view.seat is None else view.exposed[view.seat]


def plans(view: Trick3View, judge: Classifier) -> Iterator[Plan]:
    """List every way to go on in this battle with the cards now held."""
    done = played(view)
    if len(done) == 2:
        for third in dict.fromkeys(view.hand):
            yield Plan("", "", third, judge.strength(*done, third))
    elif len(done) == 1:
        for second in dict.fromkeys(exposed(view)):
            for third in dict.fromkeys(view.hand):
                yield Plan("", second, third, judge.strength(done[0], second, third))
    elif not done:
        for second in dict.fromkeys(exposed(view)):
            for first, third in dict.fromkeys(combinations(view.hand, 2)):
                strength = judge.strength(first, second, third)
                yield Plan(first, second, third, strength)
                if first != third:
                    yield Plan(third, second, first, strength)


def prospects(view: Trick3View, judge: Classifier) -> dict[Card, int]:
    """Tell for each card that can be played next how strong a hand it leaves possible at best."""
    best: dict[Card, int] = {}
    for plan in plans(view, judge):
        best[plan.card] = max(plan.strength, best.get(plan.card, 0))
    return best


def best_hands(view: Trick3View, judge: Classifier, count: int) -> list[tuple[int, tuple[Card, ...]]]:
    """List the strongest hands that the viewer can make: of this battle, or of any three cards outside one.

    Returns:
        At most ``count`` pairs of strength and cards, of each strength one, strongest first.
    """
    done = played(view)
    is_in = view.phase in ("play", "refill") and view.seat not in view.folded
    sets: Iterable[tuple[int, tuple[Card, ...]]]
    if is_in and len(done) == 3:
        sets = [(judge.strength(*done), done)]
    elif is_in:
        sets = [(plan.strength, (*done, *[card for card in plan[:3] if card])) for plan in plans(view, judge)]
    else:
        held = (*view.hand, *exposed(view))
        sets = [(judge.strength(*three), three) for three in combinations(held, 3)]
    found: dict[int, tuple[Card, ...]] = {}
    for strength, cards in sets:
        if strength:
            found.setdefault(strength, cards)
    return sorted(found.items(), reverse=True)[:count]


def reach(view: Trick3View, judge: Classifier, seat: int) -> int:
    """Find the strongest hand that another seat's cards of this battle may still become.

    Its hidden cards are unknown, so they may be any that the viewer cannot see.
    """
    cards = view.played[seat]
    fixed = tuple([card for card in cards if card])
    to_expose = view.exposed[seat] if len(cards) < 2 else ()
    if len(cards) < 2 and not to_expose:
        return 0
    hidden = Counter(unseen(view)) if len(fixed) + bool(to_expose) < 3 else Counter[Card]()
    best = 0
    for known in [(*fixed, card) for card in dict.fromkeys(to_expose)] or [fixed]:
        best = _completed(judge, known, hidden, best)
    return best


def _completed(judge: Classifier, known: tuple[Card, ...], hidden: Mapping[Card, int], best: int) -> int:
    """Find how strong one to three cards become with hidden ones, where that is more than ``best``.

    What two cards may become with any card of the deck is known already, so most pairs need no look.
    """
    if len(known) == 3:
        return max(best, judge.strength(*known))
    if len(known) == 2:
        if judge.best_with(*known) > best:
            best = max([best, *[judge.strength(*known, card) for card, left in hidden.items() if left]])
        return best
    one = known[0]
    promising = sorted([(judge.best_with(one, two), two) for two in hidden if hidden[two]], reverse=True)
    for most, two in promising:
        if most <= best:
            break
        best = _completed(judge, (one, two), {**hidden, two: hidden[two] - 1}, best)
    return best


def expose_worths(view: Trick3View, judge: Classifier) -> dict[Hand, float]:
    """Value each first exposed hand, in canonical order: what it lets one make, and what it looks like."""
    hand, top = view.hand, len(judge.deck.order)
    sets = [
        (1 << one | 1 << two | 1 << three, (hand[one], hand[two], hand[three]))
        for one, two, three in combinations(range(len(hand)), EXPOSED)
    ]
    strongest = sorted(((judge.strength(*cards), places) for places, cards in sets), reverse=True)
    worths: dict[Hand, float] = {}
    for places, cards in sets:
        if cards not in worths:
            # A battle takes one card of the exposed hand.
            best = next(strength for strength, of in strongest if (of & places).bit_count() == 1)
            looks = max(menace(judge, pair) for pair in combinations(cards, 2))
            worths[cards] = HAND_WORTH * (best / top) + LOOKS_WORTH * looks
    return worths


def full_draws(view: Trick3View) -> list[Refill]:
    """List, for each set of cards that may be exposed, the refill that draws the most."""
    assert view.seat is not None
    hand, stock = view.hand, view.stock[view.seat]
    return [
        Refill(cards, most_drawn(len(hand) - count, stock))
        for count in range(min(EXPOSED - len(exposed(view)), len(hand)) + 1)
        for cards in dict.fromkeys(combinations(hand, count))
    ]


def refill_worth(view: Trick3View, judge: Classifier, move: Refill) -> float:
    """Value the hands of this battle and the next one that a refill leaves possible."""
    hidden = without(view.hand, move.cards)
    shown = (*exposed(view), *move.cards)
    worth = EXPOSED_WORTH * len(shown)
    if leaves(view, move):
        return worth + _leaving_worth(view, judge)
    top = len(judge.deck.order)
    worth += HAND_WORTH * best_of(judge, (), shown, hidden) / top if shown else 0.0
    done = played(view)
    if view.seat not in view.folded and len(done) < 3 and (shown or len(done) == 2):
        worth += 2 * HAND_WORTH * best_of(judge, done, shown if len(done) < 2 else (), hidden) / top
    return worth


def leaves(view: Trick3View, move: Refill) -> bool:
    """Tell whether a refill exposes the last cards, so that its seat leaves the game."""
    assert view.seat is not None
    return len(move.cards) == len(view.hand) and not view.stock[view.seat]


def _leaving_worth(view: Trick3View, judge: Classifier) -> float:
    """Value leaving on purpose: good when nothing can be made any more and what is left will be shared."""
    is_in = view.seat not in view.folded
    if view.options["end"] == "S" or (is_in and len(played(view)) < 3):
        return -5.0
    held = (*view.hand, *exposed(view))
    best = max((judge.strength(*three) for three in combinations(held, 3)), default=0)
    return -2.0 if best else 2.0


def open_cards(view: Trick3View, plan: Plan, way: str) -> list[Card]:
    """List the cards of a plan that others see before the showdown."""
    done = played(view)
    first = done[0] if done else plan.first
    second = done[1] if len(done) > 1 else plan.second
    assert way in (UP, DOWN)
    return [first, second] if way == UP else [second, plan.third]
