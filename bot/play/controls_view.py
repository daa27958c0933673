"""How a question is laid out: buttons, menus, cards to pick, by its size and kind and by nothing else.

So many answers as can be read at a glance are buttons. Of more the likely ones are, and the others stand in
menus below, by what they belong to. Cards are picked in a menu of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.language.localizer import Localizer, plain, unmarked
from bot.pictures.labels import width
from bot.tables.snapshot import Snapshot
from bot.wire.components import (
    CHOICES_LIMIT,
    ActionRow,
    Button,
    Item,
    button,
    button_rows,
    menu,
    option,
    text_display,
)
from games.core.moves import Move
from games.core.questions import AT_A_GLANCE, Choice, Question, Step, step_at
from games.core.rules import View
from games.core.words import Text

PUBLIC_BUTTONS = 5
"""Limit of moves offered at the table itself."""

SEPARATOR = "|"
"""Stands between the answers given so far."""

MOVE_ID_LIMIT = 75
"""Characters of a custom id that are left for moves."""

LINE, PADDING, GAP, LETTERS = 296, 32, 8, 14
"""Points on a phone that is 400 wide: inside a message's frame, around a label, between buttons; its type."""


def own_step(snapshot: Snapshot, answers: Sequence[str]) -> Step:
    """Find where some answers lead the viewing seat."""
    own, ask = snapshot.own, snapshot.game.presenter.ask
    assert own is not None
    return step_at(lambda way: ask(own.view, way), answers)


def controls(snapshot: Snapshot, step: Step, words: Localizer) -> list[Item]:
    """Ask the one question that comes next, with the way back, and a hint beside its button.

    Args:
        snapshot: the table as seen by who is to act.
        step: where they are on the way to a move.
        words: tells them in their language.
    """
    own = snapshot.own
    assert own is not None
    items: list[Item] = []
    if isinstance(step.asked, Question):
        items += _asked(snapshot, step, step.asked, words)
    elif step.asked is not None:
        items += _confirmed(snapshot, step.asked, words)
    if own.note is not None:
        items.append(text_display(words(own.note), limit=400))
    number, last = _number(snapshot), []
    if step.back is not None:
        arg = f"{number}:{SEPARATOR.join(step.back)}"
        last.append(button("way", snapshot.id, words("button-back-a-step"), arg, emoji="↩️"))
    if snapshot.hints and len(own.legal) > 1:
        last.append(button("hint", snapshot.id, words("button-hint"), f"{number}", emoji="💡"))
    return [*items, *button_rows(last)]


def public_buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    """Offer at the table what whoever is to act may do without showing anything."""
    view, ask = snapshot.view, snapshot.game.presenter.ask
    asked = None if view is None or len(snapshot.acting) != 1 else ask(view, ())
    if view is None or not isinstance(asked, Question):
        return []
    number = snapshot.decisions[snapshot.acting[0]]
    found = []
    for choice in asked.choices[:PUBLIC_BUTTONS]:
        move = ask(view, (choice.value,))
        assert isinstance(move, Move)
        name = Choice(choice.value, snapshot.game.presenter.name(move, view))
        found.append(_plays(snapshot, name, move, number, choice.style, words))
    return found


def _number(snapshot: Snapshot) -> int:
    """Count the decisions that the seat has made: what is tapped names the one that it is for."""
    assert snapshot.own is not None
    return snapshot.decisions[snapshot.own.seat]


def _asked(snapshot: Snapshot, step: Step, question: Question, words: Localizer) -> Iterator[Item]:
    """Put a question above its answers, with what it is about and what has to be warned of."""
    choices, keys = question.choices, _keys(question)
    moves, warnings = _moves(snapshot, step, keys)
    said = [f"-# {' › '.join(plain(words(label)) for label in step.told)}"] if step.told else []
    told = dict.fromkeys(words("panel-warning", warning=words(line)) for line in warnings.values())
    yield text_display(*told, *said, f"**{unmarked(words(question.prompt))}**", limit=900)
    is_mixed = len(warnings) < len(keys)
    for group, together in groupby(keys, key=lambda choice: choice.group):
        if group is not None:
            yield text_display(f"-# {words(group)}", limit=200)
        buttons = []
        for choice in together:
            is_warned = is_mixed and choice.value in warnings
            style = "danger" if is_warned else choice.style
            buttons.append(_key(snapshot, step, choice, moves.get(choice.value), style, words))
        yield from rows_of(buttons)
    yield from _menus(snapshot, step, question, choices[len(keys) :], words)
    if question.cards:
        yield _cards_menu(snapshot, step, question, words)


def _keys(question: Question) -> tuple[Choice, ...]:
    """Tell which answers are buttons."""
    is_few = len(question.choices) <= AT_A_GLANCE
    return question.choices if is_few else question.choices[: question.likely]


def move_at_once(snapshot: Snapshot, answers: Sequence[str]) -> Move | None:
    """Find the move that answers given in a menu play at once; ``None`` where there is more to ask.

    What has to be warned of is confirmed, unless the question has warned of it already.
    """
    own, move = snapshot.own, own_step(snapshot, answers).asked
    assert own is not None
    if not isinstance(move, Move):
        return None
    warning = snapshot.game.presenter.warning(move, own.view)
    before = own_step(snapshot, answers[:-1])
    if warning is not None and isinstance(before.asked, Question):
        _, told = _moves(snapshot, before, _keys(before.asked))
        return move if warning in told.values() else None
    return move


def _moves(snapshot: Snapshot, step: Step, keys: Sequence[Choice]) -> tuple[dict[str, Move], dict[str, Text]]:
    """Tell which keys play a move, and of which of them has to be warned."""
    own, presenter = snapshot.own, snapshot.game.presenter
    assert own is not None
    moves, warnings = {}, {}
    for choice in keys:
        move = presenter.ask(own.view, (*step.way, choice.value))
        if isinstance(move, Move):
            moves[choice.value] = move
            warning = presenter.warning(move, own.view)
            if warning is not None:
                warnings[choice.value] = warning
    return moves, warnings


def _key(
    snapshot: Snapshot, step: Step, choice: Choice, move: Move | None, style: str, words: Localizer
) -> Button:
    """Make a button of an answer; one that leads on says so."""
    number = _number(snapshot)
    if move is not None and len(str(move)) <= MOVE_ID_LIMIT:
        return _plays(snapshot, choice, move, number, style, words)
    label = words("button-leads-on", label=plain(words(choice.label)))
    arg = f"{number}:{SEPARATOR.join([*step.way, choice.value])}"
    return button("way", snapshot.id, label, arg, style=style)


def _plays(
    snapshot: Snapshot, choice: Choice, move: Move, number: int, style: str, words: Localizer
) -> Button:
    """Make a button that plays a move at once; it names the decision it is for."""
    return button("move", snapshot.id, plain(words(choice.label)), f"{number}:{move}", style=style)


def rows_of(buttons: Sequence[Button]) -> Iterator[ActionRow]:
    """Fill rows with as many buttons as stand beside each other on a phone."""
    row: list[Button] = []
    left = LINE + GAP
    for one in buttons:
        needed = width(one.label, LETTERS) + PADDING + GAP
        if row and (needed > left or len(row) == 5):
            yield ActionRow(tuple(row))
            row, left = [], LINE + GAP
        left -= needed
        row.append(one)
    if row:
        yield ActionRow(tuple(row))


def _menus(
    snapshot: Snapshot, step: Step, question: Question, others: Sequence[Choice], words: Localizer
) -> Iterator[ActionRow]:
    """Let the other answers be chosen in menus, one for each group, or more where one cannot hold it."""
    number = _number(snapshot)
    menus: list[tuple[Text, list[Choice]]] = []
    for group, together in groupby(others, key=lambda choice: choice.group):
        unnamed = Text("menu-choose" if len(others) == len(question.choices) else "menu-other")
        found = [*together]
        chunks = [found[at : at + CHOICES_LIMIT] for at in range(0, len(found), CHOICES_LIMIT)]
        menus += [(group or unnamed, chunk) for chunk in chunks]
    for place, (title, chunk) in enumerate(menus):
        options = [
            option(one.value, plain(words(one.label)), plain(words(one.detail)) if one.detail else None)
            for one in chunk
        ]
        arg = f"{number}-{place}:{SEPARATOR.join(step.way)}"
        yield menu("pick", snapshot.id, plain(words(title)), options, arg)


def _cards_menu(snapshot: Snapshot, step: Step, question: Question, words: Localizer) -> ActionRow:
    """Let several cards be picked at once; copies of a card are told apart by a number."""
    family = snapshot.game.rules.family(snapshot.options).name
    options = []
    seen: dict[str, int] = {}
    for card in question.cards:
        copy = seen[card] = seen.get(card, 0) + 1
        options.append(option(f"{card}#{copy}", words.cards([card], family)))
    least, most = question.sizes
    title = words("menu-cards", least=least, most=most)
    arg = f"{_number(snapshot)}:{SEPARATOR.join(step.way)}"
    return menu("cards", snapshot.id, title, options, arg, least=least, most=most)


def _confirmed(snapshot: Snapshot, move: Move, words: Localizer) -> Iterator[Item]:
    """Ask once more before a move that has to be warned of, and was chosen in a menu."""
    own, presenter = snapshot.own, snapshot.game.presenter
    assert own is not None
    view: View = own.view
    warning = presenter.warning(move, view)
    if warning is not None:
        yield text_display(words("panel-warning", warning=words(warning)), limit=300)
    label = words("button-confirm", move=plain(words(presenter.name(move, view))))
    arg = f"{_number(snapshot)}:{move}"
    yield ActionRow((button("move", snapshot.id, label, arg, style="danger"),))
