"""The record of a tournament: a text with every pairing and result, which anybody can check."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.pairing.points import PlayedRound, PlayedTable, rounds_before
from bot.pairing.rounds import (
    METHOD,
    MOST_PEOPLE,
    MOST_ROUNDS,
    MOST_SEATS,
    Pairing,
    PairingPlan,
    pair,
    pair_final,
)

_HEADER = re.compile(r'\[([A-Za-z0-9]+) "([^"]*)"\]')
_TABLE = re.compile(r"Table ([0-9 ]+): (-|[0-9 ]+)((?: (?:left|teams|aside) [0-9 ]+)*)")
_NUMBER = re.compile("[0-9]{1,4}")
"""Numbers in records are those of people, places and rounds. People who come back keep their number."""


class WrittenRound(NamedTuple):
    """A round in a tournament's record, with the entry numbers of the people to pair."""

    players: tuple[int, ...]
    played: PlayedRound


class TournamentRecord(NamedTuple):
    """A tournament as read from its record."""

    plan: PairingPlan
    commitment: str  # the published SHA-256 of the seed
    rounds: tuple[WrittenRound, ...]
    headers: Mapping[str, str]  # all facts at the top of the record, by name


def is_record(text: str) -> bool:
    """Return whether a text is the record of a tournament, and not of a game."""
    return text.lstrip().startswith("[Tournament ")


def write_record(
    plan: PairingPlan, commitment: str, rounds: Sequence[WrittenRound], headers: Mapping[str, str]
) -> str:
    """Return the record of a tournament as text.

    Args:
        commitment: the published SHA-256 of the seed.
        headers: further facts for the top of the record, by name.
    """
    facts = {
        "Tournament": plan.id,
        "Seats": str(plan.usual_size),
        "Sizes": ",".join(map(str, sorted(plan.allowed_sizes))),
        "Computers": "yes" if plan.has_computers else "no",
        "Method": str(plan.method),
        "Commitment": commitment,
        "Seed": plan.seed.hex(),
    }
    facts.update(headers)
    lines = [f'[{name} "{_plain(value)}"]' for name, value in facts.items()]
    # Each round: who was to play, the tables, and who sat out.
    for players, played in rounds:
        kind = "Final" if played.is_final else "Round"
        lines += ["", f"{kind}: {_listed(players)}"]
        lines += [_table(table) for table in played.tables]
        if played.bye is not None:
            lines.append(f"Bye: {played.bye}")
    return "\n".join(lines) + "\n"


def _plain(value: str) -> str:
    return " ".join(value.replace('"', "'").split())


def _listed(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _table(table: PlayedTable) -> str:
    parts = [f"Table {_listed(table.seats)}: {_listed(table.places) or '-'}"]
    if table.leavers:
        parts.append(f"left {_listed(sorted(table.leavers))}")
    if table.teams:
        parts.append(f"teams {_listed(table.teams)}")
    if table.excluded_from:
        parts.append(f"aside {table.excluded_from}")
    return " ".join(parts)


def read_record(text: str) -> TournamentRecord:
    """Return the tournament that a record describes.

    A record may come from anybody, and the time that a pairing takes grows fast with its numbers. So a record
    with more rounds, people or seats than a tournament can have is refused before anything is computed.

    Raises:
        ValueError: the text is not a record; the message names the line.
    """
    headers: dict[str, str] = {}
    rounds: list[WrittenRound] = []
    # Lines tell the round or the header that they belong to.
    for number, line in enumerate(text.splitlines(), 1):
        try:
            _read_line(line.strip(), headers, rounds)
        except (ValueError, IndexError) as error:
            raise ValueError(f"line {number}: {error}") from None
    # Headers that the pairing depends on must be there.
    try:
        plan = PairingPlan(
            headers["Tournament"],
            bytes.fromhex(headers["Seed"]),
            _number(headers["Seats"], MOST_SEATS),
            frozenset(_number(size, MOST_SEATS) for size in headers["Sizes"].split(",")),
            headers["Computers"] == "yes",
            _number(headers.get("Method", "1"), METHOD),
        )
        return TournamentRecord(plan, headers["Commitment"], tuple(rounds), headers)
    except KeyError as missing:
        raise ValueError(f"the header {missing} is missing") from None


def _read_line(line: str, headers: dict[str, str], rounds: list[WrittenRound]) -> None:
    kind, _, rest = line.partition(":")
    # Comments and blank lines.
    if not line or line.startswith("#"):
        return
    if header := _HEADER.fullmatch(line):
        headers[header[1]] = header[2]
    # Further lines belong to the last round.
    elif kind in ("Round", "Final"):
        if len(rounds) > MOST_ROUNDS:  # with a final after them
            raise ValueError(f"there are more than {MOST_ROUNDS} rounds and a final")
        players = _numbers(rest, MOST_PEOPLE)
        rounds.append(WrittenRound(players, PlayedRound((), is_final=kind == "Final")))
    elif kind == "Bye":
        bye = _number(rest.strip())
        rounds[-1] = rounds[-1]._replace(played=rounds[-1].played._replace(bye=bye))
    elif table := _TABLE.fullmatch(line):
        played = rounds[-1].played
        if len(played.tables) == MOST_PEOPLE:
            raise ValueError(f"there are more than {MOST_PEOPLE} tables in a round")
        played = played._replace(tables=(*played.tables, _read_table(table)))
        rounds[-1] = rounds[-1]._replace(played=played)
    else:
        raise ValueError(f"not a line of a tournament: {line!r}")


def _read_table(match: re.Match[str]) -> PlayedTable:
    parts = re.findall(r"([a-z]+) ([0-9 ]+)", match[3])
    more = {kind: _numbers(numbers, MOST_SEATS) for kind, numbers in parts}
    seats = _numbers(match[1], MOST_SEATS)
    places = () if match[2] == "-" else _numbers(match[2], MOST_SEATS)
    if len(places) not in (0, len(seats)):
        raise ValueError(f"{len(places)} places for {len(seats)} seats")
    aside = more.get("aside", (0,))[0]
    return PlayedTable(seats, places, frozenset(more.get("left", ())), more.get("teams", ()), aside)


def _numbers(text: str, most: int) -> tuple[int, ...]:
    words = text.split()
    if len(words) > most:
        raise ValueError(f"there are {len(words)} numbers where at most {most} are possible")
    return tuple(map(_number, words))


def _number(text: str, most: int = 9999) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > most:
        raise ValueError(f"{text[:20]!r} is no number up to {most}")
    return int(text)


class RecordCheck(NamedTuple):
    """The result of a check of a record, with a sentence about the result."""

    is_passed: bool
    sentence: str


def check_record(record: TournamentRecord) -> Iterator[RecordCheck]:
    """Yield the results of all checks: of the hash of the seed, and of each round's pairing."""
    seed = hashlib.sha256(record.plan.seed).hexdigest()
    if seed == record.commitment.lower():
        yield RecordCheck(True, f"the seed is the one committed to: {seed}")
    else:
        yield RecordCheck(False, f"the seed is not the one committed to: {record.commitment}")
    # Each round is paired again from the results before it.
    rounds = [written_round.played for written_round in record.rounds]
    for number, (players, played) in enumerate(record.rounds, 1):
        make = pair_final if played.is_final else pair
        again = make(record.plan, rounds_before(rounds, number, record.plan.method), players)
        if again == Pairing(tuple(table.seats for table in played.tables), played.bye):
            yield RecordCheck(
                True, f"round {number}: {len(played.tables)} tables, as the seed and the results give them"
            )
        else:
            yield RecordCheck(False, f"round {number} is not paired as the seed and the results give it")
