"""Tests of ``make release``: it contains exactly the committed files, and links in its pages work."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

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

NOTICES = "THIRD-PARTY-NOTICES.txt"

BUILDER = f"""#!/bin/sh
# In the place of Python with pip: the "wheel" lists what it is built of.
case "$1" in */.ci/notices) echo "the licences"; exit ;; esac
[ "$1 $2 $3" = "-m pip wheel" ] || exit 1
while [ "$1" != -w ]; do shift; done
(cd "$3" && find . -type f) > "$2/tefuda-{VERSION}-py3-none-any.whl"
mkdir -p "$3/build" && touch "$3/build/left-over"
"""


@pytest.fixture(scope="module")
def committed_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project, committed if git is installed. Tests copy it and do not change it."""
    folder = tmp_path_factory.mktemp("project") / "source"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*MADE))
    if shutil.which("git") is not None:
        git(folder, "init", "-q")
        git(folder, "add", "-A")
        git(folder, "-c", "user.name=x", "-c", "user.email=x@example", "commit", "-qm", "All")
    return folder


@pytest.fixture(params=["committed", "downloaded"])
def source(request: pytest.FixtureRequest, committed_project: Path, tmp_path: Path) -> Path:
    """Return a copy of the project with old build results, with or without git history."""
    folder = tmp_path / "source"
    subprocess.run(["cp", "-a", committed_project, folder], check=True, timeout=60)
    if request.param == "downloaded":
        shutil.rmtree(folder / ".git", ignore_errors=True)
    elif shutil.which("git") is None:
        pytest.skip("git is not here")
    old = folder / "build" / "lib" / "bot"
    old.mkdir(parents=True)
    (old / "deleted_long_ago.py").touch()
    (folder / ".env").write_text("DISCORD_TOKEN=secret\n")
    (folder / "tefuda.db").touch()
    return folder


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, timeout=60)


def release(source: Path, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Make a release as ``make release`` does; return the finished process."""
    python = tmp_path / "python"
    python.write_text(BUILDER)
    python.chmod(0o755)
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    command = [source / ".ci" / "release", python]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120, check=False)


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_release_has_source_archive_and_wheel(source: Path, tmp_path: Path) -> None:
    """Two releases of one source have the same files, without old build results or secrets.

    All links in their pages work.
    """
    wheel = f"tefuda-{VERSION}-py3-none-any.whl"
    for _ in range(2):
        made = release(source, tmp_path)
        assert (made.returncode, made.stdout) == (0, f"dist/tefuda-{VERSION}\n"), made.stderr
        folder = source / "dist" / f"tefuda-{VERSION}"
        assert (folder / NOTICES).read_text() == "the licences\n"
        shipped = files(folder) - {wheel, NOTICES}
        built_of = {line.removeprefix("./") for line in (folder / wheel).read_text().splitlines()}
        assert built_of == shipped
        assert {"bot/client.py", "deploy/tefuda.service", "constraints.txt"} <= shipped
        assert not [
            name for name in shipped if re.search(r"deleted|left-over|(^|/)\.env$|\.db$|__pycache__", name)
        ]
    check_links(folder)


def check_links(folder: Path) -> None:
    """Check that every page and picture that the README links to, also indirectly, is in the release."""
    folder = folder.resolve()
    to_read, seen = [folder / "README.md"], set[Path]()
    while to_read:
        page = to_read.pop()
        seen.add(page)
        links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text("utf-8"))
        targets = {(page.parent / link).resolve() for link in links}
        assert not [
            target for target in targets if not target.exists() or not target.is_relative_to(folder)
        ], page
        to_read += [target for target in targets - seen if target.suffix == ".md" and target not in to_read]
    assert len(seen) > 10


@pytest.mark.parametrize("source", ["committed"], indirect=True)
def test_uncommitted_modules_prevent_release(source: Path, tmp_path: Path) -> None:
    """A module that is new or deleted but not committed prevents the release and is named."""
    (source / "bot" / "new.py").touch()
    (source / "bot" / "gate.py").unlink()
    made = release(source, tmp_path)
    assert made.returncode == 1
    assert "bot/new.py" in made.stderr
    assert "bot/gate.py" in made.stderr
    assert not (source / "dist").exists()


def test_notices_name_every_installed_package() -> None:
    """The list has version and licence of each package, and licence texts for the font and discord.py."""
    listed = subprocess.run(
        [sys.executable, ROOT / ".ci" / "notices"], capture_output=True, text=True, check=True
    )
    named = dict(re.findall(r"^(\S+) \S+: (.+)$", listed.stdout, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {re.split(r"[\[><=]", line)[0] for line in project["dependencies"]}
    assert needed <= set(map(canonical, named)) | set(named), needed - set(named)
    assert "see the texts below" not in named.values()
    for text in ("SIL OPEN FONT LICENSE", "Rapptz"):
        assert text in listed.stdout


def canonical(name: str) -> str:
    """Return a package's name as pyproject.toml writes it."""
    return {"pillow": "Pillow"}.get(name, name.replace("_", "-"))


def test_tag_must_be_version_and_has_notes() -> None:
    """``.ci/tag`` refuses a tag of another version, and prints the version's notes of the changelog."""
    right = subprocess.run([ROOT / ".ci" / "tag", f"v{VERSION}"], capture_output=True, text=True, check=False)
    assert right.returncode == 0, right.stderr
    assert "### " in right.stdout
    assert "## 0" not in right.stdout.splitlines()
    wrong = subprocess.run([ROOT / ".ci" / "tag", "v0.0.9"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (1, "")


WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_to_commit(workflow: Path) -> None:
    """Each action is pinned to a commit, with its version in a comment."""
    for uses in re.findall(r"uses: (.+)", workflow.read_text("utf-8")):
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", uses), uses
    assert yaml.safe_load(workflow.read_text("utf-8"))["permissions"] == {"contents": "read"}


def test_base_images_are_pinned_and_updated() -> None:
    """All stages use one pinned image, and Dependabot proposes updates."""
    images = re.findall(r"^FROM (\S+)", (ROOT / "deploy" / "Containerfile").read_text("utf-8"), re.MULTILINE)
    assert len(images) == 2
    assert len(set(images)) == 1
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+-slim@sha256:[0-9a-f]{64}", images[0])
    updates = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text("utf-8"))["updates"]
    assert {update["package-ecosystem"] for update in updates} == {"pip", "github-actions", "docker"}
    for update in updates:
        assert (ROOT / update["directory"].lstrip("/")).is_dir()
