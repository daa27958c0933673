"""Pictures of Porker Bull: a running round, a showdown, the end."""

from __future__ import annotations

from games.bull.events import Showdown
from games.bull.rules import MAX_CARDS
from games.bull.state import BullView
from games.bull.words import call_of, call_text, cards_in_play, is_wild, tap_text
from games.core.cards import STANDARD
from games.core.poker import by_rank
from games.core.presentation import Board, Chip, Face, Row, backs, faces
from games.core.rules import Result, is_to_act
from games.core.words import Seat, Text, text

CALLS_SHOWN = 8
"""Limit of a round's calls on the table's picture, the last ones."""


def round_board(view: BullView, most: int = CALLS_SHOWN) -> Board:
    """Show the round: a back for each card, what each seat has lost, the last ``most`` calls in order."""
    return Board(STANDARD.name, (*_seat_rows(view), *_out_rows(view), _calls_row(view, most)))


def hand_board(view: BullView) -> Board:
    """Show one's hand, and what one has lost."""
    assert view.seat is not None
    own = Row(text("bull-your-hand"), (hand_faces(view),), losses_text(view, view.seat))
    return Board(STANDARD.name, (own,))


def hand_faces(view: BullView) -> tuple[Face, ...]:
    """Show one's hand as people hold it; a wild card says so."""
    wild = is_wild(view)
    return tuple(
        Face(card, caption=text("bull-wild") if wild and card[0] == "2" else None)
        for card in by_rank(view.hand)
    )


def showdown_board(view: BullView, shown: Showdown) -> Board:
    """Show all hands of a round: the cards that count, who was right, and how the loser goes on."""
    right = shown.caller if shown.is_good else shown.challenger
    rows = tuple(
        Row(
            Seat(seat),
            (faces(by_rank(hand), hot=_counting(shown, seat)),),
            _fate_text(view, seat) if seat == shown.loser and view.result is None else None,
            is_won=seat == right,
            chips=_spoken(shown, seat),
        )
        for seat, hand in enumerate(shown.hands)
        if hand
    )
    return Board(STANDARD.name, (*rows, *_out_rows(view, but=shown.loser)))


def end_board(view: BullView, result: Result) -> Board:
    """Show who won, then the others by rank, each with the hand of the last showdown."""
    shown = view.shown
    assert shown is not None
    rows = tuple(
        Row(
            Seat(seat),
            (faces(by_rank(shown.hands[seat]), hot=_counting(shown, seat)),),
            text("bull-losses", losses=view.losses[seat], chance="more"),
            is_won=group == result.ranking[0],
        )
        for group in result.ranking
        for seat in group
    )
    return Board(STANDARD.name, rows)


def losses_text(view: BullView, seat: int) -> Text | None:
    """Say how often a seat has lost, and whether once more is once too often; ``None`` for no losses."""
    last = MAX_CARDS if view.options["deal"] == "up" else 1
    losses = view.losses[seat]
    chance = "last" if view.sizes[seat] == last else "more"
    return text("bull-losses", losses=losses, chance=chance) if losses else None


def _seat_rows(view: BullView) -> tuple[Row, ...]:
    return tuple(
        Row(
            Seat(seat),
            (backs(size),),
            losses_text(view, seat),
            is_turn=is_to_act(view.to_act, seat),
            is_small=True,
        )
        for seat, size in enumerate(view.sizes)
        if size
    )


def _out_rows(view: BullView, but: int | None = None) -> tuple[Row, ...]:
    """Name who is out, in the order of going."""
    chips = tuple(Chip(text("bull-chip-seat", seat=Seat(seat)), "dim") for seat in view.out if seat != but)
    return (Row(text("bull-row-out"), chips=chips, is_small=True),) if chips else ()


def _calls_row(view: BullView, most: int) -> Row:
    """Show the last ``most`` calls, the one to beat marked, and how many cards there are."""
    chips = [Chip(text("bull-chip-call", seat=Seat(who), call=call_text(call))) for who, call in view.calls]
    if chips:
        chips[-1] = Chip(chips[-1].text, "hot")
    if len(chips) > most:
        chips = [Chip(text("bull-chip-earlier", count=len(chips) - most), "dim"), *chips[-most:]]
    note = text(
        "bull-cards-in-play",
        count=cards_in_play(view),
        wild=view.options["wild"],
        end=view.options["end"],
    )
    return Row(text("bull-round", round=view.round), (), note, chips=tuple(chips), is_small=True)


def _counting(shown: Showdown, seat: int) -> list[str]:
    return [card for card in shown.hands[seat] if card in shown.evidence]


def _spoken(shown: Showdown, seat: int) -> tuple[Chip, ...]:
    """Show what the two of a showdown said."""
    if seat == shown.caller:
        return (Chip(tap_text(call_of(shown.call))),)
    return (Chip(text("bull-challenge")),) if seat == shown.challenger else ()


def _fate_text(view: BullView, loser: int) -> Text:
    """Say how the loser of a round goes on."""
    return text("bull-fate", cards=view.sizes[loser])
