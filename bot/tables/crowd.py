"""Guesses of spectators about whether claims (statements about hidden cards) are true."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from games.core.rules import ClaimState
from storage.rows import GuessRow

KNOWN_OUTCOMES = ("true", "lie")
"""States of a claim (statement about hidden cards) whose truth is known."""


class BelieverShare(msgspec.Struct, frozen=True):
    """How many people guessed about a claim (statement about hidden cards), and how many believed it."""

    believed: int
    count: int


class GuessScore(msgspec.Struct, frozen=True):
    """A spectator's number of right guesses, and the number of right and wrong guesses together."""

    right: int = 0
    count: int = 0


NO_SCORE = GuessScore()


class SpectatorGuesses(msgspec.Struct, frozen=True):
    """All guesses of a game's spectators about claims (statements about hidden cards): true or a lie.

    A claim is identified by the number of moves up to and including it.
    """

    guesses: tuple[GuessRow, ...] = ()  # ``is_lie=None`` marks a person who has seen all hands
    lies: Mapping[int, bool] = {}  # whether a claim was a lie, for each claim whose truth is known
    revealed: int | None = None  # the last claim, if its truth is known

    def after(self, claim: ClaimState, seq: int) -> SpectatorGuesses:
        """Return the guesses after one more move.

        Args:
            claim: the state of the last claim.
            seq: the number of moves made.
        """
        if claim in KNOWN_OUTCOMES:
            return replace(self, lies={**self.lies, seq - 1: claim == "lie"}, revealed=seq - 1)
        return replace(self, revealed=None) if claim == "open" and self.revealed is not None else self

    def with_guess(self, guess: GuessRow) -> SpectatorGuesses:
        """Add a guess, which replaces the person's earlier guess about the same claim."""
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

    def guess_of(self, user_id: int, claim: int | None) -> bool | None:
        """Return whether a person guessed that the claim is a lie; ``None`` without a guess."""
        guesses = (
            known_guess.is_lie
            for known_guess in self.guesses
            if (known_guess.user_id, known_guess.seq) == (user_id, claim)
        )
        return next(guesses, None)

    def has_seen_all(self, user_id: int) -> bool:
        """Return whether a person has been shown all hands, and so can no longer guess."""
        return any(
            known_guess.user_id == user_id and known_guess.is_lie is None for known_guess in self.guesses
        )

    @property
    def share(self) -> BelieverShare | None:
        """The guesses about the last claim; ``None`` if its truth is unknown or nobody guessed."""
        lies = [
            known_guess.is_lie
            for known_guess in self.guesses
            if known_guess.seq == self.revealed and known_guess.is_lie is not None
        ]
        return BelieverShare(lies.count(False), len(lies)) if lies else None

    def scores(self, except_claim: int | None = None) -> dict[int, GuessScore]:
        """Return each person's score, by user id. Guesses about the claim ``except_claim`` do not count."""
        tallies: dict[int, GuessScore] = {}
        for known_guess in self.guesses:
            if (
                known_guess.is_lie is not None
                and known_guess.seq in self.lies
                and known_guess.seq != except_claim
            ):
                before = tallies.get(known_guess.user_id, NO_SCORE)
                is_right = known_guess.is_lie is self.lies[known_guess.seq]
                tallies[known_guess.user_id] = GuessScore(before.right + is_right, before.count + 1)
        return tallies


NO_GUESSES = SpectatorGuesses()
"""The guesses of a game without guessing spectators."""
