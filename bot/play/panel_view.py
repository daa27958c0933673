"""One seat's private panel: the hand, what is known, and on one's turn the menus that build a move."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.interactions import colours
from bot.interactions.components import (
    Option,
    TapButton,
    button,
    button_rows,
    container_view,
    menu,
    text_display,
)
from bot.language.localizer import Localizer, flat, plain
from bot.play.table_view import move_button
from bot.showing.pages import Page, Picture, board_gallery
from bot.showing.people import people_localizer, seat_names
from bot.showing.standings import standing_lines
from bot.tables.snapshot import Snapshot
from games.core.menu import Menu, MenuPath, menu_path
from games.core.presentation import PanelScene

SEPARATOR = "|"
MOVE_ID_LIMIT = 75


def panel_page(snapshot: Snapshot, language: str, chosen: Sequence[str] = ()) -> Page:
    """Render a seat's panel from its own view.

    Args:
        snapshot: the table as seen by the seat.
        language: that person's language.
        chosen: what has been picked so far on the way to a move.
    """
    own, public = snapshot.own, snapshot.view
    assert own is not None
    assert public is not None
    words = people_localizer(snapshot.seats, language)
    face = snapshot.game.presenter
    scene = face.panel(own.view, own.legal)
    headline = flat(words(face.table(public).headline))
    status = words("panel-turn") if snapshot.is_my_turn else _waiting(snapshot, words)
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [
        text_display(status, "" if headline in status else headline, limit=1100)
    ]
    picture: Picture | None = None
    if scene.board is not None and scene.board.rows:
        names = seat_names(snapshot.seats, language)
        gallery, picture = board_gallery(scene.board, words, names, f"hand-{snapshot.id}-{own.seat}")
        items.append(gallery)
    items.append(text_display(*(words(line) for line in scene.lines), limit=1500))
    if snapshot.is_my_turn:
        items += _controls(snapshot, scene, menu_path(face, own.view, chosen), words)
    accent = colours.YOUR_TURN if snapshot.is_my_turn else colours.QUIET
    return Page(container_view(*items, accent=accent), picture)


def picked_value(snapshot: Snapshot, chosen: Sequence[str], values: Sequence[str]) -> str | None:
    """Find the answer that some picked cards are; ``None`` when they do not go together."""
    own, presenter = snapshot.own, snapshot.game.presenter
    assert own is not None
    menus = menu_path(presenter, own.view, chosen).menus
    if len(menus) <= len(chosen) or not menus[len(chosen)].question.is_pick:
        return None
    value = menus[len(chosen)].question.value_of([value.split("#")[0] for value in values])
    after = menu_path(presenter, own.view, [*chosen, value])
    return value if len(after.menus) > len(chosen) and after.menus[len(chosen)].chosen == value else None


def _waiting(snapshot: Snapshot, words: Localizer) -> str:
    if snapshot.is_closed:
        view = snapshot.view
        assert view is not None
        lines = standing_lines(snapshot.game, view, view.result, words)
        return "\n".join(lines) or words("table-abandoned")
    return words("panel-waiting", names=words.join([words.name(seat) for seat in snapshot.acting]))


def _controls(
    snapshot: Snapshot, scene: PanelScene, path: MenuPath, words: Localizer
) -> list[discord.ui.Item[discord.ui.LayoutView]]:
    own = snapshot.own
    assert own is not None
    face = snapshot.game.presenter
    decision = snapshot.decisions[own.seat]
    items: list[discord.ui.Item[discord.ui.LayoutView]] = []
    for depth, step in enumerate(path.menus):
        before = [earlier.chosen or "" for earlier in path.menus[:depth]]
        arg = f"{decision}:{SEPARATOR.join(before)}"
        if step.question.is_pick:
            rules = snapshot.game.rules
            family = scene.board.family if scene.board else rules.family(snapshot.options).name
            items.append(_pick_menu(snapshot, step, arg, family, words))
        else:
            items.append(_menu(snapshot, step, arg, words))
    buttons: list[TapButton] = []
    if path.move is not None and path.menus:
        notation = str(path.move)
        warning = face.warning(path.move, own.view)
        if warning is not None:
            items.append(text_display(words("panel-warning", warning=words(warning))))
        name = plain(words(face.name(path.move, own.view)))
        label = words("button-confirm", move=name)
        style = "danger" if warning is not None else "success"
        if len(notation) <= MOVE_ID_LIMIT:
            arg = f"{decision}:{notation}"
            buttons.append(button("move", snapshot.id, label, arg, style=style, emoji="✅"))
    shortcuts = [shortcut for shortcut in scene.shortcuts[:5] if shortcut.move != str(path.move or "")]
    items += button_rows(buttons, 1)
    for shortcut in shortcuts:
        warning = face.warning(snapshot.game.rules.parse(shortcut.move), own.view)
        if warning is not None:
            said = words("panel-warning", warning=f"{words(shortcut.label)}: {words(warning)}")
            items.append(text_display(said))
    items += button_rows([move_button(snapshot, shortcut, own.seat, words) for shortcut in shortcuts], 3)
    return items


def _menu(
    snapshot: Snapshot, step: Menu, arg: str, words: Localizer
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    options = [
        Option(
            choice.value,
            plain(words(choice.label)),
            plain(words(choice.detail)) if choice.detail else None,
            chosen=choice.value == step.chosen,
        )
        for choice in step.question.choices
    ]
    return menu("pick", snapshot.id, plain(words(step.question.prompt)), options, arg)


def _pick_menu(
    snapshot: Snapshot, step: Menu, arg: str, family: str, words: Localizer
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """Let several cards be picked at once; copies of a card are told apart by a number."""
    question = step.question
    chosen = (step.chosen or "").split()
    options = []
    seen: dict[str, int] = {}
    for card in question.cards:
        copy = seen[card] = seen.get(card, 0) + 1
        picked = card in chosen
        if picked:
            chosen.remove(card)
        options.append(Option(f"{card}#{copy}", words.cards([card], family), chosen=picked))
    least, most = question.sizes
    return menu("cards", snapshot.id, plain(words(question.prompt)), options, arg, least=least, most=most)
