"""One seat's private panel: the hand, what is known, and on one's turn the menus that build a move."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.tables.table import Table
from bot.ui import palette
from bot.ui.components import Option, TapButton, button, menu, page, rows, say
from bot.ui.table import flat, move_button, picture, plain, result_lines, table_words
from bot.words import Words
from games.core.menu import Menu, MenuPath, menu_path
from games.core.presentation import PanelScene

SEPARATOR = "|"
MOVE_ID_LIMIT = 75


async def panel_view(
    table: Table, seat: int, language: str, chosen: Sequence[str] = ()
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """Render a seat's panel from its own view.

    Args:
        table: the table.
        seat: whose panel.
        language: that person's language.
        chosen: what has been picked so far on the way to a move.

    Returns:
        The message and the files it shows.
    """
    words = table_words(table, language)
    face = table.game.presenter
    view, legal = table.view(seat), table.legal(seat)
    scene = face.panel(view, legal)
    headline = flat(words(face.table(table.view(None)).headline))
    is_turn = view.is_my_turn and not table.is_closed
    status = words("panel-turn") if is_turn else _waiting(table, words)
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [
        say(status, "" if headline in status else headline, limit=1100)
    ]
    files: list[discord.File] = []
    if scene.board is not None and scene.board.rows:
        gallery, file = await picture(table, scene.board, words, f"hand-{table.id}-{seat}-{table.seq}")
        items.append(gallery)
        files.append(file)
    items.append(say(*(words(line) for line in scene.lines), limit=1500))
    if is_turn:
        items += _controls(table, seat, scene, menu_path(face, view, legal, chosen), words)
    items = [item for item in items if not isinstance(item, discord.ui.TextDisplay) or item.content]
    return page(*items, accent=palette.YOUR_TURN if is_turn else palette.QUIET), files


def _waiting(table: Table, words: Words) -> str:
    if table.is_closed:
        return "\n".join(result_lines(table, words)) or words("table-abandoned")
    to_act = table.to_act if isinstance(table.to_act, tuple) else ()
    return words("panel-waiting", names=words.join([words.name(seat) for seat in to_act]))


def _controls(
    table: Table, seat: int, scene: PanelScene, path: MenuPath, words: Words
) -> list[discord.ui.Item[discord.ui.LayoutView]]:
    items: list[discord.ui.Item[discord.ui.LayoutView]] = []
    for depth, step in enumerate(path.menus):
        before = [earlier.chosen or "" for earlier in path.menus[:depth]]
        arg = f"{table.token(seat)}:{SEPARATOR.join(before)}"
        if step.is_pick:
            family = scene.board.family if scene.board else table.game.rules.family(table.row.options).name
            items.append(_pick_menu(table, step, arg, family, words))
        else:
            items.append(_menu(table, step, arg, words))
    buttons: list[TapButton] = []
    if path.move is not None and path.menus:
        notation = str(path.move)
        warning = scene.warnings.get(notation)
        if warning is not None:
            items.append(say(words("panel-warning", warning=words(warning))))
        name = plain(words(table.game.presenter.name(path.move, table.view(seat))))
        label = words("button-confirm", move=name)
        style = "danger" if warning is not None else "success"
        if len(notation) <= MOVE_ID_LIMIT:
            arg = f"{table.token(seat)}:{notation}"
            buttons.append(button("move", table.id, label, arg, style=style, emoji="✅"))
    shortcuts = [shortcut for shortcut in scene.shortcuts[:5] if shortcut.move != str(path.move or "")]
    items += rows(buttons, 1)
    for shortcut in shortcuts:
        warning = scene.warnings.get(shortcut.move)
        if warning is not None:
            items.append(say(words("panel-warning", warning=f"{words(shortcut.label)}: {words(warning)}")))
    items += rows([move_button(table, shortcut, seat, words) for shortcut in shortcuts], 3)
    return items


def _menu(table: Table, step: Menu, arg: str, words: Words) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    options = [
        Option(
            choice.value,
            plain(words(choice.label)),
            plain(words(choice.detail)) if choice.detail else None,
            chosen=choice.value == step.chosen,
        )
        for choice in step.choices
    ]
    return menu("pick", table.id, plain(words(step.prompt)), options, arg)


def _pick_menu(
    table: Table, step: Menu, arg: str, family: str, words: Words
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """Let several cards be picked at once; copies of a card are told apart by a number."""
    chosen = next((list(c.picks or ()) for c in step.choices if c.value == step.chosen), [])
    options = []
    seen: dict[str, int] = {}
    for card in step.cards:
        copy = seen[card] = seen.get(card, 0) + 1
        picked = card in chosen
        if picked:
            chosen.remove(card)
        options.append(Option(f"{card}#{copy}", words.cards([card], family), chosen=picked))
    least, most = step.sizes
    return menu("cards", table.id, plain(words(step.prompt)), options, arg, least=least, most=most)


def picked_value(step: Menu, values: Sequence[str]) -> str | None:
    """Find the choice made of the picked cards; ``None`` when they are no choice together."""
    cards = sorted(value.split("#")[0] for value in values)
    return next((c.value for c in step.choices if sorted(c.picks or ()) == cards), None)
