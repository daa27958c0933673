"""What is asked on the way to a move: a menu, several of them, keys, cards to pick; without any language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec

from games.core.cards import Card
from games.core.words import Text


class Part(msgspec.Struct, frozen=True):
    """Some choices of a question under a title: a menu, or keys, a button for each, where there is room.

    Args:
        title: what is chosen there.
        row: how many keys stand in a row, 5 at most; 0 for a menu.
    """

    title: Text
    row: int = 0

    @property
    def is_keys(self) -> bool:
        return self.row > 0


class Choice(msgspec.Struct, frozen=True):
    """One option of a question.

    Args:
        value: a stable word for this choice, unique among its siblings; at most 60 characters.
        label: how the choice reads; short on a key.
        detail: one more line on it, if worth it; a key has no room for it.
        part: where it stands; ``None`` for the one menu of its question.
    """

    value: str
    label: Text
    detail: Text | None = None
    part: Part | None = None


class Question(msgspec.Struct, frozen=True):
    """What is to be chosen next on the way to a move: one of some choices, or several of some cards.

    Args:
        prompt: what is being chosen.
        choices: the choices, those of a part in a row, at most 25 in each; empty when cards are picked.
        cards: the cards to pick from, at most 25, copies one by one.
        sizes: how many cards at least and at most.
        plays: an answer that makes the move plays it at once, unless that has to be warned of; each key makes
            one, and is warned of beforehand.
    """

    prompt: Text
    choices: tuple[Choice, ...] = ()
    cards: tuple[Card, ...] = ()
    sizes: tuple[int, int] = (1, 1)
    plays: bool = False

    @property
    def is_pick(self) -> bool:
        return bool(self.cards)

    @property
    def parts(self) -> tuple[tuple[Part, tuple[Choice, ...]], ...]:
        """The choices by what they stand in; none when cards are picked."""
        found = groupby(self.choices, key=lambda choice: choice.part)
        return tuple([(part or Part(self.prompt), tuple(choices)) for part, choices in found])

    @property
    def only(self) -> str | None:
        """The value of the one answer that there is; ``None`` where there is a choice."""
        if not self.cards:
            return self.choices[0].value if len(self.choices) == 1 else None
        least, most = self.sizes
        is_forced = least == most and (most == len(self.cards) or len({*self.cards}) == 1)
        return self.value_of(self.cards[:most]) if is_forced else None

    @staticmethod
    def among(prompt: Text, labels: Mapping[str, Text]) -> Question:
        """Ask for one of some choices that need no details: their labels, by their values."""
        return Question(prompt, tuple([Choice(value, label) for value, label in labels.items()]))

    def value_of(self, picks: Sequence[Card]) -> str:
        """Write picked cards as an answer, in the order of the question's cards."""
        left = list(picks)
        ordered = []
        for card in self.cards:
            if card in left:
                left.remove(card)
                ordered.append(card)
        return " ".join(ordered)
