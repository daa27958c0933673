"""The rules of Netsuzo Poker: moves, events, positions, and what each move does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from games.core.bluffs import Claim, ClaimChallenge, best_bluffs, count_bluffs
from games.core.cards import STANDARD, Card, CardGroup, own_card_groups
from games.core.errors import NotationError
from games.core.highlights import Highlight
from games.core.moves import CardMove, ChanceRequest, Move, Word, by_notation
from games.core.poker import natural_cards
from games.core.rules import (
    CHANCE,
    OVER,
    SHORT_SUSPENSE,
    SUSPENSE_SECONDS,
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
    active_seats,
    deal_blocks,
    find_event,
    last_out_first,
    next_active_seat,
    rank_seats,
    replace_at,
)
from games.netsuzo.hands import (
    BY_NOTATION,
    DECLARATION_ORDER,
    JOKER,
    KINDS,
    Declare,
    count_cards,
    deciding_cards,
    is_true,
)

# --- moves --------------------------------------------------------------------------------------------------
# The moves of Netsuzo Poker: declarations (``games.netsuzo.hands``), answers, discards.


class Accept(Word, frozen=True):
    """Believe the right neighbour's declaration and take over the hand."""

    notation: ClassVar[str] = "accept"


class Reject(Word, frozen=True):
    """Reject the right neighbour's declaration, so that the hand is shown."""

    notation: ClassVar[str] = "reject"


class Discard(CardMove, frozen=True):
    """Discard one card face down after accepting."""

    verb: ClassVar[str] = "discard"


ACCEPT = Accept()
REJECT = Reject()
DISCARDS: dict[Card, Discard] = {card: Discard(card) for card in STANDARD.cards}

_BY_WORDS = by_notation(chain(DECLARATION_ORDER.bids, (ACCEPT, REJECT), DISCARDS.values()))
"""Every move by its notation in lower case."""


def parse_words(words: list[str]) -> Move:
    """Return the declaration, answer or discard that words in lower case describe.

    Raises:
        NotationError: the words do not describe a move of this game.
    """
    move = _BY_WORDS.get(" ".join(words))
    if move is not None:
        return move
    if words[0] == "declare" and len(words) > 1 and words[1] in KINDS:
        example = next(bid for bid in reversed(DECLARATION_ORDER.bids) if bid.kind == words[1])
        raise NotationError(f"no five cards are exactly that hand; one that exists is '{example}'")
    raise NotationError(
        "a move is 'accept', 'reject', 'discard' and a card, or 'declare', a kind, and what belongs to it, "
        "as in 'declare pair 5 J'"
    )


# --- state --------------------------------------------------------------------------------------------------
# Events, positions and views of Netsuzo Poker (netsuzo.md, section "What is open").


class HandDealt(OpenEvent, frozen=True):
    """A hand began with four open cards. Seat ``starter`` declares first."""

    round: int
    starter: int
    open: tuple[Card, ...]


class Declared(OpenEvent, frozen=True):
    """A seat made a declaration."""

    seat: int
    declaration: str


class Accepted(Event, frozen=True):
    """A seat accepted a declaration and took the cards of the seat ``giver``. Only these two know the
    cards.
    """

    seat: int
    giver: int
    count: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: int | None) -> Accepted:
        """Return the event as a viewer may see it: with the cards only for the two seats involved."""
        if viewer == self.seat or viewer == self.giver:
            return self
        return Accepted(self.seat, self.giver, self.count, ())


class Drawn(OwnCardEvent, frozen=True):
    """A seat drew one card."""


class Discarded(OwnCardEvent, frozen=True):
    """A seat discarded one card face down."""


class Reshuffled(OpenEvent, frozen=True):
    """All discards became the new pile, because the old pile was empty."""

    count: int


class NothingToDraw(OpenEvent, frozen=True):
    """A seat drew no card, because both pile and discards were empty."""

    seat: int


class Showdown(OpenEvent, frozen=True):
    """A declaration was rejected, and the hand was shown."""

    declaration: str
    caller: int  # the declaring seat
    rejecter: int
    hand: tuple[Card, ...]  # the cards of ``caller``
    open: tuple[Card, ...]
    is_true: bool
    # The seat that lost a red chip. If that was ``caller``, ``rejecter`` gained a blue chip.
    loser: int


class Eliminated(OpenEvent, frozen=True):
    """A seat lost its last red chip and is out."""

    seat: int


# --- positions and views ---------------------------------------------------------------------------------


Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""One tuple of cards for each seat."""

Stage: TypeAlias = Literal["deal", "declare", "answer", "giver-draws", "discard", "taker-draws", "over"]
"""The stage of a hand. Chance acts at ``deal`` and, if the pile is empty, at the two draws."""


class Variant(msgspec.Struct, frozen=True):
    """The options of a table."""

    reds: int  # red chips (lives) of each seat at the start
    blues: int  # blue chips (points) that win
    # Whether five cards must make exactly the declared hand. Otherwise a better hand is enough.
    exact: bool


class NetsuzoState(State, frozen=True, kw_only=True):
    """A position of Netsuzo Poker."""

    variant: Variant
    stage: Stage
    reds: tuple[int, ...]  # red chips of each seat; a seat without any is out
    blues: tuple[int, ...]
    out: tuple[int, ...] = ()  # in order of elimination
    round: int = 1  # the number of the hand
    turn: int  # the seat that must declare, or that made the declaration to answer
    open: tuple[Card, ...] = ()  # the four face-up cards in the middle
    hands: Hands
    pile: tuple[Card, ...] = ()  # the draw pile, top card first
    discards: tuple[Card, ...] = ()  # in the order of discarding
    reshuffles: int = 0  # of this hand
    declared: tuple[tuple[int, Declare], ...] = ()  # the seat and declaration, of this hand
    passed: Hands  # all cards that each seat has passed on in this hand
    last_pass: Hands  # the cards that each seat passed on most recently in this hand
    tossed: Hands  # the cards that each seat has discarded in this hand, in order
    shown: Showdown | None = None

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return all cards in groups, with the seats that may see each group."""
        # After a showdown the declared hand is known to all seats.
        hands = own_card_groups(self.hands)
        if self.shown is not None and self.stage in ("deal", "over"):
            hands = replace_at(hands, self.shown.caller, CardGroup(self.shown.hand, None))
        return hands + (CardGroup(self.open, None), CardGroup(self.pile), CardGroup(self.discards))

    @property
    def last(self) -> Declare | None:
        """The declaration to beat or to answer; ``None`` before the first declaration."""
        return self.declared[-1][1] if self.declared else None


class NetsuzoView(View, frozen=True, kw_only=True):
    """The part of a position that one seat may know. Fields are named as in ``NetsuzoState``."""

    stage: Stage
    round: int
    turn: int
    reds: tuple[int, ...]
    blues: tuple[int, ...]
    out: tuple[int, ...]
    open: tuple[Card, ...]
    sizes: tuple[int, ...]  # number of cards in each hand
    pile: int  # number of cards in the draw pile
    discards: int  # number of discarded cards
    reshuffles: int
    declared: tuple[tuple[int, str], ...]
    shown: Showdown | None
    hand: tuple[Card, ...] = ()
    passed: tuple[Card, ...] = ()
    last_pass: tuple[Card, ...] = ()
    tossed: tuple[Card, ...] = ()
    # All hands; empty until the game is over.
    all_hands: Hands = ()
    # The draw pile; empty until the game is over.
    pile_cards: tuple[Card, ...] = ()
    # The discarded cards; empty until the game is over.
    discard_cards: tuple[Card, ...] = ()

    @property
    def last(self) -> Declare | None:
        """The declaration to beat or to answer; ``None`` before the first declaration."""
        return BY_NOTATION[self.declared[-1][1]] if self.declared else None

    @property
    def gone(self) -> tuple[int, ...]:
        """The eliminated seats."""
        return self.out


# --- transitions --------------------------------------------------------------------------------------------
# How each move changes the position: deal, declare, accept, discard, draw, reject.
#
# Source: netsuzo.md, section "A hand".

OPEN_CARDS = 4


def deal(state: NetsuzoState, cards: tuple[Card, ...]) -> NetsuzoState:
    """Start a hand: deal one card to each seat, lay four open, and make the rest the draw pile.

    Source: netsuzo.md, section "A hand", step 1.
    """
    # Eliminated seats get no card.
    sizes = [int(red > 0) for red in state.reds]
    dealt = sum(sizes)
    # The first cards go to the seats, the next ones to the middle, the rest to the pile.
    middle = cards[dealt : dealt + OPEN_CARDS]
    nothing: Hands = ((),) * len(sizes)
    return replace(
        state,
        to_act=(state.turn,),
        stage="declare",
        open=middle,
        hands=tuple(deal_blocks(cards, state.turn, sizes)),
        pile=cards[dealt + OPEN_CARDS :],
        discards=(),
        reshuffles=0,
        declared=(),
        passed=nothing,
        last_pass=nothing,
        tossed=nothing,
        news=(HandDealt(state.round, state.turn, middle),),
    )


def reshuffle(state: NetsuzoState, cards: tuple[Card, ...]) -> NetsuzoState:
    """Make the reshuffled discards the draw pile, and draw a card.

    Source: netsuzo.md, section "A hand", step 4.
    """
    fresh = replace(
        state, pile=cards, discards=(), reshuffles=state.reshuffles + 1, news=(Reshuffled(len(cards)),)
    )
    return _draw(fresh, next_active_seat(state.reds, state.turn))


def declare(state: NetsuzoState, seat: int, declaration: Declare) -> NetsuzoState:
    """Make a declaration, which the left neighbour must answer.

    Source: netsuzo.md, section "A hand", steps 2 and 3.
    """
    return replace(
        state,
        to_act=(next_active_seat(state.reds, seat),),
        stage="answer",
        declared=state.declared + ((seat, declaration),),
        news=(Declared(seat, str(declaration)),),
    )


def accept(state: NetsuzoState, taker: int) -> NetsuzoState:
    """Pass the hand to the left neighbour, and draw a card for the seat that passed it.

    Source: netsuzo.md, section "A hand", step 4.
    """
    # The giver remembers the cards that it passed on; they stay in its view.
    giver = state.turn
    cards = state.hands[giver]
    known = state.passed[giver]
    hands = list(state.hands)
    hands[giver] = ()
    hands[taker] = STANDARD.sort(hands[taker] + cards)
    passed = replace(
        state,
        stage="giver-draws",
        hands=tuple(hands),
        passed=replace_at(state.passed, giver, STANDARD.sort({*known, *cards}) if known else cards),
        last_pass=replace_at(state.last_pass, giver, cards),
        news=(Accepted(taker, giver, len(cards), cards),),
    )
    return _draw(passed, taker)


def discard(state: NetsuzoState, taker: int, card: Card) -> NetsuzoState:
    """Discard a card face down, and draw another one. The seat must then declare.

    Source: netsuzo.md, section "A hand", step 4.
    """
    tossed = replace(
        state,
        stage="taker-draws",
        hands=replace_at(state.hands, taker, tuple([held for held in state.hands[taker] if held != card])),
        discards=state.discards + (card,),
        tossed=replace_at(state.tossed, taker, state.tossed[taker] + (card,)),
        news=(Discarded(taker, card),),
    )
    return _draw(tossed, taker)


def _draw(state: NetsuzoState, taker: int) -> NetsuzoState:
    # An empty pile first needs a reshuffle by chance, unless there is nothing to reshuffle.
    pile = state.pile
    if not pile and state.discards:
        return replace(state, to_act=CHANCE)
    # First the giver draws, then the taker discards and draws.
    stage: Stage = "declare"
    drawer = taker
    if state.stage == "giver-draws":
        stage = "discard"
        drawer = state.turn
    hands = state.hands
    event: Event = NothingToDraw(drawer)
    if pile:
        event = Drawn(drawer, pile[0])
        hands = replace_at(hands, drawer, STANDARD.sort(hands[drawer] + (pile[0],)))
    # The turn passes to the taker with the taker's own draw.
    return replace(
        state,
        to_act=(taker,),
        stage=stage,
        turn=drawer,
        hands=hands,
        pile=pile[1:],
        news=state.news + (event,),
    )


class Chips(NamedTuple):
    """The chips of all seats after a showdown."""

    reds: tuple[int, ...]
    blues: tuple[int, ...]
    loser: int

    def is_end(self, rejecter: int, blues_to_win: int) -> bool:
        """True if the game is over: one seat has survived, or the rejecter has enough blue chips."""
        return len(self.reds) - self.reds.count(0) == 1 or self.blues[rejecter] >= blues_to_win


def chips_after(
    reds: tuple[int, ...], blues: tuple[int, ...], caller: int, rejecter: int, *, is_true: bool
) -> Chips:
    """Return the chips after a declaration of the seat ``caller`` was rejected.

    Source: netsuzo.md, section "A hand", step 5.
    """
    loser = rejecter if is_true else caller
    if not is_true:
        blues = replace_at(blues, rejecter, blues[rejecter] + 1)
    return Chips(replace_at(reds, loser, reds[loser] - 1), blues, loser)


def reject(state: NetsuzoState, rejecter: int) -> NetsuzoState:
    """Show the rejected hand, and move the chips.

    Source: netsuzo.md, sections "A hand" (steps 5 and 6) and "Result".
    """
    showdown = _showdown(state, rejecter)
    chips = chips_after(state.reds, state.blues, showdown.caller, rejecter, is_true=showdown.is_true)
    reds, blues, loser = chips
    news: tuple[Event, ...] = (showdown,)
    out = state.out
    if not reds[loser]:
        news = (showdown, Eliminated(loser))
        out = out + (loser,)
    after = replace(state, reds=reds, blues=blues, out=out, shown=showdown, news=news)
    if chips.is_end(rejecter, state.variant.blues):
        return replace(after, to_act=OVER, stage="over")
    # The loser begins the next hand, or the next seat if the loser is eliminated.
    turn = loser if reds[loser] else next_active_seat(reds, loser)
    return replace(after, to_act=CHANCE, stage="deal", round=state.round + 1, turn=turn)


def _showdown(state: NetsuzoState, rejecter: int) -> Showdown:
    caller, declaration = state.declared[-1]
    hand = state.hands[caller]
    true = is_true(declaration, count_cards(hand + state.open), exact=state.variant.exact)
    loser = rejecter if true else caller
    return Showdown(str(declaration), caller, rejecter, hand, state.open, true, loser)


# --- rules --------------------------------------------------------------------------------------------------
# The rules of Netsuzo Poker (netsuzo.md).

HIGHLIGHT_DECLARATIONS = 5
"""Number of declarations from which a hand counts as a long one."""

BOLD_KINDS = 4
"""Number of kinds above the true hand from which a lie counts as bold."""

LEAST_SECONDS = 3.0
MOST_SECONDS = 5.0
SECONDS_PER_CARD = 0.25
GREAT_SECONDS = 1.0
"""Seconds that a showdown is shown: the least, the most, the addition per card, and for a notable one."""

ANSWERS: tuple[Move, ...] = (ACCEPT, REJECT)
DEAL_ALL = ChanceRequest("deal", STANDARD.cards)


Story: TypeAlias = Literal["out", "five", "long", "bold", "joker"]
"""Why a showdown is notable.

- ``out``: a seat is out.
- ``five``: the declaration was a true five of a kind.
- ``long``: the hand had many declarations.
- ``bold``: the declaration was a bold lie.
- ``joker``: the declaration was true only with the joker.
"""


class Netsuzo(Rules[NetsuzoState, NetsuzoView]):
    """The rules of Netsuzo Poker."""

    id: ClassVar[str] = "netsuzo"
    name: ClassVar[str] = "Netsuzo Poker"
    seats: ClassVar[tuple[int, int]] = (3, 10)
    has_elimination: ClassVar[bool] = True
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "reds": ("2", "1", "3", "4", "5"),
        "blues": ("3", "1", "2", "4", "5"),
        "honesty": ("exact", "atleast"),
    }
    has_open_end: ClassVar[bool] = True
    decisions: ClassVar[Mapping[str, str]] = {
        "empty-pile": "When a draw finds the pile empty, all discards are shuffled into a new pile first; "
        'if there are none, nothing is drawn (netsuzo.md, section "A hand", step 4).',
        "starter-out": "If the player who should start the next hand is out, its left neighbour starts "
        '(netsuzo.md, section "A hand", step 6).',
    }

    def start(self, setup: Setup) -> NetsuzoState:
        options = setup.options
        variant = Variant(int(options["reds"]), int(options["blues"]), options["honesty"] == "exact")
        nothing: Hands = ((),) * setup.seats
        return NetsuzoState(
            to_act=CHANCE,
            setup=setup,
            variant=variant,
            stage="deal",
            reds=(variant.reds,) * setup.seats,
            blues=(0,) * setup.seats,
            turn=setup.first,
            hands=nothing,
            passed=nothing,
            last_pass=nothing,
            tossed=nothing,
        )

    # --- chance -----------------------------------------------------------------------------------

    def chance(self, state: NetsuzoState) -> ChanceRequest:
        if state.stage == "deal":
            return DEAL_ALL
        return ChanceRequest("reshuffle", STANDARD.sort(state.discards))

    def step_chance(self, state: NetsuzoState, cards: tuple[Card, ...]) -> NetsuzoState:
        if state.stage == "deal":
            return deal(state, cards)
        return reshuffle(state, cards)

    # --- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state: NetsuzoState, seat: int) -> Sequence[Move]:
        if state.stage == "declare":
            return DECLARATION_ORDER.bids_above(state.last)
        if state.stage == "discard":
            return tuple(map(DISCARDS.__getitem__, state.hands[seat]))
        if DECLARATION_ORDER.is_highest(state.declared[-1][1]):
            return ANSWERS[1:]
        return ANSWERS

    def step(self, state: NetsuzoState, seat: int, move: Move) -> NetsuzoState:
        if isinstance(move, Declare):
            return declare(state, seat, move)
        if isinstance(move, Discard):
            return discard(state, seat, move.card)
        if isinstance(move, Accept):
            return accept(state, seat)
        return reject(state, seat)

    parse_words = staticmethod(parse_words)

    # --- knowledge and result ---------------------------------------------------------------------

    def public_view(self, state: NetsuzoState, common: Mapping[str, Any]) -> NetsuzoView:
        view = NetsuzoView(
            **common,
            stage=state.stage,
            round=state.round,
            turn=state.turn,
            reds=state.reds,
            blues=state.blues,
            out=state.out,
            open=state.open,
            sizes=tuple(map(len, state.hands)),
            pile=len(state.pile),
            discards=len(state.discards),
            reshuffles=state.reshuffles,
            declared=tuple([(seat, str(declaration)) for seat, declaration in state.declared]),
            shown=state.shown,
        )
        # At the end all cards are shown.
        if state.to_act != OVER:
            return view
        return replace(view, all_hands=state.hands, pile_cards=state.pile, discard_cards=state.discards)

    def private_fields(self, state: NetsuzoState, seat: int) -> dict[str, object]:
        own: dict[str, object] = {"hand": state.hands[seat]}
        if state.passed[seat]:
            own["passed"] = state.passed[seat]
            own["last_pass"] = state.last_pass[seat]
        if state.tossed[seat]:
            own["tossed"] = state.tossed[seat]
        return own

    def result(self, state: NetsuzoState) -> Result | None:
        if state.to_act != OVER:
            return None
        alive = active_seats(state.reds)
        full = [seat for seat in alive if state.blues[seat] >= state.variant.blues]
        # A seat with enough blue chips wins before the last survivor does.
        winner = (full or alive)[0]
        alive.remove(winner)
        ranking = ((winner,),) + _rank_by_chips(state, alive) + last_out_first(state.out)
        return Result(ranking, tuple(map(float, state.blues)))

    def provisional_result(self, state: NetsuzoState) -> Result:
        """Return the ranking by blue chips, then by red chips, eliminated seats last."""
        ranking = _rank_by_chips(state, active_seats(state.reds)) + last_out_first(state.out)
        return Result(ranking, tuple(map(float, state.blues)))

    def secret(self, state: NetsuzoState, seat: int, move: Move) -> Secret | None:
        # The rest of the hand is shown to the seat that accepts it, or to all.
        if isinstance(move, Discard):
            return Secret("discard ?", (Accepted, Showdown))
        return None

    def reveal_seconds(self, view: NetsuzoView) -> float:
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return 0.0
        seconds = LEAST_SECONDS + SECONDS_PER_CARD * len(showdown.hand)
        if story_of(view, showdown) is not None:
            seconds += GREAT_SECONDS
        return min(MOST_SECONDS, seconds)

    def suspense_seconds(self, view: NetsuzoView) -> float:
        """Return the seconds for turning over the hand of a showdown; 0 without a showdown."""
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return 0.0
        if len(showdown.hand) > 1:
            return SUSPENSE_SECONDS
        return SHORT_SUSPENSE

    def claim(self, view: NetsuzoView) -> ClaimState:
        showdown = find_event(view.news, Showdown)
        if showdown is not None:
            return "true" if showdown.is_true else "lie"
        return "open" if view.stage == "answer" else None

    def statistics(self, history: History[NetsuzoState], seats: int) -> tuple[dict[str, int], ...]:
        return count_bluffs(history, seats, _classify_move)

    def highlights(self, history: History[NetsuzoState], seat: int | None = None) -> tuple[Highlight, ...]:
        return best_bluffs(history, _classify_move, seat)


def _classify_move(
    before: NetsuzoState, seat: int, move: Move, after: NetsuzoState
) -> Claim | ClaimChallenge | None:
    if isinstance(move, Declare):
        have = count_cards(before.hands[seat] + before.open)
        is_lie = not is_true(move, have, exact=before.variant.exact)
        return Claim(is_lie, DECLARATION_ORDER.relative_strength(move), DECLARATION_ORDER.index[move] + 1)
    if move == REJECT and after.shown is not None:
        return ClaimChallenge(after.shown.caller, not after.shown.is_true)
    return None


def _rank_by_chips(state: NetsuzoState, seats: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    # By blue chips, then by red chips.
    return rank_seats({seat: (state.blues[seat], state.reds[seat]) for seat in seats})


def story_of(view: NetsuzoView, showdown: Showdown) -> Story | None:
    """Return why a showdown is notable; ``None`` for an ordinary one."""
    declaration = BY_NOTATION[showdown.declaration]
    made, five = deciding_cards(declaration, showdown.hand + showdown.open)
    # The most important story comes first.
    if find_event(view.news, Eliminated) is not None:
        return "out"
    if showdown.is_true and made.kind == "five":
        return "five"
    if len(view.declared) >= HIGHLIGHT_DECLARATIONS:
        return "long"
    if not showdown.is_true and KINDS.index(declaration.kind) - KINDS.index(made.kind) >= BOLD_KINDS:
        return "bold"
    if not showdown.is_true or JOKER not in five:
        return None
    # Did the joker decide? The declaration would have been false without it.
    cards = natural_cards(showdown.hand + showdown.open)
    is_exact = view.options["honesty"] == "exact"
    # Fewer than five cards make no hand.
    if len(cards) >= 5 and is_true(declaration, count_cards(cards), exact=is_exact):
        return None
    return "joker"
