"""The trophies of Tomoefuda."""

from __future__ import annotations

from games.core.trophies import PlayedPart, Trophy, every_game, games_reaching, wins
from games.tomoe.rules import CASES, won_counter


def _tricks_won(played: PlayedPart) -> int:
    return sum(played.facts.get(won_counter(case), 0) for case in CASES)


def _has_won_all_cases(played: PlayedPart) -> int:
    return int(all(played.facts.get(won_counter(case), 0) for case in CASES))


def _has_won_most_tricks(played: PlayedPart) -> int:
    return int(2 * _tricks_won(played) > played.facts.get("tricks", 0))


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("win", wins),
    Trophy("below", games_reaching(won_counter("lower-pair"), 1)),
    Trophy("string", games_reaching("best_row", 4)),
    Trophy("row", games_reaching("best_row", 6), metal="silver"),
    Trophy("seven", _has_won_all_cases, metal="gold"),
    Trophy("share", _has_won_most_tricks, metal="gold"),
    Trophy("cranes", _tricks_won, 1000, metal="gold"),
    Trophy("wins", wins, 30, metal="gold"),
)
