"""The commands of deploy/README.md do what it says, in the order in which they stand there.

They are run as they are written, but in a root of their own: ``/opt``, ``/etc``, ``/var``, ``/data`` lie in a
folder, and the programs that need a whole machine (systemctl, docker ...) are small ones that do their part.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage import open_store
from storage.engine.writing import get_meta, set_meta

ROOT = Path(__file__).parent.parent
README = (ROOT / "deploy" / "README.md").read_text("utf-8")
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
SECTIONS = ("3. Start it", "4. Upgrade", "5. Back up", "6. Restore")
ABOUT = {"systemd": ("systemd", "Write the token into `/etc"), "container": ("container",), "hand": ("hand",)}

PROGRAMS = {
    "sudo": 'while [ "$1" = -u ]; do shift 2; done; exec "$@"',
    "useradd": ":",
    "journalctl": ":",
    "python3": """
        [ "$1 $2" = "-m venv" ]; mkdir -p "$3/bin"
        printf '#!/bin/sh\\nexec "$PYTHON" -m bot.administration.cli "$@"\\n' > "$3/bin/tefuda"
        printf '#!/bin/sh\\nset -e; [ "$1 $2" = "install -c" ]; test -f "$3"; test -f "$4"\\n' > "$3/bin/pip"
        chmod +x "$3/bin/tefuda" "$3/bin/pip"
        """,
    "systemctl": """
        case "$1 $2 $3" in
            "daemon-reload  "|"stop tefuda ") ;;
            "enable --now tefuda"|"start tefuda "|"restart tefuda ")
                unit="$AT/etc/systemd/system/tefuda.service"
                exec $("$PYTHON" "$AT/bin/starts" "$unit" | sed "s|/opt|$AT/opt|; s| run$| --version|") ;;
            "enable --now tefuda-backup.timer") test -f "$AT/etc/systemd/system/$3" ;;
            "start tefuda-backup ")
                mkdir -p "$AT/var/lib/tefuda/backups"; cd "$AT/var/lib/tefuda"
                "$PYTHON" "$AT/bin/starts" "$AT/etc/systemd/system/$2.service" |
                    sed "s|/opt|$AT/opt|; s|\\$\\$|\\$|g; s|%%|%|g" | sh -e ;;
            *) echo "systemctl $*" >&2; exit 1 ;;
        esac
        """,
    "docker": """
        [ "$1 $2" = "compose -f" ]; test -f "$3"; test -f .env; shift 3
        export TEFUDA_DATABASE="$AT/data/tefuda.db"
        mkdir -p "$AT/data"
        case "$1" in
            up|start|stop|logs) ;;
            exec) [ "$2 $3" = "-T tefuda" ]; shift 3; exec "$@" ;;
            run) [ "$2 $3 $4" = "--rm -T tefuda" ]; shift 4; exec tefuda "$@" ;;
            cp) cp "${2#tefuda:}" "$3" ;;
            *) echo "docker compose $*" >&2; exit 1 ;;
        esac
        """,
    "tefuda": 'exec "$PYTHON" -m bot.administration.cli "$@"',
}
STARTS = "import sys; print(*[l.partition('=')[2] for l in open(sys.argv[1]) if l.startswith('ExecStart=')])"


def blocks(section: str, kind: str) -> Iterator[str]:
    """Yield the blocks of commands of a section that are for one way to run the bot, in their order."""
    text = README.partition(f"## {section}\n")[2].partition("\n## ")[0]
    for before, block in re.findall(r"([^\n]+(?:\n[^\n]+)*)\n\n((?:    [^\n]+\n)+)", text):
        is_told = [name for name, words in ABOUT.items() if any(word in before for word in words)]
        chosen = "hand" if "**By hand**" in before else is_told[0] if is_told else "systemd"
        if chosen == kind:
            yield re.sub(r"^    ", "", block, flags=re.MULTILINE)


@pytest.fixture
def at(tmp_path: Path) -> Path:
    """A root with the programs, and an unpacked release to type the commands in."""
    for folder in ("bin", "opt", "etc/systemd/system", "var/lib/tefuda", "data", "release"):
        (tmp_path / folder).mkdir(parents=True)
    for name, script in PROGRAMS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/bash\nset -e\n{script}\n", "utf-8")
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "bin" / "starts").write_text(STARTS, "utf-8")
    release = tmp_path / "release"
    shutil.copytree(ROOT / "deploy", release / "deploy")
    shutil.copy(ROOT / "constraints.txt", release)
    (release / f"tefuda-{VERSION}-py3-none-any.whl").touch()
    return tmp_path


def typed(at: Path, commands: str) -> None:
    """Type commands into a shell."""
    placed = re.sub(
        r"(?<![\w.])/(opt|etc|var|data)/", rf"{at}/\1/", commands.replace(" /opt/", f" {at}/opt/")
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith("TEFUDA_")}
    path = f"{at}/bin:{os.environ['PATH']}"
    ended = subprocess.run(
        ["bash", "-ec", placed],
        cwd=at / "release",
        env={**plain, "PATH": path, "AT": str(at), "PYTHON": sys.executable, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, f"{placed}\n{ended.stdout}{ended.stderr}"


async def written(database: Path, mark: str) -> None:
    """Write something, as the bot does while it runs."""
    async with await open_store(database) as store:
        await store.write(set_meta, "mark", mark)


async def read(database: Path) -> str | None:
    """Read it again."""
    async with await open_store(database, read_only=True) as store:
        return await store.read(get_meta, "mark")


@pytest.mark.skipif(sys.platform != "linux", reason="the commands are for Linux")
@pytest.mark.parametrize(
    ("kind", "where"), [("systemd", "var/lib/tefuda/tefuda.db"), ("container", "data/tefuda.db")]
)
def test_what_is_written_down_works_from_the_start_to_the_restore(kind: str, where: str, at: Path) -> None:
    """Started, upgraded, copied, and restored: what was written since the copy is gone, and kept aside."""
    database, count = at / where, 0
    for section in SECTIONS:
        if section == "5. Back up":
            asyncio.run(written(database, "before the copy"))
        elif section == "6. Restore":
            asyncio.run(written(database, "after it"))
        elif section == "4. Upgrade":
            asyncio.run(written(database, "begun"))
        for commands in blocks(section, kind):
            typed(at, commands)
            count += 1
    assert count >= 4
    assert asyncio.run(read(database)) == "before the copy"
    assert asyncio.run(read(database.with_name("tefuda.db.old1"))) == "after it"
    secret = at / ("etc/tefuda.env" if kind == "systemd" else "release/.env")
    for file in (secret, database, at / "release" / "copy.db"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    if kind == "systemd":
        assert list((at / "var/lib/tefuda/backups").iterdir())


def test_every_release_that_is_named_is_this_one() -> None:
    """In the commands, in the cluster's file, and in the changelog."""
    assert set(re.findall(r"tefuda-([\d.]+)-py3", README)) == {VERSION}
    assert f"image: tefuda:{VERSION}\n" in (ROOT / "deploy" / "kubernetes.yaml").read_text("utf-8")
    assert re.search(rf"^## {re.escape(VERSION)}\b", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
