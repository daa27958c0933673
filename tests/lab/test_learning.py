"""Tests that learnt files were made by the commands named in them, which still run."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

GAMES = Path(__file__).parents[2] / "games"


def made(path: Path) -> dict[str, Any]:
    """Return the content of a learnt file."""
    found: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    return found


@pytest.mark.parametrize(
    ("path", "few"),
    [
        ("bull/strategy/normal.json", "--rounds 60 --games 3"),
        ("bull/strategy/hard.json", "--games 4"),
        ("lost/strategy/learnt.json", "--games 1"),
    ],
)
def test_the_command_that_made_it_makes_it(
    path: str, few: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few games the command writes a file of the same form, identically in two runs."""
    shipped = made(GAMES / path)
    python, dash_m, module, word, *_ = shipped["made"].split()
    assert (python, dash_m) == ("python", "-m")
    found = []
    for name in ("once", "twice"):
        monkeypatch.setattr(sys, "argv", [module, word, *few.split(), "--out", str(tmp_path / name)])
        import_module(module).main()
        found.append(made(tmp_path / name))
    assert found[0] == found[1]
    assert found[0].keys() == shipped.keys()
    assert f"python -m {module} {word} {few.split()[0]}" in found[0]["made"]
    for name in found[0].keys() - {"made"}:
        assert any(found[0][name]), name
        assert len(found[0][name]) == len(shipped[name])
        assert found[0][name] != shipped[name]
