"""Pages of help: how to begin, and how each game is played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from bot.caches import cached
from bot.interactions import colours
from bot.language.catalogue import rules_text
from bot.language.localizer import Localizer, flat
from bot.pages.boards import NOW, board_gallery, play_now_button
from bot.pages.names_in_pictures import PlayerName
from bot.pages.phone import SCREEN, TABLE, MeasuredItems, fits, picture_height_beside, rows_of, text_height
from bot.pictures import MAX_BOARD_HEIGHT, LazyPicture
from bot.pictures.legend import SIGNS, draw_legend
from bot.thinking.thinkers import advise
from bot.wire.components import ActionRow, Item, button, button_rows, gallery, menu, option, text_display
from bot.wire.messages import Page, framed
from games import GAMES, find_game
from games.core.game import DEFAULT_LEVEL, Game
from games.core.match import Match
from games.core.presentation import Board
from games.core.shuffle import ShuffleKey
from games.core.temperaments import EVEN
from games.core.words import Seat, Text

LEARN, EXPLAIN = "learn", "explain"
"""Verbs, in custom ids, of the buttons that teach a game or show its rules."""

LEGEND = "signs"
"""Value of the last entry in the menu of chapters, which shows the legend of signs in pictures."""


def help_page(words: Localizer, *, may_play: bool = True) -> Page:
    """Return the page that explains how to begin, and lists all games.

    Args:
        may_play: show a button that opens a lobby.
    """
    games = [f"**{words(f'{game.id}-name')}** · {words(f'{game.id}-pitch')}" for game in GAMES]
    ways = [NOW, LEARN, EXPLAIN] if may_play else [LEARN, EXPLAIN]
    return framed(
        text_display(words("help-text"), limit=2400),
        text_display(*games),
        *_way_buttons(ways, words),
        *button_rows(
            [
                button("signs", "help", words("button-signs")),
                button("endings", "help", words("button-endings")),
            ]
        ),
        accent=colours.LOBBY,
    )


def endings_page(words: Localizer) -> Page:
    """Return the page that explains in which ways games can end."""
    return framed(text_display(rules_text("endings", words.language), limit=3900), accent=colours.QUIET)


def signs_page(words: Localizer) -> Page:
    """Return the page that explains the signs in pictures, such as a gold frame around a card."""
    lines = [words(f"signs-{name}") for name in SIGNS]
    picture = LazyPicture("signs", "\n".join(lines).encode(), partial(draw_legend, lines))
    legend = gallery(picture.filename, "\n".join(lines))
    return framed(text_display(words("signs-title")), legend, accent=colours.QUIET, files=[picture])


def welcome_page(words: Localizer) -> Page:
    """Return the welcome message for a channel without games so far."""
    games = [f"{game.emoji} **{words(f'{game.id}-name')}** · {words(f'{game.id}-pitch')}" for game in GAMES]
    return framed(
        text_display(words("welcome-text")),
        text_display(*games),
        *_way_buttons([NOW, LEARN], words),
        accent=colours.LOBBY,
    )


def _way_buttons(ways: Sequence[str], words: Localizer) -> list[ActionRow]:
    rows = [button("which", "all", words(f"button-{way}"), way) for way in ways if way != NOW]
    return [*(button_rows([play_now_button(words)]) if NOW in ways else []), *button_rows(rows)]


def choose_game_page(way: str, words: Localizer) -> Page:
    """Return the page on which a person chooses a game.

    Args:
        way: ``NOW`` to play the game, ``LEARN`` for its lesson, ``EXPLAIN`` for its rules.
    """
    games = [button(way, game.id, words(f"{game.id}-name"), emoji=game.emoji) for game in GAMES]
    return framed(text_display(words(f"which-{way}")), *button_rows(games, 2), accent=colours.LOBBY)


async def rules_page(game_id: str, words: Localizer, chapter: int | None = None) -> Page:
    """Return a page of a game's rules.

    Args:
        chapter: number of the chapter, counted from 0; ``None`` for the introduction.

    Raises:
        IndexError: there is no chapter with this number.
    """
    begin, chapters = _divided_rules(game_id, words.language)
    title, _, lines = begin.partition("\n")
    # The menu of chapters and the buttons are below every page of the rules.
    options = [
        option(str(number), f"{number + 1}. {name}", chosen=number == chapter)
        for number, (name, _) in enumerate(chapters)
    ]
    options.append(option(LEGEND, words("rules-signs")))
    below: list[Item] = [menu("chapter", game_id, words("rules-chapters"), options)]
    ways = [button("notify", game_id, words("button-notify"))]
    if find_game(game_id).lesson is not None:
        ways.insert(0, button("learn", game_id, words("button-learn-this"), style="primary"))
    below += rows_of(ways)
    # A chapter is text only.
    if chapter is not None:
        return framed(text_display(title, chapters[chapter].text, limit=3000), *below, accent=colours.QUIET)
    # The first page has a picture of a typical position, if the game has one.
    headline, board, seats = await asyncio.to_thread(example_table, find_game(game_id))
    above = text_display(lines, limit=1200)
    if board is None:
        return framed(text_display(title), above, *below, accent=colours.QUIET)
    names = [name.strip() for name in words("computer-names").split(",")][:seats]
    players = list(map(PlayerName, names))
    headline_text = flat(Localizer(words.language, names)(headline))
    caption = text_display(f"-# {words('rules-example', said=headline_text)}", limit=300)
    # What the picture can do without and the caption are left out if all of it is too high for a phone.
    for candidate, caption_items in (
        (board, [caption]),
        (_without_optional_details(board), [caption]),
        (_without_optional_details(board), []),
    ):
        tall = picture_height_beside(
            [text_display(title), *caption_items, above, *below], (), TABLE, MAX_BOARD_HEIGHT, LEAST_EXAMPLE
        )
        gallery, picture = board_gallery(candidate, words, players, f"rules-{game_id}", tall)
        items: list[Item] = [text_display(title), above, gallery, *caption_items, *below]
        if fits([MeasuredItems(items, [picture])], TABLE):
            break
    return framed(*items, accent=colours.QUIET, files=[picture])


def _without_optional_details(board: Board) -> Board:
    # Seats are shown with their cards only.
    rows = [
        replace(row, note=None, chips=(), discs=()) if isinstance(row.title, Seat) else row
        for row in board.rows
        if row.cards or not isinstance(row.title, Seat)
    ]
    return replace(board, rows=tuple(rows), stamp=None)


class _Chapter(NamedTuple):
    name: str
    text: str


class _DividedRules(NamedTuple):
    introduction: str
    chapters: tuple[_Chapter, ...]


@cached(32, of_people=False)
def _divided_rules(game_id: str, language: str) -> _DividedRules:
    begin, *chapters = rules_text(game_id, language).split("\n### ")
    # What does not fit beside the picture becomes the first chapter.
    begin, rest = _split_introduction(begin.strip())
    about = Localizer(language)("rules-about")
    named_parts = [_Chapter(about, f"### {about}\n{rest}")] if rest else list[_Chapter]()
    # Each chapter is divided into parts that fit on a phone, numbered if there are several.
    for chapter in chapters:
        name, _, text = chapter.partition("\n")
        parts = _split_chapter(f"### {name}", text.strip())
        marks = (
            [""] if len(parts) == 1 else [f" ({number}/{len(parts)})" for number in range(1, len(parts) + 1)]
        )
        named_parts += [_Chapter(f"{name}{mark}", part) for mark, part in zip(marks, parts, strict=True)]
    return _DividedRules(begin, tuple(named_parts))


BEGINNING = TABLE - 320
"""Greatest height of the first lines on a phone, in points; picture, menu and buttons take the rest."""


def _split_introduction(begin: str) -> tuple[str, str]:  # what fits beside a picture, and the rest
    title, _, text = begin.partition("\n")
    paragraphs, left_out = text.split("\n\n"), list[str]()
    for paragraph in [part for part in paragraphs if "1. " not in part]:
        if text_height("\n\n".join(paragraphs)) > BEGINNING:
            paragraphs.remove(paragraph)
            left_out.append(paragraph)
    return "\n".join([title, "\n\n".join(paragraphs)]), "\n\n".join(left_out)


CHAPTER = SCREEN - 180
"""Height of a chapter on a phone, in points; title, menu and buttons take the rest."""


def _split_chapter(heading: str, text: str) -> list[str]:
    parts = [heading]
    for line in text.split("\n"):
        if parts[-1] != heading and text_height(f"{parts[-1]}\n{line}") > CHAPTER:
            parts.append(heading)
        parts[-1] += f"\n{line}"
    return parts


LEAST_EXAMPLE = 100
"""Least height of the example's picture, in points."""

EXAMPLE_SEATS = 3
"""Number of seats of the example, if the game allows it."""

EXAMPLE_MOVES = 60
"""Limit of moves of the example; by then every game has revealed some cards."""


class ExampleTable(NamedTuple):
    """A position of a game, as the rules show it."""

    headline: Text
    board: Board | None
    seat_count: int


@cached(64, of_people=False)
def example_table(game: Game) -> ExampleTable:
    """Return a typical position of a game. This takes up to a second."""
    # A fixed seed, so that everybody sees the same example.
    seats = max(game.rules.seats[0], min(EXAMPLE_SEATS, game.rules.seats[1]))
    match = Match(game.rules, game.rules.setup(seats, {}, 0))
    key = ShuffleKey(bytes(32), game.id, ("0",) * seats)
    for seat in match.decisions(key):
        if len(match.moves) >= EXAMPLE_MOVES:
            break
        view, legal = match.view(seat), match.legal(seat)
        move = advise(game.id, view, legal, DEFAULT_LEVEL, len(match.moves), EVEN, 1.0)
        match.play(seat, move)
        # The first reveal of cards after each player has moved twice.
        moment = game.presenter.moment(match.view(None))
        if moment is not None and moment.board is not None and len(match.moves) > 2 * seats:
            return ExampleTable(moment.headline, moment.board, seats)
    # No reveal in time: the table as it is.
    scene = game.presenter.table(match.view(None))
    return ExampleTable(scene.headline, scene.board, seats)
