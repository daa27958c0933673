"""A game that is over, move by move, as a spectator saw it or as one of the seats did."""

from __future__ import annotations

import discord

from bot.interactions import colours
from bot.interactions.components import Option, button, button_rows, container_view, menu, text_display
from bot.language.localizer import Localizer, flat
from bot.replay.spot import SPECTATOR, ReplaySpot
from bot.showing.pages import board_gallery
from bot.showing.people import people_localizer, seat_names
from bot.showing.standings import standing_lines
from bot.tables.state import TableState
from games import find_game
from games.core.match import Match
from games.core.presentation import PanelScene


async def replay_view(
    state: TableState, spot: ReplaySpot, language: str
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """Render one moment of a game that is over.

    Args:
        state: the table, with its game.
        spot: which moment, through whose eyes.
        language: the reader's language.

    Returns:
        The message and the files it shows.
    """
    assert state.match is not None
    words = people_localizer(state.seats, language)
    match = _match_at(state.match, spot.number)
    face, seen = state.game.presenter, match.view(spot.viewer)
    scene = face.table(match.view(None))
    news = [line for event in seen.news if (line := face.say(event, seen)) is not None]
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [
        text_display(f"-# {_title(state, spot, words)}", words(scene.headline), limit=500),
        text_display(*(f"-# {flat(words(line))}" for line in news), limit=900),
    ]
    files: list[discord.File] = []
    if scene.board is not None and scene.board.rows:
        stem = f"replay-{state.id}-{spot.number}"
        gallery, picture = board_gallery(scene.board, words, seat_names(state.seats, language), stem)
        items.append(gallery)
        files.append(await picture.file())
    items.append(text_display(*(words(line) for line in scene.lines), limit=700))
    items.append(
        text_display(*(f"▫️ {words.name(seat)} {words(line)}" for seat, line in scene.seats), limit=700)
    )
    result = match.result()
    if result is not None:
        items.append(text_display(*standing_lines(state.game, match.view(None), result, words), limit=500))
    if spot.viewer is not None:
        panel = face.panel(seen, match.legal(spot.viewer))
        items += await _known(state, spot, spot.viewer, panel, words, files)
    return container_view(*items, *_controls(state, spot, words), accent=colours.QUIET), files


def record_view(filename: str, words: Localizer) -> discord.ui.LayoutView:
    """Render the message that brings a record."""
    attached: discord.ui.File[discord.ui.LayoutView] = discord.ui.File(f"attachment://{filename}")
    return container_view(text_display(words("record-title", file=filename)), attached)


def _title(state: TableState, spot: ReplaySpot, words: Localizer) -> str:
    game = state.game.id
    return words(
        "replay-title",
        emoji=find_game(game).emoji,
        game=words(f"{game}-name"),
        number=spot.number,
        total=state.seq,
    )


def _match_at(match: Match, number: int) -> Match:
    moment = Match(match.rules, match.setup)
    for actor, move in match.moves[:number]:
        moment.play(actor, move)
    return moment


async def _known(
    state: TableState,
    spot: ReplaySpot,
    viewer: int,
    panel: PanelScene,
    words: Localizer,
    files: list[discord.File],
) -> list[discord.ui.Item[discord.ui.LayoutView]]:
    """Show what a seat knew by itself at that moment."""
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [
        discord.ui.Separator(),
        text_display(words("replay-knew", name=words.name(viewer))),
    ]
    if panel.board is not None and panel.board.rows:
        stem = f"replay-{state.id}-{spot.number}-{viewer}"
        names = seat_names(state.seats, words.language)
        gallery, picture = board_gallery(panel.board, words, names, stem)
        items.append(gallery)
        files.append(await picture.file())
    items.append(text_display(*(words(line) for line in panel.lines), limit=700))
    return items


def _controls(
    state: TableState, spot: ReplaySpot, words: Localizer
) -> list[discord.ui.ActionRow[discord.ui.LayoutView]]:
    """Lay out the four buttons, the menu of eyes to look through, and the way to the record."""
    last = state.seq
    ways = (
        ("first", "⏮️", 1, spot.number <= 1),
        ("back", "◀️", spot.number - 1, spot.number <= 1),
        ("forward", "▶️", spot.number + 1, spot.number >= last),
        ("end", "⏭️", last, spot.number >= last),
    )
    steps = [
        button(
            "goto",
            state.id,
            words(f"button-replay-{way}"),
            f"{spot.moved(number).arg}.{way}",  # two ways may lead to one spot, and custom ids must differ
            emoji=emoji,
            disabled=is_there,
            style="primary" if way == "forward" else "secondary",
        )
        for way, emoji, number, is_there in ways
    ]
    names = [words("replay-spectator"), *seat_names(state.seats, words.language)]
    eyes = [
        Option(value, words("replay-eyes", name=name), chosen=value == spot.eyes)
        for value, name in zip([SPECTATOR, *map(str, range(len(state.seats)))], names, strict=True)
    ]
    controls = [
        *button_rows(steps, 4),
        menu("seen", state.id, words("replay-choose"), eyes, str(spot.number)),
    ]
    if state.is_over:
        controls += button_rows([button("record", state.id, words("button-record"))])
    return controls
