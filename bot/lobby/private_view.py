"""Private pages of a lobby: options, computer players, and *More*."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import escape, label
from bot.pages.phone import TABLE, page_height
from bot.pages.titles import option_value
from bot.tables import lobby as acts
from bot.tables.clocks import CLOCKS
from bot.tables.invitations import MOST_GUESTS
from bot.tables.news import is_person
from bot.tables.snapshot import Snapshot
from bot.wire.components import (
    CHOICES_LIMIT,
    ActionRow,
    Button,
    Item,
    button,
    button_rows,
    member_menu,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from storage.rows import CHANNEL, THREAD


def options_page(lobby: Snapshot, words: Localizer, *, has_threads: bool = False) -> Page:
    """Return the page on which a lobby's host sets the game's options."""
    page = _options_page(lobby, words, has_threads=has_threads, is_compact=False)
    if page_height(page) <= TABLE:
        return page
    return _options_page(lobby, words, has_threads=has_threads, is_compact=True)


def _options_page(lobby: Snapshot, words: Localizer, *, has_threads: bool, is_compact: bool) -> Page:
    game, rules = lobby.game.id, lobby.game.rules
    items: list[Item] = [text_display(words("options-title"))]
    seats = max(rules.seats[0], len(lobby.seats))
    # A menu for each option of the game that has an effect with the others.
    for name in rules.options:
        if not rules.has_effect(name, lobby.options):
            continue
        current = lobby.options[name]
        values = {
            value: _capitalized(option_value(game, name, value, words))
            for value in _menu_values(rules.choices(name, lobby.options, seats), current)
        }
        prompt, about = words(f"{game}-option-{name}"), words(f"{game}-option-{name}-about")
        items += _setting_menu(lobby, "option", name, (prompt, about), values, current, is_compact=is_compact)
    # The time limit is a menu of the same form.
    clocks = {name: words(f"clock-{name}") for name in CLOCKS}
    texts = words("options-clock"), words("options-clock-about")
    items += _setting_menu(lobby, "clock", "", texts, clocks, lobby.row.clock, is_compact=is_compact)
    # In a thread or a voice channel the game can only stay where it is.
    if has_threads:
        in_thread = lobby.gathering.venue == THREAD
        venues = [
            option(venue, words(f"options-venue-{venue}"), chosen=in_thread == (venue == THREAD))
            for venue in (CHANNEL, THREAD)
        ]
        items.append(menu("venue", lobby.id, words("options-venue"), venues))
    # Features that this game has, each as a button.
    switches = []
    if rules.has_elimination:
        switches.append(_switch_button(lobby, "watching", lobby.row.watching, words))
    if rules.has_claims:
        switches.append(_switch_button(lobby, "crowd", lobby.row.crowd, words))
    if lobby.game.assess is not None:
        switches.append(_switch_button(lobby, "hints", bool(lobby.has_hints), words))
    items += button_rows([*switches, _done_button(lobby, words)])
    return framed(*items, accent=colours.LOBBY)


def _setting_menu(
    lobby: Snapshot,
    verb: str,
    arg: str,
    texts: tuple[str, str],
    labels: Mapping[str, str],
    current: str,
    *,
    is_compact: bool,
) -> list[Item]:
    prompt, about = texts
    # If space is short, name and explanation move into every entry.
    if is_compact:
        options = [
            option(value, f"{prompt}: {name}", about, chosen=value == current)
            for value, name in labels.items()
        ]
        return [menu(verb, lobby.id, prompt, options, arg)]
    options = [option(value, name, chosen=value == current) for value, name in labels.items()]
    above = text_display(f"**{prompt}**\n-# {about}", limit=400)
    return [above, menu(verb, lobby.id, prompt, options, arg)]


def computers_page(lobby: Snapshot, words: Localizer) -> Page:
    """Return the page on which a lobby's host adds and removes computer players."""
    levels, seats = lobby.game.levels, len(lobby.seats)
    computers = [seat for seat in lobby.seats if seat.level is not None]
    here = [
        words(
            "lobby-seat-computer",
            name=escape(seat.name, keeps_signs=True),
            level=words(f"level-{seat.level}"),
        )
        for seat in computers
    ]
    items: list[Item] = [text_display(words("computers-title"), *here)]
    if lobby.game.has_temperaments:
        items.append(text_display(words("computers-tempers"), limit=300))
    # One more is a tap below, too.
    sizes = {lobby.game.table_size, lobby.game.rules.seats[1]}
    for count in sorted(size for size in sizes if seats < size - 1):
        items.append(text_display(words("computers-fill", count=count)))
        fill = [
            button("fill", lobby.id, words(f"level-{level}"), f"{level}.{count}", style="primary")
            for level in levels
        ]
        items += button_rows(fill, len(levels))
    if not acts.is_full(lobby.game, seats):
        items.append(text_display(words("computers-add")))
        add = [button("seat", lobby.id, words(f"level-{level}"), level) for level in levels]
        items += button_rows(add, len(levels))
    ends = [_done_button(lobby, words)]
    if computers:
        ends.insert(0, button("clear", lobby.id, words("button-clear-computers")))
    if len(computers) > 1:
        ends.insert(0, button("drop", lobby.id, words("button-remove-computer")))
    return framed(*items, *button_rows(ends), accent=colours.LOBBY)


def more_page(lobby: Snapshot, user_id: int, words: Localizer, *, is_moderator: bool = False) -> Page:
    """Return the page *More* of a lobby, with the buttons that this person may use."""
    is_host, table = user_id == lobby.row.host_id, lobby.id
    invitations_by_user = {invitation.user_id: invitation for invitation in lobby.gathering.invitations}
    mine = invitations_by_user.get(user_id)
    items: list[Item] = []
    # What only the host can do: invite, hand the lobby over, remove people.
    if is_host:
        items.append(_invite_menu(lobby, words))
        others = [seat for seat in lobby.seats if is_person(seat) and seat.user_id != user_id]
        if others:
            heirs = [
                option(str(seat.user_id), words("options-host-is", name=label(seat.name))) for seat in others
            ]
            items.append(menu("host", table, words("options-hand-over"), heirs[:25]))
            guests = [option(str(seat.user_id), label(seat.name)) for seat in others]
            items.append(menu("out", table, words("options-take-out"), guests[:25]))
    ways = [
        button("rules", table, words("button-rules")),
        button("fair", table, words("button-fair")),
        button("notify", table, words("button-notify")),
    ]
    # What depends on how this person came to know of the lobby.
    if mine is not None and mine.is_subscriber:
        ways.append(button("unsubscribe", table, words("button-stop-telling")))
    if mine is not None and not (
        mine.is_subscriber or mine.has_declined or mine.is_removed or mine.is_unasked
    ):
        ways.append(button("decline", table, words("button-not-now")))
    is_seated = any(seat.user_id == user_id for seat in lobby.seats)
    if lobby.is_host_gone and is_seated and not is_host:
        ways.insert(0, button("takeover", table, words("button-take-over"), style="primary"))
    if is_seated:
        ways.append(button("leave", table, words("button-leave")))
    if is_host:
        ways.append(button("cancel", table, words("button-cancel"), style="danger"))
    if is_moderator:
        ways.append(button("order", table, words("button-order")))
    items += button_rows(ways)
    return framed(*items, accent=colours.LOBBY)


def _switch_button(lobby: Snapshot, verb: str, is_on: bool, words: Localizer) -> Button:
    label = words(f"button-{verb}-{'on' if is_on else 'off'}")
    return button(verb, lobby.id, label, "off" if is_on else "on")


def _done_button(lobby: Snapshot, words: Localizer) -> Button:
    return button("done", lobby.id, words("button-done"))


def _invite_menu(lobby: Snapshot, words: Localizer) -> ActionRow:
    return member_menu("invite", lobby.id, words("options-invite"), most=MOST_GUESTS)


def _capitalized(label: str) -> str:
    return label[:1].upper() + label[1:]


def _menu_values(values: tuple[str, ...], current: str) -> tuple[str, ...]:
    if current not in values:
        values = (current, *values)  # too many have come for it since it was chosen
    offered = values[:CHOICES_LIMIT]
    return offered if current in offered else (*offered[:-1], current)


def fair_page(table: Snapshot, user_id: int, words: Localizer) -> Page:
    """Return the page that explains how a table's shuffles are made fair."""
    own = [seat for seat in table.seats if user_id == (seat.leaver_id if seat.is_taken else seat.user_id)]
    join = next((seat.join_id for seat in own), None)
    if join is None:
        mine = words("fair-no-join")
    else:
        second = int(discord.utils.snowflake_time(join).timestamp())
        mine = words("fair-join", join=str(join), when=f"<t:{second}:T>")
    sentence = words("fair-text", commitment=table.row.commitment or "", seal=table.seal, table=table.id)
    return framed(text_display(sentence, mine, words("fair-after")), accent=colours.QUIET)
