"""Print a presenter's texts and questions. A message or argument missing in any language is an error.

Seats are P0, P1, ..., cards, ranks and suits as in notation, so that expected texts in tests are short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from fluent.syntax import ast, parse

from bot import LANGUAGES
from bot.language import LOCALES, catalogue
from games import Game
from games.core.cards import FAMILIES
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import Board, PanelScene, Question, RevealScene, Row, TableScene
from games.core.rules import State
from games.core.words import Cards, Joined, Rank, Seat, Seats, Suit, Text

CODE = re.compile(r"[a-zA-Z0-9._-]*")
"""The form of a plain string argument: a word that chooses a variant, never prose."""

MARKS = {"": "", "hot": "!", "dim": "-", "new": "+"}


def say(text: Text, language: str = LANGUAGES[0]) -> str:
    """Return a text in one language, after checking that it can be printed in all languages."""
    printed = {each: printed_in(text, each) for each in LANGUAGES}
    return printed[language]


def printed_in(text: Text, language: str) -> str:
    """Return a text in this language; fail if a message or an argument is missing."""
    value = catalogue(language).format(
        text.key, {name: _argument(arg, language) for name, arg in text.args.items()}
    )
    assert value.strip() or text.key.endswith("-none"), text.key
    return value


NAME_LIKE = re.compile(r"\byou’s|(?:^|(?<=[.!?] ))you\b", re.MULTILINE)
"""English that treats "you" as a name: "you’s turn", or a sentence that begins with a small letter."""

YOU_AND_VERB = re.compile(r"(?:\b(?P<before>\w+) )?\b[Yy]ou (?P<verb>\w*[^\Ws]s)\b")
AS_OBJECT = {"to", "from", "for", "of", "with", "than"}
NO_VERBS = {"as", "always", "this"}


def misaddressed(printed: str) -> str:
    """Return English words that are wrong to a reader who is "you"; empty if all are right.

    >>> misaddressed("you buys 8♠"), misaddressed("Ken and you takes it"), misaddressed("Ken gives you cards")
    ('you', 'and you takes', '')
    """
    bare = re.sub(r"^[^\w\n]+", "", printed.replace("*", ""), flags=re.MULTILINE)
    wrong = NAME_LIKE.search(bare)
    for match in [] if wrong else YOU_AND_VERB.finditer(bare):
        before = match["before"] or ""
        is_object = before in AS_OBJECT or before.endswith("s")
        if not is_object and match["verb"] not in NO_VERBS:
            wrong = match
            break
    return wrong[0] if wrong else ""


def _argument(arg: Any, language: str) -> Any:
    match arg:
        case Text():
            return printed_in(arg, language)
        case Joined():
            return ", ".join(printed_in(text, language) for text in arg.texts)
        case Seat():
            return f"P{arg.seat}"
        case Seats():
            return ", ".join(f"P{seat}" for seat in arg.seats)
        case Cards():
            assert set(arg.cards) <= {*FAMILIES[arg.family].cards, ""}, arg
            return " ".join(card or "##" for card in arg.cards)
        case Rank() | Suit():
            assert arg.family in FAMILIES
            return arg.rank if isinstance(arg, Rank) else arg.suit
        case str():
            assert CODE.fullmatch(arg), f"{arg!r} is prose"
            return arg
        case int() | float():
            return arg
    raise AssertionError(f"{arg!r} is no argument")


def texts_in(value: Any) -> Iterator[Text]:
    """Yield every text in a nested value, including texts inside texts."""
    if isinstance(value, Text):
        yield value
        yield from texts_in(value.args)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from texts_in(inner)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts_in(getattr(value, name))


@cache
def messages(game: str, language: str = LANGUAGES[0]) -> frozenset[str]:
    """Return the messages of a game's own catalogue."""
    source = (LOCALES / language / f"{game}.ftl").read_text("utf-8")
    return frozenset(entry.id.name for entry in parse(source).body if isinstance(entry, ast.Message))


def table_lines(scene: TableScene) -> list[str]:
    """Return a table's texts: headline, line, picture."""
    lines = [say(text) for text in (scene.headline, scene.line) if text is not None]
    return [*lines, *board_lines(scene.board)]


def public_moves(game: Game, view: Any) -> list[str]:
    """Return the moves that the seat to act may play at the table's message."""
    first_question = game.presenter.ask(view, ())
    choices = first_question.choices if isinstance(first_question, Question) else ()
    moves = [game.presenter.ask(view, (choice.value,)) for choice in choices]
    return [f"[{say(game.presenter.name(move, view))}]" for move in moves if isinstance(move, Move)]


def panel_lines(scene: PanelScene) -> list[str]:
    """Return a panel's texts: lines, picture."""
    return [*map(say, scene.lines), *board_lines(scene.board)]


def board_lines(board: Board | None) -> list[str]:
    """Return a picture's rows as text."""
    return [row_line(row) for row in board.rows] if board else []


def whole_lines(board: Board | None) -> list[str]:
    """Return a picture's rows as text, with the chips and captions of its cards."""
    return [whole_line(row) for row in board.rows] if board else []


def whole_line(row: Row) -> str:
    """Return a row as text, with everything written beside and below it."""
    captions = [face.caption for face in row.cards if face.caption is not None]
    texts = [*[tag.text for tag in row.tags], *captions]
    return " · ".join(
        [row_line(row), *[f"P{text.seat}" if isinstance(text, Seat) else say(text) for text in texts]]
    )


def row_line(row: Row) -> str:
    """Return a row as text: title (``*`` on turn), groups, note. A card is followed by its mark."""
    title = say(row.title) if isinstance(row.title, Text) else f"P{row.title.seat}"
    groups = [" ".join((face.card or "##") + MARKS[face.mark] for face in group) for group in row.groups]
    note = f" ({say(row.note)})" if row.note else ""
    return f"{title}{'*' if row.is_turn else ''}: {' | '.join(groups)}{note}"


# --- questions, reveals ------------------------------------------------------------------------


def question(game: Game, view: Any, *way: str) -> Question:
    """Return the question after the given answers; there must be one."""
    answer = game.presenter.ask(view, way)
    assert isinstance(answer, Question), answer
    return answer


def values(asked_question: Question) -> list[str]:
    """Return the values of a question's choices."""
    return [choice.value for choice in asked_question.choices]


def likely(asked_question: Question) -> list[str]:
    """Return the values of a question's likely choices."""
    return values(asked_question)[: asked_question.likely_count]


def labels(asked_question: Question) -> dict[str, str]:
    """Return the labels of a question's choices, by value."""
    return {choice.value: say(choice.label) for choice in asked_question.choices}


def details(asked_question: Question) -> dict[str, str]:
    """Return the details of a question's choices, by value."""
    return {choice.value: printed_text(choice.detail) for choice in asked_question.choices if choice.detail}


def groups(asked_question: Question) -> dict[str, list[str]]:
    """Return the values of a question's choices, by heading."""
    by_heading: dict[str, list[str]] = {}
    for choice in asked_question.choices:
        by_heading.setdefault(printed_text(choice.group), []).append(choice.value)
    return by_heading


def printed_text(text: Text | None) -> str:
    """Return a text as printed; empty if there is none."""
    return "" if text is None else say(text)


def reveal(game: Game, at: Match | State) -> RevealScene:
    """Return the reveal of a position that has one."""
    scene = game.presenter.reveal(_view(game, at, None))
    assert scene is not None
    return scene


def reveal_line(game: Game, at: Match | State) -> str:
    """Return the extra line of a remarkable reveal; empty if there is none."""
    return printed_text(reveal(game, at).line)


def verdicts(game: Game, at: Match | State) -> list[str]:
    """Return the moment's verdict for each seat; empty for a seat without a verdict."""
    seats = range(_view(game, at, None).seats)
    return [printed_text(game.presenter.consequence(_view(game, at, seat))) for seat in seats]


def _view(game: Game, at: Match | State, viewer: int | None) -> Any:
    return game.rules.view(at.state if isinstance(at, Match) else at, viewer)
