"""The lobby's message."""

from __future__ import annotations

import discord

from bot.interactions import colours
from bot.interactions.components import Option, button, button_rows, container_view, menu, text_display
from bot.language.localizer import Localizer, bold, escape
from bot.showing.pages import Page
from bot.showing.people import seat_names
from bot.showing.titles import option_value
from bot.tables import lobby as acts
from bot.tables.news import is_person
from bot.tables.snapshot import Snapshot
from games.core.game import LEVELS


def lobby_page(snapshot: Snapshot, language: str) -> Page:
    """Render a table that has not begun, or was closed before it did."""
    words = Localizer(language)
    if snapshot.is_closed:
        closed = words("lobby-closed-title", game=_name(snapshot, words))
        return Page(container_view(text_display(closed), accent=colours.QUIET))
    return Page(lobby_view(snapshot, words))


def lobby_view(lobby: Snapshot, words: Localizer) -> discord.ui.LayoutView:
    """Render a lobby: game, options, seats, host, and what can be done."""
    is_full = acts.is_full(lobby.game, len(lobby.seats))
    obstacle = acts.obstacle(lobby.game, len(lobby.seats), lobby.options)
    head = [
        words("lobby-title", emoji=lobby.game.emoji, game=_name(lobby, words)),
        words(f"{lobby.game.id}-pitch"),
    ]
    seats = [_seat_count(lobby, words), *_seat_lines(lobby, words)]
    status = words("lobby-ready") if obstacle is None else words(obstacle)
    table = lobby.id
    return container_view(
        text_display(*head),
        discord.ui.Separator(),
        text_display(*seats),
        discord.ui.Separator(),
        text_display(*_options(lobby, words)),
        text_display(f"-# {status}", words("lobby-seal", seal=lobby.seal)),
        *button_rows(
            [
                button("join", table, words("button-join"), style="success", disabled=is_full),
                button("leave", table, words("button-leave")),
                button("start", table, words("button-start"), style="primary", disabled=obstacle is not None),
                button("fill", table, words("button-fill"), disabled=is_full),
                button("add", table, words("button-add-computer"), disabled=is_full),
                button("drop", table, words("button-remove-computer"), disabled=_has_no_computer(lobby)),
                button("options", table, words("button-options")),
                button("rules", table, words("button-rules")),
                button("fair", table, words("button-fair")),
                button("cancel", table, words("button-cancel"), style="danger"),
            ]
        ),
        accent=colours.LOBBY,
    )


def fair_view(table: Snapshot, user_id: int, words: Localizer) -> discord.ui.LayoutView:
    """Tell why the shuffles of a table are fair: their seal, and the reader's own part in it."""
    join = next((seat.join_id for seat in table.seats if seat.user_id == user_id), None)
    if join is None:
        mine = words("fair-no-join")
    else:
        second = int(discord.utils.snowflake_time(join).timestamp())
        mine = words("fair-join", join=str(join), when=f"<t:{second}:T>")
    said = words("fair-text", commitment=table.commitment, seal=table.seal, table=table.id)
    return container_view(text_display(said, mine, words("fair-after")), accent=colours.QUIET)


def _seat_count(lobby: Snapshot, words: Localizer) -> str:
    low, high = lobby.game.rules.seats
    if low == high:
        return words("lobby-seats-exactly", count=len(lobby.seats), most=high)
    return words("lobby-seats", count=len(lobby.seats), least=low, most=high)


def _name(lobby: Snapshot, words: Localizer) -> str:
    return words(f"{lobby.game.id}-name")


def _has_no_computer(lobby: Snapshot) -> bool:
    return all(seat.level is None for seat in lobby.seats)


def _seat_lines(lobby: Snapshot, words: Localizer) -> list[str]:
    lines = []
    for seat in lobby.seats:
        name = escape(seat.name)
        if seat.level is not None:
            lines.append(words("lobby-seat-computer", name=name, level=words(f"level-{seat.level}")))
        elif seat.user_id == lobby.host_id:
            lines.append(words("lobby-seat-host", name=name))
        else:
            lines.append(words("lobby-seat", name=name))
    return lines


def _options(lobby: Snapshot, words: Localizer) -> list[str]:
    """List the options under their title; a game may have none."""
    lines = option_lines(lobby, words)
    return [words("lobby-options"), *lines] if lines else []


def option_lines(lobby: Snapshot, words: Localizer) -> list[str]:
    """List every option with its value."""
    game = lobby.game.id
    return [
        words(
            "lobby-option",
            option=words(f"{game}-option-{option}"),
            value=option_value(game, option, value, words),
        )
        for option, value in lobby.options.items()
    ]


def notice_page(snapshot: Snapshot, language: str) -> Page:
    """Leave a notice where the lobby was: who plays what, and how, and the seal of the shuffles."""
    words = Localizer(language)
    names = words.join([bold(name) for name in seat_names(snapshot.seats, language)])
    emoji = snapshot.game.emoji
    return Page(
        container_view(
            text_display(words("lobby-started", emoji=emoji, game=_name(snapshot, words), names=names)),
            text_display(*option_lines(snapshot, words)),
            text_display(words("lobby-seal", seal=snapshot.seal)),
            *button_rows([button("fair", snapshot.id, words("button-fair"))]),
            accent=colours.QUIET,
        )
    )


def options_view(lobby: Snapshot, words: Localizer) -> discord.ui.LayoutView:
    """Render the host's private panel: a menu for each option, and who shall be host."""
    game = lobby.game.id
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [text_display(words("options-title"))]
    rules = lobby.game.rules
    seats = max(rules.seats[0], len(lobby.seats))
    for option in rules.options:
        current = lobby.options[option]
        values = rules.choices(option, lobby.options, seats)
        prompt = words(f"{game}-option-{option}")
        about = words(f"{game}-option-{option}-about")
        choices = _window(values, current)
        options = [
            Option(value, f"{prompt}: {option_value(game, option, value, words)}", chosen=value == current)
            for value in choices
        ]
        items += [
            text_display(f"**{prompt}**\n-# {about}", limit=400),
            menu("option", lobby.id, prompt, options, option),
        ]
    others = [seat for seat in lobby.seats if is_person(seat) and seat.user_id != lobby.host_id]
    if others:
        options = [
            Option(str(seat.user_id), words("options-host-is", name=seat.name)) for seat in others[:25]
        ]
        items.append(menu("host", lobby.id, words("options-hand-over"), options))
    if not acts.is_full(lobby.game, len(lobby.seats)):
        items += button_rows([button("level", lobby.id, words("button-choose-level"))])
    return container_view(*items, accent=colours.LOBBY)


def _window(values: tuple[str, ...], current: str, size: int = 25) -> tuple[str, ...]:
    """Show at most as many values as a menu holds, the present one among them."""
    if current not in values:
        values = (current, *values)  # too many have come for it since it was chosen
    if len(values) <= size:
        return values
    shown = values[:size]
    return shown if current in shown else (*shown[:-1], current)


def level_view(lobby: Snapshot, words: Localizer) -> discord.ui.LayoutView:
    """Ask how strong the new computer player shall be."""
    buttons = [button("seat", lobby.id, words(f"level-{level}"), level, style="primary") for level in LEVELS]
    return container_view(text_display(words("level-title")), *button_rows(buttons), accent=colours.LOBBY)
