"""Arranges the answers to a question about a move as buttons and menus.

Up to nine answers become buttons. If there are more, the likely answers become buttons, and menus below them
have the other answers. Cards are picked in a separate menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from bot.language.localizer import Localizer, plain, unmarked
from bot.pages.phone import LARGE, MENU_LINE, height, line_count, rows_of
from bot.tables.snapshot import Snapshot
from bot.wire.components import CHOICES_LIMIT, ActionRow, Button, Item, button, menu, option, text_display
from games.core.moves import Move
from games.core.questions import (
    AT_A_GLANCE,
    CARDS_AT_A_GLANCE,
    WITHOUT_SECOND_MOVE,
    Choice,
    Progress,
    Question,
    progress_after,
)
from games.core.words import Text, with_cards_joined

PUBLIC_BUTTONS = 5
"""Limit of moves offered in the table's message."""

SEPARATOR = "|"
"""Separator of the answers given so far, in a custom id."""

MOVE_ID_LIMIT = 75
"""Number of characters of a custom id that a move can use."""


def own_progress(snapshot: Snapshot, answers: Sequence[str]) -> Progress:
    """Return the seat's move, or the next question about the move if the answers are incomplete."""

    def ask(way: tuple[str, ...]) -> Question | Move | None:
        question = snapshot.ask(way)
        if not snapshot.mine.is_puzzle or not isinstance(question, Question):
            return question
        return replace(
            question,
            choices=tuple([choice for choice in question.choices if choice.value != WITHOUT_SECOND_MOVE]),
        )

    return progress_after(ask, answers)


class Controls:
    """The next question about a move as items of a message, with its buttons and menus.

    ``further_buttons`` are placed below the answers.
    """

    def __init__(
        self, snapshot: Snapshot, progress: Progress, words: Localizer, further_buttons: Sequence[Button] = ()
    ) -> None:
        self._snapshot, self._progress, self._words = snapshot, progress, words
        own, next_question = snapshot.mine, progress.next
        # A move without a question may still have to be confirmed.
        self._question = next_question if isinstance(next_question, Question) else Question(NOTHING_ASKED)
        button_choices = _button_choices(self._question)
        self._menu_only = self._question.choices[len(button_choices) :]
        self._buttons: list[_GroupedButton] = []
        if isinstance(next_question, Question):
            self.question_item = self._ask(next_question, button_choices)
        elif next_question is not None:
            self.question_item = self._confirm(next_question)
        # Below the question: a note, the way back, a hint, and further buttons.
        note = [] if own.note is None else [text_display(*_note_lines(own.note, words), limit=400)]
        self._below: list[Item] = [*note, *rows_of([*self._back_and_hint(), *further_buttons])]
        self._layouts = [*self._all_layouts()]

    @property
    def has_headline(self) -> bool:
        """True if the question makes the game's headline unnecessary.

        Such a question names the claim or call that it is about, or asks for several cards.
        """
        return self._question.about is not None or bool(self._question.cards)

    def layout_within(self, max_height: float) -> int:
        """Return the index of the first layout that is at most ``max_height`` points high.

        Layouts are ordered from the most buttons to the fewest. If no layout fits, return the last index.
        """
        fitting = (index for index, layout in enumerate(self._layouts) if layout.height <= max_height)
        return next(fitting, len(self._layouts) - 1)

    def items(self, layout_index: int) -> list[Item]:
        """Return the buttons and menus of a layout, from top to bottom."""
        lines, menus, _ = self._layouts[layout_index]
        items = [item for line in lines for item in line.items]
        items += [self._menu(number, *menu) for number, menu in enumerate(menus)]
        if self._question.cards:
            items.append(_cards_menu(self._snapshot, self._progress, self._question, self._words))
        return [*items, *self._below]

    def _all_layouts(self) -> Iterator[_AnswerLayout]:
        """Yield the possible layouts, from the most buttons to the fewest."""
        lines, choices = _lines_of(self._buttons), self._question.choices
        yield self._layout(lines, choices)
        indices = [*range(len(choices))]
        for place in [place for place in reversed(indices) if choices[place].is_shortcut]:
            indices.remove(place)
            choices = tuple([self._question.choices[index] for index in indices])
            lines = _lines_of([self._buttons[index] for index in indices if index < len(self._buttons)])
            yield self._layout(lines, choices)
        for count in range(len(lines) - 1, 0, -1):
            yield self._layout(lines[:count], choices)

    def _layout(self, lines: Sequence[_ButtonLine], choices: Sequence[Choice]) -> _AnswerLayout:
        """Return a layout with these lines of buttons, and with menus for all other answers in
        ``choices``.
        """
        menus = self._menus(choices, sum([line.button_count for line in lines]))
        menu_count = len(menus) + bool(self._question.cards)
        return _AnswerLayout(lines, menus, sum([line.height for line in lines]) + MENU_LINE * menu_count)

    def _back_and_hint(self) -> Iterator[Button]:
        """Yield the buttons *Back* and *Hint*, each only if the player can use it."""
        snapshot, words, number = self._snapshot, self._words, _decision_number(self._snapshot)
        if self._progress.back is not None:
            arg = f"{number}:{SEPARATOR.join(self._progress.back)}"
            yield button("way", snapshot.id, words("button-back-a-step"), arg, emoji="↩️")
        if snapshot.has_hints and len(snapshot.mine.legal) > 1:
            yield button("hint", snapshot.id, words("button-hint"), f"{number}", emoji="💡")

    def _ask(self, question: Question, button_choices: Sequence[Choice]) -> Item:
        """Return the text of a question, and create the buttons for some of its answers."""
        snapshot, progress, words = self._snapshot, self._progress, self._words
        moves, warnings = _moves_and_warnings(snapshot, progress, button_choices)
        lines = (
            [f"-# {' › '.join(plain(words(label)) for label in progress.labels)}"] if progress.labels else []
        )
        warning_lines = [
            words("panel-warning", warning=words(warning)) for warning in with_cards_joined(warnings.values())
        ]
        # If all answers are warned of, red would mean nothing.
        is_mixed = len(warnings) < len(button_choices)
        for choice in button_choices:
            is_warned = is_mixed and choice.value in warnings
            style = "danger" if is_warned else choice.style
            answer = _answer_button(snapshot, progress, choice, moves.get(choice.value), style, words)
            self._buttons.append(
                _GroupedButton(None if choice.group is None else words(choice.group), answer)
            )
        about = "" if question.about is None else plain(words(question.about))
        if about:  # in large letters, if they need no second line
            about = f"# {about}" if line_count(about, LARGE) == 1 else f"### {about}"
        return text_display(
            *warning_lines, *lines, about, f"**{unmarked(words(question.prompt))}**", limit=900
        )

    def _confirm(self, move: Move) -> Item:
        """Return the text that warns about a move, and create the button that confirms the move."""
        snapshot, words = self._snapshot, self._words
        own, presenter = snapshot.mine, snapshot.game.presenter
        warning = presenter.warning(move, own.view)
        label = words("button-confirm", move=plain(words(presenter.name(move, own.view))))
        arg = f"{_decision_number(snapshot)}:{move}"
        confirm = button(_move_verb(self._progress), snapshot.id, label, arg, style="danger")
        self._buttons.append(_GroupedButton(None, confirm))
        return text_display(words("panel-warning", warning=words(warning)) if warning else "", limit=300)

    def _menus(self, choices: Sequence[Choice], button_count: int) -> list[_Menu]:
        """Return menus for all answers except the first ``button_count``, which are buttons."""
        others = self._menu_only
        has_buttons, choices_left = bool(self._buttons), [*choices[button_count : len(choices) - len(others)]]
        menus: list[_Menu] = []
        # Groups of answers that are only in menus; a group that fits joins the rest.
        for group, together in groupby(others, key=lambda choice: choice.group):
            group_choices, title = [*together], group or (_OTHER if has_buttons else _ANY)
            if len(choices_left) + len(group_choices) <= CHOICES_LIMIT:
                group_choices, choices_left = [*choices_left, *group_choices], []
            menus += [
                (title, group_choices[at : at + CHOICES_LIMIT])
                for at in range(0, len(group_choices), CHOICES_LIMIT)
            ]
        return [(_OTHER if button_count else _ANY, choices_left), *menus] if choices_left else menus

    def _menu(self, number: int, title: Text, choices: Sequence[Choice]) -> ActionRow:
        """Return a menu of answers. ``number`` tells the menus of a message apart."""
        words = self._words
        # If the answers belong to several groups, each option names its group.
        is_mixed = any(choice.group != choices[0].group for choice in choices)
        options = []
        for choice in choices:
            detail = choice.detail or (choice.group if is_mixed else None)
            options.append(
                option(choice.value, plain(words(choice.label)), plain(words(detail)) if detail else None)
            )
        arg = f"{_decision_number(self._snapshot)}-{number}:{SEPARATOR.join(self._progress.answers)}"
        return menu("pick", self._snapshot.id, plain(words(title)), options, arg)


NOTHING_ASKED = Text("")
_NO_HEIGHT = height(())
_ANY, _OTHER = Text("menu-choose"), Text("menu-other")


class _GroupedButton(NamedTuple):
    heading: str | None
    button: Button


class _ButtonLine(NamedTuple):
    """A line of buttons, with or without a heading above it. The height is in points."""

    items: tuple[Item, ...]
    button_count: int
    height: float


_Menu: TypeAlias = tuple[Text, Sequence[Choice]]
"""The title of a menu, which is shown while nothing is selected, and its answers."""


class _AnswerLayout(NamedTuple):
    """A layout of the answers to a question. The menus are below the buttons; the height is in points."""

    lines: Sequence[_ButtonLine]
    menus: Sequence[_Menu]
    height: float


def _lines_of(buttons: Sequence[_GroupedButton]) -> list[_ButtonLine]:
    """Arrange buttons in lines. Neighbours with the same heading share one heading above them."""
    button_lines = []
    for heading, group in groupby(buttons, key=lambda grouped: grouped.heading):
        head: list[Item] = [] if heading is None else [text_display(f"-# {heading}", limit=200)]
        for row in rows_of([grouped.button for grouped in group]):
            items = (*head, row)
            button_lines.append(_ButtonLine(items, len(row.components), height(items) - _NO_HEIGHT))
            head = []
    return button_lines


def _note_lines(note: Text, words: Localizer) -> Iterator[str]:
    """Yield the lines of a note (for example a hint), with the first line in bold."""
    first, *others = words(note).split("\n")
    yield f"**{unmarked(first)}**"
    yield from others


def public_buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    """Return buttons for the possible moves. The list is empty if only the player may know these moves."""
    # Only if one seat is to act, and what it can do is public.
    view, ask = snapshot.view, snapshot.game.presenter.ask
    question = None if view is None or len(snapshot.acting) != 1 else ask(view, ())
    if view is None or not isinstance(question, Question):
        return []
    number = snapshot.decisions[snapshot.acting[0]]
    buttons = []
    for choice in question.choices[:PUBLIC_BUTTONS]:
        move = ask(view, (choice.value,))
        assert isinstance(move, Move)
        label = snapshot.game.presenter.name(move, view)
        buttons.append(_move_button(snapshot, label, move, number, choice.style, words))
    return buttons


def _move_verb(progress: Progress) -> str:
    """Return the name of the handler for a move's button.

    The handler ``only`` plays just this move. The handler ``move`` also plays the move that usually follows.
    """
    return "only" if is_alone(progress.answers) else "move"


def is_alone(answers: Sequence[str]) -> bool:
    """True if the first answer asks for a move without the automatic second move."""
    return [*answers[:1]] == [WITHOUT_SECOND_MOVE]


def _decision_number(snapshot: Snapshot) -> int:
    """Return the number of moves played before the viewing seat's turn began. It is part of custom ids."""
    return snapshot.decisions[snapshot.mine.seat]


def _button_choices(question: Question) -> tuple[Choice, ...]:
    """Return the answers that become buttons: all answers if there are few, otherwise the likely answers."""
    is_few = len(question.choices) <= (CARDS_AT_A_GLANCE if question.are_cards else AT_A_GLANCE)
    return question.choices if is_few else question.choices[: question.likely_count]


def move_at_once(snapshot: Snapshot, answers: Sequence[str]) -> Move | None:
    """Return the move that the answers choose; ``None`` if a question or a confirmation must come first."""
    own, move = snapshot.mine, own_progress(snapshot, answers).next
    if not isinstance(move, Move):
        return None
    warning = snapshot.game.presenter.warning(move, own.view)
    if warning is None:
        return move
    before = own_progress(snapshot, answers[:-1])
    if not isinstance(before.next, Question):
        return move
    _, warnings = _moves_and_warnings(snapshot, before, _button_choices(before.next))
    return move if warning in warnings.values() else None


def _moves_and_warnings(
    snapshot: Snapshot, progress: Progress, choices: Sequence[Choice]
) -> tuple[dict[str, Move], dict[str, Text]]:
    """Return the moves and the warnings for those answers in ``choices`` that complete a move.

    The keys of both dictionaries are ``Choice.value``. The second has only the answers with a warning.
    """
    own, presenter = snapshot.mine, snapshot.game.presenter
    moves, warnings = {}, {}
    for choice in choices:
        move = snapshot.ask((*progress.answers, choice.value))
        if isinstance(move, Move):
            moves[choice.value] = move
            warning = presenter.warning(move, own.view)
            if warning is not None:
                warnings[choice.value] = warning
    return moves, warnings


def _answer_button(
    snapshot: Snapshot, progress: Progress, choice: Choice, move: Move | None, style: str, words: Localizer
) -> Button:
    """Return the button for an answer. It plays ``move``; if ``move`` is ``None``, it shows a question."""
    number = _decision_number(snapshot)
    if move is not None and len(str(move)) <= MOVE_ID_LIMIT:
        return _move_button(snapshot, choice.label, move, number, style, words, _move_verb(progress))
    label = words("button-leads-on", label=plain(words(choice.label)))
    arg = f"{number}:{SEPARATOR.join([*progress.answers, choice.value])}"
    return button("way", snapshot.id, label, arg, style=style)


def _move_button(
    snapshot: Snapshot,
    label: Text,
    move: Move,
    decision_number: int,
    style: str,
    words: Localizer,
    verb: str = "move",
) -> Button:
    return button(verb, snapshot.id, plain(words(label)), f"{decision_number}:{move}", style=style)


def _cards_menu(snapshot: Snapshot, progress: Progress, question: Question, words: Localizer) -> ActionRow:
    """Return a menu in which several cards can be picked. Copies of a card are numbered."""
    family = snapshot.game.rules.family(snapshot.row.options).name
    options = []
    seen: dict[str, int] = {}
    for card in question.cards:
        copy = seen[card] = seen.get(card, 0) + 1
        options.append(option(f"{card}#{copy}", words.cards([card], family)))
    least, most = question.sizes
    title = words("menu-cards", least=least, most=most)
    arg = f"{_decision_number(snapshot)}:{SEPARATOR.join(progress.answers)}"
    return menu("cards", snapshot.id, title, options, arg, least=least, most=most)
