"""The buttons and menus of a replay, and the record of a game."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import discord

from bot.app import Action, Tap
from bot.interactions.replies import answer, reader
from bot.refused import Refused
from bot.replay.spot import ReplaySpot, read_spot
from bot.replay.view import record_view, replay_view
from bot.tables.state import TableState


async def replay(tap: Tap) -> None:
    """Open a private panel that goes through a closed game."""
    await _open(tap, tap.subject)


async def open_game(tap: Tap) -> None:
    """Open the replay of a game chosen from the history."""
    await _open(tap, tap.values[0])


async def goto(tap: Tap) -> None:
    """Go to another move of a replay."""
    await _show_spot(tap, tap.arg)


async def jump(tap: Tap) -> None:
    """Go to a chapter or a turning point."""
    await _show_spot(tap, f"{tap.values[0]}.{tap.arg}")


async def seen(tap: Tap) -> None:
    """Look at the same position with other hands open."""
    await _show_spot(tap, f"{tap.arg}.{tap.values[0]}")


async def record(tap: Tap) -> None:
    """Hand out the record of a game that goes on no more, with the seed that proves its shuffles."""
    state = await _closed_game(tap, tap.subject)
    ended = (state.row.ended_at or tap.app.clock.now_ms()) / 1000
    text = state.record(datetime.fromtimestamp(ended, UTC).date().isoformat())
    name = f"{state.game.id}-{state.id}.txt"
    file = discord.File(io.BytesIO(text.encode()), name)
    await answer(tap.interaction, record_view(name, reader(tap.interaction)), [file])


async def _open(tap: Tap, table_id: str) -> None:
    state = await _closed_game(tap, table_id)
    view, files = await replay_view(state, ReplaySpot(), reader(tap.interaction).language)
    await answer(tap.interaction, view, files)


async def _show_spot(tap: Tap, arg: str) -> None:
    state = await _closed_game(tap, tap.subject)
    spot = read_spot(arg, moves=state.seq, seats=len(state.seats))
    view, files = await replay_view(state, spot, reader(tap.interaction).language)
    await tap.interaction.response.edit_message(view=view, attachments=files)


async def _closed_game(tap: Tap, table_id: str) -> TableState:
    """Find a game that goes on no more and that this person may look through.

    Raises:
        Refused: the game goes on or never began, or its server keeps records to those who played.
    """
    state = await tap.app.tables.look_up(table_id)
    if not state.is_closed:
        raise Refused("not-over-yet")
    if state.match is None:
        raise Refused("lobby-closed")
    if all(seat.user_id != tap.user.id for seat in state.seats):  # who left has played, too
        settings = await tap.app.store.guild_settings(state.row.guild_id)
        if not settings.share_records:
            raise Refused("records-not-shared")
    return state


ACTIONS: dict[str, Action] = {
    "replay": replay,
    "open": open_game,
    "goto": goto,
    "jump": jump,
    "seen": seen,
    "record": record,
}
