"""How to begin and how a game is played, told to whoever asks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.help.example import example
from bot.interactions import colours
from bot.language.catalogue import rules_text
from bot.language.localizer import Localizer, flat
from bot.showing.pages import board_gallery
from bot.wire.components import ActionRow, Item, Separator, button, button_rows, text_display
from bot.wire.messages import Drawable, Page, framed
from games import GAMES, find_game

NOW, LEARN, EXPLAIN = "now", "learn", "explain"
"""What people may do with a game that they choose: play it at once, learn it, read its rules."""


def help_page(words: Localizer, *, may_play: bool = True) -> Page:
    """Render how to begin, the games there are, and the ways to them.

    Args:
        words: the reader's language.
        may_play: a lobby can be opened where this is shown.
    """
    games = [f"**{words(f'{game.id}-name')}** · {words(f'{game.id}-pitch')}" for game in GAMES]
    ways = [NOW, LEARN, EXPLAIN] if may_play else [LEARN, EXPLAIN]
    return framed(
        text_display(words("help-text"), limit=2400),
        text_display(*games),
        *_ways(ways, words),
        *button_rows([button("endings", "help", words("button-endings"))]),
        accent=colours.LOBBY,
    )


def endings_page(words: Localizer) -> Page:
    """Tell how games end, in a game that counts and in others, way by way.

    Discord prints no tables: each row of the page's becomes two lines.
    """
    said = []
    rows = 0
    for line in rules_text("endings", words.language).split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            said.append(line)
        elif rows > 1:  # after the head and the line below it
            way, counts, *others = (cell for cell in cells if cell != "–")
            said += [f"**{way}** · {counts}", f"-# {' · '.join(others)}"]
        rows += line.startswith("|")
    return framed(text_display("\n".join(said), limit=3900), accent=colours.QUIET)


def welcome_page(words: Localizer) -> Page:
    """Greet a channel where nobody has played yet: one tap to play, and what there is to play."""
    games = [f"{game.emoji} **{words(f'{game.id}-name')}** · {words(f'{game.id}-pitch')}" for game in GAMES]
    return framed(
        text_display(words("welcome-text")),
        text_display(*games),
        *_ways([NOW, LEARN], words),
        accent=colours.LOBBY,
    )


def _ways(ways: Sequence[str], words: Localizer) -> list[ActionRow]:
    rows = [button("which", "all", words(f"button-{way}"), way) for way in ways if way != NOW]
    now = button("which", "all", words("help-now"), NOW, style="primary")
    return [*(button_rows([now]) if NOW in ways else []), *button_rows(rows)]


def which_page(way: str, words: Localizer) -> Page:
    """Ask which game to play at once, to learn, or to read the rules of."""
    games = [button(way, game.id, words(f"{game.id}-name"), emoji=game.emoji) for game in GAMES]
    return framed(text_display(words(f"which-{way}")), *button_rows(games, 2), accent=colours.LOBBY)


async def rules_page(game_id: str, words: Localizer) -> Page:
    """Render how a game is played: a picture of a table, the few lines to begin with, then everything."""
    begin, everything = _parts(rules_text(game_id, words.language))
    headline, board, seats = await asyncio.to_thread(example, find_game(game_id))
    items: list[Item] = []
    files: list[Drawable] = []
    if board is not None:
        names = [name.strip() for name in words("computer-names").split(",")][:seats]
        gallery, picture = board_gallery(board, words, names, f"rules-{game_id}")
        said = flat(Localizer(words.language, names)(headline))
        items += [gallery, text_display(f"-# {words('rules-example', said=said)}", limit=300)]
        files.append(picture)
    title, _, lines = begin.partition("\n")
    items = [text_display(title), *items, text_display(lines, limit=1200)]
    if everything:
        items += [Separator(), text_display(everything, limit=3000)]
    ways = [button("notify", game_id, words("button-notify"))]
    if find_game(game_id).lesson is not None:
        ways.insert(0, button("learn", game_id, words("button-learn-this"), style="primary"))
    items += button_rows(ways)
    return framed(*items, accent=colours.QUIET, files=files)


def _parts(text: str) -> tuple[str, str]:
    """Split rules before their first chapter."""
    begin, mark, rest = text.partition("\n### ")
    return begin.strip(), f"### {rest}" if mark else ""
