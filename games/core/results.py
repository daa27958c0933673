"""Results of games: the ranking, the teams, and a score for each seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.core.seats import Teams, group_by_team, rank_seats


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a finished game."""

    # groups of tied seats, from best to worst. Partners are always in one group.
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[float, ...]  # a number for each seat
    teams: Teams = ()  # the team of each seat, from 0; empty in a game without teams

    @classmethod
    def of_teams(cls, teams: Teams, team_scores: Sequence[float]) -> Result:
        """Return the result of a game between teams. Each seat gets the score of its team."""
        scores = {seat: float(team_scores[team]) for seat, team in enumerate(teams)}
        return cls(rank_seats(scores), tuple(scores.values()), teams)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 for the best. Tied seats share a place; a team takes up one place."""
        places = [0] * len(self.scores)
        place = 1
        for group in self.ranking:
            for seat in group:
                places[seat] = place
            place += len(group_by_team(group, self.teams))
        return tuple(places)
