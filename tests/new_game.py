"""Begin a new game with a copy of the worked example of docs/NEW_GAME.md, under another name.

    make new-game NAME=whist

The copy is a complete game in both languages, and passes all tests. From there every step is a small change.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLE = "tests/examples/topcard"
SOURCE = (
    "made for this project, in 2026. It is the worked example of docs/NEW_GAME.md and not in the registry."
)

TEXTS = "tests/examples/locales"
FILES = {
    f"{EXAMPLE}/topcard.md": "docs/rules/{}.md",
    **{
        f"{EXAMPLE}/{name}.py": f"games/{{}}/{name}.py"
        for name in ("__init__", "rules", "presenter", "strategy")
    },
    **{f"{TEXTS}/{language}/topcard.ftl": f"bot/locales/{language}/{{}}.ftl" for language in ("en", "ja")},
    **{
        f"{TEXTS}/{language}/topcard-rules.md": f"bot/locales/{language}/{{}}-rules.md"
        for language in ("en", "ja")
    },
    **{f"tests/games/topcard/{name}.txt": f"tests/games/{{}}/{name}.txt" for name in ("golden", "told")},
}
"""The files of the example, and those of a new game with its id."""


def main(arguments: list[str]) -> str:
    """Begin a game; return what is wrong with the arguments, or an empty text."""
    game_id = arguments[0] if len(arguments) == 1 else ""
    if not re.fullmatch("[a-z][a-z0-9]{2,15}", game_id):
        return "a game's id is 3 to 16 small letters and digits, as in: make new-game NAME=whist"
    if (ROOT / "games" / game_id).exists():
        return f"there is a folder games/{game_id} already"
    paths = begin(game_id, ROOT)
    tidy = ([*_RUFF, "check", "--quiet", "--fix"], [*_RUFF, "format", "--quiet"])
    for command in tidy:
        subprocess.run([*command, *[path for path in paths if path.endswith(".py")]], cwd=ROOT, check=True)
    print("\n".join(paths))
    return ""


_RUFF = (sys.executable, "-m", "ruff")


def begin(game_id: str, root: Path) -> list[str]:
    """Write the files of a new game below ``root``, and register it there; return their paths."""
    for source, target in FILES.items():
        path = root / target.format(game_id)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_renamed((ROOT / source).read_text("utf-8"), game_id), "utf-8")
    registry = root / "games" / "__init__.py"
    registry.write_text(_with_game(registry.read_text("utf-8"), game_id), "utf-8")
    return [*[target.format(game_id) for target in FILES.values()], "games/__init__.py"]


def _renamed(text: str, game_id: str) -> str:
    name = game_id.capitalize()
    names = {
        SOURCE: "where the rules come from.",
        EXAMPLE.replace("/", "."): f"games.{game_id}",
        "TOP_CARD": game_id.upper(),
        "TopCard": name,
        "Top Card": name,
        "トップカード": name,
        "topcard": game_id,
        "🔝": "🎴",
    }
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def _with_game(registry: str, game_id: str) -> str:
    """Return the module of the registry with one more game, the last one."""
    first_import, imports_end = "from games.bull import", "\n\nGAMES = Registry("
    line = f"from games.{game_id} import {game_id.upper()}\n"
    registry = registry.replace(first_import, line + first_import, 1)
    before, games = registry.split(imports_end)
    return (
        before
        + imports_end
        + games.replace("\n    find_installed", f"\n    {game_id.upper()},\n    find_installed", 1)
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
