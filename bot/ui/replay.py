"""A game that is over, move by move, as a spectator saw it or as one of the seats did."""

from __future__ import annotations

import discord
import msgspec

from bot.refused import Refused
from bot.tables.table import Table
from bot.ui import palette
from bot.ui.components import Option, button, menu, page, rows, say
from bot.ui.lobby import game_emoji
from bot.ui.table import flat, picture, plain, result_lines, seat_names, table_words
from bot.words import Words
from games.core.match import Match
from games.core.presentation import PanelScene
from games.core.rules import OVER

SPECTATOR = "s"


class ReplaySpot(msgspec.Struct, frozen=True):
    """Where a replay stands: after how many moves, and through whose eyes (``None``: a spectator's)."""

    number: int = 1
    viewer: int | None = None

    @property
    def arg(self) -> str:
        """Write the spot into a custom id."""
        return f"{self.number}.{SPECTATOR if self.viewer is None else self.viewer}"


def read_spot(arg: str, table: Table) -> ReplaySpot:
    """Read a spot from a custom id.

    Raises:
        Refused: the game has no such move or seat.
    """
    number, _, rest = arg.partition(".")
    viewer = rest.partition(".")[0]
    if not (number.isdecimal() and len(number) < 7):
        raise Refused("replay-nowhere")
    seat = None if viewer == SPECTATOR else int(viewer) if viewer.isdecimal() and len(viewer) < 3 else -1
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Refused("replay-nowhere")
    return ReplaySpot(max(1, min(int(number), table.seq)), seat)


async def replay_view(
    table: Table, spot: ReplaySpot, language: str
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """Render one moment of a game that is over.

    Args:
        table: the table; nobody plays there any more.
        spot: which moment, through whose eyes.
        language: the reader's language.

    Returns:
        The message and the files it shows.
    """
    words = table_words(table, language)
    match = _match_at(table, spot.number)
    face, seen = table.game.presenter, match.view(spot.viewer)
    scene = face.table(match.view(None))
    news = [line for event in seen.news if (line := face.say(event, seen)) is not None]
    title = words(
        "replay-title",
        emoji=game_emoji(table.game.id),
        game=words(f"{table.game.id}-name"),
        number=spot.number,
        total=table.seq,
    )
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [
        say(f"-# {title}", words(scene.headline), limit=500),
        say(*(f"-# {flat(words(line))}" for line in news), limit=900),
    ]
    files: list[discord.File] = []
    if scene.board is not None and scene.board.rows:
        gallery, file = await picture(table, scene.board, words, f"replay-{table.id}-{spot.number}")
        items.append(gallery)
        files.append(file)
    items.append(say(*(words(line) for line in scene.lines), limit=700))
    items.append(say(*(f"▫️ {words.name(seat)} {words(line)}" for seat, line in scene.seats), limit=700))
    if match.to_act == OVER:
        items.append(say(*result_lines(table, words), limit=500))
    if spot.viewer is not None:
        panel = face.panel(seen, match.legal(spot.viewer))
        items += await _known(table, spot, panel, words, files)
    items = [item for item in items if not isinstance(item, discord.ui.TextDisplay) or item.content]
    return page(*items, *_controls(table, spot, words), accent=palette.QUIET), files


def _match_at(table: Table, number: int) -> Match:
    match = Match(table.game.rules, table.match.setup)
    for actor, move in table.match.moves[:number]:
        match.play(actor, move)
    return match


async def _known(
    table: Table, spot: ReplaySpot, panel: PanelScene, words: Words, files: list[discord.File]
) -> list[discord.ui.Item[discord.ui.LayoutView]]:
    """Show what the seat knew by itself at that moment."""
    assert spot.viewer is not None
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [
        discord.ui.Separator(),
        say(words("replay-knew", name=words.name(spot.viewer))),
    ]
    if panel.board is not None and panel.board.rows:
        name = f"replay-{table.id}-{spot.number}-{spot.viewer}"
        gallery, file = await picture(table, panel.board, words, name)
        items.append(gallery)
        files.append(file)
    items.append(say(*(words(line) for line in panel.lines), limit=700))
    return items


def _controls(
    table: Table, spot: ReplaySpot, words: Words
) -> list[discord.ui.ActionRow[discord.ui.LayoutView]]:
    """Lay out the four buttons, the menu of eyes to look through, and the way to the record."""
    tid, last = table.id, table.seq
    ways = (
        ("first", "⏮️", 1, spot.number <= 1),
        ("back", "◀️", spot.number - 1, spot.number <= 1),
        ("forward", "▶️", spot.number + 1, spot.number >= last),
        ("end", "⏭️", last, spot.number >= last),
    )
    steps = [
        button(
            "step",
            tid,
            words(f"button-replay-{way}"),
            f"{msgspec.structs.replace(spot, number=max(0, number)).arg}.{way}",
            emoji=emoji,
            disabled=is_there,
            style="primary" if way == "forward" else "secondary",
        )
        for way, emoji, number, is_there in ways
    ]
    names = [words("replay-spectator"), *(plain(name) for name in seat_names(table, words.language))]
    eyes = [
        Option(value, words("replay-eyes", name=name), chosen=value == spot.arg.partition(".")[2])
        for value, name in zip([SPECTATOR, *map(str, range(len(table.seats)))], names, strict=True)
    ]
    controls = [*rows(steps, 4), menu("seen", tid, words("replay-choose"), eyes, str(spot.number))]
    if table.is_over:
        controls += rows([button("record", tid, words("button-record"))])
    return controls
