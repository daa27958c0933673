"""Tests of claims: when a claim is made, and what everybody learns about it."""

from __future__ import annotations

from typing import Any

import pytest

from games import GAMES
from games.bull import rules as bull
from games.core.bluffs import Claim, ClaimChallenge
from games.core.game import Game
from games.core.match import GameHistory, Match
from games.core.rules import CHANCE
from games.lost import rules as lost
from games.netsuzo import rules as netsuzo
from tests.amounts import EXPLORE
from tests.games.contract import setup_of
from tests.games.play import play_advised, play_random
from tests.games.secrets import story_of

JUDGES: dict[str, Any] = {
    "bull": bull._classify_move,
    "lost": lost._classify_move,
    "netsuzo": netsuzo._classify_move,
}
"""Judges that know hidden cards, computed independently of public claims."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_claims_and_their_truth_are_visible_and_counted(game: Game) -> None:
    """The spectator's view shows each claim and whether it was true, and the statistics count claims.

    If a game has a judge, who knows all cards, the claims equal those of the judge.
    """
    rules, seen, judge = game.rules, set[object](), JUDGES.get(game.id)
    for seed in range(20 if EXPLORE else 10):
        match = Match(rules, setup_of(game, seed))
        if rules.has_claims and seed < 4:
            play_advised(game, match, seed, "easy", 60)
        else:
            play_random(match, seed, 100)
        # Follow the public claims move by move, beside the judge.
        past, states, last, claims = GameHistory(match), story_of(match), None, list[object]()
        stands = False
        for number, (actor, move) in enumerate(match.moves):
            before, after = states[number : number + 2]
            judged = None if judge is None or actor == CHANCE else judge(before, actor, move, after)
            claim = rules.claim(past.view_after(number))
            seen.add(claim)
            if claim in ("true", "lie"):
                assert stands, "what came of a claim is told where none stood"
            stands = claim == "open"
            if judge is None:
                continue
            assert stands == isinstance(judged, Claim)
            if claim in ("true", "lie"):
                assert isinstance(last, Claim)
                assert (claim == "lie") == last.is_lie
            if isinstance(judged, ClaimChallenge):
                assert judged == ClaimChallenge(match.moves[number - 1][0], last.is_lie)
            last = judged
            claims.append(type(judged))
        # The statistics count what the judge counted.
        for name, kind in (("claims", Claim), ("challenges", ClaimChallenge)) if judge else ():
            assert sum(statistics[name] for statistics in match.statistics()) == claims.count(kind)
    assert seen == ({None, "open", "true", "lie"} if rules.has_claims else {None})
