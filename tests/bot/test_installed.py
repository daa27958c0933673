"""Tests of games in packages of their own in the bot: played by taps, and harmless if they are faulty."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import simcord
from structlog.testing import capture_logs

from bot.doctor import examine_games
from bot.installed import check_installed_games
from bot.language import catalogue, game_emoji
from games import GAMES
from tests.bot.people import Stage, picture_descriptions, text_of_message
from tests.bot.playing import MakeBot, click_through, restart
from tests.bot.tournaments.club import Club
from tests.outside import install, on_path

OWN = GAMES.ids


@pytest.fixture
def _market(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("packages")
    install(folder)
    with on_path(folder):
        yield


@pytest.fixture
def make_bot(_market: None, make_bot: MakeBot) -> MakeBot:
    """Make bots while the package is installed, since commands name all games at the start."""
    return make_bot


def broken(target: str) -> str:
    """Return code that makes a method of the package fail."""
    return f"def _fail(*_, **__):\n    raise ZeroDivisionError('no tea')\n{target} = _fail"


async def play_to_the_end(stage: Stage, rng: random.Random) -> None:
    """Play the table's game by taps in private panels and by typing."""
    table = stage.table
    while not (table.state.is_closed or table.state.match.is_over):
        if not table.state.acting(human=True):
            await stage.env.advance_time(5)
        elif rng.random() < 0.4:
            await click_through(stage, stage.player_on_turn(), rng)
        else:
            legal = stage.legal_moves
            await stage.move(legal[min(len(legal) - 1, rng.randrange(12))], seconds=1)


async def test_installed_game_is_played_by_taps_to_its_end(stage: Stage, make_bot: MakeBot) -> None:
    """Two people and a computer player play Market through a restart; its texts come from its package."""
    await stage.start_game(stage.bob, game="market", computers=1)
    assert stage.table.state.game.id == "market"
    panel = await stage.open_panel(stage.alice)
    assert "What do you bid for" in text_of_message(panel)
    await stage.alice.slash(stage.channel, "move", move="bid 1")
    await restart(stage, make_bot, seconds=3)
    table = stage.table
    await play_to_the_end(stage, random.Random(5))
    assert table.state.match.result() is not None
    await stage.env.advance_time(30)
    message = stage.table_message(table)
    assert "Market" in text_of_message(message)
    assert "worth" in picture_descriptions(message)


async def test_move_completion_offers_numbers(stage: Stage) -> None:
    """Typing a number offers the bids that contain it, those that begin with it first."""
    await stage.start_game(stage.bob, game="market")
    assert stage.match.to_act == (0, 1)
    choices = await stage.alice.autocomplete(stage.channel, "move", "move", "bid 4")
    values = [choice["value"] for choice in choices]
    assert values[:3] == ["bid 4", "bid 40", "bid 41"]


async def test_table_of_uninstalled_game_is_kept_and_told(stage: Stage, make_bot: MakeBot) -> None:
    """Without its package a table says why it rests; other tables go on, and it does once it is back."""
    await stage.start_game(stage.bob, game="market")
    table, moves = stage.table, len(stage.match.moves)
    message = stage.table_message()
    installed = GAMES.installed["market"]
    GAMES.leave_out("market", "uninstalled")
    await restart(stage, make_bot, seconds=3)
    page = text_of_message(stage.current_message(message.id))
    assert "market is not installed on this bot" in page
    assert not [live for live in stage.bot.tables.open() if live.id == table.id]
    await stage.alice.slash(stage.channel, "history")
    await stage.alice.slash(stage.channel, "stats")
    other = await stage.lobby()
    assert other is not None
    GAMES.look_again()
    assert GAMES.installed["market"].package == installed.package
    await restart(stage, make_bot, seconds=3)
    again = stage.bot.tables.all[table.id]
    assert again.state.is_playing
    assert len(again.state.match.moves) == moves


async def test_tournament_of_uninstalled_game_is_kept(env: simcord.Env, make_bot: MakeBot) -> None:
    """Without its package a tournament rests and harms nothing; it is back with the package."""
    stage = Club(env, 3)
    await stage.open("market")
    (live,) = stage.bot.tournaments.on(stage.guild.id)
    GAMES.leave_out("market", "uninstalled")
    await restart(stage, make_bot, seconds=30)
    assert not [*stage.bot.tournaments.on(stage.guild.id)]
    await stage.lobby()
    assert stage.lobbies
    GAMES.look_again()
    await restart(stage, make_bot, seconds=30)
    (again,) = stage.bot.tournaments.on(stage.guild.id)
    assert again.id == live.id
    assert again.state.game.id == "market"


# --- faulty games -----------------------------------------------------------------------------------


def remove(name: str) -> Callable[[Path], None]:
    """Return a function that deletes a file of the package's texts."""
    return lambda package: (package / "locales" / name).unlink()


def without_text(key: str, language: str) -> Callable[[Path], None]:
    """Return a function that deletes one text of the package."""

    def delete(package: Path) -> None:
        path = package / "locales" / language / "market.ftl"
        lines = path.read_text("utf-8").splitlines()
        path.write_text("\n".join([line for line in lines if not line.startswith(f"{key} =")]), "utf-8")

    return delete


def with_wrong_text(package: Path) -> None:
    """Add a text that is not written as Fluent demands."""
    path = package / "locales" / "en" / "market.ftl"
    path.write_text(path.read_text("utf-8") + "\nmarket-bad = { $ }\n", "utf-8")


def as_written(package: Path) -> None:
    """Leave the package as it is."""


@pytest.mark.parametrize(
    ("more", "change", "reason"),
    [
        ("", without_text("market-pitch", "ja"), "MissingText: .*ja: market-pitch"),
        ("", without_text("market-unsold", "en"), "MissingText: .*en: market-unsold"),
        ("", remove("en/market-rules.md"), "MissingText: .*en: the rules of market"),
        ("", remove("ja/market.ftl"), "MissingText: .*ja: market-name"),
        (
            "",
            with_wrong_text,
            r"ValueError: en/market.ftl has a text that cannot be read: market-bad = \{ \$",
        ),
        (
            "from games.core.cards import Family\n"
            "Market.family = lambda *_: Family('runes', [('r', ('1', '2'))])",
            as_written,
            "ValueError: cards of 'runes' have no drawings; use one of standard, numbers, mahjong",
        ),
        (broken("Market.start"), as_written, "ZeroDivisionError: no tea"),
        (broken("Market.step"), as_written, "ZeroDivisionError: no tea"),
        (broken("Market.step_roll"), as_written, "ZeroDivisionError: no tea"),
        (broken("Market.public_view"), as_written, "ZeroDivisionError: no tea"),
        (broken("Market.private_fields"), as_written, "ZeroDivisionError: no tea"),
        (broken("Market.result"), as_written, "ZeroDivisionError: no tea"),
        (broken("Market.parse_words"), as_written, "ZeroDivisionError: no tea"),
        (broken("MarketPresenter.table"), as_written, "ZeroDivisionError: no tea"),
        (broken("MarketPresenter.panel"), as_written, "ZeroDivisionError: no tea"),
        (broken("MarketPresenter.say"), as_written, "ZeroDivisionError: no tea"),
        (broken("MarketPresenter.reveal"), as_written, "ZeroDivisionError: no tea"),
        (broken("MarketPresenter.score"), as_written, "ZeroDivisionError: no tea"),
        (broken("MarketPresenter.next_question"), as_written, "ZeroDivisionError: no tea"),
        (
            "from msgspec.structs import force_setattr\nforce_setattr(MARKET, 'advise', lambda *_: 1 / 0)",
            as_written,
            "ZeroDivisionError",
        ),
    ],
)
def test_game_that_fails_in_trial_is_left_out(
    tmp_path: Path, more: str, change: Callable[[Path], None], reason: str
) -> None:
    """The log names package and reason, the doctor lists it, and all other games stay."""
    change(install(tmp_path, more=more))
    with on_path(tmp_path):
        assert GAMES.ids == (*OWN, "market")
        with capture_logs() as logs:
            check_installed_games()
        assert GAMES.ids == OWN
        (line,) = [entry for entry in logs if entry["event"] == "an installed game is left out"]
        assert line["package"] == "tefuda-market 1.0"
        assert re.match(reason, line["reason"])
        report: list[str] = []
        assert examine_games(report.append) == 1
        assert report == [f"wrong: tefuda-market 1.0 is left out: {line['reason']}"]


def test_doctor_names_installed_games(tmp_path: Path) -> None:
    install(tmp_path)
    with on_path(tmp_path):
        report: list[str] = []
        assert examine_games(report.append) == 0
        assert report == ["right: tefuda-market 1.0 brings the game market"]


def test_texts_of_package_replace_none_of_the_bot(tmp_path: Path) -> None:
    """A text of the package with a key of the bot is ignored."""
    copied = install(tmp_path)
    path = copied / "locales" / "en" / "market.ftl"
    path.write_text(path.read_text("utf-8") + "\nbutton-move = Hacked\nbull-name = Cow\n", "utf-8")
    before = catalogue("en").format("bull-name")
    with on_path(tmp_path):
        assert catalogue("en").format("bull-name") == before
        assert catalogue("en").format("market-name") == "Market"
    assert game_emoji("market") == "❔"


@pytest.mark.parametrize(
    "target", ["rules.step", "rules.public_view", "presenter.table", "presenter.panel", "presenter.ask"]
)
async def test_error_during_game_harms_no_other_table(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    """If an installed game raises errors while it is played, another game in the same channel goes on."""
    await stage.start_game(stage.bob, game="market")
    part, method = target.split(".")

    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("no tea")

    monkeypatch.setattr(type(getattr(GAMES.find("market"), part)), method, fail)
    market = stage.table
    await stage.alice.slash(stage.channel, "move", move="bid 1")
    await stage.alice.slash(stage.channel, "hand")
    await stage.env.advance_time(5)
    await stage.carol.slash(stage.channel, "play", game="bull")
    lobby = stage.channel.last_message
    await stage.seat(stage.carol, lobby, "normal")
    await stage.tap(stage.carol, stage.current_message(lobby.id), "start")
    await stage.env.advance_time(30)
    (bull,) = [table for table in stage.bot.tables.open() if table.state.row.game == "bull"]
    seq = bull.state.seq
    legal = bull.state.match.legal(bull.state.acting(human=True)[0])
    await stage.carol.slash(stage.channel, "move", move=str(legal[0]), table=bull.id)
    assert bull.state.seq > seq
    # Nothing of the faulty game is lost: it goes on once the error is gone.
    monkeypatch.undo()
    await market.play(1, "bid 2")
    await market.play(0, "bid 3")
    assert market.state.row.status == "playing"
