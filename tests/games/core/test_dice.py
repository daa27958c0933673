"""Tests of dice as moves of chance: fair, in records, in the engine and in the secrecy checks."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.administration.records import prove
from games import GAMES
from games.core.cards import CardGroup
from games.core.errors import IllegalMove, NotationError, RecordError
from games.core.game import Game, Lesson, LessonStep
from games.core.match import Match, ShuffleKey, read_record, write_record
from games.core.moves import AnyChanceRequest, Move, Roll, RollRequest, Word
from games.core.rules import (
    CHANCE,
    OVER,
    OpenEvent,
    Result,
    Rules,
    Setup,
    State,
    View,
    rank_seats,
    replace_at,
)
from games.engine import Engine
from tests.examples import GOOFSPIEL
from tests.games.test_contract_knowledge import check_deals

KEY = ShuffleKey(bytes(range(32)), "1234", ("11", "22"))
PUBLISHED = ["roll 6 5", "roll 5 1"]
"""The dice of a game of two rolls with this key."""


# --- a game of dice ---------------------------------------------------------------------------------


class Pass(Word, frozen=True):
    """End one's turn."""

    notation = "roll"


class Rolled(OpenEvent, frozen=True):
    """A seat rolled two dice."""

    dice: tuple[int, ...]


class DiceState(State, frozen=True, kw_only=True):
    """A position: the seat that rolls, and the dice of each seat."""

    turn: int = 0
    dice: tuple[tuple[int, ...], ...]

    def card_groups(self) -> tuple[CardGroup, ...]:
        return (CardGroup(self.dice, None),)


class DiceView(View, frozen=True, kw_only=True):
    """What everybody may know: all dice."""

    dice: tuple[tuple[int, ...], ...]


TWO_DICE = RollRequest(2, 6)


class DiceRules(Rules[DiceState, DiceView]):
    """Each seat says *roll*, and two dice are rolled. The highest sum wins."""

    id = "dice"
    name = "Dice"
    seats = (2, 3)

    def start(self, setup: Setup) -> DiceState:
        return DiceState(to_act=(0,), setup=setup, dice=((),) * setup.seats)

    def legal_moves(self, state: DiceState, seat: int) -> Sequence[Move]:
        return (Pass(),)

    def step(self, state: DiceState, seat: int, move: Move) -> DiceState:
        return replace(state, to_act=CHANCE, turn=seat, news=())

    def chance(self, state: DiceState) -> AnyChanceRequest:
        return TWO_DICE

    def step_roll(self, state: DiceState, dice: tuple[int, ...]) -> DiceState:
        after = state.turn + 1
        is_over = after == state.setup.seats
        return replace(
            state,
            to_act=OVER if is_over else (after,),
            dice=replace_at(state.dice, state.turn, dice),
            news=(Rolled(dice),),
        )

    def public_view(self, state: DiceState, common: Mapping[str, Any]) -> DiceView:
        return DiceView(**common, dice=state.dice)

    def private_fields(self, state: DiceState, seat: int) -> dict[str, object]:
        return {}

    def result(self, state: DiceState) -> Result | None:
        if state.to_act != OVER:
            return None
        sums = {seat: sum(dice) for seat, dice in enumerate(state.dice)}
        return Result(rank_seats(sums), tuple(map(float, sums.values())))

    def parse_words(self, words: list[str]) -> Move:
        if words != ["roll"]:
            raise NotationError("the only move is 'roll'")
        return Pass()


DICE = Game(rules=DiceRules(), presenter=GOOFSPIEL.presenter, advise=GOOFSPIEL.advise, emoji="🎲")


@pytest.fixture
def _registered() -> Iterator[None]:
    with GAMES.with_game(DICE):
        yield


def played(key: ShuffleKey = KEY) -> Match:
    """Return a finished game with fair dice."""
    match = Match(DICE.rules, DICE.rules.setup(2))
    for _ in match.decisions(key):
        match.play(match.to_act[0], "roll")
    return match


# --- fair dice --------------------------------------------------------------------------------------


def rolled_as_published(count: int, faces: int, key: ShuffleKey, number: int) -> tuple[int, ...]:
    """Roll as docs/FAIRNESS.md describes it, independently of the code."""
    message = f"tefuda shuffle 1\n{key.seed.hex()}\n{key.table}\n{number}\n{','.join(key.joins)}".encode()
    blocks = [hashlib.sha256(message + f"\n{i}".encode()).digest() for i in range(count + 1)]
    words = [int.from_bytes(block[8 * i : 8 * i + 8], "big") for block in blocks for i in range(4)]
    fair = [word for word in words if word < 2**64 // faces * faces]
    return tuple([word % faces + 1 for word in fair[:count]])


@given(seed=st.binary(min_size=32, max_size=32), count=st.integers(1, 20), faces=st.integers(2, 1000))
def test_dice_follow_published_method(seed: bytes, count: int, faces: int) -> None:
    key = ShuffleKey(seed, "99", ("5",))
    for number in range(3):
        request = RollRequest(count, faces)
        assert request.drawn(key.numbers(number)).dice == rolled_as_published(count, faces, key, number)


def test_published_roll_never_changes() -> None:
    """The dice for seed 0..31, table 1234, joins 11,22 never change."""
    assert [str(move) for actor, move in played().moves if actor == CHANCE] == PUBLISHED


def test_dice_are_even() -> None:
    """Each face comes up about equally often."""
    counts = Counter(RollRequest(6000, 6).drawn(random.Random(1).randrange).dice)
    assert counts.keys() == {1, 2, 3, 4, 5, 6}
    assert max(counts.values()) - min(counts.values()) < 200


@pytest.mark.usefixtures("_registered")
def test_roll_is_in_record_and_is_proved() -> None:
    """A record has the dice, replays to the same game, and proves them; a turned die is found."""
    match = played()
    record = write_record(match)
    again, _ = read_record(record, rules_of)
    assert again.state == match.state
    proof = prove(match, KEY, KEY.commitment, lambda number: f"move {number}", KEY.seal)
    assert "shuffles computed again: 2, rolls of dice included" in [
        check.sentence for check in proof if check.is_passed
    ]
    other = record.replace(PUBLISHED[0], "roll 1 1")
    turned, _ = read_record(other, rules_of)
    faults = [
        check.sentence
        for check in prove(turned, KEY, KEY.commitment, lambda number: f"move {number}")
        if not check.is_passed
    ]
    assert faults[-1:] == ["move 1: roll 1 is not the one that the seed gives"]


def rules_of(game_id: str) -> Rules[Any, Any]:
    """Return the rules of a registered game."""
    return GAMES.find(game_id).rules


@pytest.mark.usefixtures("_registered")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("* roll 1", "A roll is 2 dice with faces from 1 to 6"),
        ("* roll 1 7", "A roll is 2 dice with faces from 1 to 6"),
        ("* roll 0 1", "A roll is 2 dice with faces from 1 to 6"),
        ("* roll 1 x", "'x' is no face of a die"),
        ("* roll 1 99999", "'99999' is no face of a die"),
        ("* deal As", "Chance has to roll now"),
        ("* roll", "Chance has to roll now"),
        ("1 roll 1 2", "Seat 1 is not to act"),
    ],
)
def test_impossible_roll_is_refused_with_its_line(line: str, why: str) -> None:
    record = f'[Game "dice"]\n[Seats "2"]\n\n0 roll\n{line}\n'
    with pytest.raises(RecordError, match=f"^line 5: .*{why}"):
        read_record(record, rules_of)


@pytest.mark.usefixtures("_registered")
def test_engine_asks_for_dice() -> None:
    """The engine's ``legal`` names number and faces of the dice; ``shuffle`` and ``apply`` roll them."""
    engine = Engine()

    def reply(cmd: str, **fields: object) -> dict[str, Any]:
        return engine.handle(json.dumps({"cmd": cmd, **fields})).reply

    assert reply("new", game="dice", seats=2) == {"ok": True, "to_act": (0,)}
    assert reply("apply", seat=0, move="ROLL")["to_act"] == CHANCE
    request = reply("legal")
    assert request["moves"] == {"chance": {"kind": "roll", "dice": 2, "faces": 6}}
    assert reply("shuffle", seed="any text")["move"].startswith("roll ")
    reply("apply", seat=1, move="roll")
    assert reply("apply", seat="chance", move="roll 6 6") == {"ok": True, "to_act": OVER, "move": "roll 6 6"}
    assert reply("result")["over"]


def test_games_without_dice_know_no_roll() -> None:
    """In a game without dice a text with *roll* is no move, as before."""
    for game in GAMES:
        assert not game.rules.has_dice
        with pytest.raises(NotationError):
            game.rules.parse("roll 1 2")


def test_lesson_names_its_dice() -> None:
    lesson = Lesson(2, (LessonStep("begin", ("0 roll", "* 3 5")),))
    assert lesson.match(DICE.rules, 0).state.dice[0] == (3, 5)  # type: ignore[attr-defined]


def test_roll_cannot_be_made_by_player() -> None:
    match = Match(DICE.rules, DICE.rules.setup(2))
    with pytest.raises(IllegalMove):
        match.play(0, Roll((1, 2)))


# --- secrecy ----------------------------------------------------------------------------------------


def test_open_dice_pass_and_undeclared_dice_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open dice in an open group are no leak; without the group the message names the field and the roll."""
    check_deals(DICE, played(), 1)
    monkeypatch.setattr(DiceState, "card_groups", lambda self: ())
    with pytest.raises(
        AssertionError, match=r"everybody after move \d, '\* roll .*: the field '(news|dice)' is"
    ):
        check_deals(DICE, played(), 1)
