"""The cards as emoji in texts: one emoji, and the set that the application is known to have.

As long as none are known, cards are printed as text. ``bot.emoji`` uploads them.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from bot.known import Known
from games.core.cards import Card
from games.core.presentation import Colours
from games.core.words import Cards


class CardEmoji(NamedTuple):
    """An emoji of the application that shows a card."""

    name: str
    id: str

    @property
    def markup(self) -> str:
        """The emoji in a text of Discord's Markdown."""
        return f"<:{self.name}:{self.id}>"


class EmojiSet(Protocol):
    """Protocol of the emoji of cards that the application has."""

    def find(self, card: Card, family: str, colours: Colours, language: str) -> CardEmoji | None:
        """Return the emoji of a card for readers of a language; ``None`` if there is none."""

    def card_of(self, name: str) -> Cards | None:
        """Return the card that the emoji with this name shows; ``None`` if it shows no card."""


class NoEmoji:
    """The set of emoji of an application that has uploaded none."""

    def find(self, card: Card, family: str, colours: Colours, language: str) -> CardEmoji | None:
        """Return ``None``."""
        return None

    def card_of(self, name: str) -> Cards | None:
        """Return ``None``."""
        return None


NO_EMOJI: EmojiSet = NoEmoji()
known_emoji = Known(NO_EMOJI)
"""The emoji of cards that the application is known to have, for texts that may contain emoji."""


class CardLabel(NamedTuple):
    """A short text without Markdown, and the emoji that stands before it or in its place.

    Attributes:
        text: empty if the emoji says all. Then its name is read aloud.
    """

    text: str
    emoji: CardEmoji | None = None
