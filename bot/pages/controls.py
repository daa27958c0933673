"""Arranges the answers to a question about a move as buttons and menus.

Up to nine answers are shown as buttons. If there are more, the likely answers are buttons, and the others
are in menus.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, groupby, islice
from typing import NamedTuple

from msgspec.structs import replace

from bot.card_emoji import CardEmoji
from bot.language import Localizer, capitalized, plain, unmarked
from bot.pages.people import page_localizer, with_short_names
from bot.pages.phone import (
    LARGE,
    MENU_BOX,
    MENU_LINE,
    DeferredItems,
    ItemBox,
    MeasuredItems,
    boxes_height,
    boxes_of,
    line_count,
    rows_of,
)
from bot.pictures.labels import text_width
from bot.tables.positions import SeatNote
from bot.tables.snapshot import Snapshot
from bot.wire.components import (
    CHOICES_LIMIT,
    STYLES,
    ActionRow,
    Button,
    Emoji,
    Item,
    button,
    menu,
    option,
    text_display,
    walk,
)
from games.core.cards import Family
from games.core.moves import Move
from games.core.presentation import (
    AT_A_GLANCE,
    CARDS_AT_A_GLANCE,
    WITHOUT_SECOND_MOVE,
    Choice,
    DecisionStakes,
    Progress,
    Question,
    progress_after,
)
from games.core.words import Text, with_cards_joined

SEPARATOR = "|"
"""Separator of the answers given so far, in a custom id."""

MENU_TITLE = 215
MENU_LETTERS = 16
"""Width of a menu's title on a phone, and the size of its letters, in points. The width was measured in the
simulated Discord; that of real phones is not known.
"""

FEW_CARDS = 3
"""Number of cards in a puzzle that are all buttons or all in a menu, so that none of them stands out."""

MOVE_ID_LIMIT = 75
"""Number of characters of a custom id that a move can use."""


def progress_of(snapshot: Snapshot, answers: Sequence[str]) -> Progress:
    """Return the next question about the seat's move, or the move if the answers are complete."""

    def ask(way: tuple[str, ...]) -> Question | Move | None:
        question = snapshot.ask(way)
        if not snapshot.mine.is_puzzle or not isinstance(question, Question):
            return question
        family = snapshot.game.rules.family(snapshot.options)
        likely = _button_choices(question)
        choices = _in_card_order(likely, family)
        choices += _in_card_order(question.choices[len(likely) :], family)
        return replace(question, choices=tuple(choices))

    return progress_after(ask, answers)


def _in_card_order(choices: Sequence[Choice], family: Family) -> list[Choice]:
    # At a table good cards come first. The answers to a puzzle would give the solution away.
    places = family.order
    ordered = list[Choice]()
    for _, kind in groupby(choices, key=lambda choice: (choice.label.key, choice.group)):
        ordered += sorted(kind, key=lambda choice: places.get(choice.value.partition(" ")[0], 0))
    # Where room is short, no good card stays a button because it is good.
    return [
        replace(choice, is_always_button=choice.is_always_button and choice.value not in places)
        for choice in ordered
        if choice.value != WITHOUT_SECOND_MOVE
    ]


def answer_for_cards(snapshot: Snapshot, answers: Sequence[str], values: Sequence[str]) -> str | None:
    """Return the answer that cards picked in a menu stand for; ``None`` if no such answer is possible.

    Args:
        answers: the answers to the previous questions.
        values: the picked options: each a card, followed by ``#`` and a number if the card has copies.
    """
    question = progress_of(snapshot, answers).next
    if not isinstance(question, Question) or not question.cards:
        return None
    value = question.value_of([value.split("#")[0] for value in values])
    return None if snapshot.ask((*answers, value)) is None else value


class Controls:
    """The buttons and menus with which a player answers the next question about a move.

    Args:
        further_buttons: buttons below the answers.
    """

    def __init__(
        self, snapshot: Snapshot, progress: Progress, words: Localizer, further_buttons: Sequence[Button] = ()
    ) -> None:
        self._snapshot = snapshot
        self._progress = progress
        self._words = words
        next_question = progress.next
        # A move without a question may still have to be confirmed.
        if isinstance(next_question, Question):
            self._question = next_question
        else:
            self._question = Question(NOTHING_ASKED)
        button_choices = _button_choices(self._question)
        self._buttons: list[_GroupedButton] = []
        # After the first answer, the answers so far are in the place of the decision's stakes.
        self._stakes = self._question.stakes
        if self._stakes is None and not progress.labels:
            self._stakes = snapshot.own_stakes
        self._question_lines = list[str]()
        self._about = ""  # the claim or call that the question is about
        self._prompt = ""
        if isinstance(next_question, Question):
            self._question_lines += self._make_question(next_question, button_choices)
        elif next_question is not None:
            self._question_lines.append(self._warning_line(next_question))
        note = snapshot.mine.note
        self._note_lines = list[str]()
        self._hinted_buttons = list[Button]()
        if note is not None:
            self._note_lines += words(note.text).split("\n")
            self._hinted_buttons += self._recommended(note)
        self._further_buttons = further_buttons
        # Layouts are made when the panel needs them.
        self._layouts = list[_AnswerLayout]()
        menu_only = self._question.choices[len(button_choices) :]
        maker = _LayoutMaker(self._question, self._buttons, menu_only, has_few_cards=self._has_few_cards())
        self._further_layouts = maker.all_layouts()

    @property
    def has_headline(self) -> bool:
        """True if the question has a headline of its own."""
        return self._question.has_headline

    def question_item(self, shortening: int) -> Item:
        """Return the question, with its stakes in full (0), in short (1 and 2), or without them (3).

        In the last two forms, a claim begins the line of the question.
        """
        stakes = stakes_line(self._stakes, self._snapshot, self._words, shortening)
        return text_display(self._question_lines, self._asked(is_short=shortening > 1), stakes)

    def _asked(self, *, is_short: bool) -> list[str]:
        if not self._about:
            return [f"**{self._prompt}**"] if self._prompt else []
        if is_short:
            return [f"**{self._about} {self._prompt}**"]
        # The letters are large if they need no second line.
        marks = "#" if line_count(self._about, LARGE) == 1 else "###"
        return [f"{marks} {self._about}", f"**{self._prompt}**"]

    def layout_within(self, max_height: float) -> int:
        """Return the index of the first layout that fits a height, or the last index if none fits.

        Args:
            max_height: points.
        """
        last = 0
        for index, layout in enumerate(self._made_layouts()):
            if layout.height <= max_height:
                return index
            last = index
        return last

    def _made_layouts(self) -> Iterator[_AnswerLayout]:
        yield from self._layouts
        for layout in self._further_layouts:
            self._layouts.append(layout)
            yield layout

    def _layout_at(self, index: int) -> _AnswerLayout:
        return next(islice(self._made_layouts(), index, None))

    def items(self, layout_index: int) -> MeasuredItems:
        """Return the buttons and menus of a layout, from top to bottom."""
        layout = self._layout_at(layout_index)
        hinted = {hint.custom_id for hint in self._hinted_buttons}
        answers = layout.answers
        boxes = list(chain.from_iterable([line.boxes for line in layout.lines]))
        if hinted:
            answers = [_marked(item, hinted) for item in answers]
            boxes = boxes_of(answers)
        boxes += [MENU_BOX] * layout.menu_count
        return DeferredItems(boxes, lambda: chain(answers, self._menu_rows(layout)))

    def _menu_rows(self, layout: _AnswerLayout) -> Iterator[Item]:
        are_several = len(layout.menus) > 1
        for number, choices in enumerate(layout.menus):
            yield self._menu(number, choices, is_one_of_several=are_several)
        if self._question.cards:
            yield _cards_menu(self._snapshot, self._progress, self._question, self._words)

    def items_below(self, layout_index: int, line_count: int) -> list[Item]:
        """Return what is below the answers: a note, the way back, a hint, and further buttons.

        Args:
            line_count: the greatest number of the note's lines. Without any only one hint has a button.
        """
        note = self._note_lines
        lines = list[str]()
        if note and self._hinted_buttons:
            # The first line names the moves, which the buttons do, too.
            lines += self._hint_warnings()
            # The last line is the reason, which matters more than the prospects.
            lines += note[1:][-line_count:] if line_count else []
        elif note:
            lines.append(f"**{unmarked(note[0])}**")
            lines += note[1:line_count]
        items = list[Item]()
        if lines:
            items.append(text_display(lines))
        # A move that is among the answers is marked there.
        answers = self._layout_at(layout_index).answers
        displayed = {part.custom_id for part in walk(answers) if isinstance(part, Button)}
        hints = [hint for hint in self._hinted_buttons if hint.custom_id not in displayed]
        if not line_count:
            hints = hints[:1]
        buttons = list(self._back_and_hint(hints))
        buttons += self._further_buttons
        items += rows_of(buttons)
        return items

    def _recommended(self, note: SeatNote) -> Iterator[Button]:
        # One button for each move that a hint recommends, or none if a move is too long for a button.
        snapshot = self._snapshot
        words = self._words
        if any(len(move) > MOVE_ID_LIMIT for move in note.moves):
            return
        for notation in note.moves:
            move = snapshot.game.rules.parse(notation)
            name = snapshot.game.presenter.name(move, snapshot.mine.view)
            number = _decision_number(snapshot)
            made = _move_button(snapshot, name, move, number, "secondary", words, _move_verb(self._progress))
            yield replace(
                made, style=STYLES["primary"], label=capitalized(words.plain(name)), emoji=Emoji("💡")
            )

    def _hint_warnings(self) -> Iterator[str]:
        # The buttons play at once, so warnings about their moves stand above them.
        snapshot = self._snapshot
        own = self._snapshot.mine
        warnings = list[Text]()
        for notation in own.note.moves if own.note else ():
            move = snapshot.game.rules.parse(notation)
            warning = snapshot.game.presenter.warning(move, own.view)
            # The stakes above the answers may say it already.
            if warning is not None and not self._is_stakes(warning):
                warnings.append(warning)
        for warning in with_cards_joined(warnings):
            yield self._words("panel-warning", warning=self._words(warning))

    def _has_few_cards(self) -> bool:
        snapshot = self._snapshot
        if not snapshot.mine.is_puzzle:
            return False
        places = snapshot.game.rules.family(snapshot.options).order
        cards = [choice for choice in self._question.choices if choice.value in places]
        return 0 < len(cards) <= FEW_CARDS

    def _back_and_hint(self, hints: Sequence[Button]) -> Iterator[Button]:
        snapshot = self._snapshot
        words = self._words
        number = _decision_number(self._snapshot)
        if self._progress.back is not None:
            arg = f"{number}:{SEPARATOR.join(self._progress.back)}"
            yield button("way", snapshot.id, words("button-back-a-step"), arg, emoji="↩️")
        # A hint takes the place of the button that asks for it.
        yield from hints
        if snapshot.has_hints and len(snapshot.mine.legal) > 1 and not self._hinted_buttons:
            yield button("hint", snapshot.id, words("button-hint"), f"{number}", emoji="💡")

    def _make_question(self, question: Question, button_choices: Sequence[Choice]) -> list[str]:
        snapshot = self._snapshot
        progress = self._progress
        words = self._words
        moves, warnings = _moves_and_warnings(snapshot, progress, button_choices)
        lines = [
            words("panel-warning", warning=words(warning))
            for warning in with_cards_joined(warnings.values())
            if not self._is_stakes(warning)
        ]
        if progress.labels:
            answered = [plain(words(label)) for label in progress.labels]
            lines.append(f"-# {' › '.join(answered)}")
        # If all answers are warned of, red would mean nothing.
        is_mixed = len(warnings) < len(button_choices)
        for choice in button_choices:
            is_warned = is_mixed and choice.value in warnings
            style = "danger" if is_warned else choice.style
            answer = _answer_button(snapshot, progress, choice, moves.get(choice.value), style, words)
            heading = None if choice.group is None else words(choice.group)
            self._buttons.append(_GroupedButton(heading, answer))
        self._about = "" if question.about is None else plain(words(question.about))
        self._prompt = unmarked(words(question.prompt))
        return lines

    def _warning_line(self, move: Move) -> str:
        snapshot = self._snapshot
        words = self._words
        own = snapshot.mine
        presenter = snapshot.game.presenter
        warning = presenter.warning(move, own.view)
        name = presenter.name(move, own.view)
        label = words("button-confirm", move=words.plain(name))
        arg = f"{_decision_number(snapshot)}:{move}"
        emoji = _wire_emoji(words.label(name).emoji)
        confirm = button(_move_verb(self._progress), snapshot.id, label, arg, style="danger", emoji=emoji)
        self._buttons.append(_GroupedButton(None, confirm))
        if warning is None or self._is_stakes(warning):
            return ""
        return words("panel-warning", warning=words(warning))

    def _is_stakes(self, warning: Text) -> bool:
        # The stakes below the question may say it already.
        return self._stakes is not None and self._stakes.line == warning

    def _menu(self, number: int, choices: Sequence[Choice], *, is_one_of_several: bool) -> ActionRow:
        # The number tells the menus of a message apart.
        words = self._words
        # If the answers belong to several groups, each option names its group.
        is_mixed = any(choice.group != choices[0].group for choice in choices)
        options = []
        for choice in choices:
            detail = choice.detail or (choice.group if is_mixed else None)
            # An option always needs a text, also beside an emoji that says all.
            emoji = _wire_emoji(words.label(choice.label).emoji)
            label = words.plain(choice.label)
            detail_text = words.plain(detail) if detail else None
            options.append(option(choice.value, label, detail_text, emoji=emoji))
        arg = f"{_decision_number(self._snapshot)}-{number}:{SEPARATOR.join(self._progress.answers)}"
        labels = [option.label for option in options]
        group = choices[0].group
        rest = self._question.rest
        if rest is not None and (is_mixed or not is_one_of_several):
            title = words.plain(rest)
        elif group is None or is_mixed:
            title = self._menu_title(labels)
        else:
            title = self._group_title(labels, self._words.plain(group), needs_heading=is_one_of_several)
        return menu("pick", self._snapshot.id, title, options, arg)

    def _group_title(self, labels: Sequence[str], heading: str, *, needs_heading: bool) -> str:
        """Return the first of these titles for which a phone has room.

        1. The heading and the options. It tells menus with similar options apart.
        2. If the menu needs the heading, the heading and the first option, or else the heading alone.
        3. The options without the heading.
        """
        bare = self._words("menu-headed", heading=heading, named="")
        named = self._named_options(labels, MENU_TITLE - text_width(bare, MENU_LETTERS))
        titles = []
        if named:
            titles.append(bare + named)
        if needs_heading:
            titles.append(bare + self._and_more(_BEGINNING_END.split(labels[0])[0], labels))
            titles.append(self._and_more(heading, labels))
        fitting = (title for title in titles if text_width(title, MENU_LETTERS) <= MENU_TITLE)
        return next(fitting, None) or self._menu_title(labels)

    def _menu_title(self, labels: Sequence[str]) -> str:
        if title := self._named_options(labels, MENU_TITLE):
            return title
        # The first option has no room beside the last one. Half of it could mean something else.
        named = _BEGINNING_END.split(labels[0])[0]
        titles = [self._and_others(named, labels), self._words("menu-first", named=named)]
        fitting = (title for title in titles if text_width(title, MENU_LETTERS) <= MENU_TITLE)
        return next(fitting, None) or self._words("menu-others", count=len(labels))

    def _named_options(self, labels: Sequence[str], room: float) -> str:
        # A menu says what is in it: its options, or as many of their beginnings as a phone has room for, with
        # the last one, so that a menu that mixes several kinds of answers shows it. Empty without room.
        title = " · ".join(labels)
        if text_width(title, MENU_LETTERS) <= room:
            return title
        beginnings = list(dict.fromkeys([_BEGINNING_END.split(label)[0] for label in labels]))
        fitting = ""
        for count in range(1, len(beginnings) + 1):
            title = " · ".join(beginnings[:count])
            # The missing parts of the labels are other options, or the ends of these.
            if count < len(beginnings):
                title = self._words("menu-to", named=title, last=beginnings[-1])
            elif count < len(labels):
                title = self._and_more(title, labels)
            if text_width(title, MENU_LETTERS) > room:
                break
            fitting = title
        return fitting

    def _and_others(self, named: str, labels: Sequence[str]) -> str:
        # The title of a menu that names only its first option says that there are others.
        return self._words("menu-and-others", named=named, count=len(labels) - 1)

    def _and_more(self, named: str, labels: Sequence[str]) -> str:
        return self._words("menu-and-more", named=named, count=len(labels))


_BEGINNING_END = re.compile(" · |, |: | → | ?\\(")
"""What ends the part of an option that a menu's title names, such as a pair without its kicker, or a card
without what it leads to.
"""

NOTHING_ASKED = Text("")


def _marked(item: Item, hinted: Collection[str]) -> Item:
    # The buttons of recommended moves have a sign; beside a card's emoji it is part of the label. Only these
    # buttons are blue, so that no other answer looks recommended.
    if not isinstance(item, ActionRow):
        return item
    buttons = []
    for part in item.components:
        if isinstance(part, Button) and part.custom_id in hinted:
            part = replace(part, style=STYLES["primary"])
            if part.emoji is None:
                part = replace(part, emoji=Emoji("💡"))
            else:
                part = replace(part, label=f"💡 {part.label}".rstrip())
        elif isinstance(part, Button) and part.style == STYLES["primary"]:
            part = replace(part, style=STYLES["secondary"])
        buttons.append(part)
    return ActionRow(tuple(buttons))


class _GroupedButton(NamedTuple):
    heading: str | None
    button: Button


class _ButtonLine(NamedTuple):
    items: tuple[Item, ...]
    button_count: int
    boxes: Sequence[ItemBox]


class _AnswerLayout(NamedTuple):
    lines: Sequence[_ButtonLine]
    menus: Sequence[Sequence[Choice]]
    menu_count: int  # with the menu of cards
    height: float

    @property
    def answers(self) -> list[Item]:
        """The buttons with their headings, from top to bottom."""
        items = list[Item]()
        for line in self.lines:
            items += line.items
        return items


class _LayoutMaker:
    # ``Controls`` keep the iterator of the layouts, which must not keep them in turn: objects that keep each
    # other are freed only by the garbage collector.

    def __init__(
        self,
        question: Question,
        buttons: Sequence[_GroupedButton],
        menu_only: Sequence[Choice],
        *,
        has_few_cards: bool,
    ) -> None:
        self._question = question
        self._buttons = buttons
        self._menu_only = menu_only  # the last choices of the question
        self._has_few_cards = has_few_cards

    def all_layouts(self) -> Iterator[_AnswerLayout]:
        """Yield the layouts, from the most buttons to the fewest."""
        choices = self._question.choices
        button_count = len(self._buttons)
        places = list(range(len(choices)))
        layout = self._layout(self._lines_of(range(button_count)), range(button_count), places)
        yield layout
        # Shortcuts go first, from the last one on: the other answers lead to the same moves.
        shortcuts = [place for place in places if choices[place].is_shortcut]
        for shortcut in reversed(shortcuts):
            places.remove(shortcut)
            buttons = [place for place in places if place < button_count]
            layout = self._layout(self._lines_of(buttons), buttons, places)
            yield layout
        # Next, lines of buttons are left out, from the last one on. Their answers are in menus.
        buttons = [place for place in places if place < button_count]
        lines = layout.lines
        counts = [line.button_count for line in lines]
        # The first line goes only if a button is left.
        has_always = any(choices[place].is_always_button for place in buttons)
        fewest = 0 if has_always else 1
        most = len(lines) - 1
        if self._has_few_cards:
            most = 0
        for kept_lines in range(most, fewest - 1, -1):
            first = sum(counts[:kept_lines])
            kept = [place for place in buttons[first:] if choices[place].is_always_button]
            # A menu with one answer takes more room than its button.
            if len(buttons) - first - len(kept) > 1 or self._menu_only:
                layout_lines = lines[:kept_lines]
                if kept:
                    layout_lines = self._lines_of([*buttons[:first], *kept])
                if not kept_lines:
                    layout_lines = _button_lines(self._under_first_heading(kept))
                yield self._layout(layout_lines, [*buttons[:first], *kept], places)

    def _lines_of(self, buttons: Sequence[int]) -> list[_ButtonLine]:
        return _button_lines([self._buttons[place] for place in buttons])

    def _under_first_heading(self, buttons: Sequence[int]) -> list[_GroupedButton]:
        # The labels of later groups are clear without their headings, which would take the room of buttons.
        grouped_buttons = [self._buttons[place] for place in buttons]
        headings = [grouped.heading for grouped in grouped_buttons if grouped.heading is not None]
        few = list[_GroupedButton]()
        for grouped in grouped_buttons:
            heading = None
            if grouped.heading in headings[:1]:
                heading = grouped.heading
            few.append(_GroupedButton(heading, grouped.button))
        return few

    def _layout(
        self, lines: Sequence[_ButtonLine], buttons: Sequence[int], places: Sequence[int]
    ) -> _AnswerLayout:
        # The last two are places of answers: of those that are buttons, and of all.
        in_menus = [self._question.choices[place] for place in places if place not in buttons]
        in_menus.sort(key=lambda choice: choice.menu_place)
        menus = self._menus(in_menus)
        menu_count = len(menus)
        if self._question.cards:
            menu_count += 1
        height = sum([boxes_height(line.boxes) for line in lines]) + MENU_LINE * menu_count
        return _AnswerLayout(lines, menus, menu_count, height)

    def _menus(self, choices: Sequence[Choice]) -> list[Sequence[Choice]]:
        # First the answers that have no room as buttons, then groups of answers that are only in menus. The
        # first group that has room in the menu of the others joins them, and every group if the menu's name
        # stands for all.
        has_one_name = self._question.rest is not None
        choices_left = list(choices[: len(choices) - len(self._menu_only)])
        menus: list[Sequence[Choice]] = []
        for _, group in groupby(self._menu_only, key=lambda choice: choice.group):
            group_choices = list(group)
            if len(choices_left) + len(group_choices) <= CHOICES_LIMIT:
                group_choices = choices_left + group_choices
                choices_left = []
            if has_one_name and menus and len(menus[-1]) + len(group_choices) <= CHOICES_LIMIT:
                menus[-1] = [*menus[-1], *group_choices]
                continue
            starts = range(0, len(group_choices), CHOICES_LIMIT)
            menus += [group_choices[start : start + CHOICES_LIMIT] for start in starts]
        if choices_left:
            menus.insert(0, choices_left)
        return menus


def _button_lines(buttons: Sequence[_GroupedButton]) -> list[_ButtonLine]:
    # Neighbours with the same heading share one heading above them.
    button_lines = []
    for heading, group in groupby(buttons, key=lambda grouped: grouped.heading):
        items = list[Item]()
        if heading is not None:
            items.append(text_display(f"-# {heading}"))
        for row in rows_of([grouped.button for grouped in group]):
            items.append(row)
            button_lines.append(_ButtonLine(tuple(items), len(row.components), boxes_of(items)))
            # The heading is above the first row.
            items.clear()
    return button_lines


def stakes_line(stakes: DecisionStakes | None, snapshot: Snapshot, words: Localizer, shortening: int) -> str:
    """Return the stakes of the viewer's decision: in full (0), in short (1 and 2), or not at all (3).

    The short form of a loud line is small print, and is never left out.
    """
    if stakes is None or (shortening > 2 and not stakes.is_loud):
        return ""
    brief = page_localizer(with_short_names(snapshot), words.language).to_reader(snapshot.mine.seat)
    stakes_text = stakes.short_line if shortening else None
    line = brief(stakes_text or stakes.line)
    if not stakes.is_loud:
        return words("panel-stakes", stakes=line)
    loud = words("panel-stakes-loud", stakes=unmarked(line))
    return f"-# {loud}" if shortening else loud


def _move_verb(progress: Progress) -> str:
    # The verb ``only`` plays just this move. The verb ``move`` also plays the automatic second move.
    return "only" if omits_second_move(progress.answers) else "move"


def omits_second_move(answers: Sequence[str]) -> bool:
    """Return whether the person wants to make only this move, without the automatic second move."""
    return bool(answers) and answers[0] == WITHOUT_SECOND_MOVE


def _decision_number(snapshot: Snapshot) -> int:
    # Custom ids have the number of moves before the turn began, so that old buttons are recognised.
    return snapshot.decisions[snapshot.mine.seat]


def _button_choices(question: Question) -> tuple[Choice, ...]:
    limit = CARDS_AT_A_GLANCE if question.are_short else AT_A_GLANCE
    if len(question.choices) <= limit:
        return question.choices
    return question.choices[: question.likely_count]


def move_without_question(snapshot: Snapshot, answers: Sequence[str]) -> Move | None:
    """Return the move that the answers choose.

    Returns:
        ``None`` if the player must first answer a question or confirm the move.
    """
    own = snapshot.mine
    move = progress_of(snapshot, answers).next
    if not isinstance(move, Move):
        return None
    warning = snapshot.game.presenter.warning(move, own.view)
    if warning is None:
        return move
    before = progress_of(snapshot, answers[:-1])
    if not isinstance(before.next, Question):
        return move
    _, warnings = _moves_and_warnings(snapshot, before, _button_choices(before.next))
    return move if warning in warnings.values() else None


class _MovesAndWarnings(NamedTuple):
    # The keys are ``Choice.value`` of answers that complete a move.
    moves: dict[str, Move]
    warnings: dict[str, Text]


def _moves_and_warnings(
    snapshot: Snapshot, progress: Progress, choices: Sequence[Choice]
) -> _MovesAndWarnings:
    own = snapshot.mine
    presenter = snapshot.game.presenter
    moves = dict[str, Move]()
    warnings = dict[str, Text]()
    for choice in choices:
        move = snapshot.ask((*progress.answers, choice.value))
        if isinstance(move, Move):
            moves[choice.value] = move
            warning = presenter.warning(move, own.view)
            if warning is not None:
                warnings[choice.value] = warning
    return _MovesAndWarnings(moves, warnings)


def _answer_button(
    snapshot: Snapshot, progress: Progress, choice: Choice, move: Move | None, style: str, words: Localizer
) -> Button:
    # Without a complete move the button leads to the next question.
    number = _decision_number(snapshot)
    if move is not None and len(str(move)) <= MOVE_ID_LIMIT:
        return _move_button(snapshot, choice.label, move, number, style, words, _move_verb(progress))
    card_label = words.label(choice.label)
    label = words("button-leads-on", label=card_label.text)
    arg = f"{number}:{SEPARATOR.join([*progress.answers, choice.value])}"
    return button("way", snapshot.id, label, arg, style=style, emoji=_wire_emoji(card_label.emoji))


def _move_button(
    snapshot: Snapshot,
    label: Text,
    move: Move,
    decision_number: int,
    style: str,
    words: Localizer,
    verb: str = "move",
) -> Button:
    card_label = words.label(label)
    arg = f"{decision_number}:{move}"
    return button(verb, snapshot.id, card_label.text, arg, style=style, emoji=_wire_emoji(card_label.emoji))


def _wire_emoji(emoji: CardEmoji | None) -> Emoji | None:
    return None if emoji is None else Emoji(*emoji)


def _cards_menu(snapshot: Snapshot, progress: Progress, question: Question, words: Localizer) -> ActionRow:
    # Copies of a card are numbered.
    family = snapshot.game.rules.family(snapshot.options).name
    options = []
    seen: dict[str, int] = {}
    for card in question.cards:
        copy = seen[card] = seen.get(card, 0) + 1
        label = words.without_emoji.cards([card], family)
        emoji = _wire_emoji(words.emoji_of(card, family))
        options.append(option(f"{card}#{copy}", label, emoji=emoji))
    least, most = question.sizes
    title = words("menu-cards", least=least, most=most)
    arg = f"{_decision_number(snapshot)}:{SEPARATOR.join(progress.answers)}"
    return menu("cards", snapshot.id, title, options, arg, least=least, most=most)
