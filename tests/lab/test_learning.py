"""Tests that each learnt file can be made again by the command that the file names."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

GAMES = Path(__file__).parents[2] / "games"


def content_of(path: Path) -> dict[str, Any]:
    """Return the content of a learnt file."""
    content: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    return content


@pytest.mark.parametrize(
    ("path", "few"),
    [
        ("bull/strategy/normal.json", "--rounds 60 --games 3"),
        ("bull/strategy/hard.json", "--games 4"),
        ("lost/strategy/learnt.json", "--games 1"),
    ],
)
def test_command_reproduces_learnt_file(
    path: str, few: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few games the command writes a file of the same form, identically in two runs."""
    shipped = content_of(GAMES / path)
    python, dash_m, module, word, *_ = shipped["made"].split()
    assert (python, dash_m) == ("python", "-m")
    contents = []
    for name in ("once", "twice"):
        monkeypatch.setattr(sys, "argv", [module, word, *few.split(), "--out", str(tmp_path / name)])
        import_module(module).main()
        contents.append(content_of(tmp_path / name))
    assert contents[0] == contents[1]
    assert contents[0].keys() == shipped.keys()
    assert f"python -m {module} {word} {few.split()[0]}" in contents[0]["made"]
    for name in contents[0].keys() - {"made"}:
        assert any(contents[0][name]), name
        assert len(contents[0][name]) == len(shipped[name])
        assert contents[0][name] != shipped[name]
