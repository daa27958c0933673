"""Feats of Porker Bull in three pictures: the call, the hand of the seat that answered, and all hands."""

from __future__ import annotations

from games.bull.hands import evidence, is_good, size_of
from games.bull.moves import Call
from games.bull.words import is_wild, tap_text
from games.core.bluffs import bluff_tale, two_of
from games.core.cards import STANDARD
from games.core.feats import Feat
from games.core.match import Past
from games.core.poker import by_rank
from games.core.presentation import Row, Tale, faces
from games.core.words import Seat, text


def tale(feat: Feat, past: Past) -> Tale:
    """Return a feat in words and pictures; see ``Presenter.tale``."""
    _, call = past.moves[feat.begun]
    assert isinstance(call, Call)
    _, answer = past.moves[feat.ended]
    _, answerer = two_of(feat)
    views = [past.before(feat.begun, seat) for seat in range(past.before(feat.begun).seats)]
    dealt = [card for view in views for card in view.hand]
    wild = is_wild(views[0])
    found = evidence(call, dealt, wild=wild)
    hands = [(seat, by_rank(view.hand)) for seat, view in enumerate(views) if view.hand]
    return bluff_tale(
        feat,
        tap_text(call),
        STANDARD.name,
        answer=text("bull-tale-higher", call=tap_text(answer))
        if isinstance(answer, Call)
        else text("bull-challenge"),
        held=tuple(Row(Seat(seat), (faces(hand),)) for seat, hand in hands if seat == answerer),
        lay=tuple(Row(Seat(seat), (faces(hand, hot=found),)) for seat, hand in hands),
        line=text(
            "bull-tale-lay",
            lie="no" if is_good(call, dealt, wild=wild) else "yes",
            count=len(found),
            size=size_of(call),
        ),
    )
