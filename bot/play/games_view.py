"""The list of a person's running games on all servers."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import escape
from bot.pages.people import people_localizer
from bot.tables.state import TableState
from bot.wire.components import button, button_rows, text_display
from bot.wire.messages import Page, framed
from storage.fields import Name

MOST_GAMES = 15
"""Limit of listed games; further ones are only counted."""


class ListedGame(NamedTuple):
    """A game in a list, and the id of its message; ``None`` if the message is unknown."""

    state: TableState
    message_id: int | None


def running_games_page(
    games: Iterable[ListedGame],
    user_id: int,
    ids_with_button: Container[str],
    server_name: Callable[[int], str],
    language: str,
) -> Page:
    """Return the page that lists a person's running games.

    Games in which it is the person's turn come first.

    Args:
        ids_with_button: ids of the tables whose hand can be opened.
        server_name: returns a server's name for its id; ``""`` if unknown.
    """
    listed = sorted(games, key=lambda game: _sort_key(game.state, user_id))
    words = Localizer(language)
    lines = [
        f"{number}. {_game_line(state, message_id, user_id, server_name, words)}"
        for number, (state, message_id) in enumerate(listed[:MOST_GAMES], 1)
    ]
    if (more := len(listed) - MOST_GAMES) > 0:
        lines.append(words("games-more", count=more))
    # A hand can be opened only by the process that serves its table.
    buttons = [
        button(
            "hand",
            state.id,
            words("games-hand", number=number),
            style="primary" if _is_turn(state, user_id) else "secondary",
        )
        for number, (state, _) in enumerate(listed[:MOST_GAMES], 1)
        if state.id in ids_with_button
    ]
    display = text_display(words("games-title"), *lines, limit=3500)
    is_turn = bool(listed) and _is_turn(listed[0].state, user_id)
    return framed(display, *button_rows(buttons), accent=colours.YOUR_TURN if is_turn else colours.QUIET)


def _sort_key(state: TableState, user_id: int) -> tuple[bool, bool, int]:
    # Games in which it is the person's turn come first, then those with an early deadline.
    deadline = state.row.deadline
    return not _is_turn(state, user_id), deadline is None, deadline or state.row.created_at


def _is_turn(state: TableState, user_id: int) -> bool:
    return state.seat_of(user_id) in state.acting(human=True)


def _game_line(
    state: TableState,
    message_id: int | None,
    user_id: int,
    server_name: Callable[[int], str],
    words: Localizer,
) -> str:
    # Where the game is, and who else plays.
    names = people_localizer(state, words.language)
    others = [names.name(seat.seat) for seat in state.seats if seat.user_id != user_id or seat.has_left]
    is_practice, server = state.is_practice, server_name(state.row.guild_id)
    place = f"https://discord.com/channels/{'@me' if is_practice else state.row.guild_id}/{state.place_id}"
    where = words("games-practice") if is_practice else escape(Name(server)) or f"<#{state.place_id}>"
    title = words(
        "games-line",
        emoji=state.game.emoji,
        game=words(f"{state.game.id}-name"),
        address=place if message_id is None else f"{place}/{message_id}",
        others=words.join(others),
        server=where,
    )
    # Whose turn it is, as the person sees it.
    acting = state.acting(human=True)
    if state.is_paused:
        status = words("games-paused")
    elif _is_turn(state, user_id):
        status = words("games-yours")
    elif acting:
        status = words("games-theirs", names=words.join([names.name(seat) for seat in acting]))
    else:
        status = words("games-on")
    # A deadline is of interest only while there is a move to make.
    deadline = state.row.deadline
    until = f" · <t:{deadline // 1000}:R>" if acting and deadline is not None else ""
    return f"{title}\n   {status}{until}"
