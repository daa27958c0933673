"""Feats of Tomoefuda in three pictures: one trick card by card, or three tricks of a row."""

from __future__ import annotations

from games.core.cards import TOMOE
from games.core.feats import Feat
from games.core.match import Past
from games.core.presentation import Face, Frame, Row, Tale
from games.core.seats import clockwise
from games.core.words import Seat, text
from games.tomoe.pictures import hand_size, trick_row
from games.tomoe.rules import SECOND
from games.tomoe.tricks import SEATS, Trick, strongest
from games.tomoe.words import printed


def tale(feat: Feat, past: Past) -> Tale:
    """Return a feat in words and pictures; see ``Presenter.tale``."""
    view = past.after(feat.ended)
    if feat.kind == SECOND:
        return _second(feat, view.tricks[-1])
    count = (feat.ended - feat.begun + 1) // SEATS
    row = range(len(view.tricks) - count, len(view.tricks))
    first, middle, last = (
        Frame(
            text("tomoe-row-trick", number=number + 1, tricks=hand_size(view)),
            feat.seat,
            rows=(trick_row(view.tricks[number]),),
        )
        for number in (row[0], row[count // 2], row[-1])
    )
    headline = text("tomoe-feat-row", seat=Seat(feat.seat), count=count)
    return Tale(headline, TOMOE.name, (first, middle, last))


def _second(feat: Feat, trick: Trick) -> Tale:
    """Return the tale of one trick in three pictures: after each of its cards."""
    assert feat.other is not None
    cards, seats = trick.cards, clockwise(trick.leader, SEATS)
    lead, follow = (
        Frame(
            text(f"tomoe-tale-{way}", seat=Seat(seats[place])),
            seats[place],
            rows=(Row(text("tomoe-tale-trick"), tuple((Face(card),) for card in cards[: place + 1])),),
        )
        for place, way in enumerate(("leads", "follows"))
    )
    headline = text(
        "tomoe-feat-second",
        seat=Seat(feat.seat),
        card=printed((trick.card,)),
        other=Seat(feat.other),
        best=printed((strongest(trick),)),
    )
    last = Frame(
        text("tomoe-tale-last", seat=Seat(seats[2])),
        seats[2],
        rows=(trick_row(trick),),
        line=text(f"tomoe-why-{trick.case}", led=printed(cards[:1])),
    )
    return Tale(headline, TOMOE.name, (lead, follow, last))
