"""The rules of Three Cards Trick Poker (trick3.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from games.core.cards import Card, Family
from games.core.errors import Refusal, SetupError
from games.core.events import find_event
from games.core.feats import Feat, greatest
from games.core.moves import ChanceRequest, Move
from games.core.results import Result
from games.core.rules import (
    CHANCE,
    OVER,
    PANEL_REVEAL_SECONDS,
    SHORT_SUSPENSE,
    SUSPENSE_SECONDS,
    History,
    Rules,
    Setup,
)
from games.core.seats import deal_blocks, rank_seats, replace_at
from games.core.words import Text
from games.trick3 import moves, transitions
from games.trick3.decks import DECKS, FAMILIES, HANDS, LENGTHS, MIN_CARDS, Deck, find_deck
from games.trick3.moves import FACE_DOWN, Expose, Fold, Hand, Play, Refill
from games.trick3.state import (
    AllFolded,
    Folded,
    GameEnded,
    HandsDealt,
    SeatCards,
    Showdown,
    Trick3State,
    Trick3View,
    Variant,
)

DEALS: Mapping[str, ChanceRequest] = {name: ChanceRequest("deal", deck.cards) for name, deck in DECKS.items()}

HAND_CARDS = 9
"""Number of cards in a seat's first hand, of which three are exposed. A seat's other cards form its stock."""

LEAST_SECONDS, MOST_SECONDS, SECONDS_PER_HAND = 3.0, 5.0, 0.5
"""How long the end of a battle is shown: least and most seconds, and seconds for each hand after the
second.
"""

HAND, HAUL, STEAL = KINDS = ("hand", "haul", "steal")
"""The kinds of feats: the best hand, the most cards won, and a win with a weak hand after all others
folded.
"""

STEPS: Mapping[type[Move], Callable[[Trick3State, int, Any], Trick3State]] = {
    Expose: transitions.expose,
    Play: transitions.play,
    Fold: transitions.fold,
    Refill: transitions.refill,
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
        "deck": ("auto", *DECKS),
        "end": ("M", "L", "S"),
        "games": tuple(str(count) for count in range(1, 11)),
    }
    decisions: ClassVar[Mapping[str, str]] = {
        "tesca": "TESCA's half flush, well mixed and black or white are read after mahjong's hands "
        "(games.trick3.hands, TESTS).",
        "neighbours": "Ranks are consecutive when they are neighbours in the deck; trump's ace is low and "
        "high, TESCA's ranks form a circle (games.trick3.hands, _rank_bits).",
        "next-game": "A later game is led by who would have led the next battle of the one before "
        "(games.trick3.transitions, _end_battle).",
        "way": "The first card played in a battle sets the way, whoever plays it "
        "(games.trick3.transitions, play).",
        "leave-after": "Who has played three cards leaves after the showdown, several in turn order "
        "(games.trick3.transitions, _showdown).",
        "shared": "Equal hands share all cards from the top of the canonical order, in turn order "
        "(games.trick3.transitions, _showdown).",
        "lead-gone": "When the next lead has left the game, the next seat clockwise leads "
        "(games.trick3.transitions, _end_battle).",
    }

    def family(self, options: Mapping[str, str]) -> Family:
        return FAMILIES[options["family"]]

    def families(self) -> tuple[Family, ...]:
        return tuple(FAMILIES.values())

    def has_effect(self, name: str, options: Mapping[str, str]) -> bool:
        """Return False for the option ``length`` if a deck is chosen by name; otherwise True."""
        return name != "length" or options["deck"] == "auto"

    def check_setup(self, setup: Setup) -> None:
        family, name = setup.options["family"], setup.options["deck"]
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

    # --- knowledge and result ---------------------------------------------------------------------------

    def public_view(self, state: Trick3State, common: Mapping[str, Any]) -> Trick3View:
        is_over = state.to_act == OVER
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
            exposed=tuple([side.exposed for side in state.sides]),
            played=_publicly_played(state),
            hidden=tuple([len(side.hidden) for side in state.sides]),
            stock=tuple([len(side.stock) for side in state.sides]),
            captured=tuple([side.captured for side in state.sides]),
            pot=state.pot,
            folded=state.folded,
            left=state.left,
            totals=state.totals,
            shown=state.shown,
            hands=tuple([side.hidden for side in state.remains]) if is_over else (),
            stocks=tuple([side.stock for side in state.remains]) if is_over else (),
        )

    def private_fields(self, state: Trick3State, seat: int) -> dict[str, object]:
        side = state.sides[seat]
        own: dict[str, object] = {"hand": side.hidden}
        if state.chosen:
            own["chosen"] = state.chosen[seat]
        if _hide_face_down(side.played, state.way) is not side.played:
            own["played"] = replace_at(_publicly_played(state), seat, side.played)
        return own

    def result(self, state: Trick3State) -> Result | None:
        if state.to_act != OVER:
            return None
        seats = len(state.sides)
        # With equal points, the seat that left earlier is better (trick3.md, section "Result").
        places = [state.left.index(seat) if seat in state.left else seats for seat in range(seats)]
        worth = {seat: (points, -places[seat]) for seat, points in enumerate(state.totals)}
        return Result(rank_seats(worth), tuple([float(points) for points in state.totals]))

    def provisional_result(self, state: Trick3State) -> Result:
        """Return the ranking by the points of the battles so far."""
        totals = tuple([float(points) for points in state.totals])
        return Result(rank_seats(dict(enumerate(totals))), totals)

    def moment_seconds(self, view: Trick3View) -> float:
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
        return PANEL_REVEAL_SECONDS if battle_end(view) is not None else 0.0

    def facts(self, history: History[Trick3State], seats: int) -> tuple[dict[str, int], ...]:
        """Return each seat's counters for statistics. A shared win counts as a win.

        Returns:
            ``battles``, ``battles_won``, ``folds``, ``best_hand`` (best winning hand), ``best_capture`` (most
            cards won at once).
        """
        names = ("battles", "battles_won", "folds", "best_hand", "best_capture")
        counts = [dict.fromkeys(names, 0) for _ in range(seats)]
        for before, _, _, after in history:
            for event in after.news:
                if isinstance(event, Folded):
                    counts[event.seat]["folds"] += 1
                elif isinstance(event, Showdown | AllFolded):
                    for seat in before.order:
                        counts[seat]["battles"] += 1
                    if isinstance(event, Showdown):
                        _count_winners(event, counts)
        return tuple(counts)

    def feats(self, history: History[Trick3State], seat: int | None = None) -> tuple[Feat, ...]:
        """Return up to three battles won: with the best hand, with the most cards, and by the best bluff."""
        return greatest(_battle_feats(history), KINDS, seat)


def _battle_feats(history: History[Trick3State]) -> Iterator[Feat]:
    first_move, battle = 0, (0, 0)
    for number, (before, _, _, after) in enumerate(history):
        # The first play of a battle marks its beginning.
        if before.phase == "play" and battle != (before.game, before.battle):
            first_move, battle = number, (before.game, before.battle)
        for event in after.news:
            if isinstance(event, Showdown):
                yield from _win_feats(event, DECKS[before.variant.deck], first_move, number)


def _win_feats(event: Showdown, deck: Deck, first_move: int, last_move: int) -> Iterator[Feat]:
    losers = [hand.seat for hand in event.hands if hand.seat not in event.winners]
    # A feat names an opponent only if there is exactly one.
    opponent = losers[0] if len(losers) == 1 else None
    for hand in event.hands:
        if hand.seat in event.winners:
            share = (deck.order.index(hand.hand) + 1) / len(deck.order)
            yield Feat(HAND, hand.seat, first_move, last_move, opponent, size=share)
            yield Feat(HAUL, hand.seat, first_move, last_move, opponent, size=event.each / len(deck.cards))
            if len(event.hands) == 1:
                yield Feat(STEAL, hand.seat, first_move, last_move, size=1 - share)


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


def _publicly_played(state: Trick3State) -> tuple[Hand, ...]:
    way = state.way
    return tuple([_hide_face_down(side.played, way) if side.played else () for side in state.sides])


def _hide_face_down(cards: Hand, way: str) -> Hand:
    # The face-down card becomes an empty string. Without one, the same tuple object is returned.
    down = FACE_DOWN.get(way, 0)
    return (*cards[: down - 1], "", *cards[down:]) if 0 < down <= len(cards) else cards
