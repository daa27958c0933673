"""Handlers of a lobby's private pages: options, computer players, and *More*."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Concatenate, ParamSpec

from bot.app import Action, Tap
from bot.driving.table import Table
from bot.interactions.permissions import check_threads, has_threads
from bot.interactions.replies import answer, reader, update
from bot.interactions.taps import number_in
from bot.language.localizer import Localizer
from bot.language.names import escape
from bot.lobby.private_view import computers_page, fair_page, more_page, options_page
from bot.order.acts import remove_from_lobby
from bot.order.admission import may_moderate, notifiable_people, report_unnotified
from bot.refused import Refused
from bot.tables import invitations
from bot.tables import lobby as acts
from bot.tables.computers import new_computer_names
from bot.tables.state import TableState
from bot.wire.components import text_display
from bot.wire.messages import Page, framed
from storage.fields import Name
from storage.rows import THREAD
from storage.servers.settings import load_settings

P = ParamSpec("P")


async def _show_private_page(tap: Tap, table: Table, page: Page) -> None:
    tap.app.writer(table).panels.track_lobby_page(tap.interaction, await tap.reply(page))


async def _hosted(tap: Tap) -> Table:
    table = await tap.app.tables.lobby(tap.subject)
    acts.check_host(table.state, tap.user.id)
    return table


async def close_page(tap: Tap) -> None:
    """Close the tapped private page of a lobby."""
    await update(tap.interaction, framed(text_display(reader(tap.interaction)("lobby-page-done"))))


# --- options ------------------------------------------------------------------------------------------------


async def open_options(tap: Tap) -> None:
    """Show the host the page of the game's options."""
    await _show_options(tap, await _hosted(tap))


async def _show_options(tap: Tap, table: Table) -> None:
    page = options_page(
        table.state.snapshot, reader(tap.interaction), has_threads=has_threads(tap.interaction)
    )
    await _show_private_page(tap, table, page)


async def _change_settings(
    tap: Tap, act: Callable[Concatenate[TableState, int, P], TableState], *args: P.args, **kwargs: P.kwargs
) -> None:
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(act, tap.user.id, *args, **kwargs)
    await _show_options(tap, table)


async def set_option(tap: Tap) -> None:
    """Set the chosen option of the lobby's game."""
    await _change_settings(tap, acts.sealed_change(tap.interaction.id, acts.set_option), tap.arg, tap.value)


async def set_venue(tap: Tap) -> None:
    """Set the place of the lobby's game: the channel or a thread."""
    await _hosted(tap)
    if tap.value == THREAD:
        check_threads(tap.interaction)
    await _change_settings(tap, invitations.set_venue, tap.value)


async def set_clock(tap: Tap) -> None:
    """Set the time limit of turns for the lobby's game."""
    await _change_settings(tap, acts.set_clock, tap.value)


async def switch_feature(tap: Tap, feature: str) -> None:
    """Switch a feature of the lobby's game on or off.

    Args:
        feature: ``hints``, ``watching`` (former players see all hands) or ``crowd`` (spectators guess).
    """
    await _change_settings(tap, acts.switch_feature, feature, tap.arg == "on")


# --- computer players ---------------------------------------------------------------------------------------


async def open_computers(tap: Tap) -> None:
    """Show the host the page for adding and removing computer players."""
    await _show_computers(tap, await _hosted(tap))


async def _show_computers(tap: Tap, table: Table) -> None:
    await _show_private_page(tap, table, computers_page(table.state.snapshot, reader(tap.interaction)))


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
    await add_computers_of_level(tap, table, level, most)
    await _show_computers(tap, table)


async def add_computers_of_level(tap: Tap, table: Table, level: str, most: int | None = None) -> None:
    """Add computer players to the host's lobby.

    Args:
        most: the largest number to add; ``None`` to fill up the table.
    """
    act = acts.sealed_change(tap.interaction.id, acts.add_computers)
    await table.change(act, tap.user.id, computer_names(table), level, most)


async def remove_computers(tap: Tap, most: int | None = None) -> None:
    """Remove computer players from the lobby.

    Args:
        most: the largest number to remove; ``None`` for all.
    """
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.sealed_change(tap.interaction.id, acts.remove_computers), tap.user.id, most)
    await _show_computers(tap, table)


def computer_names(table: Table) -> list[Name]:
    """Return names for new computer players at a table."""
    row, game = table.state.row, table.state.game
    names = [name.strip() for name in Localizer(row.locale)("computer-names").split(",")]
    spare = [str(number) for number in range(1, 2 * game.rules.seats[1])]
    return [*new_computer_names(game, names, row.seed), *new_computer_names(game, spare, row.seed)]


# --- more ---------------------------------------------------------------------------------------------------


async def open_more(tap: Tap) -> None:
    """Show the page for inviting people, and for leaving or cancelling the lobby."""
    table = await tap.app.tables.lobby(tap.subject)
    settings = await tap.app.store.read(load_settings, table.state.row.guild_id)
    page = more_page(
        table.state.snapshot,
        tap.user.id,
        reader(tap.interaction),
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
    people = [number_in(value) for value in tap.values]
    # Only those who are new are called, within the limits of calls.
    before = {invitation.user_id for invitation in invitations.guests(table.state)}
    await table.change(invitations.invite, tap.user.id, people)
    new = [user_id for user_id in invitations.ids_to_ping(table.state) if user_id not in before]
    heard = notifiable_people(tap.interaction, settings, new)
    # People beyond the limits count as called; the host learns of it.
    unheard = [user_id for user_id in new if user_id not in heard]
    if unheard:
        await table.change(invitations.mark_pinged, unheard)
    await open_more(tap)
    await report_unnotified(tap.interaction, settings, unheard)


async def change_host(tap: Tap) -> None:
    """Make the chosen person the host of the lobby."""
    table = await tap.app.tables.lobby(tap.subject)
    heir = tap.chosen_id
    state = await table.change(acts.hand_over, tap.user.id, heir)
    name = next(seat.name for seat in state.people if seat.user_id == heir)
    sentence = reader(tap.interaction)("handed-over", name=escape(name))
    await update(tap.interaction, framed(text_display(sentence)))


async def take_over(tap: Tap) -> None:
    """Make the person who tapped the host of the lobby, since its host is gone."""
    table = await tap.app.tables.lobby(tap.subject)
    await table.change(acts.take_over, tap.user.id)
    await open_more(tap)


async def explain_fairness(tap: Tap) -> None:
    """Explain a table's fair shuffles in a private message."""
    state = await tap.app.tables.find_state(tap.subject)
    await answer(tap.interaction, fair_page(state.snapshot, tap.user.id, reader(tap.interaction)))


HOSTING: dict[str, Action] = {
    "options": open_options,
    "option": set_option,
    "venue": set_venue,
    "clock": set_clock,
    **{name: partial(switch_feature, feature=name) for name in ("hints", "watching", "crowd")},
    "computers": open_computers,
    "fill": add_computers,
    "seat": partial(add_computers, most=1),
    "drop": partial(remove_computers, most=1),
    "clear": remove_computers,
    "more": open_more,
    "invite": invite_members,
    "host": change_host,
    "takeover": take_over,
    "out": remove_person,
    "fair": explain_fairness,
    "done": close_page,
}
