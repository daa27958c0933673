"""Feats of Three Cards Trick Poker: the best hand, the most cards, a weak hand that all others left alone."""

from __future__ import annotations

from games.core.match import Past
from games.trick3 import TRICK3
from games.trick3.decks import DECKS
from games.trick3.events import Showdown
from games.trick3.moves import Play
from tests.games.play import new_match, play_random


def test_feats_are_those_of_the_showdowns() -> None:
    """No winner had a better hand, or more cards; who won alone while all folded held the weakest of such."""
    for seed in range(8):
        match = play_random(new_match(TRICK3, 3), seed, 3000)
        past = Past(match)
        shown = [
            (event, DECKS[past.after(at).deck].order)
            for at in range(len(match.moves))
            for event in past.after(at).news
            if isinstance(event, Showdown) and event.winners
        ]
        hands = [
            (order.index(hand.hand), len(event.hands))
            for event, order in shown
            for hand in event.hands
            if hand.seat in event.winners
        ]
        tales = {feat.kind: (feat, TRICK3.presenter.tale(feat, past)) for feat in match.feats()}
        best, haul = tales["hand"][0], tales["haul"][1]
        size = len(shown[0][1])
        assert best.size == (max(place for place, _ in hands) + 1) / size
        assert haul.headline.args["count"] == max(event.each for event, _ in shown)
        assert len(haul.frames[2].rows[1].cards) == haul.headline.args["count"]
        alone = [place for place, count in hands if count == 1]
        assert ("steal" in tales) == bool(alone)
        if alone:
            assert tales["steal"][0].size == 1 - (min(alone) + 1) / size
        for feat, tale in tales.values():
            _, lead = match.moves[feat.begun]
            battles = {past.before(number).battle for number in range(feat.begun, feat.ended + 1)}
            assert len(battles) == 1
            assert (
                past.before(feat.begun - 1).battle not in battles
                or past.before(feat.begun - 1).phase != "play"
            )
            assert not isinstance(lead, Play) or not any(past.before(feat.begun).played)
            seen, laid = tale.frames[0].rows[0].cards, tale.frames[2].rows[0].cards
            assert [face.card for face in seen].count("") == 1
            assert {face.card for face in seen} <= {face.card for face in laid} | {""}
