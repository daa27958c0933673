"""Tests of the games' limits: at the limit something is possible, and one more is not."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from games.bull.rules import Bull
from games.bull.rules import Showdown as BullShowdown
from games.core.errors import NotationError
from games.core.rules import _die
from games.lost.strategy import draw_move
from games.lost.strategy.claims import MoveRisk
from games.netsuzo import rules as netsuzo_rules
from games.netsuzo.rules import Netsuzo
from games.netsuzo.rules import Showdown as NetsuzoShowdown
from games.trick3 import rules as trick3_rules
from games.trick3.moves import AllFolded
from games.trick3.rules import Trick3


def hands_of_bull(cards: int) -> Any:
    showdown = BullShowdown("call single 5", 0, 1, (("5s",) * cards,), True, 1, ())
    return SimpleNamespace(news=(showdown,))


@pytest.mark.parametrize(("cards", "seconds"), [(0, 3.0), (5, 3.5), (100, 5.0)])
def test_showdown_of_bull_is_shown_for_three_to_five_seconds(cards: int, seconds: float) -> None:
    assert Bull().reveal_seconds(hands_of_bull(cards)) == pytest.approx(seconds)


@pytest.mark.parametrize(("cards", "seconds"), [(0, 3.0), (100, 5.0)])
def test_showdown_of_netsuzo_is_shown_for_three_to_five_seconds(
    cards: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(netsuzo_rules, "story_of", lambda *_: None)
    showdown = NetsuzoShowdown("declare high A", 0, 1, ("As",) * cards, (), True, 1)
    view: Any = SimpleNamespace(news=(showdown,))
    assert Netsuzo().reveal_seconds(view) == pytest.approx(seconds)


def test_end_of_a_battle_is_shown_for_three_to_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    view: Any = SimpleNamespace(news=(AllFolded(1, 0),))
    assert Trick3().reveal_seconds(view) == 3.0
    monkeypatch.setattr(trick3_rules, "battle_end", lambda view: SimpleNamespace(hands=range(40)))
    assert Trick3().reveal_seconds(view) == 5.0


def test_face_of_a_die_has_four_digits() -> None:
    assert _die("9999") == 9999
    with pytest.raises(NotationError):
        _die("10000")


@pytest.mark.parametrize(
    ("temperature", "risk", "is_possible"),
    [(1.0, 0.14, True), (1.0, 0.16, False), (0.02, 0.075, True), (0.02, 0.085, False)],
)
def test_much_worse_move_is_never_drawn(temperature: float, risk: float, is_possible: bool) -> None:
    """A move of Lost with a risk higher by 0.15, or by four temperatures, is not made at any level."""
    judged: list[Any] = [MoveRisk("a", 0.01), MoveRisk("b", 0.01 + risk)]  # type: ignore[arg-type]
    rng = random.Random(1)
    drawn = {draw_move(judged, rng, temperature) for _ in range(3000)}
    assert ("b" in drawn) == is_possible
