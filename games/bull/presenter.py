"""The presenter of Porker Bull: the public table and the private panels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from games.bull import menus, moments
from games.bull.moments import showdown_moment, showdown_text
from games.bull.moves import CALL_ORDERS, COUNTS, Call
from games.bull.pictures import CLOTH, hand_board, hand_faces, last_board, round_board
from games.bull.possible import CardSet, chance, plan_of
from games.bull.state import BullView, Called, Eliminated, HandsDealt, Showdown
from games.bull.words import (
    beyond_text,
    call_of,
    call_text,
    cards_in_play,
    impossible_text,
    is_wild,
    missing_texts,
)
from games.core.bluffs import best_claim_lines, bluff_lines, bluff_measures
from games.core.cards import Card
from games.core.events import Event, find_event
from games.core.moves import Move
from games.core.poker import RANKS
from games.core.presentation import Board, Example, Measure, PanelScene, Presenter, Row, TableScene
from games.core.results import Result
from games.core.words import Joined, Seat, Seats, Text, text

RARE = 0.06
"""Probability below which a hint calls it unlikely that the needed cards are there.

Above 1 minus this number the hint calls it likely.
"""


class BullPresenter(Presenter[BullView]):
    """Describes positions and moves of Porker Bull for display."""

    cloth = CLOTH
    ask = staticmethod(menus.ask_call)
    moment = staticmethod(moments.showdown_moment)
    suspense = staticmethod(moments.showdown_suspense)
    verdict = staticmethod(moments.showdown_verdict)
    picture_story = staticmethod(moments.picture_story)

    def table(self, view: BullView) -> TableScene:
        """Return the last call and a picture of the round, or the winner at the end."""
        return TableScene(_headline(view), _line(view), _board(view))

    def panel(self, view: BullView, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's panel: its hand, and a warning if the last call needs too many cards."""
        if view.is_over or not view.hand:
            is_watching = view.is_over or view.seat in view.out
            return PanelScene(_idle_lines(view), table=_board(view) if is_watching else None)
        return PanelScene(
            _beyond_lines(view) if legal else (), hand_board(view), last_reveal=last_board(view)
        )

    def say(self, event: Event, view: BullView) -> Text | None:
        match event:
            case HandsDealt():
                return text("bull-event-dealt", round=event.round)
            case Called():
                return text("bull-event-called", seat=Seat(event.seat), call=call_text(event.call))
            case Showdown():
                return showdown_text(event)
            case Eliminated():
                return text("bull-event-eliminated", seat=Seat(event.seat))
        return None

    def name(self, move: Move, view: BullView) -> Text:
        return call_text(str(move)) if isinstance(move, Call) else text("bull-challenge")

    def reason(self, move: Move, view: BullView) -> Text | None:
        """Return which unseen cards a call needs, and how likely the call is to be true."""
        # A challenge is judged by the call that it challenges.
        call = move if isinstance(move, Call) else call_of(view.calls[-1][1])
        wild, known, cards = is_wild(view), CardSet(view.hand), cards_in_play(view)
        share = chance(plan_of(call), known, cards - known.size, wild, ())
        if share >= 1:
            return text("bull-reason-sure", call=call_text(str(call)))
        if share <= 0:
            return text("bull-reason-never", call=call_text(str(call)), cards=cards)
        # Uncertain: name the missing cards, with a rough probability.
        missing = Joined(missing_texts(call, view.hand, wild=wild))
        odds = "rare" if share < RARE else "likely" if share > 1 - RARE else "open"
        percent = round(100 * share)
        return text(
            "bull-reason-lacks", missing=missing, unseen=cards - known.size, odds=odds, percent=percent
        )

    def warning(self, move: Move, view: BullView) -> Text | None:
        """Return a warning about a call that needs more cards than are in play."""
        return beyond_text(move, cards_in_play(view)) if isinstance(move, Call) else None

    def tip(self, view: BullView) -> Text | None:
        if view.is_over or not view.hand:
            return None
        count = cards_in_play(view)
        if not view.is_my_turn:
            return text("bull-tip-wait", count=count)
        return text("bull-tip-call" if view.calls else "bull-tip-first", count=count)

    def is_tense(self, view: BullView) -> bool:
        """True if the last call is clearly higher than usual for the number of cards in play."""
        if not view.calls or view.is_over:
            return False
        kind = call_of(view.calls[-1][1]).kind
        return _RARITIES[kind] > 1 + cards_in_play(view) / len(RANKS)

    def chapter(self, view: BullView) -> tuple[Text, ...]:
        is_before = find_event(view.news, Showdown) is not None and not view.is_over
        return (text("bull-round", round=view.round - is_before),)  # a showdown is of the round before

    def score(self, view: BullView, result: Result, seat: int) -> Text | None:
        return text("bull-losses", losses=view.losses[seat], chance="more")

    def hand(self, view: BullView) -> Row | None:
        # After the last showdown all hands lie open on the table.
        if view.seat is None or not view.hand or view.is_over:
            return None
        return Row(Seat(view.seat), (hand_faces(view),))

    def guide(self, view: BullView) -> tuple[Example, ...]:
        """Return the kinds of calls from low to high, each with an example."""
        return tuple(
            (text("bull-guide", kind=text(f"bull-kind-{kind}"), about=text(f"bull-about-{kind}")), cards)
            for kind, cards in _EXAMPLES.items()
            if is_wild(view) or kind in _PLAIN_KINDS
        )

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Return lines of text about a person's bluffs, such as their highest lie."""
        wild = best_claim_lines(counts, partial(_text_of_number, True), "_wild")
        return (*bluff_lines(counts, partial(_text_of_number, False)), *wild)

    def measures(self) -> tuple[Measure, ...]:
        """Return the measures for leaderboards: the highest lie and truth, without and with wild twos."""
        return (
            *bluff_measures(partial(_text_of_number, False)),
            Measure("best_bluff_wild", text("bull-measure-bluff"), partial(_text_of_number, True)),
            Measure("best_truth_wild", text("bull-measure-truth"), partial(_text_of_number, True)),
        )


_RARITIES = COUNTS | {"twopair": 3, "straight": 4, "flush": 4, "full": 4, "sflush": 6}
"""For each kind of call, the number of cards of one rank that is about equally rare."""

_PLAIN_KINDS = {call.kind for call in CALL_ORDERS[False].bids}


def _text_of_number(wild: bool, number: int) -> Text:
    return call_text(str(CALL_ORDERS[wild].bids[number - 1]))


def _headline(view: BullView) -> Text:
    if view.result is not None:
        return _outcome(view, view.result)
    if showdown := find_event(view.news, Showdown):
        return showdown_text(showdown)
    if view.calls:
        seat, call = view.calls[-1]
        return text("bull-headline-call", seat=Seat(seat), call=call_text(call))
    return text("bull-headline-first")


def _line(view: BullView) -> Text | None:
    if view.shown is None:
        return _last_impossible(view)
    if view.is_over:
        return showdown_text(view.shown)
    if moment := showdown_moment(view):
        return moment.line
    if view.calls:
        return _last_impossible(view)
    return text("bull-round-before", round=view.round - 1, told=showdown_text(view.shown))


def _board(view: BullView) -> Board | None:
    moment = showdown_moment(view)
    return moment.board if moment else round_board(view)


def _idle_lines(view: BullView) -> tuple[Text, ...]:
    if view.is_over:
        return ()
    if view.seat not in view.out:
        return (text("bull-no-hand"),)
    place = view.seats - view.out.index(view.seat)
    return (text("bull-out", place=place, seats=view.seats),)


def _last_impossible(view: BullView) -> Text | None:
    if not view.calls or view.is_over:
        return None
    return impossible_text(call_of(view.calls[-1][1]), cards_in_play(view))


def _beyond_lines(view: BullView) -> tuple[Text, ...]:
    warning = beyond_text(call_of(view.calls[-1][1]), cards_in_play(view)) if view.calls else None
    return () if warning is None else (warning,)


def _outcome(view: BullView, result: Result) -> Text:
    if view.options["end"] == "first":
        return text("bull-outcome-first", seat=Seat(view.out[0]))
    return text("bull-outcome-last", seats=Seats(result.ranking[0]))


# --- the guide ----------------------------------------------------------------------------------------


def _example(ranks: str, suits: str) -> tuple[Card, ...]:
    return tuple(rank + suit for rank, suit in zip(ranks, suits, strict=True))


_EXAMPLES: dict[str, tuple[Card, ...]] = {
    "single": _example("6", "s"),
    "pair": _example("66", "sh"),
    "twopair": _example("JJ33", "sdhc"),
    "trips": _example("222", "shd"),
    "straight": _example("98765", "shdsc"),
    "flush": _example("QT763", "hhhhh"),
    "full": _example("22288", "shdsc"),
    "quads": _example("KKKK", "shdc"),
    "sflush": _example("QJT98", "hhhhh"),
    "five": _example("KKKK2", "shdcs"),
    "six": _example("KKKK22", "shdcsh"),
    "seven": _example("KKKK222", "shdcshd"),
    "eight": _example("KKKK2222", "shdcshdc"),
}
"""Example hands of each kind, from low to high."""
