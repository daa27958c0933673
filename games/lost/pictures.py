"""The pictures of Lost Poker: the face-up cards (field) and numbers of each seat, a hand, a turned-up
card.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial, reduce

from games.core.cards import Card
from games.core.presentation import Board, Chip, Cloth, Face, Row, Stamp, backs
from games.core.rules import CHANCE, is_to_act
from games.core.words import Seat, Text, text
from games.lost.hands import BIT, JOKER, by_suit, field_groups, hot_cards, is_made, mask_of
from games.lost.moves import is_true
from games.lost.state import (
    OUTCOMES,
    CardJudged,
    CardPlaced,
    CardTaken,
    FieldCardLost,
    JokerTakenBack,
    LostView,
    LostVoided,
)
from games.lost.words import FAMILY, cards_of, outs_signs, sign_text

CLOTH: Cloth = "night"
"""The look of the table."""

make_board = partial(Board, FAMILY, cloth=CLOTH)
"""Return a ``Board`` (a picture) of this game, made of rows of cards."""

Groups = tuple[tuple[Face, ...], ...]

OUT = Chip(text("lost-chip-out"), "hot")
NEAR = Chip(text("lost-chip-near"), "hot")


def table_board(view: LostView) -> Board:
    """Return the table's picture: the card in play, the seats in fixed order, and the outcome of the last
    claim.
    """
    return make_board((*_played_rows(view), *_seat_rows(view), *_last_claim_rows(view)))


def last_board(view: LostView) -> Board | None:
    """Return the picture of the last claim's outcome, or ``None`` if there is none."""
    rows = _last_claim_rows(view)
    return make_board(rows) if rows else None


def _last_claim_rows(view: LostView) -> tuple[Row, ...]:
    """Return one row with the last claim and its outcome; empty before the first claim and after the game."""
    last = view.log[0] if view.log else None
    if not isinstance(last, OUTCOMES) or view.is_over:
        return ()
    is_taken = isinstance(last, CardTaken)
    judged = text("lost-chip-taken") if is_taken else _truth_text(last.card, last.claim)
    note = text("lost-note-last", seat=Seat(last.seat), target=Seat(last.target))
    chips = tuple([Chip(label) for label in (_claim_text(last.claim), judged)])
    return (Row(text("lost-row-last"), ((Face(last.card),),), note, chips=chips, is_small=True),)


def _truth_text(card: Card, claim: str) -> Text:
    return text("lost-chip-true" if is_true(card, claim) else "lost-chip-lie")


def deciding_board(view: LostView) -> Board | None:
    """Return a picture of all seats' face-up cards, with the viewer's cards last.

    ``None`` before any cards are face up.
    """
    # The picture stays low, since a panel shows it in every decision. The question names the claim.
    assert view.seat is not None
    if not any(view.fields):
        return None
    order = [*[seat for seat in range(view.seats) if seat != view.seat], view.seat]
    return make_board(tuple([_field_row(view, seat) for seat in order]))


def _field_row(view: LostView, seat: int) -> Row:
    """Return a small row with a seat's face-up cards, and a label with the suits and ranks that would
    complete a hand.
    """
    title = text("lost-your-field-now") if seat == view.seat else text("lost-row-field", seat=Seat(seat))
    groups = field_faces(view.fields[seat], _new_cards(view))
    chips = (OUT,) if seat in view.out else _completing_chips(view.fields[seat])
    return Row(title, groups, chips=chips, is_small=True)


def _completing_chips(field: tuple[Card, ...]) -> tuple[Chip, ...]:
    """Return one label with all suits and ranks that would complete a hand; empty if there are none."""
    signs = outs_signs(field)
    if not signs:
        return ()
    listed = reduce(lambda first, second: text("lost-signs", first=first, second=second), signs)
    return (Chip(text("lost-chip-outs", signs=listed), "hot"),)


def hand_board(view: LostView, seat: int) -> Board | None:
    """Return a seat's private picture: its cards, its discards, and the cards that it has laid face down.

    On the seat's turn, a card is framed if it would complete a hand with the face-up cards of some seat.
    """
    pile = tuple([lost.card for lost in view.piles[seat]])
    rows: list[Row] = []
    # From top to bottom: cards laid face down, a card in play, the hand.
    if view.laid:
        rows.append(Row(text("lost-your-field"), (tuple([Face(card) for card in view.laid]),)))
    play = view.play
    if play is not None and play.seat == seat and not view.is_placing:
        face = Face(play.card, "new", _claim_text(play.claim))
        rows.append(Row(text("lost-your-card"), ((face,),), text("lost-note-to", seat=Seat(play.target))))
    if view.hand:
        note = text("lost-note-pile", cards=cards_of(*pile)) if pile else None
        groups = hand_faces(view, seat) if view.is_my_turn else _plain_faces(view)
        rows.append(Row(text("lost-your-hand"), groups, note))
    return make_board(tuple(rows)) if rows else None


# --- seats ------------------------------------------------------------------------------------------


def _seat_rows(view: LostView) -> tuple[Row, ...]:
    new = _new_cards(view)
    return tuple([_seat_row(view, seat, new) for seat in range(view.seats)])


def _seat_row(view: LostView, seat: int, new: Collection[Card]) -> Row:
    if not any(view.fields):
        return _opening_row(view, seat)
    turn = is_to_act(view.to_act, seat)
    groups = field_faces(view.fields[seat], new)
    is_won = view.is_over and seat not in view.out
    return Row(Seat(seat), groups, _figures(view, seat), turn, is_won, chips_of(view, seat))


def _opening_row(view: LostView, seat: int) -> Row:
    """Return a seat's row before the first three cards of each seat are turned face up."""
    if view.to_act == CHANCE:
        return Row(Seat(seat), is_small=True)
    if is_to_act(view.to_act, seat):
        return Row(Seat(seat), (), text("lost-note-choosing"), is_turn=True, is_small=True)
    return Row(Seat(seat), (backs(3),), text("lost-note-ready"), is_small=True)


def _figures(view: LostView, seat: int) -> Text:
    if not view.limit:
        return text("lost-note-cards", cards=view.sizes[seat])
    return text("lost-note", cards=view.sizes[seat], left=view.losts_left(seat))


def chips_of(view: LostView, seat: int) -> tuple[Chip, ...]:
    """Return a seat's labels: whether it is eliminated, or lacks one card for a hand that eliminates it.

    There is also one label for each suit and rank that would complete the hand.
    """
    if seat in view.out:
        return (OUT,)
    signs = outs_signs(view.fields[seat])
    return (NEAR, *[Chip(sign) for sign in signs]) if signs else ()


def _played_rows(view: LostView) -> tuple[Row, ...]:
    """Return one row with the face-down card that a seat must judge, and its claim. Empty if there is
    none.
    """
    play = view.play
    if play is None or view.is_placing:
        return ()
    title, note = text("lost-claimed", seat=Seat(play.seat)), text("lost-note-to", seat=Seat(play.target))
    return (Row(title, (backs(1),), note, chips=(Chip(_claim_text(play.claim), "hot"),)),)


def _claim_text(claim: str) -> Text:
    return text("lost-caption-claim", claim=sign_text(claim))


def _new_cards(view: LostView) -> tuple[Card, ...]:
    """Return the cards that the last move laid face up."""
    cards: tuple[Card, ...] = ()
    for event in view.news:
        match event:
            case CardJudged() | CardPlaced() | LostVoided():
                cards += (event.card,)
            case FieldCardLost():
                cards += (event.placed,)
            case JokerTakenBack():
                cards += event.cards
    return cards


# --- a card that came to light ----------------------------------------------------------------------


def reveal_board(view: LostView, reveal: CardJudged | LostVoided) -> Board:
    """Return the picture of a played card after it was turned up, with its claim and the face-up cards of the
    seats concerned.
    """
    card = reveal.card
    winner = reveal.target if isinstance(reveal, CardJudged) and reveal.is_right else reveal.seat
    claim = Chip(_claim_text(reveal.claim), "hot")
    truth = () if isinstance(reveal, CardJudged) else (Chip(_truth_text(card, reveal.claim)),)
    top = Row(text("lost-revealed"), ((Face(card, "new"),),), chips=(claim, *truth))
    seats = sorted({reveal.seat, reveal.target, *view.out})
    stamp = None
    if isinstance(reveal, CardJudged):
        is_so = is_true(card, reveal.claim)
        stamp = Stamp(text("stamp-true"), "good") if is_so else Stamp(text("stamp-lie"), "bad")
    rows = (top, *[_reveal_row(view, seat, (card,), seat == winner) for seat in seats])
    return make_board(rows, stamp=stamp)


def covered_board(view: LostView, judged: CardJudged) -> Board:
    """Return a picture of a claim before its card is turned up, with the face-up cards of the two seats."""
    claim = Chip(_claim_text(judged.claim), "hot")
    face = Face(judged.card, turn=1)
    rows = [Row(text("lost-claimed", seat=Seat(judged.seat)), ((face,),), chips=(claim,))]
    for seat in sorted((judged.seat, judged.target)):
        field = [card for card in view.fields[seat] if card != judged.card]
        signs = outs_signs(tuple(field))
        chips = (NEAR, *[Chip(sign) for sign in signs]) if signs else ()
        rows.append(Row(Seat(seat), field_faces(field), chips=chips))
    return make_board(tuple(rows))


def ends_board(view: LostView) -> Board:
    """Return the picture of the eliminated seats' face-up cards."""
    return make_board(tuple([_reveal_row(view, seat, _new_cards(view)) for seat in view.out]))


def _reveal_row(view: LostView, seat: int, new: Collection[Card], is_won: bool = False) -> Row:
    field, chips = view.fields[seat], chips_of(view, seat)
    won = is_won and seat not in view.out
    note = None if view.is_over else _figures(view, seat)
    return Row(Seat(seat), field_faces(field, new), note, is_won=won, chips=chips)


# --- cards ------------------------------------------------------------------------------------------


def field_faces(field: Sequence[Card], new: Collection[Card] = ()) -> Groups:
    """Return pictures of a seat's face-up cards, in groups.

    Cards of a complete hand, or of a hand that lacks one card, are framed. Other cards that are in ``new``
    are marked as new.
    """
    hot = hot_cards(field) if field else frozenset()
    return tuple(
        tuple(Face(card, "hot" if card in hot else "new" if card in new else "") for card in group)
        for group in field_groups(field)
    )


def hand_row(view: LostView, seat: int) -> Row:
    """Return a row with the hand of the viewing seat (``seat``), grouped by suit."""
    return Row(Seat(seat), _plain_faces(view))


def _plain_faces(view: LostView) -> Groups:
    return tuple(tuple(Face(card) for card in group) for group in by_suit(view.hand))


def hand_faces(view: LostView, seat: int) -> Groups:
    """Return the viewer's hand as pictures of cards, grouped by suit.

    A card is framed if it would complete a hand with the face-up cards of some seat.
    """
    masks = [mask_of(field) for field in view.fields]
    return tuple(tuple(_hand_face(card, masks, seat) for card in group) for group in by_suit(view.hand))


def _hand_face(card: Card, field_masks: Sequence[int], viewer: int) -> Face:
    """Return the picture of a card in the hand of the seat ``viewer``.

    The card is framed if it would complete a hand among some seat's face-up cards. ``field_masks`` has the
    face-up cards of each seat as a bit mask.
    """
    # The joker must not be played to a seat that lacks one card, so it is framed only for its holder.
    hit = [seat for seat, mask in enumerate(field_masks) if is_made(mask | BIT[card])]
    if viewer in hit:
        return Face(card, "hot", text("lost-caption-own"))
    return Face(card, "hot" if hit and card != JOKER else "")
