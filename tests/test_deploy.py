"""What is told to those who run the bot agrees with what the bot does."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import discord

from bot.config import Config, load_config
from bot.interactions import permissions
from bot.sharding import parse
from storage.engine.names import is_address

ROOT = Path(__file__).parent.parent
SETTING = re.compile(r"^#?([A-Z][A-Z_]+)=(.*)$", re.MULTILINE)


def text_of(name: str) -> str:
    return (ROOT / "deploy" / name).read_text("utf-8")


README = text_of("README.md")


def unit(name: str, section: str) -> configparser.SectionProxy:
    """Read a section of a systemd unit."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(text_of(name))
    return parser[section]


def test_the_example_lists_every_setting_and_no_other() -> None:
    """By its name in the environment, once."""
    listed = [name for name, _ in SETTING.findall(text_of("example.env"))]
    assert sorted(listed) == sorted(Config.__struct_encode_fields__)


def test_the_example_shows_the_defaults(tmp_path: Path) -> None:
    """Taking every line of the example as it stands changes nothing."""
    plain = tmp_path / "all.env"
    plain.write_text("\n".join(f"{name}={value}" for name, value in SETTING.findall(text_of("example.env"))))
    assert load_config({}, plain) == Config()
    assert load_config({}, ROOT / "deploy" / "example.env") == Config()


def test_the_invitation_asks_for_exactly_what_is_needed() -> None:
    """The number in the address is made of the permissions that the bot checks, each named in the table."""
    (asked,) = set(re.findall(r"permissions=(\d+)", README + (ROOT / "README.md").read_text("utf-8")))
    needed = {*permissions.NEEDED, *permissions.IN_THREADS, *permissions.FOR_THREADS, *permissions.FOR_EVENTS}
    assert discord.Permissions(int(asked)) == discord.Permissions(**dict.fromkeys(needed, True))
    named = re.findall(r"^\| ([A-Z][\w ]+) \|", README, re.MULTILINE)
    words = {name.lower().replace(" ", "_").replace("view_channels", "view_channel") for name in named}
    assert words == needed


def test_the_service_runs_as_somebody_and_gives_up_on_bad_settings() -> None:
    """Not as root, nothing writable but its own folder, and no endless restarts with exit code 2."""
    service = unit("tefuda.service", "Service")
    asked = [service[name] for name in ("User", "ProtectSystem", "RestartPreventExitStatus")]
    assert asked == ["tefuda", "strict", "2"]


def test_a_backup_is_made_every_night_by_whom_the_bot_runs_as() -> None:
    """Into the bot's own folder, under seven names that come again; that it works its commands' test sees."""
    does = unit("tefuda-backup.service", "Service")
    assert (does["User"], does["Type"], does["UMask"]) == ("tefuda", "oneshot", "0077")
    assert "tefuda/backups" in does["StateDirectory"].split()
    assert does["ExecStart"].endswith(""" backup "backups/tefuda-$$(date +%%u).db"'""")
    assert unit("tefuda-backup.timer", "Timer")["Persistent"] == "true"
    assert {"tefuda-backup.service", "tefuda-backup.timer"} <= set(re.findall(r"tefuda-backup\.\w+", README))


def test_the_image_runs_as_a_normal_user() -> None:
    """The second stage names a user before it says what runs, and the database lies on the volume."""
    text = text_of("Containerfile")
    last = text.rpartition("\nFROM ")[2]
    assert text.count("FROM docker.io") == 2
    assert last.index("\nUSER tefuda\n") < last.index("\nENTRYPOINT")
    assert "TEFUDA_DATABASE=/data/" in last
    assert "\nVOLUME /data\n" in last


def test_the_bot_in_a_container_finds_postgresql_on_the_volume() -> None:
    """Both services have the folder of the socket, the address names it, and the README tells of the file."""
    text = text_of("compose.postgres.yaml")
    (address,) = re.findall(r"TEFUDA_DATABASE: (\S+)", text)
    assert is_address(address)
    assert text.count(f"- socket:{address.partition('?host=')[2]}\n") == 2
    assert "compose.postgres.yaml up -d" in README


def test_processes_that_divide_the_bot_share_a_database_and_have_ports_of_their_own() -> None:
    """The template is the service but for what several need, and none of the ways to run them is untold."""
    alone, several = (text_of(name).splitlines() for name in ("tefuda.service", "tefuda@.service"))
    assert "ExecStart=/opt/tefuda/bin/tefuda run --shards ${TEFUDA_SHARDS}" in several
    assert "Environment=TEFUDA_METRICS_PORT=946%i" in several
    assert not [line for line in several if line.startswith("Environment=TEFUDA_DATABASE")]
    assert alone[alone.index("RestartSec=10") : -2] == several[several.index("RestartSec=10") : -3]
    for name in ("tefuda@.service", "compose.shards.yaml", "kubernetes.yaml"):
        assert name in README
    text = text_of("kubernetes.yaml")
    ((written, at_most),) = re.findall(r'args: \["run", "--shards", "([^"]+)", "--at-most", "(\d+)"\]', text)
    (replicas,) = map(int, re.findall(r"replicas: (\d+)", text))
    assert int(at_most) * (replicas - 1) >= parse(written).count
    assert parse(re.findall(r"TEFUDA_SHARDS:-(\S+)}", text_of("compose.shards.yaml"))[0])


def test_a_container_is_not_started_again_and_again_and_writes_nothing_but_its_data() -> None:
    """A wrong token is said once; the root is read only, in the cluster too, where processes have names."""
    compose, cluster = text_of("compose.yaml"), text_of("kubernetes.yaml")
    assert 'command: ["run", "--hold"]' in compose
    assert "read_only: true" in compose
    assert "readOnlyRootFilesystem: true" in cluster
    (service,) = re.findall(r"kind: Service\nmetadata:\n  name: (\w+)", cluster)
    assert f"serviceName: {service}\n" in cluster
