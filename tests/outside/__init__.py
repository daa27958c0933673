"""Games in packages of their own, as people install them beside the bot.

``tefuda_market`` is an auction without cards: secret bids of money at the same time, prices that dice move,
and players who go bankrupt. Its package has the rules, the texts and the pictures.

``install`` writes a package into a folder as ``pip`` does, and ``on_path`` lets Python find it there.
"""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games import GAMES

MARKET = Path(__file__).parent / "tefuda_market"


def install(
    folder: Path, package: str = "tefuda_market", value: str = "tefuda_market:MARKET", more: str = ""
) -> Path:
    """Write a copy of Market into a folder, with the metadata of an installed package.

    Args:
        package: the name of the package in Python.
        value: the object that the entry point names.
        more: code at the end of the package's ``__init__.py``.

    Returns:
        The folder of the package.
    """
    copied = folder / package
    shutil.copytree(MARKET, copied, ignore=shutil.ignore_patterns("__pycache__"))
    begin = copied / "__init__.py"
    begin.write_text(f"{begin.read_text('utf-8')}\n{more}\n", "utf-8")
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir()
    name = package.replace("_", "-")
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (metadata / "entry_points.txt").write_text(f"[tefuda.games]\nmarket = {value}\n", "utf-8")
    return copied


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    """Context manager in which the packages of a folder are installed."""
    before = {*sys.modules}
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        GAMES.look_again()
        yield
    finally:
        sys.path.remove(str(folder))
        for name in {*sys.modules} - before:
            if name.split(".")[0] in {path.name for path in folder.iterdir()}:
                del sys.modules[name]
        importlib.invalidate_caches()
        GAMES.look_again()
