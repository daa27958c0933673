"""The proof that a game was dealt fairly: every shuffle is recomputed (docs/FAIRNESS.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from bot.pairing.record import RecordCheck
from games.core.match import Match
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey, draw_first_seat

Proof: TypeAlias = list[RecordCheck]
"""The results of all checks of a record."""


def prove(
    match: Match,
    key: ShuffleKey,
    commitment: str,
    name_move: Callable[[int], str],
    published_seal: str | None = None,
    tournament_id: str = "",
) -> Proof:
    """Check that a game was dealt fairly.

    Args:
        commitment: published SHA-256 of the secret seed, in hexadecimal.
        name_move: describes a move by its number, counted from 0.
        published_seal: published hash of everything that the shuffles depend on; ``None`` if unknown.
        tournament_id: empty if the game belongs to no tournament.
    """
    checks = [
        _commitment(key, commitment),
        _seal(key, published_seal),
        _first_seat(match, key, tournament_id),
    ]
    return [*checks, *_shuffles(match, key, name_move)]


def _commitment(key: ShuffleKey, published: str) -> RecordCheck:
    if key.commitment == published.lower():
        return RecordCheck(True, f"the seed is the one committed to: {key.commitment}")
    return RecordCheck(False, f"the seed is not the one committed to: {published}")


def _seal(key: ShuffleKey, published: str | None) -> RecordCheck:
    if published is None:
        return RecordCheck(True, f"the seal of seed, table and joins is {key.seal}")
    seals = hashes_in(published)
    if not seals:
        return RecordCheck(
            False, "there is no seal in the line that the channel showed: 64 hexadecimal digits"
        )
    if key.seal in seals:
        return RecordCheck(True, f"the channel showed the seal of this seed, table and joins: {key.seal}")
    return RecordCheck(
        False, f"the channel showed another seal than that of this seed, table and joins: {key.seal}"
    )


def hashes_in(text: str) -> list[str]:
    """Return all hashes (64 hexadecimal digits) in a text, in lower case."""
    return re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", text.lower())


def _first_seat(match: Match, key: ShuffleKey, tournament: str) -> RecordCheck:
    setup = match.setup
    if len(key.joins) not in (setup.seats, setup.seats + 1):  # the last change of the lobby counts, too
        return RecordCheck(False, f"{len(key.joins)} joins for {setup.seats} seats")
    if tournament:
        sentence = (
            f"seat {setup.first} acts first, and the pairing of tournament {tournament} has seat 0 do so"
        )
        return RecordCheck(setup.first == 0, sentence)
    first = draw_first_seat(key, setup.seats)
    if first != setup.first:
        return RecordCheck(False, f"seat {setup.first} acts first where seat {first} was drawn")
    return RecordCheck(True, f"seat {first} acts first, as drawn")


def _shuffles(match: Match, key: ShuffleKey, name_move: Callable[[int], str]) -> Iterator[RecordCheck]:
    # The game is played again, and each shuffle compared with the one that the key gives.
    again = Match(match.rules, match.setup)
    shuffles = 0
    for number, (actor, move) in enumerate(match.moves):
        if actor == CHANCE:
            shuffles += 1
            if again.chance_move(key) != move:
                yield RecordCheck(
                    False, f"{name_move(number)}: shuffle {shuffles} is not the one that the seed gives"
                )
        again = again.played(actor, move)
    # A record without shuffles proves something only if the game needs none.
    if shuffles:
        yield RecordCheck(True, f"shuffles computed again: {shuffles}")
    elif again.to_act == CHANCE:
        yield RecordCheck(False, "nothing was shuffled")
    else:
        yield RecordCheck(True, "nothing had to be shuffled")
