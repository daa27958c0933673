"""Handlers of the private pages on which a host or server manager changes a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.app import Action, Interaction, Tap
from bot.interactions.replies import answer, ask, reader, update
from bot.interactions.taps import number_in
from bot.language.names import LONGEST_QUOTE, escape
from bot.order.acts import new_log_entry
from bot.order.admission import (
    check_admission,
    current_ban,
    may_moderate,
    report_unnotified,
)
from bot.pages.sentence import sentence_page
from bot.refused import Refused
from bot.tables import appointments
from bot.tables.invitations import unnotified
from bot.tables.times import read_when
from bot.tournaments import acts
from bot.tournaments.host_pages import cancel_page, exclusion_form, host_page
from bot.tournaments.live import Tournament
from bot.tournaments.registry import unreadable_tables
from bot.tournaments.state import TournamentState
from storage.errors import NoRoom
from storage.fields import Name
from storage.rows import GuildSettings
from storage.servers.order import CUP_ASIDE, CUP_CANCELLED, CUP_OUT, Act
from storage.servers.settings import load_settings
from storage.tournaments.rows import OUT


async def check_organizer(interaction: Interaction, settings: GuildSettings) -> None:
    """Raise ``Refused`` if the person may not open tournaments on this server."""
    is_manager = interaction.permissions.manage_events or await may_moderate(interaction, settings)
    if settings.organizers != "everybody" and not is_manager:
        raise Refused("tournament-not-allowed")


async def read_start_time(interaction: Interaction, when: str, settings: GuildSettings) -> int:
    """Return the start time that a person typed, in Unix milliseconds.

    Raises:
        Refused: the time is unclear, in the past, or repeated weekly.
    """
    app, guild = interaction.client, interaction.guild
    if guild is None:
        raise Refused("only-in-servers")
    zone = appointments.zone_of(settings.time_zone, await app.public_language(guild))
    start = read_when(when, app.clock.now_ms(), zone)
    if start.weekly is not None:
        raise Refused("tournament-not-weekly")
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
    page_shown = host_page(live.state, reader(tap.interaction), page, number, tables, tap.user.id)
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


async def change_game_option(tap: Tap) -> None:
    """Change the chosen option of the tournament's game."""
    live = await _changeable_tournament(tap)
    await live.change(acts.set_option, tap.arg, tap.value)
    await _show(tap, live, "game")


async def begin_tournament(tap: Tap) -> None:
    """Start the first round of the tournament."""
    live = await _changeable_tournament(tap)
    await live.change(acts.begin, tap.app.clock.now_ms())
    await answer(tap.interaction, sentence_page(reader(tap.interaction)("tournament-begins")))


async def pause_or_continue(tap: Tap) -> None:
    """Pause the tournament before its next round, or continue it."""
    live = await _changeable_tournament(tap)
    await live.change(acts.set_paused, tap.arg == "yes", tap.app.clock.now_ms())
    await _show(tap, live)


async def ask_cancel(tap: Tap) -> None:
    """Ask the host to confirm the cancellation of the tournament."""
    live = await _changeable_tournament(tap)
    await tap.reply(cancel_page(live.state, reader(tap.interaction)))


async def cancel_tournament(tap: Tap) -> None:
    """Cancel the tournament."""
    live = await _changeable_tournament(tap)
    change = partial(acts.cancel, reason="host", now=tap.app.clock.now_ms())
    await live.moderate(await _log_entry(tap, CUP_CANCELLED), change)
    await update(tap.interaction, sentence_page(reader(tap.interaction)("tournament-cancelled")))


def _chosen_people(tap: Tap) -> dict[int, str]:
    # The names of the people chosen in a menu of members, by user id.
    data: Mapping[str, Any] = tap.interaction.data or {}
    resolved = data.get("resolved", {})
    users, members = resolved.get("users", {}), resolved.get("members", {})
    if any(user.get("bot") for user in users.values()):
        raise Refused("no-bots-invited")
    names = {}
    for value in tap.values:
        user, member = users.get(value, {}), members.get(value, {})
        names[number_in(value)] = str(
            member.get("nick") or user.get("global_name") or user.get("username") or value
        )
    return names


async def invite_people(tap: Tap) -> None:
    """Invite the chosen people to the tournament, and ping them. They take part once they accept."""
    live = await _changeable_tournament(tap)
    people = [*_chosen_people(tap)]
    settings = await tap.app.store.read(load_settings, live.state.row.guild_id)
    new = [
        user_id for user_id in unnotified(acts.invite(live.state, people).invitations) if user_id in people
    ]
    # A tournament's pings count as caused by its host.
    heard = tap.app.pings.promise(settings, live.state.row.host_id, new)
    # People beyond the limits count as called from the start; the host learns of it.
    unheard = [user_id for user_id in new if user_id not in heard]
    after = await live.change(acts.invite, people, unheard)
    # Banned people are not invited.
    if not any(after.is_invited(user_id) for user_id in new):
        raise Refused("tournament-barred")
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
    await update(tap.interaction, sentence_page(reader(tap.interaction)("handed-over", name=name)))


async def _judged_tournament(tap: Tap, table_id: str) -> Tournament:
    # People do not decide on results of their own games.
    live = await _changeable_tournament(tap, includes_ended=True)
    if live.state.has_own_result(tap.user.id, table_id):
        raise Refused("tournament-own-table")
    return live


async def ask_exclusion_reason(tap: Tap) -> None:
    """Ask for the reason why the result of a table should no longer count."""
    live = await _judged_tournament(tap, tap.value)
    await ask(tap.interaction, exclusion_form(live.state, tap.value, reader(tap.interaction)))


async def exclude_result(tap: Tap) -> None:
    """Exclude the result of a table from the tournament, with the reason that the host typed."""
    live = await _judged_tournament(tap, tap.arg)
    reason = " ".join(tap.value.split())[:LONGEST_QUOTE]
    is_unreadable = tap.arg in unreadable_tables(live.state, tap.app.tables)
    change = partial(acts.exclude_result, table_id=tap.arg, reason=reason, is_unreadable=is_unreadable)
    await tap.app.tournaments.correct(live, await _log_entry(tap, CUP_ASIDE, reason=reason), change)
    await _show(tap, live, "results")


HOSTING: dict[str, Action] = {
    "cup_more": open_host_page,
    "cup_page": show_host_page,
    "cup_set": change_setting,
    "cup_option": change_game_option,
    "cup_begin": begin_tournament,
    "cup_pause": pause_or_continue,
    "cup_cancel": ask_cancel,
    "cup_cancelled": cancel_tournament,
    "cup_add": invite_people,
    "cup_out": remove_person,
    "cup_host": change_host,
    "cup_aside": ask_exclusion_reason,
    "cup_asided": exclude_result,
}
