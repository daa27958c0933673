"""What is printed can be typed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.language.catalogue import LANGUAGES
from bot.play.completion import in_words
from bot.play.typing import read_move, squashed
from bot.tables.state import TableState
from games import GAMES
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from storage.rows import PLAYING, SeatRow, TableRow
from tests.bot.people import Stage
from tests.bot.playing import started
from tests.games.contract import every_game, position
from tests.games.play import new_match

NAMES = ("Alice", "Bob Smith", "ナミ", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joy")


def a_state(match: object, game: str) -> TableState:
    """A table where some match has come so far."""
    setup = match.setup  # type: ignore[attr-defined]
    seats = tuple(SeatRow(seat, seat + 1, NAMES[seat], None, seat + 1) for seat in range(setup.seats))
    row = TableRow("t1", 1, 1, 1, game, dict(setup.options), PLAYING, "en", 0, first=0, seed=b"s" * 32)
    return replace(TableState(row, seats).begun(), match=match)


@every_game
@given(seed=st.integers(0, 2**32))
@settings(max_examples=6, deadline=None)
async def test_every_printed_name_typed_back_gives_its_move(game: object, seed: int) -> None:
    """In every game, position and language, in capitals without spaces too, wherever names differ."""
    match = position(game, seed)  # type: ignore[arg-type]
    if match.is_over:
        return
    state = a_state(match, game.id)  # type: ignore[attr-defined]
    assert isinstance(match.to_act, tuple)
    seat = match.to_act[0]
    rng = random.Random(seed)
    for language in LANGUAGES:
        moves = await in_words(state, seat, language)
        counts = Counter(squashed(move.name) for move in moves)
        for move in rng.sample(moves, min(12, len(moves))):
            if counts[squashed(move.name)] == 1:
                assert await read_move(state, seat, move.name, language) == move.notation
                squeezed = move.name.upper().replace(" ", "")
                assert await read_move(state, seat, squeezed, language) == move.notation


@pytest.mark.parametrize(
    ("game", "options", "typed", "notation"),
    [
        ("tomoe", {}, "play 4赤", "play 4r"),
        ("tomoe", {}, "PLAY　４赤", "play 4r"),
        ("bull", {}, "call pair 10", "call pair T"),
        ("bull", {}, "call nothing ♠", "call nothing ♠"),
        ("lost", {}, "play 10h to bob smith as ♣", "play Th to 1 as c"),
        ("lost", {}, "play 5♠︎ to ナミ as 10", "play 5s to 2 as T"),
        ("lost", {}, "play １0♥ to 1 as hearts", "play Th to 1 as h"),
        ("trick3", {"family": "mahjong"}, "play N up", "play 4z up"),
    ],
)
async def test_printed_cards_ranks_suits_and_names_stand_in_a_notation(
    game: str, options: dict[str, str], typed: str, notation: str
) -> None:
    """What makes no notation with them either stays as it was typed."""
    (kind,) = [one for one in GAMES if one.id == game]
    match = new_match(kind, max(3, kind.rules.seats[0]), options)
    match.play(CHANCE, match.chance_move(ShuffleKey.from_text("a deal")))
    assert isinstance(match.to_act, tuple)
    assert await read_move(a_state(match, game), match.to_act[0], typed, "en") == notation


async def test_a_printed_move_is_played(stage: Stage) -> None:
    """/move takes what a button says, and what nobody understands is refused."""
    await started(stage)
    table = stage.table
    refused = await stage.who_acts().slash(stage.channel, "move", move="whatever")
    assert "don’t understand" in str(refused.response.content or refused.response.components)
    before = table.state.seq
    await stage.who_acts().slash(stage.channel, "move", move="Pair of 10s")
    assert table.state.seq == before + 1
    assert table.state.match is not None
    assert str(table.state.match.moves[-1][1]) == "call pair T"
