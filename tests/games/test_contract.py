"""Tests of the contract that every game in the registry keeps (README.md of the rules, Conventions).

A game is covered from the day it is registered; nothing here knows one game from another.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import islice

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, Game, find_rules
from games.core.errors import IllegalMove, NotationError, SetupError
from games.core.game import LEVELS
from games.core.match import Match, ShuffleKey, read_record, write_record
from games.core.moves import Move, RollRequest
from games.core.rules import CHANCE
from games.core.words import Text
from tests.amounts import EXPLORE
from tests.games.contract import cards_on_table, every_game, position, setup_of, with_seeds
from tests.games.play import as_json, play_advised, play_random, replay, viewers

LONG = 250
"""Moves after which tests that only need positions leave an endless game."""

WORDS = ("play", "call", "deal", "expose", "to", "as", "5", "K", "s", "5s", "Jk", "-", "0", "١", "Ａ")

few = with_seeds(8)


def start(game: Game, seed: int) -> Match:
    return Match(game.rules, setup_of(game, seed))


def acting(match: Match) -> tuple[int, ...]:
    """Return the seats to act."""
    return match.to_act if isinstance(match.to_act, tuple) else ()


def sample(match: Match, seat: int, rng: random.Random, count: int = 60) -> list[Move]:
    """Return some of a seat's legal moves: the first, the last, and random others."""
    legal = match.legal(seat)
    if len(legal) <= count:
        return list(legal)
    return [legal[0], legal[-1], *(legal[rng.randrange(len(legal))] for _ in range(count))]


def test_ids_and_names_are_one_to_one() -> None:
    assert len({game.id for game in GAMES}) == len({game.rules.name for game in GAMES}) == len(GAMES)


@every_game
def test_setup_fills_in_defaults(game: Game) -> None:
    """Each option has its first value by default, with every number of seats."""
    for seats in range(game.rules.seats[0], game.rules.seats[1] + 1):
        setup = game.rules.setup(seats)
        assert setup.options == {name: values[0] for name, values in game.rules.options.items()}
        assert setup.first == 0


NO_VALUES = ("", "no such value", None, [], {}, float("nan"), float("inf"), 10**40, -1)


@every_game
def test_setup_refuses_values_out_of_range(game: Game) -> None:
    """Wrong numbers of seats, first seats, options and values are refused."""
    low, high = game.rules.seats
    options = [{name: "1"} for name in ("", "no such option")]
    options += [{name: value} for name in game.rules.options for value in NO_VALUES]
    for bad in (
        *({"seats": seats} for seats in (low - 1, high + 1, -3, True, 3.0, "3", None)),
        *({"first": first} for first in (-1, 99, "0", None)),
        *({"options": each} for each in options),
    ):
        arguments = {"seats": low, "options": {}, "first": 0} | bad
        with pytest.raises(SetupError):
            game.rules.setup(**arguments)  # type: ignore[arg-type]


@every_game
def test_setup_accepts_numbers_for_numeric_options(game: Game) -> None:
    """The values ``3`` and ``3.0`` become the text ``"3"``."""
    for name, values in game.rules.options.items():
        for value in values:
            try:
                number = float(value)
            except ValueError:
                continue
            seats = game.rules.seats[0]
            assert game.rules.setup(seats, {name: number}).options[name] == value
            if number.is_integer():
                assert game.rules.setup(seats, {name: int(number)}).options[name] == value


@few
def test_exactly_seats_to_act_have_legal_moves(game: Game, seed: int) -> None:
    """The seats to act are sorted without repetition; only they have legal moves."""
    match = position(game, seed, 120)
    to_act = acting(match)
    assert list(to_act) == sorted(set(to_act))
    for seat in range(match.setup.seats):
        assert bool(match.legal(seat)) == (seat in to_act), f"seat {seat} has moves, and {to_act} are to act"


@few
def test_legal_moves_are_consistent_sequence(game: Game, seed: int) -> None:
    """Length, items, order and membership agree, no move occurs twice, and the list can be pickled."""
    match = position(game, seed, 120)
    for seat in acting(match):
        legal = match.legal(seat)
        listed = list(legal)
        assert len(listed) == len(legal) == len(set(listed))
        for at in {0, len(legal) // 2, len(legal) - 1}:
            assert legal[at] == listed[at]
            assert legal[at - len(legal)] == listed[at]
            assert listed[at] in legal
        for at in (len(legal), -len(legal) - 1):
            with pytest.raises(IndexError):
                legal[at]
        assert list(legal[1:3]) == listed[1:3]
        assert list(pickle.loads(pickle.dumps(legal))) == listed
        assert None not in legal


@few
def test_notation_reads_back_and_is_canonical(game: Game, seed: int) -> None:
    """A legal move's text parses to the move in any case and spacing, and is unique."""
    match = position(game, seed, 120)
    rng = random.Random(1)
    for seat in acting(match):
        moves = sample(match, seat, rng)
        assert len({str(move) for move in moves}) == len(set(moves)), f"two of {moves} have one notation"
        for move in moves:
            text = str(move)
            assert text.isascii()
            assert text == " ".join(text.split())
            for written in (text, text.upper(), text.lower(), f"  {text.replace(' ', '   ')}\t"):
                again = game.rules.parse(written)
                assert again == move, (
                    f"{written!r} reads back as {again!r}: str(move) and parse_words disagree"
                )
                assert str(again) == text
                assert hash(again) == hash(move)


@few
def test_legal_moves_can_be_played(game: Game, seed: int) -> None:
    """Each legal move leads to another position and leaves the old position unchanged."""
    match = position(game, seed, 120)
    before = msgspec.to_builtins(match.state)
    rng = random.Random(2)
    for seat in acting(match):
        for move in sample(match, seat, rng, 20):
            after = match.with_move(seat, str(move)).state
            assert after != match.state, f"{move} changes nothing"
    assert msgspec.to_builtins(match.state) == before


@few
def test_illegal_moves_are_refused_and_change_nothing(game: Game, seed: int) -> None:
    """Moves from other positions or tables, and moves of seats that are not to act, are refused."""
    match = position(game, seed, 120)
    pool = [move for _, move in [*match.moves, *play_random(start(game, seed + 1), seed + 1, 80).moves]]
    to_act = acting(match)
    for seat in to_act:
        pool += islice(match.legal(seat), 20)
    pool = random.Random(seed).sample(pool, min(60, len(pool)))
    before, state = match.state, msgspec.to_builtins(match.state)
    refused = 0
    # Every seat, and seats that do not exist, try moves of this and of another table.
    for seat in [*range(match.setup.seats), match.setup.seats, 10**9]:
        for move in pool:
            if seat in to_act and move in match.legal(seat):
                continue
            with pytest.raises(IllegalMove) as caught:
                match.play(seat, str(move))
            refusal = caught.value.refusal
            is_over, is_turn = match.is_over, seat in to_act
            assert refusal.code == ("over" if is_over else "not-legal" if is_turn else "not-your-turn")
            assert refusal.sentence.endswith(".")
            refused += 1
    # Chance cannot make players' moves either.
    for move in pool:
        with pytest.raises(IllegalMove):
            match.play(CHANCE, str(move))
    assert refused
    assert match.state is before
    assert msgspec.to_builtins(match.state) == state


@every_game
@given(text=st.one_of(st.text(), st.lists(st.sampled_from(WORDS)).map(" ".join)))
@settings(max_examples=60, deadline=None)
def test_any_text_is_move_or_notation_error(game: Game, text: str) -> None:
    """The parser returns a move that prints canonically, or raises NotationError."""
    try:
        move = game.rules.parse(text)
    except NotationError:
        return
    assert game.rules.parse(str(move)) == move


@few
def test_a_record_replays_to_the_live_game(game: Game, seed: int) -> None:
    """Replaying the moves or the record's text gives the same position, views and result."""
    match = play_random(start(game, seed), seed, LONG)
    again = replay(game, match.setup, match.moves)
    loaded, _ = read_record(write_record(match), find_rules)
    for copy in (again, loaded):
        assert copy.state == match.state
        assert copy.moves == match.moves
        assert copy.setup == match.setup
        assert copy.result() == match.result()
        for viewer in viewers(match):
            assert as_json(copy.view(viewer)) == as_json(match.view(viewer))


@few
def test_cards_are_never_lost_or_made(game: Game, seed: int) -> None:
    """Between two deals every dealt card is in exactly one place, until all cards are put away."""
    match = start(game, seed)
    rng = random.Random(seed)
    there = Counter(cards_on_table(game, match.setup, match.state))
    for _ in range(LONG):
        if match.is_over:
            break
        if match.to_act == CHANCE:
            request = match.rules.chance(match.state)
            if isinstance(request, RollRequest):
                match.play(CHANCE, match.chance_move(ShuffleKey.from_text(f"{seed}")))
                continue
            order = match.rules.family(match.setup.options).order
            assert list(request.cards) == sorted(request.cards, key=order.__getitem__)
            match.play(CHANCE, match.chance_move(ShuffleKey.from_text(f"{seed}")))
            if request.kind == "deal":
                before, there = there, Counter(cards_on_table(game, match.setup, match.state))
                assert there, "no card is in card_groups after a deal"
                new = there - (before | Counter(request.cards))
                assert not new, (
                    f"after a deal card_groups has more of {[*new]} than chance shuffled: does step_chance "
                    "set news, which keeps the last move's events otherwise?"
                )
        else:
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
        now = Counter(cards_on_table(game, match.setup, match.state))
        assert now in (there, Counter()), (
            f"cards are lost or made by {match.moves[-1][1]}: {[*(there - now)]} are gone, "
            f"{[*(now - there)]} are new (in card_groups)"
        )


@every_game
def test_games_of_computer_players_end(game: Game) -> None:
    match = play_advised(game, start(game, 1), 1, "easy", 3000)
    assert match.is_over, f"{game.id} does not end in 3000 moves"


@few
def test_result_exists_only_at_end(game: Game, seed: int) -> None:
    match = play_random(start(game, seed), seed, 30)
    has_result = match.result() is not None
    assert has_result == match.is_over == (match.view(None).result is not None), (
        f"to_act is {match.to_act}, and there is {'a' if has_result else 'no'} result"
    )


@few
def test_counters_have_same_names_for_every_seat(game: Game, seed: int) -> None:
    match = play_random(start(game, seed), seed, LONG)
    statistics = match.statistics()
    assert len(statistics) == match.setup.seats
    assert len({tuple(sorted(fact)) for fact in statistics}) == 1
    assert all(isinstance(count, int) and count >= 0 for fact in statistics for count in fact.values())


@every_game
def test_measures_are_known_counters(game: Game) -> None:
    """Every measure names a counter of the game, and its values have texts."""
    measures = {measure.counter: measure for measure in game.presenter.measures()}
    assert len(measures) == len(game.presenter.measures())
    counted: set[str] = set()
    for seed in range(12):
        for statistics in play_random(start(game, seed), seed, 60).statistics():
            counted.update(statistics)
            for name, count in statistics.items():
                measure = measures.get(name)
                if count and measure is not None and measure.value_text is not None:
                    assert isinstance(measure.value_text(count), Text)
    assert {fact for fact in measures if fact.startswith(("best_", "won_"))} == measures.keys() <= counted


@every_game
@pytest.mark.parametrize(("seed", "level"), list(enumerate(LEVELS)))
def test_computer_players_make_legal_and_repeatable_moves(game: Game, level: str, seed: int) -> None:
    """Each computer player finds a legal move from its view; the same seed gives the same move."""
    match = start(game, seed)
    rng = random.Random(seed)
    for _ in islice(match.decisions(ShuffleKey.from_text(f"{seed}")), 15 if EXPLORE else 6):
        seat = rng.choice(match.to_act)
        view, legal = match.view(seat), match.legal(seat)
        move = game.advise(view, legal, level, random.Random(seed), 0.05)
        assert move in legal
        assert game.advise(view, tuple(legal), level, random.Random(seed), 0.05) == move
        match.play(seat, move if rng.random() < 0.5 else rng.choice(legal))


@with_seeds(4)
def test_estimates_are_of_legal_moves_with_best_first(game: Game, seed: int) -> None:
    """Each move has one estimate, requested moves included; shares and risks are 0 to 1 and repeatable."""
    match = position(game, seed, 120)
    for seat in acting(match) if game.assess else ():
        view, legal = match.view(seat), match.legal(seat)
        also = {legal[0], legal[len(legal) // 2], legal[-1]}
        assert game.assess is not None
        estimates = game.assess(view, legal, sorted(also, key=str), random.Random(seed), 0.02)
        assert game.assess(view, legal, sorted(also, key=str), random.Random(seed), 0.02) == estimates
        moves, worths = (
            [estimate.move for estimate in estimates],
            [estimate.expected_share for estimate in estimates],
        )
        assert len({*moves}) == len(moves)
        assert also <= {*moves}
        assert all(move in legal for move in moves)
        assert worths == sorted(worths, reverse=True)
        assert all(
            0 <= number <= 1
            for estimate in estimates
            for number in (estimate.expected_share, estimate.risk or 0.0)
        )
