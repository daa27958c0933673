"""Pictures of Porker Bull: a running round, a showdown, the end."""

from __future__ import annotations

from msgspec.structs import replace

from games.bull.events import Showdown
from games.bull.rules import MAX_CARDS
from games.bull.state import BullView
from games.bull.words import call_of, call_text, cards_in_play, is_wild, tap_text
from games.core.cards import STANDARD
from games.core.poker import by_rank
from games.core.presentation import Board, Chip, Face, Row, backs, faces
from games.core.rules import is_to_act
from games.core.words import Seat, Text, text

CALLS_SHOWN = 3
"""Most calls of a round on the table's picture, the last ones."""

FEW = 4
"""With more seats than that the last call is enough, and two seats share the width: figures are brief."""

STRIP = 12
"""Most cards of the last showdown in a panel; of more only the hands of the two it was between."""


def round_board(view: BullView) -> Board:
    """Show the round: the last calls, and for each seat its cards, its losses, what it showed last."""
    seats = [_seat_row(view, seat) for seat, size in enumerate(view.sizes) if size]
    return Board(STANDARD.name, (_calls_row(view), *seats, *_out_rows(view)))


def hand_board(view: BullView) -> Board:
    """Show one's hand, and how many cards there are in all."""
    return Board(STANDARD.name, (Row(text("bull-your-hand"), (hand_faces(view),), _count_text(view)),))


def last_board(view: BullView) -> Board | None:
    """Keep the last showdown in sight, in one small row, each hand with its owner."""
    shown = view.shown
    if shown is None:
        return None
    seats = [seat for seat, hand in enumerate(shown.hands) if hand]
    if sum(len(shown.hands[seat]) for seat in seats) > STRIP:
        seats = [shown.caller, shown.challenger]
    groups = [_shown_faces(shown, seat, Seat(seat)) for seat in seats]
    return Board(STANDARD.name, (Row(text("bull-row-shown"), tuple(groups), is_small=True),))


def _shown_faces(shown: Showdown, seat: int, caption: Seat | Text) -> tuple[Face, ...]:
    """Show a hand of a showdown, with a caption under its first card."""
    first, *others = faces(by_rank(shown.hands[seat]), hot=shown.evidence)
    return (replace(first, caption=caption), *others)


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
    pays = None if view.result is not None else text("bull-fate", cards=view.sizes[shown.loser])
    rows = tuple(
        Row(
            Seat(seat),
            (faces(by_rank(hand), hot=shown.evidence),),
            pays if seat == shown.loser else None,
            is_won=seat == right,
            chips=_spoken(shown, seat),
        )
        for seat, hand in enumerate(shown.hands)
        if hand
    )
    return Board(STANDARD.name, (*rows, *_out_rows(view, but=shown.loser)))


def covered_board(view: BullView, shown: Showdown) -> Board:
    """Show the hands of a showdown from behind, with what the two have said."""
    rows = [
        Row(Seat(seat), (backs(len(hand)),), chips=_spoken(shown, seat), is_small=True)
        for seat, hand in enumerate(shown.hands)
        if hand
    ]
    return Board(STANDARD.name, tuple(rows))


def _seat_row(view: BullView, seat: int) -> Row:
    """Show a seat: the hand that it showed last, until the next challenge, or else the backs of its cards."""
    shown = view.shown.hands[seat] if view.shown is not None else ()
    hot = view.shown.evidence if view.shown is not None else ()
    losses, cards = view.losses[seat], view.sizes[seat]
    is_last = losses > 0 and cards == _last_size(view)
    return Row(
        Seat(seat),
        (faces(by_rank(shown), hot=hot),) if shown else (backs(cards),),
        text("bull-note" if view.seats <= FEW else "bull-note-brief", cards=cards, losses=losses),
        is_turn=is_to_act(view.to_act, seat),
        chips=(Chip(text("bull-chip-last"), "hot"),) if is_last else (),
        is_small=True,
    )


def _last_size(view: BullView) -> int:
    """Give the number of cards with which one more loss is one too many."""
    return MAX_CARDS if view.options["deal"] == "up" else 1


def _out_rows(view: BullView, but: int | None = None) -> tuple[Row, ...]:
    """Name who is out, in the order of going."""
    chips = tuple(Chip(text("bull-chip-seat", seat=Seat(seat)), "dim") for seat in view.out if seat != but)
    return (Row(text("bull-row-out"), chips=chips, is_small=True),) if chips else ()


def _calls_row(view: BullView) -> Row:
    """Show the last calls, the one to beat marked, and how many cards there are."""
    chips = [Chip(text("bull-chip-call", seat=Seat(who), call=call_text(call))) for who, call in view.calls]
    if chips:
        chips[-1] = Chip(chips[-1].text, "hot")
    most = CALLS_SHOWN if view.seats <= FEW else 1
    if len(chips) > most:
        chips = [Chip(text("bull-chip-earlier", count=len(chips) - most), "dim"), *chips[-most:]]
    title = text("bull-round", round=view.round)
    return Row(title, (), _count_text(view), chips=tuple(chips), is_small=True)


def _count_text(view: BullView) -> Text:
    """Tell how many cards are in play, and whether twos are wild."""
    return text("bull-cards-in-play", count=cards_in_play(view), wild=view.options["wild"])


def _spoken(shown: Showdown, seat: int) -> tuple[Chip, ...]:
    """Show what the two of a showdown said."""
    if seat == shown.caller:
        return (Chip(tap_text(call_of(shown.call))),)
    return (Chip(text("bull-challenge")),) if seat == shown.challenger else ()
