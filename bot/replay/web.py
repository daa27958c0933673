"""A replay as one HTML file, with every position in all languages and pictures of the cards.

The file loads nothing, and runs no script except its own, even if a player's name looks like code.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from math import ceil
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace
from PIL import Image

from bot import LANGUAGES
from bot.language import Localizer, first_line, is_repeated, plain
from bot.lists import not_none
from bot.pages.boards import with_hands
from bot.pages.people import player_texts
from bot.pages.standings import standing_lines
from bot.pictures import art_name
from bot.pictures.colours import palette_png
from bot.pictures.layers import card_image
from bot.replay.replay import Outline, Stop, outline, scene_of
from bot.tables.positions import replay_match
from bot.tables.state import TableState, last_movers, players_after
from games import find_game
from games.core.game import Game
from games.core.match import Match
from games.core.presentation import Board, Face, Presenter, Row, TableScene
from games.core.rules import View
from games.core.words import Seat, Text
from storage.rows import SeatRow

CARD_WIDTH = 96
"""Width of a card in pixels, twice its width on a screen."""

CARDS_PER_ROW = 10
"""Number of cards in a row of the sprite sheet."""

COLOURS = 64
"""Number of colours of the sprite sheet."""

LABELS = (
    "first",
    "before",
    "back",
    "forward",
    "after",
    "end",
    "place",
    "chapters",
    "turns",
    "language",
    "eyes",
    "spectator",
    "everybody",
    "cards",
    "hint",
)
"""The labels of the HTML page. In the catalogues of texts their keys begin with ``web-``."""


Names: TypeAlias = Mapping[str, Sequence[str]]
"""The name of each seat's player, by language."""


class PastNames(NamedTuple):
    """The names of all seats' players at one position of a game, for texts and for pictures."""

    in_texts: Names
    in_pictures: Names


def web_page(match: Match, names: Names, past_names: Sequence[PastNames] = ()) -> bytes:
    """Return the replay of a finished game as an HTML file. This takes a second or two.

    Args:
        past_names: the names after each move, for games in which a seat changed hands.
    """
    game = find_game(match.rules.id)
    page = _PageData(game, names)
    whole, _ = outline(match, game.presenter, 0)
    past_names = past_names or [PastNames(names, names)] * len(match.moves)
    steps = list(_steps(match, game, whole, page, past_names))
    # Texts outside of the steps use the current names.
    page.set_names(names)
    data = {
        "languages": LANGUAGES,
        "game": page.add_text(Text(f"{game.id}-name")),
        "labels": {label: page.add_text(Text(f"web-{label}")) for label in LABELS},
        "names": [page.add_text(Seat(seat)) for seat in range(match.setup.seats)],
        "steps": steps,
        "chapters": page.add_stops(whole.chapters),
        "turns": page.add_stops(whole.turning_points),
        "result": page.add_result(match),
        "texts": page.texts,
        "rows": page.rows,
        "cards": page.cards,
        "drawings": page.drawings,
        "line": CARDS_PER_ROW,
    }
    title = " – ".join([Localizer(LANGUAGES[0])(f"{game.id}-name"), ", ".join(names[LANGUAGES[0]])])
    return _assembled(title, data, page.card_sheet())


def cache_key(state: TableState) -> str:
    """Return the cache key of a table's replay file. The key changes when a player's name changes."""
    return f"{state.id} {state.fingerprint}"


def table_web_page(state: TableState) -> bytes:
    """Return the replay of a finished table as an HTML file. This takes a second or two."""
    assert state.match is not None
    past_names = list[PastNames]()
    if state.sittings or state.position.stand_in_moves:
        for number in range(1, len(state.match.moves) + 1):
            in_texts = _names_of(state, last_movers(state, number))
            past_names.append(PastNames(in_texts, _names_of(state, players_after(state, number))))
    return web_page(state.match, _names_of(state, state.seats), past_names)


def _names_of(state: TableState, players: Sequence[SeatRow]) -> Names:
    return {language: player_texts(state, players, language) for language in LANGUAGES}


class _PageData:
    # Each text, row and card is stored once, under an index.

    def __init__(self, game: Game, names: Names) -> None:
        self._game = game
        self.set_names(names)
        self._sheet: list[tuple[str, str]] = []  # for each drawing, its set of drawings and its card
        self._known: dict[bytes, int] = {}
        self.texts: list[list[str]] = []
        self.rows: list[dict[str, Any]] = []
        self.cards: list[int] = []
        """For each card, the number of the text that names it."""
        self.drawings: list[list[int]] = []
        """For each card, the number of its drawing in each of ``LANGUAGES``."""

    def set_names(self, names: Names) -> None:
        """Set the names of the players for texts that are added afterwards."""
        self._words = [Localizer(language, names[language]) for language in LANGUAGES]

    def add_text(self, text: Text | Seat) -> int:
        """Add a text, or a seat's name, in all languages, and return its index."""
        if isinstance(text, Seat):
            return self.add_translations([words.name(text.seat) for words in self._words])
        return self.add_translations([plain(words(text)) for words in self._words])

    def add_translations(self, translations: Sequence[str]) -> int:
        """Add a text in each of ``LANGUAGES``, and return its index."""
        return self._number(b"t", self.texts, list(translations))

    def add_stops(self, stops: Iterable[Stop]) -> list[list[Any]]:
        """Add the names of stops. Return for each stop its position and the indices of its name's texts."""
        added = []
        for stop in stops:
            name = list(map(self.add_text, stop.name))
            added.append([stop.number, name])
        return added

    def add_board(self, board: Board) -> list[int]:
        return [self._add_row(board, row) for row in board.rows]

    def add_hand(self, hand: Board | None) -> int | None:
        """Add a board whose only row is a hand, and return the row's index; ``None`` for no hand."""
        if hand is None:
            return None
        (row,) = self.add_board(hand)
        return row

    def add_result(self, match: Match) -> list[int]:
        view = match.view(None)
        result = match.result()
        standings = [standing_lines(self._game, view, result, words) for words in self._words]
        scene = scene_of(self._game.presenter, view)
        added = []
        # ``zip`` turns a list of lines for each language into translations for each line.
        for translations in zip(*standings, strict=True):
            if not self._is_in_scene(translations, scene):
                plain_lines = list(map(plain, translations))
                added.append(self.add_translations(plain_lines))
        return added

    def add_news(self, texts: Iterable[Text], scene: TableScene) -> list[int]:
        """Add the texts that do not repeat the headline or the line of a scene, and return their indices."""
        added = []
        for text in texts:
            translations = [words(text) for words in self._words]
            if not self._is_in_scene(translations, scene):
                added.append(self.add_text(text))
        return added

    def _is_in_scene(self, translations: Iterable[str], scene: TableScene) -> bool:
        # Texts that repeat each other in one language mean the same, and are left out in all languages.
        scene_texts = [scene.headline]
        if scene.line is not None:
            scene_texts.append(scene.line)
        for words, translation in zip(self._words, translations, strict=True):
            if is_repeated(first_line(translation), map(words, scene_texts)):
                return True
        return False

    def card_sheet(self) -> bytes:
        """Return a PNG picture with all cards of the replay in rows."""
        high = card_image("", "standard", CARD_WIDTH).height
        rows = max(1, ceil(len(self._sheet) / CARDS_PER_ROW))
        sheet = Image.new("RGBA", (CARDS_PER_ROW * CARD_WIDTH, rows * high))
        for number, (art, card) in enumerate(self._sheet):
            row, column = divmod(number, CARDS_PER_ROW)
            sheet.paste(card_image(card, art, CARD_WIDTH), (column * CARD_WIDTH, row * high))
        return palette_png(sheet, COLOURS, optimize=True)

    def _add_row(self, board: Board, row: Row) -> int:
        arts = [art_name(board.family, board.colours, language) for language in LANGUAGES]
        row_data = {
            "title": self.add_text(row.title),
            "note": None if row.note is None else self.add_text(row.note),
            "groups": [self._add_group(arts, board.family, group) for group in row.groups if group],
            "chips": [[self.add_text(tag.text), tag.mark] for tag in row.tags],
            "seat": row.title.seat if isinstance(row.title, Seat) else None,
            "is": " ".join(name for name in ("turn", "won", "small") if getattr(row, f"is_{name}")),
        }
        return self._number(b"r", self.rows, row_data)

    def _add_group(self, arts: Sequence[str], family: str, group: Iterable[Face]) -> list[list[Any]]:
        return [self._add_face(arts, family, face) for face in group]

    def _add_face(self, arts: Sequence[str], family: str, face: Face) -> list[Any]:
        drawings = [self._number(b"d", self._sheet, (art, face.card)) for art in arts]
        index = len(self.drawings)
        card = self._number(b"c", self.drawings, drawings)
        if card == index:
            names = [words.cards([face.card], family) for words in self._words]
            self.cards.append(self.add_translations(names))
        if face.caption is None:
            caption = None
        else:
            caption = self.add_text(face.caption)
        return [card, face.mark, caption]

    def _number(self, kind: bytes, kept: list[Any], value: Any) -> int:
        key = kind + msgspec.json.encode(value)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(kept)
            kept.append(value)
        return number


def _steps(
    match: Match, game: Game, whole: Outline, page: _PageData, past_names: Sequence[PastNames]
) -> Iterator[dict[str, Any]]:
    # Texts and cards in the data are indices in ``page``.
    moments = {stop.number for stop in whole.turning_points}
    presenter = game.presenter
    family = game.rules.family(match.setup.options).name
    for number, (position, names) in enumerate(zip(replay_match(match), past_names, strict=True), 1):
        now = position.match
        assert now is not None
        view = now.view(None)
        # Texts name the players of that time; pictures have those who sat there then.
        scene = scene_of(presenter, view)
        page.set_names(names.in_texts)
        headline = page.add_text(scene.headline)
        line = scene.line
        board = scene.board
        line_number = None if line is None else page.add_text(line)
        event_texts = not_none(presenter.say(event, view) for event in view.news)
        news = page.add_news(event_texts, scene)
        table = presenter.table(view).board
        if board is not None and table is not None:
            board = _with_all_seats(board, table)
        seats = range(match.setup.seats)
        hands = [_with_hand(board, presenter, now.view(seat), family) for seat in seats]
        page.set_names(names.in_pictures)
        # Hands are there for every seat, and the page's script shows those that the reader chooses.
        yield {
            "head": headline,
            "line": line_number,
            "news": news,
            "rows": [] if board is None else page.add_board(board),
            "hands": list(map(page.add_hand, hands)),
            "moment": number in moments,
        }


def _with_all_seats(board: Board, table: Board) -> Board:
    # The rows of the board, and those of the table for seats that the board lacks. Rows without a seat come
    # first, then the seats in the order of the table.
    rows = []
    rows_by_seat = {}
    for row in board.rows:
        if isinstance(row.title, Seat):
            rows_by_seat[row.title.seat] = row
        else:
            rows.append(row)
    is_complete = True
    for row in table.rows:
        if isinstance(row.title, Seat):
            is_complete &= row.title.seat in rows_by_seat
            rows.append(rows_by_seat.pop(row.title.seat, row))
    if is_complete and not rows_by_seat:
        return board
    rows += rows_by_seat.values()
    return replace(board, rows=tuple(rows))


def _with_hand(board: Board | None, presenter: Presenter[Any], view: View, family: str) -> Board | None:
    hand = presenter.hand(view)
    if hand is None:
        return None
    open_board = with_hands(board, presenter, [view], family)
    return replace(open_board, rows=tuple([row for row in open_board.rows if row.title == hand.title][:1]))


def _assembled(title: str, data: Mapping[str, Any], cards: bytes) -> bytes:
    style = _source("page.css")
    script = _source("page.js")
    # Pictures are part of the file, so that it needs no network.
    style = style.replace("{cards}", "data:image/png;base64," + base64.b64encode(cards).decode())
    # Only this script and this style may run, even if a name in the data looks like code.
    policy = (
        f"default-src 'none'; img-src data:; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    json_text = msgspec.json.encode(data).decode()
    # No character may end the script element that holds the data.
    for sign in "<>&\u2028\u2029":
        json_text = json_text.replace(sign, f"\\u{ord(sign):04x}")
    parts = {
        "policy": policy,
        "title": html.escape(title),
        "style": style,
        "data": json_text,
        "script": script,
    }
    page = _source("page.html")
    # The template has a name in double braces for each part.
    before, *rest = page.split("{{")
    out = [before]
    for part in rest:
        name, _, after = part.partition("}}")
        out += [parts[name], after]
    return "".join(out).encode()


def _source(name: str) -> str:
    return files("bot.replay").joinpath("browser", name).read_text("utf-8").strip()


def _digest(source: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
