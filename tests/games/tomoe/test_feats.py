"""Feats of Tomoefuda: tricks that the strongest card has not won, and rows of tricks."""

from __future__ import annotations

from itertools import pairwise

from games.core.match import Match, Past
from games.core.presentation import Face
from games.core.words import Text
from games.tomoe import TOMOE
from games.tomoe.events import TrickWon
from games.tomoe.rules import STREAK
from games.tomoe.tricks import Trick
from tests.games.play import new_match, play_random


def tricks(match: Match) -> list[tuple[int, int, Trick]]:
    """List all tricks with the moves that ended them and their numbers in their games."""
    past = Past(match)
    events = [(at, event) for at in range(len(match.moves)) for event in past.after(at).news]
    return [(at, event.number, event.trick) for at, event in events if isinstance(event, TrickWon)]


def test_the_strongest_card_that_lost_is_told_with_who_played_it() -> None:
    """Of a trick that was not of three suits; its last frame marks the winning card, the second strongest."""
    for seed in range(5):
        match = play_random(new_match(TOMOE), seed, 3000)
        feat = next(feat for feat in match.feats() if feat.kind == "second")
        trick = next(trick for at, _, trick in tricks(match) if at == feat.ended)
        assert trick.case not in ("two-lower", "back-lower")
        assert (trick.leader, trick.winner) == (match.moves[feat.begun][0], feat.seat)
        assert feat.other not in (None, trick.winner)
        best = match.moves[feat.begun : feat.ended + 1]
        assert [actor for actor, _ in best].count(feat.other) == 1
        assert any(case.case in ("one-back", "two-back") for _, _, case in tricks(match)) == (
            feat.size > 16 / 26
        )
        last = TOMOE.presenter.tale(feat, Past(match)).frames[2]
        hot = [face.card for face in last.rows[0].cards if face.mark == "hot"]
        assert hot == [trick.card]
        places = {
            face.card: face.caption.args["place"]
            for face in last.rows[0].cards
            if isinstance(face, Face) and isinstance(face.caption, Text)
        }
        assert places[trick.card] == 2


def test_the_longest_row_is_told_from_its_first_trick_to_its_last() -> None:
    """All of one game; none is told where nobody won ``STREAK`` tricks one after the other."""
    for seed in range(8):
        match = play_random(new_match(TOMOE), seed, 3000)
        lengths = [1]
        for (_, _, before), (_, number, trick) in pairwise(tricks(match)):
            lengths.append(lengths[-1] + 1 if number > 1 and before.winner == trick.winner else 1)
        row = [feat for feat in match.feats() if feat.kind == "row"]
        if max(lengths) < STREAK:
            assert not row
            continue
        assert row[0].ended - row[0].begun + 1 == 3 * max(lengths)
        ends = {at: trick for at, _, trick in tricks(match)}
        row_of = [ends[at] for at in range(row[0].begun + 2, row[0].ended + 1, 3)]
        assert {trick.winner for trick in row_of} == {row[0].seat}
