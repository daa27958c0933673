"""Tournaments: opening them, taking part, and what their hosts do."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

from discord import app_commands

from bot import interactions
from bot.app import Action, Interaction, Tap
from bot.driving.openings import no_room_error
from bot.interactions import (
    REPOST_MS,
    answer,
    ask,
    check_writable,
    command,
    number_in,
    update,
    why_not_brought,
    words_for,
)
from bot.language import LONGEST_QUOTE, escape, public_label
from bot.lists import user_ids
from bot.moderation import (
    check_admission,
    check_game,
    current_ban,
    may_moderate,
    new_log_entry,
    notifiable_people,
    report_unnotified,
)
from bot.pages.messages import sentence_page
from bot.refused import Refused
from bot.tournaments import acts
from bot.tournaments.live import Tournament
from bot.tournaments.private_pages import (
    FORM_SETTINGS,
    cancel_page,
    exclusion_form,
    fair_page,
    games_page,
    host_page,
    list_page,
    moved_page,
    new_tournament_page,
    settings_form,
    standing_page,
    tables_page,
    withdrawal_page,
)
from bot.tournaments.registry import has_open_tables, table_places, unreadable_tables
from bot.tournaments.state import TournamentState
from bot.when import complete_time, typed_time
from bot.wire.components import attached, text_display
from bot.wire.messages import File, framed
from games import GAMES
from games.core.cards import all_but
from games.core.words import Text
from storage.errors import Banned, NoRoom
from storage.rows import GuildSettings, Name
from storage.servers import CUP_ASIDE, CUP_CANCELLED, CUP_OUT, Act, load_settings
from storage.tournaments import OUT, load_tournaments_of

# --- hosting ------------------------------------------------------------------------------------------------
# Handlers of the private pages on which a host or server manager changes a tournament.


async def check_organizer(interaction: Interaction, settings: GuildSettings) -> None:
    """Raise ``Refused`` if the person may not open tournaments on this server."""
    is_manager = interaction.permissions.manage_events or await may_moderate(interaction, settings)
    if settings.organizers != "everybody" and not is_manager:
        raise Refused("tournament-not-allowed")


async def read_start_time(interaction: Interaction, when: str, locale: str) -> int:
    """Return the start time that a person typed, in Unix milliseconds.

    Args:
        locale: the language of the tournament's message, whose button a refusal names.

    Raises:
        Refused: the time is unclear, in the past, or repeated weekly.
    """
    start = await typed_time(interaction, when)
    if start.weekly is not None:
        raise Refused("tournament-not-weekly", more=public_label("button-tournament-more", locale))
    return start.at


async def _changeable_tournament(tap: Tap, *, includes_ended: bool = False) -> Tournament:
    live = await tap.app.tournaments.find(tap.subject, includes_ended=includes_ended)
    live.state.check_server(tap.guild_id)
    await _check_may_change(tap, live.state)
    return live


async def _check_may_change(tap: Tap, state: TournamentState) -> None:
    settings = await tap.app.store.read(load_settings, state.row.guild_id)
    # Moderators may always; the host and people who manage events may unless they are banned.
    if await may_moderate(tap.interaction, settings):
        return
    if tap.user.id != state.row.host_id and not tap.interaction.permissions.manage_events:
        raise Refused("tournament-only-host")
    await check_admission(tap.interaction)


async def _log_entry(tap: Tap, kind: str, whom_id: int | None = None, reason: str = "") -> Act:
    settings = await tap.app.store.read(load_settings, tap.guild_id)
    is_host = not await may_moderate(tap.interaction, settings)
    return new_log_entry(tap.interaction, kind, whom_id, reason=reason, is_host=is_host)


async def _show(tap: Tap, live: Tournament, page: str = "", number: int | None = None) -> None:
    tables = unreadable_tables(live.state, tap.app.tables)
    page_shown = host_page(live.state, words_for(tap.interaction), page, number, tables, tap.user.id)
    await tap.reply(page_shown)


async def open_host_page(tap: Tap) -> None:
    """Open the private page on which the host changes the tournament."""
    await _show(tap, await _changeable_tournament(tap, includes_ended=True))


async def show_host_page(tap: Tap) -> None:
    """Show the host the chosen page: settings, people or results."""
    live = await _changeable_tournament(tap, includes_ended=True)
    name, _, number = tap.arg.partition(".")
    await _show(tap, live, name, number_in(number) if number else None)


async def change_setting(tap: Tap) -> None:
    """Change the chosen setting of the tournament."""
    live = await _changeable_tournament(tap)
    await live.change(acts.choose_setting, tap.arg, tap.value)
    await _show(tap, live)


async def open_settings_form(tap: Tap) -> None:
    """Open the form of the sign-up's settings for the host."""
    live = await _changeable_tournament(tap)
    if not live.state.is_open:
        raise Refused("tournament-begun")
    await ask(tap.interaction, settings_form(live.state, words_for(tap.interaction)))


async def change_settings(tap: Tap) -> None:
    """Change all settings of the tournament that the host's form has."""
    live = await _changeable_tournament(tap)
    chosen = {name: tap.entry(name) for name in FORM_SETTINGS if name in tap.fields}
    await live.change(acts.choose_settings, chosen)
    await _show(tap, live)


async def change_game_option(tap: Tap) -> None:
    """Change the chosen option of the tournament's game."""
    live = await _changeable_tournament(tap)
    await live.change(acts.set_option, tap.arg, tap.value)
    await _show(tap, live, "game")


async def begin_tournament(tap: Tap) -> None:
    """Start the first round of the tournament."""
    live = await _changeable_tournament(tap)
    await live.change(acts.begin, tap.app.clock.now_ms())
    await answer(tap.interaction, sentence_page(words_for(tap.interaction)("tournament-begins")))


async def pause_or_continue(tap: Tap) -> None:
    """Pause the tournament before its next round, or continue it."""
    live = await _changeable_tournament(tap)
    await live.change(acts.set_paused, tap.arg == "yes", tap.app.clock.now_ms())
    await _show(tap, live)


async def ask_cancel(tap: Tap) -> None:
    """Ask the host to confirm the cancellation of the tournament."""
    live = await _changeable_tournament(tap)
    await tap.reply(cancel_page(live.state, words_for(tap.interaction)))


async def cancel_tournament(tap: Tap) -> None:
    """Cancel the tournament."""
    live = await _changeable_tournament(tap)
    change = partial(acts.cancel, reason="host", now=tap.app.clock.now_ms())
    await live.moderate(await _log_entry(tap, CUP_CANCELLED), change)
    await update(tap.interaction, sentence_page(words_for(tap.interaction)("tournament-cancelled")))


def _chosen_people(tap: Tap) -> dict[int, str]:
    # The names of the people chosen in a menu of members, by user id.
    data: Mapping[str, Any] = tap.interaction.data or {}
    resolved = data.get("resolved", {})
    users = resolved.get("users", {})
    members = resolved.get("members", {})
    if any(user.get("bot") for user in users.values()):
        raise Refused("no-bots-invited")
    names = {}
    for value in tap.values:
        user = users.get(value, {})
        member = members.get(value, {})
        names[number_in(value)] = str(
            member.get("nick") or user.get("global_name") or user.get("username") or value
        )
    return names


async def invite_people(tap: Tap) -> None:
    """Invite the chosen people to the tournament, and ping them. They take part once they accept."""
    live = await _changeable_tournament(tap)
    people = list(_chosen_people(tap))
    settings = await tap.app.store.read(load_settings, live.state.row.guild_id)
    before = user_ids(live.state.invitations)
    after = await live.change(acts.invite, people)
    # Banned people are not invited.
    new = all_but(filter(after.is_invited, people), before)
    if not new:
        raise Refused("tournament-barred")
    heard = notifiable_people(tap.interaction, settings, new)
    # People beyond the limits count as pinged; the person who invites them learns of it.
    unheard = all_but(new, heard)
    tap.app.notices.of(live).note_invited(tap.user.id, heard, unheard)
    await _show(tap, live, "people")
    await report_unnotified(tap.interaction, settings, unheard)


async def remove_person(tap: Tap) -> None:
    """Remove the chosen person from the tournament. They cannot come back."""
    live = await _changeable_tournament(tap)
    whom = tap.chosen_id
    entrant = live.state.entrant_of(whom)
    if entrant is None or entrant.status == OUT:
        raise Refused("tournament-not-in-other")
    # Hosts withdraw by themselves, and may come back.
    if whom == tap.user.id:
        raise Refused("tournament-yourself")
    act = await _log_entry(tap, CUP_OUT, whom)
    await live.moderate(act, partial(acts.take_out, user_id=whom))
    await _show(tap, live, "people")


async def change_host(tap: Tap) -> None:
    """Make the chosen person, who must take part, the tournament's host."""
    live = await _changeable_tournament(tap)
    names = _chosen_people(tap)
    if await current_ban(tap.interaction, tap.guild_id, tap.chosen_id) is not None:
        raise Refused("tournament-barred")
    try:
        await live.change(acts.hand_over, tap.chosen_id)
    except NoRoom as full:
        raise Refused("too-many-tournaments-other", most=full.maximum) from None
    name = escape(Name(names[tap.chosen_id]))
    await update(tap.interaction, sentence_page(words_for(tap.interaction)("handed-over", name=name)))


async def _judged_tournament(tap: Tap, table_id: str) -> Tournament:
    # People do not decide on results of their own games.
    live = await _changeable_tournament(tap, includes_ended=True)
    if live.state.has_own_result(tap.user.id, table_id):
        raise Refused("tournament-own-table")
    return live


async def ask_exclusion_reason(tap: Tap) -> None:
    """Ask for the reason why the result of a table should no longer count."""
    live = await _judged_tournament(tap, tap.value)
    await ask(tap.interaction, exclusion_form(live.state, tap.value, words_for(tap.interaction)))


async def exclude_result(tap: Tap) -> None:
    """Exclude the result of a table from the tournament, with the reason that the host typed."""
    live = await _judged_tournament(tap, tap.arg)
    reason = " ".join(tap.entry("reason").split())[:LONGEST_QUOTE]
    is_unreadable = tap.arg in unreadable_tables(live.state, tap.app.tables)
    change = partial(acts.exclude_result, table_id=tap.arg, reason=reason, is_unreadable=is_unreadable)
    await live.moderate(await _log_entry(tap, CUP_ASIDE, reason=reason), change)
    tap.app.tournaments.keep_corrected(live)
    await _show(tap, live, "results")


# --- actions ------------------------------------------------------------------------------------------------
# Handlers of /tournament, and of a tournament's buttons for everybody.


@command("tournament", "game", "when")
@app_commands.autocomplete(when=complete_time)
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
    await _open_tournament(interaction, game, when)


async def _check_may_open(interaction: Interaction) -> GuildSettings:
    # The same checks as for a lobby, and the right to open tournaments.
    settings = await check_admission(interaction)
    await check_organizer(interaction, settings)
    await check_writable(interaction, settings.channel_ids)
    return settings


async def _may_open(interaction: Interaction) -> bool:
    try:
        await _check_may_open(interaction)
    except (Refused, Banned):
        return False
    return True


async def _open_tournament(interaction: Interaction, game: str, when: str | None) -> None:
    app = interaction.client
    user = interaction.user
    settings = await _check_may_open(interaction)
    check_game(settings, game)
    guild = await check_writable(interaction, settings.channel_ids)
    assert interaction.channel_id is not None
    locale = await app.public_language(guild)
    if when is None:
        starts_at = None
    else:
        starts_at = await read_start_time(interaction, when, locale)
    app.opening_limits.check_recent_closings(user.id, interaction.channel_id)
    # Settings are the usual ones until the host changes them.
    row = app.tournaments.new_row(
        guild_id=guild.id,
        channel_id=interaction.channel_id,
        host_id=user.id,
        game=game,
        locale=locale,
        clock=settings.clock or app.config.clock,
        zone=settings.time_zone or "",
        starts_at=starts_at,
    )
    try:
        live, subscribers = await app.tournaments.open(row, Name(user.display_name))
    except NoRoom as full:
        raise no_room_error(full, row.locale) from None
    app.opening_limits.count_opening(user.id, live)
    # Subscribers are pinged once the message is posted, so that they find it.
    app.notices.of(live).ping_subscribers(notifiable_people(interaction, settings, subscribers))
    await answer(interaction, host_page(live.state, words_for(interaction), user_id=user.id))


async def _show_tournaments(interaction: Interaction) -> None:
    app = interaction.client
    words = words_for(interaction)
    guild_id = interaction.guild_id or 0
    # In a channel with tournaments, these are what people look for.
    here = [
        live for live in app.tournaments.on(guild_id) if live.state.row.channel_id == interaction.channel_id
    ]
    if here:
        are_posted = await asyncio.gather(*[app.notices.of(live).repost(REPOST_MS) for live in here])
        place = here[0].state.row.channel_id
        is_moved = all(are_posted)
        if is_moved:
            sentence = Text("tournament-moved")
        else:
            sentence = why_not_brought(interaction, place, "tournament")
        page = moved_page(words(sentence), words, may_open=await _may_open(interaction))
        await answer(interaction, page)
        return
    # Elsewhere a list of all on the server.
    stored = await app.store.read(load_tournaments_of, guild_id)
    states = list(map(TournamentState.of, stored))
    await answer(interaction, list_page(states, words, may_open=await _may_open(interaction)))


async def ask_for_game(tap: Tap) -> None:
    """Ask for the game of a new tournament."""
    settings = await _check_may_open(tap.interaction)
    games = [game for game in GAMES if not settings.games or game.id in settings.games]
    await tap.reply(new_tournament_page(games, words_for(tap.interaction)))


async def open_for_game(tap: Tap) -> None:
    """Open the sign-up of a tournament in the chosen game. Its host starts it."""
    if tap.subject not in GAMES.ids:
        raise Refused("stale-button")
    await _open_tournament(tap.interaction, tap.subject, None)


async def join(tap: Tap) -> None:
    """Sign up the person who tapped for the tournament. After its start, invited people can accept."""
    await check_admission(tap.interaction)
    live = await tap.app.tournaments.find(tap.subject)
    live.state.check_server(tap.guild_id)
    now = tap.app.clock.now_ms()
    after = await live.change(acts.join, tap.user.id, tap.name, tap.handle, tap.interaction.id, now)
    mine = after.entrant_of(tap.user.id)
    if mine is None or mine.status == OUT:  # banned meanwhile
        raise Refused("tournament-not-in")
    words = words_for(tap.interaction)
    is_asked = after.is_open and after.asks_for_presence and not mine.is_here
    sentence = words("tournament-joined", presence="yes" if is_asked else "no")
    if not after.is_open:
        sentence = words("tournament-joined-late")
    await answer(tap.interaction, sentence_page(sentence))


async def decline(tap: Tap) -> None:
    """Answer an invitation to the tournament with "not now"."""
    live = await tap.app.tournaments.find(tap.subject)
    live.state.check_server(tap.guild_id)
    after = await live.change(acts.decline, tap.user.id)
    sentence = words_for(tap.interaction)("tournament-declined", open="yes" if after.is_open else "no")
    await answer(tap.interaction, sentence_page(sentence))


async def leave(tap: Tap) -> None:
    """Remove the person who tapped from the sign-up. In a running tournament, ask them to confirm first."""
    live = await tap.app.tournaments.find(tap.subject)
    words = words_for(tap.interaction)
    if live.state.is_open:
        after = await live.change(acts.leave, tap.user.id)
        # The tournament may have started in the meantime.
        if after.is_open:
            key = "tournament-left-sign-up"
        else:
            key = "tournament-left"
        await answer(tap.interaction, sentence_page(words(key)))
        return
    acts.leave(live.state, tap.user.id)  # refuses people who do not take part
    await answer(tap.interaction, withdrawal_page(live.state, words))


async def withdraw(tap: Tap) -> None:
    """Withdraw the person who tapped from all further rounds of the tournament."""
    live = await tap.app.tournaments.find(tap.subject)
    await live.change(acts.leave, tap.user.id)
    await tap.reply(sentence_page(words_for(tap.interaction)("tournament-left")))


async def mark_present(tap: Tap) -> None:
    """Mark the person who tapped as present at the tournament."""
    await check_admission(tap.interaction)
    live = await tap.app.tournaments.find(tap.subject)
    after = await live.change(acts.confirm_presence, tap.user.id)
    key = "tournament-here" if after.is_open else "tournament-back"
    await answer(tap.interaction, sentence_page(words_for(tap.interaction)(key)))


async def show_standings(tap: Tap) -> None:
    """Show a page of the tournament's standings in a private message."""
    state = await _tapped_tournament(tap)
    await tap.reply(standing_page(state, tap.user.id, words_for(tap.interaction), _page(tap)))


async def show_tables(tap: Tap) -> None:
    """Show a page of the round's tables in a private message."""
    state = await _tapped_tournament(tap)
    await tap.reply(
        tables_page(state, words_for(tap.interaction), table_places(state, tap.app.tables), _page(tap) or 0)
    )


async def show_replays_menu(tap: Tap) -> None:
    """Show a private menu that opens the replays of a round's games."""
    state = await _tapped_tournament(tap)
    await tap.reply(games_page(state, words_for(tap.interaction), _page(tap)))


async def _tapped_tournament(tap: Tap) -> TournamentState:
    state = await tap.app.tournaments.look_up(tap.subject)
    state.check_server(tap.guild_id)
    return state


def _page(tap: Tap) -> int | None:
    return number_in(tap.arg) if tap.arg else None


async def explain_fairness(tap: Tap) -> None:
    """Explain how to check the tournament's pairings and deals, in a private message."""
    state = await _tapped_tournament(tap)
    await answer(tap.interaction, fair_page(state, words_for(tap.interaction)))


async def send_record(tap: Tap) -> None:
    """Send the tournament's record as a file, which ``tefuda verify`` checks."""
    state = await _tapped_tournament(tap)
    # All tables' shuffles follow from the seed, so it stays secret as long as a game is played.
    if not state.is_closed or has_open_tables(state, tap.app.tables):
        raise Refused("tournament-not-over")
    words = words_for(tap.interaction)
    file = File(f"tournament-{state.id}.txt", state.record.encode())
    sentence = text_display(words("tournament-proof"))
    page = framed(sentence, attached(file.filename), accent=interactions.QUIET, files=[file])
    await answer(tap.interaction, page)


COMMANDS = (tournament,)
ACTIONS: dict[str, Action] = {
    "cup_more": open_host_page,
    "cup_page": show_host_page,
    "cup_set": change_setting,
    "cup_option": change_game_option,
    "cup_form": open_settings_form,
    "cup_formed": change_settings,
    "cup_begin": begin_tournament,
    "cup_new": ask_for_game,
    "cup_open": open_for_game,
    "cup_pause": pause_or_continue,
    "cup_cancel": ask_cancel,
    "cup_cancelled": cancel_tournament,
    "cup_add": invite_people,
    "cup_out": remove_person,
    "cup_host": change_host,
    "cup_aside": ask_exclusion_reason,
    "cup_asided": exclude_result,
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
