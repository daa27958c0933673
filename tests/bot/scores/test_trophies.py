"""Tests of trophies at the end of a game, in statistics, and on servers that hide trophies."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from PIL import Image

from bot import LANGUAGES
from bot.language import Localizer
from bot.pages.panel import panel_page
from bot.pages.standings import (
    MOST_OWN,
    own_trophy_lines,
    trophy_line,
    trophy_name,
    trophy_reason,
    trophy_sign,
)
from bot.pages.table import extras_page, table_page
from bot.pictures.cloths import COLOUR_SCHEMES
from bot.pictures.scores import Plaque, draw_trophy_cards
from bot.scores.trophies import trophies_page
from games import GAMES, Game
from games.core.trophies import Trophy
from games.trophies import COMMON, COUNTING, find_trophy, trophies_by_game, trophies_of
from storage.people import save_discretion
from storage.rows import OVER, GuildSettings, Name, WonTrophy
from storage.scores.trophies import PersonTrophies, findings, load_trophies, recount
from storage.servers import save_settings
from tests.bot.finished_games import finished, play_out
from tests.bot.pages.test_heights import LONGEST, NAMES, check_message, positions
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import undealt_table
from tests.bot.rendering import fits, on_wire
from tests.bot.scores.test_scores import answer_to
from tests.games.contract import every_game
from tests.games.play import seats_near
from tests.games_under_test import games_with
from tests.storage.helpers import NOON

CAUGHT = {"claims": 2, "challenges": 1, "challenges_right": 1}


async def test_game_ends_with_trophies(stage: Stage) -> None:
    """Panels show a player's own trophies, the table names one, and a recount finds equal trophies."""
    state = await play_out(stage, [stage.alice, stage.bob])
    message = stage.channel.last_message
    assert "🎖" in text_of_message(message)
    assert text_of_message(message).count("🎖") == 1
    words = Localizer("en")
    for seat in (0, 1):
        page_text = "\n".join(
            str(part.get("content")) for part in on_wire(panel_page(state.seen_by(seat), "en"))
        )
        mine = [won.name for won in state.trophies if won.seat == seat]
        assert {"bull.first", "common.people"} <= {*mine}
        assert f"**{trophy_name(mine[0], words)}** · " in page_text
        assert page_text.count("🎖") == (len(mine) if len(mine) <= MOST_OWN + 1 else MOST_OWN + 1)
    store = stage.bot.store
    for _ in range(2):
        assert await store.check(lambda conn, _: findings(conn, COUNTING)) == []
        shelved = await store.read(load_trophies, stage.alice.id, stage.guild.id)
        assert {*shelved.won} == {won.name for won in state.trophies if won.seat == 0}
        await store.write(recount, COUNTING)
    again = await stage.tap(stage.alice, message, "shelf")
    assert "🎖 Alice" in text_of_message(again.response)
    assert again.response.flags.ephemeral


def test_trophy_of_a_first_game_does_not_read_as_a_task() -> None:
    """Its line says what was done; the shelf says what there is to do."""
    for game in games_with("trophies"):
        name = f"{game.id}.first"
        trophy = find_trophy(name)
        words = Localizer("en")
        if trophy is None or not words.has(f"{game.id}-trophy-first-done"):
            continue
        (line,) = own_trophy_lines({name: trophy}, words)
        assert line.endswith(words(f"{game.id}-name"))
        assert "· your first" in line
        assert trophy_reason(name, trophy, words).startswith("Play a")


async def test_statistics_have_a_button_for_trophies(stage: Stage) -> None:
    """The button opens a private message with the person's trophies by game."""
    people = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    await finished(stage.bot, stage.guild.id, people, (1, 2), facts=(CAUGHT, {}))
    stats = await answer_to(stage, "stats", member=stage.bob)
    opened = await stage.alice.click(stats, custom_id=f"b:shelf:{stage.bob.id}:{COMMON}")
    text = text_of_message(opened.response)
    assert "🎖 Bob" in text
    count = sum(map(len, trophies_by_game().values()))
    assert f"2 of {count} trophies" in text
    assert "**Shuffle Up** · 1 Jan 2026" in text
    assert "2/2 · Play a game with another person" in text
    assert "Old Hand · 1 of 50" in text
    bull = await stage.alice.select(opened.response, ["bull"], custom_id=f"s:shelf:{stage.bob.id}")
    assert "1/2 · Challenge a call that isn’t there" in text_of_message(bull.response)
    assert "<@" not in text
    back = await stage.alice.click(bull.response, custom_id=f"b:stats:{stage.bob.id}:bull")
    assert "📊 Bob" in text_of_message(back.response)
    assert f"b:shelf:{stage.bob.id}:bull" in custom_ids(back.response)


@pytest.mark.parametrize("arg", ["moon", "", "chess"])
async def test_unknown_game_is_refused(stage: Stage, arg: str, forged_taps: None) -> None:
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (2, "B")], (1, 2))
    stats = await answer_to(stage, "stats")
    answer = await stage.forge(stage.alice, stats, f"b:shelf:{stage.alice.id}:{arg}")
    assert "🎖" not in answer


async def test_server_can_hide_trophies_in_messages(stage: Stage) -> None:
    """With the setting off, the table names no trophy, and panels still show the player's own."""
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, trophies=False))
    state = await play_out(stage, [stage.alice, stage.bob])
    assert "🎖" not in text_of_message(stage.channel.last_message)
    assert state.trophies
    assert state.named_trophies == ()
    assert "🎖" in panel_page(state.seen_by(0), "en").encoded.decode()


async def test_trophy_for_lies_omits_people_who_hide_them(stage: Stage) -> None:
    await play_out(stage, [stage.alice, stage.bob])
    await stage.bot.store.write(save_discretion, stage.alice.id, Name("Alice"), True)
    state = await play_out(stage, [stage.alice, stage.bob])
    assert stage.alice.id in state.discreet
    lie, other = WonTrophy(0, "bull.bluff", 1), WonTrophy(0, "bull.catch", 2)
    assert replace(state, trophies=(lie,)).named_trophies == ()
    assert replace(state, trophies=(lie, other)).named_trophies == (other,)
    assert replace(state, trophies=(replace_seat(lie, 1), other)).named_trophies == (replace_seat(lie, 1),)
    assert replace(state, trophies=(WonTrophy(0, "bull.unknown", 1),)).named_trophies == ()


async def test_trophy_of_two_people_is_told_of_both(stage: Stage) -> None:
    """The first game ever earns both players the same trophy, and the table's message names both."""
    state = await play_out(stage, [stage.alice, stage.bob])
    catch = (WonTrophy(1, "bull.catch", 2), WonTrophy(0, "bull.catch", 2))
    both = replace(state, trophies=(*catch, WonTrophy(0, "bull.first", 5)))
    assert both.named_trophies == (catch[1], catch[0])
    line = trophy_line(both.snapshot, Localizer("en", ["Alice", "Bob"]))
    assert line == "🎖 Alice and Bob earn **Smells a Bull**, the first here to do so"


def replace_seat(won: WonTrophy, seat: int) -> WonTrophy:
    return msgspec.structs.replace(won, seat=seat)


async def test_trophy_is_shown_after_a_restart(stage: Stage) -> None:
    """The trophies of a finished game are loaded again from the database."""
    state = await play_out(stage, [stage.alice, stage.bob])
    stage.bot.tables.all.pop(state.id, None)
    again = await stage.bot.tables.find_state(state.id)
    assert again.trophies == state.trophies
    assert again.trophies


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games_with("trophies"))
def test_many_trophies_fit_on_a_phone(game: Game, language: str) -> None:
    """A result with one, two or six trophies fits, and the table names one of them."""
    *_, (state, _) = positions(game, game.rules.seats[0], 7, language, LONGEST)
    over = state.closed(OVER, NOON)
    for count in (1, 2, 6):
        won = tuple(WonTrophy(0, name, 1) for name in [*trophies_of(game.id)][:count])
        laden = replace(over, trophies=won)
        message, panel = table_page(laden.snapshot, language), panel_page(laden.seen_by(0), language)
        check_message("result", message)
        check_message("own result", panel)
        assert message.encoded.decode().count("🎖") == 1
        names = [trophy_name(trophy.name, Localizer(language)) for trophy in won]
        assert all(name in panel.encoded.decode() for name in names[:MOST_OWN])


@pytest.mark.parametrize("language", LANGUAGES)
def test_trophy_pages_are_within_discords_limits(language: str) -> None:
    """Pages with all trophies or none, and with the longest name, fit into a message."""
    words = Localizer(language)
    for kind, trophies in trophies_by_game().items():
        whole = PersonTrophies(dict.fromkeys(trophies, 0), "", dict.fromkeys(trophies, 999), 9999)
        for mine in (whole, PersonTrophies(), msgspec.structs.replace(whole, people=0)):
            fits(trophies_page(mine, 1, Name("W" * 32), words, kind))


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_each_trophy_of_a_game_has_its_texts(game: Game, language: str) -> None:
    """Each trophy has a sentence with its target, and a sign that is unique in its game."""
    _check_texts(trophies_of(game.id), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_trophies_have_different_names(language: str) -> None:
    _check_texts(trophies_of(COMMON), language)
    everything = [name for group in trophies_by_game().values() for name in group]
    assert len({trophy_name(name, Localizer(language)) for name in everything}) == len(everything)


def _check_texts(trophies: dict[str, Trophy], language: str) -> None:
    words = Localizer(language)
    assert len({trophy_sign(name, words) for name in trophies}) == len(trophies)
    for name, trophy in trophies.items():
        about = trophy_reason(name, trophy, words)
        assert trophy.target == 1 or f"{trophy.target:,}" in about
        # In English a sign is one or two letters or a figure, which everybody can read.
        assert re.fullmatch(
            "[A-Z0-9]{1,2}" if language == "en" else "[\u3400-\u9fff]", trophy_sign(name, words)
        )
        assert trophy.with_computers == any(word in about for word in ("omputer", "コンピュータ"))


def test_picture_of_trophies_shows_which_are_won() -> None:
    """Equal trophies give equal pictures, and a won trophy looks different from an open one."""
    won_plaque, open_plaque = Plaque("牛", "gold", True), Plaque("牛", "gold", False)
    assert draw_trophy_cards([won_plaque], "felt") == draw_trophy_cards([won_plaque], "felt")
    assert draw_trophy_cards([won_plaque], "felt") != draw_trophy_cards([open_plaque], "felt")


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
def test_trophies_lie_on_the_table_of_their_game(game: Game) -> None:
    """The picture of a game's trophies has the cloth of the game's tables."""
    seats = seats_near(game, 3)
    state = undealt_table(game, NAMES[:seats]).with_deal()
    board = state.snapshot.scene.board
    assert board is not None
    picture = draw_trophy_cards([Plaque("牛", "gold", True)], game.presenter.cloth)
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    assert COLOUR_SCHEMES[board.cloth].felt in {colour for _, colour in image.getcolors() or ()}


async def test_game_without_own_trophies_shows_common_ones(stage: Stage) -> None:
    """In a game without own trophies, players win common ones, and the table's button shows these."""
    bull: Any = GAMES.find("bull")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES._games, "bull", msgspec.structs.replace(bull, trophies=()))
        assert "bull" not in trophies_by_game()
        state = await play_out(stage, [stage.alice, stage.bob])
        assert {won.name.partition(".")[0] for won in state.trophies} == {COMMON}
        page = extras_page(state.snapshot, "en").encoded.decode()
        assert f"b:shelf:all:{COMMON}" in page
