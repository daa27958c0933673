"""Tests of computer players' temperaments and the emoji that show them."""

from __future__ import annotations

from bot import LANGUAGES
from bot.language import Localizer
from bot.tables.lobby import new_computer_names, rematch_computer_names, temperament
from games import Game, find_game
from games.core.game import EVEN, TEMPERAMENTS
from storage.rows import SeatRow
from tests.bot.people import Stage, text_of_message, without_emoji
from tests.games.contract import every_game

SEED = bytes(range(32))
NAMES = [f"N{number}" for number in range(12)]


def seated(name: str) -> SeatRow:
    return SeatRow(1, None, name, "normal")


@every_game
def test_neighbouring_computers_differ_in_temperament(game: Game) -> None:
    """In games with temperaments any three neighbours differ; in other games names have no emoji."""
    names = new_computer_names(game, NAMES, SEED)
    assert sorted(map(without_emoji, names)) == sorted(f"{name} 🤖" for name in NAMES)
    assert names == new_computer_names(game, NAMES, SEED) != new_computer_names(game, NAMES, bytes(32))
    tempers = [temperament(seated(name)) for name in names]
    if not game.has_temperaments:
        assert set(tempers) == {EVEN}
        assert names == list(map(without_emoji, names))
    else:
        assert all(len({*tempers[at : at + 3]}) == 3 for at in range(10))
    orders = {
        tuple(temperament(seated(name)).name for name in new_computer_names(game, NAMES, bytes([number]))[:3])
        for number in range(40)
    }
    assert len(orders) == (6 if game.has_temperaments else 1)


def test_computers_keep_their_temperament_in_a_rematch() -> None:
    """Computer players keep their temperament in a rematch; games without temperaments hide its emoji."""
    before = [seated("Sora 🤖🦊"), seated("Momo 🤖🔥"), seated("Bot")]
    same = rematch_computer_names(before, find_game("lost"), SEED)
    assert same[:2] == ["Sora 🤖🦊", "Momo 🤖🔥"]
    assert temperament(seated(same[2])) in TEMPERAMENTS
    assert rematch_computer_names(before, find_game("tomoe"), SEED) == ["Sora 🤖", "Momo 🤖", "Bot"]


def test_people_and_their_stand_ins_have_no_temperament() -> None:
    assert temperament(seated("Sora 🤖🐢")).name == "careful"
    assert temperament(SeatRow(1, 5, "Bob 🔥")) is EVEN
    assert temperament(SeatRow(1, 5, "Bob 🔥", "normal", has_left=True)) is EVEN
    assert temperament(SeatRow(1, None, "", "normal", has_left=True)) is EVEN


def test_emoji_of_temperaments_are_explained() -> None:
    """The help and the page for computer players contain every emoji in each language."""
    for language in LANGUAGES:
        words = Localizer(language)
        for text in (words("help-text", place="server"), words("computers-tempers")):
            assert all(temper.sign in text for temper in TEMPERAMENTS)


async def test_computer_players_are_shown_with_their_emoji(stage: Stage) -> None:
    """The lobby and the page for computer players show the emoji, except in games without temperaments."""
    message = await stage.lobby("bull")
    page = await stage.seat(stage.alice, message, "normal", "normal", "normal")
    signs = {temperament(seat).sign for seat in stage.lobby_state.seats[1:]}
    assert signs == {temper.sign for temper in TEMPERAMENTS}
    lobby = text_of_message(stage.channel.last_message)
    assert all(f"🤖{sign}" in lobby and f"🤖{sign}" in text_of_message(page) for sign in signs)
    other = await stage.lobby("tomoe")
    page = await stage.seat(stage.alice, other, "normal")
    assert not any(sign in text_of_message(page) for sign in signs)
