"""What is told to those who run the bot agrees with what the bot does."""

from __future__ import annotations

import configparser
import re
import tomllib
from itertools import chain
from pathlib import Path

import discord
import pytest

from bot import config
from bot.config import Config, load_config
from bot.interactions import permissions
from bot.sharding import parse
from games import GAMES
from storage.engine.names import is_address

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
SETTING = re.compile(r"^#?([A-Z][A-Z_]+)=(.*)$", re.MULTILINE)


def test_the_example_lists_every_setting_and_no_other() -> None:
    """A setting is read by name in the configuration, and each is explained in the example."""
    source = Path(config.__file__).read_text("utf-8")
    read = set(re.findall(r'"(DISCORD_[A-Z_]+|TEFUDA_[A-Z_]+)"', source))
    listed = [name for name, _ in SETTING.findall((DEPLOY / "example.env").read_text("utf-8"))]
    assert sorted(listed) == sorted(read)
    assert len(listed) == len(Config.__struct_fields__)


def test_the_example_shows_the_defaults(tmp_path: Path) -> None:
    """Taking every line of the example as it stands changes nothing."""
    text = (DEPLOY / "example.env").read_text("utf-8")
    plain = tmp_path / "all.env"
    plain.write_text("\n".join(f"{name}={value}" for name, value in SETTING.findall(text)), "utf-8")
    assert load_config({}, plain) == Config()
    assert load_config({}, DEPLOY / "example.env") == Config()


def test_the_invitation_asks_for_exactly_what_is_needed() -> None:
    """The number in the address is made of the permissions that the bot checks, each named in the table."""
    text = (DEPLOY / "README.md").read_text("utf-8")
    (asked,) = set(re.findall(r"permissions=(\d+)", text + README))
    needed = {*permissions.NEEDED, *permissions.IN_THREADS, *permissions.FOR_THREADS, *permissions.FOR_EVENTS}
    assert discord.Permissions(int(asked)) == discord.Permissions(**dict.fromkeys(needed, True))
    named = re.findall(r"^\| ([A-Z][\w ]+) \|", text, re.MULTILINE)
    words = {name.lower().replace(" ", "_").replace("view_channels", "view_channel") for name in named}
    assert words == needed


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "CONTRIBUTING.md",
        "PRIVACY.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "deploy/README.md",
        "docs/ARCHITECTURE.md",
        "docs/FAIRNESS.md",
        "docs/SCALE.md",
    ],
)
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link of a page names a file that is there (pictures too)."""
    text = (ROOT / name).read_text("utf-8")
    folder = (ROOT / name).parent
    for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text):
        assert (folder / target).exists(), target


def test_the_service_runs_as_somebody_and_gives_up_on_bad_settings() -> None:
    """Not as root, nothing writable but its own folder, and no endless restarts with exit code 2."""
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "tefuda.service", "utf-8")
    service = unit["Service"]
    assert service["User"] == "tefuda"
    assert service["ProtectSystem"] == "strict"
    assert service["RestartPreventExitStatus"] == "2"


def test_a_backup_is_made_every_night_by_whom_the_bot_runs_as() -> None:
    """By a command that exists, into the bot's own folder, under seven names that come again."""
    service, timer = configparser.ConfigParser(interpolation=None), configparser.ConfigParser()
    for unit, suffix in ((service, "service"), (timer, "timer")):
        unit.optionxform = str  # type: ignore[assignment,method-assign]
        unit.read(DEPLOY / f"tefuda-backup.{suffix}", "utf-8")
    does = service["Service"]
    assert (does["User"], does["Type"], does["UMask"]) == ("tefuda", "oneshot", "0077")
    assert "tefuda/backups" in does["StateDirectory"].split()
    words = does["ExecStart"].partition(" -c ")[2].strip("'").split()
    at = words.index("/opt/tefuda/bin/tefuda")
    assert words[at + 1 : at + 5] == ["db", "--database", "tefuda.db", "backup"]
    assert words[at + 5 :] == ['"backups/tefuda-$$(date', '+%%u).db"']
    assert timer["Timer"]["Persistent"] == "true"
    text = (DEPLOY / "README.md").read_text("utf-8")
    assert {"tefuda-backup.service", "tefuda-backup.timer"} <= set(re.findall(r"tefuda-backup\.\w+", text))


def test_the_image_runs_as_a_normal_user() -> None:
    """The second stage names a user before it says what runs, and the database lies on the volume."""
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    last = text.rpartition("\nFROM ")[2]
    assert text.count("FROM docker.io") == 2
    assert last.index("\nUSER tefuda\n") < last.index("\nENTRYPOINT")
    assert "TEFUDA_DATABASE=/data/" in last
    assert "\nVOLUME /data\n" in last


def test_the_bot_in_a_container_finds_postgresql_on_the_volume() -> None:
    """Both services have the folder of the socket, the address names it, and the README tells of the file."""
    text = (DEPLOY / "compose.postgres.yaml").read_text("utf-8")
    (address,) = re.findall(r"TEFUDA_DATABASE: (\S+)", text)
    assert is_address(address)
    folder = address.partition("?host=")[2]
    assert text.count(f"- socket:{folder}\n") == 2
    assert "compose.postgres.yaml up -d" in (DEPLOY / "README.md").read_text("utf-8")


def test_processes_that_divide_the_bot_share_a_database_and_have_ports_of_their_own() -> None:
    """The template is the service but for what several need, and none of the ways to run them is untold."""
    lines = {
        name: (DEPLOY / name).read_text("utf-8").splitlines()
        for name in ("tefuda.service", "tefuda@.service")
    }
    alone, several = lines["tefuda.service"], lines["tefuda@.service"]
    assert "ExecStart=/opt/tefuda/bin/tefuda run --shards ${TEFUDA_SHARDS}" in several
    assert "Environment=TEFUDA_METRICS_PORT=946%i" in several
    assert not [line for line in several if line.startswith("Environment=TEFUDA_DATABASE")]
    assert alone[alone.index("RestartSec=10") : -2] == several[several.index("RestartSec=10") : -3]
    readme = (DEPLOY / "README.md").read_text("utf-8")
    for name in ("tefuda@.service", "compose.shards.yaml", "kubernetes.yaml"):
        assert name in readme
    text = (DEPLOY / "kubernetes.yaml").read_text("utf-8")
    (written,) = re.findall(r'args: \["run", "--shards", "([^"]+)", "--at-most", "\d+"\]', text)
    (at_most,) = map(int, re.findall(r'"--at-most", "(\d+)"', text))
    (replicas,) = map(int, re.findall(r"replicas: (\d+)", text))
    assert at_most * (replicas - 1) >= parse(written).count
    assert parse(re.findall(r"TEFUDA_SHARDS:-(\S+)}", (DEPLOY / "compose.shards.yaml").read_text())[0])


def test_a_container_is_not_started_again_and_again_and_writes_nothing_but_its_data() -> None:
    """A wrong token is said once; the root is read only, in the cluster too, where processes have names."""
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert 'command: ["run", "--hold"]' in compose
    assert "read_only: true" in compose
    cluster = (DEPLOY / "kubernetes.yaml").read_text("utf-8")
    assert "readOnlyRootFilesystem: true" in cluster
    (service,) = re.findall(r"kind: Service\nmetadata:\n  name: (\w+)", cluster)
    assert f"serviceName: {service}\n" in cluster


README = (ROOT / "README.md").read_text("utf-8")


def test_every_command_is_in_the_readme() -> None:
    """A command that nobody is told of fails here."""
    from bot.client import COMMANDS

    listed = set(re.findall(r"^\| `/(\w+)` \|", README, re.MULTILINE))
    assert {command.name for command in COMMANDS} <= listed


def test_every_game_is_in_the_readme_with_its_players() -> None:
    """Names and numbers of players are those of the registry."""
    for game in GAMES:
        low, high = game.rules.seats
        players = str(low) if low == high else f"{low}–{high}"
        (line,) = (line for line in README.splitlines() if line.startswith(f"| **{game.rules.name}**"))
        assert f"| {players} |" in line
        assert f"bot/locales/en/{game.id}-rules.md" in line


def test_every_dependency_has_a_reason_and_a_pin() -> None:
    """What the project asks for is in CONTRIBUTING's table and in the constraints, without any address."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = {re.split(r"[\[<>=]", one)[0].lower() for one in asked}
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Dependencies")[2].lower()
    reasons = " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| "))
    assert not {name for name in names if name not in re.split(r"[\s,*:]+", reasons)}
    constraints = (ROOT / "constraints.txt").read_text("utf-8")
    pins = [line for line in constraints.splitlines() if not line.startswith("#")]
    assert names <= {pin.partition("==")[0].lower() for pin in pins}
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins)


def test_the_workflow_runs_everybody_s_command_on_the_versions_that_are_promised() -> None:
    """What pyproject says was run is run for every change, by the command that everybody uses."""
    workflow = (ROOT / ".github" / "workflows" / "tests.yaml").read_text("utf-8")
    assert "- run: .ci/run\n" in workflow
    (matrix,) = re.findall(r"python: \[(.*)\]", workflow)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    assert promised
    assert set(promised) <= set(re.findall(r"[\d.]+", matrix))
    assert project["requires-python"] == f">={promised[0]}"


def test_the_form_for_bugs_asks_for_a_record() -> None:
    """With it a game can be replayed to where it went wrong."""
    form = (ROOT / ".github" / "ISSUE_TEMPLATE" / "bug.yaml").read_text("utf-8")
    assert "id: record" in form
    assert "id: version" in form
