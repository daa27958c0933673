"""What decides the deal of a table, and how the table's record proves it (docs/FAIRNESS.md).

Everything here follows from stored rows and from written records alone. This module asks no game for its
options, so a later version, whose games may have more of them, gives an old table the same seal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.match import ShuffleKey, describe_deal, written_options
from storage.rows import Paired, SeatRow, TableRow

SEAL_METHOD = 2
"""The method that seals new tables. Method 1, of older tables, seals neither options nor players."""

PROOF_HEADERS = ("Table", "Joins", "Seed", "Commitment")
"""Headers of a record that a proof of the shuffles needs."""


class NoProof(ValueError):
    """Raised if a record's headers are not enough for a proof. The message is a sentence for people."""


def players_of(seats: Sequence[SeatRow]) -> list[str]:
    """Return for each seat ``"person"`` or the computer player's level, as at the start of the game."""
    players = []
    for seat in seats:
        if seat.level is None or seat.has_left:
            players.append("person")
        else:
            players.append(seat.level)
    return players


def key_of(row: TableRow, seats: Sequence[SeatRow], paired: Paired | None = None) -> ShuffleKey:
    """Return the key that decides a table's shuffles.

    Args:
        paired: the table's round and number in its tournament, if any.
    """
    assert row.seed is not None
    joins = [seat.join_id for seat in seats]
    if row.change_id:
        joins.append(row.change_id)
    tournament = "" if paired is None else paired.tournament
    # A new table stores every option of its game. Options that the game got later were not sealed.
    if row.seal > 1:
        deal = describe_deal(row.game, row.options, players_of(seats), tournament)
    else:
        deal = ""
    return ShuffleKey(row.seed, row.id, tuple(map(str, joins)), deal)


def record_headers(
    row: TableRow, seats: Sequence[SeatRow], paired: Paired | None, date: str
) -> dict[str, str]:
    """Return the headers of a table's record that ``key_of_record`` reads, without the secret seed.

    Args:
        date: of the game, such as ``"2026-11-21"``.
    """
    headers = {"Table": row.id, "Date": date, "Commitment": row.commitment or ""}
    headers["Joins"] = ",".join(key_of(row, seats, paired).joins)
    if row.seal > 1:
        headers["Levels"] = ",".join(players_of(seats))
    if paired is not None:
        headers |= {"Tournament": paired.tournament, "Round": str(paired.round)}
    return headers


def key_of_record(headers: Mapping[str, str]) -> ShuffleKey:
    """Return the key that decided the shuffles of a game record.

    Args:
        headers: all headers of a readable record, by name.

    Raises:
        NoProof: headers are missing, or the seed is malformed.
    """
    missing = [name for name in PROOF_HEADERS if not headers.get(name)]
    if missing:
        names = ", ".join(missing)
        raise NoProof(f"cannot be checked without the header {names} (the seed is published at the end)")
    try:
        seed = bytes.fromhex(headers["Seed"])
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise NoProof("the seed is not 32 bytes in hexadecimal")
    deal = ""
    if levels := headers.get("Levels"):  # records of method 1 have none
        options = written_options(headers)
        deal = describe_deal(headers["Game"], options, levels.split(","), headers.get("Tournament", ""))
    return ShuffleKey(seed, headers["Table"], tuple(headers["Joins"].split(",")), deal)
