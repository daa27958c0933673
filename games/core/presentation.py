"""How a game is shown, without texts: boards, reveals, questions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, cycle
from typing import Generic, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from games.core.cards import Card
from games.core.highlights import Highlight
from games.core.match import GameHistory
from games.core.moves import BidOrder, M, Move
from games.core.rules import Event, Result, V
from games.core.standing import GamesSoFar
from games.core.words import Seat, Text

# --- questions ----------------------------------------------------------------------------------------------
# Questions for choosing a move, asked one at a time, independent of the language.
#
# Each answer is a move or leads to the next question. The front end decides how to display a question: as
# buttons, menus, or cards to pick.

Style: TypeAlias = Literal["secondary", "success", "danger"]
"""The style of an answer's button: any, a safe or a dangerous one. Blue is for what a hint recommends."""


CARDS_AT_A_GLANCE = 13
"""Largest number of answers that can be read at a glance if each of them is a single card."""

AT_A_GLANCE = 9
"""Largest number of answers that can be read at a glance. A question with more must mark some as likely."""

MENU_SIZE = 25
"""Largest number of answers in one menu."""


WITHOUT_SECOND_MOVE = "alone"
"""The first answer that asks for a move without the automatic second move (``Presenter.second_move``)."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One possible answer to a question."""

    value: str  # a stable key, unique in its question; at most 60 characters
    label: Text
    detail: Text | None = None  # an additional line about the answer, shown if there is room
    group: Text | None = None  # a heading for the choices that share it
    style: Style = "secondary"
    menu_place: int = 0  # of choices in one menu, those with lower numbers come first
    is_shortcut: bool = False  # whether other choices lead to the same move, so that this one can be left out
    is_always_button: bool = False  # whether it is a button where room is short, too, such as to fold


class Question(msgspec.Struct, frozen=True, gc=False):
    """A question for choosing a move, answered by a choice or by picking cards."""

    prompt: Text
    choices: tuple[Choice, ...] = ()  # the possible answers, likely ones first
    likely_count: int = 0  # number of likely answers; only these get buttons if there is no room for all
    cards: tuple[Card, ...] = ()  # cards to pick as an answer, at most 25 including copies
    sizes: tuple[int, int] = (1, 1)  # the smallest and the largest number of cards to pick
    about: Text | None = None  # the claim or call that the question is about
    # The name of a menu that holds all answers without a button; ``None`` for a name made of the answers.
    rest: Text | None = None
    # Whether each answer is a single card or number. Then ``CARDS_AT_A_GLANCE`` buttons are allowed.
    are_short: bool = False
    # The stakes after the answers so far; ``None`` for those of the whole decision (``Presenter.stakes``).
    stakes: DecisionStakes | None = None

    @property
    def only_answer(self) -> str | None:
        """The only possible answer; ``None`` if there are several."""
        if self.cards:
            least, most = self.sizes
            # All cards must be picked, or all are copies of one card.
            is_forced = least == most and (most == len(self.cards) or len(set(self.cards)) == 1)
            return self.value_of(self.cards[:most]) if is_forced and not self.choices else None
        return self.choices[0].value if len(self.choices) == 1 else None

    @property
    def has_headline(self) -> bool:
        """True if the question stands in place of the table's headline."""
        return self.about is not None or bool(self.cards)

    @staticmethod
    def among(prompt: Text, labels: Mapping[str, Text]) -> Question:
        """Return a question with one choice for each label. The keys are the values of the choices."""
        return Question(prompt, tuple([Choice(value, label) for value, label in labels.items()]))

    def value_of(self, picks: Sequence[Card]) -> str:
        """Return picked cards as an answer: their notation, in the order of the question's cards."""
        unpicked = list(picks)
        ordered = []
        for card in self.cards:
            if card in unpicked:
                unpicked.remove(card)
                ordered.append(card)
        return " ".join(ordered)

    def cards_of(self, answer: str) -> tuple[Card, ...]:
        """Return the cards that an answer names; an empty tuple if the answer is impossible."""
        cards = tuple(answer.split())
        least, most = self.sizes
        if least <= len(cards) <= most and self.value_of(cards) == answer:
            return cards
        return ()

    def is_answer(self, answer: str) -> bool:
        """True if the answer is the value of a choice, or names cards that may be picked."""
        return bool(self.cards_of(answer)) or any(choice.value == answer for choice in self.choices)


class Progress(msgspec.Struct, frozen=True):
    """The state of choosing a move: the answers so far, and the next question or the chosen move."""

    answers: tuple[str, ...]  # all answers so far, including automatic ones
    labels: tuple[Text, ...]  # labels of the choices that the person made
    # the answers that remain after a tap on *Back*; ``None`` if there is nothing to take back
    back: tuple[str, ...] | None
    next: Question | Move | None  # the next question or the chosen move; ``None`` if no move is possible


def progress_after(
    ask: Callable[[tuple[str, ...]], Question | Move | None], answers: Sequence[str]
) -> Progress:
    """Return the state of choosing a move after some answers. Impossible answers are ignored.

    A question with one possible answer is answered automatically, unless this would complete a move.

    Args:
        ask: returns the next question or the move after some answers, like ``Presenter.ask``.
        answers: the answers so far. After an impossible one the others are ignored, too.
    """
    accepted: tuple[str, ...] = ()
    labels: list[Text] = []
    back: tuple[str, ...] | None = None
    remaining = list(answers)
    current = ask(accepted)
    while isinstance(current, Question):
        following: Question | Move | None = None
        if remaining:
            answered = accepted + (remaining.pop(0),)
            following = ask(answered)
        # No answer is left, or the given one is not possible: answer automatically if there is no choice.
        if following is None:
            remaining.clear()
            if current.only_answer is None:
                break
            answered = accepted + (current.only_answer,)
            following = ask(answered)
            # No move is made before the person has seen it.
            if not isinstance(following, Question):
                break
        # Only real choices are listed, and only they can be taken back.
        if current.only_answer is None:
            labels += [choice.label for choice in current.choices if choice.value == answered[-1]]
            back = accepted
        accepted = answered
        current = following
    return Progress(accepted, tuple(labels), back, current)


# --- numbers --------------------------------------------------------------------------------------------


def ask_number(
    prompt: Text, numbers: range, answers: Sequence[str], likely: Sequence[int] = ()
) -> Question | int | None:
    """Return the next question for choosing a whole number, or the chosen number.

    Few numbers are buttons. Of many, the likely ones are buttons beside steps such as *20–29*, which lead
    to their numbers. So nothing has to be typed, and no number out of range can be chosen.

    Args:
        numbers: the possible numbers, one after the other.
        answers: the answers so far to the questions about this number.
        likely: some of ``numbers`` that people choose often, such as the smallest bid.

    Returns:
        ``None`` if the answers are impossible.
    """
    for depth, answer in enumerate(answers):
        if answer.isdecimal():
            number = int(answer)
            if number in numbers and depth + 1 == len(answers):
                return number
            return None
        steps = {_step_key(step): step for step in _steps(numbers, depth, likely)}
        if answer not in steps:
            return None
        numbers = steps[answer]
        likely = ()
    steps_left = _steps(numbers, len(answers), likely)
    if not steps_left:
        return Question(prompt, tuple(map(_number_choice, numbers)), are_short=True)
    choices = list(map(_number_choice, likely))
    choices += map(_step_choice, steps_left)
    distinct = {choice.value: choice for choice in choices}
    return Question(prompt, tuple(distinct.values()))


def _number_choice(number: int) -> Choice:
    return Choice(str(number), Text("number", {"number": number}))


def _step_choice(step: range) -> Choice:
    if len(step) == 1:
        return _number_choice(step[0])
    return Choice(_step_key(step), Text("number-range", {"first": step[0], "last": step[-1]}))


def _step_key(step: range) -> str:
    return f"{step[0]}-{step[-1]}"


def _steps(numbers: range, depth: int, likely: Sequence[int]) -> list[range]:
    """Return the numbers in steps of 10, 20, 50, 100 and so on; an empty list if they need none."""
    # After the first question, the numbers may fill a menu.
    limit = MENU_SIZE if depth else CARDS_AT_A_GLANCE
    if len(numbers) <= limit:
        return []
    size = 10
    factors = cycle((2, 2.5, 2))
    while True:
        starts = range(numbers[0] // size * size, numbers[-1] + 1, size)
        if len(starts) + len(likely) <= AT_A_GLANCE:
            break
        size = int(size * next(factors))
    return [range(max(start, numbers[0]), min(start + size, numbers[-1] + 1)) for start in starts]


# --- trees of bids -------------------------------------------------------------------------------------


class BidTree(Generic[M]):
    """A tree of questions for choosing a bid.

    Args:
        steps: returns the questions that lead to a bid, each with its prompt and the answer for this bid.
    """

    def __init__(self, order: BidOrder[M], steps: Callable[[M], Sequence[tuple[Text, Choice]]]) -> None:
        self._order = order
        self._root = _Fork()
        # Bids come in ascending order, so the last bid to pass a fork is the highest beyond it.
        for place, bid in enumerate(order.bids):
            fork = self._root
            fork.highest = place
            for prompt, choice in steps(bid):
                fork.prompt = prompt
                _, fork = fork.ways.setdefault(choice.value, (choice, _Fork()))
                fork.highest = place

    def ask(self, last: M | None, answers: Sequence[str]) -> Question | M | None:
        """Return the next question for choosing a bid that beats ``last``, or the chosen bid.

        Returns:
            ``None`` if the answers are impossible.
        """
        start = self._order.index_above(last)
        fork = self._fork_after(answers)
        if fork is None or fork.highest < start:
            return None
        if not fork.ways:
            return self._order.bids[fork.highest]
        return Question(fork.prompt, tuple([way for way, to in fork.ways.values() if to.highest >= start]))

    def highest(self, answers: Sequence[str]) -> M | None:
        """Return the highest bid that fits the answers so far; ``None`` if they are impossible."""
        fork = self._fork_after(answers)
        if fork is None:
            return None
        return self._order.bids[fork.highest]

    def _fork_after(self, answers: Sequence[str]) -> _Fork | None:
        fork = self._root
        for value in answers:
            if value not in fork.ways:
                return None
            _, fork = fork.ways[value]
        return fork


class _Fork:
    # A question, with the choice and the next question for each answer. ``highest`` is the index of the
    # highest bid that can be reached from here.

    __slots__ = ("highest", "prompt", "ways")

    def __init__(self) -> None:
        self.highest = -1
        self.prompt = Text("")
        self.ways: dict[str, tuple[Choice, _Fork]] = {}


# --- presentation -------------------------------------------------------------------------------------------
# Descriptions of tables and of panels (private messages to a seat) for display, independent of the language.
#
# A presenter turns a view (what one viewer knows) into values that a front end can print: texts, rows of
# cards, questions. It gets only a view, so it cannot reveal what the viewer may not know.

# --- the picture of a table -------------------------------------------------------------------------

Mark: TypeAlias = Literal["", "hot", "dim", "new"]
"""How a card is highlighted: ``hot`` is relevant (framed), ``dim`` cannot be used, ``new`` was just added."""


class Face(msgspec.Struct, frozen=True, gc=False):
    """One card in a picture. An empty ``card`` is shown face down."""

    card: Card
    mark: Mark = ""
    caption: Seat | Text | None = None  # a label such as the card's owner
    turn: int = 0  # the step in which the card is turned face up, from 1; 0 if it always is


BACK = Face("")


class Tag(msgspec.Struct, frozen=True, gc=False):
    """A short text on a coloured background, such as a call."""

    text: Text
    mark: Mark = ""


WinKind: TypeAlias = Literal["game", "judgement", "contest"]
"""What the seat of a framed row has won.

``game`` is the whole game. ``judgement``: the seat was right when a claim was checked. ``contest``: the seat
won this comparison of cards, and the game may go on.
"""


Ink: TypeAlias = Literal["red", "blue"]
"""The colour of a disc: a small circle in a picture that stands for one or more chips or lives."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """One row of a picture: a title, cards, and a short note at the end."""

    title: Seat | Text
    groups: tuple[tuple[Face, ...], ...] = ()  # the cards; a gap separates two groups
    note: Text | None = None  # such as a seat's score or number of cards
    is_turn: bool = False
    is_won: bool = False  # the row is framed; see ``win_kind``
    tags: tuple[Tag, ...] = ()  # short texts after the cards
    is_small: bool = False  # whether the cards are drawn small because only their number matters
    place: int = 0  # the seat's final place in the game, shown as a medal; 0 for none
    # drawn instead of the note, each as its colour and the number printed on it
    discs: tuple[tuple[Ink, int], ...] = ()
    is_leader: bool = False  # the seat leads or deals
    is_out: bool = False  # the seat no longer takes part in the game; its disc is drawn hollow
    win_kind: WinKind = "game"  # decides the words for ``is_won``

    @property
    def cards(self) -> tuple[Face, ...]:
        return tuple(chain.from_iterable(self.groups))


Colours: TypeAlias = Literal["four", "two"]
"""The colours of playing cards: one for each suit (``four``), or red and black (``two``)."""

Tone: TypeAlias = Literal["good", "bad", "plain"]
"""The meaning of a stamp: something was true (``good``), was false (``bad``), or neither."""


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """One or two words printed across a picture of revealed cards, such as *lie!*."""

    text: Text
    tone: Tone = "plain"


Cloth: TypeAlias = Literal["felt", "pasture", "parlour", "night", "tatami", "walnut"]
"""The look of a table: its colours, its edge, and the emblem in the middle. Each of our games has its own."""


class Board(msgspec.Struct, frozen=True, gc=False):
    """A picture of a table or a hand, made of rows, which is also described in text."""

    # Rows with a seat as title are drawn around the table, clockwise in playing order; rows before them in
    # the middle, and rows after them below. Without seats, all rows are drawn from top to bottom.

    family: str  # the name of the kind of deck
    rows: tuple[Row, ...]
    colours: Colours = "four"
    cloth: Cloth = "felt"
    stamp: Stamp | None = None
    spoken: Text | None = None  # for people who cannot see what colours of buttons tell


def faces(cards: Sequence[Card], hot: Sequence[Card] = (), dim: Sequence[Card] = ()) -> tuple[Face, ...]:
    """Return pictures of cards: highlighted if in ``hot``, dimmed if in ``dim``.

    Each entry of ``hot`` or ``dim`` applies to one copy of its card.
    """
    return _faces(tuple(cards), tuple(hot), tuple(dim))


@lru_cache(maxsize=10_000)
def _faces(cards: tuple[Card, ...], hot: tuple[Card, ...], dim: tuple[Card, ...]) -> tuple[Face, ...]:
    # Each entry marks one copy, so entries are used up.
    hot_left = list(hot)
    dim_left = list(dim)
    out: list[Face] = []
    for card in cards:
        mark: Mark = ""
        if card in hot_left:
            hot_left.remove(card)
            mark = "hot"
        elif card in dim_left:
            dim_left.remove(card)
            mark = "dim"
        out.append(Face(card, mark))
    return tuple(out)


def backs(count: int) -> tuple[Face, ...]:
    """Return face-down cards."""
    return (BACK,) * count


# --- what a table and a panel show --------------------------------------------------------------------


class TableScene(msgspec.Struct, frozen=True, gc=False):
    """The public content of a table, made from a spectator's view."""

    headline: Text  # the most important fact, such as the last call or the trick
    line: Text | None = None  # one more line, for facts that are nowhere else
    board: Board | None = None  # a picture with all open cards and each seat's numbers (score, cards)


class RevealScene(msgspec.Struct, frozen=True, gc=False):
    """The text and pictures that everybody sees while play pauses after a reveal of cards."""

    headline: Text  # the outcome in one sentence
    board: Board | None = None
    # about a remarkable moment, such as a lie that lasted three rounds; at the end, about the winners
    line: Text | None = None
    seats: tuple[int, ...] = ()  # the seats involved; empty if all are
    panel_line: Text | None = None  # one sentence about the revealed cards, for private messages
    # the picture shown while cards are turned over; ``None`` to show ``board``
    suspense_board: Board | None = None

    def involves(self, seat: int) -> bool:
        """True if a seat is among those involved."""
        return not self.seats or seat in self.seats


class PanelScene(msgspec.Struct, frozen=True, gc=False):
    """The content of a seat's panel (private message), made from that seat's view."""

    lines: tuple[Text, ...] = ()  # known facts, the most important first
    hand: Board | None = None  # a picture of the seat's own cards and numbers (score, lives)
    table: Board | None = None  # a picture of the public cards that matter to the seat
    last_reveal: Board | None = None  # the last revealed cards, which a panel repeats in words
    needs_table: bool = False  # whether ``table`` is shown even if there is little room
    needed_lines: int = 0  # the number of first lines that are shown even if there is little room
    rest: Text | None = None  # why the seat waits while the others play, if that is not for its next turn

    @property
    def board(self) -> Board | None:
        """All pictures as one, with the table above the hand; ``None`` if there are none."""
        whole: Board | None = None
        for board in (self.table, self.hand, self.last_reveal):
            if whole is None:
                whole = board
            elif board is not None:
                whole = replace(whole, rows=whole.rows + board.rows)
        return whole


class SeatSummary(msgspec.Struct, frozen=True, gc=False):
    """What a decision needs to know of one seat, in a strip above the question."""

    seat: int
    note: Text | None = None  # the seat's numbers, such as cards, chips and losses
    statement: Text | None = None  # the seat's call or play, as far as it still counts
    is_turn: bool = False
    is_out: bool = False
    cards: Text | None = None  # the seat's open cards, which other seats need more than its numbers
    discs: tuple[tuple[Ink, int], ...] = ()  # the numbers as discs, for lack of room; see ``Row.discs``
    figures: Text | None = None  # the numbers that every decision needs, beside a seat whose note names them


class SeatClaim(msgspec.Struct, frozen=True, gc=False):
    """A claim that a decision builds on, in the shortest words."""

    seat: int
    words: Text


class DecisionStakes(msgspec.Struct, frozen=True, gc=False):
    """What a decision can win and cost, in one line.

    Numbers in the line are computed by the functions with which the rules carry out the moves.
    """

    line: Text
    is_loud: bool = False  # whether the seat can be eliminated, or this is the last trick
    short_line: Text | None = None  # the same for lack of room; ``None`` if ``line`` is short enough


Example: TypeAlias = tuple[Text, tuple[Card, ...]]
"""A kind of hand in words, with cards that make it."""


class Measure(msgspec.Struct, frozen=True):
    """A statistic of one game that leaderboards compare between players."""

    counter: str  # the counter's name in ``Rules.statistics``
    name: Text
    # returns a value in words; ``None`` to print the plain number
    value_text: Callable[[int], Text] | None = None


class StoryPicture(msgspec.Struct, frozen=True):
    """One of the three pictures of a ``PictureStory``, such as a claim or the revealed cards."""

    title: Text
    seat: int | None = None  # the seat that the picture is about, if any
    bubble: Text | None = None  # the seat's speech or thought
    rows: tuple[Row, ...] = ()
    line: Text | None = None  # one line below the cards that explains them


class PictureStory(msgspec.Struct, frozen=True):
    """A highlight of a finished game, as a headline and three pictures."""

    headline: Text  # the act in one line, which begins with an emoji
    family: str  # the name of the kind of deck
    frames: tuple[StoryPicture, StoryPicture, StoryPicture]  # the last picture shows the decisive cards
    stamp: Stamp | None = None  # *true* or *lie* for a claim; ``None`` for other acts


class Presenter(ABC, Generic[V]):
    """The base class of presenters, which describe a game's positions and moves for display."""

    cloth: Cloth = "felt"  # the look of the game's table in all pictures
    colours: Colours = "four"  # the colours of playing cards in sentences and on buttons
    equal_scores_reason: Text | None = None  # why equal scores have different places; None if they share one
    claims_rise: bool = False  # whether each claim outbids the last one, so that a reveal tells them all
    winning_kind: str = ""  # the kind of highlight that brings a winner most, which reviews of others name
    keeps_consequence: bool = False  # whether a panel shows ``consequence`` after *Next*, too

    @abstractmethod
    def table(self, view: V) -> TableScene:
        """Return the public content of the table, from a spectator's view."""

    @abstractmethod
    def panel(self, view: V, legal: Sequence[Move]) -> PanelScene:
        """Return the content of a seat's panel (private message).

        Args:
            legal: empty if the seat is waiting. The panel then has only its own cards and numbers.
        """

    def strip(self, view: V) -> tuple[SeatSummary, ...]:
        """Return what a decision needs to know of each seat, in the order of play.

        By default this is what the table's picture tells: the seats' notes, which of them is to act, and
        which are out. ``statements`` adds what they have called or played, ``open_cards`` their open cards.
        The first seat is the one to act.

        Args:
            view: a spectator's view, so that the strip has no secrets.
        """
        board = self.table(view).board
        if board is None:
            return ()
        statements = self.statements(view)
        open_cards = self.open_cards(view)
        figures = self.figures(view)
        seats = []
        for row in board.rows:
            if not isinstance(row.title, Seat):
                continue
            seat = row.title.seat
            # The note of a seat that is out does not say so.
            note = figures.get(seat, row.note) if row.is_out else row.note
            summary = SeatSummary(
                seat,
                note,
                statements.get(seat),
                row.is_turn,
                row.is_out,
                open_cards.get(seat),
                row.discs,
                figures.get(seat),
            )
            seats.append(summary)
        first = next((place for place, summary in enumerate(seats) if summary.is_turn), 0)
        return tuple(seats[first:] + seats[:first])

    def equipment(self, seats: int, options: Mapping[str, str]) -> Text | None:
        """Return what a game is played with, if the options leave that open; by default nothing.

        Args:
            seats: the number of players.
            options: the value of each option.
        """
        return None

    def figures(self, view: V) -> Mapping[int, Text]:
        """Return the numbers of seats that stand in the strip of every decision; by default none.

        The strip of such a game never disappears, and has the seats that are out, too.
        """
        return {}

    def statements(self, view: V) -> Mapping[int, Text]:
        """Return what each seat has called or played, as far as it still counts; by default nothing.

        Args:
            view: a spectator's view.
        """
        return {}

    def claims(self, view: V) -> tuple[SeatClaim, ...]:
        """Return the claims that the next decision builds on, the oldest first; by default none.

        They stand in every panel with a decision.

        Args:
            view: a spectator's view.
        """
        return ()

    def open_cards(self, view: V) -> Mapping[int, Text]:
        """Return the open cards of each seat that the others need to see for a decision; by default nothing.

        Args:
            view: a spectator's view.
        """
        return {}

    def stakes(self, view: V) -> DecisionStakes | None:
        """Return what the next decision of the viewing seat can win and cost; ``None`` if that is nothing."""
        return None

    @abstractmethod
    def say(self, event: Event, view: V) -> Text | None:
        """Return an event of ``view.news`` in words; ``None`` if it needs no words."""

    @abstractmethod
    def name(self, move: Move, view: V) -> Text:
        """Return a move of the viewing seat in words."""

    def reason(self, move: Move, view: V) -> Text | None:
        """Return the best argument for or against a move from the seat's view; ``None`` if there is none."""
        return None

    def compared_move(self, move: Move, others: Sequence[Move]) -> Move | None:
        """Return the move of ``others`` with which a hint for ``move`` is compared; by default none."""
        return None

    def ask(
        self, view: V, chosen: tuple[str, ...], question: Question | Move | None = None
    ) -> Question | Move | None:
        """Return the next question for choosing a move of the viewing seat, or the chosen move.

        Args:
            chosen: the answers so far. Each is checked against the question that it answers.
            question: the question that the last answer answers, if it is known already.

        Returns:
            ``None`` if the answers are impossible.
        """
        if chosen:
            question = question or self.ask(view, chosen[:-1])
            if not isinstance(question, Question) or not question.is_answer(chosen[-1]):
                return None
        return self.next_question(view, chosen)

    @abstractmethod
    def next_question(self, view: V, answers: tuple[str, ...]) -> Question | Move | None:
        """Return the next question for choosing a move of the viewing seat, or the chosen move.

        In a bluffing game the number, order and style of the choices must not reveal whether a claim is true.

        Args:
            view: a spectator's view offers only moves that reveal no secrets.
            answers: the answers so far, one for each question. All are possible answers (see ``ask``).

        Returns:
            ``None`` if there is no move to choose, or if the picked cards make no legal move.
        """
        # The method must stay fast with many legal moves: every drawing of a panel calls it.

    def warning(self, move: Move, view: V) -> Text | None:
        """Return a warning about a legal move of the viewing seat; ``None`` if no warning is needed."""
        return None

    def hand(self, view: V) -> Row | None:
        """Return the viewing seat's hidden cards with the seat's name; ``None`` without hidden cards."""
        return None

    def reveal(self, view: V) -> RevealScene | None:
        """Return the text and pictures for a pause after a reveal; ``None`` if there is no pause."""
        return None

    def suspense(self, view: V) -> Text | None:
        """Return the question shown while cards are turned over; ``None`` if there is no suspense."""
        return None

    def consequence(self, view: V) -> Text | None:
        """Return what the last reveal of cards means for the viewing seat; ``None`` if it means nothing."""
        return None

    def aftermath(self, view: V, before: V | None) -> Text | None:
        """Return what came of a reveal, as a line for a seat that decides next and has not read it.

        The argument ``earlier`` of a text, if any, is what was done before the claim. Reveals do not show
        it, so that the text with ``-short`` after its key, which is about it alone, is always shown.

        Args:
            view: the seat's view right after the reveal.
            before: a spectator's view right before it, with the claims that led to it.
        """
        reveal = self.reveal(view)
        if reveal is None or self.consequence(view) is not None:
            return None
        return reveal.headline

    def forced_move(self, view: V, legal: Sequence[Move]) -> Move | None:
        """Return the only sensible move, which is played automatically; ``None`` if there is a choice."""
        return None

    def second_move(self, view: V) -> Move | None:
        """Return the second move of a turn, such as a draw, if it plays itself; otherwise ``None``."""
        return None

    def farewell(self, view: V) -> Text | None:
        """Return a sentence about the play of a seat that was just eliminated; ``None`` for no sentence."""
        return None

    def tip(self, view: V) -> Text | None:
        """Return a one-sentence tip for a person who is new to this game; ``None`` for no tip."""
        return None

    def needs_tip(self, view: V) -> bool:
        """True if a newcomer's decision depends on the rule in the tip, so that it is always shown."""
        return False

    def is_tense(self, view: V) -> bool:
        """True at a tense moment, at which computer players take longer to move."""
        return False

    def games_so_far(self, view: V) -> GamesSoFar | None:
        """Return the points of a match in which a game is over and the next one has only begun.

        Returns:
            ``None`` at other moments, at which people would not stop.
        """
        return None

    def chapter(self, view: V) -> tuple[Text, ...]:
        """Return the headings of a position, from the larger part of the match to the smaller.

        Example: *game 2*, *battle 3*.
        """
        return ()

    def score(self, view: V, result: Result, seat: int) -> Text | None:
        """Return a seat's score in words; ``None`` to print a plain number."""
        return None

    def outcome(self, view: V, result: Result) -> tuple[Text, ...]:
        """Return lines about the result, which are shown below the ranking."""
        return ()

    def guide(self, view: V) -> tuple[Example, ...]:
        """Return the kinds of hands in this game, each with an example."""
        return ()

    def statistics(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Return lines of text about a person's statistics in this game.

        Args:
            counts: the person's counters by name (see ``Rules.statistics``).
        """
        return ()

    def picture_story(self, highlight: Highlight, past: GameHistory) -> PictureStory:
        """Return a highlight of a finished game as a story in three pictures.

        Everything that happened in the game may be shown.
        """
        raise NotImplementedError(highlight.kind)

    def measures(self) -> tuple[Measure, ...]:
        """Return the statistics of this game that leaderboards compare, the most important first."""
        return ()
