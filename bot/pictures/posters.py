"""Posters: a highlight of a game as a comic, an evening, and the legend of all signs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from bot.pictures import colours
from bot.pictures.board import draw_layout
from bot.pictures.cloths import COLOUR_SCHEMES, EMBLEM
from bot.pictures.drawing import CardRow, StampText
from bot.pictures.labels import printable, text_width
from bot.pictures.pen import Box, CardFace, Emblem, Portrait, Symbol, card_height, card_margin
from bot.pictures.pieces import (
    FRAME,
    LETTERS,
    NAME,
    NOTHING,
    WIDTH,
    Op,
    Piece,
    beside,
    cards_piece,
    crown_piece,
    disc_piece,
    fan_piece,
    flowing,
    framed_piece,
    has_only_backs,
    line_piece,
    lines_piece,
    number_piece,
    piece_of,
    piece_on_box,
    speech_piece,
    stacked,
    width_beside_disc,
)
from bot.pictures.seats import stamp_piece
from bot.pictures.table import PictureLayout
from games.core.presentation import Cloth, Mark

# --- comic --------------------------------------------------------------------------------------------------
# A highlight of a game as a comic: a headline, and scenes with speech bubbles and cards.

_HEADLINE = 96
_SAID = 58
_LINE = 54
_STAMP = 76
_LARGE_STAMP = 132
"""Sizes of letters in pixels."""

_DISC = 84
"""Width in pixels of the disc beside the cards of a player."""

_CARD = 112
_LAST_CARD = 152
"""Widths of cards in pixels. The cards of the last scene are larger if they are few."""

_MANY = 12


class ComicScene(msgspec.Struct, frozen=True):
    """One scene of a comic, with texts in the reader's language."""

    title: str
    portrait: Portrait | None = None  # of the player, if the scene has one
    name: str = ""  # of the player, if the scene has one
    speech: str = ""  # the text of the bubble
    is_thought: bool = False  # the bubble is a thought bubble
    rows: tuple[CardRow, ...] = ()
    line: str = ""  # explains the cards


class Comic(msgspec.Struct, frozen=True):
    """The contents of a comic about a player's highlight, in the reader's language."""

    head: str  # the game, the date and the server
    sign: str  # the last line: the bot's name
    headline: str  # the act in one sentence
    scenes: tuple[ComicScene, ...]  # the last scene has the decisive cards
    art: str = "standard"  # the name of the set of card drawings
    cloth: Cloth = "felt"  # decides the table's colours
    stamp: StampText | None = None  # the verdict at the end


def draw_comic(comic: Comic) -> bytes:
    """Draw a comic as a palette PNG.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    return draw_layout(comic_layout(comic), comic.art, comic.cloth)


def comic_layout(comic: Comic) -> PictureLayout:
    """Return the layout of a comic, with its scenes from top to bottom."""
    limit = WIDTH - 2 * FRAME
    # The game, the headline, the scenes, the bot's name.
    parts: list[Piece | list[Piece]] = [
        lines_piece(printable(comic.head), LETTERS, limit, colours.NOTE, side=0.5, parts=" · "),
        lines_piece(printable(comic.headline), _HEADLINE, limit, colours.GOLD, side=0.5),
        [_scene_piece(comic, scene, limit, is_last=scene is comic.scenes[-1]) for scene in comic.scenes],
        line_piece(comic.sign, LETTERS, limit, colours.NOTE),
    ]
    body = stacked(parts, 26, 0.5, limit)
    whole = framed_piece(body, COLOUR_SCHEMES[comic.cloth])
    return PictureLayout(whole.width, whole.height, whole.ops)


def _scene_piece(comic: Comic, scene: ComicScene, limit: int, *, is_last: bool) -> Piece:
    scheme = COLOUR_SCHEMES[comic.cloth]
    # The decisive scene is in a box of its own, so it has less room.
    inside = limit - 56 if is_last else limit
    # Left the player's disc, right of it the title and the bubble.
    title = lines_piece(
        printable(scene.title), NAME, width_beside_disc(inside, scene.portrait), colours.TITLE
    )
    head = speech_piece(
        scene.portrait,
        title,
        printable(scene.speech),
        inside,
        is_thought=scene.is_thought,
    )
    # Below the cards of the scene, larger at the end.
    count = sum([len(row.cards) for row in scene.rows])
    card = _LAST_CARD if is_last and count <= _MANY else _CARD
    parts = [
        _row_piece(comic, row, inside, card, printable(scene.name), is_last=is_last) for row in scene.rows
    ]
    if is_last and comic.stamp is not None:
        parts.append(stamp_piece(printable(comic.stamp.text), comic.stamp.tone, _LARGE_STAMP, inside))
    line = lines_piece(printable(scene.line), _LINE, inside, colours.WON, side=0.5)
    below = stacked([parts, line], 14, 0.5, inside)
    piece = stacked([head, below], 16, 0.0, inside)
    if not is_last:
        return piece
    # The box of the last scene, with the emblem of the table behind it.
    high = piece.height + 48
    ops = [Op(Box(limit, high, 44, scheme.deep), 0, 0, limit, high)]
    emblem = min(EMBLEM, high - 40) // 40 * 40
    if comic.cloth != "felt" and emblem > 120:
        ops.append(Op(Emblem(emblem), (limit - emblem) // 2, (high - emblem) // 2, emblem, emblem))
    ops += piece.at(28, 24)
    return Piece(limit, high, tuple(ops))


def _row_piece(comic: Comic, row: CardRow, limit: int, card_width: int, name: str, *, is_last: bool) -> Piece:
    # A row has a name, cards or a fan of backs, and chips. The disc of a player who was named is enough, and
    # the scene of a player has it beside its title.
    is_known = row.seat is not None and row.title in [scene.name for scene in comic.scenes]
    if row.portrait is None or row.title == name:
        disc = NOTHING
    else:
        disc = disc_piece(row.portrait, _DISC)
    title = " · ".join(filter(None, ["" if is_known else row.title, row.note]))
    heading = lines_piece(title, LETTERS, limit, colours.NOTE, side=0.5, parts=" · ")
    cards = NOTHING
    if row.cards:
        room = limit - (disc.width + 20 if disc.width else 0)
        cards = cards_piece(row, comic.art, card_width, room, 0.5)
        if has_only_backs(row):
            cards = fan_piece(len(row.cards), card_width, room)
        cards = beside([disc, cards], 20)
    # At the end the player's hand is stamped across. Without another verdict, only the winner's is.
    if is_last:
        if row.is_won and comic.stamp is None:
            size = _LARGE_STAMP
        else:
            size = _STAMP
        tags = [stamp_piece(tag_text.text, "plain", size, limit) for tag_text in row.tags]
    else:
        tags = [lines_piece(tag_text.text, _SAID, limit, colours.GOLD, side=0.5) for tag_text in row.tags]
    return stacked([heading, cards, flowing(tags, limit, 28, 0.5)], 10, 0.5)


# --- evening ------------------------------------------------------------------------------------------------
# A poster about an evening (series of games): the players, their wins, and the best moments.

_EVENING_MARGIN = 48
_EVENING_CORNER = 60
_EVENING_TITLE = 84
_COUNT = 72
_SENTENCE = 54
"""Sizes of letters in pixels."""

_WIDE_DISC = 104
_CROWN = 84


class EveningScore(msgspec.Struct, frozen=True):
    """A player's number of games won in an evening (series of games)."""

    name: str
    won: int  # the number of games
    portrait: Portrait
    note: str = ""  # the names of these games


class BestHighlight(msgspec.Struct, frozen=True):
    """A memorable moment of an evening (series of games)."""

    label: str  # such as *highest lie*
    sentence: str


class EveningPoster(msgspec.Struct, frozen=True):
    """The contents of the poster about an evening (series of games), in the reader's language."""

    title: str
    when: str  # the date, and the number of games
    people: tuple[EveningScore, ...]
    bests: tuple[BestHighlight, ...] = ()


def draw_evening_poster(poster: EveningPoster) -> bytes:
    """Draw the poster as a palette PNG. Equal posters give equal bytes."""
    return draw_layout(evening_layout(poster))


def evening_layout(poster: EveningPoster) -> PictureLayout:
    """Return the layout of an evening's poster."""
    scheme = COLOUR_SCHEMES["felt"]
    room = WIDTH - 2 * _EVENING_MARGIN
    most_won = max((score.won for score in poster.people), default=0)
    parts: list[Piece | list[Piece]] = [
        stacked([
            lines_piece(printable(poster.title), _EVENING_TITLE, room, colours.GOLD, side=0.5),
            lines_piece(printable(poster.when), LETTERS, room, colours.NOTE, side=0.5),
        ], 4, 0.5, room),
        [
            # Without a win in the series there is no crown.
            _person_piece(score, room, is_first=most_won > 0 and score.won == most_won)
            for score in poster.people
        ],
        [_reveal_piece(reveal, room) for reveal in poster.bests],
    ]  # fmt: skip
    body = stacked(parts, 24, 0.0, room)
    high = body.height + 2 * _EVENING_MARGIN
    cloth = Box(WIDTH, high, _EVENING_CORNER, scheme.felt)
    whole = piece_on_box(cloth, body, _EVENING_MARGIN, _EVENING_MARGIN)
    return PictureLayout(WIDTH, high, whole.ops)


def _person_piece(score: EveningScore, width_of_box: int, *, is_first: bool) -> Piece:
    scheme = COLOUR_SCHEMES["felt"]
    inside = width_of_box - 56
    ink = colours.WON if is_first else colours.TITLE
    name = printable(score.name)
    count = str(score.won)
    crown = crown_piece(_CROWN) if is_first else NOTHING
    disc = disc_piece(score.portrait, _WIDE_DISC, "won" if is_first else "")
    width_left = inside - text_width(count, _COUNT) - 24 - _WIDE_DISC - 24
    size = NAME if text_width(name, NAME) <= width_left else LETTERS
    texts = stacked([
        line_piece(name, size, width_left, ink),
        lines_piece(printable(score.note), LETTERS, width_left, colours.NOTE),
    ])  # fmt: skip
    person = beside([stacked([crown, disc], -8, 0.5), texts], 24)
    number = line_piece(count, _COUNT, inside, ink)
    high = max(person.height, number.height) + 32
    ops = [Op(Box(width_of_box, high, 36, scheme.deep), 0, 0, width_of_box, high)]
    ops += person.at(28, (high - person.height) // 2)
    ops += number.at(width_of_box - 28 - number.width, (high - number.height) // 2)
    return Piece(width_of_box, high, tuple(ops))


def _reveal_piece(reveal: BestHighlight, room: int) -> Piece:
    limit = room - 40
    texts = stacked([
        lines_piece(printable(reveal.label), LETTERS, limit, colours.NOTE),
        lines_piece(printable(reveal.sentence), _SENTENCE, limit, colours.TITLE),
    ])  # fmt: skip
    bar = piece_on_box(Box(10, texts.height, 0, colours.GOLD), texts, 40, 0)
    return Piece(room, texts.height, bar.ops)


def description_of(poster: EveningPoster, people_lines: Sequence[str]) -> str:
    """Return the poster as text, for people who cannot see it.

    Args:
        poster: the contents of the poster.
        people_lines: a line about each player.
    """
    lines = [f"{poster.title} · {poster.when}"]
    lines += people_lines
    for reveal in poster.bests:
        lines.append(" · ".join(filter(None, [reveal.label, reveal.sentence])))
    return "\n".join(lines)


# --- legend -------------------------------------------------------------------------------------------------
# The legend, which explains the symbols of the pictures.

_MARGIN = 32
_GAP = 18
_COLUMN = 150
"""In pixels: the margin around the signs, the gap between two signs, the width of their column."""

_SIGN_CARD = 72
_SIGN_DISC = 76
_SIGN_PORTRAIT = Portrait("A", 1)
_SIGN_CROWN = 60
_ARROW = 52
_BACKS = 4


def _card_sign(mark: Mark) -> Piece:
    margin = card_margin(_SIGN_CARD)
    size = _SIGN_CARD + 2 * margin, card_height(_SIGN_CARD) + 2 * margin
    return piece_of(CardFace("Qh", mark, _SIGN_CARD), size)


def _won_sign() -> Piece:
    crown = crown_piece(_SIGN_CROWN)
    return stacked([crown, disc_piece(_SIGN_PORTRAIT, _SIGN_DISC, "won")], -10, 0.5)


def _turn_sign() -> Piece:
    arrow = piece_of(Symbol("up", _ARROW), (_ARROW, _ARROW))
    return beside([disc_piece(_SIGN_PORTRAIT, _SIGN_DISC, "turn"), arrow], 10)


def _out_sign() -> Piece:
    return disc_piece(_SIGN_PORTRAIT, _SIGN_DISC, "out")


def _leader_sign() -> Piece:
    at = _SIGN_DISC - 36
    button = Op(Symbol("leader", 46), at, at, 46, 46)
    return Piece(_SIGN_DISC + 10, _SIGN_DISC + 10, (*disc_piece(_SIGN_PORTRAIT, _SIGN_DISC).ops, button))


def _place_sign() -> Piece:
    return number_piece("1", colours.INK, colours.MEDALS[0], 60)


SIGNS: dict[str, Callable[[], Piece]] = {
    "hot": lambda: _card_sign("hot"),
    "new": lambda: _card_sign("new"),
    "dim": lambda: _card_sign("dim"),
    "turn": _turn_sign,
    "won": _won_sign,
    "out": _out_sign,
    "leader": _leader_sign,
    "hidden": lambda: fan_piece(_BACKS, _SIGN_CARD),
    "place": _place_sign,
}
"""The signs by name, in the order of the legend. A sign has one meaning: the text ``signs-<name>``."""


def draw_legend(meanings: Sequence[str]) -> bytes:
    """Draw the legend as a palette PNG.

    Args:
        meanings: the explanation of each symbol, in the order of ``SIGNS``.
    """
    return draw_layout(legend_layout(meanings))


def legend_layout(meanings: Sequence[str]) -> PictureLayout:
    """Return the layout of the legend.

    Args:
        meanings: the explanation of each symbol, in the order of ``SIGNS``.
    """
    background = COLOUR_SCHEMES["felt"].felt
    room = WIDTH - 2 * _MARGIN - _COLUMN - 28
    ops = list[Op]()
    y = _MARGIN
    for make, text in zip(SIGNS.values(), meanings, strict=True):
        sign = make()
        words = lines_piece(printable(text), LETTERS, room, colours.TITLE)
        high = max(sign.height, words.height)
        ops += sign.at(_MARGIN + (_COLUMN - sign.width) // 2, y + (high - sign.height) // 2)
        ops += words.at(WIDTH - _MARGIN - room, y + (high - words.height) // 2)
        y += high + _GAP
    height = y - _GAP + _MARGIN
    box = Op(Box(WIDTH, height, 40, background), 0, 0, WIDTH, height)
    return PictureLayout(WIDTH, height, (box, *ops))
