"""Feats of Three Cards Trick Poker in three pictures: the open cards, the other hands, the cards won."""

from __future__ import annotations

from games.core.feats import Feat
from games.core.match import Past
from games.core.presentation import Chip, Frame, Row, Tale, faces
from games.core.words import Seat, text
from games.trick3.events import Folded, Showdown, ShownHand
from games.trick3.moves import FACE_DOWN
from games.trick3.state import Trick3View
from games.trick3.words import arrange, family_of, hand_name, strength_of

RIVALS_SHOWN = 2
"""Number of other hands to show, the best first."""


def tale(feat: Feat, past: Past) -> Tale:
    """Return a feat as three pictures with text. The arguments are those of ``Presenter.tale``."""
    before, after = past.before(feat.ended), past.after(feat.ended)
    shown = next(event for event in after.news if isinstance(event, Showdown))
    won = next(hand for hand in shown.hands if hand.seat == feat.seat)
    hand, count = hand_name(won.hand), shown.each
    cards = arrange(after.deck, won.cards)
    own = len(before.captured[feat.seat])
    taken = after.captured[feat.seat][own : own + count]
    return Tale(
        text(f"trick3-feat-{feat.kind}", seat=Seat(feat.seat), hand=hand, count=count),
        family_of(after.deck).name,
        (
            Frame(text("trick3-tale-open", seat=Seat(feat.seat)), feat.seat, rows=(_seen(before, won),)),
            Frame(text("trick3-tale-against"), rows=_against(before, after, shown, won)),
            Frame(
                text("tale-lay"),
                rows=(
                    Row(Seat(feat.seat), (faces(cards, hot=cards),), is_won=True, chips=(Chip(hand),)),
                    Row(text("trick3-tale-taken"), (faces(taken),), is_small=True),
                ),
                line=text("trick3-tale-lay", count=count),
            ),
        ),
    )


def _seen(view: Trick3View, won: ShownHand) -> Row:
    """Return the winning seat's cards as the others saw them, one of them face down."""
    down = FACE_DOWN.get(view.way, 0)
    lying = ["" if place == down else card for place, card in enumerate(won.cards, 1)]
    return Row(Seat(won.seat), (faces(lying),))


def _against(before: Trick3View, after: Trick3View, shown: Showdown, won: ShownHand) -> tuple[Row, ...]:
    """Return rows with the best of the other hands, and with the seats that had folded."""
    others = sorted(
        [hand for hand in shown.hands if hand is not won],
        key=lambda hand: -strength_of(after.deck, hand.hand),
    )
    rows = [
        Row(
            Seat(hand.seat),
            (faces(arrange(after.deck, hand.cards)),),
            chips=(Chip(hand_name(hand.hand)),),
            is_small=True,
        )
        for hand in others[:RIVALS_SHOWN]
    ]
    folded = [*before.folded, *[event.seat for event in after.news if isinstance(event, Folded)]]
    if folded:
        chips = tuple(Chip(text("tale-seat", seat=Seat(seat)), "dim") for seat in folded)
        rows.append(Row(text("trick3-tale-folded"), chips=chips))
    return tuple(rows)
