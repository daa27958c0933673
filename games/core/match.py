"""A match: a game's position with the moves that led to it; its shuffles and its record."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import starmap
from typing import Any, NamedTuple

import msgspec

from games.core.cards import Card
from games.core.errors import IllegalMove, RecordError, Refusal, RulesError
from games.core.highlights import Highlight
from games.core.moves import Draw, Move, shorten, shuffled
from games.core.rules import CHANCE, OVER, Actor, Result, Rules, Setup, State, ToAct, View

# --- shuffle ------------------------------------------------------------------------------------------------
# Fair shuffles: the moves of chance are computed from a secret seed, whose hash is published beforehand
# (docs/FAIRNESS.md).
#
# The complete method, so that it can be repeated in any language. Texts are UTF-8, and lines are joined by
# line feeds, without a line feed at the end. Hashes and the seed are written as lower-case hexadecimal
# digits.
#
# 1. The message has these lines: ``tefuda shuffle 1``; the seed; the table's id; the number of the chance
#    move, counted from 0; the ids in ``ShuffleKey.joins``, joined by commas.
# 2. Block ``i`` is the SHA-256 of the message, a line feed, and ``i`` in decimal. Each block gives four words
#    of 8 bytes, big-endian. The words of block 0 are used first, then those of block 1, and so on.
# 3. The cards stand in canonical order at places 0 to n-1. Place 0 is the top. For ``k`` from n-1 down to 1:
#    draw words until a word is below the largest multiple of ``k+1`` that fits into 2**64; then exchange the
#    cards at the places ``k`` and word mod (``k+1``).
# 4. Dice are rolled one after the other. For a die with ``f`` faces draw words until a word is below the
#    largest multiple of ``f`` that fits into 2**64; the die shows word mod ``f``, plus 1.
#
# The seat that acts first is drawn in the same way: the seats 0 to n-1, in this order, are shuffled as the
# chance move number -1, and the seat at place 0 acts first.
#
# Two hashes are published before the deal:
#
# - The commitment is the SHA-256 of the seed's 32 bytes.
# - The seal is a hash of all inputs of the deal. It is the SHA-256 of these lines: ``tefuda seal 2``; the
#   commitment; the table's id; the ids in ``ShuffleKey.joins``, joined by commas; the text that
#   ``describe_deal`` returns. Seals of older tables begin with ``tefuda seal 1`` and lack the last line.

_RANGE = 1 << 64


class ShuffleKey(msgspec.Struct, frozen=True):
    """Everything that determines a table's shuffles. The seed stays secret until the game is over.

    Args:
        seed: 32 secret bytes.
        joins: ids of Discord interactions: those of joining players, in seat order, then that of the lobby's
            last change.
        deal: a text from ``describe_deal``. Shuffles ignore it.
    """

    seed: bytes
    table: str
    joins: tuple[str, ...] = ()
    deal: str = ""

    def __repr__(self) -> str:
        return f"ShuffleKey(seed=<secret>, table={self.table!r}, joins={self.joins!r})"

    @classmethod
    def from_text(cls, text: str) -> ShuffleKey:
        """Return a key derived from any text, for programs that only need repeatable games."""
        return cls(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), "engine")

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed as hexadecimal digits, published before the first card is dealt."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def seal(self) -> str:
        """A hash of everything that determines the deal, published before the first card is dealt."""
        return seal_of(self.commitment, self.table, self.joins, self.deal)

    def message(self, number: int) -> bytes:
        """Return the bytes from which the table's chance move with this number is computed."""
        lines = ("tefuda shuffle 1", self.seed.hex(), self.table, str(number), ",".join(self.joins))
        return "\n".join(lines).encode()

    def numbers(self, number: int) -> Draw:
        """Return the source of the random numbers for the table's chance move with this number."""
        return draw_from(self.message(number))


def seal_of(commitment: str, table: str, joins: Sequence[str], deal: str = "") -> str:
    """Return a hash of all inputs of a deal, as 64 hexadecimal digits (docs/FAIRNESS.md).

    The arguments are attributes of ``ShuffleKey``. ``deal`` is empty for tables of older versions.
    """
    lines = [commitment, table, ",".join(joins)]
    if deal:
        lines.insert(0, "tefuda seal 2")
        lines.append(deal)
    else:
        lines.insert(0, "tefuda seal 1")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def describe_deal(game: str, options: Mapping[str, str], players: Sequence[str], tournament: str = "") -> str:
    """Return a text that names the game, its options, the players, and the tournament if there is one.

    Args:
        players: for each seat, ``person`` or the level of its computer player.
        tournament: the tournament's id; empty for none.

    >>> describe_deal("bull", {"wild": "none", "deal": "up"}, ("person", "normal"))
    'bull deal=up,wild=none person,normal'
    """
    words = [game, ",".join(_option_words(options, sorted(options))), ",".join(players)]
    if tournament:
        words.append(tournament)
    return " ".join(words)


def _option_words(options: Mapping[str, str], names: Iterable[str]) -> list[str]:
    return [f"{name}={options[name]}" for name in names]


def draw_first_seat(key: ShuffleKey, seats: int) -> int:
    """Return the seat that acts first, drawn at random by the key."""
    # All seats are shuffled as if by move number -1, and the first of them begins.
    return int(shuffle(tuple(map(str, range(seats))), key, -1)[0])


def shuffle(cards: Sequence[Card], key: ShuffleKey, number: int) -> tuple[Card, ...]:
    """Return cards in the order that a key determines for one move of chance.

    Args:
        cards: the cards in canonical order.
        number: the number of this chance move in the game, from 0.
    """
    return shuffled(cards, key.numbers(number))


def draw_from(message: bytes) -> Draw:
    """Return the source of the random numbers that follow from a message."""
    words = _words_of(message)

    def draw(count: int) -> int:
        # Words from the limit on would make some numbers more likely, so they are skipped.
        limit = _RANGE - _RANGE % count
        word = next(words)
        while word >= limit:
            word = next(words)
        return word % count

    return draw


def _words_of(message: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(b"%s\n%d" % (message, block)).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


# --- match --------------------------------------------------------------------------------------------------
# A match: the rules, the setup, the position, and the moves that led to it.


class Match:
    """One game from its setup to its end. The setup and the moves are enough to restore it.

    Args:
        setup: as returned by ``Rules.setup`` of the same rules.
    """

    def __init__(self, rules: Rules[Any, Any], setup: Setup) -> None:
        self.rules = rules
        self.setup = setup
        self.state: State = rules.start(setup)
        self.moves: list[tuple[Actor, Move]] = []
        self._views: dict[int | None, View] = {}

    def __repr__(self) -> str:
        return f"<Match {self.rules.id}, {len(self.moves)} moves, to act: {self.to_act}>"

    @property
    def to_act(self) -> ToAct:
        return self.state.to_act

    @property
    def is_over(self) -> bool:
        return self.state.to_act == OVER

    def play(self, actor: Actor, move: str | Move) -> Move:
        """Play one move of a seat or of chance, and return the move. After an error the match is unchanged.

        Raises:
            NotationError: the text is no move.
            IllegalMove: the move is not legal now.
        """
        if isinstance(move, str):
            move = self.rules.parse(move)
        self.state = self.rules.apply(self.state, actor, move)
        self.moves.append((actor, move))
        self._views = {}
        return move

    def with_move(self, actor: Actor, move: str | Move) -> Match:
        """Return a copy of the match after one more move. Raises the same errors as ``play``."""
        after = self.copy()
        after.play(actor, move)
        return after

    def copy(self) -> Match:
        """Return an independent copy of the match."""
        other = copy(self)
        other.moves = self.moves.copy()
        return other

    def with_deal(self, key: ShuffleKey) -> Match:
        """Return a copy of the match after all due moves of chance, computed from the key."""
        after = self
        while after.to_act == CHANCE:
            after = after.with_move(CHANCE, after.chance_move(key))
        return after

    def chance_move(self, key: ShuffleKey) -> Move:
        """Return the due deal, shuffle or roll, computed from the key.

        Raises:
            IllegalMove: it is not chance's turn.
        """
        if self.to_act != CHANCE:
            raise IllegalMove(Refusal("not-chance", "It is not chance's turn."))
        # Each move of chance has its own number, so that the same key orders every deal differently.
        number = sum(1 for actor, _ in self.moves if actor == CHANCE)
        return self.rules.chance(self.state).drawn(key.numbers(number))

    def decisions(self, key: ShuffleKey) -> Iterator[int]:
        """Yield the seat to act until the game is over, and play the moves of chance automatically.

        The caller must play a move of the yielded seat before the next iteration.
        """
        while not self.is_over:
            if self.to_act == CHANCE:
                self.play(CHANCE, self.chance_move(key))
            else:
                assert not isinstance(self.to_act, str)
                yield self.to_act[0]

    def legal(self, seat: int) -> Sequence[Move]:
        return self.rules.legal(self.state, seat)

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator (``None``), knows of the position."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.rules.view(self.state, seat)
        return view

    @property
    def reveal_seconds(self) -> float:
        """Seconds of pause to show the cards that the last move revealed; 0 for no pause."""
        return self.rules.reveal_seconds(self.view(None))

    @property
    def suspense_seconds(self) -> float:
        """Seconds for which the outcome of the last move stays hidden from everybody."""
        return self.rules.suspense_seconds(self.view(None))

    def provisional_result(self) -> Result | None:
        """Return the ranking by current scores; ``None`` if the game is over or has no running scores."""
        if self.is_over:
            return None
        return self.rules.provisional_result(self.state)

    def result(self) -> Result | None:
        return self.rules.result(self.state)

    def statistics(self) -> tuple[dict[str, int], ...]:
        """Return each seat's statistics of the finished game (see ``Rules.statistics``)."""
        return self.rules.statistics(GameHistory(self).steps(), self.setup.seats)

    def highlights(self, seat: int | None = None) -> tuple[Highlight, ...]:
        """Return the most highlights of the game, such as its boldest lie.

        Args:
            seat: if given, only acts of this seat count.
        """
        return GameHistory(self).highlights(seat)


class GameHistory:
    """All positions of a game, before and after each move."""

    def __init__(self, match: Match) -> None:
        self._rules = match.rules
        self.moves = match.moves
        self._states: list[State] = [match.rules.start(match.setup)]
        for actor, move in match.moves:
            self._states.append(match.rules.apply(self._states[-1], actor, move))

    def highlights(self, seat: int | None = None) -> tuple[Highlight, ...]:
        """Return the most highlights of the game, such as its boldest lie.

        Args:
            seat: if given, only acts of this seat count.
        """
        return self._rules.highlights(self.steps(), seat)

    def steps(self) -> Iterator[tuple[State, Actor, Move, State]]:
        """Yield every move with the positions before and after it, which contain hidden cards."""
        for number, (actor, move) in enumerate(self.moves):
            yield self._states[number], actor, move, self._states[number + 1]

    def view_before(self, index: int, seat: int | None = None) -> Any:
        """Return what a seat, or a spectator (``None``), knew before the move with this index."""
        return self._rules.view(self._states[index], seat)

    def view_after(self, index: int, seat: int | None = None) -> Any:
        """Return what a seat, or a spectator (``None``), knew after the move with this index."""
        return self.view_before(index + 1, seat)


# --- record -------------------------------------------------------------------------------------------------
# Game records in text form: headers, then one move per line.


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
    all_headers = {
        "Game": match.rules.id,
        "Seats": str(match.setup.seats),
        "First": str(match.setup.first),
        "Options": " ".join(_option_words(chosen, names)),
    }
    for name, text in (headers or {}).items():
        all_headers.setdefault(name, text)
    lines = [f'[{name} "{_escape(text)}"]' for name, text in all_headers.items()]
    lines.append("")
    lines += starmap(move_line, match.moves)
    return "\n".join(lines) + "\n"


def move_line(actor: Actor, move: Move) -> str:
    """Return a move with its actor as a record prints it: the seat, or ``*`` for chance."""
    if actor == CHANCE:
        return f"* {move}"
    return f"{actor} {move}"


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
            at = at if low <= count <= high else headers["Seats"].line
            options = {}
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
    actor_text, *move = line.split(maxsplit=1)
    actor: Actor = CHANCE
    if actor_text != "*":
        actor = _parse_number(line_number, "a seat", actor_text)
    try:
        match.play(actor, "".join(move))
    except RulesError as error:
        raise RecordError(line_number, str(error)) from None


def _escape(text: str) -> str:
    flat = " ".join(text.splitlines())
    return flat.replace("\\", "\\\\").replace('"', '\\"')
