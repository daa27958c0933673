"""Handlers of /moderate, for moderators: close tables, remove people from lobbies, ban people and
end bans.
"""

from __future__ import annotations

from functools import partial

import msgspec
from discord import app_commands

from bot.app import Action, Interaction, Tap
from bot.clock import made_at
from bot.driving.table import Table
from bot.interactions.commands import command
from bot.interactions.replies import answer, reader
from bot.interactions.replies import ask as ask_form
from bot.interactions.taps import number_in
from bot.language.names import LONGEST_QUOTE
from bot.order.acts import log_decision, new_log_entry
from bot.order.acts import remove_from_lobby as out_of_lobby
from bot.order.admission import check_moderator, current_ban, is_owner
from bot.order.view import (
    DURATIONS,
    ban_form,
    close_form,
    log_page,
    member_page,
    moderation_page,
    table_page,
)
from bot.refused import Refused
from bot.tables import ending, lobby, seating
from bot.tables.seating import has_stake
from bot.wire.messages import Page
from storage.scores.periods import DAY_MS
from storage.servers.order import (
    ADMITTED,
    BARRED,
    CLOSED,
    CLOSED_STANDING,
    KEPT_MS,
    load_acts,
    load_bars,
)

MOST_BARS = 25
"""Limit of listed banned people. Any other member is found in a menu."""

MOST_ACTS = 25
"""Limit of entries on a page of the moderation log."""


@command("moderate")
@app_commands.guild_only()
async def moderate(interaction: Interaction) -> None:
    """Show a moderator the moderation page of the server."""
    await check_moderator(interaction)
    await answer(interaction, await _server_page(interaction))


async def open_moderation(tap: Tap) -> None:
    """Show a moderator the page of the tapped table, or the moderation page of the server."""
    if tap.subject in tap.app.tables.tables:
        table = await _open_table_here(tap, tap.subject)
        await tap.reply(table_page(table.state.snapshot, reader(tap.interaction)))
    else:
        await tap.reply(await _server_page(tap.interaction))


async def choose_table(tap: Tap) -> None:
    """Show the moderation page of the chosen table."""
    table = await _open_table_here(tap, tap.value)
    await tap.reply(table_page(table.state.snapshot, reader(tap.interaction)))


async def ask_to_close(tap: Tap) -> None:
    """Ask a moderator to confirm that a table is to be closed."""
    table = await _open_table_here(tap, tap.subject)
    plays = has_stake(table.state, tap.user.id)
    words = reader(tap.interaction)
    await tap.reply(table_page(table.state.snapshot, words, asks_confirmation=True, moderator_plays=plays))


async def open_close_form(tap: Tap) -> None:
    """Open the form in which a moderator gives the reason for closing a table."""
    table = await _open_table_here(tap, tap.subject)
    asks_about_ranking = _can_count_ranking(table, tap.user.id)
    form = close_form(table.id, reader(tap.interaction), asks_about_ranking=asks_about_ranking)
    await ask_form(tap.interaction, form)


def _can_count_ranking(table: Table, user_id: int) -> bool:
    state = table.state
    return (
        not state.is_lobby
        and ending.result_by_scores(seating.count_moderator_as_resigned(state, user_id)) is not None
    )


async def close_table(tap: Tap) -> None:
    """Close a table, with the reason from the moderator's form."""
    table = await _open_table_here(tap, tap.subject)
    reason, how = (*tap.values, "", "")[:2]
    # Discord accepts a reason of blanks.
    if not reason.strip():
        raise Refused("order-reason-needed")
    # The game has changed while the form was open.
    if bool(how) is not _can_count_ranking(table, tap.user.id) or how not in ("", CLOSED, CLOSED_STANDING):
        raise Refused("order-changed")
    act = new_log_entry(
        tap.interaction, how or CLOSED, about=table.id, reason=reason[:LONGEST_QUOTE], is_host=False
    )
    # A lobby is closed, a running game ended.
    if table.state.is_lobby:
        await table.moderate(act, partial(lobby.close_by_moderator, moderator=act.by, reason=act.reason))
    else:
        await table.decide(ending.close_by_moderator, act)
    await tap.reply(await _server_page(tap.interaction))


async def remove_person(tap: Tap) -> None:
    """Remove the chosen person from a lobby permanently."""
    table, whom = await _open_table_here(tap, tap.subject), tap.chosen_id
    await out_of_lobby(tap.interaction, table, whom, is_moderator=True)
    await tap.reply(table_page(table.state.snapshot, reader(tap.interaction)))


async def choose_member(tap: Tap) -> None:
    """Show a moderator whether the chosen member is banned from tables."""
    await _show_member(tap, tap.chosen_id)


async def open_ban_form(tap: Tap) -> None:
    """Open the form for the duration and the reason of a ban from tables."""
    whom = number_in(tap.subject)
    _check_may_be_banned(tap, whom)
    await ask_form(tap.interaction, ban_form(whom, reader(tap.interaction)))


async def ban_person(tap: Tap) -> None:
    """Ban a person from opening and joining tables, and remove them from lobbies."""
    whom = number_in(tap.subject)
    days, reason = (*tap.values, "", "")[:2]
    _check_may_be_banned(tap, whom)
    if not reason.strip():
        raise Refused("order-reason-needed")
    if days not in DURATIONS:
        raise Refused("stale-button")
    act = new_log_entry(tap.interaction, BARRED, whom, reason=reason[:LONGEST_QUOTE], is_host=False)
    # Without a duration, the ban has no end.
    until = None if (length := DURATIONS[days]) is None else act.at + length * DAY_MS
    # Tables and tournaments, then a message to the person at their next tap.
    await tap.app.tables.bar(tap.guild_id, msgspec.structs.replace(act, until=until))
    await tap.app.tournaments.remove_banned(tap.guild_id, act.whom_id or 0)
    tap.app.unnotified_bans.add((tap.guild_id, whom))
    await _show_member(tap, whom)


async def end_ban(tap: Tap) -> None:
    """End a person's ban from the server's tables."""
    whom = number_in(tap.subject)
    await log_decision(tap.interaction, ADMITTED, whom)
    await _show_member(tap, whom)


async def show_log(tap: Tap) -> None:
    """Show a moderator a page of the moderation log."""
    app = tap.app
    since = made_at(tap.interaction.id) - KEPT_MS
    skipped = number_in(tap.arg) if tap.arg else 0
    acts = await app.store.read(load_acts, tap.guild_id, since, MOST_ACTS + 1, skipped)
    older = skipped + MOST_ACTS if len(acts) > MOST_ACTS else None
    await tap.reply(log_page(acts[:MOST_ACTS], reader(tap.interaction), older))


async def _show_member(tap: Tap, user_id: int) -> None:
    ban = await current_ban(tap.interaction, tap.guild_id, user_id)
    await tap.reply(member_page(user_id, ban, reader(tap.interaction)))


async def _server_page(interaction: Interaction) -> Page:
    app = interaction.client
    guild_id = interaction.guild_id or 0
    here = [table for table in app.tables.open() if table.state.row.guild_id == guild_id]
    bars = await app.store.read(load_bars, guild_id, MOST_BARS)
    return moderation_page([table.state.snapshot for table in here], bars, reader(interaction))


async def _open_table_here(tap: Tap, table_id: str) -> Table:
    table = await tap.app.tables.find(table_id)
    if table.state.row.guild_id != tap.interaction.guild_id:
        raise Refused("no-such-table")
    return table


def _check_may_be_banned(tap: Tap, user_id: int) -> None:
    # A moderator could lock themselves out, and the owner is the one who can undo everything.
    if user_id == tap.user.id:
        raise Refused("order-not-oneself")
    if is_owner(tap.interaction, user_id):
        raise Refused("order-not-owner")


def _for_moderators(action: Action) -> Action:
    # The check is made here and not in each action, so that none can lack it.
    async def checked(tap: Tap) -> None:
        await check_moderator(tap.interaction)
        await action(tap)

    return checked


COMMANDS = (moderate,)
_ACTIONS: dict[str, Action] = {
    "order": open_moderation,
    "order_table": choose_table,
    "order_member": choose_member,
    "order_ask": ask_to_close,
    "order_close": open_close_form,
    "order_out": remove_person,
    "order_closed": close_table,
    "order_bar": open_ban_form,
    "order_barred": ban_person,
    "order_admit": end_ban,
    "order_log": show_log,
}
ACTIONS = {verb: _for_moderators(action) for verb, action in _ACTIONS.items()}
