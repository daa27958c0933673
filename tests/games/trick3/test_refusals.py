"""Why moves are refused, with a text for every code (trick3.md, Set-up and A battle)."""

from __future__ import annotations

import pytest

from bot.language.localizer import Localizer
from games.core.errors import Refusal
from games.core.words import Cards, Text
from games.trick3.refusals import refuse
from games.trick3.state import Trick3State
from tests.games.trick3.tables import RULES, at


def refused(state: Trick3State, move: str) -> Refusal:
    return refuse(state, 0, RULES.parse(move))


@pytest.mark.parametrize(
    ("family", "deck", "move", "code", "printed"),
    [
        ("standard", "52D1", "play 5s", "not-in-hand", "5♠"),
        ("mahjong", "M9D1", "play 1m", "not-in-hand", "1萬"),
        ("mahjong", "M9D1", "fold 5s", "not-in-hand", "5索"),
        ("mahjong", "M9D1", "play 2p", "not-hidden", "2筒"),
        ("tesca", "T36D1", "play 5h", "not-in-hand", "5火"),
        ("standard", "M9D1", "play Kd", "not-in-hand", "K♦"),
    ],
)
def test_cards_are_named_as_the_table_prints_them(
    family: str, deck: str, move: str, code: str, printed: str
) -> None:
    """Never in notation: with tiles 5s is a bamboo, and a card of other families is printed as it looks."""
    hands = {"52D1": "2s 4s | 2d", "M9D1": "2m 4m | 2p", "T36D1": "2k 4k | 2h"}
    state = at(hands[deck], hands[deck], deck=deck)
    found = refused(state, move)
    assert found.code == code
    (cards,) = found.args.values()
    assert isinstance(cards, Cards)
    assert cards.family == family
    for language in ("en", "ja"):
        told = Localizer(language)(Text(f"trick3-refusal-{code}", found.args))
        rank, sign = printed
        assert rank in told
        assert sign in told
        assert Localizer(language).cards(cards.cards, family) in told
        assert move.split()[1] not in told


def test_a_card_that_is_not_exposed_is_named_as_a_tile() -> None:
    """In round 2 a hidden card is refused, and several hidden ones that are not there by name, too."""
    state = at("2m 4m | 2p", "3m | 3p", deck="M9D1", round_=2, way="up")
    assert refused(state, "play 4m").args == {"card": Cards(("4m",), "mahjong")}
    state = at("2m 4m | 2p 3p", "3m | 5p", deck="M9D1", phase="refill", way="up")
    assert refused(state, "refill expose 2p").args == {"cards": Cards(("2p",), "mahjong")}
