"""The lobby's message."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.interactions import colours
from bot.language.localizer import Localizer, bold, escape
from bot.showing.people import people_localizer, seat_names
from bot.showing.standings import verdict_lines
from bot.showing.titles import option_value
from bot.tables import lobby as acts
from bot.tables.clocks import CLOCKS
from bot.tables.invitations import MOST_GUESTS
from bot.tables.news import is_person
from bot.tables.snapshot import Snapshot
from bot.wire.components import (
    PLACEHOLDER_LIMIT,
    ActionRow,
    Button,
    Item,
    Separator,
    UserSelect,
    button,
    button_rows,
    clip,
    custom_id,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games import GAMES
from storage.rows import BARRED, CHANNEL, THREAD

THREAD_NAME_LIMIT = 100
"""Characters of a thread's name."""


def lobby_page(snapshot: Snapshot, language: str) -> Page:
    """Render a table that has not begun, or was closed before it did."""
    words = Localizer(language)
    if snapshot.is_closed:
        closed = words("lobby-closed-title", game=_name(snapshot, words))
        return framed(text_display(closed), accent=colours.QUIET)
    return _open_page(snapshot, words)


def _open_page(lobby: Snapshot, words: Localizer) -> Page:
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
    free = lobby.game.rules.seats[1] - len(lobby.seats)
    return framed(
        text_display(*head),
        Separator(),
        text_display(*seats),
        Separator(),
        text_display(*_options(lobby, words), _clock_line(lobby, words)),
        text_display(*_guest_lines(lobby, words)),
        text_display(
            f"-# {status}",
            f"-# {words('lobby-free', count=free)}" if free else "",
            words("lobby-seal", seal=lobby.seal),
        ),
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
                button("notify", table, words("button-notify")),
                *_answers(lobby, words),
            ]
        ),
        accent=colours.LOBBY,
    )


def fair_page(table: Snapshot, user_id: int, words: Localizer) -> Page:
    """Tell why the shuffles of a table are fair: their seal, and the reader's own part in it."""
    own = [seat for seat in table.seats if user_id == (seat.leaver_id if seat.is_taken else seat.user_id)]
    join = next((seat.join_id for seat in own), None)
    if join is None:
        mine = words("fair-no-join")
    else:
        second = int(discord.utils.snowflake_time(join).timestamp())
        mine = words("fair-join", join=str(join), when=f"<t:{second}:T>")
    said = words("fair-text", commitment=table.commitment, seal=table.seal, table=table.id)
    return framed(text_display(said, mine, words("fair-after")), accent=colours.QUIET)


def _guest_lines(lobby: Snapshot, words: Localizer) -> list[str]:
    """Say who was asked to come: who has not answered, who cannot now, and who wanted to be told."""
    asked = lobby.gathering.invitations
    guests = [one for one in asked if not one.is_subscriber]
    lines = []
    if waited := [mention(one.user_id) for one in guests if not one.has_declined]:
        lines.append(words("lobby-unanswered", people=words.join(waited)))
    lines += [words("lobby-declined", name=escape(one.name)) for one in guests if one.has_declined]
    if told := [mention(one.user_id) for one in asked if one.is_subscriber]:
        lines.append(words("lobby-told", people=" ".join(told)))
    return lines


def _answers(lobby: Snapshot, words: Localizer) -> list[Button]:
    """Let people answer who are mentioned: an invitation, and being told."""
    asked = lobby.gathering.invitations
    answers = []
    if any(not one.is_subscriber and not one.has_declined for one in asked):
        answers.append(button("decline", lobby.id, words("button-not-now")))
    if any(one.is_subscriber for one in asked):
        answers.append(button("unsubscribe", lobby.id, words("button-stop-telling")))
    return answers


def mention(user_id: int) -> str:
    """Name a person by their id; only a message's allowed mentions say whether they are notified."""
    return f"<@{user_id}>"


def invitation_page(snapshot: Snapshot, people: Sequence[int], language: str) -> Page:
    """Call people to a lobby."""
    words = Localizer(language)
    host = next((seat.name for seat in snapshot.seats if seat.user_id == snapshot.host_id), "")
    said = words(
        "invitation",
        people=words.join([mention(user_id) for user_id in people]),
        host=escape(host),
        game=_name(snapshot, words),
    )
    answers = [
        button("join", snapshot.id, words("button-join"), style="success"),
        button("decline", snapshot.id, words("button-not-now")),
    ]
    return framed(text_display(said), *button_rows(answers), accent=colours.LOBBY)


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
    lines += [] if lobby.watching else [words("lobby-watching-off")]
    lines += [words("lobby-hints-on")] if lobby.hints else []
    if lobby.gathering.venue == THREAD:
        lines.append(words("lobby-in-thread"))
    return [words("lobby-options"), *lines] if lines else []


def _clock_line(lobby: Snapshot, words: Localizer) -> str:
    return words("lobby-clock", clock=words(f"clock-{lobby.clock}"))


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
    if snapshot.gathering.thread_id is not None:
        return _thread_notice(snapshot, language)
    is_barred = snapshot.gathering.venue == BARRED
    return framed(
        text_display(words("lobby-started", emoji=emoji, game=_name(snapshot, words), names=names)),
        text_display(*option_lines(snapshot, words), _clock_line(snapshot, words)),
        text_display(words("lobby-no-thread") if is_barred else ""),
        text_display(words("lobby-seal", seal=snapshot.seal)),
        *button_rows([button("fair", snapshot.id, words("button-fair"))]),
        accent=colours.QUIET,
    )


def _thread_notice(snapshot: Snapshot, language: str) -> Page:
    """Leave one line in the channel of a game that has a thread of its own: where it is, and how it ended."""
    words = people_localizer(snapshot.seats, language)
    game, emoji = _name(snapshot, words), snapshot.game.emoji
    names = words.join([words.name(seat.seat) for seat in snapshot.seats])
    thread = f"<#{snapshot.gathering.thread_id}>"
    if not snapshot.is_closed:
        said = words("lobby-started", emoji=emoji, game=game, names=names)
        seal = words("lobby-seal", seal=snapshot.seal)
        return framed(text_display(f"{said} → {thread}", seal), accent=colours.QUIET)
    result = None if snapshot.view is None else snapshot.view.result
    if snapshot.is_decided:
        said = f"{emoji} **{game}** · {' '.join(verdict_lines(snapshot, words))}"
    elif result is None:
        said = words("thread-broken-off", emoji=emoji, game=game, names=names)
    else:
        first = words.join([words.name(seat) for seat in result.ranking[0]])
        said = words("thread-over", emoji=emoji, game=game, names=names, first=first)
    return framed(text_display(f"{said} → {thread}"), accent=colours.QUIET)


def thread_name(snapshot: Snapshot, language: str) -> str:
    """Name a table's own thread after game and people; computer players are left out."""
    words = Localizer(language)
    names = [" ".join(seat.name.split()) for seat in snapshot.seats if is_person(seat)]
    return clip(words("thread-name", game=_name(snapshot, words), names=words.join(names)), THREAD_NAME_LIMIT)


def options_page(lobby: Snapshot, words: Localizer, *, has_threads: bool = False) -> Page:
    """Render the host's private panel: a menu for each option, where it is played, who comes, who is host.

    Args:
        lobby: the lobby.
        words: the host's words.
        has_threads: a thread can be made where the lobby is.
    """
    game = lobby.game.id
    items: list[Item] = [text_display(words("options-title"))]
    rules = lobby.game.rules
    seats = max(rules.seats[0], len(lobby.seats))
    for name in rules.options:
        current = lobby.options[name]
        values = rules.choices(name, lobby.options, seats)
        prompt = words(f"{game}-option-{name}")
        about = words(f"{game}-option-{name}-about")
        choices = _window(values, current)
        options = [
            option(value, _capital(option_value(game, name, value, words)), chosen=value == current)
            for value in choices
        ]
        items += [
            text_display(f"**{prompt}**\n-# {about}", limit=400),
            menu("option", lobby.id, prompt, options, name),
        ]
    clocks = [option(name, words(f"clock-{name}"), chosen=name == lobby.clock) for name in CLOCKS]
    items += [
        text_display(f"**{words('options-clock')}**\n-# {words('options-clock-about')}", limit=400),
        menu("clock", lobby.id, words("options-clock"), clocks),
    ]
    if has_threads:
        venues = [
            option(
                venue,
                words(f"options-venue-{venue}"),
                chosen=(lobby.gathering.venue == THREAD) == (venue == THREAD),
            )
            for venue in (CHANNEL, THREAD)
        ]
        items.append(menu("venue", lobby.id, words("options-venue"), venues))
    items.append(_invite_menu(lobby, words))
    others = [seat for seat in lobby.seats if is_person(seat) and seat.user_id != lobby.host_id]
    if others:
        options = [
            option(str(seat.user_id), words("options-host-is", name=seat.name)) for seat in others[:25]
        ]
        items.append(menu("host", lobby.id, words("options-hand-over"), options))
    switches = [_watching_button(lobby, words)]
    if lobby.game.assess is not None:
        switches.append(_hints_button(lobby, words))
    items += button_rows(switches)
    if not acts.is_full(lobby.game, len(lobby.seats)):
        items += button_rows([button("level", lobby.id, words("button-choose-level"))])
    return framed(*items, accent=colours.LOBBY)


def _watching_button(lobby: Snapshot, words: Localizer) -> Button:
    """Make the button that lets who plays no more see all hands, or not."""
    state = "on" if lobby.watching else "off"
    return button("watching", lobby.id, words(f"button-watching-{state}"), "off" if lobby.watching else "on")


def _hints_button(lobby: Snapshot, words: Localizer) -> Button:
    """Make the button that lets people ask what a strong player would do, or not."""
    state = "on" if lobby.hints else "off"
    return button("hints", lobby.id, words(f"button-hints-{state}"), "off" if lobby.hints else "on")


def _invite_menu(lobby: Snapshot, words: Localizer) -> ActionRow:
    """Offer the members of the server, several at once."""
    prompt = clip(words("options-invite"), PLACEHOLDER_LIMIT)
    return ActionRow((UserSelect(custom_id("u", "invite", lobby.id), prompt, max_values=MOST_GUESTS),))


def _capital(label: str) -> str:
    """Begin what stands alone in a menu with a capital letter; in a line it follows a colon."""
    return label[:1].upper() + label[1:]


def another_page(over: Snapshot, words: Localizer) -> Page:
    """Ask which game the people of a table play next."""
    games = [option(game.id, words(f"{game.id}-name"), words(f"{game.id}-pitch")) for game in GAMES]
    return framed(
        text_display(words("another-title")),
        menu("another_game", over.id, words("another-choose"), games),
        accent=colours.LOBBY,
    )


def _window(values: tuple[str, ...], current: str, size: int = 25) -> tuple[str, ...]:
    """Show at most as many values as a menu holds, the present one among them."""
    if current not in values:
        values = (current, *values)  # too many have come for it since it was chosen
    if len(values) <= size:
        return values
    shown = values[:size]
    return shown if current in shown else (*shown[:-1], current)


def level_page(lobby: Snapshot, words: Localizer) -> Page:
    """Ask how strong the new computer player shall be."""
    levels = lobby.game.levels
    buttons = [button("seat", lobby.id, words(f"level-{level}"), level, style="primary") for level in levels]
    return framed(text_display(words("level-title")), *button_rows(buttons), accent=colours.LOBBY)
