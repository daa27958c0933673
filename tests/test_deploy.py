"""Tests that deploy/ agrees with the bot, and that the commands of its README work.

The commands of deploy/README.md are run unchanged, one after the other, in a root of their own:
``/opt``, ``/etc``, ``/var``, ``/data`` are in a folder, and programs that need a whole machine (docker,
systemctl ...) are replaced by small ones.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import discord
import pytest

from bot import interactions
from bot.config import Config, load_config
from bot.sharding import parse
from storage import open_store
from storage.engine.database import get_meta, is_server_address, set_meta
from storage.postgres import copying
from tests import postgres
from tests.storage.helpers import execute_all, rows

ROOT = Path(__file__).parent.parent
SETTING = re.compile(r"^#?([A-Z][A-Z_]+)=(.*)$", re.MULTILINE)


def text_of(name: str) -> str:
    return (ROOT / "deploy" / name).read_text("utf-8")


README = text_of("README.md")


def test_example_lists_exactly_all_settings() -> None:
    listed = [name for name, _ in SETTING.findall(text_of("example.env"))]
    assert sorted(listed) == sorted(Config.__struct_encode_fields__)


def test_example_shows_defaults(tmp_path: Path) -> None:
    """If all lines of example.env are used, the settings equal the defaults."""
    plain = tmp_path / "all.env"
    plain.write_text("\n".join(f"{name}={value}" for name, value in SETTING.findall(text_of("example.env"))))
    assert load_config({}, plain) == Config()
    assert load_config({}, ROOT / "deploy" / "example.env") == Config()


def test_invitation_requests_exactly_needed_permissions() -> None:
    """The number in the invitation link equals the permissions that the bot checks and the README lists."""
    (requested,) = set(re.findall(r"permissions=(\d+)", README + (ROOT / "README.md").read_text("utf-8")))
    needed = {
        *interactions.NEEDED,
        *interactions.IN_THREADS,
        *interactions.FOR_THREADS,
        *interactions.FOR_EVENTS,
    }
    assert discord.Permissions(int(requested)) == discord.Permissions(**dict.fromkeys(needed, True))
    named = re.findall(r"^\| ([A-Z][\w ]+) \|", README, re.MULTILINE)
    words = {name.lower().replace(" ", "_").replace("view_channels", "view_channel") for name in named}
    assert words == needed


STANDS = {
    "tefuda.service": ("User=tefuda", "ProtectSystem=strict", "RestartPreventExitStatus=2"),
    "tefuda-backup.service": ("User=tefuda", "StateDirectory=tefuda tefuda/backups", "UMask=0077"),
    "tefuda-backup.timer": ("Persistent=true",),
    "Containerfile": ("USER tefuda", "VOLUME /data"),
    "compose.yaml": ('command: ["run", "--hold"]', "read_only: true"),
    "kubernetes.yaml": ("readOnlyRootFilesystem: true",),
}


@pytest.mark.parametrize("name", STANDS)
def test_services_are_restricted_and_have_no_restart_loop(name: str) -> None:
    """Each unit contains its required lines, such as restricted rights and a limit on restarts."""
    lines = {line.strip() for line in text_of(name).splitlines()}
    assert not {*STANDS[name]} - lines


def test_deployment_files_agree() -> None:
    """Names of backups, of the image's user and of the cluster's service agree in all files."""
    assert text_of("tefuda-backup.service").count(' backup "backups/tefuda-$$(date +%%u).db"\'\n') == 1
    assert {"tefuda-backup.service", "tefuda-backup.timer"} <= set(re.findall(r"tefuda-backup\.\w+", README))
    last = text_of("Containerfile").rpartition("\nFROM docker.io")[2]
    assert last.index("TEFUDA_DATABASE=/data/") < last.index("\nUSER tefuda\n") < last.index("\nENTRYPOINT")
    (service,) = re.findall(r"kind: Service\nmetadata:\n  name: (\w+)", text_of("kubernetes.yaml"))
    assert f"serviceName: {service}\n" in text_of("kubernetes.yaml")


def test_container_finds_postgresql_on_volume() -> None:
    """The bot's and PostgreSQL's containers share the folder of the socket, and the address names it."""
    text = text_of("compose.postgres.yaml")
    (address,) = re.findall(r"TEFUDA_DATABASE: (\S+)", text)
    assert is_server_address(address)
    assert text.count(f"- socket:{address.partition('?host=')[2]}\n") == 2
    assert "compose.postgres.yaml up -d" in README
    assert '"-d", "tefuda", "-c", "SELECT 1"]' in text


@pytest.mark.parametrize("name", ["tefuda.service", "tefuda@.service"])
def test_unit_starts_after_local_postgresql(name: str) -> None:
    """The unit starts after PostgreSQL, if it is installed, but does not require it."""
    (after,) = re.findall(r"^After=(.*)$", text_of(name), re.MULTILINE)
    assert "postgresql.service" in after.split()
    assert "Requires=" not in text_of(name)


def test_templates_for_several_processes_are_consistent() -> None:
    """The template has the same common lines as the single service, and the README names every template."""
    alone, several = (text_of(name).splitlines() for name in ("tefuda.service", "tefuda@.service"))
    assert not [line for line in several if line.startswith("Environment=TEFUDA_DATABASE")]
    assert alone[alone.index("RestartSec=10") : -2] == several[several.index("RestartSec=10") : -3]
    for name in ("tefuda@.service", "compose.shards.yaml", "kubernetes.yaml"):
        assert name in README
    text = text_of("kubernetes.yaml")
    ((written, at_most),) = re.findall(r'args: \["run", "--shards", "([^"]+)", "--at-most", "(\d+)"\]', text)
    (replicas,) = map(int, re.findall(r"replicas: (\d+)", text))
    assert int(at_most) * (replicas - 1) >= parse(written).count
    assert parse(re.findall(r"TEFUDA_SHARDS:-(\S+)}", text_of("compose.shards.yaml"))[0])


@pytest.mark.skipif(shutil.which("sh") is None, reason="the command needs a shell")
@pytest.mark.parametrize("instance", ["1", "2", "9", "10", "99"])
def test_each_process_has_its_own_port(instance: str, tmp_path: Path) -> None:
    (command,) = re.findall(r"^ExecStart=(.+)$", text_of("tefuda@.service"), re.MULTILINE)
    program = tmp_path / "tefuda"
    program.write_text('#!/bin/sh\necho "$*"; env\n')
    program.chmod(0o755)
    command_line = shlex.split(
        command.replace("%i", instance).replace("/opt/tefuda/bin/tefuda", str(program))
    )
    environ = {"TEFUDA_SHARDS": "auto/16", "TEFUDA_METRICS_PORT": "9464", "PATH": os.environ["PATH"]}
    started = [part.replace("$$", "$") for part in command_line]
    output = subprocess.run(started, env=environ, capture_output=True, text=True, check=True).stdout
    arguments, _, environment = output.partition("\n")
    assert arguments == "run --shards auto/16"
    settings = dict(line.split("=", 1) for line in environment.splitlines() if line.startswith("TEFUDA_"))
    assert load_config(settings, None).metrics_port == 9460 + int(instance)


def test_metrics_are_fetched_by_accepted_host_name() -> None:
    """Prometheus, the health checks and the README use a host name that the bot accepts."""
    names = Config().metrics_hosts.split(",")
    for name in ("prometheus.yml", "compose.yaml", "kubernetes.yaml", "README.md"):
        hosts = re.findall(r"([\w.]+):9464", text_of(name))
        assert hosts, name
        assert set(hosts) <= set(names), name


def test_cluster_sets_no_variables_read_as_settings() -> None:
    """Kubernetes' automatic variables, such as TEFUDA_PORT, are turned off."""
    assert "      enableServiceLinks: false\n" in text_of("kubernetes.yaml")


def test_workflow_tests_image_and_skips_nothing(tmp_path: Path) -> None:
    """The workflow runs the tests in the image, and .ci/run fails if a required browser is missing."""
    workflow = (ROOT / ".github" / "workflows" / "tests.yaml").read_text("utf-8")
    for line in ("docker build -f deploy/Containerfile -t tefuda .", ".ci/image docker", 'REQUIRE_ALL: "1"'):
        assert line in workflow
    for name, script in {"id": "echo 1000", "make": ":"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    environ = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "CHROME_BIN": str(tmp_path / "none")}
    codes = [
        subprocess.run(
            [ROOT / ".ci" / "run"], env=environ | more, capture_output=True, check=False
        ).returncode
        for more in ({}, {"REQUIRE_ALL": "1"})
    ]
    assert codes == [0, 1]


# --- the commands ---------------------------------------------------------------------------------------

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
SECTIONS = ("2. Install it", "3. Start it", "4. Upgrade", "5. Back up", "6. Restore")
ABOUT = {"systemd": ("systemd",), "container": ("container",), "hand": ("By hand", "**By hand**")}
TOKEN = re.compile(r"Write the token into `([^`]+)`")

PROGRAMS = {
    "sudo": 'while [ "$1" = -u ]; do shift 2; done; exec "$@"',
    "useradd": ":",
    "journalctl": ":",
    "python3": """
        [ "$1 $2" = "-m venv" ]; mkdir -p "$3/bin"
        printf '#!/bin/sh\\nexec "$AT/bin/tefuda" "$@"\\n' > "$3/bin/tefuda"
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
            "enable --now tefuda-offsite.timer") test -f "$AT/etc/systemd/system/$3" ;;
            "start tefuda-offsite ")
                set -a; . "$AT/etc/tefuda-restic.env"
                grep ^ExecStart= "$AT/etc/systemd/system/$2.service" | cut -d= -f2- |
                    sed "s|/var|$AT/var|g" | sh -e ;;
            "start tefuda-backup ")
                mkdir -p "$AT/var/lib/tefuda/backups"; cd "$AT/var/lib/tefuda"
                "$PYTHON" "$AT/bin/starts" "$AT/etc/systemd/system/$2.service" |
                    sed "s|/opt|$AT/opt|; s|\\$\\$|\\$|g; s|%%|%|g" | sh -e ;;
            *) echo "systemctl $*" >&2; exit 1 ;;
        esac
        """,
    "docker": """
        [ "$1 $2" = "compose -f" ]; test -f "$3"; test -f .env; shift 3
        while [ "$1" = -f ]; do test -f "$2"; shift 2; done
        export TEFUDA_DATABASE="$AT/data/tefuda.db"
        mkdir -p "$AT/data"
        case "$1" in
            up|build|start|stop|logs) ;;
            exec) [ "$2 $3" = "-T tefuda" ] || [ "$2 $3" = "-T postgres" ]; shift 3; exec "$@" ;;
            run)
                [ "$2" = "--rm" ]; shift 2
                [ "$1" != "-T" ] || shift
                [ "$1" = tefuda ]; shift
                set -a; . ./.env
                if [ -f discord_token ]; then DISCORD_TOKEN_FILE="$PWD/discord_token"; unset DISCORD_TOKEN; fi
                cd "$AT/data"; exec tefuda "$@" ;;
            cp) cp "${2#tefuda:}" "$3" ;;
            *) echo "docker compose $*" >&2; exit 1 ;;
        esac
        """,
    # Discord is out of reach, so commands that ask it only have to find the token.
    "tefuda": """
        case "${@: -1}" in
            doctor|invite)
                "$PYTHON" -m bot.administration.cli "${@:1:$#-1}" config > "$AT/settings"
                grep -q '^DISCORD_TOKEN=(set)' "$AT/settings"; echo "${@: -1}" >> "$AT/asked" ;;
            *) exec "$PYTHON" -m bot.administration.cli "$@" ;;
        esac
        """,
}
STARTS = "import sys; print(*[l.partition('=')[2] for l in open(sys.argv[1]) if l.startswith('ExecStart=')])"


def blocks(section: str, kind: str, since: str = "") -> list[str]:
    """Return the commands of a README section for systemd, containers or another way, in order.

    Where the README asks for it, the commands begin with one that writes a token.

    Args:
        since: words with which the part of the section begins; all of it if there are none.
    """
    text = README.partition(f"## {section}\n")[2].partition("\n## ")[0]
    text = text[text.index(since) :]
    found_blocks = []
    for before, block in re.findall(r"([^\n]+(?:\n[^\n]+)*)\n\n((?:    [^\n]+\n)+)", text):
        is_told = [name for name, words in ABOUT.items() if any(word in before for word in words)]
        chosen = "hand" if "**By hand**" in before else is_told[0] if is_told else "systemd"
        if chosen == kind and "https://discord" not in block:
            written = "".join(write_token(file) for file in TOKEN.findall(before))
            found_blocks.append(written + re.sub(r"^    ", "", block, flags=re.MULTILINE))
    return found_blocks


def write_token(file: str) -> str:
    """Return a command that writes a token into a file of settings, or of its own."""
    if file.endswith(".env"):
        return f"sed -i 's/^DISCORD_TOKEN=.*/DISCORD_TOKEN=abc/' {file}\n"
    return f"test -f {file}; printf abc > {file}\n"


@pytest.fixture
def at(tmp_path: Path) -> Path:
    """Return a root folder with stand-ins for system programs and an unpacked release."""
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


def typed(at: Path, commands: str, **environ: str) -> None:
    """Run shell commands of the README with the root folder ``at`` in place of ``/``."""
    placed = re.sub(
        r"(?<![\w.])/(opt|etc|var|data)/", rf"{at}/\1/", commands.replace(" /opt/", f" {at}/opt/")
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith("TEFUDA_")}
    path = f"{at}/bin:{os.environ['PATH']}"
    ours = {"PATH": path, "AT": str(at), "PYTHON": sys.executable, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        ["bash", "-ec", placed],
        cwd=at / "release",
        env={**plain, **ours, **environ},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, f"{placed}\n{ended.stdout}{ended.stderr}"


async def write_value(database: Path, mark: str) -> None:
    """Write a mark to a database, as a running bot would."""
    async with await open_store(database) as store:
        await store.write(set_meta, "mark", mark)


async def read(database: Path) -> str | None:
    """Return the mark in a database, or ``None`` if there is none."""
    async with await open_store(database, read_only=True) as store:
        return await store.read(get_meta, "mark")


@pytest.mark.skipif(sys.platform != "linux", reason="the commands are for Linux")
@pytest.mark.parametrize(
    ("kind", "where"), [("systemd", "var/lib/tefuda/tefuda.db"), ("container", "data/tefuda.db")]
)
def test_documented_commands_work_from_start_to_restore(kind: str, where: str, at: Path) -> None:
    """The README's commands start, upgrade, back up and restore, and the replaced database is kept."""
    database, count = at / where, 0
    for section in SECTIONS:
        if section == "5. Back up":
            asyncio.run(write_value(database, "before the copy"))
        elif section == "6. Restore":
            asyncio.run(write_value(database, "after it"))
        elif section == "4. Upgrade":
            asyncio.run(write_value(database, "begun"))
        for commands in blocks(section, kind):
            typed(at, commands)
            count += 1
    assert count >= 4
    assert asyncio.run(read(database)) == "before the copy"
    assert asyncio.run(read(database.with_name("tefuda.db.old1"))) == "after it"
    secret = at / ("etc/tefuda.env" if kind == "systemd" else "release/.env")
    for file in (secret, database, at / "release" / "copy.db"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    assert (at / "asked").read_text().split() == ["doctor", "invite"]
    if kind == "systemd":
        assert list((at / "var/lib/tefuda/backups").iterdir())


@pytest.mark.skipif(sys.platform != "linux", reason="the commands are for Linux")
def test_documented_commands_by_hand_find_the_token(at: Path) -> None:
    """In a release, the commands up to *invite* work as they are written."""
    for commands in blocks("2. Install it", "hand"):
        typed(at, commands)
    for commands in blocks("3. Start it", "hand"):
        first, second = commands.splitlines()
        typed(at, first)
        assert second == "venv/bin/tefuda run"
    assert (at / "asked").read_text().split() == ["doctor", "invite"]


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="the commands give a file away")
@pytest.mark.parametrize("kind", ["systemd", "container"])
def test_documented_file_with_the_token_is_found(kind: str, at: Path) -> None:
    """With the token in a file of its own, the commands of the README find it there."""
    for commands in blocks("2. Install it", kind):
        typed(at, commands.replace("DISCORD_TOKEN=abc", "DISCORD_TOKEN=").replace("doctor", "config"))
    for commands in blocks("Secrets in files", kind):
        typed(at, commands)
    assert (at / "asked").read_text().split() == ["doctor"]


def test_commands_are_named_after_their_installation() -> None:
    """No section names a command of Tefuda as something to type before the section that installs it."""
    before = README.partition("\n## 2. Install it\n")[0]
    assert not re.findall(r"^    .*tefuda (?:doctor|invite|config|run|db)", before, re.MULTILINE)


NEWER = "CREATE TABLE newer (game_table TEXT NOT NULL REFERENCES game_table (id), value TEXT)"


@pytest.mark.postgresql
@pytest.mark.skipif(sys.platform != "linux", reason="the commands are for Linux")
@pytest.mark.parametrize("kind", ["systemd", "container"])
def test_postgresql_copy_is_restored_after_newer_version(
    kind: str, at: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restore over a newer schema removes all its tables, so the next upgrade succeeds."""
    newest = copying.steps()[-1]
    newer = [*copying.steps(), newest._replace(version=newest.version + 1, script=f"{NEWER};")]
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    for section in ("2. Install it", "3. Start it"):
        for commands in blocks(section, kind):
            typed(at, commands)
    with postgres.server_of_its_own() as folder:
        where, old = (postgres.address_in(folder, name) for name in ("tefuda", "tefuda_old"))
        environ = {"PGHOST": str(folder), "PGUSER": "tefuda"}
        environ["PATH"] = f"{at}/bin:{postgres.programs()}:{os.environ['PATH']}"
        execute_all(postgres.address_in(folder, "postgres"), "CREATE DATABASE tefuda TEMPLATE template0")
        asyncio.run(write_value(where, "before the copy"))
        before = rows(where, tables)
        # Back up, upgrade to a newer schema, then restore the copy.
        restoring = blocks("On PostgreSQL", kind, "**Restore** while")
        for commands in blocks("On PostgreSQL", kind, "**Back up** with")[: -len(restoring)]:
            typed(at, commands, **environ)
        with monkeypatch.context() as patch:
            patch.setattr(copying, "steps", lambda: tuple(newer))
            asyncio.run(write_value(where, "by the newer version"))
        for commands in restoring:
            typed(at, commands, **environ)
        # The restored database is as before, the newer one is kept, and the next upgrade succeeds.
        assert (asyncio.run(read(where)), rows(where, tables)) == ("before the copy", before)
        assert rows(old, "SELECT value FROM meta WHERE key = 'mark'") == [("by the newer version",)]
        monkeypatch.setattr(copying, "steps", lambda: tuple(newer))
        asyncio.run(write_value(where, "after the next upgrade"))


@pytest.mark.skipif(shutil.which("restic") is None, reason="restic is not installed")
def test_remote_copy_is_restored(at: Path) -> None:
    """The README's commands store a backup on another machine, fetch the newest one and restore it."""
    database, store = at / "var/lib/tefuda/tefuda.db", at / "elsewhere"
    for section in ("2. Install it", "3. Start it"):
        for commands in blocks(section, "systemd"):
            typed(at, commands)
    asyncio.run(write_value(database, "before the copy"))
    backups = at / "var/lib/tefuda/backups"
    backups.mkdir()
    typed(at, f"tefuda db --database {database} backup {backups}/tefuda-3.db")
    settings = f"RESTIC_REPOSITORY={store}\nRESTIC_PASSWORD=secret\n"
    (at / "bin" / "apt-get").write_text("#!/bin/sh\n")
    (at / "bin" / "apt-get").chmod(0o755)
    install, _, create, fetch = blocks("Copies on another machine", "systemd")
    typed(at, install)
    (at / "etc/tefuda-restic.env").write_text(settings)
    typed(at, create)
    asyncio.run(write_value(database, "after it"))
    # restic stores absolute paths, which begin with the test's folder here.
    typed(at, fetch.replace("fetched/var", f"fetched{at}/var"))
    for commands in blocks("6. Restore", "systemd"):
        typed(at, commands)
    assert asyncio.run(read(database)) == "before the copy"


def test_named_releases_are_current_version() -> None:
    """The README's commands, the cluster's file and the changelog name the current version."""
    assert set(re.findall(r"tefuda-([\d.]+)-py3", README)) == {VERSION}
    assert f"image: tefuda:{VERSION}\n" in text_of("kubernetes.yaml")
    assert re.search(rf"^## {re.escape(VERSION)}\b", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
