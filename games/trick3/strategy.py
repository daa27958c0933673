"""The computer players of Three Cards Trick Poker: they play the battle to its end in random deals.

``easy`` follows quick rules of thumb and is often careless. The other levels try each move in many deals, and
play on by the same rules of thumb; ``normal`` tries fewer deals than ``hard``. ``hard`` also assumes that a
seat that stays in a battle has good cards.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, combinations, islice, pairwise, product
from operator import add
from typing import NamedTuple

from games.core.calibration import CalibrationCurve, calibrate
from games.core.cards import Card, all_but, without
from games.core.game import Estimate, best_first, nearly_best_moves
from games.core.moves import Move
from games.core.rules import replace_at
from games.core.strategy import Budget, mean_rewards
from games.trick3.hands import DECKS, classifier
from games.trick3.moves import (
    DOWN,
    EXPOSED,
    FACE_DOWN,
    FOLD,
    FOLDS,
    PLAYS,
    UP,
    Expose,
    Fold,
    Hand,
    Play,
    Refill,
    is_face_down,
    max_draw,
)
from games.trick3.playout import NOBODY, Playout, strength_table
from games.trick3.possible import (
    StrengthAndCards,
    best_strength_by_card,
    drawable_count,
    expose_plans,
    must_leave,
    plans,
    strength_by_exposed_set,
    unseen_cards,
)
from games.trick3.rules import Trick3View

# --- chances ------------------------------------------------------------------------------------------------
# Probabilities that a hand of three cards beats another one, for each deck; computed at first use.

HANDS_TRIED = (30, 10, 5)
"""Number of random hands of which an opponent is assumed to choose the best, by its number of open cards."""


@cache
def weaker_probabilities(deck: str, known: Hand = ()) -> list[float]:
    """Return the probabilities that a hand is stronger than another player's hand.

    Args:
        known: the known cards of the other player's hand, at most two.

    Returns:
        a list, indexed by the strength of the hand.
    """
    strengths = strength_table(deck)
    # Count the strengths of all completions of the known cards, which are taken as equally likely.
    counts: Counter[int] = Counter()
    for first, second in product(known[:1] or strengths, known[1:] or strengths):
        counts.update(strengths[first][second].values())
    total = counts.total()
    hands_tried = HANDS_TRIED[len(known)]
    # The best of n independent hands is weaker than a strength with the n-th power of the probability.
    weaker = 0
    probabilities = [0.0]
    for strength in range(classifier(deck).strength_count):
        weaker += counts[strength]
        probabilities.append((weaker / total) ** hands_tried)
    return probabilities


@cache
def win_probabilities(deck: str, known: Hand = ()) -> list[float]:
    """Return the probabilities that a hand beats another player's hand. A tie counts half.

    Args:
        known: the known cards of the other player's hand, at most two.

    Returns:
        a list, indexed by the strength of the hand.
    """
    return [sum(both) / 2 for both in pairwise(weaker_probabilities(deck, known))]


# --- heuristics ---------------------------------------------------------------------------------------------
# Quick rules of thumb for the moves in simulated battles (``games.trick3.playout``), about as strong as the
# level ``normal``.
#
# A seat stays in a battle if it is likely enough to win. A fold costs it the least useful card. A refill
# exposes the card that allows the best hand, and draws as many cards as possible.

STAYS = 0.3
"""A seat stays in a battle if it expects to win at least this many cards."""
KEEPS = 0.5
"""The value, in cards, of keeping the strongest possible hand for later battles; less for weaker hands."""
WILLING = 0.9
"""Probability that a rival that has not yet played in this battle stays in it."""
SECOND = 0.5
"""The value of the second best hand after a refill, compared with the best hand."""
COMING = 0.7
"""Expected number of cards added to the stake for each card still to be played."""


def quick_move(table: Playout, seat: int) -> Move:
    """Return the move of the seat to act by rules of thumb. The first card of a battle is played face up."""
    if table.is_refilling:
        return best_refill(table, seat)
    return _play_or_fold(table, seat)


def play_to_end(table: Playout) -> None:
    """Play the battle to its end by rules of thumb."""
    while (seat := table.next_to_act()) != NOBODY:
        table.act(quick_move(table, seat))


def _play_or_fold(table: Playout, seat: int) -> Move:
    # The stake is the expected number of cards that the winner takes.
    rivals, stake = _rivals_and_stake(table, seat)
    # Compare probabilities of winning: a card is worth 1 / stake of the whole battle.
    # In round 1 the whole battle is planned, and the cards kept for later battles have a value, too.
    least = STAYS / stake
    keep = 0.0 if table.played[seat] else KEEPS / stake
    best = least
    chosen = ""
    held = table.hidden[seat] + table.exposed[seat]
    worth_keeping = weaker_probabilities(table.deck)
    for strength, cards in sorted(dict(table.plans(seat)).items(), reverse=True):
        # Each rival must either not stay in, or be beaten.
        value = 1.0
        for stays, beaten in rivals:
            value *= 1 - stays * (1 - beaten[strength])
        # Hands are tried from the strongest: no later one can be better.
        if not strength or value < least or value + keep <= best:
            break
        if keep:
            value += keep * worth_keeping[table.best_strength(without(held, cards))]
        if value > best:
            best = value
            chosen = cards[0]
    if not chosen:
        return cheapest_fold(table, seat)
    return PLAYS["" if table.way else UP][chosen]


def cheapest_fold(table: Playout, seat: int) -> Fold:
    """Return the fold to choose. In round 1 a fold costs a card: the least useful one is given."""
    if table.round > 1:
        return FOLD
    hidden = table.hidden[seat]
    exposed = table.exposed[seat]

    def strength_without(card: Card) -> int:
        # Of two copies of a card the exposed one is paid.
        if card in exposed:
            return table.best_playable_strength(hidden, without(exposed, (card,)))
        return table.best_playable_strength(without(hidden, (card,)), exposed)

    return FOLDS[max(dict.fromkeys(hidden + exposed), key=strength_without)]


class _Rival(NamedTuple):
    """An opponent in a battle.

    Attributes:
        stays: the probability that it stays in the battle.
        beaten: for each strength of a hand, the probability that such a hand beats the rival's.
    """

    stays: float
    beaten: list[float]


@cache
def _rival(deck: str, known: Hand, has_played: bool) -> _Rival:
    return _Rival(1.0 if has_played else WILLING, win_probabilities(deck, known))


def _rivals_and_stake(table: Playout, seat: int) -> tuple[list[_Rival], float]:
    rivals = []
    stake = table.pot + 3.0
    for other in table.order:
        if other == seat or other in table.folded:
            continue
        played = table.played[other]
        stake += len(played) + COMING * (3 - len(played))
        known = tuple([card for number, card in enumerate(played, 1) if not is_face_down(number, table.way)])
        if known or len(played) > 1 or table.exposed[other]:
            rivals.append(_rival(table.deck, known, bool(played)))
    return rivals, stake


def best_refill(table: Playout, seat: int, draws: Sequence[Card] = ()) -> Refill:
    """Return the refill (expose hidden cards, then draw) that allows the best hand in the next battle.

    Args:
        draws: cards that the seat may draw next. If given, hands are rated by their average over these cards,
            and the second best hand counts, too.
    """
    hidden = table.hidden[seat]
    exposed = table.exposed[seat]
    stock = len(table.stock[seat])
    is_in = seat not in table.folded and len(table.played[seat]) < 3
    # The card that the best plan plays last must stay hidden until then.
    if is_in and table.played[seat]:
        needed = max(table.plans(seat), default=(0, ("",)))[1][-1]
    else:
        needed = ""
    rest = hidden
    while len(exposed) < EXPOSED and rest:
        # Exposing the last hidden card would end the game for this seat.
        if len(rest) == 1 and not stock and (is_in or table.end == "S"):
            break
        kept = without(rest, (needed,)) if needed in rest else rest
        if kept:
            chosen = _card_to_expose(table, exposed, kept, draws)
        else:
            chosen = needed
        rest = without(rest, (chosen,))
        exposed = exposed + (chosen,)
    return Refill(without(hidden, rest), max_draw(len(rest), stock))


def _card_to_expose(table: Playout, exposed: Hand, hidden: Hand, draws: Sequence[Card]) -> Card:
    def quality(card: Card) -> float:
        in_sight = exposed + (card,)
        rest = without(hidden, (card,))
        best = table.best_playable_strength(rest, in_sight)
        if not draws:
            return best
        # The second best hand counts, too: what remains after the best hand, with a free place for an
        # exposed card.
        used = Counter(table.cards_with_strength(best, rest, in_sight) if best else ())
        exposed_later = tuple((Counter(in_sight) - used).elements())
        hidden_later = tuple((Counter(rest) - used).elements())
        second = _mean_hand_quality(table, exposed_later, hidden_later, draws)
        return _mean_hand_quality(table, in_sight, rest, draws) + SECOND * second

    return max(dict.fromkeys(hidden), key=quality)


def _mean_hand_quality(table: Playout, exposed: Hand, hidden: Hand, draws: Sequence[Card]) -> float:
    # The average quality of the best hand after one more card is drawn. The quality of a hand is the
    # probability that a random hand is weaker.
    strengths = table.strengths
    qualities = weaker_probabilities(table.deck)
    best_before = table.best_playable_strength(hidden, exposed)
    # For each two cards that the drawn card can complete, the strengths by the drawn card.
    rows = [strengths[second][first] for second, first in product(exposed, hidden)]
    if len(exposed) < EXPOSED:
        rows += [strengths[first][second] for first, second in combinations(hidden, 2)]
    total = 0.0
    for card in draws:
        best = best_before
        for row in rows:
            if row[card] > best:
                best = row[card]
        total += qualities[best]
    return total / len(draws)


# --- deals --------------------------------------------------------------------------------------------------
# Random positions that fit a view: the cards that the view does not show are dealt at random.
#
# Moves of other seats are evidence: a face-down card is probably the card that makes the best hand for its
# owner. A seat that stays in a battle after its first round usually has a good hand.

DEALS_TRIED = 3
"""Number of random hands of which a seat that stayed in the battle is assumed to have the best.

With 3 the best hands of these seats are as strong on average as in real games.
"""
BEST_SHARE = 0.85
"""Probability that a face-down card is the best of the cards that its owner could have played."""


def random_deals(view: Trick3View, rng: random.Random, tries: int = 1) -> Iterator[Playout]:
    """Yield an endless series of random positions of a battle that agree with a view.

    Args:
        tries: number of random hands to deal to each seat that stayed after round 1; the best hand is kept.
    """
    base = Playout(view)
    unseen = unseen_cards(view)
    others = view.other_seats
    for seat in others:
        base.hidden[seat] = ("",) * view.hidden[seat]
    stayed = [seat for seat in others if len(view.played[seat]) > 1]
    dealing_order = tuple(stayed) + all_but(others, stayed)
    while True:
        rng.shuffle(unseen)
        table = base.copy()
        # The seats that stayed choose first among the unseen cards.
        pool = unseen
        for seat in dealing_order:
            pool = _deal_unknown_cards(table, seat, pool, rng, tries if seat in stayed else 1)
        rest = iter(pool)
        for seat in range(view.seats):
            table.stock[seat] = tuple(islice(rest, view.stock[seat]))
        yield table


class _DealtCards(NamedTuple):
    """One random deal to a seat.

    Attributes:
        strength: the strength of the best hand that the seat can complete with it.
        rest: the cards that are not dealt.
    """

    strength: int
    hidden: Hand
    played: Hand
    rest: list[Card]


def _deal_unknown_cards(
    table: Playout, seat: int, pool: list[Card], rng: random.Random, tries: int
) -> list[Card]:
    # Set the seat's hidden hand and its face-down card, and return the cards of the pool that are left.
    # Of several random deals, the deal that allows the best hand is kept. Each shuffles the pool again.
    size = len(table.hidden[seat])
    played = table.played[seat]
    has_face_down = "" in played
    used = size + has_face_down
    chosen: _DealtCards | None = None
    for number in range(tries):
        if number:
            rng.shuffle(pool)
        table.hidden[seat] = tuple(pool[:size])
        table.played[seat] = played
        if has_face_down:
            _set_face_down_card(table, seat, pool[size], rng.random() < BEST_SHARE)
        if tries == 1:
            return pool[used:]
        strength = _best_plan_strength(table.plans(seat))
        if chosen is None or strength > chosen.strength:
            chosen = _DealtCards(strength, table.hidden[seat], table.played[seat], pool[used:])
    assert chosen is not None
    table.hidden[seat] = chosen.hidden
    table.played[seat] = chosen.played
    return chosen.rest


def _best_plan_strength(of_seat: Sequence[StrengthAndCards]) -> int:
    # The strength of the best plan; 0 if the seat can complete no hand.
    return max(of_seat)[0] if of_seat else 0


def _set_face_down_card(table: Playout, seat: int, card: Card, use_best: bool) -> None:
    # The face-down card becomes ``card``, or the card with which the seat can complete the best hand. It is
    # exchanged with this one then, which was dealt to the hidden hand.
    place = FACE_DOWN[table.way] - 1
    held = table.hidden[seat] + (card,)
    played = table.played[seat]
    exposed = table.exposed[seat]

    def best_strength_with(candidate: Card) -> int:
        rest = without(held, (candidate,))
        cards = replace_at(played, place, candidate)
        return _best_plan_strength(plans(table.strengths, cards, exposed, rest))

    if use_best:
        card = max(held, key=best_strength_with)
    table.hidden[seat] = without(held, (card,))
    table.played[seat] = replace_at(played, place, card)


# --- values -------------------------------------------------------------------------------------------------
# The value of each move: the mean over many deals in which the battle is played to its end.
#
# A simulated battle is valued by the cards captured, and by the value of the cards left.

DEALS = Budget(12, 100, 8000)
"""Limits of the deals in which each candidate move is tried.

The moves of a deal are counted as candidate moves times players in the battle.
"""
CLOSE = 0.004
"""A move counts as equal to the best if its value is lower by no more than this."""
DRAWN = 3
"""One in this number of unseen cards is tried as the next drawn card when a card to expose is chosen."""
CLEAR = 0.04
"""Another refill is chosen instead of the usual refill if its value is higher by more than this."""
SPREAD = 0.06
"""Largest assumed difference between two choices of the exposed (face-up) hand, as a share of opponents
beaten.
"""


class Prices(NamedTuple):
    """The values of cards and hands after a battle, measured in captured cards.

    Attributes:
        card: the value of a card in hand or stock.
        best: the value of a seat's best hand, if no hand is stronger.
        second: the value of the best hand of the seat's other cards, if no hand is stronger.
        swing: standard deviation of the final difference between two seats, if one card is uncaptured. For
            more cards it grows with the square root of their number.
    """

    card: float
    best: float
    second: float
    swing: float


OF_TWO = Prices(0.0, 4.0, 2.0, 2.45)
"""Prices for two players. Cards that no seat captures go to the seat that leaves first."""
OF_MORE = Prices(0.3, 6.0, 3.0, 1.8)
"""Prices for more than two players."""
TYPICAL = (0.75, 0.4)
"""The average quality of other seats' best and second hands, 0 to 1."""
CARDS_OF_BATTLE = 3
"""Number of hidden cards that a seat uses in a battle: it plays two and exposes one."""
USED_CARDS = 2
"""Number of cards that each seat is assumed to use in a battle."""


def choose(view: Trick3View, estimates: Sequence[Estimate], rng: random.Random) -> Move:
    """Return a random move among those that are almost as good as the best.

    A play is preferred to a fold, and the usual refill to other refills.
    """
    # The random choice reveals nothing about the hidden cards.
    if view.phase == "refill":
        usual = _usual_refill(view)
        if usual in nearly_best_moves(estimates, CLEAR):
            return usual
    equal = nearly_best_moves(estimates, CLOSE)
    # A fold must be better than every play.
    return rng.choice(_plays_among(equal) or equal)


def _plays_among(moves: Iterable[Move]) -> list[Play]:
    return [move for move in moves if isinstance(move, Play)]


def estimate_moves(
    view: Trick3View,
    legal: Sequence[Move],
    required: Sequence[Move],
    rng: random.Random,
    effort: float = 1.0,
    tries: int = 1,
) -> list[Estimate]:
    """Return estimates of moves, not yet calibrated, the best first.

    Args:
        required: legal moves to estimate in any case.
        effort: share of the full thinking time, at most 1.0.
        tries: number of random hands for each rival that stayed after round 1 (see ``random_deals``).
    """
    # The first choice of exposed cards is judged by a formula; everything else is simulated.
    moves = list(dict.fromkeys(chain(_candidates(view, legal), required)))
    if view.phase == "expose":
        shares = _values_of_exposes(view, moves)
    else:
        shares = _values_in_battle(view, moves, effort, rng, tries)
    return best_first(map(Estimate, moves, shares))


def _candidates(view: Trick3View, legal: Sequence[Move]) -> list[Move]:
    if view.phase == "expose":
        return _exposes(view)
    assert view.seat is not None
    if view.phase == "refill":
        going = Refill(view.hand)
        moves = [_usual_refill(view), Refill(draw=drawable_count(view, view.seat))]
        if must_leave(view, going) and going in legal:
            return moves + [going]
        return moves
    # Cards that lead to no hand are tried only if no card leads to one.
    plays = _plays_among(legal)
    best = best_strength_by_card(view, classifier(view.deck))
    useful = [move for move in plays if best.get(move.card)]
    return (useful or plays) + [cheapest_fold(Playout(view), view.seat)]


def _exposes(view: Trick3View) -> list[Move]:
    moves = list[Move]()
    for plan in expose_plans(view.deck, view.hand):
        moves.append(Expose(plan.cards))
    return moves


def _usual_refill(view: Trick3View) -> Move:
    assert view.seat is not None
    table = Playout(view)
    # Only the size of the stock counts, so any card can stand for its cards.
    stock = view.stock[view.seat]
    table.stock[view.seat] = view.hand[:1] * stock
    draws = list(dict.fromkeys(unseen_cards(view)))[::DRAWN] if stock else ()
    return best_refill(table, view.seat, draws)


def _values_of_exposes(view: Trick3View, moves: Sequence[Move]) -> list[float]:
    judge = classifier(view.deck)
    best = strength_by_exposed_set(view.hand, judge)
    most = max(best.values())
    return [
        0.5 - SPREAD * (most - best[move.cards]) / judge.strength_count
        for move in moves
        if isinstance(move, Expose)
    ]


def _values_in_battle(
    view: Trick3View, moves: Sequence[Move], effort: float, rng: random.Random, tries: int
) -> list[float]:
    # A deal costs as many simulated decisions as there are players, so more players mean fewer deals.
    players = len(view.order) - len(view.folded)
    count = DEALS.worlds(len(moves) * max(2, players), effort)
    return mean_rewards(islice(random_deals(view, rng, tries), count), moves, partial(value_in_deal, view))


def value_in_deal(view: Trick3View, deal: Playout, move: Move) -> float:
    """Return the share of opponents that the viewing seat will probably beat after a move in one deal."""
    assert view.seat is not None
    line = deal.copy()
    line.act(move)
    play_to_end(line)
    # Cards of later games can still change every difference.
    later = (int(view.options["games"]) - view.number) * len(DECKS[view.deck].cards)
    held = sum(view.hidden) + sum(view.stock) + sum(map(len, view.exposed))
    around = held / (view.seats - len(view.left)) - USED_CARDS
    return expected_win_share(line, view.seat, view.totals, later, around)


def expected_win_share(
    table: Playout, seat: int, totals: Sequence[int], later_cards: int, average_cards: float
) -> float:
    """Return the share of opponents that a seat will probably beat, estimated after a battle.

    Args:
        totals: each seat's points in earlier games.
        later_cards: number of cards that will be dealt in later games.
        average_cards: average number of cards that a seat holds.
    """
    seats = range(len(totals))
    prices = OF_TWO if len(totals) == 2 else OF_MORE
    held = [len(table.hidden[each]) + len(table.exposed[each]) + len(table.stock[each]) for each in seats]
    if table.is_ended:
        uncaptured = later_cards
    else:
        uncaptured = sum(held) + table.pot + later_cards
    # The value of the cards kept, compared with an average opponent.
    edge = 0.0
    if not table.is_ended:
        best, second = _best_and_second_quality(table, seat)
        # Near the end of the game there is no battle left in which good hands could win.
        battles = _battles_left(table)
        edge = prices.best * min(1.0, battles) * (best - TYPICAL[0])
        edge += prices.second * min(1.0, max(0.0, battles - 1.0)) * (second - TYPICAL[1])
        edge += prices.card * (held[seat] - average_cards)
    # With equal points, a seat that has left earlier is better.
    points: list[float] = list(map(add, totals, table.captured))
    places = [len(seats)] * len(seats)
    for place, each in enumerate(table.left):
        places[each] = place
    for each in seats:
        points[each] -= places[each] / 100
    # The final difference to another seat is taken as normally distributed around the present one.
    scale = prices.swing * math.sqrt(2 * uncaptured) + 0.001
    beaten = 0.0
    for other in seats:
        if other != seat:
            lead = points[seat] + edge - points[other]
            beaten += 0.5 + 0.5 * math.erf(lead / scale)
    return beaten / (len(seats) - 1)


def _battles_left(table: Playout) -> float:
    # The game ends when the seats with the fewest cards have left.
    cards = sorted(
        len(table.hidden[seat]) + len(table.stock[seat])
        for seat in range(len(table.hidden))
        if seat not in table.left
    )
    return cards[table.leavers_to_end() - 1] / CARDS_OF_BATTLE


def _best_and_second_quality(table: Playout, seat: int) -> tuple[float, float]:
    hidden = table.hidden[seat]
    exposed = table.exposed[seat]
    qualities = weaker_probabilities(table.deck)
    best = table.best_playable_strength(hidden, exposed)
    if best:
        cards = table.cards_with_strength(best, hidden, exposed)
    else:
        cards = ()
    # The quality of a hand is the probability that a random hand is weaker.
    # The second hand has more time to get an exposed card.
    return qualities[best], qualities[table.best_strength(without(hidden + exposed, cards))]


# --- levels -------------------------------------------------------------------------------------------------

EFFORTS = {"normal": 0.2, "hard": 0.4, "expert": 0.4}
"""By level: the share of the full thinking time that it uses."""
CARELESS = 0.29
"""Probability that ``easy`` chooses at random among all legal plays and folds."""
WORTHS: CalibrationCurve = (
    (0, 0),
    (0.05, 0.11),
    (0.15, 0.22),
    (0.25, 0.28),
    (0.35, 0.315),
    (0.45, 0.385),
    (0.54, 0.53),
    (0.65, 0.73),
    (0.75, 0.84),
    (0.85, 0.93),
    (0.97, 0.99),
    (1, 1),
)
"""Calibration of estimates with three seats: pairs of estimated and observed share (``lab.calibration``)."""


def advise(
    view: Trick3View, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0, *_: object
) -> Move:
    """Return the move that a computer player of a level chooses. Implements ``games.core.game.Advise``."""
    if len(legal) == 1:
        return legal[0]
    if level in EFFORTS:
        tries = 1 if level == "normal" else DEALS_TRIED
        return choose(view, estimate_moves(view, legal, (), rng, EFFORTS[level] * effort, tries), rng)
    if view.phase == "expose":
        return rng.choice(_exposes(view))
    if view.phase == "play" and rng.random() < CARELESS:
        return rng.choice(legal)
    assert view.seat is not None
    move = quick_move(next(random_deals(view, rng)), view.seat)
    # The rules of thumb always lead face up: choose the way at random instead.
    if isinstance(move, Play) and move.way:
        return PLAYS[rng.choice((UP, DOWN))][move.card]
    return move


_uncalibrated = partial(estimate_moves, tries=DEALS_TRIED)
"""Estimates by the level ``hard``, not calibrated."""
_calibrated = calibrate(_uncalibrated, WORTHS)


def assess(
    view: Trick3View, legal: Sequence[Move], required: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> Sequence[Estimate]:
    """Return estimates of the best moves and of all moves in ``required``. Implements
    ``games.core.game.Assess``.
    """
    judge = _calibrated if view.seats == 3 else _uncalibrated
    return judge(view, legal, required, rng, effort)
