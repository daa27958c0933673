"""Tests of the developer portal's settings, as ``tefuda invite`` and ``tefuda doctor`` check them."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from click.testing import CliRunner

from bot import doctor, interactions
from bot.administration.cli import main
from bot.config import CannotRun
from tests.wire.requests import API
from tests.wire.standin import TOKEN, StandIn

READY = {
    "id": "7",
    "bot_require_code_grant": False,
    "bot_public": True,
    "flags": 0,
    "integration_types_config": {"0": {}, "1": {}},
    "terms_of_service_url": "https://example.org/terms",
    "privacy_policy_url": "https://example.org/privacy",
}


def report(**changes: Any) -> tuple[int, list[str]]:
    lines: list[str] = []
    return doctor.examine_portal({**READY, **changes}, lines.append), lines


def test_good_settings_cause_no_error_or_note() -> None:
    """With good settings every line of the report is ``right``."""
    wrong, lines = report()
    assert wrong == 0
    assert lines
    assert all(line.startswith("right: ") for line in lines)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"interactions_endpoint_url": "https://example.org"}, "Interactions Endpoint URL"),
        ({"bot_require_code_grant": True}, "Code Grant"),
        ({"integration_types_config": {"1": {}}}, "Guild Install"),
    ],
)
def test_setting_that_stops_bot_is_error(changes: dict[str, Any], expected: str) -> None:
    """Each setting with which the bot cannot work is one error that names the setting."""
    wrong, lines = report(**changes)
    assert wrong == 1
    assert [expected in line for line in lines if line.startswith("wrong: ")] == [True]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"flags": 1 << 12}, "Presence Intent"),
        ({"flags": 1 << 15}, "Server Members Intent"),
        ({"flags": 1 << 19}, "Message Content Intent"),
        ({"integration_types_config": {"0": {}}}, "User Install"),
        ({"bot_public": False}, "Public Bot"),
        ({"terms_of_service_url": None}, "Terms of Service"),
        ({"privacy_policy_url": ""}, "Privacy Policy"),
        ({"commands": [{"type": 1, "name": "play"}, {"type": 4, "name": "launch"}]}, "/launch"),
    ],
)
def test_optional_setting_is_note(changes: dict[str, Any], expected: str) -> None:
    """A setting that the host may choose causes a note and no error."""
    wrong, lines = report(**changes)
    assert wrong == 0
    assert [expected in line for line in lines if line.startswith("note: ")] == [True]


def test_links_request_exactly_needed_permissions() -> None:
    """The link for a server has the needed permissions, and the link for a user has none."""
    assert f"permissions={interactions.permissions().value}" in interactions.server_link(7)
    assert not interactions.permissions().administrator
    assert interactions.person_link(7).endswith("?client_id=7&scope=applications.commands&integration_type=1")
    assert interactions.permissions() <= discord.Permissions.all()


async def test_application_is_read_over_http(standin: StandIn) -> None:
    """The settings are read with the token; a refused token and an outage are different errors."""
    standin.world.portal = {"integration_types_config": {"0": {}}}
    standin.world.enable_activities()
    assert "commands" not in await doctor.load(TOKEN, standin.url + API)
    assert not standin.world.traffic.requests["registered"]
    settings = await doctor.load(TOKEN, standin.url + API, with_commands=True)
    lines: list[str] = []
    assert doctor.examine_portal(settings, lines.append) == 0
    assert [line for line in lines if "User Install" in line]
    assert [line for line in lines if "Entry Point" in line]
    with pytest.raises(CannotRun, match="refuses DISCORD_TOKEN"):
        await doctor.load("no.such.token", standin.url + API)
    standin.rest.faults.plan("application", 503)
    with pytest.raises(CannotRun, match="cannot be reached") as stopped:
        await doctor.load(TOKEN, standin.url + API)
    assert not stopped.value.is_lasting


@pytest.mark.parametrize("can_install", [True, False])
def test_invite_prints_both_addresses(monkeypatch: pytest.MonkeyPatch, can_install: bool) -> None:
    """The link for users is printed only if the portal allows installation by users."""

    async def load(token: str, **_: Any) -> dict[str, Any]:
        return {**READY, "integration_types_config": {"0": {}, "1": {}} if can_install else {"0": {}}}

    monkeypatch.setattr(doctor, "load", load)
    done = CliRunner().invoke(main, ["invite"], env={"DISCORD_TOKEN": TOKEN})
    assert done.exit_code == 0
    assert interactions.server_link(7) in done.output
    assert (interactions.person_link(7) in done.output) == can_install
    assert TOKEN not in done.output


@pytest.mark.parametrize(("endpoint", "status"), [(None, 0), ("https://example.org", 1)])
def test_doctor_without_channel_checks_portal(
    monkeypatch: pytest.MonkeyPatch, endpoint: str | None, status: int
) -> None:
    """The exit code is 1 if a setting is wrong; ``--listen`` without a channel is refused."""

    async def load(token: str, **_: Any) -> dict[str, Any]:
        return {**READY, "interactions_endpoint_url": endpoint}

    monkeypatch.setattr(doctor, "load", load)
    done = CliRunner().invoke(main, ["doctor"], env={"DISCORD_TOKEN": TOKEN})
    assert done.exit_code == status
    done = CliRunner().invoke(main, ["doctor", "--listen"], env={"DISCORD_TOKEN": TOKEN})
    assert done.exit_code == 2
    assert "--channel" in done.output
