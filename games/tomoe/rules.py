"""The rules of Tomoefuda: moves, events, positions, and what each move does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from games.core.cards import TOMOE, Card, CardGroup, Family, all_but, own_card_groups, without
from games.core.errors import NotationError
from games.core.highlights import Highlight, greatest
from games.core.moves import CardMove, ChanceRequest, Move, shorten
from games.core.rules import (
    CHANCE,
    OVER,
    PANEL_REVEAL_SECONDS,
    SHORT_SUSPENSE,
    History,
    OpenEvent,
    Result,
    Rules,
    Setup,
    State,
    View,
    deal_blocks,
    find_event,
    rank_seats,
    replace_at,
    zero_counters,
)

# --- tricks -------------------------------------------------------------------------------------------------
# The suits of Tomoefuda and their pairs, the cards that may be played, and the winner of a trick.
#
# Source: tomoe.md, sections "Material" to "Score and end".

SEATS = 3

DECKS: dict[str, tuple[Card, ...]] = {
    "off": all_but(TOMOE.cards, TOMOE.extras),
    "on": TOMOE.cards,
}
"""The cards of a game for each value of the option ``metals``."""

METAL = ""
"""The suit of the metals. It has no letter and no partner."""

PAIRS = ("ra", "go", "kp")
"""The pairs of partner suits: dango, bamboo, cord."""

SUIT: dict[Card, str] = TOMOE.suit
"""The suit of each card."""
BACK: dict[str, str | None] = {METAL: None}
"""For each front suit its partner, the back suit; ``None`` for metals."""
for _pair in PAIRS:
    BACK[_pair[0]] = _pair[1]
    BACK[_pair[1]] = _pair[0]

RANK: dict[Card, int] = {card: int(TOMOE.rank[card] or 0) for card in TOMOE.cards} | {
    "Au": 3,
    "Ag": 2,
    "Cu": 1,
}
"""The strength of each card within its suit."""

ACES = frozenset(card for card in TOMOE.cards if TOMOE.rank[card] == "1")
"""The cards of rank 1, without metals."""

CASES = ("all-front", "one-back", "two-back", "one-lower", "two-lower", "lower-pair", "back-lower")
"""The seven kinds of tricks, by the roles of their suits, in the source's order: 甲 乙 丙 丁 戊 己 庚."""


class Trick(msgspec.Struct, frozen=True):
    """A completed trick.

    Args:
        cards: the three cards in the order played, beginning with the leader's.
        card: the card that won.
        case: the kind of trick, one of ``CASES``.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int
    card: Card
    case: str


Role: TypeAlias = Literal["front", "back", "lower"]
"""The role of a suit in a trick: the suit led, its partner suit, or any other suit."""


def role(front: str, suit: str) -> Role:
    """Return the role of ``suit`` in a trick that was led with the suit ``front``."""
    if suit == front:
        return "front"
    if suit == BACK[front]:
        return "back"
    return "lower"


def _case_of(front: str, second: str, third: str) -> str:
    match sorted((role(front, second), role(front, third))):
        case "front", "front":
            return "all-front"
        case "back", "front":
            return "one-back"
        case "back", "back":
            return "two-back"
        case "front", "lower":
            return "one-lower"
        case "back", "lower":
            return "back-lower"
    return "lower-pair" if second == third else "two-lower"


def _cards_of(suit: str | None) -> frozenset[Card]:
    return frozenset([card for card in TOMOE.cards if SUIT[card] == suit])


_CARDS_TO_FOLLOW = {suit: (_cards_of(suit), _cards_of(back)) for suit, back in BACK.items()}
"""For each suit led, two sets of cards to play if possible: this suit first, then the partner suit."""


class _Decision(NamedTuple):
    """What the suits of a trick decide: its kind, and the position of the winning card.

    Position 0 is the weakest card. The strongest card wins if all suits differ, otherwise the second
    strongest.
    """

    case: str
    position: int


def _decision(front: str, second: str, third: str) -> _Decision:
    are_all_different = len({front, second, third}) == SEATS
    return _Decision(_case_of(front, second, third), 2 if are_all_different else 1)


_DECISIONS = {suits: _decision(*suits) for suits in product(BACK, repeat=3)}
"""The decision for each three suits, in the order played."""


def _strengths(front: str) -> dict[Card, int]:
    # Cards of two different lower suits (neither the suit led nor its partner) are never compared.
    base = {"back": 20, "front": 10, "lower": 0}
    return {card: RANK[card] + base[role(front, suit)] for card, suit in SUIT.items()}


_STRENGTH = {front: _strengths(front) for front in BACK}
"""For each suit led, the strength of each card as a number."""


def playable(hand: tuple[Card, ...], trick: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played to the trick (tomoe.md, section "Play").

    Args:
        trick: the cards of the current trick in the order played; empty for the leader.
    """
    if trick:
        for cards in _CARDS_TO_FOLLOW[SUIT[trick[0]]]:
            if not cards.isdisjoint(hand):
                return tuple([card for card in hand if card in cards])
    return hand


def decide_trick(leader: int, cards: tuple[Card, ...]) -> Trick:
    """Return the completed trick with its winner.

    The second strongest card wins, or the strongest if all three suits differ.

    Args:
        leader: the seat that played the first card.
        cards: the three cards in the order played.
    """
    # The suits alone decide the kind of trick, and whether the strongest or the second strongest card wins.
    first, second, third = cards
    front = SUIT[first]
    case, position = _DECISIONS[front, SUIT[second], SUIT[third]]
    card = sorted(cards, key=_STRENGTH[front].__getitem__)[position]
    return Trick(leader, cards, (leader + cards.index(card)) % SEATS, card, case)


def strongest_card(trick: Trick) -> Card:
    """Return the strongest card of a trick. It wins the trick only if all three suits differ."""
    return max(trick.cards, key=_STRENGTH[SUIT[trick.cards[0]]].__getitem__)


def relative_strength(trick: Trick, card: Card) -> float:
    """Return a card's strength in a trick as a share of the greatest possible strength, 0 to 1."""
    strength = _STRENGTH[SUIT[trick.cards[0]]]
    return strength[card] / max(strength.values())


def won_counter(case: str) -> str:
    """Return the name of the statistics counter for won tricks of one kind (see ``CASES``)."""
    return f"won_{case.replace('-', '_')}"


def points_for(card: Card, ace: float) -> float:
    """Return the points for a trick won by ``card``: ``ace`` if its rank is 1, otherwise 1."""
    return ace if card in ACES else 1.0


# --- moves --------------------------------------------------------------------------------------------------
# The only move of Tomoefuda: play a card (tomoe.md, section "Play").


class Play(CardMove, frozen=True):
    """Play a card from the open or the hidden hand."""

    verb: ClassVar[str] = "play"


PLAYS: dict[Card, Play] = {card: Play(card) for card in TOMOE.cards}
"""Every possible move by its card."""


def parse_words(words: list[str]) -> Play:
    """Return the move that ``words``, in lower case, describe, such as ``["play", "3r"]``.

    Raises:
        NotationError: the words do not describe a move of this game.
    """
    if len(words) != 2 or words[0] != "play":
        raise NotationError("a move is 'play' and one card, as in 'play 3r'")
    card = TOMOE.find(words[1])
    if card is None:
        raise NotationError(f"{shorten(words[1])!r} is no card; cards are 1-6 of r a g o k p, as in '3r'")
    return PLAYS[card]


# --- state --------------------------------------------------------------------------------------------------
# Events, positions and views of Tomoefuda.
#
# Source: tomoe.md, section "What is open".


class GameDealt(OpenEvent, frozen=True):
    """A game of the match began. ``number`` counts from 1."""

    number: int
    leader: int


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card, from the hidden part of its hand if ``was_hidden``."""

    seat: int
    card: Card
    was_hidden: bool


class TrickWon(OpenEvent, frozen=True):
    """A trick was completed. ``number`` counts from 1; ``points`` is the winner's gain."""

    number: int
    trick: Trick
    points: float


class GameEnded(OpenEvent, frozen=True):
    """All cards of a game were played. ``points`` (of the game) and ``totals`` (of the match) are by seat."""

    number: int
    points: tuple[float, ...]
    totals: tuple[float, ...]


class MatchExtended(OpenEvent, frozen=True):
    """The match was extended to ``games`` games, because ``seats`` share the highest total."""

    seats: tuple[int, ...]
    games: int


# --- positions and views ---------------------------------------------------------------------------------


Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of each seat in canonical order."""


class Variant(msgspec.Struct, frozen=True):
    """The options of a game as values. ``ace`` is the number of points for a trick won with rank 1."""

    deal: ChanceRequest  # the deal of the whole deck before each game
    ace: float


class TomoeState(State, frozen=True, kw_only=True):
    """A position of Tomoefuda. Points are listed by seat.

    Args:
        number: number of the current or just ended game of the match; 0 before the first deal.
        points: each seat's points in this game.
        totals: each seat's points in the match, this game included.
        past: each seat's points in each earlier game.
    """

    variant: Variant
    games: int  # number of games in the match, extra games included
    number: int = 0
    leader: int  # the seat that led the first trick of this game
    lead: int  # the seat that leads the current trick
    open: Hands = ((), (), ())
    hidden: Hands = ((), (), ())
    trick: tuple[Card, ...] = ()  # the cards of the current trick, in the order played
    tricks: tuple[Trick, ...] = ()  # the completed tricks of this game
    points: tuple[float, ...] = (0.0, 0.0, 0.0)
    totals: tuple[float, ...] = (0.0, 0.0, 0.0)
    past: tuple[tuple[float, ...], ...] = ()

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return all cards in hands and tricks, each group with the seats that may see it."""
        played = [trick.cards for trick in self.tricks]
        played.append(self.trick)
        return own_card_groups(self.hidden) + (CardGroup(self.open, None), CardGroup(played, None))


class TomoeView(View, frozen=True, kw_only=True):
    """What a seat or a spectator knows (tomoe.md, section "What is open"). Most fields are those of
    ``TomoeState``.

    Args:
        hidden_counts: number of hidden cards of each seat.
        hidden: the viewer's own hidden cards.
    """

    number: int
    games: int
    leader: int
    lead: int
    open: Hands
    hidden_counts: tuple[int, ...]
    hidden: tuple[Card, ...]
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    points: tuple[float, ...]
    totals: tuple[float, ...]
    past: tuple[tuple[float, ...], ...]

    @property
    def deck(self) -> tuple[Card, ...]:
        """All cards of the deck in play."""
        return DECKS[self.options["metals"]]

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the viewer has not seen. All of them are in other seats' hands."""
        seen = set(self.hidden)
        seen.update(self.trick)
        for hand in self.open:
            seen.update(hand)
        for trick in self.tricks:
            seen.update(trick.cards)
        return all_but(self.deck, seen)


# --- rules --------------------------------------------------------------------------------------------------
# The rules of Tomoefuda (tomoe.md).

OPEN = 9
"""Number of cards in an open hand."""

STREAK = 4
"""Smallest number of tricks in a row that is a highlight."""

PLAIN_SECONDS = 3.0
GREAT_SECONDS = 4.0
LAST_SECONDS = 5.0
"""Seconds for which a completed trick is shown: an ordinary one, a remarkable one, the last of a game."""

SECOND, ROW = KINDS = ("second", "row")
"""Kinds of highlights: a trick won by the second strongest card, and several tricks in a row."""

EXTRA = 3
"""Number of games added to the match if several seats share the highest total."""

DEALS = {metals: ChanceRequest("deal", deck) for metals, deck in DECKS.items()}
TURNS = ((0,), (1,), (2,))
NOTHING = (0.0,) * SEATS


class Tomoe(Rules[TomoeState, TomoeView]):
    """The rules of Tomoefuda (tomoe.md)."""

    id: ClassVar[str] = "tomoe"
    name: ClassVar[str] = "Tomoefuda"
    seats: ClassVar[tuple[int, int]] = (SEATS, SEATS)
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "games": ("3", "6", "9", "12"),
        "ace": ("1", "1.5", "2"),
        "metals": ("off", "on"),
    }

    def family(self, options: Mapping[str, str]) -> Family:
        return TOMOE

    def start(self, setup: Setup) -> TomoeState:
        options = setup.options
        return TomoeState(
            to_act=CHANCE,
            setup=setup,
            variant=Variant(DEALS[options["metals"]], float(options["ace"])),
            games=int(options["games"]),
            leader=setup.first,
            lead=setup.first,
        )

    # --- chance -----------------------------------------------------------------------------------

    def chance(self, state: TomoeState) -> ChanceRequest:
        return state.variant.deal

    def step_chance(self, state: TomoeState, cards: tuple[Card, ...]) -> TomoeState:
        """Return the position after a deal, which begins the next game of the match (tomoe.md, section
        "Deal").
        """
        # The seats take turns in leading the first trick of a game.
        leader = (state.setup.first + state.number) % SEATS
        # At the first deal there is no earlier game whose points could be kept.
        past = state.past
        if state.number:
            past = past + (state.points,)
        # First all open cards are dealt, then all hidden ones.
        open_hands = deal_blocks(cards, leader, (OPEN,) * SEATS)
        hidden = deal_blocks(cards[SEATS * OPEN :], leader, (len(cards) // SEATS - OPEN,) * SEATS)
        return replace(
            state,
            to_act=TURNS[leader],
            news=(GameDealt(state.number + 1, leader),),
            number=state.number + 1,
            leader=leader,
            lead=leader,
            open=tuple(map(TOMOE.sort, open_hands)),
            hidden=tuple(map(TOMOE.sort, hidden)),
            tricks=(),
            points=NOTHING,
            past=past,
        )

    # --- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state: TomoeState, seat: int) -> Sequence[Move]:
        hand = state.open[seat] + state.hidden[seat]
        return tuple(map(PLAYS.__getitem__, playable(hand, state.trick)))

    def step(self, state: TomoeState, seat: int, move: Move) -> TomoeState:
        assert isinstance(move, Play)
        card = move.card
        trick = state.trick + (card,)
        turn = TURNS[(seat + 1) % SEATS]
        hand = state.hidden[seat]
        # Everybody sees whether a card came from the hidden part.
        if card in hand:
            news = (CardPlayed(seat, card, was_hidden=True),)
            hidden = replace_at(state.hidden, seat, without(hand, (card,)))
            played = replace(state, to_act=turn, news=news, hidden=hidden, trick=trick)
        else:
            news = (CardPlayed(seat, card, was_hidden=False),)
            open_hands = replace_at(state.open, seat, without(state.open[seat], (card,)))
            played = replace(state, to_act=turn, news=news, open=open_hands, trick=trick)
        return self._end_trick(played) if len(trick) == SEATS else played

    def _end_trick(self, state: TomoeState) -> TomoeState:
        trick = decide_trick(state.lead, state.trick)
        winner = trick.winner
        made = points_for(trick.card, state.variant.ace)
        tricks = state.tricks + (trick,)
        after = replace(
            state,
            to_act=TURNS[winner],
            news=state.news + (TrickWon(len(tricks), trick, made),),
            lead=winner,
            trick=(),
            tricks=tricks,
            points=replace_at(state.points, winner, state.points[winner] + made),
            totals=replace_at(state.totals, winner, state.totals[winner] + made),
        )
        # tomoe.md, section "Who wins a trick".
        # All seats have equally many cards, so the winner's hand shows whether the game goes on.
        has_cards = after.open[winner] or after.hidden[winner]
        return after if has_cards else self._end_game(after)

    def _end_game(self, state: TomoeState) -> TomoeState:
        # tomoe.md, section "Score and end".
        news = state.news + (GameEnded(state.number, state.points, state.totals),)
        if state.number < state.games:
            return replace(state, to_act=CHANCE, news=news)
        best = rank_seats(dict(enumerate(state.totals)))[0]
        if len(best) == 1:
            return replace(state, to_act=OVER, news=news)
        # The highest total is shared: play on.
        games = state.games + EXTRA
        return replace(state, to_act=CHANCE, news=news + (MatchExtended(best, games),), games=games)

    parse_words = staticmethod(parse_words)

    # --- knowledge and result ---------------------------------------------------------------------

    def public_view(self, state: TomoeState, common: Mapping[str, Any]) -> TomoeView:
        return TomoeView(
            **common,
            number=state.number,
            games=state.games,
            leader=state.leader,
            lead=state.lead,
            open=state.open,
            hidden_counts=tuple(map(len, state.hidden)),
            hidden=(),
            trick=state.trick,
            tricks=state.tricks,
            points=state.points,
            totals=state.totals,
            past=state.past,
        )

    def private_fields(self, state: TomoeState, seat: int) -> dict[str, object]:
        return {"hidden": state.hidden[seat]}

    def result(self, state: TomoeState) -> Result | None:
        if state.to_act != OVER:
            return None
        return Result(rank_seats(dict(enumerate(state.totals))), state.totals)

    def provisional_result(self, state: TomoeState) -> Result:
        """Return the ranking by the points of the match so far."""
        return Result(rank_seats(dict(enumerate(state.totals))), state.totals)

    def suspense_seconds(self, view: TomoeView) -> float:
        """Return the seconds for which the third card of a trick lies face down."""
        if find_event(view.news, TrickWon) is None:
            return 0.0
        return SHORT_SUSPENSE

    def panel_reveal_seconds(self, view: TomoeView) -> float:
        if find_event(view.news, TrickWon) is None:
            return 0.0
        return PANEL_REVEAL_SECONDS

    def reveal_seconds(self, view: TomoeView) -> float:
        won = find_event(view.news, TrickWon)
        if won is None:
            return 0.0
        if not isinstance(view.to_act, tuple):
            return LAST_SECONDS
        if notable_reason(view, won.trick) is None:
            return PLAIN_SECONDS
        return GREAT_SECONDS

    def statistics(self, history: History[TomoeState], seats: int) -> tuple[dict[str, int], ...]:
        """Return each seat's counters for statistics.

        Returns:
            ``tricks`` (tricks played), ``best_row`` (most tricks won in a row), and tricks won of each kind
            (see ``won_counter``).
        """
        names = ["tricks", "best_row"]
        names += map(won_counter, CASES)
        counts = zero_counters(names, seats)
        row = 0
        last = -1
        for _, _, _, after in history:
            for event in after.news:
                if isinstance(event, TrickWon):
                    is_on = event.number > 1 and event.trick.winner == last
                    row = row + 1 if is_on else 1
                    last = event.trick.winner
                    counts[last]["best_row"] = max(counts[last]["best_row"], row)
                    for count in counts:
                        count["tricks"] += 1
                    counts[event.trick.winner][won_counter(event.trick.case)] += 1
        return counts

    def highlights(self, history: History[TomoeState], seat: int | None = None) -> tuple[Highlight, ...]:
        """Return up to two highlights: a trick that the strongest card lost, and the most tricks in a row."""
        return greatest(_remarkable_tricks(history), KINDS, seat)


def _remarkable_tricks(history: History[TomoeState]) -> Iterator[Highlight]:
    # The highlights are tricks in which the strongest card lost, and series of tricks won by one seat.
    row: list[int] = []
    last = -1
    for number, (before, _, _, after) in enumerate(history):
        won = find_event(after.news, TrickWon)
        if won is None:
            continue
        trick = won.trick
        begun = number - SEATS + 1
        # A row holds the first move of each trick; a new game begins a new row.
        if won.number == 1 or trick.winner != last:
            row.clear()
        row.append(begun)
        last = trick.winner
        if len(row) >= STREAK:
            size = len(row) * SEATS / len(before.variant.deal.cards)
            yield Highlight(ROW, last, row[0], number, size=size)
        best = strongest_card(trick)
        if best != trick.card:
            other = (trick.leader + trick.cards.index(best)) % SEATS
            yield Highlight(SECOND, last, begun, number, other, size=relative_strength(trick, best))


NotableReason: TypeAlias = Literal["hidden", "lower", "row"]
"""Why a trick is remarkable.

- ``hidden``: the winning card came from a hidden hand, so no other player could know it.
- ``lower``: two cards of one suit, neither the suit led nor its partner, beat the card led.
- ``row``: the seat has won several tricks in a row.
"""


def notable_reason(view: TomoeView, trick: Trick) -> NotableReason | None:
    """Return why the trick that was just completed is remarkable; ``None`` for an ordinary trick."""
    played = view.news[0]
    # If another seat has no hidden cards left, the third seat knows every card.
    others_hidden = list(view.hidden_counts)
    others_hidden.pop(trick.winner)
    is_hidden = isinstance(played, CardPlayed) and played.was_hidden and played.card == trick.card
    if is_hidden and all(others_hidden):
        return "hidden"
    if trick.case == "lower-pair":
        return "lower"
    return "row" if streak(view, trick) >= STREAK else None


def streak(view: TomoeView, trick: Trick) -> int:
    """Return how many tricks in a row the winner of ``trick``, the last trick, has won."""
    count = 0
    for earlier in reversed(view.tricks):
        if earlier.winner != trick.winner:
            break
        count += 1
    return count
