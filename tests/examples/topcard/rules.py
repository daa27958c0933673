"""The rules of Top Card (topcard.md): moves, events, positions, and what each move does."""

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
    View,
    deal_blocks,
    rank_seats,
    replace_at,
)

HAND = 4
RANKS = "23456789TJQKA"
DEAL = ChanceRequest("deal", tuple([card for card in STANDARD.cards if card != "Jk"]))


class Play(CardMove, frozen=True):
    """Play a card to the trick."""

    verb: ClassVar[str] = "play"


PLAYS = {card: Play(card) for card in DEAL.cards}
BY_TEXT = {str(play).lower(): play for play in PLAYS.values()}


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card."""

    seat: int
    card: Card


class TrickTaken(OpenEvent, frozen=True):
    """A seat took the trick with the highest card."""

    seat: int
    card: Card


class TopCardState(State, frozen=True, kw_only=True):
    """A position: hands, trick and tricks won by seat; the leader, earlier cards, and cards never dealt."""

    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[Card, ...]
    won: tuple[int, ...]
    leader: int
    past: tuple[Card, ...] = ()
    rest: tuple[Card, ...] = ()
    last: TrickTaken | None = None

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return hands as their seats' groups, the rest as secret, and all played cards as public."""
        return (*own_card_groups(self.hands), CardGroup(self.rest), CardGroup((self.trick, self.past), None))


class TopCardView(View, frozen=True, kw_only=True):
    """The facts that one seat knows: everything but the other hands and the rest."""

    trick: tuple[Card, ...]
    won: tuple[int, ...]
    leader: int
    past: tuple[Card, ...]
    last: TrickTaken | None
    hand: tuple[Card, ...] = ()


class TopCard(Rules[TopCardState, TopCardView]):
    """The rules of Top Card (topcard.md)."""

    id = "topcard"
    name = "Top Card"
    seats = (2, 6)

    def start(self, setup: Setup) -> TopCardState:
        return TopCardState(
            to_act=CHANCE,
            setup=setup,
            hands=((),) * setup.seats,
            trick=("",) * setup.seats,
            won=(0,) * setup.seats,
            leader=setup.first,
        )

    def chance(self, state: TopCardState) -> ChanceRequest:
        return DEAL

    def step_chance(self, state: TopCardState, cards: tuple[Card, ...]) -> TopCardState:
        seats = state.setup.seats
        hands = tuple(deal_blocks(cards, state.leader, (HAND,) * seats))
        return replace(state, to_act=(state.leader,), hands=hands, rest=cards[HAND * seats :])

    def legal_moves(self, state: TopCardState, seat: int) -> Sequence[Move]:
        return [PLAYS[card] for card in state.hands[seat]]

    def step(self, state: TopCardState, seat: int, move: Move) -> TopCardState:
        assert isinstance(move, Play)
        after = replace(
            state,
            to_act=((seat + 1) % state.setup.seats,),
            hands=replace_at(state.hands, seat, without(state.hands[seat], (move.card,))),
            trick=replace_at(state.trick, seat, move.card),
            news=(CardPlayed(seat, move.card),),
        )
        return after if "" in after.trick else _taken(after)

    def parse_words(self, words: list[str]) -> Move:
        if (play := BY_TEXT.get(" ".join(words))) is None:
            raise NotationError("a move is 'play' and a card, as in 'play Qs'")
        return play

    def public_view(self, state: TopCardState, common: Mapping[str, Any]) -> TopCardView:
        return TopCardView(
            **common,
            trick=state.trick,
            won=state.won,
            leader=state.leader,
            past=state.past,
            last=state.last,
        )

    def private_fields(self, state: TopCardState, seat: int) -> dict[str, object]:
        return {"hand": state.hands[seat]}

    def result(self, state: TopCardState) -> Result | None:
        if state.to_act != OVER:
            return None
        return Result(rank_seats(dict(enumerate(state.won))), tuple(map(float, state.won)))


def height(card: Card) -> int:
    """Return the height of a card, from 1 for a two to 13 for an ace; 0 for no card."""
    return 1 + RANKS.index(STANDARD.rank[card]) if card else 0


def _taken(state: TopCardState) -> TopCardState:
    """Return the position after a full trick (topcard.md, A trick, 2 and 3)."""
    count = state.setup.seats
    clockwise = [(state.leader + turn) % count for turn in range(count)]
    winner = max(clockwise, key=lambda seat: height(state.trick[seat]))  # the first one of equal height
    taken = TrickTaken(winner, state.trick[winner])
    return replace(
        state,
        to_act=(winner,) if any(state.hands) else OVER,
        trick=("",) * count,
        won=replace_at(state.won, winner, state.won[winner] + 1),
        leader=winner,
        past=(*state.past, *state.trick),
        last=taken,
        news=(*state.news, taken),
    )
