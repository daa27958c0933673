"""Handlers of /play, of the other ways to open a lobby, and of the lobby's buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Concatenate, ParamSpec

import discord

from bot.app import Action, Interaction, Tap
from bot.driving.table import Table
from bot.interactions import colours
from bot.interactions.commands import allowed_everywhere, command
from bot.interactions.permissions import check_writable, is_hosted, may_practise
from bot.interactions.replies import answer, reader, update
from bot.lobby.hosting import HOSTING, add_computers_of_level
from bot.lobby.practice import PUBLISH_MS, elsewhere_page, open_practice, practise
from bot.lobby.venue import choose_venue_at_start, venue_of_new_table
from bot.order.admission import (
    check_admission,
    check_game,
    notifiable_people,
    report_unnotified,
    unsubscribe_leavers,
)
from bot.pages.lobby import joined_rematch_page, next_game_page, no_rematch_page
from bot.refused import Refused
from bot.showing import answers
from bot.showing.desired import pings_of
from bot.tables import appointments, invitations
from bot.tables import lobby as acts
from bot.tables.state import TableState
from bot.tables.times import AppointmentTime, read_when
from bot.wire.components import text_display
from bot.wire.messages import framed
from bot.wire.pings import PingReason
from games import GAMES, find_game
from games.core.game import DEFAULT_LEVEL
from storage.errors import RematchTaken
from storage.fields import Name
from storage.rows import GatheringRow, InvitationRow, SeatRow
from storage.servers.settings import load_settings

P = ParamSpec("P")

INVITATIONS = tuple(f"invite{number}" for number in range(1, 8))


async def open_lobby(
    interaction: Interaction,
    game_id: str,
    options: Mapping[str, str] | None = None,
    computers: Sequence[SeatRow] = (),
    guests: Sequence[int] = (),
    after: TableState | None = None,
    *,
    is_rematch: bool = False,
    when: AppointmentTime | None = None,
) -> Table:
    """Open a lobby in the channel of an interaction, and answer with the lobby's message.

    Args:
        guests: user ids of invited people, whom the message mentions.
        after: the earlier table whose settings are kept.
        is_rematch: start the game once all invited people have joined.
        when: the planned time; ``None`` to open the lobby now.

    Raises:
        Refused: the person cannot open a table here.
        RematchTaken: the earlier table already has a lobby for its next game.
    """
    # Without a server it is practice; on a server, person, channel and game have to be allowed.
    app, user = interaction.client, interaction.user
    if interaction.guild_id is None:
        return await open_practice(interaction, game_id, options, computers, after, is_rematch=is_rematch)
    if not is_hosted(interaction):
        raise Refused("play-not-hosted")
    settings = await check_admission(interaction)
    guild = await check_writable(interaction, settings.channel_ids)
    check_game(settings, game_id)
    assert interaction.channel_id is not None
    # Write the lobby with its invitations.
    guest_ids = [guest for guest in dict.fromkeys(guests) if guest != user.id]
    app.bounds.check_recent_closings(user.id, interaction.channel_id)
    table = await app.tables.open_lobby(
        guild_id=guild.id,
        channel_id=interaction.channel_id,
        host_id=user.id,
        host_name=Name(user.display_name),
        host_handle=Name(user.name),
        join_id=interaction.id,
        game_id=game_id,
        locale=await app.public_language(guild),
        options=options,
        computers=computers,
        after=None if after is None else after.row,
        gathering=GatheringRow(
            venue_of_new_table(interaction, settings, after),
            invitations=tuple(InvitationRow(guest, is_told=True) for guest in guest_ids),
            is_rematch=is_rematch,
            starts_at=None if when is None else when.at,
            weekly=None if when is None else when.weekly,
        ),
    )
    app.bounds.count_lobby(user.id, table)
    # Show it, and ping those invited people and subscribers who may be pinged now.
    people = [invitation.user_id for invitation in table.state.gathering.invitations]
    guest_ids = [invitation.user_id for invitation in invitations.guests(table.state)]
    heard = notifiable_people(interaction, settings, people)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        # By the lobby's own message, and one that calls them.
        await table.change(invitations.mark_pinged, heard, is_told=False)
    else:
        pings = pings_of(table.state, heard, PingReason.INVITATION)
        await answers.open_lobby(app.writer(table), interaction, pings)
    await report_unnotified(interaction, settings, [guest for guest in guest_ids if guest not in heard])
    await unsubscribe_leavers(app, guild, table)
    return table


@allowed_everywhere
@command("play", "game", "when", *INVITATIONS)
async def play(
    interaction: Interaction,
    game: str,
    when: str | None = None,
    invite1: discord.Member | None = None,
    invite2: discord.Member | None = None,
    invite3: discord.Member | None = None,
    invite4: discord.Member | None = None,
    invite5: discord.Member | None = None,
    invite6: discord.Member | None = None,
    invite7: discord.Member | None = None,
) -> None:
    """Open a lobby in this channel, now or at the typed time ``when``. In a direct message, start a practice
    game.
    """
    # In a direct message people play against computer players only.
    if may_practise(interaction):
        await practise(interaction, game)
        return
    # A person may have installed the application for themselves, on a server without the bot.
    if not is_hosted(interaction):
        await answer(interaction, elsewhere_page(interaction.application_id, reader(interaction)))
        return
    # Discord has no parameter for several people, so there are seven of one each.
    guests_named = (invite1, invite2, invite3, invite4, invite5, invite6, invite7)
    guests = [member for member in guests_named if member is not None]
    if any(guest.bot for guest in guests):
        raise Refused("no-bots-invited")
    at = None if when is None else await _typed_time(interaction, when)
    await open_lobby(interaction, game, guests=[guest.id for guest in guests], when=at)


async def _typed_time(interaction: Interaction, when: str) -> AppointmentTime:
    app, guild = interaction.client, interaction.guild
    if guild is None:
        raise Refused("only-in-servers")
    settings = await app.store.read(load_settings, guild.id)
    zone = appointments.zone_of(settings.time_zone, await app.public_language(guild))
    return read_when(when, app.clock.now_ms(), zone)


async def _answer_with_lobby(tap: Tap, table: Table, confirmation: str = "") -> None:
    message = tap.interaction.message
    is_call = message is not None and message.id == table.shown_row.call_id
    # A tap elsewhere is confirmed in words; the lobby's own message shows the change.
    if confirmation and (tap.is_private or is_call):
        await tap.reply(framed(text_display(reader(tap.interaction)(confirmation)), accent=colours.LOBBY))
        return
    await answers.update_lobby(tap.app.writer(table), tap.interaction)


async def _change_lobby(
    tap: Tap,
    act: Callable[Concatenate[TableState, int, P], TableState],
    confirmation: str,
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(act, tap.user.id, *args, **kwargs)
    await _answer_with_lobby(tap, table, confirmation)


async def join(tap: Tap) -> None:
    """Add the person who tapped to the lobby."""
    await check_admission(tap.interaction)
    await _change_lobby(
        tap, acts.join, "invitation-joined", tap.name, tap.interaction.id, tap.guild_id, tap.handle
    )


async def _answer_invitation(
    tap: Tap, act: Callable[[TableState, int, Name, int], TableState], confirmation: str = ""
) -> None:
    await check_admission(tap.interaction)
    await _change_lobby(tap, act, confirmation, tap.name, tap.guild_id)


async def leave(tap: Tap) -> None:
    """Remove the person who tapped from the lobby. A lobby without people is closed."""
    await _change_lobby(tap, acts.sealed_change(tap.interaction.id, acts.leave), "lobby-left")


async def swap(tap: Tap) -> None:
    """Swap seats between the person who tapped and a player of another team."""
    await _change_lobby(tap, acts.sealed_change(tap.interaction.id, acts.swap), "lobby-swapped")


async def start(tap: Tap) -> None:
    """Start the lobby's game. If the host is gone, anybody seated can start it, and becomes the host."""
    table = await tap.app.tables.lobby(tap.subject)
    settings = await tap.app.store.read(load_settings, table.state.row.guild_id)
    if tap.interaction.guild_id is not None:
        await check_writable(tap.interaction, settings.channel_ids)
    acts.check_start(table.state, tap.user.id)
    await choose_venue_at_start(tap, table)
    # The message must show the seal of the shuffles before a card is dealt.
    await tap.app.writer(table).publish(PUBLISH_MS)
    await table.start(tap.user.id)
    await _answer_with_lobby(tap, table)


# --- once more ------------------------------------------------------------------------------------------


async def rematch(tap: Tap) -> None:
    """Open or join the lobby of a rematch."""
    if over := await _own_finished_table(tap):
        await _open_or_join_next(tap, over, over.game.id, over.row.options, is_rematch=True)


async def open_learnt_game(tap: Tap) -> None:
    """Open a lobby for the game of a finished lesson."""
    _check_game_exists(tap.subject)
    if tap.interaction.guild_id is None:
        await practise(tap.interaction, tap.subject)
        return
    await open_lobby(tap.interaction, tap.subject)
    if tap.is_private:
        display = text_display(reader(tap.interaction)("lobby-opened"))
        await update(tap.interaction, framed(display, accent=colours.LOBBY))


async def start_at_once(tap: Tap) -> None:
    """Open a lobby, fill it with computer players, and start the game at once."""
    _check_game_exists(tap.subject)
    # Outside of servers there is only practice.
    if tap.interaction.guild_id is None:
        await practise(tap.interaction, tap.subject)
        return
    table = await open_lobby(tap.interaction, tap.subject)
    writer = tap.app.writer(table)
    if tap.is_private:
        soon = text_display(reader(tap.interaction)("rematch-soon"))
        await update(tap.interaction, framed(soon, accent=colours.LOBBY))
    await add_computers_of_level(tap, table, DEFAULT_LEVEL)
    await writer.publish(PUBLISH_MS)
    await table.start(tap.user.id)
    if tap.is_private:
        await writer.publish(PUBLISH_MS)  # the hand is below the table's message
        await writer.panels.open_below(tap.interaction, 0)


async def ask_next_game(tap: Tap) -> None:
    """Ask which game the same people want to play next."""
    if over := await _own_finished_table(tap):
        played = (await tap.app.store.read(load_settings, over.row.guild_id)).games
        await answer(tap.interaction, next_game_page(over.snapshot, reader(tap.interaction), played))


async def open_next_game(tap: Tap) -> None:
    """Open or join the lobby of the next game for the same people."""
    _check_game_exists(tap.value)
    if over := await _own_finished_table(tap):
        await _open_or_join_next(tap, over, tap.value)


async def _own_finished_table(tap: Tap) -> TableState | None:
    over = await tap.app.tables.find_state(tap.subject)
    if not over.is_publicly_closed:
        raise Refused("not-over-yet")
    if over.has_ever_sat(tap.user.id):
        return over
    # People who did not play are offered a new lobby.
    await answer(tap.interaction, no_rematch_page(over.snapshot, reader(tap.interaction)))
    return None


def _check_game_exists(game_id: str) -> None:
    if all(game.id != game_id for game in GAMES):
        raise Refused("stale-button")


async def _open_or_join_next(
    tap: Tap,
    finished: TableState,
    game_id: str,
    options: Mapping[str, str] | None = None,
    *,
    is_rematch: bool = False,
) -> None:
    people = [seat.user_id for seat in finished.seats if seat.user_id is not None]
    room = find_game(game_id).rules.seats[1] - len({*people, tap.user.id})
    computers = [seat for seat in finished.seats if seat.level is not None and not seat.has_left][
        : max(0, room)
    ]
    lobbies = [table for table in tap.app.tables.open() if table.state.is_lobby]
    following = next((table.id for table in lobbies if table.state.row.rematch_of == finished.id), None)
    if following is not None:  # who joins it opens none, so the limits of opening do not apply
        table = await _join(tap, following)
    else:
        try:
            table = await open_lobby(
                tap.interaction, game_id, options, computers, people, finished, is_rematch=is_rematch
            )
        except RematchTaken as taken:  # another tap was faster
            table = await _join(tap, taken.table_id)
    before = tap.app.tables.tables.get(finished.id)
    if before is not None:
        tap.app.writer(before).panels.forget_hand(tap.interaction)
    page = joined_rematch_page(table.state.snapshot, reader(tap.interaction))
    await tap.app.writer(table).panels.show_until_start(tap.interaction, page)


async def _join(tap: Tap, table_id: str) -> Table:
    await check_admission(tap.interaction)
    table = await tap.app.tables.lobby(table_id)
    if table.state.seat_of(tap.user.id) is None:
        person = tap.user.id, tap.name
        await table.change(acts.join, *person, tap.interaction.id, tap.guild_id, tap.handle)
    return table


COMMANDS = (play,)
ACTIONS: dict[str, Action] = {
    **HOSTING,
    "now": start_at_once,
    "join": join,
    "decline": partial(_answer_invitation, act=invitations.decline, confirmation="invitation-declined"),
    "maybe": partial(_answer_invitation, act=appointments.answer_maybe),
    "cannot": partial(_answer_invitation, act=appointments.answer_not_coming),
    "begin": open_learnt_game,
    "another": ask_next_game,
    "another_game": open_next_game,
    "leave": leave,
    "swap": swap,
    "start": start,
    "cancel": partial(_change_lobby, act=acts.close, confirmation="lobby-cancelled"),
    "rematch": rematch,
}
