"""The drawings of all card families, as an ``Art`` by name; some have a version in red and black."""

from bot.pictures.cards.back import BACK_ART
from bot.pictures.cards.mahjong import MAHJONG_ART
from bot.pictures.cards.standard import NUMBERS_ART, NUMBERS_TWO, STANDARD_ART, STANDARD_TWO
from bot.pictures.cards.tesca import TESCA_ART
from bot.pictures.cards.tomoe import TOMOE_ART
from bot.pictures.pen import Art
from games.core.presentation import Colours

ARTS: dict[str, Art] = {
    "standard": STANDARD_ART,
    "standard-two": STANDARD_TWO,
    "numbers": NUMBERS_ART,
    "numbers-two": NUMBERS_TWO,
    "mahjong": MAHJONG_ART,
    "tesca": TESCA_ART,
    "tomoe": TOMOE_ART,
}


def art_name(family: str, colours: Colours) -> str:
    """Return the name of a family's drawings in two or four colours; most families have only one version."""
    two = f"{family}-two"
    return two if colours == "two" and two in ARTS else family


__all__ = ["ARTS", "BACK_ART", "Art", "art_name"]
