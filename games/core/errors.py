"""Every error that the rules raise.

    RulesError (ValueError)
    |-- SetupError       unknown game, option or value; seats or first out of range
    |-- NotationError    a text that is no move
    |-- IllegalMove      a move that the rules forbid now; carries a Refusal
    `-- RecordError      a game record that cannot be read or replayed; carries the line number

Anything else that comes out of ``games`` is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.core.words import Arg


class Refusal(msgspec.Struct, frozen=True):
    """Say why a move is refused.

    Args:
        code: a stable code, under which the catalogues say the same to people.
        sentence: the reason, for programs.
        args: what the catalogues print: typed values (``Cards``, ``Rank``, ``Text``), no notation.
    """

    code: str
    sentence: str
    args: Mapping[str, Arg] = {}


class RulesError(ValueError):
    """Anything that the rules refuse."""


class SetupError(RulesError):
    """A game that cannot be set up like this; carries a refusal where options do not go together."""

    def __init__(self, sentence: str, refusal: Refusal | None = None) -> None:
        super().__init__(sentence)
        self.refusal = refusal


class NotationError(RulesError):
    """A text that is no move of this game; quotes the text."""


class IllegalMove(RulesError):
    """A well-formed move that is not legal now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class RecordError(RulesError):
    """A record that cannot be read; ``line`` counts from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
