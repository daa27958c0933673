"""From what a person typed to a notation: what is printed can be typed, in either language."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator

from bot.language.catalogue import LANGUAGES
from bot.language.localizer import SYMBOLS, Localizer, card_text, rank_text
from bot.play.completion import Typable, in_words, squashed
from bot.refused import Refused
from bot.showing.people import seat_names
from bot.tables.state import TableState
from games.core.cards import MAHJONG, Family
from games.core.errors import NotationError
from games.core.moves import Move
from games.core.words import Joined, text

SEAT_SIGNS = 0xE000
"""Characters of nobody's language, which stand for seats while numbers are read as ranks."""

SEVERAL_NAMED = 10
"""So many moves a refusal names at most."""

JOKERS = ("joker", "ジョーカー")


async def read_move(state: TableState, seat: int, typed: str, language: str) -> str:
    """Return the notation of the move that somebody meant.

    A legal move's notation is taken as it is; else the legal move of that printed name, whatever the case,
    the width and the spaces; else what becomes a notation with printed cards, ranks, suits and names put
    into it. What is none of these is returned as it was typed, for the table to refuse.

    Args:
        state: the table as it stands.
        seat: who typed.
        typed: what.
        language: that person's language; names in the others are understood, too.

    Raises:
        Refused: several moves are called that.
    """
    move = _parsed(state, typed)
    if move is not None and state.match is not None and move in state.match.legal(seat):
        return str(move)
    for spoken in (language, *(other for other in LANGUAGES if other != language)):
        wanted = squashed(typed)
        found = [move for move in await in_words(state, seat, spoken) if squashed(move.name) == wanted]
        if len(found) > 1:
            raise Refused("move-several", moves=_names(found))
        if found:
            return found[0].notation
    return next((str(one) for said in _in_notation(state, typed) if (one := _parsed(state, said))), typed)


def _names(moves: list[Typable]) -> Joined:
    return Joined(tuple(text("move-named", name=move.name) for move in moves[:SEVERAL_NAMED]))


def _parsed(state: TableState, typed: str) -> Move | None:
    try:
        return state.game.rules.parse(typed)
    except NotationError:
        return None


def _in_notation(state: TableState, typed: str) -> Iterator[str]:
    """Put the codes of cards, ranks, suits and seats in the place of how they are printed.

    A bare number may be a rank (10, or 1 for the ace), or a seat or a count, which stay as they are.
    """
    folded = _folded(typed)
    for seat, name in enumerate(seat_names(state, LANGUAGES[0])):
        folded = re.sub(rf"(?<!\S){re.escape(_folded(name))}(?!\S)", chr(SEAT_SIGNS + seat), folded)
    codes = _codes(state.game.rules.family(state.row.options))
    signs = {SEAT_SIGNS + seat: str(seat) for seat in range(len(state.seats))}
    words = folded.split()
    for keeps_numbers in (False, True):
        said = [
            word if keeps_numbers and word.isdecimal() else codes.get(squashed(word), word) for word in words
        ]
        yield " ".join(said).translate(signs)


def _folded(said: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", said).casefold().split())


def _codes(family: Family) -> dict[str, str]:
    """List how the cards, ranks and suits of a family are printed, and what they are in notation."""
    codes: dict[str, set[str]] = defaultdict(set)
    for said, code in _printed(family):
        codes[squashed(said)].add(code)
    return {said: next(iter(code)) for said, code in codes.items() if said and len(code) == 1}


def _printed(family: Family) -> Iterator[tuple[str, str]]:
    for card in family.cards:
        rank, suit = family.rank[card], family.suit[card]
        spelled = rank_text(rank, family.name)
        yield card_text(card, family.name), card.lower()
        yield f"{spelled}{suit}", card.lower()
        if spelled != rank:
            yield spelled, rank.lower()
    for suit in family.suits:
        yield SYMBOLS[family.symbols].get(suit, suit), suit
        for language in LANGUAGES:
            for said in Localizer(language)(f"suit-{family.symbols}-{suit}").split():
                yield said, suit
    yield from [(said, "jk") for said in JOKERS]
    if family is MAHJONG:
        yield from [(wind, f"{rank}z") for rank, wind in enumerate("ESWN", 1)]
