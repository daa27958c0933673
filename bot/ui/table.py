"""The table's message: whose turn it is and what happened last come first, then everything that lies open."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord

from bot.pictures import EXTENSION, board_picture
from bot.tables.table import Table
from bot.ui import palette
from bot.ui.components import TapButton, button, page, rows, say
from bot.ui.lobby import game_emoji
from bot.words import Words, escape
from games.core.presentation import Board, Shortcut, TableScene
from games.core.words import Seat, Text

MEDALS = ("🥇", "🥈", "🥉")
DESCRIPTION_LIMIT = 1024
LOG_SHOWN = 4


def table_words(table: Table, language: str) -> Words:
    """Speak of a table's people by name, harmlessly for Markdown."""
    return Words(language, [f"**{escape(name)}**" for name in seat_names(table, language)])


def seat_names(table: Table, language: str) -> list[str]:
    """Name the seats as they are written; one whose person asked to be forgotten is a former player's."""
    return [seat.name or Words(language)("former-player") for seat in table.seats]


async def table_view(table: Table, language: str) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """Render a table for the channel from a spectator's view.

    Returns:
        The message and the files it shows.
    """
    words = table_words(table, language)
    scene = table.game.presenter.table(table.view(None))
    title = words(
        "table-title", emoji=game_emoji(table.game.id), game=words(f"{table.game.id}-name"), table=table.id
    )
    files: list[discord.File] = []
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [
        say(f"-# {title}", f"### {flat(words(scene.headline))}", _turn_line(table, words), limit=1100)
    ]
    if scene.board is not None and scene.board.rows:
        gallery, file = await picture(table, scene.board, words, f"table-{table.id}-{table.seq}")
        items.append(gallery)
        files.append(file)
    items.append(say(*(words(line) for line in scene.lines), limit=1100))
    items.append(say(*_seat_lines(table, scene, words), limit=1000))
    told = {flat(words(line)) for line in (scene.headline, *scene.lines)}
    recent = [line for text in table.log if (line := flat(words(text))) not in told][-LOG_SHOWN:]
    if recent and not table.is_over:
        items.append(say(*(f"-# {line}" for line in recent), limit=700))
    items += rows(_buttons(table, scene, words))
    items = [item for item in items if not isinstance(item, discord.ui.TextDisplay) or item.content]
    return page(*items, accent=palette.OVER if table.is_closed else palette.PLAYING), files


def flat(line: str) -> str:
    """Take a headline's mark away so that a line can stand among others."""
    return line.lstrip("# ")


def _turn_line(table: Table, words: Words) -> str:
    if table.is_over:
        head = flat(words(table.game.presenter.table(table.view(None)).headline))
        return "\n".join(line for line in result_lines(table, words) if flat(line) != head)
    if table.is_closed:
        return words("table-abandoned")
    to_act = table.to_act
    if not isinstance(to_act, tuple):
        return ""
    names = words.join([words.name(seat) for seat in to_act])
    return words("table-turn", count=len(to_act), names=names)


def result_lines(table: Table, words: Words) -> list[str]:
    """List the ranking, equal places as equal, with scores."""
    result = table.match.result()
    if result is None:
        return []
    lines = [words(line) for line in table.game.presenter.outcome(table.view(None), result)]
    place = 1
    for group in result.ranking:
        names = words.join([words.name(seat) for seat in group])
        scores = sorted({result.scores[seat] for seat in group})
        score = "–".join(f"{score:g}" for score in scores)
        key = f"{table.game.id}-result-score"
        told = (
            words(key, score=score, best=max(scores))
            if words.has(key)
            else words("result-score", score=score)
        )
        lines.append(f"{MEDALS[place - 1] if place <= 3 else f'{place}.'} {names} · {told}")
        place += len(group)
    return lines


def _seat_lines(table: Table, scene: TableScene, words: Words) -> list[str]:
    acting = table.to_act if isinstance(table.to_act, tuple) else ()
    return [
        f"{'▶' if seat in acting else '▫️'} {words.name(seat)} {words(line)}" for seat, line in scene.seats
    ]


def _buttons(table: Table, scene: TableScene, words: Words) -> list[TapButton]:
    tid = table.id
    if table.is_closed:
        rematch = button("rematch", tid, words("button-rematch"), style="primary")
        if not table.is_over:
            return [rematch]  # a game that broke off has neither a record nor a replay to hand out
        return [
            rematch,
            button("record", tid, words("button-record")),
            button("replay", tid, words("button-replay")),
        ]
    hand = button("hand", tid, words("button-hand"), style="primary", emoji="🎴")
    public: list[TapButton] = []
    if isinstance(table.to_act, tuple) and len(table.to_act) == 1:
        public = [move_button(table, shortcut, table.to_act[0], words) for shortcut in scene.public[:5]]
    more = [button("rules", tid, words("button-rules"))]
    if table.game.presenter.guide(table.view(None)):
        more.append(button("guide", tid, words("button-guide")))
    return [hand, *public, *more]


def move_button(table: Table, shortcut: Shortcut, seat: int, words: Words) -> TapButton:
    """Make a button that plays a move at once; it names the decision that it was made for."""
    label = plain(words(shortcut.label))
    return button("move", table.id, label, f"{table.token(seat)}:{shortcut.move}", style=shortcut.style)


def plain(text: str) -> str:
    """Take Markdown away where Discord shows none (labels, pictures)."""
    return text.replace("**", "").replace("\\", "").replace("\n", " ").lstrip("# ")


async def picture(
    table: Table, board: Board, words: Words, name: str
) -> tuple[discord.ui.MediaGallery[discord.ui.LayoutView], discord.File]:
    """Draw a board, with the same in words as its description."""
    names = Words(words.language, seat_names(table, words.language))
    titles = [_row_title(row.title, names) for row in board.rows]
    notes = [plain(names(row.note)) if row.note else None for row in board.rows]
    data = await board_picture(board, titles, notes)
    description = board_text(board, titles, notes, words)[:DESCRIPTION_LIMIT]
    filename = f"{name}.{EXTENSION}"
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{filename}", description=description)
    return gallery, discord.File(io.BytesIO(data), filename)


def _row_title(title: Seat | Text, words: Words) -> str:
    return words.name(title.seat) if isinstance(title, Seat) else plain(words(title))


def board_text(board: Board, titles: Sequence[str], notes: Sequence[str | None], words: Words) -> str:
    """Say what a picture shows."""
    lines = []
    for row, title, note in zip(board.rows, titles, notes, strict=True):
        groups = [words.cards([face.card for face in group], board.family) for group in row.groups if group]
        lines.append(f"{title}: {' | '.join(groups)}" + (f" ({note})" if note else ""))
    return "\n".join(lines)
