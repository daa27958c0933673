"""Buttons and menus of a table and of its private panels."""

from __future__ import annotations

import io

import discord

from bot.app import Action, Tap
from bot.interactions import colours
from bot.interactions.components import DESCRIPTION_LIMIT, container_view, text_display
from bot.interactions.replies import acknowledge, answer, reader
from bot.language.localizer import plain
from bot.pictures import EXTENSION, board_picture
from bot.play.panel_view import SEPARATOR, picked_value
from bot.refused import Refused
from bot.showing.people import people_localizer
from bot.tables.table import Table
from games.core.presentation import Board, Row, faces
from games.core.rules import is_to_act


async def _my_table(tap: Tap) -> tuple[Table, int]:
    """Find the table and the seat of who taps; refuse everybody else."""
    table = await tap.app.tables.game(tap.subject)
    seat = table.state.seat_of(tap.user.id)
    if seat is None or table.state.match is None:
        raise Refused("game-is-over" if table.state.is_closed else "not-at-table")
    return table, seat


async def hand(tap: Tap) -> None:
    """Open one's private panel."""
    table, seat = await _my_table(tap)
    await tap.app.displays.of(table).open_panel(tap.interaction, seat)


async def move(tap: Tap) -> None:
    """Play the move that a button stands for."""
    table, seat = await _my_table(tap)
    number, _, notation = tap.arg.partition(":")
    if not number.isdecimal():
        raise Refused("stale-button")
    if not is_to_act(table.state.to_act, seat) and int(number) != table.state.decisions[seat]:
        raise Refused("not-your-turn")
    after = await table.play(seat, notation, int(number))
    display = tap.app.displays.of(table)
    if tap.is_private:
        await display.update_panel(tap.interaction, seat)
    elif seat in after.acting(human=True):
        await display.open_panel(tap.interaction, seat)
    else:
        await acknowledge(tap.interaction)


async def pick(tap: Tap) -> None:
    """Take one more step towards a move."""
    table, seat, chosen = await _on_the_way(tap)
    await tap.app.displays.of(table).update_panel(tap.interaction, seat, [*chosen, tap.values[0]])


async def cards(tap: Tap) -> None:
    """Take a step that is made of several cards."""
    table, seat, chosen = await _on_the_way(tap)
    value = picked_value(table.state.seen_by(seat), chosen, tap.values)
    if value is None:
        raise Refused("cards-not-together")
    await tap.app.displays.of(table).update_panel(tap.interaction, seat, [*chosen, value])


async def _on_the_way(tap: Tap) -> tuple[Table, int, list[str]]:
    """Find table, seat and the choices so far; a menu of a decision that is gone shows the present one."""
    table, seat = await _my_table(tap)
    number, _, path = tap.arg.partition(":")
    state = table.state
    if state.is_closed:
        raise Refused("game-is-over")
    if not is_to_act(state.to_act, seat) or number != str(state.decisions[seat]):
        await tap.app.displays.of(table).update_panel(tap.interaction, seat)
        raise Refused("stale-button")
    return table, seat, path.split(SEPARATOR) if path else []


async def guide(tap: Tap) -> None:
    """Show the order of hands of this table's deck, with an example of each."""
    snapshot = (await tap.app.tables.look_up(tap.subject)).snapshot
    entries = () if snapshot.view is None else snapshot.game.presenter.guide(snapshot.view)
    if not entries:
        raise Refused("stale-button")
    words = people_localizer(snapshot.seats, reader(tap.interaction).language)
    family = snapshot.game.rules.family(snapshot.options).name
    board = Board(family, tuple(Row(text, (faces(example),)) for text, example in entries))
    titles = [plain(words(text)).partition(":")[0].partition("：")[0] for text, _ in entries]
    data = await board_picture(board, titles, [None] * len(titles))
    filename = f"guide.{EXTENSION}"
    lines = [
        f"{i}. {words(text)} · {words.cards(cards, family)}" for i, (text, cards) in enumerate(entries, 1)
    ]
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{filename}", description="\n".join(lines)[:DESCRIPTION_LIMIT])
    told = text_display(words("guide-title"), *lines, limit=3800)
    view = container_view(told, gallery, accent=colours.QUIET)
    await answer(tap.interaction, view, [discord.File(io.BytesIO(data), filename)])


ACTIONS: dict[str, Action] = {"hand": hand, "move": move, "pick": pick, "cards": cards, "guide": guide}
