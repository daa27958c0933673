"""The rules of Tandem (tandem.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.core.cards import Card, without
from games.core.events import find_event
from games.core.moves import ChanceRequest, Move
from games.core.results import Result
from games.core.rules import CHANCE, OVER, Rules, Setup
from games.core.seats import Teams, deal_blocks, replace_at
from tests.examples.tandem import moves
from tests.examples.tandem.moves import PLAYS, Play
from tests.examples.tandem.state import (
    NO_CARDS,
    CardPlayed,
    TandemState,
    TandemView,
    TrickTaken,
    height,
    playable,
    strength,
)

SEATS, TRICKS, SHOWN_SECONDS = 4, 6, 3.0
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

    parse_words = staticmethod(moves.parse_words)

    def public_view(self, state: TandemState, common: Mapping[str, Any]) -> TandemView:
        return TandemView(
            **common, trick=state.trick, leader=state.leader, won=state.won, last=state.last, past=state.past
        )

    def private_fields(self, state: TandemState, seat: int) -> dict[str, object]:
        return {"hand": state.hands[seat]}

    def moment_seconds(self, view: TandemView) -> float:
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
