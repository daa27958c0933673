"""Moderation: who may open and join tables on a server, and what moderators can do there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import compress

import discord
import msgspec
from discord import app_commands

from bot import interactions
from bot.app import Action, App, Interaction, Tap
from bot.clock import snowflake_time_ms
from bot.driving.table import Table
from bot.interactions import answer, command, context_menu, custom_ids_in, has_left, number_in, words_for
from bot.interactions import ask as ask_form
from bot.language import LONGEST_QUOTE, Localizer, escape, game_emoji, game_name, label, mention, quote
from bot.pages.messages import sentence_page
from bot.pages.people import people_localizer
from bot.refused import Refused
from bot.tables import endings, lobby
from bot.tables.lobby import has_stake
from bot.tables.positions import is_person
from bot.tables.snapshot import Snapshot
from bot.wire.components import (
    CHOICES_LIMIT,
    TITLE_LIMIT,
    Button,
    Form,
    FormSelect,
    Item,
    Label,
    RadioGroup,
    UserSelect,
    button,
    button_rows,
    clip,
    custom_id,
    field,
    member_menu,
    menu,
    option,
    reason_field,
    table_ids,
    text_display,
)
from bot.wire.messages import Page, framed
from games.core.words import Joined, Text
from storage.errors import StorageError
from storage.people import delete_ended_bans, save_names, save_subscriptions
from storage.rows import NO_GAME, NOTHING, GuildSettings, Name
from storage.scores.results import DAY_MS
from storage.servers import (
    ADMITTED,
    BANNED,
    CLOSED,
    CLOSED_STANDING,
    KEPT_MS,
    REMOVED,
    REPORTED,
    Act,
    Ban,
    load_acts,
    load_ban,
    load_bans,
    load_settings,
    mark_notified,
    record_act,
)

# --- admission ----------------------------------------------------------------------------------------------
# Decides who may play and who may moderate on a server.
#
# Every action that seats a person, and every act of moderation, uses this module.


BAN = "banned-now"
"""Key of the text that tells people of their ban."""


def has_role(interaction: Interaction, roles: Iterable[int]) -> bool:
    """Return whether the person who tapped has one of these roles."""
    own_roles = {role.id for role in getattr(interaction.user, "roles", ())}
    return not own_roles.isdisjoint(roles)


async def may_moderate(interaction: Interaction, settings: GuildSettings) -> bool:
    """Return whether the person who tapped may moderate on this server."""
    return await _moderation_refusal(interaction, settings) is None


async def check_moderator(interaction: Interaction) -> None:
    """Raise ``Refused`` if the person who tapped may not moderate on this server."""
    settings = await interaction.client.store.read(load_settings, interaction.guild_id or 0)
    refusal = await _moderation_refusal(interaction, settings)
    if refusal is not None:
        raise refusal


async def _moderation_refusal(interaction: Interaction, settings: GuildSettings) -> Refused | None:
    # All checks of moderators come here. A permission or a role is needed.
    if interaction.guild_id is None:
        return Refused("only-in-servers")
    if not _has_moderator_rights(interaction, settings):
        return Refused("moderation-not-allowed")
    # A banned owner may, or nobody could undo the ban.
    if is_owner(interaction, interaction.user.id):
        return None
    # A banned moderator may not, since they could end their own ban.
    if await current_ban(interaction, interaction.guild_id, interaction.user.id) is None:
        return None
    return Refused("moderation-not-while-banned")


def is_owner(interaction: Interaction, user_id: int) -> bool:
    """Return whether a person is the owner of the server."""
    return interaction.guild is not None and interaction.guild.owner_id == user_id


def _has_moderator_rights(interaction: Interaction, settings: GuildSettings) -> bool:
    return interaction.permissions.manage_guild or has_role(interaction, settings.keeper_roles)


async def check_admission(interaction: Interaction) -> GuildSettings:
    """Check that the person may play on this server, and return the server's settings.

    Raises:
        Refused: the person may not play here.
    """
    app = interaction.client
    user = interaction.user
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    settings = await app.store.read(load_settings, interaction.guild_id)
    # The refusal of a banned person has the reason of the ban.
    if (ban := await current_ban(interaction, interaction.guild_id, user.id)) is not None:
        raise _ban_refusal(ban)
    _check_player_role(interaction, settings)
    # The name is stored for pages that are shown later.
    await app.store.write(save_names, user.id, Name(user.global_name or user.name), Name(user.name))
    return settings


def _check_player_role(interaction: Interaction, settings: GuildSettings) -> None:
    # Servers can ask for a role; moderators need none.
    roles = settings.player_roles
    if not roles or _has_moderator_rights(interaction, settings):
        return
    if NOTHING in roles:
        raise Refused("setting-unreadable")
    if not has_role(interaction, roles):
        raise Refused("role-needed", roles=" ".join(f"<@&{role}>" for role in roles))


async def current_ban(interaction: Interaction, guild_id: int, user_id: int) -> Ban | None:
    """Return a person's present ban from a server's tables; ``None`` if there is none. Delete ended bans."""
    store = interaction.client.store
    now = snowflake_time_ms(interaction.id)
    ban = await store.read(load_ban, guild_id, user_id)
    if ban is None or ban.until is None or ban.until > now:
        return ban
    await store.write(delete_ended_bans, now)
    return None


def _ban_refusal(ban: Ban) -> Refused:
    if ban.until is None:
        until = Text("banned-for-ever")
    else:
        until = Text("banned-until", {"when": _time_mark(ban.until)})
    why: Text | str = ""
    if ban.reason:
        why = Text("banned-why", {"reason": quote(ban.reason)})
    return Refused(BAN, until=until, why=why)


async def notify_of_ban(interaction: Interaction, refusal: Text | None) -> None:
    """Send a banned person a private message about the ban, only once.

    Args:
        refusal: the refusal with which the interaction was answered; ``None`` if it was not refused.
    """
    guild_id = interaction.guild_id or 0
    user_id = interaction.user.id
    if (guild_id, user_id) not in interaction.client.unnotified_bans:
        return
    if refusal is not None and refusal.key != BAN:
        return
    # A refusal because of the ban has said the reason already.
    if refusal is None and (ban := await current_ban(interaction, guild_id, user_id)) is not None:
        await answer(interaction, sentence_page(words_for(interaction)(_ban_refusal(ban).text)))
    interaction.client.unnotified_bans.discard((guild_id, user_id))
    # If this cannot be written, the person hears of the ban again after a restart.
    with suppress(StorageError):
        await interaction.client.store.write(mark_notified, guild_id, user_id)


def check_game(settings: GuildSettings, game_id: str) -> None:
    """Raise ``Refused`` if the server does not allow this game."""
    if NO_GAME in settings.games:
        raise Refused("setting-unreadable")
    if settings.games and game_id not in settings.games:
        names = Joined(tuple(map(game_name, settings.games)))
        raise Refused("game-not-here", game=Text(f"{game_id}-name"), games=names)


def notifiable_people(
    interaction: Interaction, settings: GuildSettings, people: Iterable[int]
) -> tuple[int, ...]:
    """Return the people whom an invitation by the person who tapped may notify now. Each of them counts."""
    return interaction.client.pings.promise(settings, interaction.user.id, people)


async def report_unnotified(interaction: Interaction, settings: GuildSettings, people: Sequence[int]) -> None:
    """Report to the host which invited people were not notified, and why."""
    if not people:
        return
    words = words_for(interaction)
    mentions = words.join(map(mention, people))
    sentence = words("pings-enough" if settings.pings else "pings-off", people=mentions)
    await answer(interaction, sentence_page(sentence))


async def unsubscribe_leavers(app: App, guild: discord.Guild, table: Table) -> None:
    """End the subscriptions of notified people who have left the server."""
    invitations = table.state.gathering.invitations
    notified = [invitation.user_id for invitation in invitations if invitation.is_subscriber]
    have_left = await asyncio.gather(*[has_left(app, guild.id, user_id) for user_id in notified])
    gone = list(compress(notified, have_left))
    for user_id in gone:
        await app.store.write(save_subscriptions, user_id, Name(""), guild.id, ())
    if gone and table.state.is_lobby:
        await table.change(lobby.forget_guests, gone)


# --- acts ---------------------------------------------------------------------------------------------------
# Decisions of moderators and hosts, which are written to the server's moderation log.


def new_log_entry(
    interaction: Interaction,
    kind: str,
    whom_id: int | None = None,
    about: str = "",
    reason: str = "",
    *,
    is_host: bool,
) -> Act:
    """Return a moderation-log entry for a decision of the person who tapped.

    Args:
        kind: the kind of decision, such as ``CLOSED``.
        whom_id: id of the person concerned.
        about: id of the table or name of the setting concerned.
        is_host: the person has the right to decide as a host, not as a moderator.
    """
    user = interaction.user
    name = Name(user.display_name)
    at = snowflake_time_ms(interaction.id)
    return Act(at, kind, user.id, name, whom_id, about=about, reason=reason, is_host=is_host)


async def log_decision(
    interaction: Interaction, kind: str, whom_id: int | None = None, about: str = ""
) -> None:
    """Write a moderator's decision to the moderation log. If it ends a ban, delete the ban.

    Args:
        kind: the kind of decision, such as ``ADMITTED``.
        whom_id: id of the person concerned.
        about: id of the table or name of the setting concerned.
    """
    act = new_log_entry(interaction, kind, whom_id, about=about, is_host=False)
    await interaction.client.store.write(record_act, interaction.guild_id or 0, act)


async def remove_from_lobby(interaction: Interaction, table: Table, whom: int, *, is_moderator: bool) -> None:
    """Remove a person from a lobby permanently, and log the removal for moderators.

    Args:
        is_moderator: false if the lobby's host removes the person.

    Raises:
        Refused: the person cannot be removed.
    """
    by = interaction.user
    act = lobby.record_tap(interaction.id, lobby.remove)
    change = partial(
        act, remover_id=by.id, remover=Name(by.display_name), user_id=whom, is_moderator=is_moderator
    )
    entry = new_log_entry(interaction, REMOVED, whom, table.id, is_host=not is_moderator)
    await table.moderate(entry, change)


# --- view ---------------------------------------------------------------------------------------------------
# Moderation pages: the server, a table, a member, and the log.

ALL = "all"
"""Stands in custom ids in place of an id, in buttons that concern neither a table nor a member."""


def moderation_page(
    tables: Sequence[Snapshot], bans: Sequence[Ban], reports: Sequence[Act], words: Localizer
) -> Page:
    """Return the moderation page of a server.

    Args:
        reports: the newest messages that members have reported.
    """
    items: list[Item] = [text_display(words("moderation-title"), f"-# {words('moderation-about')}")]
    if reports:
        lines = [words("moderation-reports")]
        lines += [_log_line(report, words) for report in reports]
        items.append(text_display(lines))
    # A menu of the open tables.
    if tables:
        options = [
            option(table.id, _game_title(table, words), _player_names(table, words))
            for table in tables[:CHOICES_LIMIT]
        ]
        items.append(menu("order_table", ALL, words("moderation-choose-table"), options))
    else:
        items.append(text_display(words("moderation-no-tables")))
    # A menu of all members, banned or not.
    items.append(member_menu("order_member", ALL, words("moderation-choose-member")))
    # Those who are banned, with the reason.
    if bans:
        lines = [words("moderation-bans")]
        lines += [_ban_line(ban, words) for ban in bans]
        items.append(text_display(lines))
    buttons = [
        button("order_bar", ALL, words("button-order-bar-somebody"), style="danger"),
        button("order_log", ALL, words("button-order-log")),
    ]
    items += button_rows(buttons)
    return framed(items, accent=interactions.LOBBY)


def _ban_line(ban: Ban, words: Localizer) -> str:
    return words(
        "moderation-ban",
        who=_person_name(ban.user_id, ban.name, words, ban.former),
        when=_time_mark(ban.since),
        until=_end_text(ban.until, words),
        why=_reason_text(ban.reason, words),
    )


def table_page(
    snapshot: Snapshot, words: Localizer, *, asks_confirmation: bool = False, moderator_plays: bool = False
) -> Page:
    """Return the moderation page of a table.

    Args:
        asks_confirmation: ask before the table is closed.
        moderator_plays: warn that the moderator resigns by closing the table.
    """
    heading = words("moderation-table", game=_game_title(snapshot, words), table=snapshot.id)
    items: list[Item] = [text_display(heading, _player_names(snapshot, words))]
    people = [seat for seat in snapshot.seats if is_person(seat)]
    # Closing a table cannot be undone, so it is asked first.
    if asks_confirmation:
        plays = "plays" if moderator_plays else "yes"
        if snapshot.is_lobby:
            question = words("moderation-ask-lobby")
        else:
            question = words("moderation-ask-game", plays=plays)
        items.append(text_display(question))
        close = button("order_close", snapshot.id, words("button-order-close-yes"), style="danger")
    else:
        # Out of a lobby people can also be removed one by one.
        if snapshot.is_lobby and people:
            options = [option(str(seat.user_id), label(seat.name)) for seat in people[:CHOICES_LIMIT]]
            items.append(menu("order_out", snapshot.id, words("options-take-out"), options))
        close = button("order_ask", snapshot.id, words("button-order-close"), style="danger")
    items += button_rows([close, _back_button(words)])
    return framed(items, accent=interactions.LOBBY)


DURATIONS: dict[str, int | None] = {"1": 1, "7": 7, "30": 30, "always": None}
"""Durations of bans in days, by their names in menus; ``None`` has no end."""


def close_form(table_id: str, words: Localizer, *, asks_about_ranking: bool) -> Form:
    """Return the form in which a moderator gives the reason for closing a table.

    Args:
        asks_about_ranking: also ask whether the present ranking becomes the result.
    """
    fields = [_reason_field(words)]
    if asks_about_ranking:
        options = [
            option(how, words(f"moderation-how-{how}"), chosen=how == CLOSED_STANDING)
            for how in (CLOSED_STANDING, CLOSED)
        ]
        fields.append(field(words("moderation-how"), FormSelect("how", tuple(options))))
    return Form(
        custom_id("m", "order_closed", table_id),
        clip(words("moderation-close-form"), TITLE_LIMIT),
        tuple(fields),
    )


def ban_form(user_id: int | None, words: Localizer) -> Form:
    """Return the form for the duration and the reason of a ban from tables.

    Args:
        user_id: the person to ban; ``None`` to ask for the person, too.
    """
    options = [
        option(duration, words(f"moderation-for-{duration}"), chosen=duration == "7")
        for duration in DURATIONS
    ]
    title = clip(words("moderation-ban-form"), TITLE_LIMIT)
    how_long = words("moderation-how-long")
    # The form for a chosen member uses menus only, for clients that do not show the other kinds of fields.
    if user_id is not None:
        days = field(how_long, FormSelect("days", tuple(options)))
        return Form(custom_id("m", "order_barred", str(user_id)), title, (days, _reason_field(words)))
    person = field(words("moderation-who"), UserSelect("who", words("moderation-choose-member")))
    days = field(how_long, RadioGroup("days", tuple(options)))
    return Form(custom_id("m", "order_barred", ALL), title, (person, _reason_field(words), days))


def report_form(table_id: str, message_id: int, words: Localizer) -> Form:
    """Return the form in which a member says what is wrong with a message.

    Args:
        table_id: the table of the message; ``ALL`` if it belongs to none.
    """
    return Form(
        custom_id("m", "report", table_id, str(message_id)),
        clip(words("report-form"), TITLE_LIMIT),
        (reason_field(words("report-what"), LONGEST_QUOTE),),
    )


def _reason_field(words: Localizer) -> Label:
    return reason_field(words("moderation-reason"), LONGEST_QUOTE)


def member_page(user_id: int, ban: Ban | None, words: Localizer) -> Page:
    """Return the moderation page of a member, with a button that bans them or ends their ban."""
    if ban is None:
        sentence = words("moderation-member", who=mention(user_id))
    else:
        until = _end_text(ban.until, words)
        why = _reason_text(ban.reason, words)
        sentence = words("moderation-member-barred", who=mention(user_id), until=until, why=why)
    # One button: the opposite of what holds now.
    if ban is not None:
        change = button("order_admit", str(user_id), words("button-order-admit"), style="success")
    else:
        change = button("order_bar", str(user_id), words("button-order-bar"), style="danger")
    return framed(
        text_display(sentence), button_rows([change, _back_button(words)]), accent=interactions.LOBBY
    )


def log_page(acts: Sequence[Act], words: Localizer, older: int | None = None) -> Page:
    """Return a page of the moderation log.

    Args:
        older: offset of the page with older entries; ``None`` if there is none.
    """
    lines = [_log_line(act, words) for act in acts] or [words("moderation-log-empty")]
    buttons = []
    if older is not None:
        buttons.append(button("order_log", ALL, words("button-order-older"), str(older)))
    buttons.append(_back_button(words))
    return framed(
        text_display(words("moderation-log-title")),
        text_display(lines),
        button_rows(buttons),
        accent=interactions.QUIET,
    )


def _log_line(act: Act, words: Localizer) -> str:
    if words.has(f"settings-{act.about}"):
        setting = words(f"settings-{act.about}")
    else:
        setting = act.about
    return words(
        f"moderation-act-{act.kind}",
        when=_time_mark(act.at),
        by=_person_name(act.by_id, act.by, words, act.by_former),
        whom=_person_name(act.whom_id, act.whom, words, act.whom_former),
        table=_table_description(act, words),
        setting=setting,
        until=_end_text(act.until, words),
        why=_reason_text(act.reason, words),
    )


def _table_description(act: Act, words: Localizer) -> str:
    if act.table is None:
        return act.about
    table = act.table
    name = f"{game_emoji(table.game)} {words(game_name(table.game))}"
    return words(
        "moderation-act-table", game=name, channel=f"<#{table.channel_id}>", when=_time_mark(table.opened_at)
    )


def _end_text(until: int | None, words: Localizer) -> str:
    if until is None:
        return words("moderation-for-ever")
    return words("moderation-until", when=_time_mark(until))


def _reason_text(reason: str, words: Localizer) -> str:
    return words("moderation-why", reason=quote(reason)) if reason else ""


def _person_name(user_id: int | None, name: Name, words: Localizer, former: int) -> str:
    if user_id is None:
        return words("former-player-numbered", number=former)
    return escape(name) if name else mention(user_id)


def _time_mark(at: int) -> str:
    return f"<t:{at // 1000}:f>"


def _game_title(snapshot: Snapshot, words: Localizer) -> str:
    return f"{snapshot.game.emoji} {words(f'{snapshot.row.game}-name')}"


def _player_names(snapshot: Snapshot, words: Localizer) -> str:
    localizer = people_localizer(snapshot, words.language)
    return clip(words.join([localizer.name(seat.seat) for seat in snapshot.seats]).replace("**", ""), 100)


def _back_button(words: Localizer) -> Button:
    return button("order", ALL, words("button-acts-back"))


# --- actions ------------------------------------------------------------------------------------------------
# Handlers of /moderate, for moderators: close tables, remove people from lobbies, ban people and
# end bans.

MOST_BANS = 10
"""Limit of listed banned people, of whom a phone shows no more. Any other member is found in a menu."""

MOST_REPORTS = 3
"""Limit of reports on the first page. The log has all of them."""

MOST_ACTS = 10
"""Limit of entries on a page of the moderation log. More with long reasons would not fit into a message."""


@command("moderate")
@app_commands.guild_only()
async def moderate(interaction: Interaction) -> None:
    """Show a moderator the moderation page of the server."""
    await check_moderator(interaction)
    await answer(interaction, await _server_page(interaction))


async def open_moderation(tap: Tap) -> None:
    """Show a moderator the page of the tapped table, or the moderation page of the server."""
    if tap.subject in tap.app.tables.all:
        table = await _open_table_here(tap, tap.subject)
        await tap.reply(table_page(table.state.snapshot, words_for(tap.interaction)))
    else:
        await tap.reply(await _server_page(tap.interaction))


async def choose_table(tap: Tap) -> None:
    """Show the moderation page of the chosen table."""
    table = await _open_table_here(tap, tap.value)
    await tap.reply(table_page(table.state.snapshot, words_for(tap.interaction)))


async def _table_to_close(tap: Tap) -> Table:
    table = await _open_table_here(tap, tap.subject)
    if not table.state.is_lobby:
        table.state.check_playing()
    return table


async def ask_to_close(tap: Tap) -> None:
    """Ask a moderator to confirm that a table is to be closed."""
    table = await _table_to_close(tap)
    plays = has_stake(table.state, tap.user.id)
    words = words_for(tap.interaction)
    await tap.reply(table_page(table.state.snapshot, words, asks_confirmation=True, moderator_plays=plays))


async def open_close_form(tap: Tap) -> None:
    """Open the form in which a moderator gives the reason for closing a table."""
    table = await _table_to_close(tap)
    asks_about_ranking = _can_count_ranking(table, tap.user.id)
    form = close_form(table.id, words_for(tap.interaction), asks_about_ranking=asks_about_ranking)
    await ask_form(tap.interaction, form)


def _can_count_ranking(table: Table, user_id: int) -> bool:
    state = table.state
    return (
        not state.is_lobby
        and endings.result_by_scores(lobby.count_moderator_as_resigned(state, user_id)) is not None
    )


async def close_table(tap: Tap) -> None:
    """Close a table, with the reason from the moderator's form."""
    table = await _table_to_close(tap)
    reason = tap.entry("reason")
    kind = tap.entry("how")
    # Discord accepts a reason of blanks.
    if not reason.strip():
        raise Refused("moderation-reason-needed")
    # The form asked about the ranking if it could count then; the game may have changed meanwhile.
    is_outdated = bool(kind) is not _can_count_ranking(table, tap.user.id)
    if is_outdated or kind not in ("", CLOSED, CLOSED_STANDING):
        raise Refused("moderation-changed")
    act = new_log_entry(
        tap.interaction, kind or CLOSED, about=table.id, reason=reason[:LONGEST_QUOTE], is_host=False
    )
    # A lobby is closed, a running game ended.
    if table.state.is_lobby:
        await table.moderate(act, partial(lobby.close_by_moderator, moderator=act.by, reason=act.reason))
    else:
        await table.apply_in_game(endings.close_by_moderator, act)
    await tap.reply(await _server_page(tap.interaction))


async def remove_person(tap: Tap) -> None:
    """Remove the chosen person from a lobby permanently."""
    table = await _open_table_here(tap, tap.subject)
    whom = tap.chosen_id
    await remove_from_lobby(tap.interaction, table, whom, is_moderator=True)
    await tap.reply(table_page(table.state.snapshot, words_for(tap.interaction)))


async def choose_member(tap: Tap) -> None:
    """Show a moderator whether the chosen member is banned from tables."""
    await _show_member(tap, tap.chosen_id)


async def open_ban_form(tap: Tap) -> None:
    """Open the form for a ban from tables: its duration, its reason and, if not chosen yet, the person."""
    whom = None if tap.subject == ALL else number_in(tap.subject)
    if whom is not None:
        _check_may_be_banned(tap, whom)
    await ask_form(tap.interaction, ban_form(whom, words_for(tap.interaction)))


async def ban_person(tap: Tap) -> None:
    """Ban a person from opening and joining tables, and remove them from lobbies."""
    whom = number_in(tap.entry("who") if tap.subject == ALL else tap.subject)
    days = tap.entry("days")
    reason = tap.entry("reason")
    _check_may_be_banned(tap, whom)
    if not reason.strip():
        raise Refused("moderation-reason-needed")
    if days not in DURATIONS:
        raise Refused("stale-button")
    act = new_log_entry(tap.interaction, BANNED, whom, reason=reason[:LONGEST_QUOTE], is_host=False)
    day_count = DURATIONS[days]
    if day_count is None:
        until = None  # the ban has no end
    else:
        until = act.at + day_count * DAY_MS
    # The person leaves lobbies and tournaments, and gets a message at their next tap.
    await tap.app.tables.ban(tap.guild_id, msgspec.structs.replace(act, until=until))
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
    since = snowflake_time_ms(tap.interaction.id) - KEPT_MS
    skipped = number_in(tap.arg) if tap.arg else 0
    # One more than a page, to know whether there is an older page.
    acts = await app.store.read(load_acts, tap.guild_id, since, MOST_ACTS + 1, skipped)
    older = None
    if len(acts) > MOST_ACTS:
        older = skipped + MOST_ACTS
    await tap.reply(log_page(acts[:MOST_ACTS], words_for(tap.interaction), older))


async def _show_member(tap: Tap, user_id: int) -> None:
    ban = await current_ban(tap.interaction, tap.guild_id, user_id)
    await tap.reply(member_page(user_id, ban, words_for(tap.interaction)))


async def _server_page(interaction: Interaction) -> Page:
    app = interaction.client
    guild_id = interaction.guild_id or 0
    bans = await app.store.read(load_bans, guild_id, MOST_BANS)
    since = snowflake_time_ms(interaction.id) - KEPT_MS
    reports = await app.store.read(load_acts, guild_id, since, MOST_REPORTS, 0, REPORTED)
    tables = [table.state.snapshot for table in app.tables.in_guild(guild_id)]
    return moderation_page(tables, bans, reports, words_for(interaction))


async def _open_table_here(tap: Tap, table_id: str) -> Table:
    table = await tap.app.tables.find(table_id)
    if table.state.row.guild_id != tap.interaction.guild_id:
        raise Refused("no-such-table")
    return table


def _check_may_be_banned(tap: Tap, user_id: int) -> None:
    # A moderator could lock themselves out, and the owner is the one who can undo everything.
    if user_id == tap.user.id:
        raise Refused("moderation-not-oneself")
    if is_owner(tap.interaction, user_id):
        raise Refused("moderation-not-owner")


@context_menu("report")
async def report_message(interaction: Interaction, message: discord.Message) -> None:
    """Ask a member what is wrong with one of the bot's messages."""
    app = interaction.client
    assert app.user is not None
    if message.author.id != app.user.id:
        raise Refused("report-only-ours")
    # The message may belong to a table, or to none.
    tables = sorted(table_ids(custom_ids_in(message)))
    subject = next((table_id for table_id in tables if table_id in app.tables.all), ALL)
    form = report_form(subject, message.id, words_for(interaction))
    await ask_form(interaction, form)


async def report(tap: Tap) -> None:
    """Write a member's report to the server's moderation log."""
    if not tap.guild_id:
        raise Refused("only-in-servers")
    reason = tap.entry("reason")
    if not reason.strip():
        raise Refused("report-reason-needed")
    about = tap.subject
    if about == ALL:
        place = tap.interaction.channel_id
        about = f"https://discord.com/channels/{tap.guild_id}/{place}/{number_in(tap.arg)}"
    act = new_log_entry(tap.interaction, REPORTED, about=about, reason=reason[:LONGEST_QUOTE], is_host=True)
    await tap.app.store.write(record_act, tap.guild_id, act)
    await answer(tap.interaction, sentence_page(words_for(tap.interaction)("report-done")))


def _for_moderators(action: Action) -> Action:
    # The check is made here and not in each action, so that none can lack it.
    async def checked(tap: Tap) -> None:
        await check_moderator(tap.interaction)
        await action(tap)

    return checked


COMMANDS = (moderate,)
MENUS = (report_message,)
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
MODERATOR_ACTIONS = {verb: _for_moderators(action) for verb, action in _ACTIONS.items()}
ACTIONS: dict[str, Action] = MODERATOR_ACTIONS | {"report": report}
