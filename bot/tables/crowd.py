"""Guesses of spectators about whether claims (statements about hidden cards) are true."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from games.core.rules import ClaimState
from storage.rows import GuessRow

JUDGED = ("true", "lie")
"""The outcomes of a claim (a statement about hidden cards) once its truth is known."""


class Share(msgspec.Struct, frozen=True):
    """How many people guessed about one claim (statement about hidden cards), and how many believed it."""

    believed: int
    count: int


class Tally(msgspec.Struct, frozen=True):
    """A spectator's score in guesses about claims: how many guesses were right, and how many were judged."""

    right: int = 0
    count: int = 0


NEVER = Tally()


class Crowd(msgspec.Struct, frozen=True):
    """All guesses of a game's spectators about whether claims (statements about hidden cards) are lies.

    A claim is identified by the number of moves up to and including it.

    Attributes:
        guesses: all guesses. An entry with ``is_lie=None`` marks a person who has seen all hands.
        lies: for each claim whose truth is known, whether it was a lie.
        revealed: the last claim, if its truth is known.
    """

    guesses: tuple[GuessRow, ...] = ()
    lies: Mapping[int, bool] = {}
    revealed: int | None = None

    def after(self, claim: ClaimState, seq: int) -> Crowd:
        """Return the guesses after one more move of the game.

        Args:
            claim: whether the last claim is still open, was true, or was a lie.
            seq: the number of moves made.
        """
        if claim in JUDGED:
            return replace(self, lies={**self.lies, seq - 1: claim == "lie"}, revealed=seq - 1)
        return replace(self, revealed=None) if claim == "open" and self.revealed is not None else self

    def saying(self, guess: GuessRow) -> Crowd:
        """Return the guesses with one guess added, which replaces the person's earlier guess about the same
        claim.
        """
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
        """Return whether a person guessed that a claim is a lie; ``None`` if they have not guessed.

        ``seq`` is the number of moves up to and including the claim.
        """
        guesses = (
            known_guess.is_lie
            for known_guess in self.guesses
            if (known_guess.user_id, known_guess.seq) == (user_id, seq)
        )
        return next(guesses, None)

    def has_seen_all(self, user_id: int) -> bool:
        """True if a person has been shown all hands in this game, and so can no longer guess."""
        return any(
            known_guess.user_id == user_id and known_guess.is_lie is None for known_guess in self.guesses
        )

    @property
    def share(self) -> Share | None:
        """The numbers of guesses about the last claim; ``None`` if its truth is unknown or nobody guessed."""
        lies = [
            known_guess.is_lie
            for known_guess in self.guesses
            if known_guess.seq == self.revealed and known_guess.is_lie is not None
        ]
        return Share(lies.count(False), len(lies)) if lies else None

    def tallies(self, except_claim: int | None = None) -> dict[int, Tally]:
        """Return the tally of each person's guesses, by user id.

        Args:
            except_claim: a claim to leave out, identified by the number of moves up to and including it.
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
