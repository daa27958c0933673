"""Finds hidden cards in the bot's requests and its log.

An ephemeral message has one reader, everything else is read by everybody. The host reads the log and may
play, so the log must name no card.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
import pytest
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import EPHEMERAL_FLAG
from simcord.components import walk_components
from simcord.http import router

from bot import LANGUAGES
from bot.administration import logs
from bot.language import Localizer, card_text
from bot.pictures.drawing import Drawing
from bot.tables.state import TableState
from games import Game
from games.core.cards import Family
from games.core.match import Match
from games.core.moves import Deal
from tests.bot.people import Stage

PROSE = ("content", "label", "description", "placeholder", "name", "title")
"""Keys of texts for people. All other strings are code: custom ids, values, file names."""

CONTROLS = (2, 3)
"""The types of buttons and menus, which may name playable moves as well as known cards."""

STILL_TOLD = 6
"""The number of earlier moves, across a new deal, whose news a message may still show."""

SEEN = ("interactions", "webhooks", "channels")
"""The first path segments of requests with a visible effect."""

PICTURE = b"\x89PNG board %d"


@dataclass
class Display:
    """A part of a request that people can see.

    Attributes:
        reader: the person who sees it; ``None`` for everybody.
        where: its place, for error messages.
        state: the table at that moment.
        prose: the texts.
        code: the strings in notation.
        cards: the cards drawn.
        names_moves: it may name playable moves.
    """

    words_for: int | None
    where: str
    state: TableState
    prose: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    names_moves: bool = False


class Watcher:
    """Records everything that people could read about the only running table."""

    def __init__(self, stage: Stage, patch: pytest.MonkeyPatch) -> None:
        self._stage = stage
        self._owners: dict[int, int] = {}
        self._drawings: list[Drawing] = []
        self._uploaders: dict[str, int | None] = {}
        self._faults: list[str] = []
        self._shown: list[Display] = []
        self._state: TableState | None = None
        self._known: dict[int | None, list[frozenset[str]]] = {}
        self._positions: list[Any] = []
        self.read = 0
        """The number of things checked."""
        self.log = io.StringIO()
        self._read_log = 0
        logs.set_up("DEBUG", self.log, is_json=True)
        dispatch = router.dispatch

        def watched(backend: Any, method: str, path: str, **kwargs: Any) -> Any:
            displays = list(self._look(backend, path, kwargs.get("json"), kwargs.get("files") or []))
            result = dispatch(backend, method, path, **kwargs)
            self._shown += displays
            self._note_uploads(backend, path, kwargs.get("json"), result)
            self._remember(backend, path, result)
            return result

        patch.setattr(router, "dispatch", watched)
        patch.setattr("bot.pages.boards.board_picture", self._draw)

    async def _draw(self, drawing: Drawing, **_: object) -> bytes:
        self._drawings.append(drawing)
        return PICTURE % (len(self._drawings) - 1)

    # --- readers ------------------------------------------------------------------------------------------

    def _reader(self, backend: Any, words: list[str], body: Any) -> int | None:
        record = None
        if words[0] == "interactions":
            record = backend.interactions.get(int(words[1]))
        elif words[0] == "webhooks" and words[2] in backend.interaction_tokens:
            record = backend.interaction_by_token(words[2])
        if record is None:
            return None
        data = body.get("data") or {} if words[0] == "interactions" else body
        if words[0] == "interactions" and body["type"] in (8, 9):
            return int(record.user_id)
        if words[0] == "interactions" and body["type"] in (6, 7):
            return self._owners.get(record.source_message_id)
        if words[-1] == "@original":
            return self._owners.get(record.message_id)
        if words[0] == "webhooks" and len(words) > 4:
            return self._owners.get(int(words[4]))
        return int(record.user_id) if int(data.get("flags") or 0) & EPHEMERAL_FLAG else None

    def _remember(self, backend: Any, path: str, result: Any) -> None:
        for record in list(backend.interactions.values())[-20:]:
            for message_id in filter(None, (record.message_id, *record.followup_ids)):
                message = backend.messages.get(record.channel_id, {}).get(message_id)
                if message is not None and message.is_ephemeral:
                    self._owners.setdefault(message_id, record.user_id)

    # --- shown things -------------------------------------------------------------------------------------

    def _look(self, backend: Any, path: str, body: Any, files: Iterable[Any]) -> Iterator[Display]:
        state = self._table()
        words = path.strip("/").split("/")
        if state is None or not isinstance(body, dict) or words[0] not in SEEN:
            return
        words_for = self._reader(backend, words, body)
        whose = "public" if words_for is None else "private"
        data = (body.get("data") or {}) if words[0] == "interactions" else body
        for part in walk_components(data.get("components") or []):
            own = {key: value for key, value in part.items() if key not in ("components", "accessory")}
            where = f"{whose} component {part.get('type')}"
            self._check_addresses(own, words_for, where)
            yield self._sorted(
                own, Display(words_for, where, state, names_moves=part.get("type") in CONTROLS)
            )
        rest = {key: value for key, value in data.items() if key not in ("components", "nonce")}
        kind = "completion" if body.get("type") == 8 else "message"
        yield self._sorted(
            rest, Display(words_for, f"{whose} {kind}", state, names_moves=kind == "completion")
        )
        for file in files:
            display = Display(words_for, f"{whose} file", state)
            drawing = self._drawn(file)
            display.prose += [drawing.stamp[0]] if drawing is not None and drawing.stamp is not None else []
            for row in drawing.rows if drawing is not None else ():
                display.cards += [card for card, _ in row.cards if card]
                display.prose += [row.title, row.note, *row.captions, *[tag.text for tag in row.tags]]
            yield self._sorted({"filename": file.filename, "description": file.description}, display)

    def _note_uploads(self, backend: Any, path: str, body: Any, result: Any) -> None:
        # The first message with an address is the one that the file was uploaded with.
        words = path.strip("/").split("/")
        if isinstance(body, dict) and words[0] in SEEN:
            words_for = self._reader(backend, words, body)
            for address in addresses_in(result):
                self._uploaders.setdefault(address, words_for)

    def _check_addresses(self, part: Any, words_for: int | None, where: str) -> None:
        for address in addresses_in(part):
            uploader = self._uploaders.get(address)
            if uploader is not None and uploader != words_for:
                self._faults.append(f"{where} shows a picture that was uploaded for another person alone")

    def _drawn(self, file: Any) -> Drawing | None:
        data = file.fp.read()
        file.fp.seek(0)
        prefix, _, number = data.rpartition(b" ")
        if prefix + b" %d" != PICTURE:
            return None
        return self._drawings[int(number)]

    def _sorted(self, value: Any, display: Display) -> Display:
        for key, text in strings_in(value):
            (display.prose if key in PROSE else display.code).append(text)
        return display

    def _table(self) -> TableState | None:
        for table in self._stage.bot.tables.all.values():
            if table.state.match is not None:
                self._state = table.state
        return self._state

    # --- allowed cards ------------------------------------------------------------------------------------

    def check(self) -> None:
        """Fail with the card and the place if a reader could see a card unknown to that reader."""
        assert not self._faults, self._faults
        displays, self._shown = self._shown, []
        for display in displays:
            self.read += 1
            if not display.state.is_over:  # at the end all hands and the record are public
                self._check(display)
        self._check_log()

    def _check(self, display: Display) -> None:
        if display.words_for is not None and _plays_no_more(display.state, display.words_for):
            return  # people who play no more may see all hands
        seat = None if display.words_for is None else display.state.seat_of(display.words_for)
        names = _names(display.state.game.rules.family(display.state.row.options))
        prose = _without_option_names("\n".join(display.prose), display.state.game)
        named = {
            *display.cards,
            *names.in_prose(prose),
            *names.in_code("\n".join(display.code)),
        }
        hidden = named - {"Jk"}
        hidden = hidden and hidden - self.known(display.state, seat)
        if hidden and display.names_moves and seat is not None:
            hidden -= names.in_moves(display.state, seat)
        if not hidden:
            return
        is_picture = display.where.endswith("component 12")  # rows belong to seats
        lines = [names.in_prose(line) for line in prose.split("\n")]
        is_pool = not is_picture or any(hidden <= line for line in lines)  # in one row, without owners
        if seat is not None and is_pool and hidden == self._unseen(display.state, seat):
            return
        whose = "everybody" if display.words_for is None else f"seat {seat}"
        raise AssertionError(
            f"{display.where} shows {sorted(hidden)} to {whose}: {display.prose} {display.code}"
        )

    def _check_log(self) -> None:
        state = self._table()
        if state is None or state.match is None or state.row.seed is None:
            return
        self.log.seek(self._read_log)
        lines = self.log.read()
        self._read_log = self.log.tell()
        names = _names(state.game.rules.family(state.row.options))
        for written in lines.splitlines():
            line = "\n".join(text for _, text in strings_in(json.loads(written)))
            cards = names.in_code(line) | names.in_prose(line)
            assert not cards, f"the log names {sorted(cards)}: {line}"
            for _, move in state.match.moves:
                assert len(str(move).split()) < 2 or str(move) not in line, f"the log tells a move: {line}"
            assert state.row.seed.hex() not in line, f"the log tells the seed: {line}"
            assert repr(state.row.seed) not in line, f"the log tells the seed: {line}"

    def known(self, state: TableState, seat: int | None) -> frozenset[str]:
        """Return the cards of the current deal that a seat or a spectator has seen or heard of."""
        match = state.match
        if not self._positions:
            self._positions = [match.rules.start(match.setup)]
        for actor, move in match.moves[len(self._positions) - 1 :]:
            self._positions.append(match.rules.apply(self._positions[-1], actor, move))
        known = self._known.setdefault(seat, [])
        family = match.rules.family(match.setup.options)
        for number in range(len(known), len(match.moves) + 1):
            places = [place for place in self._positions[number].card_groups() if place.is_open_to(seat)]
            texts = words_in(places)
            if number and self._is_said_aloud(match, number - 1):
                texts.add(str(match.moves[number - 1][1]))
            known.append(frozenset().union(*(_named(text, family) for text in texts)))
        dealt = max((i for i, (_, move) in enumerate(match.moves) if isinstance(move, Deal)), default=0)
        return frozenset().union(*known[max(0, dealt - STILL_TOLD) : len(match.moves) + 1])

    def _is_said_aloud(self, match: Match, number: int) -> bool:
        # A player need not hold the cards of a call, a claim or a question.
        actor, made = match.moves[number]
        family = match.rules.family(match.setup.options)
        if isinstance(actor, str) or not _named(str(made), family):
            return False
        before, verb = self._positions[number], str(made).split()[0]
        own = words_in([place for place in before.card_groups() if place.is_open_to(actor)])
        others = (str(move) for move in match.rules.legal(before, actor))
        named = (_named(move, family) for move in others if move.split()[0] == verb)
        return any(cards and not cards & own for cards in named)

    def _unseen(self, state: TableState, seat: int | None) -> set[str]:
        return words_in(state.match.state.card_groups()) - self.known(state, seat)


class _Names:
    def __init__(self, family: Family) -> None:
        self._family = family
        self._printed = {
            text: card
            for card in family.cards
            for language in LANGUAGES
            if card != "Jk" and len(text := card_text(card, family.name, language)) > 1
        }
        longest = sorted(map(re.escape, self._printed), key=len, reverse=True)
        self._prose = re.compile("(?<![0-9])(" + "|".join(longest) + ")")
        written = "|".join(re.escape(card) for card in family.cards if card != "Jk")
        self._code = re.compile(f"(?<![A-Za-z0-9])({written})(?![A-Za-z0-9])")

    def in_prose(self, text: str) -> set[str]:
        # In a text for people, ``5s`` may mean fives.
        return {self._printed[match] for match in self._prose.findall(text)}

    def in_code(self, text: str) -> set[str]:
        return {*self._code.findall(text), *self.in_prose(text)}

    def in_moves(self, state: TableState, seat: int) -> set[str]:
        texts = [str(move) for move in state.match.legal(seat)]
        spoken = {word for text in texts for word in text.split() if word in self._family.order}
        return spoken.union(*(_declared(text) for text in texts))


@cache
def _names(family: Family) -> _Names:
    return _Names(family)


def _without_option_names(text: str, game: Game) -> str:
    # Names of options may be words for cards, such as metals.
    for name in _option_names(game):
        text = text.replace(name, "")
    return text


@cache
def _option_names(game: Game) -> list[str]:
    names = list[str]()
    for language in LANGUAGES:
        words = Localizer(language)
        names += [words(f"{game.id}-option-{option}") for option in game.rules.options]
    return names


def _plays_no_more(state: TableState, user_id: int) -> bool:
    out = state.match.view(None).gone
    rows = [row for row in state.seats if user_id in (row.user_id, row.leaver_id)]
    return bool(rows) and all(row.has_left or row.leaver_id == user_id or row.seat in out for row in rows)


def _named(line: str, family: Family) -> set[str]:
    return {card for card in (line, *line.split()) if card in family.order} | _declared(line)


def _declared(line: str) -> set[str]:
    words = line.split()
    if len(words) > 3 and words[1] in ("flush", "sflush"):
        return {rank + words[2] for rank in words[3:]}
    return set()


def strings_in(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every string of a nested value, with the nearest key above the string."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from strings_in(item, name)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings_in(item, key)


def addresses_in(value: Any) -> set[str]:
    """Return the addresses of uploaded files in a nested value, without parameters."""
    texts = [text for _, text in strings_in(value)]
    return {text.partition("?")[0] for text in texts if text.startswith(f"{CDN_BASE}/attachments/")}


def words_in(things: Any) -> set[str]:
    return {text for _, text in strings_in(msgspec.to_builtins(things))}
