"""Feats of Lost Poker in three pictures: the claim, the judging seat's field, and the card."""

from __future__ import annotations

from games.core.bluffs import bluff_tale, two_of
from games.core.feats import Feat
from games.core.match import Past
from games.core.presentation import Chip, Face, Row, Tale
from games.core.words import Seat, text
from games.lost.moves import Play
from games.lost.pictures import chips_of, field_faces
from games.lost.words import FAMILY, claim_text, ends_text, name_of


def tale(feat: Feat, past: Past) -> Tale:
    """Return a feat as three pictures with text. The arguments are those of ``Presenter.tale``."""
    _, play = past.moves[feat.begun]
    assert isinstance(play, Play)
    _, answer = past.moves[feat.ended]
    _, judge = two_of(feat)
    before, after = past.before(feat.ended), past.after(feat.ended)
    field = Row(Seat(judge), field_faces(before.fields[judge]), chips=chips_of(before, judge))
    truth = Chip(text("lost-chip-true" if feat.liar is None else "lost-chip-lie"))
    return bluff_tale(
        feat,
        claim_text(play.claim),
        FAMILY,
        answer=name_of(answer),
        held=(field,),
        lay=(Row(text("lost-revealed"), ((Face(play.card, "new"),),), chips=(truth,)),),
        line=text("lost-headline-over", reasons=ends_text(after)) if after.out else None,
    )
