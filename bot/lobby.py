"""Lobbies: people and computer players gather; the host sets the options and starts the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot import interactions
from bot.app import Action, Interaction, Tap
from bot.driving.table import Table
from bot.interactions import (
    allowed_everywhere,
    answer,
    ask,
    can_have_thread,
    check_threads,
    check_writable,
    command,
    context_menu,
    has_threads,
    is_hosted,
    may_practise,
    number_in,
    update,
    words_for,
)
from bot.language import escape, public_label
from bot.lists import not_none, user_ids
from bot.moderation import (
    check_admission,
    check_game,
    may_moderate,
    notifiable_people,
    remove_from_lobby,
    report_unnotified,
    unsubscribe_leavers,
)
from bot.pages.lobby import (
    SHORT,
    beginning_page,
    clash_page,
    computers_page,
    confirm_time_page,
    fair_page,
    invitation_game_page,
    invited_page,
    lesson_offer_page,
    lobby_over_page,
    more_page,
    options_form,
    options_page,
    read_options_form,
    time_changed_page,
    time_form,
)
from bot.pages.messages import sentence_page
from bot.pages.people import other_length
from bot.practice import (
    PUBLISH_MS,
    add_computers_of_level,
    elsewhere_page,
    open_practice,
    practise,
)
from bot.refused import Refused
from bot.showing.desired import pings_of
from bot.tables import lobby as acts
from bot.tables import planning, presence
from bot.tables.state import TableState
from bot.times import PlannedTime, weekly_at
from bot.when import complete_time, typed_time, zone_here
from bot.wire.components import text_display
from bot.wire.messages import Page, framed
from bot.wire.pings import PingReason
from games import GAMES, find_game
from games.core.cards import all_but
from storage.errors import StorageError
from storage.rows import (
    CHANNEL,
    NO_THREAD,
    THREAD,
    GatheringRow,
    GuildSettings,
    InvitationRow,
    Name,
    SeatRow,
    Venue,
)
from storage.scores.stats import load_played_games
from storage.servers import load_settings

# --- venue --------------------------------------------------------------------------------------------------
# Where a game is played: in its channel, or in a thread of its own.


def venue_of_new_table(interaction: Interaction, settings: GuildSettings, after: TableState | None) -> Venue:
    """Return where a new table is played: ``CHANNEL`` or ``THREAD``.

    Args:
        after: the earlier table. Its kind of place is kept if possible.
    """
    if after is not None:
        venue = CHANNEL if after.gathering.venue == CHANNEL else THREAD
    elif _has_running_game(interaction):
        # Pings of a second game would bury the private panels of the first.
        venue = THREAD
    else:
        venue = settings.venue
    if venue != THREAD or can_have_thread(interaction):
        return venue
    # Where there could be a thread, but the bot may not open one, the table says so.
    if has_threads(interaction):
        return NO_THREAD
    return CHANNEL


async def choose_venue_at_start(tap: Tap, table: Table) -> None:
    """Choose a thread for a game that begins, if another game has begun in the channel.

    If the bot may not open threads, choose the channel.
    """
    venue = table.state.gathering.venue
    may_open = can_have_thread(tap.interaction)
    if venue == THREAD and not may_open:
        await table.change(acts.settle_venue, tap.user.id, NO_THREAD)
        return
    is_second = venue == CHANNEL and _has_running_game(tap.interaction, table.state.row.created_at)
    if is_second and (may_open or has_threads(tap.interaction)):
        await table.change(acts.settle_venue, tap.user.id, THREAD if may_open else NO_THREAD)


def _has_running_game(interaction: Interaction, since: int = 0) -> bool:
    channel_id = interaction.channel_id or 0
    for table in interaction.client.tables.in_channel(channel_id):
        state = table.state
        is_here = state.has_begun and state.place_id == channel_id
        if is_here and (state.row.started_at or 0) >= since:
            return True
    return False


# --- hosting ------------------------------------------------------------------------------------------------
# Handlers of a lobby's private pages: options, computer players, and *More*.


async def _show_private_page(tap: Tap, table: Table, page: Page) -> None:
    tap.app.writer(table).panels.track_lobby_page(tap.interaction, await tap.reply(page))


async def _hosted(tap: Tap) -> Table:
    table = await tap.app.tables.lobby(tap.subject)
    acts.check_host(table.state, tap.user.id)
    return table


async def close_page(tap: Tap) -> None:
    """Close the tapped private page of a lobby."""
    await update(tap.interaction, framed(text_display(words_for(tap.interaction)("lobby-page-done"))))


# --- options ------------------------------------------------------------------------------------------------


async def open_options_form(tap: Tap) -> None:
    """Open the form of the game's options for the host."""
    snapshot = (await _hosted(tap)).state.snapshot
    form = options_form(snapshot, words_for(tap.interaction), has_threads=has_threads(tap.interaction))
    await ask(tap.interaction, form)


async def set_options(tap: Tap) -> None:
    """Set all options of the lobby's game that the host's form has."""
    table = await _hosted(tap)
    form = read_options_form(table.state.snapshot, tap.fields)
    if form.venue == THREAD and table.state.gathering.venue != THREAD:
        check_threads(tap.interaction)
    act = acts.record_tap(tap.interaction.id, acts.set_options)
    after = await table.change(act, tap.user.id, *form)
    if clashing := [name for name, value in form.options.items() if after.options[name] != value]:
        await answer(tap.interaction, clash_page(after.snapshot, clashing, words_for(tap.interaction)))
    else:
        await _answer_with_lobby(tap, table)


async def open_options(tap: Tap) -> None:
    """Show the host the page of all options of the game."""
    await _show_options(tap, await _hosted(tap))


async def _show_options(tap: Tap, table: Table) -> None:
    page = options_page(
        table.state.snapshot, words_for(tap.interaction), has_threads=has_threads(tap.interaction)
    )
    await _show_private_page(tap, table, page)


async def set_option(tap: Tap) -> None:
    """Set the chosen option of the lobby's game."""
    table = await tap.app.tables.lobby(tap.subject)
    act = acts.record_tap(tap.interaction.id, acts.set_option)
    await table.change(act, tap.user.id, tap.arg, tap.value)
    await _show_options(tap, table)


async def set_venue(tap: Tap) -> None:
    """Set the place of the lobby's game: the channel or a thread."""
    table = await _hosted(tap)
    if tap.value == THREAD:
        check_threads(tap.interaction)
    await table.change(acts.set_venue, tap.user.id, tap.value)
    await _show_options(tap, table)


async def set_clock(tap: Tap) -> None:
    """Set the time limit of turns for the lobby's game."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.set_clock, tap.user.id, tap.value)
    await _show_options(tap, table)


async def switch_feature(tap: Tap, feature: str) -> None:
    """Switch a feature of the lobby's game on or off.

    Args:
        feature: ``hints``, ``watching`` (former players see all hands) or ``crowd`` (spectators guess).
    """
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.switch_feature, tap.user.id, feature, tap.arg == "on")
    await _show_options(tap, table)


async def set_length(tap: Tap) -> None:
    """Make the lobby's game short, or whole again, for the host."""
    table = await _hosted(tap)
    other = other_length(table.state.snapshot)
    # A second tap on the same button changes nothing.
    if other is not None and other.is_short == (tap.arg == SHORT):
        act = acts.record_tap(tap.interaction.id, acts.set_options)
        await table.change(act, tap.user.id, other.options, table.state.row.clock, {})
    await _answer_with_lobby(tap, table)


# --- computer players ---------------------------------------------------------------------------------------


async def open_computers(tap: Tap) -> None:
    """Show the host the page for adding and removing computer players."""
    await _show_computers(tap, await _hosted(tap))


async def _show_computers(tap: Tap, table: Table) -> None:
    await _show_private_page(tap, table, computers_page(table.state.snapshot, words_for(tap.interaction)))


async def add_computers(tap: Tap, most: int | None = None) -> None:
    """Add computer players of the chosen level to the lobby.

    Args:
        most: the largest number to add; ``None`` to fill up the table.
    """
    table = await tap.app.tables.lobby(tap.subject)
    level, _, seats = tap.arg.partition(".")
    if level not in table.state.game.levels:
        raise Refused("stale-button")
    if seats:
        most = max(0, number_in(seats) - len(table.state.seats))
    await add_computers_of_level(tap.interaction, table, level, most)
    await _show_computers(tap, table)


async def remove_computers(tap: Tap, most: int | None = None) -> None:
    """Remove computer players from the lobby.

    Args:
        most: the largest number to remove; ``None`` for all.
    """
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.record_tap(tap.interaction.id, acts.remove_computers), tap.user.id, most)
    await _show_computers(tap, table)


# --- more ---------------------------------------------------------------------------------------------------


async def open_more(tap: Tap) -> None:
    """Show the page for inviting people, and for leaving or cancelling the lobby."""
    table = await tap.app.tables.lobby(tap.subject)
    settings = await tap.app.store.read(load_settings, table.state.row.guild_id)
    page = more_page(
        table.state.snapshot,
        tap.user.id,
        words_for(tap.interaction),
        is_moderator=await may_moderate(tap.interaction, settings),
    )
    await _show_private_page(tap, table, page)


async def remove_person(tap: Tap) -> None:
    """Remove the chosen person from the lobby permanently."""
    table = await _hosted(tap)
    await remove_from_lobby(tap.interaction, table, tap.chosen_id, is_moderator=False)
    await open_more(tap)


async def invite_members(tap: Tap) -> None:
    """Invite the chosen members to the lobby and notify them."""
    table = await _hosted(tap)
    data: Mapping[str, Any] = tap.interaction.data or {}
    # Discord lets people choose bots in the menu.
    if any(user.get("bot") for user in data.get("resolved", {}).get("users", {}).values()):
        raise Refused("no-bots-invited")
    settings = await tap.app.store.read(load_settings, table.state.row.guild_id)
    unheard = await _invite(tap.interaction, table, settings, list(map(number_in, tap.values)))
    await open_more(tap)
    await report_unnotified(tap.interaction, settings, unheard)


async def _invite(
    interaction: Interaction, table: Table, settings: GuildSettings, people: Sequence[int]
) -> Sequence[int]:
    # Only those who are new are pinged, within the limits of pings.
    before = user_ids(acts.guests(table.state))
    await table.change(acts.invite, interaction.user.id, people)
    new = all_but(acts.ids_to_ping(table.state), before)
    heard = notifiable_people(interaction, settings, new)
    # People beyond the limits count as pinged; the host learns of it.
    unheard = all_but(new, heard)
    if unheard:
        await table.change(acts.mark_pinged, unheard)
    return unheard


@context_menu("invite")
async def invite_member(interaction: Interaction, member: discord.Member) -> None:
    """Invite a member to the person's open lobby; without one, ask for which game to open it."""
    settings = await check_admission(interaction)
    words = words_for(interaction)
    if member.bot:
        raise Refused("no-bots-invited")
    if member.id == interaction.user.id:
        raise Refused("invite-oneself")
    table = _lobby_hosted_by(interaction)
    if table is None:
        await answer(interaction, invitation_game_page(member.id, words, settings.games))
        return
    unheard = await _invite(interaction, table, settings, [member.id])
    await answer(interaction, invited_page(table.state.snapshot, member.id, words))
    await report_unnotified(interaction, settings, unheard)


def _lobby_hosted_by(interaction: Interaction) -> Table | None:
    # The newest lobby of the channel is meant, or the newest one elsewhere on the server.
    here = interaction.client.tables.in_guild(interaction.guild_id)
    hosted = [table for table in here if table.state.row.host_id == interaction.user.id]
    lobbies = [table for table in hosted if table.state.is_lobby]

    def order(table: Table) -> tuple[bool, int]:
        row = table.state.row
        return row.channel_id == interaction.channel_id, row.created_at

    return max(lobbies, key=order, default=None)


async def open_lobby_for(tap: Tap) -> None:
    """Open a lobby for the chosen game, with an invitation for the member of the page."""
    check_game_exists(tap.value)
    table = await open_lobby(tap.interaction, tap.value, guests=[number_in(tap.subject)])
    await update(tap.interaction, sentence_page(words_for(tap.interaction)("lobby-opened")))
    await offer_lesson(tap.interaction, table)


async def change_host(tap: Tap) -> None:
    """Make the chosen person the host of the lobby."""
    table = await tap.app.tables.lobby(tap.subject)
    heir = tap.chosen_id
    state = await table.change(acts.hand_over, tap.user.id, heir)
    name = next(seat.name for seat in state.people if seat.user_id == heir)
    sentence = words_for(tap.interaction)("handed-over", name=escape(name))
    await update(tap.interaction, framed(text_display(sentence)))


async def take_over(tap: Tap) -> None:
    """Make the person who tapped the host of the lobby, since its host is gone."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.take_over, tap.user.id)
    await open_more(tap)


async def explain_fairness(tap: Tap) -> None:
    """Explain a table's fair shuffles in a private message."""
    state = await tap.app.tables.find_state(tap.subject)
    await answer(tap.interaction, fair_page(state.snapshot, tap.user.id, words_for(tap.interaction)))


# --- another time -------------------------------------------------------------------------------------------

EACH_WEEK = ".weekly"
"""In a custom id: end of a time that repeats weekly."""


async def ask_new_time(tap: Tap) -> None:
    """Open the form in which the host types another time for a planned game."""
    table = await _hosted(tap)
    zone = await zone_here(tap.interaction)
    await interactions.ask(tap.interaction, time_form(table.state.snapshot, zone, words_for(tap.interaction)))


async def read_new_time(tap: Tap) -> None:
    """Show the host what the typed time means, and ask whether the game is moved to it."""
    table = await _hosted(tap)
    planned = await typed_time(tap.interaction, tap.entry("when"))
    after = planning.change_time(table.state, tap.user.id, planned)
    arg = f"{planned.at // 1000}{EACH_WEEK if planned.weekly else ''}"
    await _show_private_page(tap, table, confirm_time_page(after.snapshot, arg, words_for(tap.interaction)))


async def set_new_time(tap: Tap) -> None:
    """Move a planned game to the confirmed time. People who have signed up are notified."""
    table = await _hosted(tap)
    seconds = number_in(tap.arg.removesuffix(EACH_WEEK))
    # A time stamp is checked like a typed time, since time has passed.
    planned = await typed_time(tap.interaction, f"<t:{seconds}>")
    if tap.arg.endswith(EACH_WEEK):
        planned = PlannedTime(planned.at, weekly_at(planned.at, await zone_here(tap.interaction)))
    after = await table.change(planning.change_time, tap.user.id, planned)
    people = bool(planning.ids_to_tell(after))
    await table.update_sent(called=(planning.NEW_TIME,) if people else ())
    await tap.app.writer(table).move_event()
    page = time_changed_page(after.snapshot, words_for(tap.interaction), tells=people)
    await _show_private_page(tap, table, page)


# --- actions ------------------------------------------------------------------------------------------------
# Handlers of /play, of the other ways to open a lobby, and of the lobby's buttons.

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
    when: PlannedTime | None = None,
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
    app = interaction.client
    user = interaction.user
    if interaction.guild_id is None:
        return await open_practice(interaction, game_id, options, computers, after, is_rematch=is_rematch)
    if not is_hosted(interaction):
        raise Refused("play-not-hosted")
    settings = await check_admission(interaction)
    guild = await check_writable(interaction, settings.channel_ids)
    check_game(settings, game_id)
    assert interaction.channel_id is not None
    # Write the lobby with its invitations.
    guest_ids = all_but(dict.fromkeys(guests), {user.id})
    app.opening_limits.check_recent_closings(user.id, interaction.channel_id)
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
    app.opening_limits.count_opening(user.id, table)
    await _show_new_lobby(interaction, settings, table)
    await unsubscribe_leavers(app, guild, table)
    return table


async def _show_new_lobby(interaction: Interaction, settings: GuildSettings, table: Table) -> None:
    # Ping those invited people and subscribers who may be pinged now.
    people = user_ids(table.state.gathering.invitations)
    guest_ids = user_ids(acts.guests(table.state))
    heard = notifiable_people(interaction, settings, people)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        # By the lobby's own message, and one that pings them.
        await table.change(acts.mark_pinged, heard, is_told=False)
    else:
        pings = pings_of(table.state, heard, PingReason.INVITATION)
        await interaction.client.writer(table).open_lobby(interaction, pings)
    await report_unnotified(interaction, settings, all_but(guest_ids, heard))


@allowed_everywhere
@command("play", "game", "when", *INVITATIONS)
@app_commands.autocomplete(when=complete_time)
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
        page = await page_before_game(interaction, game)
        if page is None:
            await practise(interaction, game)
        else:
            await answer(interaction, page)
        return
    # A person may have installed the application for themselves, on a server without the bot.
    if not is_hosted(interaction):
        await answer(interaction, elsewhere_page(interaction.application_id, words_for(interaction)))
        return
    # Discord has no parameter for several people, so there are seven of one each.
    guests_named = (invite1, invite2, invite3, invite4, invite5, invite6, invite7)
    guests = not_none(guests_named)
    if any(guest.bot for guest in guests):
        raise Refused("no-bots-invited")
    at = None if when is None else await typed_time(interaction, when)
    table = await open_lobby(interaction, game, guests=[guest.id for guest in guests], when=at)
    await offer_lesson(interaction, table)


async def page_before_game(interaction: Interaction, game_id: str) -> Page | None:
    """Return the page that asks how to begin a game at once; ``None`` if there is nothing to ask."""
    game = find_game(game_id)
    is_first = await _is_first_game(interaction, game_id)
    if game.short_options or (is_first and game.lesson is not None):
        return beginning_page(game, words_for(interaction), is_first=is_first)
    return None


async def _is_first_game(interaction: Interaction, game_id: str) -> bool:
    # The person has never finished a game of this kind.
    # An unreadable history does not hold up a game.
    try:
        played = await interaction.client.store.read(load_played_games, interaction.user.id)
    except StorageError:
        return False
    return game_id not in played


def check_game_exists(game_id: str) -> None:
    """Refuse the id of an unknown game, which the button of an older version may carry."""
    if game_id not in GAMES.ids:
        raise Refused("stale-button")


async def _answer_with_lobby(tap: Tap, table: Table, confirmation: str = "") -> None:
    message = tap.interaction.message
    is_ping = message is not None and message.id == table.sent_row.call_id
    # A tap elsewhere is confirmed in words; the lobby's own message shows the change.
    if confirmation and (tap.is_private or is_ping):
        words = words_for(tap.interaction)
        sentence = words(confirmation, join=public_label("button-join", table.state.row.locale))
        await tap.reply(framed(text_display(sentence), accent=interactions.LOBBY))
        return
    await tap.app.writer(table).update_lobby(tap.interaction)


async def join(tap: Tap) -> None:
    """Add the person who tapped to the lobby."""
    await check_admission(tap.interaction)
    table = await tap.app.tables.lobby(tap.subject)
    if tap.user.id in presence.asked_ids(table.state):
        await confirm_presence(tap)
        return
    await table.change(acts.join, tap.user.id, tap.name, tap.interaction.id, tap.guild_id, tap.handle)
    await _answer_with_lobby(tap, table, "invitation-joined")
    await offer_lesson(tap.interaction, table)


async def offer_lesson(interaction: Interaction, table: Table) -> None:
    """Offer the lesson, once, in a private message to a person who has joined a first game of its kind."""
    game = table.state.game
    if game.lesson is None or not await _is_first_game(interaction, game.id):
        return
    offers = interaction.client.lesson_offers
    if offers.get_or_make((interaction.user.id, game.id), lambda: interaction.id) == interaction.id:
        page = lesson_offer_page(game, words_for(interaction), table.state.options)
        await answer(interaction, page)


async def confirm_presence(tap: Tap) -> None:
    """Note that the person who tapped is still there. When the game begins, they get their hand."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(presence.confirm, tap.user.id)
    page = sentence_page(words_for(tap.interaction)("presence-here"))
    await tap.app.writer(table).panels.show_until_start(tap.interaction, page)


async def decline(tap: Tap) -> None:
    """Decline the invitation of the person who tapped."""
    await check_admission(tap.interaction)
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.decline, tap.user.id, tap.name, tap.guild_id)
    await _answer_with_lobby(tap, table, "invitation-declined")


async def answer_maybe(tap: Tap) -> None:
    """Note that the person who tapped may come to the planned game."""
    await check_admission(tap.interaction)
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(planning.answer_maybe, tap.user.id, tap.name, tap.guild_id)
    await _answer_with_lobby(tap, table)


async def answer_not_coming(tap: Tap) -> None:
    """Note that the person who tapped cannot come to the planned game."""
    await check_admission(tap.interaction)
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(planning.answer_not_coming, tap.user.id, tap.name, tap.guild_id)
    await _answer_with_lobby(tap, table)


async def leave(tap: Tap) -> None:
    """Remove the person who tapped from the lobby. A lobby without people is closed."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.record_tap(tap.interaction.id, acts.leave), tap.user.id)
    await _answer_with_lobby(tap, table, "lobby-left")


async def swap(tap: Tap) -> None:
    """Swap seats between the person who tapped and a player of another team."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.record_tap(tap.interaction.id, acts.swap), tap.user.id)
    await _answer_with_lobby(tap, table, "lobby-swapped")


async def cancel(tap: Tap) -> None:
    """Close the lobby of the person who tapped."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.close, tap.user.id)
    await _answer_with_lobby(tap, table, "lobby-cancelled")


async def start(tap: Tap) -> None:
    """Start the lobby's game. If the host is gone, anybody seated can start it, and becomes the host.

    If people have not tapped for long, ask them first whether they are still there.
    """
    table = await tap.app.tables.lobby(tap.subject)
    settings = await tap.app.store.read(load_settings, table.state.row.guild_id)
    if tap.interaction.guild_id is not None:
        await check_writable(tap.interaction, settings.channel_ids)
    acts.check_start(table.state, tap.user.id)
    await choose_venue_at_start(tap, table)
    if silent := table.silent_people(tap.user.id):
        await table.change(presence.ask, tap.user.id, silent, tap.app.clock.now_ms())
        await _answer_with_lobby(tap, table)
        return
    # The message must show the seal of the shuffles before a card is dealt.
    await tap.app.writer(table).publish(PUBLISH_MS)
    await table.start(tap.user.id)
    if tap.is_private and table.state.gathering.venue != THREAD:
        # The tapped page is followed by the hand, below the table's message.
        page = lobby_over_page(table.state.snapshot, words_for(tap.interaction).language)
        await tap.app.writer(table).panels.show_until_start(tap.interaction, page)
        return
    await _answer_with_lobby(tap, table)


COMMANDS = (play,)
MENUS = (invite_member,)
ACTIONS: dict[str, Action] = {
    "options": open_options,
    "options_form": open_options_form,
    "options_set": set_options,
    "option": set_option,
    "venue": set_venue,
    "clock": set_clock,
    "length": set_length,
    **{name: partial(switch_feature, feature=name) for name in ("hints", "watching", "crowd")},
    "computers": open_computers,
    "fill": add_computers,
    "seat": partial(add_computers, most=1),
    "drop": partial(remove_computers, most=1),
    "clear": remove_computers,
    "more": open_more,
    "invite": invite_members,
    "invite_game": open_lobby_for,
    "host": change_host,
    "takeover": take_over,
    "out": remove_person,
    "retime": ask_new_time,
    "newtime": read_new_time,
    "settime": set_new_time,
    "fair": explain_fairness,
    "done": close_page,
    "join": join,
    "here": confirm_presence,
    "decline": decline,
    "maybe": answer_maybe,
    "cannot": answer_not_coming,
    "leave": leave,
    "swap": swap,
    "start": start,
    "cancel": cancel,
}
