"""Tests of games in packages of their own: they are found, and faulty ones are left out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games import GAMES, find_rules
from games.core.errors import SetupError
from games.installed import LeftOut
from tests.games_under_test import OFFERED
from tests.outside import install, on_path

OWN = GAMES.ids


def test_installed_game_is_found_and_forgotten(tmp_path: Path) -> None:
    """An installed package's game is the last of the registry, and is gone once it is uninstalled."""
    copied = install(tmp_path)
    with on_path(tmp_path):
        assert GAMES.ids == (*OWN, "market")
        assert not GAMES.left_out
        assert GAMES.installed["market"].package == "tefuda-market 1.0"
        assert GAMES.text_folders == (str(copied / "locales"),)
        assert find_rules("market").has_dice
    assert GAMES.ids == OWN
    with pytest.raises(SetupError):
        find_rules("market")


@pytest.mark.parametrize(
    ("more", "value", "reason"),
    [
        ("raise RuntimeError('out of\\ntea')", "tefuda_market:MARKET", "RuntimeError: out of tea"),
        ("raise SystemExit(3)", "tefuda_market:MARKET", "SystemExit: 3"),
        ("import no_such_module", "tefuda_market:MARKET", "ModuleNotFoundError: .*no_such_module"),
        ("(", "tefuda_market:MARKET", "SyntaxError: "),
        ("", "tefuda_market:NOTHING", "AttributeError: .*NOTHING"),
        ("", "no_such_package:MARKET", "ModuleNotFoundError: "),
        ("GAME = 5", "tefuda_market:GAME", "TypeError: tefuda_market:GAME is no games.Game, but int"),
        ("Market.id = 'bull'", "tefuda_market:MARKET", "another game has the id 'bull'"),
        ("Market.id = 'My game!'", "tefuda_market:MARKET", "ValueError: the id 'My game!' is not 2 to 16"),
        (
            "from msgspec.structs import force_setattr\nforce_setattr(MARKET, 'rules', 5)",
            "tefuda_market:MARKET",
            "TypeError: tefuda_market:MARKET has no",
        ),
    ],
)
def test_faulty_package_is_left_out_with_its_reason(
    tmp_path: Path, more: str, value: str, reason: str
) -> None:
    """A package that cannot be imported, or brings no usable game, leaves all other games as they are."""
    install(tmp_path, more=more, value=value)
    install(tmp_path, "tefuda_bazaar", "tefuda_bazaar:MARKET", "Market.id = 'bazaar'")
    with on_path(tmp_path):
        assert GAMES.ids == (*OWN, "bazaar")
        (left_out,) = GAMES.left_out
    assert left_out.package == "tefuda-market 1.0"
    assert re.match(reason, left_out.reason), left_out
    assert "\n" not in left_out.reason


def test_games_are_at_most_as_many_as_menu_has_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path)
    monkeypatch.setattr("games.registry.MOST_GAMES", len(OWN))
    with on_path(tmp_path):
        assert GAMES.ids == OWN
        assert GAMES.left_out == [LeftOut("tefuda-market 1.0", f"there are {len(OWN)} games already")]


def test_process_finds_installed_game_by_itself(tmp_path: Path) -> None:
    """A new process plays an installed game through the engine, also if it imports the package first."""
    install(tmp_path)
    requests = [
        {"cmd": "games"},
        {"cmd": "new", "game": "market", "seats": 2},
        {"cmd": "shuffle", "seed": "x"},
        {"cmd": "advise", "seat": 1},
        {"cmd": "apply", "seat": 1, "move": "bid 60"},
    ]
    code = "import tefuda_market, sys; from games.engine import serve\n"
    code += "for reply in serve(sys.stdin.buffer): print(reply.decode(), end='')"
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="\n".join(map(json.dumps, requests)),
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(reply["ok"] for reply in replies), replies
    assert [game["id"] for game in replies[0]["games"]] == [*(game.id for game in OFFERED), "market"]
    assert replies[2]["move"].startswith("roll ")
    assert replies[3]["move"].startswith("bid ")
