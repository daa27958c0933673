"""How a table of Porker Bull looks: the last call first, then hands and chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.bull.events import Called, Eliminated, HandsDealt, Showdown
from games.bull.moves import CHALLENGE, LADDERS, Call
from games.bull.state import BullView
from games.bull.words import call_of, call_text
from games.core.bluffs import bluffs_told
from games.core.cards import STANDARD
from games.core.events import Event
from games.core.menu import BidMenu
from games.core.moves import Move
from games.core.poker import by_rank
from games.core.presentation import (
    Board,
    Choice,
    PanelScene,
    Presenter,
    Question,
    Row,
    Shortcut,
    TableScene,
    faces,
)
from games.core.rules import Result
from games.core.seats import clockwise
from games.core.words import Cards, Rank, Seat, Seats, Suit, Text, text


class BullPresenter(Presenter[BullView]):
    """Shows Porker Bull."""

    def table(self, view: BullView) -> TableScene:
        """Describe the table: last call, seats, calls of the round, the last showdown."""
        return TableScene(
            headline=_headline(view),
            seats=tuple((seat, _seat_line(view, seat)) for seat in clockwise(view.caller, view.seats)),
            lines=_table_lines(view),
            board=_showdown_board(view.shown, view.round - (not view.is_over)) if view.shown else None,
            public=(_challenge(view),) if view.calls and not view.is_over else (),
        )

    def panel(self, view: BullView, legal: Sequence[Move]) -> PanelScene:
        """Describe a hand and, on one's turn, what may be tapped."""
        if not view.hand:
            return PanelScene(lines=(text("bull-no-hand"),))
        hand = by_rank(view.hand)
        board = Board(STANDARD.name, (Row(text("bull-your-hand"), (faces(hand),)),))
        lines = [
            text("bull-hand", cards=Cards(hand, STANDARD.name)),
            text("bull-on-table", count=sum(view.sizes), own=len(hand)),
        ]
        if view.calls:
            lines.append(
                text("bull-last-call", seat=Seat(view.calls[-1][0]), call=call_text(view.calls[-1][1]))
            )
        shortcuts: list[Shortcut] = []
        if CHALLENGE in legal:
            shortcuts.append(_challenge(view))
        if legal and legal[0] != CHALLENGE:
            lowest = str(legal[0])
            shortcuts.append(Shortcut(text("bull-lowest", call=call_text(lowest)), lowest))
        return PanelScene(tuple(lines), board, tuple(shortcuts))

    def say(self, event: Event, view: BullView) -> Text | None:
        """Tell what happened."""
        match event:
            case HandsDealt():
                return text("bull-event-dealt", round=event.round, seat=Seat(event.caller))
            case Called():
                return text("bull-event-called", seat=Seat(event.seat), call=call_text(event.call))
            case Showdown():
                return _showdown_text(event)
            case Eliminated():
                return text("bull-event-eliminated", seat=Seat(event.seat))
        return None

    def name(self, move: Move, view: BullView) -> Text:
        """Put a move into words."""
        return call_text(str(move)) if isinstance(move, Call) else text("bull-challenge")

    def ask(self, view: BullView, chosen: tuple[str, ...]) -> Question | Move | None:
        """Ask for the kind, then the ranks, then the suit of a call; the challenge is a button."""
        last = call_of(view.calls[-1][1]) if view.calls else None
        return _MENUS[view.options["wild"] == "twos"].ask(last, chosen)

    def hand(self, view: BullView) -> Row | None:
        """Lay the viewing seat's hidden cards open."""
        if view.seat is None or not view.hand:
            return None
        return Row(Seat(view.seat), (faces(by_rank(view.hand)),))

    def outcome(self, view: BullView, result: Result) -> tuple[Text, ...]:
        """Name who is still in, or who went out first."""
        if view.options["end"] == "first":
            return (text("bull-outcome-first", seat=Seat(view.out[0])),)
        return (text("bull-outcome-last", seats=Seats(result.ranking[0])),)

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Tell of calls and challenges."""
        return bluffs_told(counts)


def _headline(view: BullView) -> Text:
    if view.is_over and view.shown:
        return _showdown_text(view.shown)
    if view.calls:
        seat, call = view.calls[-1]
        return text("bull-headline-call", seat=Seat(seat), call=call_text(call))
    return text("bull-headline-first", seat=Seat(view.caller))


def _seat_line(view: BullView, seat: int) -> Text:
    if not view.sizes[seat]:
        return text("bull-seat-out")
    return text("bull-seat", cards=view.sizes[seat], losses=view.losses[seat])


def _table_lines(view: BullView) -> tuple[Text, ...]:
    lines = [text("bull-round", round=view.round, cards=sum(view.sizes))]
    if not view.is_over:
        lines += [
            text("bull-call-line", seat=Seat(seat), call=call_text(call)) for seat, call in view.calls[-8:-1]
        ]
        if view.shown:
            lines.append(_showdown_text(view.shown))
    return tuple(lines)


def _showdown_text(shown: Showdown) -> Text:
    return text(
        "bull-showdown-good" if shown.is_good else "bull-showdown-bad",
        challenger=Seat(shown.challenger),
        caller=Seat(shown.caller),
        call=call_text(shown.call),
        loser=Seat(shown.loser),
        evidence=Cards(by_rank(shown.evidence), STANDARD.name),
        count=len(shown.evidence),
    )


def _showdown_board(shown: Showdown, number: int) -> Board:
    """Show all hands of a round, which is not the one being played: each row says so."""
    rows = []
    left = list(shown.evidence)
    for seat, hand in enumerate(shown.hands):
        if hand:
            hot = [card for card in hand if card in left]
            note = text("bull-note-loser") if seat == shown.loser else None
            title = text("bull-shown-hand", seat=Seat(seat), round=number)
            rows.append(Row(title, (faces(by_rank(hand), hot=hot),), note))
    return Board(STANDARD.name, tuple(rows))


def _challenge(view: BullView) -> Shortcut:
    return Shortcut(text("bull-challenge"), str(CHALLENGE), "danger")


# --- menus --------------------------------------------------------------------------------------------


def _steps(call: Call) -> list[tuple[Text, Choice]]:
    steps = [(text("bull-choose-kind"), Choice(call.kind, text(f"bull-kind-{call.kind}")))]
    prompts = {"twopair": ("high", "low"), "full": ("three", "two")}.get(call.kind, ("rank",))
    for prompt, rank in zip(prompts, call.ranks, strict=True):
        label = text("bull-rank", rank=Rank(rank, STANDARD.name))
        steps.append((text(f"bull-choose-{prompt}"), Choice(rank, label)))
    if call.suit:
        label = text("bull-suit", suit=Suit(call.suit, STANDARD.name))
        steps.append((text("bull-choose-suit"), Choice(call.suit, label)))
    return steps


_MENUS = {wild: BidMenu(ladder, _steps) for wild, ladder in LADDERS.items()}
"""The questions that lead to the calls, by whether twos are wild."""
