"""Typed moves: what is printed can be typed, in either language, and is completed as one types."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.caches import cached
from bot.clock import breathe
from bot.language.catalogue import LANGUAGES
from bot.language.localizer import SYMBOLS, Localizer, card_text, plain, rank_text
from bot.pages.people import people_localizer, seat_names
from bot.refused import Refused
from bot.tables.state import TableState
from games.core.cards import FAMILIES, MAHJONG, Family
from games.core.errors import NotationError
from games.core.moves import Move
from games.core.words import Joined, text

CHOICES = 25
"""Discord shows no more."""

MOVES_AT_ONCE = 40
"""Number of moves put into words between two yields to the event loop."""

SEAT_SIGNS = 0xE000
"""Characters of nobody's language, which stand for seats while numbers are read as ranks."""

SEVERAL_NAMED = 10
"""Limit of moves that a refusal names."""

EXAMPLES = 4
"""Number of moves that show what would be understood."""

JOKERS = ("joker", "ジョーカー")

RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}

COMMON = ("dango", "bamboo", "cord")
"""Words of several suits."""


class Typable(NamedTuple):
    """A legal move: its notation, and its name in somebody's language."""

    notation: str
    name: str


async def matching(state: TableState, seat: int, typed: str, language: str) -> list[Typable]:
    """List a seat's legal moves that begin like what was typed, then those that contain it somewhere."""
    wanted, meant = " ".join(typed.lower().split()), squashed(typed)
    moves = await in_words(state, seat, language)
    first = [move for move in moves if _begins(move, wanted, meant)]
    if len(first) >= CHOICES:
        return first[:CHOICES]
    then = [
        move
        for move in moves
        if not _begins(move, wanted, meant)
        and (wanted in move.notation.lower() or (meant and meant in squashed(move.name)))
    ]
    return (first + then)[:CHOICES]


def _begins(move: Typable, wanted: str, meant: str) -> bool:
    return move.notation.lower().startswith(wanted) or (bool(meant) and squashed(move.name).startswith(meant))


@cached(20_000)
def squashed(said: str) -> str:
    """Leave of a text what makes a difference when typed: letters, digits and signs of one case and width."""
    folded = unicodedata.normalize("NFKC", said).casefold()
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LNS")


async def in_words(state: TableState, seat: int, language: str) -> list[Typable]:
    """Put all legal moves of a seat into words, once for each position."""
    key = (Typable, seat, language)
    known: list[Typable] | None = state.memo.get(key)
    if known is None:
        known = []
        assert state.match is not None
        view, legal = state.match.view(seat), state.match.legal(seat)
        words = people_localizer(state, language)
        for number, move in enumerate(legal, 1):
            name = state.teller.name(move, view)
            printed = state.teller.attempt("name in words", lambda: plain(words(name)), str(move))  # noqa: B023
            known.append(Typable(str(move), printed))
            if number % MOVES_AT_ONCE == 0:
                await breathe()
        state.memo[key] = known
    return known


async def read_move(state: TableState, seat: int, typed: str, language: str) -> str:
    """Return the notation of the move that somebody meant.

    A legal move's notation is taken as it is; else the legal move of that printed name, whatever the case,
    the width and the spaces; else what becomes a notation with printed cards, ranks, suits and names put
    into it; else the one move that these words leave a verb or a suit out of. What is none of these is
    refused with some that would be understood, or returned for the table to refuse where nothing is legal.

    Raises:
        Refused: several moves are called that, or none.
    """
    move = _parsed(state, typed)
    if move is not None and state.match is not None and move in state.match.legal(seat):
        return str(move)
    moves: list[Typable] = []
    for spoken in (language, *(other for other in LANGUAGES if other != language)):
        wanted = {squashed(typed), squashed(_lettered(typed))}
        moves = await in_words(state, seat, spoken)
        found = [move for move in moves if squashed(move.name) in wanted]
        if len(found) > 1:
            raise Refused("move-several", moves=_names(found))
        if found:
            return found[0].notation
    meant = list(_in_notation(state, typed))
    if known := next((str(one) for said in meant if (one := _parsed(state, said))), ""):
        return known
    moves = await in_words(state, seat, language)
    found = _left_out(moves, meant)
    if len(found) == 1:
        return found[0].notation
    if found:
        raise Refused("move-several", moves=_names(found))
    verbs = {move.notation.partition(" ")[0] for move in moves}
    tried = [f"{verb} {said}" for verb in sorted(verbs) for said in meant]
    known = next((str(one) for said in tried if (one := _parsed(state, said))), "")
    if known or not moves:
        return known or typed
    raise Refused("move-would-be", moves=_examples(moves))


def _lettered(typed: str) -> str:
    """Put the letter in the place of a rank that is spelled out, one or several."""
    for letter, name in RANK_NAMES.items():
        typed = re.sub(rf"(?i)\b{name}(s?)\b", rf"{letter}\1", typed)
    return typed


def _left_out(moves: Sequence[Typable], meant: Sequence[str]) -> list[Typable]:
    """Find the moves that were meant by who left out what to do, or the suit of a card."""
    for is_same in (str.__eq__, _is_rank_of):
        for said in meant:
            words = said.split()
            found = [move for move in moves if _fits(words, move.notation.lower().split(), is_same)]
            if found:
                return found
    return []


def _fits(said: list[str], words: list[str], is_same: Callable[[str, str], bool]) -> bool:
    """Tell whether words are those of a move, with or without its first one."""
    return any(len(said) == len(meant) and all(map(is_same, said, meant)) for meant in (words, words[1:]))


def _is_rank_of(said: str, word: str) -> bool:
    """Tell whether a word is the other, or the rank of a card that is."""
    return said == word or (len(word) == len(said) + 1 and word.startswith(said) and word[-1].isalpha())


def _examples(moves: Sequence[Typable]) -> Joined:
    """Show what would be understood: some of the moves, from first to last, as they can be typed."""
    count = min(EXAMPLES, len(moves))
    shown = [moves[number * (len(moves) - 1) // max(1, count - 1)] for number in range(count)]
    return Joined(tuple(text("move-example", typed=move.notation, name=move.name) for move in shown))


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
    family = state.game.rules.family(state.row.options)
    pattern, phrases = _phrases(family.name)
    folded = pattern.sub(lambda found: phrases[found[0]], folded)
    codes = _codes(family)
    signs = {SEAT_SIGNS + seat: str(seat) for seat in range(len(state.seats))}
    words = folded.split()
    for keeps_numbers in (False, True):
        said = [
            word if keeps_numbers and word.isdecimal() else codes.get(squashed(word), word) for word in words
        ]
        yield " ".join(said).translate(signs)


@cached(64, of_people=False)
def _phrases(family: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """List what cards are called in several words, longest first, and what they are in notation."""
    deck = FAMILIES[family]
    found: dict[str, str] = {}
    for card in deck.cards:
        rank, suit = deck.rank[card], deck.suit[card]
        names = [_folded(card_text(card, family, language)) for language in LANGUAGES]
        suits = _suit_names(deck, suit) if suit else []
        for name in {*names, *(name.rpartition(" ")[0] for name in names)}:
            found.setdefault(name, card.lower())
        for spelled in {rank.lower(), rank_text(rank, family).lower(), RANK_NAMES.get(rank, "")} - {""}:
            for name in suits:
                for said in ("{0} {1}", "{1} {0}", "{1} of {0}", "{0}{1}", "{1}{0}"):
                    found.setdefault(said.format(name, spelled), card.lower())
    listed = sorted((said for said in found if len(said) > 2), key=len, reverse=True)
    return re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, listed))})(?!\S)"), found


def _suit_names(deck: Family, suit: str) -> list[str]:
    """List what a suit is called, in one word each, in any language."""
    told = [_folded(Localizer(language)(f"suit-{deck.symbols}-{suit}")) for language in LANGUAGES]
    words = [word.strip("()") for said in told for word in said.split()]
    return [word for word in words if word not in COMMON]


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
        for language in LANGUAGES:
            yield card_text(card, family.name, language), card.lower()
        yield f"{spelled}{suit}", card.lower()
        if spelled != rank:
            yield spelled, rank.lower()
        if family.symbols == "standard" and rank in RANK_NAMES:
            yield from [(RANK_NAMES[rank], rank.lower()), (f"{RANK_NAMES[rank]}s", rank.lower())]
    for suit in family.suits:
        if family.symbols == "standard":
            yield SYMBOLS[suit], suit
        for language in LANGUAGES:
            for said in Localizer(language)(f"suit-{family.symbols}-{suit}").split():
                yield said, suit
    yield from [(said, "jk") for said in JOKERS]
    if family is MAHJONG:
        yield from [(wind, f"{rank}z") for rank, wind in enumerate("ESWN", 1)]
