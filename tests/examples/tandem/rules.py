"""The rules of Tandem: moves, events, positions, and what each move does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from games.core.cards import STANDARD, Card, CardGroup, own_card_groups, without
from games.core.errors import NotationError
from games.core.moves import CardMove, ChanceRequest, Move
from games.core.rules import (
    CHANCE,
    OVER,
    OpenEvent,
    Result,
    Rules,
    Setup,
    State,
    Teams,
    View,
    deal_blocks,
    find_event,
    replace_at,
)

# --- moves --------------------------------------------------------------------------------------------------
# The only move of Tandem: play a card (tandem.md, A trick).

RANKS = "9TJQKA"
"""All ranks from the lowest to the highest."""


class Play(CardMove, frozen=True):
    """Play a card to the trick."""

    verb: ClassVar[str] = "play"


PLAYS: dict[Card, Play] = {card: Play(card) for card in STANDARD.cards if STANDARD.rank[card] in {*RANKS}}
BY_TEXT = {str(play).lower(): play for play in PLAYS.values()}


def parse_words(words: list[str]) -> Play:
    """Return the move that words in lower case describe.

    Raises:
        NotationError: the words are no play.
    """
    if (play := BY_TEXT.get(" ".join(words))) is None:
        raise NotationError("a move is 'play' and a card from nine to ace, as in 'play Qs'")
    return play


# --- state --------------------------------------------------------------------------------------------------
# Events, positions and views of Tandem, and the strength of cards (tandem.md, A trick and What is open).


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card."""

    seat: int
    card: Card


class TrickTaken(OpenEvent, frozen=True):
    """A team won a trick. ``winner`` is the seat with its higher card, which leads next."""

    cards: tuple[Card, ...]
    leader: int
    winner: int


NO_CARDS: tuple[Card, ...] = ("",) * 4
ORDER = (0, 2, 1, 3)
"""The order of seats in pictures: partners next to each other."""


def height(card: Card, led: Card) -> int:
    """Return the strength of a card in a trick: 1 to 6; 0 if it does not follow suit."""
    is_of_suit = bool(card) and STANDARD.suit[card] == STANDARD.suit[led]
    return 1 + RANKS.index(STANDARD.rank[card]) if is_of_suit else 0


def strength(trick: Sequence[Card], leader: int, team: int) -> int:
    """Return the strength of a team in a trick: that of the weaker of its cards played so far."""
    played = [height(card, trick[leader]) for card in trick[team::2] if card]
    return min(played, default=0)


def playable(hand: Sequence[Card], trick: Sequence[Card], leader: int) -> list[Card]:
    """Return the cards that follow suit, or all cards if none does or the seat leads."""
    follow = [card for card in hand if trick[leader] and height(card, trick[leader])]
    return follow or list(hand)


class TandemState(State, frozen=True, kw_only=True):
    """A position: hands and trick by seat, its leader, tricks won by team, cards of earlier tricks."""

    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[Card, ...] = NO_CARDS
    leader: int
    won: tuple[int, ...] = (0, 0)
    last: TrickTaken | None = None
    past: tuple[Card, ...] = ()

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return hands as groups of their seats, and all played cards as public."""
        return (*own_card_groups(self.hands), CardGroup((self.trick, self.past), None))


class TandemView(View, frozen=True, kw_only=True):
    """The knowledge of a seat: all played cards, tricks won by each team, and its own hand."""

    trick: tuple[Card, ...]
    leader: int
    won: tuple[int, ...]
    last: TrickTaken | None
    past: tuple[Card, ...]
    hand: tuple[Card, ...] = ()


# --- rules --------------------------------------------------------------------------------------------------
# The rules of Tandem (tandem.md).

SEATS = 4
TRICKS = 6
SHOWN_SECONDS = 3.0
DEAL = ChanceRequest("deal", tuple(PLAYS))


class Tandem(Rules[TandemState, TandemView]):
    """The rules of Tandem (tandem.md)."""

    id = "tandem"
    name = "Tandem"
    seats = (SEATS, SEATS)

    def teams(self, seats: int, options: Mapping[str, str]) -> Teams:
        return (0, 1, 0, 1)

    def start(self, setup: Setup) -> TandemState:
        return TandemState(to_act=CHANCE, setup=setup, hands=((),) * SEATS, leader=setup.first)

    def chance(self, state: TandemState) -> ChanceRequest:
        return DEAL

    def step_chance(self, state: TandemState, cards: tuple[Card, ...]) -> TandemState:
        hands = tuple(deal_blocks(cards, state.leader, (TRICKS,) * SEATS))
        return replace(state, hands=hands, to_act=(state.leader,))

    def legal_moves(self, state: TandemState, seat: int) -> Sequence[Move]:
        return [PLAYS[card] for card in playable(state.hands[seat], state.trick, state.leader)]

    def step(self, state: TandemState, seat: int, move: Move) -> TandemState:
        assert isinstance(move, Play)
        hands = replace_at(state.hands, seat, without(state.hands[seat], (move.card,)))
        trick = replace_at(state.trick, seat, move.card)
        played = CardPlayed(seat, move.card)
        after = replace(state, hands=hands, trick=trick, news=(played,), to_act=((seat + 1) % SEATS,))
        return after if "" in trick else _taken(after)

    parse_words = staticmethod(parse_words)

    def public_view(self, state: TandemState, common: Mapping[str, Any]) -> TandemView:
        return TandemView(
            **common, trick=state.trick, leader=state.leader, won=state.won, last=state.last, past=state.past
        )

    def private_fields(self, state: TandemState, seat: int) -> dict[str, object]:
        return {"hand": state.hands[seat]}

    def reveal_seconds(self, view: TandemView) -> float:
        return SHOWN_SECONDS if find_event(view.news, TrickTaken) else 0.0

    def result(self, state: TandemState) -> Result | None:
        teams = self.teams(SEATS, state.setup.options)
        return Result.of_teams(teams, state.won) if state.to_act == OVER else None


def _taken(state: TandemState) -> TandemState:
    """Return the position after a full trick: the stronger team wins it (tandem.md, A trick, 3 and 4).

    If both teams are equally strong, the team of the highest card wins.
    """
    heights = [height(card, state.trick[state.leader]) for card in state.trick]
    weakest = [strength(state.trick, state.leader, team) for team in (0, 1)]
    seats = [seat for seat in range(SEATS) if weakest[seat % 2] == max(weakest)]
    winner = max(seats, key=heights.__getitem__)
    taken = TrickTaken(state.trick, state.leader, winner)
    won = replace_at(state.won, winner % 2, state.won[winner % 2] + 1)
    return replace(
        state,
        to_act=(winner,) if any(state.hands) else OVER,
        trick=NO_CARDS,
        leader=winner,
        won=won,
        last=taken,
        past=(*state.past, *state.trick),
        news=(*state.news, taken),
    )
