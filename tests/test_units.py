"""Tests that the manifests, units and overlays in deploy/ are valid and agree."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from bot.config import FROM_FILES
from tests.test_deploy import README, ROOT, text_of


@pytest.mark.parametrize(
    "document", [*yaml.safe_load_all(text_of("kubernetes.yaml"))], ids=lambda document: document["kind"]
)
def test_kubernetes_schema_accepts_manifests(document: dict[str, Any]) -> None:
    """The strict schema accepts each manifest and refuses one with an unknown field."""
    kubernetes_validate.validate(document, "1.31", strict=True)
    if document["kind"] == "StatefulSet":
        document["spec"]["replica"] = 3
        with pytest.raises(kubernetes_validate.ValidationError):
            kubernetes_validate.validate(document, "1.31", strict=True)


def test_cluster_secrets_are_files_readable_by_bot() -> None:
    """Each secret of the cluster is a setting, its file is in the volume, and the bot may read it."""
    *_, stateful = yaml.safe_load_all(text_of("kubernetes.yaml"))
    pod = stateful["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    named = {
        variable["name"]: variable["value"]
        for variable in container["env"]
        if variable["name"].endswith("_FILE")
    }
    assert set(named) == {f"{name}_FILE" for name in FROM_FILES}
    (mount,) = (
        volume_mount for volume_mount in container["volumeMounts"] if volume_mount["name"] == "secrets"
    )
    assert {str(Path(path).parent) for path in named.values()} == {mount["mountPath"]}
    created = set(re.findall(r"--from-file=(\w+)=", text_of("kubernetes.yaml")))
    assert created == {Path(path).name for path in named.values()}
    assert pod["volumes"][1]["secret"]["defaultMode"] == 0o440
    assert pod["securityContext"]["fsGroup"] == pod["securityContext"]["runAsUser"]
    assert pod["automountServiceAccountToken"] is False


def test_systemd_and_containers_pass_token_as_file() -> None:
    """The systemd drop-in and the Compose overlay pass the token as the file that the README names."""
    unit, overlay = text_of("secrets.conf"), yaml.safe_load(text_of("compose.secrets.yaml"))
    (name, path) = re.findall(r"^LoadCredential=([\w-]+):(\S+)$", unit, re.MULTILINE)[0]
    assert f"Environment=DISCORD_TOKEN_FILE=%d/{name}\n" in unit
    assert path in README
    ((secret, source),) = ((key, secret_entry["file"]) for key, secret_entry in overlay["secrets"].items())
    assert overlay["services"]["tefuda"]["environment"] == {"DISCORD_TOKEN_FILE": f"/run/secrets/{secret}"}
    assert f"`{Path(source).name}`" in README


# --- failures and copies elsewhere ----------------------------------------------------------------------

UNITS = ("tefuda.service", "tefuda@.service", "tefuda-backup.service", "tefuda-offsite.service")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_all_units(tmp_path: Path) -> None:
    """``systemd-analyze verify`` reports nothing about the units except missing programs."""
    for unit in (ROOT / "deploy").glob("tefuda*.[st]*"):
        shutil.copy(unit, tmp_path / unit.name.replace("@.", "@1."))
    ours = sorted(str(file) for file in tmp_path.iterdir())
    checked = subprocess.run(
        ["systemd-analyze", "verify", *ours], capture_output=True, text=True, check=False
    )
    complaints = [line for line in checked.stderr.splitlines() if str(tmp_path) in line or "tefuda" in line]
    assert not [
        line for line in complaints if "is not executable" not in line and "Failed to create" not in line
    ]


@pytest.mark.parametrize("unit", UNITS)
def test_failed_unit_is_reported(unit: str) -> None:
    """Each unit starts the alert unit with its own name when it fails."""
    assert "OnFailure=tefuda-alert@%N.service\n" in text_of(unit)


def test_report_reaches_webhook() -> None:
    """The alert's command posts one message with the failed unit's name."""
    received: list[tuple[str, bytes]] = []

    class Webhook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((self.headers["Content-Type"], body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    # Run the unit's own command, with systemd's placeholders filled in.
    (command,) = re.findall(r"^ExecStart=(.+)$", text_of("tefuda-alert@.service"), re.MULTILINE)
    command = command.replace("%i", "tefuda-backup").replace("%H", "host")
    with HTTPServer(("127.0.0.1", 0), Webhook) as server:
        answering = threading.Thread(target=server.handle_request)
        answering.start()
        words = [sys.executable if word.endswith("bin/python") else word for word in shlex.split(command)]
        where = {"ALERT_WEBHOOK": f"http://127.0.0.1:{server.server_port}/x"}
        subprocess.run(words, env={**os.environ, **where}, check=True, timeout=60)
        answering.join()
    ((kind, body),) = received
    assert kind == "application/json"
    assert json.loads(body)["content"].startswith(
        "tefuda-backup failed on host. See: journalctl -u tefuda-backup"
    )
