"""The trophies of Three Cards Trick Poker."""

from __future__ import annotations

from games.core.trophies import PlayedPart, Trophy, finished, people_met, reached, total, won
from games.trick3.decks import HANDS


def _won_folding(played: PlayedPart) -> int:
    return int(played.has_won and played.facts.get("folds", 0) >= 3)


def _won_standing(played: PlayedPart) -> int:
    facts = played.facts
    return int(played.has_won and facts.get("battles", 0) >= 3 and not facts.get("folds", 0))


def _captured(played: PlayedPart) -> int:
    return int(played.score)


TROPHIES = (
    Trophy("first", finished, with_computers=True),
    Trophy("win", won),
    Trophy("fold", _won_folding),
    Trophy("hand", reached("best_hand", HANDS.index("SF") + 1)),
    Trophy("catch", reached("best_capture", 15), metal="silver"),
    Trophy("crowd", people_met(4), metal="silver"),
    Trophy("row", reached("battles_won", 5), metal="silver"),
    Trophy("stand", _won_standing, metal="gold"),
    Trophy("cards", _captured, 1000, metal="gold"),
    Trophy("battles", total("battles_won"), 200, metal="gold"),
)
