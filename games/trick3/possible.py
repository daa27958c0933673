"""The hands and moves that are possible as far as one viewer knows, and moves to suggest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.core.cards import Card, all_but, without
from games.core.moves import Move
from games.trick3.hands import DECKS, Classifier, StrengthTable, classifier
from games.trick3.moves import (
    BATTLE_CARDS,
    EXPOSED,
    EXPOSED_ROUND,
    HIDDEN,
    REFILL_NONE,
    Fold,
    Hand,
    Play,
    Refill,
    max_draw,
)
from games.trick3.rules import Trick3View

StrengthAndCards: TypeAlias = tuple[int, Hand]
"""The strength of a hand of three cards, and those of its cards that are meant."""


def played_cards(view: Trick3View) -> tuple[Card, ...]:
    """Return the cards that the viewer has played in this battle, one in each round."""
    return () if view.seat is None else view.played[view.seat]


def exposed_cards(view: Trick3View) -> tuple[Card, ...]:
    """Return the viewer's exposed (face-up) hand."""
    return () if view.seat is None else view.exposed[view.seat]


class _Threes(NamedTuple):
    """All sets of three of a seat's cards. A set is a bit mask of positions, so that overlaps are quick to
    count.
    """

    cards: dict[int, Hand]
    by_strength: list[tuple[int, int]]  # the strength of each set, and the set; the strongest first

    def best_hand(self, exposed: int, used: int = 0) -> int:
        """Return the best strength of a hand with exactly one card of an exposed set; 0 if there is none.

        Args:
            used: cards that the hand must not contain.
        """
        for strength, three in self.by_strength:
            if not three & used and (three & exposed).bit_count() == 1:
                return strength
        return 0


def _threes_of(hand: Hand, judge: Classifier) -> _Threes:
    # Each set may be exposed, and each may also be played as a hand.
    cards: dict[int, Hand] = {}
    by_strength: list[tuple[int, int]] = []
    for first, second, third in combinations(range(len(hand)), EXPOSED):
        three = 1 << first | 1 << second | 1 << third
        cards[three] = (hand[first], hand[second], hand[third])
        by_strength.append((judge.strength(*cards[three]), three))
    by_strength.sort(reverse=True)
    return _Threes(cards, by_strength)


def strength_by_exposed_set(hand: Hand, judge: Classifier) -> dict[Hand, int]:
    """Return the best strength that is possible with each set of three exposed (face-up) cards.

    A hand in a battle has exactly one exposed card.

    Args:
        hand: all cards of a seat, before any is exposed.
    """
    threes = _threes_of(hand, judge)
    best: dict[Hand, int] = {}
    for exposed, cards in threes.cards.items():
        if cards not in best:
            best[cards] = threes.best_hand(exposed)
    return best


def unseen_cards(view: Trick3View) -> list[Card]:
    """Return the cards of the deck that the viewer cannot see, in canonical order."""
    copies: dict[Card, int] = {}
    for card in DECKS[view.deck].cards:
        copies[card] = copies.get(card, 0) + 1
    for group in ((view.hand, view.pot), view.exposed, view.played, view.captured):
        for cards in group:
            for card in cards:
                if card:
                    copies[card] -= 1
    unseen: list[Card] = []
    for card, count in copies.items():
        unseen += [card] * count
    return unseen


def rival_seats(view: Trick3View) -> list[int]:
    """Return the other seats still in this battle, in turn order."""
    return list(all_but(view.order, {view.seat}.union(view.folded)))


def plans(strengths: StrengthTable, played: Hand, exposed: Hand, hidden: Hand) -> list[StrengthAndCards]:
    """Return every hand that a seat can still complete in a battle: its strength, and the cards to play for
    it.

    Args:
        exposed: the exposed hand, from which the second card is played.
        hidden: the hidden hand, from which the first and the third card are played.
    """
    completions: list[StrengthAndCards] = []
    if not played:
        # The order of the two hidden cards does not matter for the strength, so one order is enough.
        pairs = list(combinations(hidden, 2))
        for second in exposed:
            rows = strengths[second]
            completions += [(rows[first][third], (first, second, third)) for first, third in pairs]
        return completions
    rows = strengths[played[0]]
    if len(played) == 1:
        for second in exposed:
            row = rows[second]
            completions += [(row[third], (second, third)) for third in hidden]
        return completions
    row = rows[played[1]]
    if len(played) == 2:
        return [(row[third], (third,)) for third in hidden]
    return [(row[played[2]], ())]


def best_strength_by_card(view: Trick3View, judge: Classifier) -> dict[Card, int]:
    """Return, for each playable card, the strength of the best hand that can include it."""
    return {card: strength for card, (strength, _) in best_hand_by_card(view, judge).items()}


def best_hand_by_card(view: Trick3View, judge: Classifier) -> dict[Card, StrengthAndCards]:
    """Return, for each playable card, the best hand that can include it: its strength, and all its cards."""
    best: dict[Card, StrengthAndCards] = {}
    played = played_cards(view)
    for strength, cards in plans(judge.strengths, played, exposed_cards(view), view.hand):
        # With all three cards to play, the first and the last one can change places.
        next_cards = cards[:1]
        if len(cards) == 3:
            next_cards = cards[::2]
        for card in next_cards:
            if card not in best or strength > best[card][0]:
                best[card] = (strength, played + cards)
    return best


def best_hands(view: Trick3View, judge: Classifier, count: int) -> list[StrengthAndCards]:
    """Return the strongest hands that the viewer can make, at most ``count``, the strongest first."""
    # All returned hands differ in strength. During a battle they include the cards already played.
    played = played_cards(view)
    exposed = exposed_cards(view)
    is_folded = view.seat in view.folded
    if is_folded:
        played = ()
    best: dict[int, Hand] = {}
    # After a fold the cards are for the next battle. Of three cards one can still be exposed.
    if view.phase in ("play", "refill") and (exposed or not is_folded):
        for strength, cards in plans(judge.strengths, played, exposed, view.hand):
            best.setdefault(strength, played + cards)
    else:
        for first, second, third in combinations(view.hand + exposed, 3):
            best.setdefault(judge.strength(first, second, third), (first, second, third))
    # A strength of 0 is no hand.
    best.pop(0, None)
    return sorted(best.items(), reverse=True)[:count]


def max_rival_strength(view: Trick3View, judge: Classifier, seat: int) -> int:
    """Return the strength of the best hand that another seat may make, as far as the viewer knows."""
    # A rival needs an exposed card for round 2, and hidden cards for the others.
    cards = view.played[seat]
    # A face-down card counts as unknown, like a card still to be played.
    fixed = tuple(filter(None, cards))
    known_hands = [fixed]
    if len(cards) < 2:
        known_hands = [fixed + (card,) for card in dict.fromkeys(view.exposed[seat])]
    hidden: Counter[Card] = Counter()
    if any(len(known) < 3 for known in known_hands):
        hidden.update(unseen_cards(view))
    best = 0
    for known in known_hands:
        best = _max_completion_strength(judge, known, hidden, best)
    return best


def _max_completion_strength(
    judge: Classifier, known: tuple[Card, ...], copies: Mapping[Card, int], least: int
) -> int:
    # ``copies`` has the number of available copies of each card; only a strength above ``least`` matters.
    best = least
    if len(known) == 3:
        first, second, third = known
        return max(best, judge.strength(first, second, third))
    if len(known) == 2:
        first, second = known
        # Most pairs of cards cannot reach ``least``.
        if judge.best_with(first, second) > best:
            row = judge.strengths[first][second]
            for third, count in copies.items():
                if count:
                    best = max(best, row[third])
        return best
    first = known[0]
    promising = [(judge.best_with(first, second), second) for second, count in copies.items() if count]
    # The most promising cards come first, so the search can stop early.
    for limit, second in sorted(promising, reverse=True):
        if limit <= best:
            break
        left = dict(copies)
        left[second] -= 1
        best = _max_completion_strength(judge, (first, second), left, best)
    return best


def must_leave(view: Trick3View, move: Refill) -> bool:
    """True if a seat leaves the game after this refill, because it has no hidden cards and no stock left."""
    assert view.seat is not None
    return len(move.cards) == len(view.hand) and not view.stock[view.seat]


def needs_exit_warning(view: Trick3View, move: Move) -> bool:
    """True if a person should be warned that the move makes the viewing seat leave the game."""
    assert view.seat is not None
    if view.phase == "expose" or view.stock[view.seat]:
        return False
    if isinstance(move, Refill):
        return must_leave(view, move)
    # Only the last hidden card matters now, and in round 2 no hidden card is played.
    if len(view.hand) > 1 or view.round == 2:
        return False
    if isinstance(move, Play):
        return view.round == 1
    return isinstance(move, Fold) and bool(move.card) and move.card not in exposed_cards(view)


HIDDEN_PER_BATTLE = 2
"""Number of hidden cards that a seat plays in a whole battle."""


def missing_card(view: Trick3View) -> str:
    """Return which cards the viewer lacks in round 1 for a hand in this battle: ``hidden`` or ``exposed``.

    Returns:
        An empty string if it can play three cards, and after round 1.
    """
    assert view.seat is not None
    if view.phase != "play" or view.round > 1:
        return ""
    hidden = len(view.hand) + view.stock[view.seat]
    if hidden < HIDDEN_PER_BATTLE:
        return "hidden"
    # Without an exposed card, another hidden card would have to be exposed for round 2.
    if not view.exposed[view.seat] and hidden == HIDDEN_PER_BATTLE:
        return "exposed"
    return ""


def battle_of_next_exposed(view: Trick3View) -> str:
    """Return the battle in which the viewer plays its next exposed card: ``this`` or ``next``."""
    if view.seat in view.folded or len(played_cards(view)) >= EXPOSED_ROUND:
        return "next"
    return "this"


def hidden_cards_to_play(view: Trick3View, seat: int) -> int:
    """Return how many hidden cards a seat still plays in this battle."""
    # The second card of a battle comes from the exposed hand.
    to_play = range(len(view.played[seat]) + 1, BATTLE_CARDS + 1)
    return len(to_play) - (EXPOSED_ROUND in to_play)


def is_last_battle(view: Trick3View, seat: int) -> bool:
    """True if a seat that plays on is out of cards after this battle, without exposing more."""
    cards = len(view.hand) + view.stock[seat]
    return seat not in view.folded and cards <= hidden_cards_to_play(view, seat)


def may_run_out(view: Trick3View) -> bool:
    """True if the viewer can leave the game by exposing all its hidden cards."""
    assert view.seat is not None
    return not view.stock[view.seat] and len(view.hand) <= EXPOSED - len(exposed_cards(view))


CLOSE = 3
"""A seat with this number of cards or fewer, hidden ones and stock, is close to running out of them."""


def nearness_of_end(view: Trick3View) -> str:
    """Return what happens if a seat runs out of cards: the game goes on (``out``) or ends (``end``).

    Returns:
        ``no`` as long as no seat has run out of cards, and none is close to it.
    """
    if not view.left and all(sum(cards) > CLOSE for cards in zip(view.hidden, view.stock, strict=True)):
        return "no"
    if needed_to_end(view) > 1:
        return "out"
    return "end"


def needed_to_end(view: Trick3View) -> int:
    """Return how many more seats have to run out of cards for the game to end.

    Rivals that have played their last card count as out: they leave after this battle.

    Returns:
        0 if the game ends with this battle.
    """
    needed = {"S": 1, "L": view.seats - 1, "M": (view.seats + 1) // 2}
    leaving = [seat for seat in rival_seats(view) if not view.hidden[seat] + view.stock[seat]]
    return max(0, needed[view.options["end"]] - len(view.left) - len(leaving))


def uncaptured_count(view: Trick3View) -> int:
    """Return the number of cards that nobody has won yet, wherever they are."""
    return len(DECKS[view.deck].cards) - sum(map(len, view.captured))


CARDS_OF_LEAVER = 5
"""A seat that leaves in the middle of a battle has no more cards: two played, and three exposed."""


def least_share(view: Trick3View, *, plays_on: bool) -> int:
    """Return the least number of uncaptured cards that the viewer gets at the end of the game.

    The viewer runs out of cards, and the game ends with this battle. The winner takes as much as is possible
    by the rules, and every rival that could run out of cards does so, too.

    Args:
        plays_on: the viewer leaves after the battle. Otherwise it leaves now, and its cards go to the pot.

    Returns:
        0 if the game may go on, since its other battles may be won.
    """
    if needed_to_end(view) > 1:
        return 0
    rivals = rival_seats(view)
    won = sum([_cards_to_lose(view, rival) for rival in rivals])
    if plays_on:
        won += BATTLE_CARDS
    elif rivals:
        won += len(played_cards(view)) + len(exposed_cards(view)) + len(view.hand)
    # If all have folded, the pot stays where it is.
    if won:
        won += len(view.pot)
    # A seat that leaves after the battle has played three cards in it, and exposed three.
    near_out = [rival for rival in rivals if _cards_in_play(view, rival) <= BATTLE_CARDS + EXPOSED]
    leavers = len(view.left) + 1 + len(near_out)
    return max(0, uncaptured_count(view) - won) // leavers


def _cards_in_play(view: Trick3View, seat: int) -> int:
    # All cards of a seat that it has not captured.
    return view.hidden[seat] + view.stock[seat] + len(view.exposed[seat]) + len(view.played[seat])


def _cards_to_lose(view: Trick3View, seat: int) -> int:
    # A seat that leaves in the middle of a battle loses all its cards.
    size = _cards_in_play(view, seat)
    if size > CARDS_OF_LEAVER or len(view.played[seat]) == BATTLE_CARDS:
        return BATTLE_CARDS
    return size


class RivalWin(NamedTuple):
    """What the viewer and a rival have at least if the rival wins this battle alone."""

    rival: int
    theirs: int
    own: int
    is_exact: bool  # no third seat can add cards to the battle


def best_rival_win(view: Trick3View, totals: Sequence[int]) -> RivalWin | None:
    """Return what a rival has if it wins this battle, for the rival that would then have most cards.

    Args:
        totals: the cards that each seat has taken so far in the match.

    Returns:
        ``None`` if a win would not bring that rival to the top, and without rivals.
    """
    assert view.seat is not None
    rivals = rival_seats(view)
    if not rivals:
        return None
    rival = max(rivals, key=lambda seat: totals[seat] - len(view.played[seat]))
    to_play = 2 * BATTLE_CARDS - len(played_cards(view)) - len(view.played[rival])
    theirs = totals[rival] + len(view.pot) + sum(map(len, view.played)) + to_play
    if theirs < max(totals):
        return None
    is_exact = all(len(view.played[other]) == BATTLE_CARDS for other in rivals if other != rival)
    return RivalWin(rival, theirs, totals[view.seat], is_exact)


def drawable_count(view: Trick3View, seat: int) -> int:
    """Return the number of cards that a seat can draw if it exposes no hidden card."""
    return min(HIDDEN - view.hidden[seat], view.stock[seat])


# --- suggested moves ------------------------------------------------------------------------------------

SETS_OFFERED = 4
"""Number of sets of three cards to consider for the first exposed (face-up) hand."""


class ExposePlan(NamedTuple):
    """Three cards to expose, and the strengths of the hands for two battles that they allow."""

    first: int  # the strength of the best hand of one of the cards and two hidden ones
    second: int  # that of the best hand of the cards that are left; 0 if other sets allow a better first hand
    cards: Hand


@lru_cache(maxsize=1024)
def expose_plans(deck: str, hand: Hand) -> tuple[ExposePlan, ...]:
    """Return the sets of cards to expose at the start of a game that are worth considering, the best first.

    The best set allows the best hand, and then the best second one. Of equal sets, the first one makes the
    weakest hand itself. People and computer players are offered the same sets.
    """
    judge = classifier(deck)
    threes = _threes_of(hand, judge)
    # A deck may have equal cards. Of equal sets, the last one stands for all.
    exposed_sets = {cards: exposed for exposed, cards in threes.cards.items()}
    firsts = {cards: threes.best_hand(exposed) for cards, exposed in exposed_sets.items()}
    most = max(firsts.values())
    offers = list[ExposePlan]()
    for cards, first in firsts.items():
        second = 0
        if first == most:
            second = _second_strength(threes, most, exposed_sets[cards])
        offers.append(ExposePlan(first, second, cards))
    offers.sort(key=lambda plan: (-plan.first, -plan.second, judge.strength(*plan.cards)))
    return tuple(offers[:SETS_OFFERED])


def _second_strength(threes: _Threes, most: int, exposed: int) -> int:
    # Return the best strength that is left after a hand of the greatest strength has been played.
    best = 0
    for strength, three in threes.by_strength:
        if strength < most:
            break
        if (three & exposed).bit_count() == 1:
            best = max(best, threes.best_hand(exposed, used=three))
    return best


def best_hand_after_exposing(view: Trick3View, cards: Hand) -> str:
    """Return the name of the strongest hand of one card of ``cards`` and two of the others; empty if none."""
    judge = classifier(view.deck)
    sets = plans(judge.strengths, (), cards, without(view.hand, cards))
    return judge.name(max([strength for strength, _ in sets], default=0))


def cards_by_best_strength(view: Trick3View, judge: Classifier) -> list[tuple[Card, int]]:
    """Return each playable card with the strength of the best hand that can include it, the best first."""
    best = best_strength_by_card(view, judge)
    cards = dict.fromkeys(exposed_cards(view) if view.round == 2 else view.hand)
    return sorted(((card, best.get(card, 0)) for card in cards), key=lambda entry: -entry[1])


def suggested_refills(view: Trick3View, judge: Classifier) -> list[Refill]:
    """Return up to three likely refills: to draw, to expose one card, and to do nothing."""
    assert view.seat is not None
    # The usual refill only draws. Alternatives expose one card first.
    stock = view.stock[view.seat]
    exposed = exposed_cards(view)
    draw = drawable_count(view, view.seat)
    plain = [Refill(draw=draw)] if draw else []
    showing: list[Refill] = []
    if len(exposed) < EXPOSED:
        draw_after = max_draw(len(view.hand) - 1, stock)
        showing += [Refill((card,), draw_after) for card in dict.fromkeys(view.hand)]

    is_in_battle = view.seat not in view.folded
    played = played_cards(view)

    def best_strength_after(move: Refill, played: Hand) -> int:
        sets = plans(judge.strengths, played, exposed + move.cards, without(view.hand, move.cards))
        return max([strength for strength, _ in sets], default=0)

    # The best single card to expose leaves the strongest hand for the next battle. A card that completes the
    # hand of this battle stays hidden, since the third card comes from the hidden hand.
    showing.sort(key=lambda move: best_strength_after(move, ()), reverse=True)
    if is_in_battle:
        showing.sort(key=lambda move: best_strength_after(move, played), reverse=True)
    none = [REFILL_NONE]
    # The order is the same at each refill, so that a quick tap does not hit another answer.
    return plain + showing[:1] + none
