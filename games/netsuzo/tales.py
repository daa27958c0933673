"""Feats of Netsuzo Poker in three pictures: the declaration, the answer, and the hand behind it."""

from __future__ import annotations

from games.core.bluffs import bluff_tale, two_of
from games.core.cards import STANDARD
from games.core.feats import Feat
from games.core.match import Past
from games.core.poker import by_rank
from games.core.presentation import Row, Tale, faces
from games.core.words import Seat, text
from games.netsuzo.hands import evidence
from games.netsuzo.moves import Declare
from games.netsuzo.words import claim_text, short_claim


def tale(feat: Feat, past: Past) -> Tale:
    """Return a feat as three pictures with text. The arguments are those of ``Presenter.tale``."""
    _, claim = past.moves[feat.begun]
    assert isinstance(claim, Declare)
    _, answer = past.moves[feat.ended]
    claimer, answerer = two_of(feat)
    view = past.before(feat.begun, claimer)
    own = past.before(feat.ended, answerer).hand
    made, five = evidence(claim, (*view.hand, *view.open))
    rows = [
        Row(text(key, seat=Seat(claimer)), (faces(cards, hot=five),))
        for key, cards in (("netsuzo-row-shown", by_rank(view.hand)), ("netsuzo-row-open", view.open))
    ]
    return bluff_tale(
        feat,
        short_claim(str(claim)),
        STANDARD.name,
        answer=text(f"netsuzo-{answer}"),
        held=(Row(Seat(answerer), (faces(by_rank(own)),)),) if own else (),
        lay=tuple(rows),
        line=text("netsuzo-tale-lay", lie="no" if feat.liar is None else "yes", made=claim_text(str(made))),
    )
