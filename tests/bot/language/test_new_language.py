"""Test that a language is a folder of texts and one line."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

SPEAKS = """
import json
from datetime import datetime
from zoneinfo import ZoneInfo

from bot import LANGUAGES
from bot.config import load_config
from bot.language import language_of, rules_text
from bot.language import Localizer
from bot.tables.planning import zone_of
from bot.times import read_when

now = datetime(2026, 11, 24, 12, tzinfo=ZoneInfo("UTC"))
at = read_when("morgen 20:30 uhr", round(now.timestamp() * 1000), ZoneInfo("UTC")).at
print(json.dumps({
    "languages": LANGUAGES,
    "default": load_config({"TEFUDA_LOCALE": "de"}, None).default_locale,
    "chosen": language_of("de"),
    "zone": zone_of(None, "de").key,
    "text": Localizer("de")("button-join"),
    "rules": rules_text("bull", "de")[:1],
    "when": datetime.fromtimestamp(at / 1000, ZoneInfo("UTC")).isoformat(),
}))
"""


def test_new_language_needs_a_folder_and_one_line(tmp_path: Path) -> None:
    """With an invented German, settings, texts, rules and times work without further changes."""
    for package in ("bot", "games", "storage"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    # The new language: its name in one line, and a copied folder with some changed words.
    line = tmp_path / "bot/__init__.py"
    line.write_text(line.read_text("utf-8").replace('("en", "ja")', '("en", "ja", "de")'), "utf-8")
    folder = tmp_path / "bot/locales/de"
    shutil.copytree(ROOT / "bot/locales/en", folder)
    times = (folder / "times.toml").read_text("utf-8")
    times = times.replace('time_zone = "UTC"', 'time_zone = "Europe/Berlin"')
    times = times.replace("tomorrow = 1", "morgen = 1").replace("at|on|", "uhr|").replace('"en_GB"', '"de"')
    (folder / "times.toml").write_text(times, "utf-8")
    core = (folder / "core.ftl").read_text("utf-8")
    (folder / "core.ftl").write_text(core.replace("button-join = Join", "button-join = Mitspielen"), "utf-8")
    # A fresh process uses the changed copy of the project.
    done = subprocess.run(
        [sys.executable, "-c", SPEAKS], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {
        "languages": ["en", "ja", "de"],
        "default": "de",
        "chosen": "de",
        "zone": "Europe/Berlin",
        "text": "Mitspielen",
        "rules": rules_begin(),
        "when": "2026-11-25T20:30:00+00:00",
    }


def rules_begin() -> str:
    return (ROOT / "bot/locales/en/bull-rules.md").read_text("utf-8").strip()[:1]
