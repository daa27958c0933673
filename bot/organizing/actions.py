"""Handlers of /tournament, and of a tournament's buttons for everybody."""

from __future__ import annotations

from discord import app_commands

from bot.app import Action, Interaction, Tap
from bot.driving.bounds import no_room_error
from bot.interactions import colours
from bot.interactions.commands import command
from bot.interactions.permissions import check_writable
from bot.interactions.replies import answer, reader
from bot.interactions.taps import number_in
from bot.order.admission import check_admission, check_game, notifiable_people
from bot.organizing.hosting import HOSTING, check_organizer, read_start_time
from bot.pages.sentence import sentence_page
from bot.refused import Refused
from bot.tournaments import acts
from bot.tournaments.host_pages import host_page
from bot.tournaments.private_pages import (
    fair_page,
    games_page,
    list_page,
    standing_page,
    tables_page,
    withdrawal_page,
)
from bot.tournaments.registry import has_open_tables, table_places
from bot.tournaments.state import TournamentState
from bot.wire.components import attached, text_display
from bot.wire.messages import File, framed
from storage.errors import NoRoom
from storage.fields import Name
from storage.tournaments.loading import load_tournaments_of
from storage.tournaments.rows import OUT


@command("tournament", "game", "when")
@app_commands.guild_only()
async def tournament(interaction: Interaction, game: str | None = None, when: str | None = None) -> None:
    """Open the sign-up of a tournament. Without a game, show the tournaments of the channel or the server.

    Args:
        interaction: the command that the person used.
        game: the id of the game; ``None`` to show tournaments.
        when: the start as the person typed it, such as ``tomorrow 20:00``; ``None`` for a start by the host.
    """
    # Without a game the command lists what there is.
    if game is None:
        await _show_tournaments(interaction)
        return
    app, user = interaction.client, interaction.user
    # The same checks as for a lobby, and the right to open tournaments.
    settings = await check_admission(interaction)
    await check_organizer(interaction, settings)
    guild = await check_writable(interaction, settings.channel_ids)
    check_game(settings, game)
    assert interaction.channel_id is not None
    starts_at = None if when is None else await read_start_time(interaction, when, settings)
    app.bounds.check_recent_closings(user.id, interaction.channel_id)
    # Settings are the usual ones until the host changes them.
    row = app.tournaments.new_row(
        guild_id=guild.id,
        channel_id=interaction.channel_id,
        host_id=user.id,
        game=game,
        locale=await app.public_language(guild),
        clock=settings.clock or app.config.clock,
        zone=settings.time_zone or "",
        starts_at=starts_at,
    )
    try:
        live, subscribers = await app.tournaments.open(row, Name(user.display_name))
    except NoRoom as full:
        raise no_room_error(full) from None
    app.bounds.count_opening(
        user.id, lambda: live.state.is_closed_unplayed, lambda channel_id: channel_id == row.channel_id
    )
    # Subscribers are called once the message is posted, so that they find it.
    app.notices.of(live).ping_subscribers(notifiable_people(interaction, settings, subscribers))
    await answer(interaction, host_page(live.state, reader(interaction)))


async def _show_tournaments(interaction: Interaction) -> None:
    app, words = interaction.client, reader(interaction)
    guild_id = interaction.guild_id or 0
    # In a channel with tournaments, these are what people look for.
    here = [
        live for live in app.tournaments.on(guild_id) if live.state.row.channel_id == interaction.channel_id
    ]
    for live in here:
        app.notices.of(live).to_bottom()
    if here:
        await answer(interaction, sentence_page(words("tournament-moved")))
        return
    # Elsewhere a list of all on the server.
    stored = await app.store.read(load_tournaments_of, guild_id)
    await answer(interaction, list_page([TournamentState.of(row) for row in stored], words))


async def join(tap: Tap) -> None:
    """Sign up the person who tapped for the tournament. After its start, invited people can accept."""
    await check_admission(tap.interaction)
    live = await tap.app.tournaments.find(tap.subject)
    live.state.check_server(tap.guild_id)
    now = tap.app.clock.now_ms()
    after = await live.change(acts.join, tap.user.id, tap.name, tap.handle, tap.interaction.id, now)
    mine = after.entrant_of(tap.user.id)
    if mine is None or mine.status == OUT:  # barred meanwhile
        raise Refused("tournament-not-in")
    words, is_asked = reader(tap.interaction), after.is_open and after.asks_for_presence and not mine.is_here
    sentence = words("tournament-joined", presence="yes" if is_asked else "no")
    if not after.is_open:
        sentence = words("tournament-joined-late")
    await answer(tap.interaction, sentence_page(sentence))


async def decline(tap: Tap) -> None:
    """Answer an invitation to the tournament with "not now"."""
    live = await tap.app.tournaments.find(tap.subject)
    live.state.check_server(tap.guild_id)
    after = await live.change(acts.decline, tap.user.id)
    sentence = reader(tap.interaction)("tournament-declined", open="yes" if after.is_open else "no")
    await answer(tap.interaction, sentence_page(sentence))


async def leave(tap: Tap) -> None:
    """Remove the person who tapped from the sign-up. In a running tournament, ask them to confirm first."""
    live = await tap.app.tournaments.find(tap.subject)
    words = reader(tap.interaction)
    if live.state.is_open:
        after = await live.change(acts.leave, tap.user.id)
        # The tournament may have started in the meantime.
        key = "tournament-left-sign-up" if after.is_open else "tournament-left"
        await answer(tap.interaction, sentence_page(words(key)))
        return
    acts.leave(live.state, tap.user.id)  # refuses people who do not take part
    await answer(tap.interaction, withdrawal_page(live.state, words))


async def withdraw(tap: Tap) -> None:
    """Withdraw the person who tapped from all further rounds of the tournament."""
    live = await tap.app.tournaments.find(tap.subject)
    await live.change(acts.leave, tap.user.id)
    await tap.reply(sentence_page(reader(tap.interaction)("tournament-left")))


async def mark_present(tap: Tap) -> None:
    """Mark the person who tapped as present at the tournament."""
    await check_admission(tap.interaction)
    live = await tap.app.tournaments.find(tap.subject)
    after = await live.change(acts.confirm_presence, tap.user.id)
    key = "tournament-here" if after.is_open else "tournament-back"
    await answer(tap.interaction, sentence_page(reader(tap.interaction)(key)))


async def show_standings(tap: Tap) -> None:
    """Show a page of the tournament's standings in a private message."""
    state = await _tapped_tournament(tap)
    await tap.reply(standing_page(state, tap.user.id, reader(tap.interaction), _page(tap)))


async def show_tables(tap: Tap) -> None:
    """Show a page of the round's tables in a private message."""
    state = await _tapped_tournament(tap)
    await tap.reply(
        tables_page(state, reader(tap.interaction), table_places(state, tap.app.tables), _page(tap) or 0)
    )


async def show_replays_menu(tap: Tap) -> None:
    """Show a private menu that opens the replays of a round's games."""
    state = await _tapped_tournament(tap)
    await tap.reply(games_page(state, reader(tap.interaction), _page(tap)))


async def _tapped_tournament(tap: Tap) -> TournamentState:
    state = await tap.app.tournaments.look_up(tap.subject)
    state.check_server(tap.guild_id)
    return state


def _page(tap: Tap) -> int | None:
    return number_in(tap.arg) if tap.arg else None


async def explain_fairness(tap: Tap) -> None:
    """Explain how to check the tournament's pairings and deals, in a private message."""
    state = await _tapped_tournament(tap)
    await answer(tap.interaction, fair_page(state, reader(tap.interaction)))


async def send_record(tap: Tap) -> None:
    """Send the tournament's record as a file, which ``tefuda verify`` checks."""
    state = await _tapped_tournament(tap)
    # All tables' shuffles follow from the seed, so it stays secret as long as a game is played.
    if not state.is_closed or has_open_tables(state, tap.app.tables):
        raise Refused("tournament-not-over")
    words = reader(tap.interaction)
    file = File(f"tournament-{state.id}.txt", state.record.encode())
    items = text_display(words("tournament-proof")), attached(file.filename)
    await answer(tap.interaction, framed(*items, accent=colours.QUIET, files=[file]))


COMMANDS = (tournament,)
ACTIONS: dict[str, Action] = {
    **HOSTING,
    "cup_join": join,
    "cup_decline": decline,
    "cup_leave": leave,
    "cup_left": withdraw,
    "cup_fair": explain_fairness,
    "cup_here": mark_present,
    "cup_standing": show_standings,
    "cup_tables": show_tables,
    "cup_games": show_replays_menu,
    "cup_proof": send_record,
}
