"""The rules of Three Cards Trick Poker: positions, and what each move does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import starmap
from operator import add, sub
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from games.core.cards import Card, CardGroup, Family, all_but, own_card_groups, without
from games.core.errors import Refusal, SetupError
from games.core.highlights import Highlight, greatest
from games.core.moves import ChanceRequest, Move
from games.core.rules import (
    CHANCE,
    OVER,
    PANEL_REVEAL_SECONDS,
    SHORT_SUSPENSE,
    SUSPENSE_SECONDS,
    Event,
    History,
    Result,
    Rules,
    Secret,
    Setup,
    State,
    View,
    clockwise,
    deal_blocks,
    find_event,
    rank_seats,
    replace_at,
    zero_counters,
)
from games.core.words import Text
from games.trick3 import moves
from games.trick3.hands import DECKS, FAMILIES, HANDS, LENGTHS, MIN_CARDS, Deck, classifier, find_deck
from games.trick3.moves import (
    EXPOSED,
    FACE_DOWN,
    HIDDEN,
    AllFolded,
    CardPlayed,
    Expose,
    ExposedChosen,
    Fold,
    Folded,
    GameEnded,
    GameLeft,
    Hand,
    HandFilled,
    HandsDealt,
    HandsExposed,
    Play,
    Refill,
    Refilled,
    Showdown,
    ShownHand,
)
from games.trick3.sides import SeatCards, hide_face_down, piles_of, public_piles

# --- state --------------------------------------------------------------------------------------------------
# Positions and views of Three Cards Trick Poker.
#
# Source: trick3.md, section "What is open".


Phase: TypeAlias = Literal["deal", "expose", "play", "refill", "over"]
"""What must be done next: deal (by chance), expose cards, play or fold, or refill; ``over`` after the
match.
"""


class Variant(msgspec.Struct, frozen=True):
    """The options of a table. ``deck`` is the name of the deck in play."""

    deck: str
    family: str
    end: str
    games: int


class Trick3State(State, frozen=True, kw_only=True):
    """A position of Three Cards Trick Poker.

    Args:
        lead: the seat that leads this battle, or will lead the first battle of the next game.
        way: how the first card of the battle lies, ``up`` or ``down``; empty until it is played.
        remains: the cards of each seat at the end of the last finished game, before uncaptured cards were
            shared out.
    """

    variant: Variant
    phase: Phase  # kind of decision of the seats in ``to_act``
    sides: tuple[SeatCards, ...]  # in the phase ``expose``, ``hidden`` has all nine cards of a hand
    pot: Hand = ()  # the cards in the middle
    chosen: tuple[Hand, ...] = ()  # in the phase ``expose``; empty for a seat that has not chosen yet
    game: int = 0  # number of the game in the match, from 1; 0 before the first deal
    battle: int = 0  # number of the battle in the game, from 1; 0 before the first
    lead: int
    order: tuple[int, ...] = ()  # the seats of this battle, in turn order
    round: int = 1  # 1 to 3
    way: str = ""
    folded: tuple[int, ...] = ()  # the seats that have dropped out of this battle, in order
    left: tuple[int, ...] = ()  # the seats that left this game, in order
    totals: tuple[int, ...]  # the points of each seat in the finished games
    remains: tuple[SeatCards, ...] = ()
    shown: Showdown | None = None  # the most recent showdown of this game

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return all hands, stocks and other piles, each group with the seats that may see it."""
        # The index of the face-down card among the played ones; 3 (no card) while the way is unknown.
        down = FACE_DOWN.get(self.way, 4) - 1
        hidden = []
        face_up = []
        for side in self.sides:
            hidden.append((side.hidden, side.played[down : down + 1]))
            face_up.append((side.played[:down], side.played[down + 1 :], side.exposed, side.captured))
        stocks = piles_of(self.sides, "stock")
        return own_card_groups(hidden) + (CardGroup(stocks), CardGroup((face_up, self.pot), None))


class Trick3View(View, frozen=True, kw_only=True):
    """The part of a position that one seat may know. Most fields are those of ``Trick3State``.

    Args:
        chosen: the cards that the viewer has chosen to expose, while other seats still choose.
        played: the cards of each seat in the order played. Face-down cards of other seats are empty strings.
        hidden, stock: for each seat, the number of cards in its hidden hand, and in its stock.
        hands, stocks: each seat's hidden hand and stock at the end of the match; empty until then.
    """

    phase: Phase
    deck: str
    number: int  # number of the game in the match, from 1
    battle: int
    lead: int
    order: tuple[int, ...]
    round: int
    way: str
    hand: Hand  # the viewer's hidden hand; in the phase ``expose`` all nine cards
    chosen: Hand
    exposed: tuple[Hand, ...]
    played: tuple[Hand, ...]
    hidden: tuple[int, ...]
    stock: tuple[int, ...]
    captured: tuple[Hand, ...]
    pot: Hand
    folded: tuple[int, ...]
    left: tuple[int, ...]
    totals: tuple[int, ...]
    shown: Showdown | None
    hands: tuple[Hand, ...]
    stocks: tuple[Hand, ...]

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats that left the last game of the match; empty in earlier games."""
        # Seats that left an earlier game come back in the next one.
        if self.number == int(self.options["games"]):
            return self.left
        return ()

    @property
    def settled_seats(self) -> tuple[int, ...]:
        """Always empty, since no place in the ranking is final before the match ends."""
        return ()


# --- transitions --------------------------------------------------------------------------------------------
# The functions that carry out moves: each returns the next position, with the events of the move as its
# news.
#
# Source: trick3.md, section "A battle".

# --- moves of players -----------------------------------------------------------------------------------


def expose(state: Trick3State, seat: int, move: Expose) -> Trick3State:
    """Return the position after a seat chooses its first exposed (face-up) hand.

    After the last choice all hands are shown, and the first battle begins.
    """
    event = ExposedChosen(seat)
    chosen = replace_at(state.chosen, seat, move.cards)
    # Choices stay secret until every seat has chosen.
    waiting = tuple([other for other, cards in enumerate(chosen) if not cards])
    if waiting:
        return replace(state, to_act=waiting, chosen=chosen, news=(event,))
    sides = []
    for side, cards in zip(state.sides, chosen, strict=True):
        sides.append(SeatCards(without(side.hidden, cards), cards, side.stock))
    after = replace(state, sides=tuple(sides), chosen=(), news=(event, HandsExposed(chosen)))
    return _begin_battle(after, state.lead)


def play(state: Trick3State, seat: int, move: Play) -> Trick3State:
    """Return the position after a seat plays a card.

    In round 2 the card comes from the exposed hand, otherwise from the hidden hand.
    """
    card = move.card
    way = move.way or state.way
    side = state.sides[seat]
    hidden = side.hidden
    exposed = side.exposed
    if state.round == 2:
        exposed = without(exposed, (card,))
    else:
        hidden = without(hidden, (card,))
    side = SeatCards(hidden, exposed, side.stock, side.played + (card,), side.captured)
    sides = replace_at(state.sides, seat, side)
    news = (CardPlayed(seat, card, state.round, way),)
    return _begin_refill_or_next_turn(replace(state, sides=sides, way=way, news=news), seat)


def fold(state: Trick3State, seat: int, move: Fold) -> Trick3State:
    """Return the position after a fold. The card that it costs is taken from the exposed hand if possible."""
    card = move.card
    side = state.sides[seat]
    if card in side.exposed:
        side = replace(side, exposed=without(side.exposed, (card,)))
    elif card:
        side = replace(side, hidden=without(side.hidden, (card,)))
    return _withdraw(state, seat, side, card)


def refill(state: Trick3State, seat: int, move: Refill) -> Trick3State:
    """Return the position after a refill: hidden cards are exposed, then cards are drawn.

    If the hidden hand has no cards left, it is filled automatically.
    """
    cards = move.cards
    draw = move.draw
    news = (Refilled(seat, cards, draw),)
    # Nothing moves, so the next seat is on turn at once.
    if not cards and not draw:
        return _next_turn(replace(state, news=news), seat)
    side = state.sides[seat]
    hidden = side.hidden
    exposed = side.exposed
    stock = side.stock
    sort = FAMILIES[state.variant.family].sort
    if cards:
        hidden = without(hidden, cards)
        exposed = sort(exposed + cards) if exposed else cards
    if draw:
        hidden = sort(hidden + stock[:draw])
        stock = stock[draw:]
    side = SeatCards(hidden, exposed, stock, side.played, side.captured)
    refilled = replace(state, sides=replace_at(state.sides, seat, side), news=news)
    if not hidden:
        refilled = _fill_hidden_hand(refilled, seat)
    return _next_turn(refilled, seat)


# --- a turn ---------------------------------------------------------------------------------------------


def _withdraw(
    state: Trick3State, seat: int, side: SeatCards, penalty: Card = "", is_forced: bool = False
) -> Trick3State:
    # ``side`` no longer has the penalty, which is empty if folding costs no card.
    # A fold is forced if the seat has no exposed card in round 2.
    played = side.played
    pot = state.pot + played
    if penalty:
        pot = pot + (penalty,)
    if played:
        side = replace(side, played=())
    news: tuple[Event, ...] = (Folded(seat, played, penalty, is_forced),)
    # A forced fold comes with the move that began the turn.
    if is_forced:
        news = state.news + news
    folded = replace(
        state,
        sides=replace_at(state.sides, seat, side),
        pot=pot,
        folded=state.folded + (seat,),
        news=news,
    )
    return _begin_refill_or_next_turn(folded, seat)


def _begin_refill_or_next_turn(state: Trick3State, seat: int) -> Trick3State:
    side = state.sides[seat]
    if not side.hidden:
        state = _fill_hidden_hand(state, seat)
        side = state.sides[seat]
    if side.hidden and (len(side.exposed) < EXPOSED or (side.stock and len(side.hidden) < HIDDEN)):
        return replace(state, phase="refill", to_act=(seat,))
    return _next_turn(state, seat)


def _fill_hidden_hand(state: Trick3State, seat: int) -> Trick3State:
    # A seat without stock leaves the game.
    side = state.sides[seat]
    if side.stock:
        hidden = FAMILIES[state.variant.family].sort(side.stock[:HIDDEN])
        side = replace(side, hidden=hidden, stock=side.stock[HIDDEN:])
        event = HandFilled(seat, len(hidden))
        return replace(state, sides=replace_at(state.sides, seat, side), news=state.news + (event,))
    # A seat that waits for a showdown leaves afterwards.
    if len(side.played) == 3:
        return state
    if seat in state.folded:
        folded = state.folded
    else:
        folded = state.folded + (seat,)
    return _remove_seat(replace(state, folded=folded), seat)


def _remove_seat(state: Trick3State, seat: int) -> Trick3State:
    # The remaining cards go to the pot.
    side = state.sides[seat]
    cards = side.played + side.exposed
    return replace(
        state,
        sides=replace_at(state.sides, seat, SeatCards(captured=side.captured)),
        pot=state.pot + cards,
        left=state.left + (seat,),
        news=state.news + (GameLeft(seat, cards),),
    )


def _next_turn(state: Trick3State, seat: int) -> Trick3State:
    order = state.order
    folded = state.folded
    for other in order[order.index(seat) + 1 :]:
        if other not in folded:
            return _begin_turn(state, other, state.round)
    if len(folded) == len(order):
        last = folded[-1]
        return _end_battle(replace(state, news=state.news + (AllFolded(state.battle, last),)), last)
    # Every seat has acted in this round.
    active = all_but(order, folded)
    if state.round == 3:
        return _showdown(state, active)
    return _begin_turn(state, active[0], state.round + 1)


def _begin_turn(state: Trick3State, seat: int, round_: int) -> Trick3State:
    side = state.sides[seat]
    # Round 2 is played from the exposed hand: a seat without exposed cards must fold.
    if round_ == 2 and not side.exposed:
        return _withdraw(replace(state, round=round_), seat, side, is_forced=True)
    return replace(state, phase="play", to_act=(seat,), round=round_)


# --- battles --------------------------------------------------------------------------------------------


def _begin_battle(state: Trick3State, lead: int) -> Trick3State:
    return replace(
        state,
        phase="play",
        to_act=(lead,),
        battle=state.battle + 1,
        lead=lead,
        order=all_but(clockwise(lead, len(state.sides)), state.left),
        round=1,
        way="",
        folded=(),
    )


def winners_among(seats: Sequence[int], strengths: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that win a showdown, given the strengths of their hands."""
    best = max(strengths)
    # A strength of 0 is no hand, and wins nothing.
    if best == 0:
        return ()
    return tuple([seat for seat, strength in zip(seats, strengths, strict=True) if strength == best])


def _showdown(state: Trick3State, active: tuple[int, ...]) -> Trick3State:
    # trick3.md, section "Showdown".
    # Compare the hands and share the pot and all played cards among the winners.
    judge = classifier(state.variant.deck)
    sides = list(state.sides)
    played = [sides[seat].played for seat in active]
    strengths = list(starmap(judge.strength, played))
    winners = winners_among(active, strengths)
    won = list(state.pot)
    for three in played:
        won += three
    cards = FAMILIES[state.variant.family].sort(won)
    each = len(cards) // len(winners) if winners else 0
    for seat in active:
        side = sides[seat]
        captured = side.captured
        if seat in winners:
            captured = captured + cards[:each]
            cards = cards[each:]
        sides[seat] = SeatCards(side.hidden, side.exposed, side.stock, (), captured)
    hands = tuple(map(ShownHand, active, played, map(judge.name, strengths)))
    event = Showdown(state.battle, hands, winners, each, len(cards))
    state = replace(state, sides=tuple(sides), pot=cards, shown=event, news=state.news + (event,))
    # Seats without hidden cards and stock leave the game before the next battle.
    for seat in active:
        if not (sides[seat].hidden or sides[seat].stock):
            state = _remove_seat(state, seat)
    return _end_battle(state, winners[0] if winners else active[0])


def _end_battle(state: Trick3State, lead: int) -> Trick3State:
    seats = len(state.sides)
    gone = state.left
    if len(gone) == seats:
        # All seats have left: the seat after the lead of this battle leads the next game.
        lead = (state.lead + 1) % seats
    else:
        # If the lead has left the game, the next seat clockwise leads.
        while lead in gone:
            lead = (lead + 1) % seats
    if _is_ended(state):
        return _end_game(state, lead)
    return _begin_battle(state, lead)


def _is_ended(state: Trick3State) -> bool:
    seats = len(state.sides)
    gone = len(state.left)
    match state.variant.end:
        case "L":
            return gone >= seats - 1
        case "M":
            return 2 * gone >= seats
    return gone > 0


def _end_game(state: Trick3State, lead: int) -> Trick3State:
    sides = state.sides
    pot = state.pot
    if state.variant.end != "S":
        sides, pot = _share_uncaptured_cards(state)
    points = tuple(map(len, piles_of(sides, "captured")))
    # The shares are what a seat has gained since the last battle.
    shares = tuple(map(sub, points, map(len, piles_of(state.sides, "captured"))))
    totals = tuple(map(add, state.totals, points))
    event = GameEnded(state.game, points, shares, totals)
    after = replace(
        state,
        remains=state.sides,
        sides=sides,
        pot=pot,
        lead=lead,
        totals=totals,
        news=state.news + (event,),
    )
    if state.game == state.variant.games:
        return replace(after, phase="over", to_act=OVER)
    return replace(after, phase="deal", to_act=CHANCE)


def _share_uncaptured_cards(state: Trick3State) -> tuple[tuple[SeatCards, ...], Hand]:
    # The seats that left the game share them, in canonical order. The cards left over are returned, too.
    uncaptured = list(state.pot)
    for side in state.sides:
        uncaptured += side.hidden + side.exposed + side.stock
    cards = FAMILIES[state.variant.family].sort(uncaptured)
    each, rest = divmod(len(cards), len(state.left))
    sides = [SeatCards(captured=side.captured) for side in state.sides]
    for place, seat in enumerate(state.left):
        # Cards that cannot be shared equally go to the seats that left first.
        size = each + (place < rest)
        sides[seat] = SeatCards(captured=sides[seat].captured + cards[:size])
        cards = cards[size:]
    return tuple(sides), cards


# --- rules --------------------------------------------------------------------------------------------------
# The rules of Three Cards Trick Poker (trick3.md).

DEALS: Mapping[str, ChanceRequest] = {name: ChanceRequest("deal", deck.cards) for name, deck in DECKS.items()}

HAND_CARDS = 9
"""Number of cards in a seat's first hand, of which three are exposed. A seat's other cards form its stock."""

LEAST_SECONDS = 3.0
MOST_SECONDS = 5.0
SECONDS_PER_HAND = 0.5
"""How long the end of a battle is shown: least and most seconds, and seconds for each hand after the
second.
"""

HAND, HAUL, STEAL = KINDS = ("hand", "haul", "steal")
"""The kinds of highlights: the best hand, the most cards won, and a win with a weak hand after all others
folded.
"""

STEPS: Mapping[type[Move], Callable[[Trick3State, int, Any], Trick3State]] = {
    Expose: expose,
    Play: play,
    Fold: fold,
    Refill: refill,
}
"""The function that carries out each kind of move."""


def _setup_error(code: str, sentence: str, setup: Setup) -> SetupError:
    names = ("family", "length", "deck")
    chosen = {name: Text(f"trick3-option-{name}-{setup.options[name]}") for name in names}
    return SetupError(sentence, Refusal(code, sentence, {**chosen, "seats": setup.seats, "least": MIN_CARDS}))


class Trick3(Rules[Trick3State, Trick3View]):
    """The rules of Three Cards Trick Poker."""

    id: ClassVar[str] = "trick3"
    name: ClassVar[str] = "Three Cards Trick Poker"
    seats: ClassVar[tuple[int, int]] = (2, 8)
    has_elimination: ClassVar[bool] = True
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "family": tuple(FAMILIES),
        "length": ("long", "mid", "short"),
        "deck": ("auto",) + tuple(DECKS),
        "end": ("M", "L", "S"),
        "games": tuple(map(str, range(1, 11))),
    }
    decisions: ClassVar[Mapping[str, str]] = {
        "tesca": "TESCA's half flush, well mixed and black or white are read after mahjong's hands "
        "(games.trick3.hands, TESTS).",
        "neighbours": "Ranks are consecutive when they are neighbours in the deck; trump's ace is low and "
        "high, TESCA's ranks form a circle (games.trick3.hands, _rank_bits).",
        "next-game": "A later game is led by who would have led the next battle of the one before "
        "(games.trick3.rules, _end_battle).",
        "way": "The first card played in a battle sets the way, whoever plays it (games.trick3.rules, play).",
        "leave-after": "Who has played three cards leaves after the showdown, several in turn order "
        "(games.trick3.rules, _showdown).",
        "shared": "Equal hands share all cards from the top of the canonical order, in turn order "
        "(games.trick3.rules, _showdown).",
        "lead-gone": "When the next lead has left the game, the next seat clockwise leads "
        "(games.trick3.rules, _end_battle).",
    }

    def family(self, options: Mapping[str, str]) -> Family:
        return FAMILIES[options["family"]]

    def families(self) -> tuple[Family, ...]:
        return tuple(FAMILIES.values())

    def has_effect(self, name: str, options: Mapping[str, str]) -> bool:
        """Return False for the option ``length`` if a deck is chosen by name; otherwise True."""
        return name != "length" or options["deck"] == "auto"

    def check_setup(self, setup: Setup) -> None:
        family = setup.options["family"]
        name = setup.options["deck"]
        if name == "auto":
            length = setup.options["length"]
            if length not in LENGTHS[family]:
                raise _setup_error(
                    "length", f"length {length} exists for trump only, not for {family}", setup
                )
            return
        deck = DECKS[name]
        if deck.family != family:
            raise _setup_error("family", f"deck {name} is of the family {deck.family}, not {family}", setup)
        if len(deck.cards) < MIN_CARDS * setup.seats:
            few = f"deck {name} has only {len(deck.cards)} cards; {setup.seats} seats need {MIN_CARDS} each"
            raise _setup_error("size", few, setup)

    def start(self, setup: Setup) -> Trick3State:
        options = setup.options
        deck = find_deck(setup.seats, options)
        variant = Variant(deck.name, deck.family, options["end"], int(options["games"]))
        return Trick3State(
            to_act=CHANCE,
            setup=setup,
            phase="deal",
            variant=variant,
            sides=(SeatCards(),) * setup.seats,
            lead=setup.first,
            game=0,
            totals=(0,) * setup.seats,
        )

    # --- chance -----------------------------------------------------------------------------------------

    def chance(self, state: Trick3State) -> ChanceRequest:
        return DEALS[state.variant.deck]

    def step_chance(self, state: Trick3State, cards: tuple[Card, ...]) -> Trick3State:
        seats = len(state.sides)
        each = len(cards) // seats
        pot = cards[seats * each :]
        sort = FAMILIES[state.variant.family].sort
        # The first cards of a block are the hand, the rest is the stock, in order.
        blocks = deal_blocks(cards, state.lead, (each,) * seats)
        return Trick3State(
            to_act=tuple(range(seats)),
            phase="expose",
            news=(HandsDealt(state.game + 1, state.lead, each, pot),),
            setup=state.setup,
            variant=state.variant,
            sides=tuple([SeatCards(sort(block[:HAND_CARDS]), (), block[HAND_CARDS:]) for block in blocks]),
            pot=pot,
            chosen=((),) * seats,
            game=state.game + 1,
            lead=state.lead,
            totals=state.totals,
        )

    # --- moves ------------------------------------------------------------------------------------------

    def legal_moves(self, state: Trick3State, seat: int) -> Sequence[Move]:
        side = state.sides[seat]
        if state.phase == "refill":
            return moves.legal_refills(side.hidden, len(side.exposed), len(side.stock))
        if state.phase == "play":
            return moves.legal_plays(side.hidden, side.exposed, state.round, state.way)
        return moves.ExposeMoves(side.hidden)

    def step(self, state: Trick3State, seat: int, move: Move) -> Trick3State:
        return STEPS[type(move)](state, seat, move)

    parse_words = staticmethod(moves.parse_words)

    def drawn(
        self, before: Trick3State, after: Trick3State, seat: int, so_far: tuple[Card, ...]
    ) -> tuple[Card, ...]:
        stock = before.sides[seat].stock
        cards = stock[: len(stock) - len(after.sides[seat].stock)]
        # A refill belongs to the turn of the card played before it.
        return so_far + cards if before.phase == "refill" else cards

    # --- knowledge and result ---------------------------------------------------------------------------

    def public_view(self, state: Trick3State, common: Mapping[str, Any]) -> Trick3View:
        # Hidden hands and stocks are shown when the match is over.
        hands: tuple[Hand, ...] = ()
        stocks: tuple[Hand, ...] = ()
        if state.to_act == OVER:
            hands = piles_of(state.remains, "hidden")
            stocks = piles_of(state.remains, "stock")
        piles = public_piles(state.sides, state.way)
        # A hand is not counted down by a choice that the others must not know of.
        return Trick3View(
            **common,
            phase=state.phase,
            deck=state.variant.deck,
            number=state.game,
            battle=state.battle,
            lead=state.lead,
            order=state.order,
            round=state.round,
            way=state.way,
            hand=(),
            chosen=(),
            exposed=piles.exposed,
            played=piles.played,
            hidden=piles.hidden,
            stock=piles.stock,
            captured=piles.captured,
            pot=state.pot,
            folded=state.folded,
            left=state.left,
            totals=state.totals,
            shown=state.shown,
            hands=hands,
            stocks=stocks,
        )

    def private_fields(self, state: Trick3State, seat: int) -> dict[str, object]:
        side = state.sides[seat]
        own: dict[str, object] = {"hand": side.hidden}
        if state.chosen:
            own["chosen"] = state.chosen[seat]
        if hide_face_down(side.played, state.way) is not side.played:
            played = [hide_face_down(each.played, state.way) for each in state.sides]
            played[seat] = side.played
            own["played"] = tuple(played)
        return own

    def result(self, state: Trick3State) -> Result | None:
        if state.to_act != OVER:
            return None
        seats = len(state.sides)
        # With equal points, the seat that left earlier is better (trick3.md, section "Result").
        places = [seats] * seats
        for place, seat in enumerate(state.left):
            places[seat] = place
        worth = {seat: (points, -places[seat]) for seat, points in enumerate(state.totals)}
        return Result(rank_seats(worth), tuple(map(float, state.totals)))

    def provisional_result(self, state: Trick3State) -> Result:
        """Return the ranking by the points of the battles so far."""
        totals = tuple(map(float, state.totals))
        return Result(rank_seats(dict(enumerate(totals))), totals)

    def secret(self, state: Trick3State, seat: int, move: Move) -> Secret | None:
        if not isinstance(move, moves.Play):
            return super().secret(state, seat, move)
        way = state.way or move.way
        is_hidden = moves.is_face_down(state.round, way)
        if is_hidden:
            return Secret(f"play ? {move.way}", (moves.Showdown, moves.Folded))
        return None

    def reveal_seconds(self, view: Trick3View) -> float:
        end = battle_end(view)
        if end is None:
            return 0.0
        if isinstance(end, AllFolded):
            return LEAST_SECONDS
        if find_event(view.news, GameEnded) is not None:
            return MOST_SECONDS
        return min(MOST_SECONDS, LEAST_SECONDS + SECONDS_PER_HAND * max(0, len(end.hands) - 2))

    def suspense_seconds(self, view: Trick3View) -> float:
        """Return the seconds for which the hands lie face down before a showdown."""
        end = battle_end(view)
        if not isinstance(end, Showdown):
            return 0.0
        return SUSPENSE_SECONDS if len(end.hands) > 1 else SHORT_SUSPENSE

    def panel_reveal_seconds(self, view: Trick3View) -> float:
        if battle_end(view) is not None:
            return PANEL_REVEAL_SECONDS
        return 0.0

    def statistics(self, history: History[Trick3State], seats: int) -> tuple[dict[str, int], ...]:
        """Return each seat's counters for statistics. A shared win counts as a win.

        Returns:
            ``battles``, ``battles_won``, ``folds``, ``best_hand`` (best winning hand), ``best_capture`` (most
            cards won at once).
        """
        names = ("battles", "battles_won", "folds", "best_hand", "best_capture")
        counts = zero_counters(names, seats)
        for before, _, _, after in history:
            for event in after.news:
                if isinstance(event, Folded):
                    counts[event.seat]["folds"] += 1
                elif isinstance(event, Showdown | AllFolded):
                    for seat in before.order:
                        counts[seat]["battles"] += 1
                    if isinstance(event, Showdown):
                        _count_winners(event, counts)
        return counts

    def highlights(self, history: History[Trick3State], seat: int | None = None) -> tuple[Highlight, ...]:
        """Return up to three battles won: with the best hand, with the most cards, and by the best bluff."""
        return greatest(_battle_highlights(history), KINDS, seat)


def _battle_highlights(history: History[Trick3State]) -> Iterator[Highlight]:
    first_move = 0
    battle = (0, 0)
    for number, (before, _, _, after) in enumerate(history):
        # The first play of a battle marks its beginning.
        if before.phase == "play" and battle != (before.game, before.battle):
            first_move = number
            battle = (before.game, before.battle)
        for event in after.news:
            if isinstance(event, Showdown):
                yield from _win_highlights(event, DECKS[before.variant.deck], first_move, number)


def _win_highlights(event: Showdown, deck: Deck, first_move: int, last_move: int) -> Iterator[Highlight]:
    losers = [hand.seat for hand in event.hands if hand.seat not in event.winners]
    # A highlight names an opponent only if there is exactly one.
    opponent = losers[0] if len(losers) == 1 else None
    for hand in event.hands:
        if hand.seat in event.winners:
            share = (deck.order.index(hand.hand) + 1) / len(deck.order)
            yield Highlight(HAND, hand.seat, first_move, last_move, opponent, size=share)
            yield Highlight(
                HAUL, hand.seat, first_move, last_move, opponent, size=event.each / len(deck.cards)
            )
            if len(event.hands) == 1:
                yield Highlight(STEAL, hand.seat, first_move, last_move, size=1 - share)


def battle_end(view: Trick3View) -> Showdown | AllFolded | None:
    """Return the event that ended a battle in the last move; ``None`` if no battle ended."""
    return next((event for event in view.news if isinstance(event, Showdown | AllFolded)), None)


def _count_winners(event: Showdown, counts: Sequence[dict[str, int]]) -> None:
    for hand in event.hands:
        if hand.seat in event.winners:
            count = counts[hand.seat]
            count["battles_won"] += 1
            count["best_hand"] = max(count["best_hand"], HANDS.index(hand.hand) + 1)
            count["best_capture"] = max(count["best_capture"], event.each)
