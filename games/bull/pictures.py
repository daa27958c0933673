"""Pictures of Porker Bull: a running round, a showdown, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from games.bull.rules import MAX_CARDS, reveal_steps
from games.bull.state import BullView, Showdown
from games.bull.words import call_of, call_text, cards_in_play, is_wild, tap_text
from games.core.cards import STANDARD, Card
from games.core.poker import by_rank
from games.core.presentation import Board, Chip, Face, Row, Stamp, backs, faces
from games.core.rules import is_to_act
from games.core.words import Seat, Text, text

make_board = partial(Board, STANDARD.name, cloth="pasture")
"""Return a ``Board`` (a picture) of this game, made of rows of cards."""

CALLS_SHOWN = 3
"""Largest number of calls in the table's picture; the last ones are shown."""

FEW = 4
"""Largest number of seats for which every seat gets a full-width row.

With more seats two rows stand side by side, so notes are brief and only the last call is shown.
"""

STRIP = 12
"""Largest number of cards in the small row that repeats the last showdown.

If there were more, only the hands of the caller and the challenger are shown.
"""


def round_board(view: BullView) -> Board:
    """Return a picture of the round: the last calls, each seat's cards face down, and the last showdown."""
    seats = [_seat_row(view, seat) for seat, size in enumerate(view.sizes) if size]
    return make_board((_calls_row(view), *seats, *_out_rows(view), *_last_rows(view)))


def hand_board(view: BullView) -> Board:
    """Return a picture of the viewing seat's hand, with the number of cards in play."""
    return make_board((Row(text("bull-your-hand"), (hand_faces(view),), _count_text(view)),))


def last_board(view: BullView) -> Board | None:
    """Return a small picture of the last showdown; ``None`` before the first one."""
    rows = _last_rows(view)
    return make_board(rows) if rows else None


def _last_rows(view: BullView) -> tuple[Row, ...]:
    """Return one row with the hands of the last showdown, each with its owner; empty before the first
    showdown.
    """
    showdown = view.shown
    if showdown is None:
        return ()
    seats = [seat for seat, hand in enumerate(showdown.hands) if hand]
    if sum(len(showdown.hands[seat]) for seat in seats) > STRIP:
        seats = [showdown.caller, showdown.challenger]
    groups = [_shown_faces(showdown, seat, Seat(seat)) for seat in seats]
    return (Row(text("bull-row-shown"), tuple(groups), is_small=True),)


def _shown_faces(showdown: Showdown, seat: int, caption: Seat | Text) -> tuple[Face, ...]:
    """Return a seat's hand in a showdown as pictures of cards, with ``caption`` under the first card."""
    first, *others = faces(by_rank(showdown.hands[seat]), hot=showdown.evidence)
    return (replace(first, caption=caption), *others)


def hand_faces(view: BullView) -> tuple[Face, ...]:
    """Return the viewing seat's hand as pictures of cards, in display order. Wild cards have a caption."""
    wild = is_wild(view)
    return tuple(
        Face(card, caption=text("bull-wild") if wild and card[0] == "2" else None)
        for card in by_rank(view.hand)
    )


def showdown_board(view: BullView, showdown: Showdown) -> Board:
    """Return a picture of all hands of a showdown, with marks for the decisive cards, the winner and the
    loser.

    The hands are turned over in several steps; see ``reveal_steps``.
    """
    right = showdown.caller if showdown.is_good else showdown.challenger
    pays = None if view.result is not None else text("bull-fate", cards=view.sizes[showdown.loser])
    steps = reveal_steps(showdown, view.options["deal"])
    # The caller's hand is turned over last, the challenger's before it, all others first.
    turns = {showdown.caller: steps, showdown.challenger: steps - 1}
    # The first row repeats the call, so that the picture can be read alone.
    claim = text("bull-chip-call", seat=Seat(showdown.caller), call=tap_text(call_of(showdown.call)))
    call = Row(text("bull-row-call"), chips=(Chip(claim, "hot"),), is_small=True)
    rows = tuple(
        Row(
            Seat(seat),
            (tuple([replace(face, turn=turns.get(seat, 1)) for face in _hand(hand, showdown)]),),
            pays if seat == showdown.loser else None,
            is_won=seat == right,
            chips=_call_chips(showdown, seat),
        )
        for seat, hand in enumerate(showdown.hands)
        if hand
    )
    stamp = Stamp(text("stamp-true"), "good") if showdown.is_good else Stamp(text("stamp-lie"), "bad")
    return make_board((call, *rows, *_out_rows(view, without=showdown.loser)), stamp=stamp)


def _hand(hand: Sequence[Card], showdown: Showdown) -> tuple[Face, ...]:
    """Return a hand of a showdown as pictures of cards. The cards that support the call are framed."""
    return faces(by_rank(hand), hot=showdown.evidence)


def _seat_row(view: BullView, seat: int) -> Row:
    """Return the row of a seat: its cards of this round, face down."""
    losses, cards = view.losses[seat], view.sizes[seat]
    is_last = losses > 0 and cards == _last_size(view)
    return Row(
        Seat(seat),
        (backs(cards),),
        text("bull-note" if view.seats <= FEW else "bull-note-brief", cards=cards, losses=losses),
        is_turn=is_to_act(view.to_act, seat),
        chips=(Chip(text("bull-chip-last"), "hot"),) if is_last else (),
        is_small=True,
    )


def _last_size(view: BullView) -> int:
    """Return the hand size with which a seat is eliminated if it loses a round."""
    return MAX_CARDS if view.options["deal"] == "up" else 1


def _out_rows(view: BullView, without: int | None = None) -> tuple[Row, ...]:
    """Return one row with the names of the eliminated seats in order; empty if there are none.

    Args:
        view: the view.
        without: a seat to leave out.
    """
    chips = tuple(
        Chip(text("bull-chip-seat", seat=Seat(seat)), "dim") for seat in view.out if seat != without
    )
    return (Row(text("bull-row-out"), chips=chips, is_small=True),) if chips else ()


def _calls_row(view: BullView) -> Row:
    """Return the row of the last calls with the number of cards in play. The call to beat is highlighted."""
    chips = [
        Chip(text("bull-chip-call", seat=Seat(caller), call=call_text(call))) for caller, call in view.calls
    ]
    if chips:
        chips[-1] = Chip(chips[-1].text, "hot")
    most = CALLS_SHOWN if view.seats <= FEW else 1
    if len(chips) > most:
        chips = [Chip(text("bull-chip-earlier", count=len(chips) - most), "dim"), *chips[-most:]]
    title = text("bull-round", round=view.round)
    return Row(title, (), _count_text(view), chips=tuple(chips), is_small=True)


def _count_text(view: BullView) -> Text:
    """Return the number of cards in play in words, and whether twos are wild."""
    return text("bull-cards-in-play", count=cards_in_play(view), wild=view.options["wild"])


def _call_chips(showdown: Showdown, seat: int) -> tuple[Chip, ...]:
    """Return the labels of a seat in the picture of a showdown: a challenge for the challenger, otherwise
    none.
    """
    return (Chip(text("bull-challenge")),) if seat == showdown.challenger else ()
