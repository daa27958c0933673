"""Tests that moves can be typed as they are printed, and are completed while typing."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import LANGUAGES
from bot.clock import yield_to_loop
from bot.language import Localizer, plain
from bot.pages.people import people_localizer
from bot.play.commands import MOVES_AT_ONCE, name_moves, normalized, read_move, suggest_moves
from bot.refused import Refused
from bot.tables.state import TableState
from games import Game, find_game
from games.core.cards import FAMILIES
from games.core.rules import Rules
from tests.bot.people import Stage, text_of_message
from tests.bot.playing import undealt_table
from tests.bot.tables.positions import after_match
from tests.games.contract import every_game, position

NAMES = ("Alice", "Bob Smith", "ナミ", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joy")


def dealt(game: str, options: dict[str, str] | None = None) -> tuple[TableState, int]:
    """Return a dealt table, always the same, and the seat to act."""
    state = undealt_table(find_game(game), NAMES[:3], options).with_deal()
    return state, state.acting(human=True)[0]


@every_game
@given(seed=st.integers(0, 2**32))
@settings(max_examples=6, deadline=None)
async def test_every_printed_move_name_is_understood(game: Game, seed: int) -> None:
    """In each language, a typed name of a move is understood, also in capitals without spaces."""
    match = position(game, seed)
    if match.is_over:
        return
    state = after_match(undealt_table(game, NAMES[: match.setup.seats], match.setup.options), match)
    seat = match.to_act[0]
    rng = random.Random(seed)
    for language in LANGUAGES:
        moves = await name_moves(state, seat, language)
        counts = Counter(normalized(move.name) for move in moves)
        for move in rng.sample(moves, min(12, len(moves))):
            if counts[normalized(move.name)] == 1:
                assert await read_move(state, seat, move.name, language) == move.notation
                squeezed = move.name.upper().replace(" ", "")
                assert await read_move(state, seat, squeezed, language) == move.notation


async def test_printed_move_name_is_played(stage: Stage) -> None:
    """``/move`` accepts the name on a button, and refuses unknown text with examples."""
    await stage.start_two()
    table = stage.table
    refused = text_of_message((await stage.move("whatever")).response)
    assert "don’t understand" in refused
    assert "`call single 2` (single two)" in refused, "some moves as they can be typed, with their names"
    before = table.state.seq
    await stage.move("Pair of tens")
    assert table.state.seq == before + 1
    assert str(table.state.match.moves[-1][1]) == "call pair T"


@pytest.mark.parametrize(
    ("game", "options", "typed", "notation"),
    [
        ("tomoe", {}, "play 4赤", "play 4r"),
        ("tomoe", {}, "play 赤4", "play 4r"),
        ("tomoe", {}, "赤4を出す", "play 4r"),
        ("tomoe", {}, "PLAY　４赤", "play 4r"),
        ("bull", {}, "call pair 10", "call pair T"),
        ("lost", {}, "play 10h to 1 as ♣", "play Th to 1 as c"),
        ("lost", {}, "play １0♥ to 1 as hearts", "play Th to 1 as h"),
        ("trick3", {"family": "mahjong"}, "play N up", "play 4z up"),
        ("bull", {}, "pair of sixes", "call pair 6"),
    ],
)
async def test_printed_cards_ranks_and_suits_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, str], typed: str, notation: str
) -> None:
    """Printed cards, ranks and suits are read like their codes in the notation."""
    state, seat = dealt(game, options)
    legal = [state.game.rules.parse(notation), state.match.legal(seat)[0]]
    monkeypatch.setattr(Rules, "legal", lambda *_: legal)
    assert await read_move(state, seat, typed, "en") == notation


@pytest.mark.parametrize("typed", ["three kings", "green 6", "6g", "ace of hearts 5d 5c", "whatever"])
async def test_sentences_are_refused_with_examples(typed: str) -> None:
    """Text that names no legal move is not guessed, but refused with examples."""
    state, seat = dealt("tomoe")
    with pytest.raises(Refused) as refused:
        await read_move(state, seat, typed, "en")
    assert refused.value.text.key == "move-would-be"


@every_game
@given(seed=st.integers(0, 2**32), language=st.sampled_from(LANGUAGES))
@settings(max_examples=6, deadline=None)
async def test_illegal_move_is_refused_with_three_legal_examples(
    game: Game, seed: int, language: str
) -> None:
    """The refusal shows three legal moves of the person, each with its notation and name."""
    match = position(game, seed)
    if match.is_over:
        return
    state = after_match(undealt_table(game, NAMES[: match.setup.seats], match.setup.options), match)
    seat, view = match.to_act[0], match.view(match.to_act[0])
    legal, words = match.legal(seat), people_localizer(state, language)
    played = {move for _, move in match.moves if move not in legal}
    for move in random.Random(seed).sample(sorted(played, key=str), min(4, len(played))):
        with pytest.raises(Refused) as refused:
            await read_move(state, seat, str(move), language)
        refusal = refused.value.text
        assert refusal.key == "move-not-legal"
        examples = [(example.args["typed"], example.args["name"]) for example in refusal.args["moves"].texts]
        assert len({*examples}) == min(3, len(legal))
        for typed, name in examples:
            assert game.rules.parse(typed) in legal
            assert name == plain(words(game.presenter.name(game.rules.parse(typed), view)))


async def test_typed_move_is_refused_with_the_right_reason(stage: Stage) -> None:
    """An illegal move is refused with examples, and a move out of turn without examples."""
    await stage.start_two()
    await stage.move("call pair T")
    other = stage.bob if stage.player_on_turn() is stage.alice else stage.alice
    before = stage.table.state.seq
    for typed in ("call pair 2", "deal As Kh"):
        refused = text_of_message((await stage.move(typed)).response)
        assert "That move isn’t allowed now. These are, for example: `call pair J` (pair of jacks)" in refused
    assert "don’t understand" in text_of_message((await stage.move("call pear 2")).response)
    for typed in ("call pair J", "whatever"):
        answer = (await other.slash(stage.channel, "move", move=typed)).response
        assert "turn, not yours" in text_of_message(answer)
        assert "call" not in text_of_message(answer), "nobody's moves are shown to somebody else"
    assert stage.table.state.seq == before


def test_tomoefuda_cards_have_words_in_english_and_signs_in_japanese() -> None:
    """An English name has no kanji, and a Japanese name has no Latin letters."""
    for card in FAMILIES["tomoe"].cards:
        assert re.fullmatch("[a-z]{3,}(\u00a0[1-6])?", Localizer("en").cards([card], "tomoe"))
        assert not re.search("[a-z]", Localizer("ja").cards([card], "tomoe"))


@pytest.mark.parametrize("family", ["mahjong", "tesca"])
def test_symbols_have_names_beside_them_in_english(family: str) -> None:
    """An English name is a word and a symbol; a Japanese name is the symbol alone."""
    english, japanese = Localizer("en"), Localizer("ja")
    for card in FAMILIES[family].cards:
        printed = english.cards([card], family)
        assert re.search("[a-z]{3}", printed)
        assert re.search("[\u3400-\u9fff]", printed)
        assert not re.search("[a-z]", japanese.cards([card], family))


async def test_completion_does_not_block_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """While thousands of moves are named for completion, other tasks run after every few moves."""
    state, seat = dealt("netsuzo")
    presenter = state.game.presenter
    named, seen, most, name = 0, 0, 0, type(presenter).name

    def counted(*args: Any) -> Any:
        nonlocal named
        named += 1
        return name(*args)

    async def others() -> None:
        nonlocal seen, most
        while True:
            most, seen = max(most, named - seen), named
            await yield_to_loop()

    monkeypatch.setattr(type(presenter), "name", counted)
    other = asyncio.create_task(others())
    moves = await suggest_moves(state, seat, "", "en")
    other.cancel()
    assert len(moves) == 25
    assert named == len(state.match.legal(seat)) > 1800
    assert 0 < most <= MOVES_AT_ONCE


async def test_moves_are_put_into_words_once_per_position(monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = dealt("netsuzo")
    first = await suggest_moves(state, seat, "declare", "en")

    def broken(*_: Any) -> Any:
        raise AssertionError("put into words again")

    monkeypatch.setattr(type(state.game.presenter), "name", broken)
    assert await suggest_moves(state, seat, "declare", "en") == first
    assert all(move.notation in move.name for move in await suggest_moves(state, seat, "declare", "ja"))
