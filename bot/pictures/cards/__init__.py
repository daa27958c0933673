"""How each family's cards are drawn: one ``Art`` per family, found by the family's name."""

from __future__ import annotations

from bot.pictures.cards.art import Art
from bot.pictures.cards.back import BACK_ART
from bot.pictures.cards.mahjong import MAHJONG_ART
from bot.pictures.cards.standard import NUMBERS_ART, STANDARD_ART
from bot.pictures.cards.tesca import TESCA_ART
from bot.pictures.cards.tomoe import TOMOE_ART

ARTS: dict[str, Art] = {
    "standard": STANDARD_ART,
    "numbers": NUMBERS_ART,
    "mahjong": MAHJONG_ART,
    "tesca": TESCA_ART,
    "tomoe": TOMOE_ART,
}

__all__ = ["ARTS", "BACK_ART", "Art"]
