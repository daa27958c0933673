"""How secrets are exchanged, in the smallest game there is: a coin is hidden, and somebody guesses."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.cards import Card, Place, own_places
from games.core.errors import NotationError, Refusal
from games.core.events import Event, OpenEvent
from games.core.game import Game
from games.core.match import Match
from games.core.moves import ChanceRequest, Move
from games.core.presentation import PanelScene, Presenter, TableScene
from games.core.questions import Question
from games.core.rules import OVER, Result, Rules, Setup, State, View
from games.core.words import Text
from tests.examples import OLD_MAID
from tests.games.play import replay
from tests.games.secrets import check_choices, secret_choices, story_of

SIDES = ("left", "right")


class Say(Move, frozen=True):
    """Hide the coin, or guess where it is."""

    verb: str
    side: str

    def __str__(self) -> str:
        return f"{self.verb} {self.side}"


class Hidden(OpenEvent, frozen=True):
    """The coin is hidden; ``side`` should be nobody's business."""

    side: str


class CoinState(State, frozen=True, kw_only=True):
    side: str = ""
    guess: str = ""

    def places(self) -> tuple[Place, ...]:
        return (*own_places([self.side, ""]), Place(self.guess, None))


class CoinView(View, frozen=True, kw_only=True):
    side: str = ""
    guess: str


class Coin(Rules[CoinState, CoinView]):
    """Seat 0 hides, seat 1 guesses twice."""

    id = "coin"
    name = "Coin"
    seats = (2, 2)

    def start(self, setup: Setup) -> CoinState:
        return CoinState(to_act=(0,), setup=setup)

    def moves_of(self, state: CoinState, seat: int) -> Sequence[Move]:
        return [Say("guess" if seat else "hide", side) for side in SIDES]

    def step(self, state: CoinState, seat: int, move: Move) -> CoinState:
        assert isinstance(move, Say)
        if seat == 0:
            return replace(state, to_act=(1,), side=move.side, news=(self.told(move.side),))
        return replace(state, to_act=OVER if state.guess else (1,), guess=move.side, news=())

    def told(self, side: str) -> Hidden:
        return Hidden("")

    def open_view(self, state: CoinState, common: Mapping[str, Any]) -> CoinView:
        return CoinView(**common, guess=state.guess)

    def own_view(self, state: CoinState, seat: int) -> dict[str, object]:
        return {} if seat else {"side": state.side}

    def result(self, state: CoinState) -> Result | None:
        return Result(((0, 1),), (0.0, 0.0)) if state.to_act == OVER else None

    def parse_words(self, words: list[str]) -> Move:
        if len(words) != 2:
            raise NotationError("a move is 'hide left'")
        return Say(words[0], words[1])

    def refuse(self, state: CoinState, seat: int, move: Move) -> Refusal:
        return Refusal("no", "No.")

    def chance(self, state: CoinState) -> ChanceRequest:
        raise AssertionError

    def step_chance(self, state: CoinState, cards: tuple[Card, ...]) -> CoinState:
        raise AssertionError


class OpenCoin(Coin):
    """What happened says where the coin is."""

    def told(self, side: str) -> Hidden:
        return Hidden(side)


class Mute(Presenter[CoinView]):
    """It says nothing."""

    def table(self, view: CoinView) -> TableScene:
        return TableScene(Text(""))

    def panel(self, view: CoinView, legal: Sequence[Move]) -> PanelScene:
        return PanelScene()

    def say(self, event: Event, view: CoinView) -> Text | None:
        return None

    def name(self, move: Move, view: CoinView) -> Text:
        return Text("")

    def ask(self, view: CoinView, chosen: tuple[str, ...]) -> Question | Move | None:
        return None


def played(rules: Coin) -> tuple[Game, Match]:
    """Hide the coin, and guess twice."""
    game = Game(rules=rules, presenter=Mute(), advise=OLD_MAID.advise, emoji="")
    return game, replay(game, rules.setup(2), [(0, "hide left"), (1, "guess left"), (1, "guess right")])


def test_a_choice_is_exchanged_for_one_that_is_as_secret() -> None:
    """The coin may be in the other hand; a guess is made in the open."""
    _, match = played(Coin())
    states = story_of(match)
    found = [
        [str(move) for move, _ in secret_choices(match, states, at, random.Random(1))] for at in range(3)
    ]
    assert found == [["hide right"], [], []]


def test_a_secret_need_not_be_a_card() -> None:
    """Who does not know where the coin is sees the same until the end; if an event says it, they do not."""
    assert check_choices(*played(Coin()), 1) == 2
    with pytest.raises(AssertionError, match="a secret is in the view of everybody"):
        check_choices(*played(OpenCoin()), 1)
