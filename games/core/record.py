"""Game records in text form: headers, then one move per line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.core.errors import RecordError, RulesError
from games.core.match import Match
from games.core.moves import shorten
from games.core.rules import CHANCE, Actor, Rules


class _Header(NamedTuple):
    line: int
    value: str


_HEADER = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')


class GameRecord(NamedTuple):
    """A match that was read from a record, and the record's headers by name."""

    match: Match
    headers: dict[str, str]


FindRules = Callable[[str], Rules[Any, Any]]


def write_record(
    match: Match, headers: Mapping[str, str] | None = None, options: Mapping[str, str] | None = None
) -> str:
    """Return a match as a record in text form.

    Args:
        headers: printed after the four required headers, which they cannot replace.
        options: the options to print; ``None`` for every option of the game. An option that the game got
            after a table was sealed is left out of the table's record, since it was not sealed.
    """
    chosen = match.setup.options if options is None else options
    # Options are printed in the order of the game.
    names = [name for name in match.setup.options if name in chosen]
    needed = {
        "Game": match.rules.id,
        "Seats": str(match.setup.seats),
        "First": str(match.setup.first),
        "Options": " ".join(f"{name}={chosen[name]}" for name in names),
    }
    lines = [f'[{name} "{_escape(text)}"]' for name, text in {**needed, **(headers or {}), **needed}.items()]
    lines.append("")
    lines += [f"{'*' if actor == CHANCE else actor} {move}" for actor, move in match.moves]
    return "\n".join(lines) + "\n"


def read_record(text: str, find_rules: FindRules) -> GameRecord:
    """Return the match of a record, replayed from its start.

    Args:
        text: the record, with LF or CRLF line ends.
        find_rules: returns the rules for a game id; raises ``RulesError`` for an unknown id.

    Raises:
        RecordError: a line is wrong.
    """
    headers: dict[str, _Header] = {}
    match: Match | None = None
    number = 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        # Blank lines and comments.
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            if match is not None:
                raise RecordError(number, "a header after the first move")
            _add_headers(number, line, headers)
            continue
        match = match or _new_match(number, headers, find_rules)
        _read_move(number, line, match)
    match = match or _new_match(number, headers, find_rules)
    return GameRecord(match, {name: header.value for name, header in headers.items()})


def _add_headers(line_number: int, line: str, headers: dict[str, _Header]) -> None:
    at = 0
    while at < len(line):
        header = _HEADER.match(line, at)
        if header is None:
            raise RecordError(line_number, f"{shorten(line)!r} is no header")
        name = header[1]
        if name in headers:
            raise RecordError(line_number, f"a second header {name}")
        headers[name] = _Header(line_number, re.sub(r"\\(.)", r"\1", header[2]))
        at = header.end()
        while at < len(line) and line[at].isspace():
            at += 1


def _new_match(line_number: int, headers: dict[str, _Header], find_rules: FindRules) -> Match:
    for name in ("Game", "Seats"):
        if name not in headers:
            raise RecordError(line_number, f"the header {name} is missing")
    # ``at`` is the line of the header being read, for the error.
    at = line_number
    try:
        at, game = headers["Game"]
        rules = find_rules(game)
        at, seats = headers["Seats"]
        count = _parse_number(at, "Seats", seats)
        at, first = headers.get("First", _Header(at, "0"))
        leader = _parse_number(at, "First", first)
        low, high = rules.seats
        if low <= count <= high and leader < count:
            at, text = headers.get("Options", _Header(at, ""))
            options = _read_options(at, text)
        else:
            # Seats or first are out of range: setup raises an error for that header's line.
            at, options = (at if low <= count <= high else headers["Seats"].line), {}
        return Match(rules, rules.setup(count, options, leader))
    except RecordError:
        raise
    except RulesError as error:
        raise RecordError(at, str(error)) from None


def _parse_number(line_number: int, name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise RecordError(line_number, f"{name} must be a number, not {shorten(text)!r}")
    return int(text)


def written_options(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a readable record names, as they are written there.

    Args:
        headers: the record's headers by name, as ``read_record`` returns them.
    """
    return dict(pair.split("=", maxsplit=1) for pair in headers.get("Options", "").split())


def _read_options(line_number: int, text: str) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in text.split():
        name, equals, value = pair.partition("=")
        if not equals or name in options:
            raise RecordError(line_number, f"{shorten(pair)!r} is no option")
        options[name] = value
    return options


def _read_move(line_number: int, line: str, match: Match) -> None:
    actor_text, *rest = line.split(maxsplit=1)
    actor: Actor = CHANCE if actor_text == "*" else _parse_number(line_number, "a seat", actor_text)
    try:
        match.play(actor, rest[0] if rest else "")
    except RulesError as error:
        raise RecordError(line_number, str(error)) from None


def _escape(text: str) -> str:
    flat = " ".join(text.splitlines())
    return flat.replace("\\", "\\\\").replace('"', '\\"')
