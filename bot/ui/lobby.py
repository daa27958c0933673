"""The lobby's message."""

from __future__ import annotations

import discord

from bot.tables.lobby import Lobby
from bot.ui import palette
from bot.ui.components import Option, button, menu, page, rows, say
from bot.words import Words, escape
from games import find_game
from games.core.game import LEVELS


def game_emoji(game_id: str) -> str:
    """Give the sign that a game goes by."""
    return find_game(game_id).emoji


def lobby_view(lobby: Lobby, words: Words) -> discord.ui.LayoutView:
    """Render a lobby: game, options, seats, host, and what can be done."""
    if lobby.row.status == "playing":
        return _started_view(lobby, words)
    if lobby.row.status != "lobby":
        return page(say(words("lobby-closed-title", game=_name(lobby, words))), accent=palette.QUIET)
    obstacle = lobby.obstacle()
    head = [
        words("lobby-title", emoji=game_emoji(lobby.game.id), game=_name(lobby, words)),
        words(f"{lobby.game.id}-pitch"),
    ]
    seats = [_seat_count(lobby, words), *_seat_lines(lobby, words)]
    status = words("lobby-ready") if obstacle is None else words(obstacle)
    table = lobby.id
    return page(
        say(*head),
        discord.ui.Separator(),
        say(*seats),
        discord.ui.Separator(),
        say(words("lobby-options"), *option_lines(lobby, words)),
        say(f"-# {status}", words("lobby-commitment", hash=lobby.row.commitment or "")),
        *rows(
            [
                button("join", table, words("button-join"), style="success", disabled=lobby.is_full),
                button("leave", table, words("button-leave")),
                button("rules", table, words("button-rules")),
            ]
        ),
        *rows(
            [
                button("add", table, words("button-add-computer"), disabled=lobby.is_full),
                button("drop", table, words("button-remove-computer"), disabled=_has_no_computer(lobby)),
                button("options", table, words("button-options")),
            ]
        ),
        *rows(
            [
                button("start", table, words("button-start"), style="primary", disabled=obstacle is not None),
                button("cancel", table, words("button-cancel"), style="danger"),
            ]
        ),
        accent=palette.LOBBY,
    )


def _seat_count(lobby: Lobby, words: Words) -> str:
    low, high = lobby.game.rules.seats
    if low == high:
        return words("lobby-seats-exactly", count=len(lobby.seats), most=high)
    return words("lobby-seats", count=len(lobby.seats), least=low, most=high)


def _name(lobby: Lobby, words: Words) -> str:
    return words(f"{lobby.game.id}-name")


def _has_no_computer(lobby: Lobby) -> bool:
    return len(lobby.humans) == len(lobby.seats)


def _seat_lines(lobby: Lobby, words: Words) -> list[str]:
    lines = []
    for seat in lobby.seats:
        name = escape(seat.name)
        if seat.level is not None:
            lines.append(words("lobby-seat-computer", name=name, level=words(f"level-{seat.level}")))
        elif seat.user_id == lobby.row.host_id:
            lines.append(words("lobby-seat-host", name=name))
        else:
            lines.append(words("lobby-seat", name=name))
    return lines


def option_value(game_id: str, option: str, value: str, words: Words) -> str:
    """Print an option's value; one without a text of its own reads as it is written."""
    key = f"{game_id}-option-{option}-{value.replace('.', '_')}"
    return words(key) if words.has(key) else value


def option_lines(lobby: Lobby, words: Words) -> list[str]:
    """List every option with its value."""
    game = lobby.game.id
    return [
        words(
            "lobby-option",
            option=words(f"{game}-option-{option}"),
            value=option_value(game, option, value, words),
        )
        for option, value in lobby.row.options.items()
    ]


def _started_view(lobby: Lobby, words: Words) -> discord.ui.LayoutView:
    """Leave a notice where the lobby was: who plays what, and the commitment to the shuffles."""
    names = words.join([f"**{escape(seat.name)}**" for seat in lobby.seats])
    return page(
        say(words("lobby-started", emoji=game_emoji(lobby.game.id), game=_name(lobby, words), names=names)),
        say(*option_lines(lobby, words)),
        say(words("lobby-commitment", hash=lobby.row.commitment or "")),
        accent=palette.QUIET,
    )


def options_view(lobby: Lobby, words: Words) -> discord.ui.LayoutView:
    """Render the host's private panel: a menu for each option, and who shall be host."""
    game = lobby.game.id
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [say(words("options-title"))]
    for option, values in lobby.game.rules.options.items():
        current = lobby.row.options[option]
        prompt = words(f"{game}-option-{option}")
        about = words(f"{game}-option-{option}-about")
        choices = _window(values, current)
        options = [
            Option(value, f"{prompt}: {option_value(game, option, value, words)}", chosen=value == current)
            for value in choices
        ]
        items += [
            say(f"**{prompt}**\n-# {about}", limit=400),
            menu("option", lobby.id, prompt, options, option),
        ]
    others = [seat for seat in lobby.humans if seat.user_id != lobby.row.host_id]
    if others:
        options = [
            Option(str(seat.user_id), words("options-host-is", name=seat.name)) for seat in others[:25]
        ]
        items.append(menu("host", lobby.id, words("options-hand-over"), options))
    if not lobby.is_full:
        items += rows([button("level", lobby.id, words("button-choose-level"))])
    return page(*items, accent=palette.LOBBY)


def _window(values: tuple[str, ...], current: str, size: int = 25) -> tuple[str, ...]:
    """Show at most as many values as a menu holds, the present one among them."""
    if len(values) <= size:
        return values
    shown = values[:size]
    return shown if current in shown else (*shown[:-1], current)


def level_view(lobby: Lobby, words: Words) -> discord.ui.LayoutView:
    """Ask how strong the new computer player shall be."""
    buttons = [button("seat", lobby.id, words(f"level-{level}"), level, style="primary") for level in LEVELS]
    return page(say(words("level-title")), *rows(buttons), accent=palette.LOBBY)
