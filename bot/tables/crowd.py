"""What those who watch think of claims, and how often they were right: values."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from games.core.rules import ClaimState
from storage.rows import GuessRow

JUDGED = ("true", "lie")
"""How a claim can turn out."""


class Share(msgspec.Struct, frozen=True):
    """How many of those who guessed believed a claim."""

    believed: int
    count: int


class Tally(msgspec.Struct, frozen=True):
    """How often somebody was right, of how many guesses of which everybody knows."""

    right: int = 0
    count: int = 0


NEVER = Tally()


class Crowd(msgspec.Struct, frozen=True):
    """What those who watch a game think of its claims.

    A claim goes by the number of moves that had been played when it stood.

    Attributes:
        guesses: all of them, by claim and person; ``is_lie`` is ``None`` for who has seen all hands.
        lies: of each claim of which everybody knows, whether it was one.
        told: the claim whose truth came out last, until the next one stands.
    """

    guesses: tuple[GuessRow, ...] = ()
    lies: Mapping[int, bool] = {}
    told: int | None = None

    def after(self, claim: ClaimState, seq: int) -> Crowd:
        """Go on by a move; ``claim`` is how it stands now, after ``seq`` moves."""
        if claim in JUDGED:
            return replace(self, lies={**self.lies, seq - 1: claim == "lie"}, told=seq - 1)
        return replace(self, told=None) if claim == "open" and self.told is not None else self

    def saying(self, guess: GuessRow) -> Crowd:
        """Take what somebody thinks, in place of what they thought of that claim before."""
        others = [one for one in self.guesses if (one.user_id, one.seq) != (guess.user_id, guess.seq)]
        return replace(self, guesses=tuple(sorted((*others, guess), key=lambda one: (one.seq, one.user_id))))

    def guess_of(self, user_id: int, seq: int | None) -> bool | None:
        """Give what somebody thinks of a claim, if anything: whether it is a lie."""
        found = (one.is_lie for one in self.guesses if (one.user_id, one.seq) == (user_id, seq))
        return next(found, None)

    def has_seen_all(self, user_id: int) -> bool:
        """Tell whether somebody has seen all hands in this game."""
        return any(one.user_id == user_id and one.is_lie is None for one in self.guesses)

    @property
    def share(self) -> Share | None:
        """How many believed the claim whose truth came out last; ``None`` where nobody guessed."""
        said = [one.is_lie for one in self.guesses if one.seq == self.told and one.is_lie is not None]
        return Share(said.count(False), len(said)) if said else None

    def tallies(self, but: int | None = None) -> dict[int, Tally]:
        """Count for each person how often they were right, ``but`` for one claim."""
        found: dict[int, Tally] = {}
        for one in self.guesses:
            if one.is_lie is not None and one.seq in self.lies and one.seq != but:
                before = found.get(one.user_id, NEVER)
                is_right = one.is_lie is self.lies[one.seq]
                found[one.user_id] = Tally(before.right + is_right, before.count + 1)
        return found


NOBODY = Crowd()
"""Nobody has guessed anything."""
