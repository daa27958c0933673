"""The rules of Tomoefuda (tomoe.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.core.cards import TOMOE, Card, Family
from games.core.errors import Refusal
from games.core.events import Event
from games.core.moves import ChanceRequest, Move
from games.core.rules import CHANCE, OVER, Result, Rules, Setup, ToAct
from games.core.words import Cards, Suit
from games.tomoe import moves
from games.tomoe.moves import PLAYS, Play
from games.tomoe.state import (
    CardPlayed,
    GameDealt,
    GameEnded,
    Hands,
    MatchExtended,
    TomoeState,
    TomoeView,
    TrickWon,
    Variant,
)
from games.tomoe.tricks import ACES, METAL, SUIT, judge, playable

SEATS = 3
OPEN = 9
"""Cards of an open hand."""

EXTRA = 3
"""Games played on while the highest total is shared."""

METALS = TOMOE.extras


class Tomoe(Rules[TomoeState, TomoeView]):
    """Rules of Tomoefuda."""

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
        deck = tuple(card for card in TOMOE.cards if options["metals"] == "on" or card not in METALS)
        variant = Variant(deck, round(2 * float(options["ace"])), setup.first)
        return TomoeState(
            to_act=CHANCE,
            setup=setup,
            variant=variant,
            games=int(options["games"]),
            leader=setup.first,
            lead=setup.first,
        )

    def chance(self, state: TomoeState) -> ChanceRequest:
        return ChanceRequest("deal", state.variant.deck)

    def step_chance(self, state: TomoeState, cards: tuple[Card, ...]) -> TomoeState:
        leader = (state.variant.first + state.number) % SEATS
        size = len(cards) // SEATS - OPEN
        open_hands: list[tuple[Card, ...]] = [(), (), ()]
        hidden: list[tuple[Card, ...]] = [(), (), ()]
        for step in range(SEATS):
            seat = (leader + step) % SEATS
            at = SEATS * OPEN + step * size
            open_hands[seat] = TOMOE.sort(cards[step * OPEN : (step + 1) * OPEN])
            hidden[seat] = TOMOE.sort(cards[at : at + size])
        return TomoeState(
            to_act=(leader,),
            news=(GameDealt(state.number + 1, leader),),
            setup=state.setup,
            variant=state.variant,
            games=state.games,
            number=state.number + 1,
            leader=leader,
            lead=leader,
            open=tuple(open_hands),
            hidden=tuple(hidden),
            past=(*state.past, state.halves) if state.number else (),
        )

    def moves_of(self, state: TomoeState, seat: int) -> Sequence[Move]:
        hand = state.open[seat] + state.hidden[seat]
        return tuple(map(PLAYS.__getitem__, playable(hand, state.trick[0] if state.trick else None)))

    def step(self, state: TomoeState, seat: int, move: Move) -> TomoeState:
        assert isinstance(move, Play)
        card = move.card
        was_hidden = card in state.hidden[seat]
        open_hands, hidden = state.open, state.hidden
        if was_hidden:
            hidden = _less(hidden, seat, card)
        else:
            open_hands = _less(open_hands, seat, card)
        played = CardPlayed(seat, card, was_hidden)
        trick = (*state.trick, card)
        if len(trick) == SEATS:
            return self._end_trick(state, open_hands, hidden, trick, played)
        return TomoeState(
            to_act=((seat + 1) % SEATS,),
            news=(played,),
            setup=state.setup,
            variant=state.variant,
            games=state.games,
            number=state.number,
            leader=state.leader,
            lead=state.lead,
            open=open_hands,
            hidden=hidden,
            trick=trick,
            tricks=state.tricks,
            halves=state.halves,
            past=state.past,
        )

    def _end_trick(
        self, state: TomoeState, open_hands: Hands, hidden: Hands, cards: tuple[Card, ...], played: CardPlayed
    ) -> TomoeState:
        """Count a full trick; with the last card of the hands also end the game, and perhaps the match."""
        trick = judge(state.lead, cards)
        winner = trick.winner
        worth = state.variant.ace if trick.card in ACES else 2
        halves = (*state.halves[:winner], state.halves[winner] + worth, *state.halves[winner + 1 :])
        news: tuple[Event, ...] = (played, TrickWon(len(state.tricks) + 1, trick, worth / 2))
        to_act: ToAct = (winner,)
        games = state.games
        if not open_hands[winner] and not hidden[winner]:
            totals = _totals(state.past, halves)
            news = (*news, GameEnded(state.number, _points(halves), _points(totals)))
            to_act = CHANCE
            if state.number == games:
                best = tuple(seat for seat in range(SEATS) if totals[seat] == max(totals))
                if len(best) == 1:
                    to_act = OVER
                else:
                    games += EXTRA
                    news = (*news, MatchExtended(best, games))
        return TomoeState(
            to_act=to_act,
            news=news,
            setup=state.setup,
            variant=state.variant,
            games=games,
            number=state.number,
            leader=state.leader,
            lead=winner,
            open=open_hands,
            hidden=hidden,
            tricks=(*state.tricks, trick),
            halves=halves,
            past=state.past,
        )

    def open_view(self, state: TomoeState, common: Mapping[str, Any]) -> TomoeView:
        return TomoeView(
            **common,
            number=state.number,
            games=state.games,
            leader=state.leader,
            lead=state.lead,
            open=state.open,
            hidden_counts=tuple([len(hand) for hand in state.hidden]),
            hidden=(),
            trick=state.trick,
            tricks=state.tricks,
            points=_points(state.halves),
            totals=_points(_totals(state.past, state.halves)),
            past=tuple([_points(halves) for halves in state.past]),
        )

    def own_view(self, state: TomoeState, seat: int) -> dict[str, object]:
        return {"hidden": state.hidden[seat]}

    def result(self, state: TomoeState) -> Result | None:
        if state.to_act != OVER:
            return None
        totals = _points(_totals(state.past, state.halves))
        ranking = tuple(
            tuple(seat for seat in range(SEATS) if totals[seat] == total)
            for total in sorted(set(totals), reverse=True)
        )
        return Result(ranking, totals)

    def parse_words(self, words: list[str]) -> Move:
        return moves.parse_words(words)

    def refuse(self, state: TomoeState, seat: int, move: Move) -> Refusal:
        assert isinstance(move, Play)
        card = move.card
        args = {"card": Cards((card,), TOMOE.name)}
        if card not in state.variant.deck:
            return Refusal("no-metals", f"{card} is only in the deck with the option metals=on.", args)
        hand = state.open[seat] + state.hidden[seat]
        if card not in hand:
            return Refusal("not-in-hand", f"{card} is not in your hand.", args)
        allowed = playable(hand, state.trick[0])
        front, due = SUIT[state.trick[0]], SUIT[allowed[0]]
        listed = ", ".join(allowed)
        args["playable"] = Cards(tuple(allowed), TOMOE.name)
        if front == METAL:
            return Refusal("follow-metal", f"A metal was led and you hold one: play {listed}.", args)
        suits = {"front": Suit(front, TOMOE.name), "due": Suit(due, TOMOE.name)}
        if due == front:
            return Refusal(
                "follow-front", f"{front} was led and you hold it: play {listed}.", {**args, **suits}
            )
        sentence = f"{front} was led; without it you have to play its partner {due}: {listed}."
        return Refusal("follow-back", sentence, {**args, **suits})


def _less(hands: Hands, seat: int, card: Card) -> Hands:
    hand = hands[seat]
    at = hand.index(card)
    return (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])


def _totals(past: Sequence[tuple[int, ...]], halves: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*past, halves, strict=True)))


def _points(halves: tuple[int, ...]) -> tuple[float, ...]:
    return tuple([n / 2 for n in halves])
