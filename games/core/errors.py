"""All errors that the rules raise.

    RulesError (ValueError)
    |-- SetupError       unknown game, option or value; seats or first out of range
    |-- NotationError    a text that is no move
    |-- IllegalMove      a move that the rules forbid now; carries a Refusal
    `-- RecordError      a game record that cannot be read or replayed; carries the line number

Any other exception from ``games`` is a programming error.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.core.words import Arg


class Refusal(msgspec.Struct, frozen=True):
    """The reason why a move or a combination of options is refused."""

    # Codes of players' moves: over, not-your-turn, not-legal; of moves of chance: not-chance, wrong-chance,
    # wrong-cards, wrong-dice.
    code: str  # a stable code, such as ``not-your-turn``; for options, also the key of a translated text
    sentence: str  # the reason in English, for programs
    args: Mapping[str, Arg] = {}  # arguments of the translated text


class RulesError(ValueError):
    """The base class of all errors that the rules raise."""


class SetupError(RulesError):
    """A setup that the rules do not allow. ``refusal`` is the reason if options cannot be combined."""

    def __init__(self, sentence: str, refusal: Refusal | None = None) -> None:
        super().__init__(sentence)
        self.refusal = refusal


class NotationError(RulesError):
    """A text that is no move of this game. The message quotes the text."""


class IllegalMove(RulesError):
    """A well-formed move that is not legal now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class RecordError(RulesError):
    """A game record that cannot be read or replayed. ``line`` is the number of the faulty line, from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
