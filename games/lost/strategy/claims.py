"""How computer players choose claims and answers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import chain, repeat
from math import exp
from operator import add, itemgetter, mul
from typing import NamedTuple, TypeAlias

import msgspec

from games.core.cards import Card
from games.core.moves import Move
from games.core.strategy import LookupModel, TableLayout, load_models, sigmoid
from games.lost import moves
from games.lost.hands import BIT, DECK, JOKER, JOKER_BIT, is_one_away, mask_of
from games.lost.moves import CLAIMS, DOUBT, LOST, TRUST, is_true
from games.lost.possible import open_cards
from games.lost.rules import LostView
from games.lost.strategy.elimination import COLUMNS, SUITS, EliminationModel, TableCounts, threats

# --- claims -------------------------------------------------------------------------------------------------
# Predict which claim a player makes about a card, and how the target answers it.
#
# The player chooses a card and a claim; the target sees only the claim. Better choices are more likely on
# both sides (a logit quantal response equilibrium, found by iteration).
#
# An example: a seven of hearts would eliminate the target, a two of clubs would not. The player gains most if
# the target trusts a lie about the seven, so a lie is likely behind the claim "spades". Then the target
# doubts this claim more often, which makes the lie worse, so the player lies less often. Each iteration is
# one such response of both sides. The answers and the weights of the cards soon change no more.
#
# The iterations run for every claim and every pair of seats. They are fast since everything that does not
# change is computed before, once for each card (``ResponseTerms``): the loop only multiplies and adds.
#
# ``learnt.json`` has three tables, learnt from games of computer players (``lab.learning.lost``). For the
# features of a claim, each table gives a probability:
#
# - ``truths``: that the claim is true.
# - ``doubts``: that the claim is doubted rather than trusted, separately for false and true claims.
# - ``takes``: that the target discards the card.

CLAIM_TEMPERATURE = 0.03
"""Rise in the probability of losing that makes a claim e times less likely to be made."""
ANSWER_TEMPERATURE = 0.06
"""Rise in the probability of losing that makes an answer e times less likely to be chosen."""
RANDOM_ANSWER_CHANCE = 0.12
"""Probability that an answer is random."""
ITERATIONS = 8
"""Number of rounds in which the two sides respond to each other."""

JOKER_CLAIM = CLAIMS[-1]
MASKS = dict(zip(CLAIMS, SUITS + COLUMNS + (JOKER_BIT,), strict=True))
"""For each claim: the cards of which it is true, as a mask."""
JOKER_LIES = 10
"""The weight of the false claim ``joker`` among all false claims: as much as a claim of a suit.

By the number of cards of which it is true, it would have the weight 1. Then nearly every claim of the joker
would be true.
"""
LIE_WEIGHTS = {claim: mask.bit_count() for claim, mask in MASKS.items()} | {JOKER_CLAIM: JOKER_LIES}
"""For each claim: its weight among the false claims of a player who lies at random."""
LIES = sum(LIE_WEIGHTS.values()) - 14
"""Sum of the weights of all false claims about one card.

It is the same for every card except the joker, since the two true claims of a card always have the weight 14:
10 for the suit and 4 for the rank.
"""

Answers: TypeAlias = tuple[float, float, float]
"""Three numbers for the answers trust, doubt and discard: their probabilities, or the risks they lead to."""


class Stakes(NamedTuple):
    """The probabilities that a played card eliminates its player or its target.

    The target is the seat that must answer. The probabilities differ by where the card goes: ``given`` (face
    up to the target), ``returned`` (face up to the player), or ``discarded`` (by the target).
    """

    player_if_given: float
    player_if_returned: float
    player_if_discarded: float
    target_if_given: float
    target_if_returned: float
    target_if_discarded: float

    def player_risks(self, is_claim_true: bool) -> Answers:
        """Return the player's probabilities of elimination after trust, doubt and discard."""
        # The target gets the card after trust in a lie or doubt of the truth.
        if is_claim_true:
            return self.player_if_returned, self.player_if_given, self.player_if_discarded
        return self.player_if_given, self.player_if_returned, self.player_if_discarded

    def target_risks(self, is_claim_true: bool) -> Answers:
        """Return the target's probabilities of elimination after trust, doubt and discard."""
        if is_claim_true:
            return self.target_if_returned, self.target_if_given, self.target_if_discarded
        return self.target_if_given, self.target_if_returned, self.target_if_discarded


@cache
def random_claim_chance(card: Card, claim: str) -> float:
    """Return the probability that a player who claims at random makes this claim about the card.

    The player lies half of the time, but never about the joker.
    """
    if card == JOKER:
        return float(claim == JOKER_CLAIM)
    return 0.25 if claim in card else 0.5 * LIE_WEIGHTS[claim] / LIES


class ClaimEquilibrium(NamedTuple):
    """The equilibrium of one claim: the target's answers, and the player's choice of the card."""

    answers: Answers  # the probabilities of the answers trust, doubt and discard
    card_weights: dict[Card, float]  # for each card, the relative probability that the claim is made about it


class ResponseTerms(NamedTuple):
    """What the iterations need to know about a card with a false claim, or with a true claim.

    All but the first are log weights: differences in risk from the answer trust, divided by a temperature.
    """

    weight: float  # the card's relative probability for the player if the claim is trusted
    gain_by_doubt: float  # the player's gain if the claim is doubted instead
    gain_by_discard: float
    cost_of_doubt: float  # the target's loss if it doubts the claim instead
    cost_of_discard: float


ResponseTermsByCard: TypeAlias = dict[Card, tuple[ResponseTerms, ResponseTerms]]
"""For each card the terms for a false claim, then those for a true claim."""


def equilibria_by_claim(
    stakes: Mapping[Card, Stakes], may_discard: bool
) -> Callable[[str], ClaimEquilibrium]:
    """Return a function that computes the equilibrium of any claim.

    Args:
        stakes: the probabilities of elimination for each card that may be played.
        may_discard: whether the target may discard the card.
    """
    lowest_risk = 1.0
    for at in stakes.values():
        lowest_risk = min(lowest_risk, at.player_if_given, at.player_if_returned)
    terms: ResponseTermsByCard = {}
    for card, at in stakes.items():
        terms[card] = _response_terms(at, False, lowest_risk), _response_terms(at, True, lowest_risk)
    return cache(partial(_equilibrium, terms, may_discard))


def _equilibrium(terms_by_card: ResponseTermsByCard, may_discard: bool, claim: str) -> ClaimEquilibrium:
    # Start from a guess of the answers and improve it.
    doubt, take = (0.45, 0.1) if may_discard else (0.5, 0.0)
    cards = [card for card in terms_by_card if card != JOKER or claim == JOKER_CLAIM]
    shares = [random_claim_chance(card, claim) for card in cards]
    if not any(shares):
        return ClaimEquilibrium((1.0 - doubt - take, doubt, take), dict.fromkeys(cards, 0.0))
    terms = [terms_by_card[card][is_true(card, claim)] for card in cards]
    # One tuple for each term, with an entry for each card.
    trusted_weights, by_doubt, by_take, doubt_costs, take_costs = zip(*terms, strict=True)
    start_weights = tuple(map(mul, shares, trusted_weights))
    random_chance = RANDOM_ANSWER_CHANCE / (3 if may_discard else 2)
    weights: list[float] = []
    for i in range(ITERATIONS):
        # Smaller steps later keep the two sides from swinging around the equilibrium.
        step = max(0.3, 1 / (1 + i))
        # Respond for the player: cards whose claim fares better against these answers get more weight.
        gains = map(add, map(mul, by_doubt, repeat(doubt)), map(mul, by_take, repeat(take)))
        weights = list(map(mul, start_weights, map(exp, gains)))
        total = sum(weights)
        # Respond for the target: its answers follow from the mean cost over the cards behind the claim.
        # Trust has the weight 1.
        doubt_weight = exp(-sum(map(mul, weights, doubt_costs)) / total)
        take_weight = 0.0
        if may_discard:
            take_weight = exp(-sum(map(mul, weights, take_costs)) / total)
        total_weight = 1.0 + doubt_weight + take_weight
        doubt += step * ((1 - RANDOM_ANSWER_CHANCE) * doubt_weight / total_weight + random_chance - doubt)
        if may_discard:
            take += step * ((1 - RANDOM_ANSWER_CHANCE) * take_weight / total_weight + random_chance - take)
    return ClaimEquilibrium((1.0 - doubt - take, doubt, take), dict(zip(cards, weights, strict=True)))


def _response_terms(at: Stakes, is_claim_true: bool, lowest_risk: float) -> ResponseTerms:
    trust, doubt, take = at.player_risks(is_claim_true)
    target_trust, target_doubt, target_take = at.target_risks(is_claim_true)
    return ResponseTerms(
        weight=exp((lowest_risk - trust) / CLAIM_TEMPERATURE),
        gain_by_doubt=(trust - doubt) / CLAIM_TEMPERATURE,
        gain_by_discard=(trust - take) / CLAIM_TEMPERATURE,
        cost_of_doubt=(target_doubt - target_trust) / ANSWER_TEMPERATURE,
        cost_of_discard=(target_take - target_trust) / ANSWER_TEMPERATURE,
    )


# --- what came of claims -------------------------------------------------------------------------------

STEPS = (0.08, 0.18, 0.28, 0.36, 0.43, 0.5, 0.57, 0.64, 0.72, 0.82, 0.92)
"""Limits between the classes of probabilities in the learnt tables."""
LAYOUT = TableLayout(
    {
        "chance": len(STEPS) + 1,
        "claim": len(CLAIMS),
        "kind": 4,  # 0 suit, 1 rank, 2 joker, 3 joker by the seat known to hold it
        "known": 8,  # number of known cards of which the claim is true
        "theirs": 4,  # number of the target's face-up cards of which it is true
        "mine": 4,  # number of the player's face-up cards of which it is true
        "kills_target": 2,  # whether a card that fits the claim would complete a hand in the target's field
        "kills_player": 2,  # the same for the player's field
        "record": 5,  # number of the player's claims that were shown to be true, minus those shown false
        "held": 4,  # half the number of cards in the player's hand
    },
    (
        "chance kind",
        "kind known theirs",
        "kind theirs mine kills_target kills_player",
        "kind record held",
        "chance record",
        "claim held",
        "chance kills_target kills_player held",
    ),
)
"""The features of a claim in the learnt tables; the last value of each also stands for all larger ones."""


def feature_indices(
    table: TableCounts,
    claim: str,
    player: int,
    target: int,
    true_and_false: tuple[int, int],
    known_mask: int,
    probability: float,
) -> tuple[int, ...]:
    """Return the indices of a claim's features in the learnt tables.

    Args:
        true_and_false: numbers of the player's earlier claims that were shown to be true, and to be false.
        known_mask: the cards whose place is known, as a bit mask.
        probability: equilibrium probability of a doubt (tables ``doubts`` and ``takes``) or of a true claim
            (table ``truths``).
    """
    cards = MASKS[claim]
    at = CLAIMS.index(claim)
    kind = int(at >= len(SUITS))
    if cards == JOKER_BIT:
        kind = 3 if table.joker_in == player else 2
    mine = table.field_masks[player]
    theirs = table.field_masks[target]
    true, false = true_and_false
    return LAYOUT.keys(
        {
            "chance": bisect_right(STEPS, probability),
            "claim": at,
            "kind": kind,
            "known": min(7, (known_mask & cards).bit_count()),
            "theirs": min(3, (theirs & cards).bit_count()),
            "mine": min(3, (mine & cards).bit_count()),
            "kills_target": threats(theirs).fatal & cards > 0,
            "kills_player": threats(mine).fatal & cards > 0,
            "record": min(4, max(0, true - false + 2)),
            "held": min(3, table.hand_sizes[player] // 2),
        }
    )


def doubt_indices(claim_indices: Sequence[int], is_claim_true: bool) -> tuple[int, ...]:
    """Return the indices of a claim's features in the table ``doubts``.

    True claims and false claims have different entries.

    Args:
        claim_indices: the result of ``feature_indices``.
    """
    # The second half of the table is for true claims.
    return tuple([key + LAYOUT.size * is_claim_true for key in claim_indices])


# --- risks --------------------------------------------------------------------------------------------------
# Estimate the risk of every legal move from a seat's view, by looking one move ahead.
#
# ``elimination`` judges the positions after a move. ``claims`` predicts how a claim is answered and which
# card is behind it. Statistics from played games correct these estimates.

ALL = (1 << len(DECK)) - 1
"""All cards, as a mask."""
DISCARD_LOSS_SHARE = 0.3
"""Share of a card's value for a later play that counts as lost when the card is discarded.

It is below 1 because the card might never be played.
"""
BELIEF_FACTOR = 0.5
"""Factor of the learnt log odds that a claim is true. Without it beliefs are too certain."""


class MoveRisk(msgspec.Struct, frozen=True):
    """A move and its risks for the moving seat."""

    move: Move
    loss_chance: float  # the probability that the seat is eliminated
    # The probability that the move is a lie and is doubted; ``None`` for moves without a claim.
    caught_chance: float | None = None


class CardEstimate(NamedTuple):
    """An estimate of the card that lies face down."""

    card_chances: dict[Card, float]  # the probability of each possible card
    truth_chance: float  # the probability that the card's claim is true


def doubt_chance(answers: Answers) -> float:
    """Return the probability of a doubt, given that the card is not discarded.

    Args:
        answers: the probabilities of trust, doubt and discard.
    """
    return answers[1] / (answers[0] + answers[1])


def cards_in_mask(mask: int) -> list[Card]:
    """Return the cards whose bits are set in ``mask``."""
    return [card for card, bit in BIT.items() if bit & mask]


class RiskEstimator:
    """Estimates the risks of all legal moves, from what the viewing seat knows.

    Args:
        learnt_tables: the tables by name; ``None`` for those of ``learnt.json``.
    """

    def __init__(self, view: LostView, learnt_tables: Mapping[str, LookupModel] | None = None) -> None:
        assert view.seat is not None
        self.view = view
        self._tables = learnt_tables or load_models(__package__, "learnt")
        self.me = me = view.seat
        self.hand_mask = mask_of(view.hand)
        # Two kinds of knowledge are kept: the seat's own, and what all seats know (to think like an
        # opponent).
        public_mask = mask_of(open_cards(view))
        if view.joker_in is not None:
            public_mask |= JOKER_BIT
        losts = chain.from_iterable(view.piles)
        discards = mask_of({lost.card for lost in losts if lost.card})
        discards_left = tuple(map(view.losts_left, range(view.seats)))
        masks = tuple(map(mask_of, view.fields))
        # The first fields are laid before the first turn, so the turn passes on only afterwards.
        after = (view.turn + bool(view.fields[me])) % view.seats
        self.table = TableCounts(masks, view.sizes, discards_left, view.joker_in)
        self.unseen_mask = ALL & ~(public_mask | self.hand_mask | discards)
        self.non_public_mask = ALL & ~public_mask
        self.own_model = EliminationModel(view.seats, after, me, self.unseen_mask, self.hand_mask)
        self.public_model = EliminationModel(view.seats, after, None, self.non_public_mask, 0)
        self._laid: dict[int, list[Card]] = {}
        # For each card of the hand the risk of playing it, if trust and doubt are equally likely.
        self._played: dict[Card, float] = {}

    def estimate_moves(self, legal: Sequence[Move]) -> list[MoveRisk]:
        """Return the risks of the legal moves, in the given order."""
        view = self.view
        if not view.fields[self.me]:
            return self._estimate_openings(legal)
        judged: Iterable[MoveRisk] = ()
        if not view.is_placing:
            targets = view.other_seats
            if view.play:
                judged = self._estimate_answers()
            else:
                judged = chain.from_iterable(map(self._estimate_plays, targets))
        risks = {risk.move: risk for risk in judged}
        estimates = []
        for move in legal:
            risk = risks.get(move)
            if risk is None:
                loss = self._risk_of_unanswered_move(move) + self._discard_correction(move)
                risk = MoveRisk(move, loss)
            estimates.append(risk)
        return estimates

    def _discard_correction(self, move: Move) -> float:
        # A discarded card can no longer be played. That is good for a card that is riskier to play than the
        # average card of the hand, and bad for others.
        match move:
            case moves.DiscardFromHand():
                card = move.card
            case moves.ReplaceFaceUpCard():
                card = move.placed
            case _:
                return 0.0
        if card not in self._played:
            return 0.0
        return DISCARD_LOSS_SHARE * (sum(self._played.values()) / len(self._played) - self._played[card])

    def _own_elimination_chance(self, table: TableCounts, hand_mask: int) -> float:
        return self.own_model.elimination_chances(table, hand_mask)[self.me]

    def _estimate_openings(self, legal: Sequence[Move]) -> list[MoveRisk]:
        seats = self.view.seats
        scores = []
        for move in legal:
            assert isinstance(move, moves.LayFirstCards)
            face_up = mask_of(move.cards)
            hand = self.hand_mask & ~face_up
            table = TableCounts(
                (face_up,) * seats, (hand.bit_count(),) * seats, self.table.discards_left, None
            )
            scores.append(exp(self.own_model.score(table, hand, self.me)))
        # Opponents are taken to lay a field better than 95 % of those possible here.
        others = (seats - 1) * sorted(scores)[len(scores) // 20]
        return [MoveRisk(move, score / (score + others)) for move, score in zip(legal, scores, strict=True)]

    def _risk_of_unanswered_move(self, move: Move) -> float:
        # Cards that join and leave the field, and that leave and join the hand, as masks.
        added = 0
        removed = 0
        gone = 0
        gained = 0
        is_lost = False
        match move:
            case moves.PlaceCard():
                added = gone = BIT[move.card]
            case moves.DiscardFromHand():
                gone = BIT[move.card]
                is_lost = True
            case moves.ReplaceFaceUpCard():
                added = gone = BIT[move.placed]
                removed = BIT[move.card]
                is_lost = True
            case moves.TakeJokerBack():
                added = gone = mask_of(move.cards)
                removed = gained = JOKER_BIT
        after = self.table.with_changed_cards(
            self.me, added, removed, size_change=-bool(gone), is_discard=is_lost
        )
        return self._own_elimination_chance(after, self.hand_mask & ~gone | gained)

    # --- plays and answers ------------------------------------------------------------------------

    def equilibria(self, player: int, target: int) -> Callable[[str], ClaimEquilibrium]:
        """Return a function that computes the equilibrium of a claim.

        Args:
            player: the seat that makes the claim.
            target: the seat that answers the claim.
        """
        possible = self._with_known_joker(self.non_public_mask, player)
        stakes = self._stakes_by_card(self.public_model, cards_in_mask(possible), player, target, 0)
        return equilibria_by_claim(stakes, self.table.discards_left[target] > 0)

    def _with_known_joker(self, possible_mask: int, player: int) -> int:
        # The cards that a seat may play, with the joker if the seat is known to hold it.
        if self.table.joker_in == player:
            return possible_mask | JOKER_BIT
        return possible_mask

    def claim_indices(
        self, claim: str, player: int, target: int, probability: float, unseen_mask: int
    ) -> tuple[int, ...]:
        """Return the indices of a claim's features in the learnt tables.

        Args:
            probability: see ``claims.feature_indices``.
            unseen_mask: the cards to treat as unseen.
        """
        return feature_indices(
            self.table, claim, player, target, self.view.told[player], ALL & ~unseen_mask, probability
        )

    def _estimate_plays(self, target: int) -> Iterable[MoveRisk]:
        stakes = self._stakes_by_card(self.own_model, self.view.hand, self.me, target, self.hand_mask)
        # The learnt tables correct the equilibrium by what players really do.
        ideal = self.equilibria(self.me, target)
        for card, at in stakes.items():
            self._played[card] = min(
                self._played.get(card, 1.0), (at.player_if_given + at.player_if_returned) / 2
            )
        # A claim is answered without sight of the card: only whether it is true changes the probability of a
        # doubt.
        believable = self._with_known_joker(self.non_public_mask, self.me)
        # A joker must not be played to a field that is one away.
        if is_one_away(self.table.field_masks[target]):
            believable &= ~JOKER_BIT
        for claim in CLAIMS:
            indices = self.claim_indices(
                claim, self.me, target, doubt_chance(ideal(claim).answers), self.non_public_mask
            )
            if self.table.discards_left[target]:
                take = self._tables["takes"].chance(indices)
            else:
                take = 0.0
            doubt_of_lie = (1 - take) * self._tables["doubts"].chance(doubt_indices(indices, False))
            doubt_of_truth = (1 - take) * self._tables["doubts"].chance(doubt_indices(indices, True))
            # A claim that everybody knows to be false is doubted for certain.
            if not MASKS[claim] & believable:
                take = 0.0
                doubt_of_lie = 1.0
            for card, at in stakes.items():
                if card == JOKER and claim != JOKER_CLAIM:
                    continue
                is_claim_true = is_true(card, claim)
                if is_claim_true:
                    doubt = doubt_of_truth
                    caught = 0.0
                else:
                    doubt = doubt_of_lie
                    caught = doubt
                if_trusted, if_doubted, if_discarded = at.player_risks(is_claim_true)
                loss = (1 - take - doubt) * if_trusted + doubt * if_doubted + take * if_discarded
                yield MoveRisk(moves.Play(card, target, claim), loss, caught)

    def estimate_played_card(self) -> CardEstimate:
        """Return an estimate of the played card that waits for an answer."""
        play = self.view.play
        assert play is not None
        possible = self._with_known_joker(self.unseen_mask, play.seat)
        made = self.equilibria(play.seat, self.me)(play.claim).card_weights
        weights = {card: weight for card, weight in made.items() if BIT[card] & possible}
        total = sum(weights.values())
        card_chances: dict[Card, float] = {}
        truth_chance = 0.0
        for card, weight in weights.items():
            card_chances[card] = weight / total
            if is_true(card, play.claim):
                truth_chance += weight / total
        return CardEstimate(card_chances, truth_chance)

    def _estimate_answers(self) -> Iterable[MoveRisk]:
        play = self.view.play
        assert play is not None
        card_chances, truth_chance = self.estimate_played_card()
        false_factor = 1.0
        true_factor = 1.0
        if 0.0 < truth_chance < 1.0:
            # The learnt tables know the outcomes of similar claims. Scale the probabilities of false and of
            # true cards so that their sums match the learnt probability.
            indices = self.claim_indices(play.claim, play.seat, self.me, truth_chance, self.unseen_mask)
            learnt_chance = sigmoid(BELIEF_FACTOR * self._tables["truths"].log_odds(indices))
            false_factor = (1 - learnt_chance) / (1 - truth_chance)
            true_factor = learnt_chance / truth_chance
        stakes = self._stakes_by_card(self.own_model, card_chances, play.seat, self.me, self.hand_mask)
        trust_risk = doubt_risk = discard_risk = 0.0
        for card, at in stakes.items():
            is_claim_true = is_true(card, play.claim)
            factor = true_factor if is_claim_true else false_factor
            card_chance = card_chances[card] * factor
            if_trusted, if_doubted, if_discarded = at.target_risks(is_claim_true)
            trust_risk += card_chance * if_trusted
            doubt_risk += card_chance * if_doubted
            discard_risk += card_chance * if_discarded
        return [MoveRisk(TRUST, trust_risk), MoveRisk(DOUBT, doubt_risk), MoveRisk(LOST, discard_risk)]

    def _stakes_by_card(
        self, model: EliminationModel, cards: Iterable[Card], player: int, target: int, hand_mask: int
    ) -> dict[Card, Stakes]:
        # A hand mask of 0 stands for an unknown hand. Cards that the rules forbid to play are left out.
        table = self.table
        if self.view.play is None:  # the card is still in the player's hand
            table = table.with_changed_cards(player, 0, size_change=-1)
        taken = self._chances_if_discarded(model, table, target, hand_mask)
        stakes = {}
        for card in cards:
            bit = BIT[card]
            rest = hand_mask & ~bit
            given = model.elimination_chances(table.with_changed_cards(target, bit), rest)
            if card != JOKER:
                returned = model.elimination_chances(table.with_changed_cards(player, bit), rest)
                # With another hand the target would choose another card to place.
                if hand_mask == rest:
                    discarded = taken
                else:
                    discarded = self._chances_if_discarded(model, table, target, rest)
            elif is_one_away(table.field_masks[target]):
                continue  # a joker must not be played there
            else:
                # A doubted joker goes to the target's hand.
                gained = table.with_changed_cards(target, 0, size_change=1)
                gained = msgspec.structs.replace(gained, joker_in=target)
                is_own_gain = hand_mask and target == self.me
                returned = model.elimination_chances(gained, rest | bit if is_own_gain else rest)
                discarded = model.elimination_chances(
                    table.with_changed_cards(target, bit, size_change=-1), rest
                )
            stakes[card] = Stakes(
                player_if_given=given[player],
                player_if_returned=returned[player],
                player_if_discarded=discarded[player],
                target_if_given=given[target],
                target_if_returned=returned[target],
                target_if_discarded=discarded[target],
            )
        return stakes

    def _chances_if_discarded(
        self, model: EliminationModel, table: TableCounts, target: int, hand_mask: int
    ) -> list[float]:
        # Only the viewer's own hand is known; any other target is taken to hold one typical card.
        is_known = target == self.me and hand_mask > 0
        if is_known:
            cards = cards_in_mask(hand_mask)
        else:
            cards = self._typical_card_to_lay(table, target)
        if not table.discards_left[target] or not cards:
            return model.elimination_chances(table, hand_mask)
        # The target lays the card that is best for itself.
        chances = []
        for card in cards:
            after = table.with_changed_cards(target, BIT[card], size_change=-1, is_discard=True)
            chances.append(model.elimination_chances(after, hand_mask & ~BIT[card]))
        return min(chances, key=itemgetter(target))

    def _typical_card_to_lay(self, table: TableCounts, target: int) -> list[Card]:
        def harm(card: Card) -> float:
            return self.public_model.score(table.with_changed_cards(target, BIT[card]), 0, target)

        if target not in self._laid:
            cards = cards_in_mask(self.non_public_mask & ~JOKER_BIT)
            # A seat rarely holds the very best card, so take one a fifth of the way down the list.
            self._laid[target] = sorted(cards, key=harm)[len(cards) // 5 :][:1]
        return self._laid[target]
