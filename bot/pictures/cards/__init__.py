"""The sets of card drawings by name. Some kinds of decks have several sets."""

from bot.pictures.cards.back import BACK_ART
from bot.pictures.cards.mahjong import MAHJONG_ART
from bot.pictures.cards.standard import NUMBERS_ART, NUMBERS_TWO, STANDARD_ART, STANDARD_TWO
from bot.pictures.cards.tesca import TESCA_ART
from bot.pictures.cards.tomoe import TOMOE_ART, TOMOE_LETTERS
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
    "tomoe-letters": TOMOE_LETTERS,
}


_JAPANESE = "ja"


def art_name(family: str, colours: Colours, language: str = _JAPANESE) -> str:
    """Return the name of the set of card drawings for a kind of deck.

    Args:
        family: the name of the kind of deck.
        colours: ``"four"`` for a colour of each suit, ``"two"`` for red and black.
        language: some decks have kanji for Japanese readers, and letters for all other readers.
    """
    names = [f"{family}-two"] if colours == "two" else []
    if language != _JAPANESE:
        names.append(f"{family}-letters")
    return next((name for name in names if name in ARTS), family)


__all__ = ["ARTS", "BACK_ART", "Art", "art_name"]
