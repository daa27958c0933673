"""The only move of Tomoefuda: play a card (tomoe.md, section "Play")."""

from __future__ import annotations

from typing import ClassVar

from games.core.cards import TOMOE, Card
from games.core.errors import NotationError
from games.core.moves import CardMove, shorten


class Play(CardMove, frozen=True):
    """Play a card from the open or the hidden hand."""

    verb: ClassVar[str] = "play"


PLAYS: dict[Card, Play] = {card: Play(card) for card in TOMOE.cards}
"""Every possible move by its card."""


def parse_words(words: list[str]) -> Play:
    """Return the move that ``words``, in lower case, describe, such as ``["play", "3r"]``.

    Raises:
        NotationError: the words do not describe a move of this game.
    """
    if len(words) != 2 or words[0] != "play":
        raise NotationError("a move is 'play' and one card, as in 'play 3r'")
    card = TOMOE.find(words[1])
    if card is None:
        raise NotationError(f"{shorten(words[1])!r} is no card; cards are 1-6 of r a g o k p, as in '3r'")
    return PLAYS[card]
