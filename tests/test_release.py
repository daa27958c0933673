"""A release holds what is committed, all of it and nothing else, and its pages lead somewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.test_deploy import VERSION

ROOT = Path(__file__).parent.parent
MADE = (
    ".git",
    ".venv",
    ".env",
    "dist",
    "build",
    "__pycache__",
    "*.egg-info",
    ".*_cache",
    ".hypothesis",
    "*.db*",
)

BUILDER = f"""#!/bin/sh
# In the place of Python with pip: the "wheel" lists what it is built of.
[ "$1 $2 $3" = "-m pip wheel" ] || exit 1
while [ "$1" != -w ]; do shift; done
(cd "$3" && find . -type f) > "$2/tefuda-{VERSION}-py3-none-any.whl"
mkdir -p "$3/build" && touch "$3/build/left-over"
"""


@pytest.fixture(params=["committed", "downloaded"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the project, with its history or without, in which something was built before."""
    folder = tmp_path / "source"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*MADE))
    if request.param == "committed":
        if shutil.which("git") is None:
            pytest.skip("git is not here")
        git(folder, "init", "-q")
        git(folder, "add", "-A")
        git(folder, "-c", "user.name=x", "-c", "user.email=x@example", "commit", "-qm", "All")
    old = folder / "build" / "lib" / "bot"
    old.mkdir(parents=True)
    (old / "deleted_long_ago.py").touch()
    (folder / ".env").write_text("DISCORD_TOKEN=secret\n")
    (folder / "tefuda.db").touch()
    return folder


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, timeout=60)


def release(source: Path, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Make a release as ``make release`` does."""
    python = tmp_path / "python"
    python.write_text(BUILDER)
    python.chmod(0o755)
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    command = [source / ".ci" / "release", python]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120, check=False)


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_release_is_the_source_and_a_wheel_made_of_it(source: Path, tmp_path: Path) -> None:
    """Nothing of earlier builds, nor of this one, and no secret gets in; made again it is the same."""
    wheel = f"tefuda-{VERSION}-py3-none-any.whl"
    for _ in range(2):
        made = release(source, tmp_path)
        assert (made.returncode, made.stdout) == (0, f"dist/tefuda-{VERSION}\n"), made.stderr
        folder = source / "dist" / f"tefuda-{VERSION}"
        shipped = files(folder) - {wheel}
        built_of = {line.removeprefix("./") for line in (folder / wheel).read_text().splitlines()}
        assert built_of == shipped
        assert {"bot/client.py", "deploy/tefuda.service", "constraints.txt"} <= shipped
        assert not [
            name for name in shipped if re.search(r"deleted|left-over|(^|/)\.env$|\.db$|__pycache__", name)
        ]


def test_every_link_leads_to_something_in_the_release(source: Path, tmp_path: Path) -> None:
    """From the README on, to whatever page and picture one comes from there."""
    release(source, tmp_path)
    folder = (source / "dist" / f"tefuda-{VERSION}").resolve()
    to_read, seen = [folder / "README.md"], set[Path]()
    while to_read:
        page = to_read.pop()
        seen.add(page)
        links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text("utf-8"))
        targets = {(page.parent / link).resolve() for link in links}
        assert not [one for one in targets if not one.exists() or not one.is_relative_to(folder)], page
        to_read += [one for one in targets - seen if one.suffix == ".md" and one not in to_read]
    assert len(seen) > 10


@pytest.mark.parametrize("source", ["committed"], indirect=True)
def test_what_is_not_committed_is_no_release(source: Path, tmp_path: Path) -> None:
    """A module that was only written, and one that was only deleted, are named."""
    (source / "bot" / "new.py").touch()
    (source / "bot" / "gate.py").unlink()
    made = release(source, tmp_path)
    assert made.returncode == 1
    assert "bot/new.py" in made.stderr
    assert "bot/gate.py" in made.stderr
    assert not (source / "dist").exists()
