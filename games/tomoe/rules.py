"""The rules of Tomoefuda (tomoe.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from games.core.cards import TOMOE, Card, Family, without
from games.core.events import find_event
from games.core.feats import Feat, greatest
from games.core.moves import ChanceRequest, Move
from games.core.results import Result
from games.core.rules import CHANCE, OVER, PANEL_REVEAL_SECONDS, SHORT_SUSPENSE, History, Rules, Setup
from games.core.seats import deal_blocks, rank_seats, replace_at
from games.tomoe import moves
from games.tomoe.moves import PLAYS, Play
from games.tomoe.state import (
    CardPlayed,
    GameDealt,
    GameEnded,
    MatchExtended,
    TomoeState,
    TomoeView,
    TrickWon,
    Variant,
)
from games.tomoe.tricks import (
    CASES,
    DECKS,
    SEATS,
    Trick,
    decide_trick,
    playable,
    points_for,
    relative_strength,
    strongest_card,
    won_counter,
)

OPEN = 9
"""Number of cards in an open hand."""

STREAK = 4
"""Smallest number of tricks in a row that is a feat."""

PLAIN_SECONDS, GREAT_SECONDS, LAST_SECONDS = 3.0, 4.0, 5.0
"""Seconds for which a completed trick is shown: an ordinary one, a remarkable one, the last of a game."""

SECOND, ROW = KINDS = ("second", "row")
"""Kinds of feats: a trick won by the second strongest card, and several tricks in a row."""

EXTRA = 3
"""Number of games added to the match if several seats share the highest total."""

DEALS = {metals: ChanceRequest("deal", deck) for metals, deck in DECKS.items()}
TURNS = tuple((seat,) for seat in range(SEATS))
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
        # First all open cards are dealt, then all hidden ones.
        open_hands = deal_blocks(cards, leader, (OPEN,) * SEATS)
        hidden = deal_blocks(cards[SEATS * OPEN :], leader, (len(cards) // SEATS - OPEN,) * SEATS)
        # At the first deal there is no earlier game whose points could be kept.
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
            past=(*state.past, state.points) if state.number else (),
        )

    # --- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state: TomoeState, seat: int) -> Sequence[Move]:
        hand = state.open[seat] + state.hidden[seat]
        return tuple([PLAYS[card] for card in playable(hand, state.trick)])

    def step(self, state: TomoeState, seat: int, move: Move) -> TomoeState:
        assert isinstance(move, Play)
        card = move.card
        trick = (*state.trick, card)
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
        tricks = (*state.tricks, trick)
        after = replace(
            state,
            to_act=TURNS[winner],
            news=(*state.news, TrickWon(len(tricks), trick, made)),
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
        news = (*state.news, GameEnded(state.number, state.points, state.totals))
        if state.number < state.games:
            return replace(state, to_act=CHANCE, news=news)
        best = rank_seats(dict(enumerate(state.totals)))[0]
        if len(best) == 1:
            return replace(state, to_act=OVER, news=news)
        # The highest total is shared: play on.
        games = state.games + EXTRA
        return replace(state, to_act=CHANCE, news=(*news, MatchExtended(best, games)), games=games)

    parse_words = staticmethod(moves.parse_words)

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
        return 0.0 if find_event(view.news, TrickWon) is None else SHORT_SUSPENSE

    def panel_reveal_seconds(self, view: TomoeView) -> float:
        return 0.0 if find_event(view.news, TrickWon) is None else PANEL_REVEAL_SECONDS

    def moment_seconds(self, view: TomoeView) -> float:
        won = find_event(view.news, TrickWon)
        if won is None:
            return 0.0
        if not isinstance(view.to_act, tuple):
            return LAST_SECONDS
        return PLAIN_SECONDS if notable_reason(view, won.trick) is None else GREAT_SECONDS

    def facts(self, history: History[TomoeState], seats: int) -> tuple[dict[str, int], ...]:
        """Return each seat's counters for statistics.

        Returns:
            ``tricks`` (tricks played), ``best_row`` (most tricks won in a row), and tricks won of each kind
            (see ``won_counter``).
        """
        counts = [
            {"tricks": 0, **{won_counter(case): 0 for case in CASES}, "best_row": 0} for _ in range(seats)
        ]
        row, last = 0, -1
        for _, _, _, after in history:
            for event in after.news:
                if isinstance(event, TrickWon):
                    is_on = event.number > 1 and event.trick.winner == last
                    row, last = row + 1 if is_on else 1, event.trick.winner
                    counts[last]["best_row"] = max(counts[last]["best_row"], row)
                    for count in counts:
                        count["tricks"] += 1
                    counts[event.trick.winner][won_counter(event.trick.case)] += 1
        return tuple(counts)

    def feats(self, history: History[TomoeState], seat: int | None = None) -> tuple[Feat, ...]:
        """Return up to two feats: a trick that the strongest card lost, and the most tricks won in a row."""
        return greatest(_remarkable_tricks(history), KINDS, seat)


def _remarkable_tricks(history: History[TomoeState]) -> Iterator[Feat]:
    # The feats are tricks in which the strongest card lost, and series of tricks won by one seat.
    row: list[int] = []
    last = -1
    for number, (before, _, _, after) in enumerate(history):
        won = find_event(after.news, TrickWon)
        if won is None:
            continue
        trick, begun = won.trick, number - SEATS + 1
        # A row holds the first move of each trick; a new game begins a new row.
        row = [*row, begun] if won.number > 1 and trick.winner == last else [begun]
        last = trick.winner
        if len(row) >= STREAK:
            size = len(row) * SEATS / len(before.variant.deal.cards)
            yield Feat(ROW, last, row[0], number, size=size)
        best = strongest_card(trick)
        if best != trick.card:
            other = (trick.leader + trick.cards.index(best)) % SEATS
            yield Feat(SECOND, last, begun, number, other, size=relative_strength(trick, best))


NotableReason: TypeAlias = Literal["hidden", "lower", "row"]
"""Why a trick is remarkable.

- ``hidden``: the winning card came from a hidden hand, so no other player could know it.
- ``lower``: two cards of one suit, neither the suit led nor its partner, beat the card led.
- ``row``: the seat has won several tricks in a row.
"""


def notable_reason(view: TomoeView, trick: Trick) -> NotableReason | None:
    """Return why the trick that was just completed is remarkable; ``None`` for an ordinary trick."""
    played = view.news[0]
    hidden = [count for seat, count in enumerate(view.hidden_counts) if seat != trick.winner]
    # If another seat has no hidden cards left, the third seat knows every card.
    if isinstance(played, CardPlayed) and played.was_hidden and played.card == trick.card and all(hidden):
        return "hidden"
    if trick.case == "lower-pair":
        return "lower"
    return "row" if streak(view, trick) >= STREAK else None


def streak(view: TomoeView, trick: Trick) -> int:
    """Return how many tricks in a row the winner of ``trick``, the last trick, has won."""
    return len([*takewhile(lambda earlier: earlier.winner == trick.winner, reversed(view.tricks))])
