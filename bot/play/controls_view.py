"""What a panel offers on one's turn: moves by one tap, then menus that build any other, and confirmation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from bot.language.localizer import Localizer, plain
from bot.play.table_view import MOVE_ID_LIMIT, move_button
from bot.tables.snapshot import Snapshot
from bot.wire.components import (
    COMPONENTS_LIMIT,
    ActionRow,
    Button,
    Item,
    button,
    button_rows,
    clip,
    is_empty,
    menu,
    option,
    text_display,
    walk,
    weight,
)
from games.core.menu import Menu, MenuPath
from games.core.moves import Move
from games.core.presentation import MOST_TAPS, PanelScene, Shortcut
from games.core.questions import Choice, Question
from games.core.words import Text

SEPARATOR = "|"
"""Stands between the answers given so far."""

ROW = 3
"""Buttons in a row that read well on a phone."""

MENU_WEIGHT = 2
"""What a menu counts, with its row."""


def controls(
    snapshot: Snapshot, scene: PanelScene, path: MenuPath, room: int, words: Localizer
) -> list[Item]:
    """Offer all that makes a move; where there is no room for every offer, the last ones are left out.

    Who has tapped a key is on the way to one move, and sees nothing but that way, and the way back.

    Args:
        snapshot: the table as seen by who is to act.
        scene: what their panel shows.
        path: how far they are on the way to a move.
        room: how many components there may be.
        words: tells them in their language.
    """
    hint = _hint(snapshot, words)
    slow = [*_steps(snapshot, path, room - weight(hint), words)]
    slow += [*_confirmation(snapshot, path, words), *hint]
    if path.menus and path.menus[0].chosen is not None and not _is_one_menu(path.menus[0].question):
        return slow
    room -= weight(slow)
    quick: list[Item] = []
    for group in _groups(snapshot, scene, path, _custom_ids(slow), words):
        if weight(group) > room:
            break
        quick += group
        room -= weight(group)
    return quick + slow


def _hint(snapshot: Snapshot, words: Localizer) -> list[Item]:
    """Offer to say what a strong player would do, where the table allows it and there is a choice."""
    own = snapshot.own
    assert own is not None
    if not snapshot.hints or len(own.legal) < 2:
        return []
    number = str(snapshot.decisions[own.seat])
    return [*button_rows([button("hint", snapshot.id, words("button-hint"), number, emoji="💡")])]


def room_beside(items: Iterable[Item]) -> int:
    """Tell how many components a panel has room for beside others and its frame; empty texts are none."""
    return COMPONENTS_LIMIT - 1 - weight([item for item in items if not is_empty(item)])


def _custom_ids(items: Iterable[Item]) -> set[str]:
    """List what may be tapped already: Discord refuses two of one custom id."""
    return {part.custom_id for part in walk(items) if isinstance(part, Button)}


# --- by one tap ---------------------------------------------------------------------------------------


def _groups(
    snapshot: Snapshot, scene: PanelScene, path: MenuPath, known: set[str], words: Localizer
) -> Iterator[list[Item]]:
    """Lay out shortcuts, then each offer under its title; nothing twice, nor what stands below anyway."""
    own = snapshot.own
    assert own is not None
    left, seen = MOST_TAPS, {(str(path.move or ""), "")}
    titled = chain([("", scene.shortcuts)], ((words(offer.title), offer.shortcuts) for offer in scene.offers))
    for title, shortcuts in titled:
        fresh: list[tuple[Shortcut, Button]] = []
        for shortcut in shortcuts:
            moves = shortcut.move, shortcut.then
            if moves in seen or len(fresh) == left or len(shortcut.move) > MOVE_ID_LIMIT:
                continue
            tap = move_button(snapshot, shortcut, own.seat, words)
            if tap.custom_id not in known:
                seen.add(moves)
                fresh.append((shortcut, tap))
        left -= len(fresh)
        if fresh:
            yield _taps(snapshot, title, fresh, words)


def _taps(
    snapshot: Snapshot, title: str, offered: list[tuple[Shortcut, Button]], words: Localizer
) -> list[Item]:
    own = snapshot.own
    assert own is not None
    said = [f"-# {clip(title, 100)}"] if title else []
    for shortcut, _ in offered:
        move = snapshot.game.rules.parse(shortcut.move)
        warning = snapshot.game.presenter.warning(move, own.view)
        if warning is not None:
            said.append(words("panel-warning", warning=f"{words(shortcut.label)}: {words(warning)}"))
    texts: list[Item] = [text_display(*said, limit=300)] if said else []
    return [*texts, *button_rows([tap for _, tap in offered], ROW)]


# --- step by step -------------------------------------------------------------------------------------


def _steps(snapshot: Snapshot, path: MenuPath, room: int, words: Localizer) -> list[Item]:
    """Show every question: one that stands in several parts, once it is answered, as a way back to it."""
    rules = snapshot.game.rules
    items: list[Item] = []
    for depth, step in enumerate(path.menus):
        before = [earlier.chosen or "" for earlier in path.menus[:depth]]
        arg = f"{_number(snapshot)}:{SEPARATOR.join(before)}"
        question = step.question
        is_menu = question.is_pick or _is_one_menu(question)
        if is_menu and question.plays:
            told = words("menu-plays", title=words(question.prompt))
            items.append(text_display(f"-# {clip(told, 200)}"))
        if question.is_pick:
            items.append(_pick_menu(snapshot, step, arg, rules.family(snapshot.options).name, words))
        elif is_menu:
            ((part, choices),) = question.parts
            items.append(_menu(snapshot, part.title, choices, step.chosen, arg, words))
        elif step.chosen is not None:
            items += button_rows([_way_back(snapshot, step, arg, words)])
        else:
            items += _parts(snapshot, path, before, room - weight(items), words)
    return items


def _is_one_menu(question: Question) -> bool:
    first = question.choices[0].part if question.choices else None
    if not question.choices or (first is not None and first.is_keys):
        return False
    return all(choice.part == first for choice in question.choices)


def _number(snapshot: Snapshot) -> int:
    """Count the decisions that the seat has made: what is tapped names the one that it is for."""
    assert snapshot.own is not None
    return snapshot.decisions[snapshot.own.seat]


def _way_back(snapshot: Snapshot, step: Menu, arg: str, words: Localizer) -> Button:
    """Say what was chosen; a tap asks anew."""
    title, choice = next(
        (part.title, choice)
        for part, choices in step.question.parts
        for choice in choices
        if choice.value == step.chosen
    )
    label = _answer(plain(words(title)), plain(words(choice.label)), words)
    return button("way", snapshot.id, label, arg, emoji="↩️")


def _parts(
    snapshot: Snapshot, path: MenuPath, before: list[str], room: int, words: Localizer
) -> Iterator[Item]:
    """Ask a question that stands in several parts, or in keys: the last become menus if they are too many."""
    question, face = path.menus[-1].question, snapshot.game.presenter
    assert snapshot.own is not None
    view = snapshot.own.view
    if question.plays:
        moves = _final_moves(snapshot, path)
        told = {value: face.warning(move, view) for value, move in moves.items()}
        keys = _final_keys(snapshot, question, moves, told, words)
        yield from _warnings(told, words)
    else:
        keys = _way_keys(snapshot, question, before, words)
    laid: list[list[Item]] = []
    for part, choices in question.parts:
        title = words(part.title)
        if question.plays and not laid:
            title = words("keys-play", title=title)
        found = [keys[choice.value] for choice in choices] if part.is_keys else []
        says_it_all = len(found) == 1 and not question.plays
        texts: list[Item] = [] if says_it_all else [text_display(f"-# {clip(title, 200)}")]
        laid.append([*texts, *button_rows(found, part.row)] if found else [])
    spare = room - sum(weight(items) or MENU_WEIGHT for items in laid)
    for place in reversed(range(len(laid))):
        if laid[place] and spare < 0 and not question.plays:
            spare += weight(laid[place]) - MENU_WEIGHT
            laid[place] = []
    for place, (part, choices) in enumerate(question.parts):
        number = f"{_number(snapshot)}-{place}" if place else f"{_number(snapshot)}"
        arg = f"{number}:{SEPARATOR.join(before)}"
        yield from laid[place] or [_menu(snapshot, part.title, choices, None, arg, words)]


def _way_keys(
    snapshot: Snapshot, question: Question, before: list[str], words: Localizer
) -> dict[str, Button]:
    """Make the keys that lead to another question."""
    found = {}
    for choice in question.choices:
        if choice.part is not None and choice.part.is_keys:
            arg = f"{_number(snapshot)}:{SEPARATOR.join([*before, choice.value])}"
            found[choice.value] = button("way", snapshot.id, plain(words(choice.label)), arg)
    return found


def _final_moves(snapshot: Snapshot, path: MenuPath) -> dict[str, Move]:
    """Give the moves that the choices of the last question play."""
    own = snapshot.own
    assert own is not None
    ask = snapshot.game.presenter.ask
    found = {
        choice.value: ask(own.view, (*path.way, choice.value)) for choice in path.menus[-1].question.choices
    }
    return {value: move for value, move in found.items() if isinstance(move, Move)}


def _final_keys(
    snapshot: Snapshot,
    question: Question,
    moves: dict[str, Move],
    told: dict[str, Text | None],
    words: Localizer,
) -> dict[str, Button]:
    """Make the keys that play a move at once; those that are warned of look so, unless all are."""
    is_mixed = None in told.values()
    found = {}
    for choice in question.choices:
        style = "danger" if is_mixed and told[choice.value] else "secondary"
        arg = f"{_number(snapshot)}:{moves[choice.value]}"
        found[choice.value] = button("move", snapshot.id, plain(words(choice.label)), arg, style=style)
    return found


def _warnings(told: dict[str, Text | None], words: Localizer) -> Iterator[Item]:
    """Warn of the keys that play at once, of the same thing once."""
    lines = dict.fromkeys(
        words("panel-warning", warning=words(warning)) for warning in told.values() if warning
    )
    if lines:
        yield text_display(*lines, limit=900)


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
        items += button_rows([button("move", snapshot.id, label, arg, style=style, emoji="✅")], 1)
    return items


def _menu(
    snapshot: Snapshot, title: Text, choices: Sequence[Choice], chosen: str | None, arg: str, words: Localizer
) -> ActionRow:
    """Ask for one of some choices; the chosen one says to which question it is the answer."""
    prompt = plain(words(title))
    options = []
    for choice in choices:
        label, is_chosen = plain(words(choice.label)), choice.value == chosen
        options.append(
            option(
                choice.value,
                _answer(prompt, label, words) if is_chosen else label,
                plain(words(choice.detail)) if choice.detail else None,
                chosen=is_chosen,
            )
        )
    return menu("pick", snapshot.id, prompt, options, arg)


def _pick_menu(snapshot: Snapshot, step: Menu, arg: str, family: str, words: Localizer) -> ActionRow:
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
        options.append(option(f"{card}#{copy}", label, chosen=picked))
    least, most = question.sizes
    return menu("cards", snapshot.id, prompt, options, arg, least=least, most=most)


def _answer(prompt: str, label: str, words: Localizer) -> str:
    """Put question and answer into one label: Discord shows a question only while nothing is chosen."""
    return words("menu-chosen", question=prompt.rstrip(" .…:：?？。"), answer=label)
