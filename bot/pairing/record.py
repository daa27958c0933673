"""A tournament as a text that anybody can check: who played, every pairing, every result, and the seed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.pairing.points import PlayedRound, PlayedTable, as_of
from bot.pairing.rounds import Pairing, PairingPlan, pair, pair_final

_HEADER = re.compile(r'\[([A-Za-z0-9]+) "([^"]*)"\]')
_TABLE = re.compile(r"Table ([0-9 ]+): (-|[0-9 ]+)((?: (?:left|teams|aside) [0-9 ]+)*)")


class WrittenRound(NamedTuple):
    """A round in the record of a tournament, and the numbers of the people who took part in the round."""

    players: tuple[int, ...]
    played: PlayedRound


class TournamentRecord(NamedTuple):
    """A tournament as read from its record, a text format.

    Attributes:
        plan: the facts that are fixed for the tournament, with the seed.
        commitment: the published SHA-256 of the seed.
        headers: the other facts at the top of the record, by name.
    """

    plan: PairingPlan
    commitment: str
    rounds: tuple[WrittenRound, ...]
    headers: Mapping[str, str]


def is_record(text: str) -> bool:
    """Return whether a text is the record of a tournament, and not of a game."""
    return text.lstrip().startswith("[Tournament ")


def write_record(
    plan: PairingPlan, commitment: str, rounds: Sequence[WrittenRound], headers: Mapping[str, str]
) -> str:
    """Return the record of a tournament as text.

    Args:
        plan: the facts that are fixed for the tournament, with the seed.
        commitment: the published SHA-256 of the seed.
        headers: further facts at the top of the record, by name.
    """
    lines = {
        "Tournament": plan.id,
        "Seats": str(plan.usual_size),
        "Sizes": ",".join(map(str, sorted(plan.allowed_sizes))),
        "Computers": "yes" if plan.has_computers else "no",
        "Method": str(plan.method),
        "Commitment": commitment,
        "Seed": plan.seed.hex(),
        **headers,
    }
    header_lines = [f'[{name} "{_plain(value)}"]' for name, value in lines.items()]
    # Each round: who was to play, the tables, and who sat out.
    for players, played in rounds:
        header_lines += ["", f"{'Final' if played.is_final else 'Round'}: {_listed(players)}"]
        header_lines += [_table(table) for table in played.tables]
        header_lines += [] if played.bye is None else [f"Bye: {played.bye}"]
    return "\n".join(header_lines) + "\n"


def _plain(value: str) -> str:
    return " ".join(value.replace('"', "'").split())


def _listed(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _table(table: PlayedTable) -> str:
    parts = [f"Table {_listed(table.seats)}: {_listed(table.places) or '-'}"]
    parts += [f"left {_listed(sorted(table.leavers))}"] if table.leavers else []
    parts += [f"teams {_listed(table.teams)}"] if table.teams else []
    parts += [f"aside {table.excluded_from}"] if table.excluded_from else []
    return " ".join(parts)


def read_record(text: str) -> TournamentRecord:
    """Read a tournament from its record, the text that ``write_record`` returns.

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
            int(headers["Seats"]),
            frozenset(map(int, headers["Sizes"].split(","))),
            headers["Computers"] == "yes",
            int(headers.get("Method", 1)),
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
        rounds.append(WrittenRound(_numbers(rest), PlayedRound((), is_final=kind == "Final")))
    elif kind == "Bye":
        rounds[-1] = rounds[-1]._replace(played=rounds[-1].played._replace(bye=int(rest)))
    elif table := _TABLE.fullmatch(line):
        played = rounds[-1].played
        rounds[-1] = rounds[-1]._replace(played=played._replace(tables=(*played.tables, _read_table(table))))
    else:
        raise ValueError(f"not a line of a tournament: {line!r}")


def _read_table(match: re.Match[str]) -> PlayedTable:
    more = {kind: _numbers(numbers) for kind, numbers in re.findall(r"([a-z]+) ([0-9 ]+)", match[3])}
    seats, places = _numbers(match[1]), () if match[2] == "-" else _numbers(match[2])
    if len(places) not in (0, len(seats)):
        raise ValueError(f"{len(places)} places for {len(seats)} seats")
    aside = more.get("aside", (0,))[0]
    return PlayedTable(seats, places, frozenset(more.get("left", ())), more.get("teams", ()), aside)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def check(record: TournamentRecord) -> Iterator[tuple[bool, str]]:
    """Check a tournament's record: the published hash of the seed, and the pairing of each round.

    Yield a pair for each check: whether the check succeeded, and a sentence about it.
    """
    seed = hashlib.sha256(record.plan.seed).hexdigest()
    if seed == record.commitment.lower():
        yield True, f"the seed is the one committed to: {seed}"
    else:
        yield False, f"the seed is not the one committed to: {record.commitment}"
    # Each round is paired again from the results before it.
    rounds = [written_round.played for written_round in record.rounds]
    for number, (players, played) in enumerate(record.rounds, 1):
        make = pair_final if played.is_final else pair
        again = make(record.plan, as_of(rounds, number), players)
        if again == Pairing(tuple(table.seats for table in played.tables), played.bye):
            yield True, f"round {number}: {len(played.tables)} tables, as the seed and the results give them"
        else:
            yield False, f"round {number} is not paired as the seed and the results give it"
