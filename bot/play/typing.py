"""Reads moves that people type, and suggests moves while they type."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from bot import LANGUAGES
from bot.caches import cached
from bot.clock import breathe
from bot.language.localizer import JOINER, SYMBOLS, Localizer, card_text, plain, rank_text
from bot.pages.people import people_localizer
from bot.refused import Refused
from bot.tables.state import TableState
from games.core.cards import FAMILIES, MAHJONG, Family
from games.core.errors import NotationError
from games.core.moves import Move
from games.core.words import Joined, text

CHOICES = 25
"""Discord's limit of suggestions."""

MOVES_AT_ONCE = 40
"""Number of moves for which names are made before other tasks may run."""

SEVERAL_NAMED = 10
"""Limit of moves that a refusal names."""

EXAMPLES = 3
"""Number of legal moves that a refusal names as examples."""


class NamedMove(NamedTuple):
    """A legal move in notation, and its name in one language."""

    notation: str
    name: str


async def suggest_moves(state: TableState, seat: int, typed: str, language: str) -> list[NamedMove]:
    """Return up to ``CHOICES`` legal moves whose name or notation contains a typed text.

    A reveal hides who is to act after it. Until it is over there are none, except for a player who has
    tapped *Next*.
    """
    if not state.knows_outcome(seat):
        return []
    text, compact_text = " ".join(typed.lower().split()), normalized(typed)
    moves = await name_moves(state, seat, language)
    # Moves that begin with the text, then those that contain it.
    first = [move for move in moves if _starts_with(move, text, compact_text)]
    if len(first) >= CHOICES:
        return first[:CHOICES]
    then = [
        move
        for move in moves
        if not _starts_with(move, text, compact_text)
        and (text in move.notation.lower() or (compact_text and compact_text in normalized(move.name)))
    ]
    return (first + then)[:CHOICES]


def _starts_with(move: NamedMove, text: str, compact_text: str) -> bool:
    return move.notation.lower().startswith(text) or (
        bool(compact_text) and normalized(move.name).startswith(compact_text)
    )


@cached(20_000)
def normalized(text: str) -> str:
    """Return a text in lower case without spaces and punctuation, for comparison with other texts."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LNS")


async def name_moves(state: TableState, seat: int, language: str) -> list[NamedMove]:
    """Return all legal moves of a seat with their names in a language."""
    key = (NamedMove, seat, language)
    moves: list[NamedMove] | None = state.memo.get(key)
    if moves is None:
        moves = []
        assert state.match is not None
        view, legal = state.match.view(seat), state.match.legal(seat)
        words, presenter = people_localizer(state, language), state.game.presenter
        for number, move in enumerate(legal, 1):
            name = partial(presenter.name, move, view)
            name_text = state.attempt("name", lambda: plain(words(name())), str(move))  # noqa: B023
            moves.append(NamedMove(str(move), name_text))
            if number % MOVES_AT_ONCE == 0:
                await breathe()
        state.memo[key] = moves
    return moves


async def read_move(state: TableState, seat: int, typed: str, language: str) -> str:
    """Return the notation of a move that was typed in notation or by its printed name.

    If it is not the seat's turn, the text is returned unchanged.

    Raises:
        Refused: the text is not exactly one legal move.
    """
    assert state.match is not None
    legal = state.match.legal(seat)
    # Not this seat's turn; the table explains it better.
    if not legal:
        return typed
    # First exact notation, which is never ambiguous.
    notation = _parse(state, typed)
    if notation is not None and notation in legal:
        return str(notation)
    # Then the name of a move as buttons print it, in the person's language first.
    for spoken in (language, *(other for other in LANGUAGES if other != language)):
        moves = await name_moves(state, seat, spoken)
        matches = [move for move in moves if normalized(move.name) == normalized(typed)]
        if len(matches) > 1:
            raise Refused("move-several", moves=_listed_names(matches))
        if matches:
            return matches[0].notation
    # Then notation with cards as they are printed.
    readings = [
        move for reading in _notation_readings(state, typed) if (move := _parse(state, reading)) is not None
    ]
    for move in readings:
        if move in legal:
            return str(move)
    # The refusal says whether the text is a move at all.
    is_move = notation is not None or readings
    moves = await name_moves(state, seat, language)
    raise Refused("move-not-legal" if is_move else "move-would-be", moves=_examples(moves))


def _examples(moves: Sequence[NamedMove]) -> Joined:
    count = min(EXAMPLES, len(moves))
    examples = [moves[number * (len(moves) - 1) // max(1, count - 1)] for number in range(count)]
    return Joined(tuple(text("move-example", typed=move.notation, name=move.name) for move in examples))


def _listed_names(moves: list[NamedMove]) -> Joined:
    return Joined(tuple(text("move-named", name=move.name) for move in moves[:SEVERAL_NAMED]))


def _parse(state: TableState, typed: str) -> Move | None:
    try:
        return state.game.rules.parse(typed)
    except NotationError:
        return None


def _notation_readings(state: TableState, typed_text: str) -> Iterator[str]:
    words = unicodedata.normalize("NFKC", typed_text).casefold().split()
    codes = _notation_by_name(state.game.rules.family(state.options).name)
    # Plain numbers may be ranks, and they may be counts or seats.
    for keeps_numbers in (False, True):
        yield " ".join(
            word if keeps_numbers and word.isdecimal() else codes.get(normalized(word), word)
            for word in words
        )


@cached(16, of_people=False)
def _notation_by_name(family: str) -> Mapping[str, str]:
    # Names of several cards, ranks or suits are left out.
    codes: dict[str, set[str]] = defaultdict(set)
    for name, code in _printed_names(FAMILIES[family]):
        codes[normalized(name)].add(code)
    return {name: next(iter(code)) for name, code in codes.items() if name and len(code) == 1}


def _printed_names(family: Family) -> Iterator[tuple[str, str]]:
    for card in family.cards:
        rank, suit = family.rank[card], family.suit[card]
        spelled = rank_text(rank, family.name)
        for language in LANGUAGES:
            name = card_text(card, family.name, language)
            # 赤4 is also understood as 4赤
            yield from [(name, card.lower()), ("".join(reversed(name.split(JOINER))), card.lower())]
        yield f"{spelled}{suit}", card.lower()
        if spelled != rank:
            yield spelled, rank.lower()
    for suit in family.suits:
        if family.symbols == "standard":
            yield SYMBOLS[suit], suit
        for language in LANGUAGES:
            for word in Localizer(language)(f"suit-{family.symbols}-{suit}").split():
                yield word, suit
    if family is MAHJONG:
        yield from [(wind, f"{rank}z") for rank, wind in enumerate("ESWN", 1)]
