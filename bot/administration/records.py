"""Game records and tournament records on the command line: replay and verify."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import BinaryIO, TypeAlias

import msgspec

from bot.pairing import record as tournaments
from bot.pairing.record import RecordCheck
from bot.tables.sealing import NoProof, key_of_record
from games import find_rules
from games.core.errors import RecordError
from games.core.match import Match, ShuffleKey, draw_first_seat, read_record
from games.core.moves import Roll
from games.core.rules import CHANCE, Result, group_by_team
from storage.rows import Name

# --- proof --------------------------------------------------------------------------------------------------
# The proof that a game was dealt fairly: every shuffle is recomputed (docs/FAIRNESS.md).

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
    checks += _shuffles(match, key, name_move)
    return checks


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
    # The game is played again, and each shuffle or roll compared with the one that the key gives.
    again = Match(match.rules, match.setup)
    shuffles = 0
    for number, (actor, move) in enumerate(match.moves):
        if actor == CHANCE:
            shuffles += 1
            if again.chance_move(key) != move:
                kind = "roll" if isinstance(move, Roll) else "shuffle"
                yield RecordCheck(
                    False, f"{name_move(number)}: {kind} {shuffles} is not the one that the seed gives"
                )
        again = again.with_move(actor, move)
    # A record without shuffles proves something only if the game needs none.
    if shuffles:
        dice = ", rolls of dice included" if match.rules.has_dice else ""
        yield RecordCheck(True, f"shuffles computed again: {shuffles}{dice}")
    elif again.to_act == CHANCE:
        yield RecordCheck(False, "nothing was shuffled")
    else:
        yield RecordCheck(True, "nothing had to be shuffled")


# --- records ------------------------------------------------------------------------------------------------
# Reads game records for the command line: prints the moves, and checks the shuffles.
#
# It works without Discord and without a database.

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""Start of the timestamps in Discord's ids, which count milliseconds from bit 22 on."""

MOST_BYTES = 1 << 20
MOST_LINES = 20_000
LONGEST_LINE = 4000
"""Limits of a record file: its bytes, its lines, and the characters of a line.

The longest game (eight players, ten battles of Three Cards Trick Poker) has 40,000 bytes in 2,600 lines. The
rules of each game limit its numbers, ``bot.pairing.record`` those of a tournament.
"""


class Record(msgspec.Struct, frozen=True):
    """A game that was read from a text file, with all moves replayed.

    Attributes:
        headers: values of the file's header lines by name.
        line_numbers: for each move the line of the file, counted from 1.
    """

    match: Match
    headers: Mapping[str, str]
    line_numbers: tuple[int, ...]


def read_file(file: BinaryIO) -> bytes:
    """Read at most ``MOST_BYTES + 1`` bytes, so that a longer file can be recognised.

    Raises:
        OSError: the file cannot be read.
    """
    return file.read(MOST_BYTES + 1)


def _bounded_text(data: bytes) -> str:
    """Decode a record file, after checking its size.

    Raises:
        RecordError: this is no text, or there is too much of it.
    """
    if len(data) > MOST_BYTES:
        raise RecordError(data[:MOST_BYTES].count(b"\n") + 1, f"the file has more than {MOST_BYTES} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = error.object[: error.start].count(b"\n") + 1  # the mark, if any, holds no line's end
        raise RecordError(number, "this is no UTF-8 text") from None
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise RecordError(MOST_LINES + 1, f"the file has more than {MOST_LINES} lines")
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise RecordError(number, f"the line has more than {LONGEST_LINE} characters")
    return text


def open_record(data: bytes) -> Record:
    """Read a game record (UTF-8 text), and replay its moves.

    Raises:
        RecordError: the record is wrong; the message names the line.
    """
    text = _bounded_text(data)
    match, headers = read_record(text, find_rules)
    # Each line holds one move, except empty lines, comments and headers.
    numbered_lines = enumerate(text.split("\n"), 1)
    line_numbers = [number for number, line in numbered_lines if line.strip()[:1] not in ("", "#", "[")]
    return Record(match, headers, tuple(line_numbers))


def game_lines(record: Record) -> Iterator[str]:
    """Yield the lines of a printed game: title, moves, result."""
    match = record.match
    headers = record.headers
    setup = match.setup
    # The game, its options and its players, as far as the record names them.
    yield f"{match.rules.name} ({match.rules.id}), {setup.seats} seats, seat {setup.first} first"
    if setup.options:
        yield "Options: " + " ".join(f"{name}={value}" for name, value in setup.options.items())
    players = []
    for seat in range(setup.seats):
        name = headers.get(f"Player{seat}")
        if name:
            players.append(f"{seat} {name}")
    if players:
        yield "Players: " + ", ".join(players)
    yield ""
    # Every move with its number; "*" is chance.
    for number, (actor, move) in enumerate(match.moves, 1):
        yield f"{number:>4}  {'*' if actor == CHANCE else actor}  {move}"
    if match.moves:
        yield ""
    # The result, or the reason why there is none.
    result = match.result()
    if result is not None:
        yield from _tell_result(result, headers)
    elif match.to_act == CHANCE:
        yield "Not over: chance is to act."
    else:
        acting = ", ".join(map(str, match.to_act))
        if len(match.to_act) > 1:
            yield f"Not over: to act: seats {acting}."
        else:
            yield f"Not over: to act: seat {acting}."


def replay_page(record: Record) -> bytes:
    """Return an HTML page that shows a game move by move."""
    from bot import LANGUAGES
    from bot.language import label
    from bot.replay.web import web_page

    seats = range(record.match.setup.seats)
    names = [label(Name(record.headers.get(f"Player{seat}", "")), keeps_signs=True) for seat in seats]
    labels = [name or f"#{seat + 1}" for seat, name in enumerate(names)]
    return web_page(record.match, dict.fromkeys(LANGUAGES, labels))


def _tell_result(result: Result, headers: Mapping[str, str]) -> Iterator[str]:
    yield "Result:"
    for group in result.ranking:
        for seat in group:
            name = headers.get(f"Player{seat}")
            player = f"seat {seat} ({name})" if name else f"seat {seat}"
            # Members of one team share a place without being tied.
            tied = ", tied" if len(group_by_team(group, result.teams)) > 1 else ""
            yield f"{result.places[seat]:>4}. {player}, score {result.scores[seat]:g}{tied}"


def join_lines(record: Record) -> Iterator[str]:
    """Yield a line for each join of the lobby: the player's name, Discord's id of the tap, and the time.

    The header lists the id of each seat's join, then the id of the lobby's last change.
    """
    for index, join in enumerate(record.headers.get("Joins", "").split(",")):
        if not (join.isdecimal() and 0 < int(join) < 1 << 63):
            continue
        name = record.headers.get(f"Player{index}")
        if not name:
            name = f"seat {index}" if index < record.match.setup.seats else "the last change"
        tapped = EPOCH + timedelta(milliseconds=int(join) >> 22)
        milliseconds = tapped.microsecond // 1000
        yield f"join of {name}: {join}, made {tapped:%Y-%m-%d %H:%M:%S}.{milliseconds:03} UTC"


def prove_record(record: Record, published_seal: str | None = None) -> Proof:
    """Check that all shuffles of a game were fair.

    Args:
        published_seal: the text with the hash that was published before the deal; ``None`` if unknown.
    """
    try:
        key = key_of_record(record.headers)
    except NoProof as error:
        return [tournaments.RecordCheck(False, str(error))]
    return prove(
        record.match,
        key,
        record.headers["Commitment"],
        lambda number: f"line {record.line_numbers[number]}",
        published_seal,
        record.headers.get("Tournament", ""),
    )


def is_tournament(data: bytes) -> bool:
    """Return whether a file is the record of a tournament, not of a game."""
    return tournaments.is_record(data[:1000].decode("utf-8-sig", "replace"))


def prove_tournament(data: bytes, published_hash: str | None = None) -> Proof:
    """Check that a tournament was paired fairly.

    Args:
        data: content of the tournament's record file.
        published_hash: the text with the hash that the sign-up showed; ``None`` if unknown.
    """
    try:
        record = tournaments.read_record(_bounded_text(data))
        checks: Proof = []
        if published_hash is not None:
            checks.append(_check_hash(record, published_hash))
        checks += tournaments.check_record(record)
        return checks
    except (RecordError, ValueError) as error:
        return [tournaments.RecordCheck(False, str(error))]


def _check_hash(record: tournaments.TournamentRecord, published: str) -> tournaments.RecordCheck:
    if record.commitment.lower() in hashes_in(published):
        return tournaments.RecordCheck(True, "the sign-up showed the hash of this record")
    return tournaments.RecordCheck(
        False, f"the sign-up showed another hash than that of this record: {record.commitment}"
    )
