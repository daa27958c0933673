"""What a panel offers on one's turn: moves by one tap, then menus that build any other, and confirmation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import discord

from bot.interactions.components import Option, TapButton, button, button_rows, clip, menu, text_display
from bot.language.localizer import Localizer, plain
from bot.play.table_view import MOVE_ID_LIMIT, move_button
from bot.tables.snapshot import Snapshot
from games.core.menu import Menu, MenuPath
from games.core.presentation import MOST_TAPS, PanelScene, Shortcut

Item = discord.ui.Item[discord.ui.LayoutView]

SEPARATOR = "|"
"""Stands between the answers given so far."""

MOST_COMPONENTS = 40
"""Discord takes no more in one message, those in rows and frames included."""

AROUND = 5
"""The frame, two texts and two pictures, which are in a panel on one's turn."""

ROW = 3
"""Buttons in a row that read well on a phone."""


def controls(snapshot: Snapshot, scene: PanelScene, path: MenuPath, words: Localizer) -> list[Item]:
    """Offer all that makes a move; where there is no room for every offer, the last ones are left out."""
    slow = [*_menus(snapshot, path, words), *_confirmation(snapshot, path, words)]
    slow += _hint(snapshot, words)
    room = MOST_COMPONENTS - AROUND - _weight(slow)
    quick: list[Item] = []
    for group in _groups(snapshot, scene, path, words):
        if _weight(group) > room:
            break
        quick += group
        room -= _weight(group)
    return quick + slow


def _hint(snapshot: Snapshot, words: Localizer) -> list[Item]:
    """Offer to say what a strong player would do, where the table allows it and there is a choice."""
    own = snapshot.own
    assert own is not None
    if not snapshot.hints or len(own.legal) < 2:
        return []
    number = str(snapshot.decisions[own.seat])
    return [*button_rows([button("hint", snapshot.id, words("button-hint"), number, emoji="💡")])]


def _weight(items: Iterable[Item]) -> int:
    return sum(1 + len(getattr(item, "children", ())) for item in items)


# --- by one tap ---------------------------------------------------------------------------------------


def _groups(snapshot: Snapshot, scene: PanelScene, path: MenuPath, words: Localizer) -> Iterator[list[Item]]:
    """Lay out shortcuts, then each offer under its title; no move twice, nor the one to be confirmed."""
    left, seen = MOST_TAPS, {(str(path.move or ""), "")}
    titled = chain([("", scene.shortcuts)], ((words(offer.title), offer.shortcuts) for offer in scene.offers))
    for title, shortcuts in titled:
        fresh: list[Shortcut] = []
        for shortcut in shortcuts:
            moves = shortcut.move, shortcut.then
            if moves not in seen and len(fresh) < left and len(shortcut.move) <= MOVE_ID_LIMIT:
                seen.add(moves)
                fresh.append(shortcut)
        left -= len(fresh)
        if fresh:
            yield _taps(snapshot, title, fresh, words)


def _taps(snapshot: Snapshot, title: str, shortcuts: list[Shortcut], words: Localizer) -> list[Item]:
    own = snapshot.own
    assert own is not None
    said = [f"-# {clip(title, 100)}"] if title else []
    for shortcut in shortcuts:
        move = snapshot.game.rules.parse(shortcut.move)
        warning = snapshot.game.presenter.warning(move, own.view)
        if warning is not None:
            said.append(words("panel-warning", warning=f"{words(shortcut.label)}: {words(warning)}"))
    buttons = [move_button(snapshot, shortcut, own.seat, words) for shortcut in shortcuts]
    texts: list[Item] = [text_display(*said, limit=300)] if said else []
    return [*texts, *button_rows(buttons, ROW)]


# --- step by step -------------------------------------------------------------------------------------


def _menus(snapshot: Snapshot, path: MenuPath, words: Localizer) -> list[Item]:
    own = snapshot.own
    assert own is not None
    rules = snapshot.game.rules
    items: list[Item] = []
    for depth, step in enumerate(path.menus):
        before = [earlier.chosen or "" for earlier in path.menus[:depth]]
        arg = f"{snapshot.decisions[own.seat]}:{SEPARATOR.join(before)}"
        if step.question.is_pick:
            items.append(_pick_menu(snapshot, step, arg, rules.family(snapshot.options).name, words))
        else:
            items.append(_menu(snapshot, step, arg, words))
    return items


def _confirmation(snapshot: Snapshot, path: MenuPath, words: Localizer) -> list[Item]:
    own = snapshot.own
    assert own is not None
    if path.move is None or not path.menus:
        return []
    face, notation = snapshot.game.presenter, str(path.move)
    items: list[Item] = []
    warning = face.warning(path.move, own.view)
    if warning is not None:
        items.append(text_display(words("panel-warning", warning=words(warning)), limit=300))
    if len(notation) <= MOVE_ID_LIMIT:
        label = words("button-confirm", move=plain(words(face.name(path.move, own.view))))
        style = "danger" if warning is not None else "success"
        arg = f"{snapshot.decisions[own.seat]}:{notation}"
        confirm: TapButton = button("move", snapshot.id, label, arg, style=style, emoji="✅")
        items += button_rows([confirm], 1)
    return items


def _menu(
    snapshot: Snapshot, step: Menu, arg: str, words: Localizer
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """Ask for one of some choices; the chosen one says to which question it is the answer."""
    prompt = plain(words(step.question.prompt))
    options = []
    for choice in step.question.choices:
        label, is_chosen = plain(words(choice.label)), choice.value == step.chosen
        options.append(
            Option(
                choice.value,
                _answer(prompt, label, words) if is_chosen else label,
                plain(words(choice.detail)) if choice.detail else None,
                chosen=is_chosen,
            )
        )
    return menu("pick", snapshot.id, prompt, options, arg)


def _pick_menu(
    snapshot: Snapshot, step: Menu, arg: str, family: str, words: Localizer
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """Let several cards be picked at once; copies of a card are told apart by a number."""
    question = step.question
    prompt, chosen = plain(words(question.prompt)), (step.chosen or "").split()
    options = []
    seen: dict[str, int] = {}
    is_first = True
    for card in question.cards:
        copy = seen[card] = seen.get(card, 0) + 1
        label, picked = words.cards([card], family), card in chosen
        if picked:
            chosen.remove(card)
            label, is_first = _answer(prompt, label, words) if is_first else label, False
        options.append(Option(f"{card}#{copy}", label, chosen=picked))
    least, most = question.sizes
    return menu("cards", snapshot.id, prompt, options, arg, least=least, most=most)


def _answer(prompt: str, label: str, words: Localizer) -> str:
    """Put question and answer into one label: Discord shows a question only while nothing is chosen."""
    return words("menu-chosen", question=prompt.rstrip(" .…:：?？。"), answer=label)
