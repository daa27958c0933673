"""Results: who came before whom, who played together, and a number for each seat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.core.seats import Teams, ranked, sides


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game.

    Args:
        ranking: seats from best to worst; seats of a group tie, and partners are always in one group.
        scores: a number for each seat.
        teams: the team of each seat, from 0; empty where everybody plays alone.
    """

    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[float, ...]
    teams: Teams = ()

    @classmethod
    def of_teams(cls, teams: Teams, scores: Sequence[float]) -> Result:
        """Rank teams, each by its score, which becomes the score of each of its seats."""
        worth = {seat: float(scores[team]) for seat, team in enumerate(teams)}
        return cls(ranked(worth), tuple(worth.values()), teams)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 for the best; those of a group share one, and the next are left out.

        A team takes one place: of two teams the seats of one are first, all others are second.
        """
        places = [0] * len(self.scores)
        place = 1
        for group in self.ranking:
            for seat in group:
                places[seat] = place
            place += len(sides(group, self.teams))
        return tuple(places)
