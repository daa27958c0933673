"""The rules of Lost Poker: positions, events, and what each move does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from games.core.bluffs import BLUFF, KINDS, Claim, ClaimChallenge, bluffs, count_bluffs
from games.core.cards import NUMBERS, STANDARD, Card, CardGroup, Family, all_but, own_card_groups, without
from games.core.highlights import Highlight, greatest
from games.core.moves import ChanceRequest, Move
from games.core.rules import (
    CHANCE,
    OVER,
    PANEL_REVEAL_SECONDS,
    SHORT_SUSPENSE,
    ClaimState,
    Event,
    History,
    OpenEvent,
    OwnCardEvent,
    Result,
    Rules,
    Secret,
    Setup,
    State,
    View,
    deal_blocks,
    replace_at,
    visible_events,
)
from games.lost import moves
from games.lost.hands import DECK, JOKER, HandKind, find_hand, is_made, is_one_away, mask_of
from games.lost.moves import ANSWERS, DOUBT, JUDGEMENTS, PLACES, TRUST, OpeningMoves, TurnMoves, is_true

# --- state --------------------------------------------------------------------------------------------------
# Events, positions and views of Lost Poker (lost.md, section "What is open").


class HandsDealt(OpenEvent, frozen=True):
    """Each seat was dealt ``size`` cards, beginning with seat ``first``."""

    first: int
    size: int


class FieldLaid(OpenEvent, frozen=True):
    """A seat laid three cards face down at the start of the game."""

    seat: int


class FieldsShown(OpenEvent, frozen=True):
    """The three cards that each seat had laid at the start were turned face up."""

    fields: tuple[tuple[Card, ...], ...]


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card face down to another seat with a claim."""

    seat: int
    target: int
    claim: str


class CardJudged(OpenEvent, frozen=True):
    """A played card was turned up, because its target trusted or doubted the claim."""

    seat: int
    target: int
    claim: str
    answer: str
    card: Card
    is_right: bool  # whether the target judged rightly
    taker: int  # the seat that got the card: face up or, for a joker that was judged rightly, in its hand


class CardTaken(Event, frozen=True):
    """The target of a play discarded the card. Only the two seats involved know the card."""

    seat: int
    target: int
    claim: str
    card: Card

    def seen_by(self, viewer: int | None) -> CardTaken:
        """Return the event as a viewer may see it: with the card only for the two seats involved."""
        if viewer in (self.seat, self.target):
            return self
        return CardTaken(self.seat, self.target, self.claim, "")


class LostVoided(OpenEvent, frozen=True):
    """A seat tried to discard a received joker. The joker went to the seat's face-up cards instead."""

    seat: int
    target: int
    claim: str

    @property
    def card(self) -> Card:
        """The played card, which is the joker."""
        return JOKER


class CardPlaced(OpenEvent, frozen=True):
    """A seat laid a card of its hand face up after discarding a received card."""

    seat: int
    card: Card


class HandCardLost(OwnCardEvent, frozen=True):
    """A seat discarded a card of its hand. The other seats do not see the card."""


class FieldCardLost(OpenEvent, frozen=True):
    """A seat discarded one of its face-up cards and laid another card in its place."""

    seat: int
    card: Card
    placed: Card


class JokerTakenBack(OpenEvent, frozen=True):
    """A seat took the joker back into its hand, and laid two cards of the hand face up."""

    seat: int
    cards: tuple[Card, ...]


class Passed(OpenEvent, frozen=True):
    """A seat passed, because it had no other legal move."""

    seat: int


class Eliminated(OpenEvent, frozen=True):
    """A seat was eliminated."""

    seat: int
    # The kind of hand among its face-up cards, or ``hand`` if the seat has no card left.
    reason: HandKind | Literal["hand"]
    cards: tuple[Card, ...] = ()  # the four cards of the face-up hand


OUTCOMES = (CardJudged, CardTaken, LostVoided)
"""The events that can end a claim."""


# --- positions and views ---------------------------------------------------------------------------------


class Variant(msgspec.Struct, frozen=True):
    """The options of a game."""

    losts: int  # number of cards that each seat may discard


class LostCard(msgspec.Struct, frozen=True):
    """A card in a seat's discard pile."""

    # The card; empty in a view whose viewer has not seen it.
    card: Card
    source: int  # the seat that the card came from: the pile's owner, or the seat that played the card
    was_open: bool = False  # whether the card had been face up, so that all players saw it


_HIDDEN = tuple(LostCard("", source) for source in range(4))

Piles: TypeAlias = tuple[tuple[LostCard, ...], ...]
"""The lost piles of all seats, in order of seats."""

CardsBySeat: TypeAlias = tuple[tuple[Card, ...], ...]
"""One tuple of cards for each seat: all hands, or all face-up cards."""


class Played(msgspec.Struct, frozen=True):
    """A played card that lies face down, with the claim that the seat ``target`` must answer."""

    seat: int
    target: int
    claim: str
    # The card; empty in the views of all seats but the one that played it.
    card: Card


class LostState(State, frozen=True, kw_only=True):
    """A position of Lost Poker. The game is over as soon as a seat is eliminated (``out``)."""

    variant: Variant
    first: int  # takes the first turn
    turn: int  # the seat whose turn it is, also while another seat answers
    hands: CardsBySeat  # in canonical order
    # The first three cards of each seat while they lie face down; empty otherwise.
    laid: CardsBySeat
    fields: CardsBySeat  # the face-up cards of each seat, in the order in which they came
    piles: Piles  # the cards that each seat has discarded
    play: Played | None = None
    # A seat has taken the played card out of the game, and must now lay a card face up.
    is_placing: bool = False
    # For each seat: how many of its claims were shown to be true, and how many false.
    told: tuple[tuple[int, int], ...]
    # The seat that, as all players know, holds the joker or has just played it.
    joker_in: int | None = None
    # The outcome of the last claim, and the events after it.
    log: tuple[Event, ...] = ()
    aside: tuple[Card, ...] = ()  # dealt to no seat
    out: tuple[int, ...] = ()

    @property
    def waiting(self) -> Played:
        """The played card that waits for an answer.

        Raises:
            AssertionError: no card waits for an answer.
        """
        assert self.play is not None
        return self.play

    def losts_left(self, seat: int) -> int:
        """Return the number of cards that a seat may still discard."""
        return self.variant.losts - len(self.piles[seat])

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return all cards in groups, with the seats that may see each group."""
        # A judged card is already face up or discarded while its judge still has to lay another card.
        discarded = []
        for owner, pile in enumerate(self.piles):
            for lost in pile:
                viewers = None if lost.was_open else (owner, lost.source)
                discarded.append(CardGroup(lost.card, viewers))
        groups = list(own_card_groups(self.hands))
        groups += own_card_groups(self.laid)
        groups.append(CardGroup(self.fields, None))
        groups += discarded
        groups.append(CardGroup(self.aside))
        if self.play and not self.is_placing:
            groups.append(CardGroup(self.play.card, (self.play.seat,)))
        return tuple(groups)


class LostView(View, frozen=True, kw_only=True):
    """The part of a position that one seat may know. Fields are named as in ``LostState``."""

    first: int
    turn: int
    limit: int  # number of cards that each seat may discard
    hand: tuple[Card, ...]
    laid: tuple[Card, ...]  # the viewer's first three cards, while they lie face down
    sizes: tuple[int, ...]
    fields: CardsBySeat
    piles: Piles
    play: Played | None
    is_placing: bool
    told: tuple[tuple[int, int], ...]
    joker_in: int | None
    log: tuple[Event, ...]
    out: tuple[int, ...]
    # All hands; empty until the game is over.
    hands: CardsBySeat = ()
    # The cards that were not dealt; empty until the game is over.
    aside: tuple[Card, ...] = ()

    @property
    def gone(self) -> tuple[int, ...]:
        """The eliminated seats."""
        return self.out

    def losts_left(self, seat: int) -> int:
        """Return the number of cards that a seat may still discard."""
        return self.limit - len(self.piles[seat])


def seen_piles(piles: Piles, viewer: int | None) -> Piles:
    """Return the discard piles as a viewer may see them; cards that the viewer has not seen are empty
    strings.
    """
    seen = []
    for owner, pile in enumerate(piles):
        if owner != viewer:
            pile = tuple([_seen(lost, viewer) for lost in pile])
        seen.append(pile)
    return tuple(seen)


def _seen(lost: LostCard, viewer: int | None) -> LostCard:
    if lost.was_open or lost.source == viewer:
        return lost
    return _HIDDEN[lost.source]


# --- transitions --------------------------------------------------------------------------------------------
# How each move changes the position (lost.md, sections "On one's turn" and "End").

LOG_SIZE = 5
"""Number of events in the log: the outcome of the last claim and the latest events after it."""


# --- the opening ------------------------------------------------------------------------------------


def lay_first_cards(state: LostState, seat: int, move: moves.LayFirstCards) -> LostState:
    """Lay a seat's first three cards face down. After the last seat, turn all of them face up.

    Source: lost.md, section "Set-up".
    """
    hands = replace_at(state.hands, seat, without(state.hands[seat], move.cards))
    laid = replace_at(state.laid, seat, move.cards)
    assert isinstance(state.to_act, tuple)
    remaining = all_but(state.to_act, (seat,))
    # Fields stay face down until every seat has laid its cards.
    if remaining:
        return replace(state, to_act=remaining, hands=hands, laid=laid, news=(FieldLaid(seat),))
    return replace(
        state,
        to_act=(state.first,),
        hands=hands,
        laid=((),) * len(laid),
        fields=laid,
        news=(FieldLaid(seat), FieldsShown(laid)),
    )


# --- a play and its answer --------------------------------------------------------------------------


def play(state: LostState, seat: int, move: moves.Play) -> LostState:
    """Play a card face down to another seat, which must answer."""
    card = move.card
    target = move.target
    claim = move.claim
    return replace(
        state,
        to_act=(target,),
        hands=replace_at(state.hands, seat, without(state.hands[seat], (card,))),
        play=Played(seat, target, claim, card),
        news=(CardPlayed(seat, target, claim),),
    )


class Destination(NamedTuple):
    """Where a judged card goes."""

    is_right: bool
    taker: int
    is_to_hand: bool  # whether the taker gets it in the hand; otherwise face up


def judgement_of(seat: int, target: int, claim: str, card: Card, answer: Move) -> Destination:
    """Return where a card goes if ``target`` trusts or doubts the claim that ``seat`` has made with it.

    Source: lost.md, section "On one's turn".
    """
    # A right answer sends the card back to its player; a wrong one leaves it with the judge, face up. Only a
    # joker that was judged rightly goes to the judge's hand.
    is_right = is_true(card, claim) == (answer == TRUST)
    is_to_hand = is_right and card == JOKER
    if is_right and not is_to_hand:
        return Destination(is_right, seat, is_to_hand)
    return Destination(is_right, target, is_to_hand)


def judge(state: LostState, target: int, answer: moves.Trust | moves.Doubt) -> LostState:
    """Turn the played card up after trust or doubt, and give the card to one of the two seats."""
    waiting = state.waiting
    card = waiting.card
    seat = waiting.seat
    claim = waiting.claim
    is_right, taker, is_to_hand = judgement_of(seat, target, claim, card, answer)
    counts = _with_claim_counted(state, seat, is_true(card, claim))
    if is_to_hand:
        hands = _with_added(state.hands, target, JOKER)
        after = replace(state, hands=hands, play=None, told=counts, joker_in=target)
    else:
        fields = _with_added(state.fields, taker, card)
        holder = _known_joker_holder(state, card)
        after = replace(state, fields=fields, play=None, told=counts, joker_in=holder)
    judged = CardJudged(seat, target, claim, answer.notation, card, is_right, taker)
    return _end_turn(after, taker, judged)


def declare_lost(state: LostState, target: int, move: moves.DeclareLost) -> LostState:
    """Move the played card to the target's discard pile. A joker goes to the target's face-up cards
    instead.
    """
    waiting = state.waiting
    # The joker cannot leave the game: it enters the field, and nothing counts against the limit.
    if waiting.card == JOKER:
        voided = LostVoided(waiting.seat, target, waiting.claim)
        return replace(
            state,
            fields=_with_added(state.fields, target, JOKER),
            is_placing=True,
            told=_with_claim_counted(state, waiting.seat, True),
            joker_in=None,
            log=(voided,),
            news=(voided,),
        )
    # Any other card leaves the game, known to the two seats only.
    taken = CardTaken(waiting.seat, target, waiting.claim, waiting.card)
    piles = _with_added(state.piles, target, LostCard(waiting.card, waiting.seat))
    return replace(state, piles=piles, is_placing=True, log=(taken,), news=(taken,))


def place(state: LostState, seat: int, move: moves.PlaceCard) -> LostState:
    """Lay a card of the seat's hand face up, after it discarded a received card."""
    card = move.card
    after = replace(
        state,
        hands=replace_at(state.hands, seat, without(state.hands[seat], (card,))),
        fields=_with_added(state.fields, seat, card),
        play=None,
        is_placing=False,
        joker_in=_known_joker_holder(state, card),
    )
    return _end_turn(after, seat, CardPlaced(seat, card))


# --- other turns ------------------------------------------------------------------------------------


def discard_from_hand(state: LostState, seat: int, move: moves.DiscardFromHand) -> LostState:
    """Move a card from the seat's hand to its discard pile."""
    card = move.card
    after = replace(
        state,
        hands=replace_at(state.hands, seat, without(state.hands[seat], (card,))),
        piles=_with_added(state.piles, seat, LostCard(card, seat)),
    )
    return _end_turn(after, seat, HandCardLost(seat, card))


def replace_face_up_card(state: LostState, seat: int, move: moves.ReplaceFaceUpCard) -> LostState:
    """Move one of the seat's face-up cards to its discard pile, and lay a card of the hand in its place."""
    card = move.card
    placed = move.placed
    after = replace(
        state,
        hands=replace_at(state.hands, seat, without(state.hands[seat], (placed,))),
        fields=replace_at(state.fields, seat, without(state.fields[seat], (card,)) + (placed,)),
        piles=_with_added(state.piles, seat, LostCard(card, seat, was_open=True)),
        joker_in=_known_joker_holder(state, placed),
    )
    return _end_turn(after, seat, FieldCardLost(seat, card, placed))


def take_joker_back(state: LostState, seat: int, move: moves.TakeJokerBack) -> LostState:
    """Take the joker from the face-up cards into the hand, and lay two cards of the hand face up."""
    cards = move.cards
    after = replace(
        state,
        hands=replace_at(state.hands, seat, without(state.hands[seat], cards) + (JOKER,)),
        fields=replace_at(state.fields, seat, without(state.fields[seat], (JOKER,)) + cards),
        joker_in=seat,
    )
    return _end_turn(after, seat, JokerTakenBack(seat, cards))


def pass_turn(state: LostState, seat: int, move: moves.Pass) -> LostState:
    """Pass the turn without changing any cards."""
    return _end_turn(state, seat, Passed(seat))


Transition: TypeAlias = Callable[[LostState, int, Any], LostState]
"""A function that carries out one kind of legal move: (position, seat, move) -> position."""

TRANSITIONS: dict[type[Move], Transition] = {
    moves.LayFirstCards: lay_first_cards,
    moves.Play: play,
    moves.Trust: judge,
    moves.Doubt: judge,
    moves.DeclareLost: declare_lost,
    moves.PlaceCard: place,
    moves.DiscardFromHand: discard_from_hand,
    moves.ReplaceFaceUpCard: replace_face_up_card,
    moves.TakeJokerBack: take_joker_back,
    moves.Pass: pass_turn,
}


T = TypeVar("T")


def _with_added(piles: tuple[tuple[T, ...], ...], seat: int, card: T) -> tuple[tuple[T, ...], ...]:
    # The cards of all seats, after one card is added to those of one seat.
    changed = list(piles)
    changed[seat] = changed[seat] + (card,)
    return tuple(changed)


# --- the end of a turn ------------------------------------------------------------------------------


def _end_turn(state: LostState, changed_seat: int, event: Event) -> LostState:
    hands = state.hands
    log = _extend_log(state.log, event)
    face_up = state.fields[changed_seat]
    is_made_hand = is_made(mask_of(face_up))
    if is_made_hand or () in hands:
        ends: list[Event] = []
        out: list[int] = []
        for seat, hand in enumerate(hands):
            made = find_hand(face_up) if seat == changed_seat else None
            if made is not None:
                ends.append(Eliminated(seat, made.kind, made.cards))
                out.append(seat)
            # A seat that has played its last card is out, too.
            elif not hand:
                ends.append(Eliminated(seat, "hand"))
                out.append(seat)
        return replace(state, to_act=OVER, log=log, news=(event,) + tuple(ends), out=tuple(out))
    turn = (state.turn + 1) % len(hands)
    return replace(state, to_act=(turn,), turn=turn, log=log, news=(event,))


def _extend_log(log: tuple[Event, ...], event: Event) -> tuple[Event, ...]:
    # A new outcome starts a new log.
    if isinstance(event, CardJudged):
        return (event,)
    if len(log) < LOG_SIZE:
        return log + (event,)
    # A full log drops its oldest event, but keeps an outcome of a claim at its start.
    oldest = 1 if isinstance(log[0], OUTCOMES) else 0
    return log[:oldest] + log[oldest + 1 :] + (event,)


def _known_joker_holder(state: LostState, turned_up: Card) -> int | None:
    if turned_up == JOKER:
        return None
    return state.joker_in


def _with_claim_counted(state: LostState, seat: int, was_true: bool) -> tuple[tuple[int, int], ...]:
    true, false = state.told[seat]
    if was_true:
        true += 1
    else:
        false += 1
    return replace_at(state.told, seat, (true, false))


# --- rules --------------------------------------------------------------------------------------------------
# The rules of Lost Poker (lost.md).

DEAL_ALL = ChanceRequest("deal", DECK)

OTHERS = {3: ((1, 2), (0, 2), (0, 1)), 4: ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))}
"""For each number of seats and each seat: the other seats."""


SHORT_SECONDS = 3.0
STORY_SECONDS = 4.0
LAST_SECONDS = 5.0
"""Seconds that a turned-up card is shown: normally, with a notable story, and when a seat is eliminated."""

MANY_ALIKE = 3
"""Number of true claims after which the first lie of a seat is notable, or of lies after which its first
true claim is.
"""

Reveal: TypeAlias = CardJudged | LostVoided
"""An event that turned a card face up."""

Story: TypeAlias = Literal["escape", "first-lie", "for-once"]
"""Why a turned-up card is notable: a hand was avoided, or it was a seat's first lie or first true claim."""


class Lost(Rules[LostState, LostView]):
    """The rules of Lost Poker."""

    id: ClassVar[str] = "lost"
    name: ClassVar[str] = "Lost Poker"
    seats: ClassVar[tuple[int, int]] = (3, 4)
    has_elimination: ClassVar[bool] = True
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {"losts": ("3", "0", "1", "2", "4", "5")}
    has_open_end: ClassVar[bool] = True
    decisions: ClassVar[Mapping[str, str]] = {
        "void-lost": "A lost declared on the joker does not count against the limit, though one must be left "
        'to declare it (lost.md, section "On one\'s turn").',
        "pass": 'A seat passes only when nothing else is legal (lost.md, section "On one\'s turn").',
        "several-out": 'If several are to be eliminated at once, all of them are (lost.md, section "End").',
    }

    def family(self, options: Mapping[str, str]) -> Family:
        return NUMBERS

    def start(self, setup: Setup) -> LostState:
        nothing: CardsBySeat = ((),) * setup.seats
        return LostState(
            to_act=CHANCE,
            setup=setup,
            variant=Variant(int(setup.options["losts"])),
            first=setup.first,
            turn=setup.first,
            hands=nothing,
            laid=nothing,
            fields=nothing,
            piles=((),) * setup.seats,
            told=((0, 0),) * setup.seats,
        )

    # --- chance -----------------------------------------------------------------------------------

    def chance(self, state: LostState) -> ChanceRequest:
        return DEAL_ALL

    def step_chance(self, state: LostState, cards: tuple[Card, ...]) -> LostState:
        """Deal each seat an equal block of the cards, and put the remaining cards aside."""
        seats = state.setup.seats
        size = len(cards) // seats
        blocks = deal_blocks(cards, state.first, (size,) * seats)
        return replace(
            state,
            to_act=tuple(range(seats)),
            hands=tuple(map(STANDARD.sort, blocks)),
            aside=cards[size * seats :],
            news=(HandsDealt(state.first, size),),
        )

    # --- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state: LostState, seat: int) -> Sequence[Move]:
        hand = state.hands[seat]
        # The phases exclude each other: placing a card, answering, laying the first field, and a turn.
        if state.is_placing:
            return tuple(map(PLACES.__getitem__, hand))
        if state.play is not None:
            return ANSWERS if state.losts_left(seat) else JUDGEMENTS
        fields = state.fields
        face_up = fields[seat]
        if not face_up:
            return OpeningMoves(hand)
        others = targets = OTHERS[len(fields)][seat]
        if hand[-1] == JOKER:
            targets = tuple([other for other in others if not is_one_away(mask_of(fields[other]))])
        return TurnMoves(hand, face_up, others, targets, state.losts_left(seat) > 0)

    def step(self, state: LostState, seat: int, move: Move) -> LostState:
        return TRANSITIONS[type(move)](state, seat, move)

    parse_words = staticmethod(moves.parse_words)

    # --- knowledge and result ---------------------------------------------------------------------

    def public_view(self, state: LostState, common: Mapping[str, Any]) -> LostView:
        # Hidden cards are shown only when the game is over.
        is_over = state.to_act == OVER
        play = state.play
        return LostView(
            **common,
            first=state.first,
            turn=state.turn,
            limit=state.variant.losts,
            hand=(),
            laid=(),
            sizes=tuple(map(len, state.hands)),
            fields=state.fields,
            piles=state.piles if is_over else seen_piles(state.piles, None),
            play=play and Played(play.seat, play.target, play.claim, ""),
            is_placing=state.is_placing,
            told=state.told,
            joker_in=state.joker_in,
            log=state.log if is_over else visible_events(state.log, None),
            out=state.out,
            hands=state.hands if is_over else (),
            aside=state.aside if is_over else (),
        )

    def private_fields(self, state: LostState, seat: int) -> dict[str, object]:
        own: dict[str, object] = {"hand": state.hands[seat]}
        if state.laid[seat]:
            own["laid"] = state.laid[seat]
        if state.to_act != OVER:
            if any(state.piles):
                own["piles"] = seen_piles(state.piles, seat)
            # After the end the public view shows everything, so these fields are private only before.
            own["log"] = visible_events(state.log, seat)
            if state.play is not None and state.play.seat == seat:
                own["play"] = state.play
        return own

    def result(self, state: LostState) -> Result | None:
        if state.to_act != OVER:
            return None
        seats = range(state.setup.seats)
        others = all_but(seats, state.out)
        scores = [0.0] * len(seats)
        for seat in others:
            scores[seat] = 1.0
        return Result((others, state.out), tuple(scores))

    def secret(self, state: LostState, seat: int, move: Move) -> Secret | None:
        if isinstance(move, moves.Play):
            return Secret(f"play ? to {move.target} as {move.claim}", OUTCOMES)
        if isinstance(move, moves.DiscardFromHand):
            return Secret("lost hand ?", OUTCOMES)
        return super().secret(state, seat, move)

    def reveal_seconds(self, view: LostView) -> float:
        if view.out:
            return LAST_SECONDS
        reveal = find_reveal(view)
        if reveal is None and find_discard(view) is None:
            return 0.0
        if reveal is None or story_of(view, reveal) is None:
            return SHORT_SECONDS
        return STORY_SECONDS

    def panel_reveal_seconds(self, view: LostView) -> float:
        # The player of a discarded card learns what became of it as after a judgement.
        if find_discard(view) is not None:
            return PANEL_REVEAL_SECONDS
        return super().panel_reveal_seconds(view)

    def suspense_seconds(self, view: LostView) -> float:
        if isinstance(find_reveal(view), CardJudged):
            return SHORT_SUSPENSE
        return 0.0

    def claim(self, view: LostView) -> ClaimState:
        reveal = find_reveal(view)
        if reveal is not None:
            return "true" if is_true(reveal.card, reveal.claim) else "lie"
        if view.play is not None and not view.is_placing:
            return "open"
        return None

    def statistics(self, history: History[LostState], seats: int) -> tuple[dict[str, int], ...]:
        return count_bluffs(history, seats, _classify_move)

    def highlights(self, history: History[LostState], seat: int | None = None) -> tuple[Highlight, ...]:
        """Return the most remarkable bluffs and doubts of a game. A lie counts only if it was trusted."""
        # The history is read twice below.
        steps = list(history)
        believed: list[Highlight] = []
        for highlight in bluffs(steps, _classify_move):
            _, _, answer, _ = steps[highlight.last_move]
            if highlight.kind != BLUFF or answer == TRUST:
                believed.append(highlight)
        return greatest(believed, KINDS, seat)


def find_reveal(view: LostView) -> Reveal | None:
    """Return the event of the last move that turned a card up; ``None`` if there is none."""
    return next((event for event in view.news if isinstance(event, CardJudged | LostVoided)), None)


def find_discard(view: LostView) -> CardTaken | None:
    """Return the discard for which the last move has laid a card; ``None`` after other moves."""
    # A placed card begins no new log, so what became of the claim is the first event.
    if not any(isinstance(event, CardPlaced) for event in view.news):
        return None
    first = view.log[0]
    return first if isinstance(first, CardTaken) else None


def story_of(view: LostView, reveal: Reveal) -> Story | None:
    """Return why a turned-up card is notable; ``None`` if it is not."""
    if not isinstance(reveal, CardJudged):
        return None
    if reveal.is_right:
        if reveal.card != JOKER and find_hand(view.fields[reveal.target] + (reveal.card,)) is not None:
            return "escape"
        return None
    true, false = view.told[reveal.seat]
    # The counts include the claim just shown, so 1 means that it is the first of its kind.
    if true >= MANY_ALIKE and (false, is_true(reveal.card, reveal.claim)) == (1, False):
        return "first-lie"
    if false >= MANY_ALIKE and (true, is_true(reveal.card, reveal.claim)) == (1, True):
        return "for-once"
    return None


def _classify_move(
    before: LostState, seat: int, move: Move, after: LostState
) -> Claim | ClaimChallenge | None:
    if isinstance(move, moves.Play):
        is_near = is_one_away(mask_of(before.fields[move.target]))
        return Claim(not is_true(move.card, move.claim), 1.0 if is_near else 0.5)
    if move == DOUBT:
        waiting = before.waiting
        return ClaimChallenge(waiting.seat, not is_true(waiting.card, waiting.claim))
    return None
