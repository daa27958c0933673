"""The guesses of spectators whether claims (statements about hidden cards) are true, and how often they were
right.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from games.core.rules import ClaimState
from storage.rows import GuessRow

JUDGED = ("true", "lie")
"""The outcomes of a claim (a statement about hidden cards) once its truth is known."""


class Share(msgspec.Struct, frozen=True):
    """The guesses about one claim (a statement about hidden cards): how many spectators guessed, and how many
    of them believed it.
    """

    believed: int
    count: int


class Tally(msgspec.Struct, frozen=True):
    """A spectator's guesses about claims whose truth is known: how many were right, and how many there
    were.
    """

    right: int = 0
    count: int = 0


NEVER = Tally()


class Crowd(msgspec.Struct, frozen=True):
    """All guesses of a game's spectators about whether claims (statements about hidden cards) are lies.

    A claim is identified by the number of moves made up to it, its own move included.

    Attributes:
        guesses: all guesses. One with ``is_lie`` ``None`` marks a person who has seen all hands and cannot
            guess again.
        lies: for each claim whose truth is known, whether it was a lie.
        revealed: the last claim whose truth is known; ``None`` once another claim is made.
    """

    guesses: tuple[GuessRow, ...] = ()
    lies: Mapping[int, bool] = {}
    revealed: int | None = None

    def after(self, claim: ClaimState, seq: int) -> Crowd:
        """Return the guesses as they are after ``seq`` moves of the game, the last of which was just made.

        ``claim`` is the state of the last claim. If it says whether that claim was a lie, this is stored.
        """
        if claim in JUDGED:
            return replace(self, lies={**self.lies, seq - 1: claim == "lie"}, revealed=seq - 1)
        return replace(self, revealed=None) if claim == "open" and self.revealed is not None else self

    def saying(self, guess: GuessRow) -> Crowd:
        """Return the guesses with one more. It replaces the person's earlier guess about the same claim."""
        others = [
            known_guess
            for known_guess in self.guesses
            if (known_guess.user_id, known_guess.seq) != (guess.user_id, guess.seq)
        ]
        return replace(
            self,
            guesses=tuple(
                sorted((*others, guess), key=lambda known_guess: (known_guess.seq, known_guess.user_id))
            ),
        )

    def guess_of(self, user_id: int, seq: int | None) -> bool | None:
        """Return whether a person guessed that the claim after ``seq`` moves is a lie; ``None`` if they have
        not guessed.
        """
        guesses = (
            known_guess.is_lie
            for known_guess in self.guesses
            if (known_guess.user_id, known_guess.seq) == (user_id, seq)
        )
        return next(guesses, None)

    def has_seen_all(self, user_id: int) -> bool:
        """True if a person has been shown all hands in this game, and so may guess no longer."""
        return any(
            known_guess.user_id == user_id and known_guess.is_lie is None for known_guess in self.guesses
        )

    @property
    def share(self) -> Share | None:
        """The numbers of guesses about the last claim whose truth is known; ``None`` without guesses."""
        lies = [
            known_guess.is_lie
            for known_guess in self.guesses
            if known_guess.seq == self.revealed and known_guess.is_lie is not None
        ]
        return Share(lies.count(False), len(lies)) if lies else None

    def tallies(self, except_claim: int | None = None) -> dict[int, Tally]:
        """Return how many guesses of each person were right, by user id.

        ``except_claim`` is a claim to leave out, given as the number of moves made up to it.
        """
        tallies: dict[int, Tally] = {}
        for known_guess in self.guesses:
            if (
                known_guess.is_lie is not None
                and known_guess.seq in self.lies
                and known_guess.seq != except_claim
            ):
                before = tallies.get(known_guess.user_id, NEVER)
                is_right = known_guess.is_lie is self.lies[known_guess.seq]
                tallies[known_guess.user_id] = Tally(before.right + is_right, before.count + 1)
        return tallies


NOBODY = Crowd()
"""The guesses of a game without guessing spectators."""
