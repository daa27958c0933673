"""Opening a lobby, and its buttons and menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.app import Action, App, Interaction, Tap
from bot.driving.table import Table
from bot.interactions import colours
from bot.interactions.permissions import check_channel, check_threads, has_threads
from bot.interactions.replies import answer, reader, update
from bot.language.localizer import Localizer
from bot.language.names import escape
from bot.lobby.view import another_page, fair_page, level_page, not_yours_page, options_page
from bot.refused import Refused
from bot.showing import answers
from bot.tables import invitations
from bot.tables import lobby as acts
from bot.tables.state import TableState
from bot.wire.components import text_display
from bot.wire.messages import Page, framed
from games import GAMES, find_game
from games.core.game import DEFAULT_LEVEL
from storage.errors import RematchTaken
from storage.rows import CHANNEL, THREAD, GatheringRow, InvitationRow, SeatRow
from storage.servers.settings import load_settings

PUBLISH_MS = 2000
"""How long somebody who wants to start waits for the lobby's message; Discord waits three seconds."""


async def open_lobby(
    interaction: Interaction,
    game_id: str,
    options: Mapping[str, str] | None = None,
    computers: Sequence[SeatRow] = (),
    guests: Sequence[int] = (),
    after: TableState | None = None,
) -> None:
    """Open a lobby in the channel of an interaction; answer with its message, which mentions the guests.

    Args:
        interaction: what was done, and where.
        game_id, options, computers: what is played, how, and who sits there besides the host.
        guests: who is asked to come.
        after: the table that this one follows; what was chosen for it stays chosen.

    Raises:
        Refused: no table can stand there.
        RematchTaken: another lobby follows that table already.
    """
    app = interaction.client
    guild = await checked_guild(interaction)
    assert interaction.channel_id is not None
    asked = [guest for guest in dict.fromkeys(guests) if guest != interaction.user.id]
    table = await app.tables.open_lobby(
        guild_id=guild.id,
        channel_id=interaction.channel_id,
        host_id=interaction.user.id,
        host_name=interaction.user.display_name,
        join_id=interaction.id,
        game_id=game_id,
        locale=await app.public_language(guild),
        options=options,
        computers=computers,
        rematch_of=None if after is None else after.id,
        clock=None if after is None else after.row.clock,
        watching=after is None or after.row.watching,
        hints=None if after is None else after.row.hints,
        gathering=GatheringRow(
            await _venue(interaction, guild.id, after),
            invitations=tuple(InvitationRow(guest, is_told=True) for guest in asked),
        ),
    )
    await answers.open_lobby(app.writer(table), interaction)


async def _venue(interaction: Interaction, guild_id: int, after: TableState | None) -> str:
    """Choose where a new table is going to be played: as before, as the server likes it, and as it can be."""
    if after is None:
        wanted = (await interaction.client.store.read(load_settings, guild_id)).venue
    else:
        wanted = CHANNEL if after.gathering.venue == CHANNEL else THREAD
    return THREAD if wanted == THREAD and _can_have_thread(interaction) else CHANNEL


async def checked_guild(interaction: Interaction) -> discord.Guild:
    """Refuse where no table can stand; return the server."""
    settings = await interaction.client.store.read(load_settings, interaction.guild_id or 0)
    return check_channel(interaction, settings.channel_ids)


async def _show(tap: Tap, table: Table, done: str = "") -> None:
    """Show on the tapped message what has become of the lobby; to a tap on a call say what was done."""
    message = tap.interaction.message
    if done and message is not None and message.id == table.shown.call_id:
        said = text_display(reader(tap.interaction)(f"invitation-{done}"))
        await answer(tap.interaction, framed(said, accent=colours.LOBBY))
        return
    await answers.update_lobby(tap.app.writer(table), tap.interaction)


async def join(tap: Tap) -> None:
    """Sit down."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.joined, tap.user.id, tap.user.display_name, tap.interaction.id)
    await _show(tap, table, "joined")


async def decline(tap: Tap) -> None:
    """Answer an invitation: not now."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(invitations.declined, tap.user.id, tap.user.display_name)
    await _show(tap, table, "declined")


async def leave(tap: Tap) -> None:
    """Stand up; an empty lobby closes."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.left, tap.user.id)
    await _show(tap, table)


async def cancel(tap: Tap) -> None:
    """Close the lobby."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.closed, tap.user.id)
    await _show(tap, table)


async def add(tap: Tap) -> None:
    """Seat a computer player of the usual strength; the host's options hold other strengths."""
    await _show(tap, await _seat_computer(tap, DEFAULT_LEVEL))


async def fill(tap: Tap) -> None:
    """Seat computer players of the usual strength wherever a seat is free."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.with_computers, tap.user.id, _computer_names(tap.app, table), DEFAULT_LEVEL)
    await _show(tap, table)


async def drop(tap: Tap) -> None:
    """Take the last computer player away."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.without_computer, tap.user.id)
    await _show(tap, table)


async def start(tap: Tap) -> None:
    """Start the game; the lobby's message becomes a notice, the table gets one of its own."""
    table = await tap.app.tables.lobby(tap.subject)
    await checked_guild(tap.interaction)
    acts.check_start(table.state, tap.user.id)
    if table.state.gathering.venue == THREAD and not _can_have_thread(tap.interaction):
        await table.change(invitations.barred, tap.user.id)
    # The seal of the shuffles stands there before a card is dealt.
    await tap.app.writer(table).publish(PUBLISH_MS)
    await table.start(tap.user.id)
    await _show(tap, table)


def _can_have_thread(interaction: Interaction) -> bool:
    try:
        check_threads(interaction)
    except Refused:
        return False
    return True


# --- the host's private panel ---------------------------------------------------------------------------


async def options(tap: Tap) -> None:
    """Open the host's private panel."""
    state = await _hosted(tap)
    await answer(tap.interaction, _options_page(tap, state))


async def option(tap: Tap) -> None:
    """Set one option."""
    table = await tap.app.tables.lobby(tap.subject)
    state = await table.change(acts.with_option, tap.user.id, tap.arg, tap.values[0])
    await update(tap.interaction, _options_page(tap, state))


async def venue(tap: Tap) -> None:
    """Choose between the channel and a thread of the table's own."""
    table = await tap.app.tables.lobby(tap.subject)
    acts.only_host(table.state, tap.user.id)
    if tap.values[0] == THREAD:
        check_threads(tap.interaction)
    state = await table.change(invitations.with_venue, tap.user.id, tap.values[0])
    await update(tap.interaction, _options_page(tap, state))


async def invite(tap: Tap) -> None:
    """Invite members; the keeper calls them."""
    table = await tap.app.tables.lobby(tap.subject)
    acts.only_host(table.state, tap.user.id)
    data: Mapping[str, Any] = tap.interaction.data or {}
    if any(user.get("bot") for user in data.get("resolved", {}).get("users", {}).values()):
        raise Refused("no-bots-invited")
    state = await table.change(invitations.invited, tap.user.id, [int(value) for value in tap.values])
    await update(tap.interaction, _options_page(tap, state))


def _options_page(tap: Tap, state: TableState) -> Page:
    return options_page(state.snapshot, reader(tap.interaction), has_threads=has_threads(tap.interaction))


async def clock(tap: Tap) -> None:
    """Choose how much time a turn has."""
    table = await tap.app.tables.lobby(tap.subject)
    state = await table.change(acts.with_clock, tap.user.id, tap.values[0])
    await update(tap.interaction, _options_page(tap, state))


async def hints(tap: Tap) -> None:
    """Let people ask what a strong player would do, or not."""
    table = await tap.app.tables.lobby(tap.subject)
    state = await table.change(acts.with_hints, tap.user.id, tap.arg == "on")
    await update(tap.interaction, _options_page(tap, state))


async def watching(tap: Tap) -> None:
    """Let who plays no more see all hands later, or not."""
    table = await tap.app.tables.lobby(tap.subject)
    state = await table.change(acts.with_watching, tap.user.id, tap.arg == "on")
    await update(tap.interaction, _options_page(tap, state))


async def level(tap: Tap) -> None:
    """Ask how strong a new computer player shall be."""
    state = await _hosted(tap)
    await update(tap.interaction, level_page(state.snapshot, reader(tap.interaction)))


async def seat(tap: Tap) -> None:
    """Seat a computer player of a chosen strength."""
    lobby = await tap.app.tables.lobby(tap.subject)
    if tap.arg not in lobby.state.game.levels:
        raise Refused("stale-button")
    table = await _seat_computer(tap, tap.arg)
    await update(tap.interaction, _options_page(tap, table.state))


async def host(tap: Tap) -> None:
    """Hand the lobby over to somebody else."""
    table = await tap.app.tables.lobby(tap.subject)
    heir = int(tap.values[0])
    state = await table.change(acts.handed_over, tap.user.id, heir)
    name = next(seat.name for seat in state.people if seat.user_id == heir)
    said = reader(tap.interaction)("handed-over", name=escape(name))
    await update(tap.interaction, framed(text_display(said)))


async def _hosted(tap: Tap) -> TableState:
    table = await tap.app.tables.lobby(tap.subject)
    acts.only_host(table.state, tap.user.id)
    return table.state


async def _seat_computer(tap: Tap, level: str) -> Table:
    table = await tap.app.tables.lobby(tap.subject)
    names = _computer_names(tap.app, table)
    await table.change(acts.with_computers, tap.user.id, names, level, most=1)
    return table


async def fair(tap: Tap) -> None:
    """Tell why the shuffles of a table are fair, and show this person's own join."""
    state = await tap.app.tables.look_up(tap.subject)
    await answer(tap.interaction, fair_page(state.snapshot, tap.user.id, reader(tap.interaction)))


def _computer_names(app: App, table: Table) -> list[str]:
    """Shuffle the names for computer players; numbers stand behind them, should people have taken those."""
    names = Localizer(table.state.row.locale)("computer-names").split(",")
    spare = [str(number) for number in range(1, 2 * table.state.game.rules.seats[1])]
    shuffled = sorted(names, key=lambda _: app.chance.fraction())
    return [f"{name.strip()} 🤖" for name in (*shuffled, *spare)]


# --- once more ------------------------------------------------------------------------------------------


async def rematch(tap: Tap) -> None:
    """Open a lobby like the table that is over, once: whoever taps later joins that lobby."""
    over = await tap.app.tables.look_up(tap.subject)
    if not over.is_closed:
        raise Refused("not-over-yet")
    if await _has_played(tap, over):
        await _open_next(tap, over, over.game.id, over.row.options)


async def begin(tap: Tap) -> None:
    """Open a lobby of a game that has just been learnt."""
    if all(game.id != tap.subject for game in GAMES):
        raise Refused("stale-button")
    await open_lobby(tap.interaction, tap.subject)


async def another(tap: Tap) -> None:
    """Ask, in private, which game the same people play next."""
    over = await tap.app.tables.look_up(tap.subject)
    if not over.is_closed:
        raise Refused("not-over-yet")
    if await _has_played(tap, over):
        await answer(tap.interaction, another_page(over.snapshot, reader(tap.interaction)))


async def another_game(tap: Tap) -> None:
    """Open a lobby of another game for the people of a table that is over, once like a rematch."""
    over = await tap.app.tables.look_up(tap.subject)
    game_id = tap.values[0]
    if not over.is_closed or all(game.id != game_id for game in GAMES):
        raise Refused("stale-button")
    if await _has_played(tap, over):
        await _open_next(tap, over, game_id)


async def _has_played(tap: Tap, over: TableState) -> bool:
    """Tell whether somebody sat at a table that is over; offer a lobby of their own to whoever did not."""
    if over.has_sat(tap.user.id):
        return True
    await answer(tap.interaction, not_yours_page(over.snapshot, reader(tap.interaction)))
    return False


async def _open_next(
    tap: Tap, over: TableState, game_id: str, options: Mapping[str, str] | None = None
) -> None:
    """Open the one lobby that follows a table, and ask those who played; a later one joins it."""
    people = [seat.user_id for seat in over.seats if seat.user_id is not None]
    room = find_game(game_id).rules.seats[1] - len({*people, tap.user.id})
    computers = [seat for seat in over.seats if seat.level is not None and not seat.left][: max(0, room)]
    try:
        await open_lobby(tap.interaction, game_id, options, computers, people, over)
    except RematchTaken as taken:
        table = await tap.app.tables.lobby(taken.table_id)
        await table.change(acts.joined, tap.user.id, tap.user.display_name, tap.interaction.id)
        said = text_display(reader(tap.interaction)("rematch-joined"))
        await answer(tap.interaction, framed(said, accent=colours.LOBBY))


ACTIONS: dict[str, Action] = {
    "join": join,
    "decline": decline,
    "venue": venue,
    "invite": invite,
    "begin": begin,
    "another": another,
    "another_game": another_game,
    "leave": leave,
    "add": add,
    "fill": fill,
    "fair": fair,
    "seat": seat,
    "level": level,
    "drop": drop,
    "options": options,
    "option": option,
    "clock": clock,
    "hints": hints,
    "watching": watching,
    "host": host,
    "start": start,
    "cancel": cancel,
    "rematch": rematch,
}
