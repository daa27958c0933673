"""The trophies of Three Cards Trick Poker."""

from __future__ import annotations

from games.core.trophies import PlayedPart, Trophy, every_game, games_against, games_reaching, sum_of, wins
from games.trick3.decks import HANDS


def _won_folding(played: PlayedPart) -> int:
    return int(played.has_won and played.facts.get("folds", 0) >= 3)


def _won_standing(played: PlayedPart) -> int:
    facts = played.facts
    return int(played.has_won and facts.get("battles", 0) >= 3 and not facts.get("folds", 0))


def _captured_points(played: PlayedPart) -> int:
    return int(played.score)


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("win", wins),
    Trophy("fold", _won_folding),
    Trophy("hand", games_reaching("best_hand", HANDS.index("SF") + 1)),
    Trophy("catch", games_reaching("best_capture", 15), metal="silver"),
    Trophy("crowd", games_against(4), metal="silver"),
    Trophy("row", games_reaching("battles_won", 5), metal="silver"),
    Trophy("stand", _won_standing, metal="gold"),
    Trophy("cards", _captured_points, 1000, metal="gold"),
    Trophy("battles", sum_of("battles_won"), 200, metal="gold"),
)
