"""Tests of settings: they are read from environment and file, checked, and named in errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Config, ConfigError, effective_settings, load_config, secret_files
from tests.promises import MOST_CHARACTERS


def test_defaults_apply_without_settings() -> None:
    """Empty and blank values count as missing."""
    assert load_config({}, None) == Config()
    assert load_config({"TEFUDA_CLOCK": "", "TEFUDA_LOCALE": "  "}, None) == Config()


def test_every_setting_is_read() -> None:
    """Values are converted to their types, and names of levels may be in any case."""
    environ = {
        "DISCORD_TOKEN": " t ",
        "TEFUDA_DATABASE": "x.db",
        "TEFUDA_SYNCHRONOUS": "full",
        "TEFUDA_LOG_LEVEL": "debug",
        "TEFUDA_CLOCK": "week",
        "TEFUDA_COMPUTER_PAUSE": "0.5",
        "TEFUDA_MOMENTS": "2",
        "TEFUDA_COMPUTER_WORKERS": "4",
        "TEFUDA_LOCALE": "ja",
        "TEFUDA_REQUESTS_PER_SECOND": "450",
        "UNRELATED": "1",
    }
    assert load_config(environ, None) == Config("t", "x.db", "FULL", "DEBUG", "week", 0.5, 2, 4, "ja", 450)


def test_environment_overrides_the_file(tmp_path: Path) -> None:
    """A value that only the file has is used, too."""
    file = tmp_path / ".env"
    file.write_text("TEFUDA_LOCALE=ja\nTEFUDA_DATABASE=file.db\n", "utf-8")
    config = load_config({"TEFUDA_DATABASE": "environ.db"}, file)
    assert (config.database, config.default_locale) == ("environ.db", "ja")
    assert load_config({}, tmp_path / "none.env") == Config()


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("TEFUDA_SYNCHRONOUS", "OFF", "FULL, NORMAL"),
        ("TEFUDA_LOG_LEVEL", "LOUD", "DEBUG, ERROR, INFO, WARNING"),
        ("TEFUDA_CLOCK", "600", "blitz, evening, none, week"),
        ("TEFUDA_COMPUTER_PAUSE", "31", "from 0 to 30"),
        ("TEFUDA_COMPUTER_PAUSE", "nan", "from 0 to 30"),
        ("TEFUDA_COMPUTER_WORKERS", "65", "from 0 to 64"),
        ("TEFUDA_LOCALE", "de", "en, ja"),
        ("TEFUDA_REQUESTS_PER_SECOND", "0", "from 1 to 10000"),
    ],
)
def test_unusable_value_is_named(name: str, value: str, allowed: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config({name: value}, None)
    assert str(caught.value).startswith(f"{name} must be ")
    assert allowed in str(caught.value)
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("TEFUDA_COMPUTER_WORKER", "TEFUDA_COMPUTER_WORKERS"),
        ("TEFUDA_METRIC_PORT", "TEFUDA_METRICS_PORT"),
        ("TEFUDA_DEFAULT_LOCALE", "TEFUDA_LOCALE"),
        ("TEFUDA_TOKEN", "DISCORD_TOKEN"),
        ("tefuda_clock", "TEFUDA_CLOCK"),
        ("TEFUDA_", None),
    ],
)
@pytest.mark.parametrize("is_in_file", [False, True], ids=["environment", "file"])
def test_misspelt_name_is_refused_with_the_nearest_one(
    name: str, nearest: str | None, is_in_file: bool, tmp_path: Path
) -> None:
    """A misspelt name is an error that suggests the nearest setting."""
    file = tmp_path / ".env"
    file.write_text(f"{name}=1\n" if is_in_file else "", "utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config({} if is_in_file else {name: "1"}, file)
    assert str(caught.value).startswith(f"{name} is no setting: did you mean ")
    assert nearest is None or str(caught.value).endswith(f"did you mean {nearest}?")


def test_token_is_not_shown() -> None:
    """Neither ``repr`` nor an error of the settings contains the token."""
    assert "secret" not in repr(Config(token="secret"))
    with pytest.raises(ConfigError) as caught:
        load_config({"DISCORD_TOKEN": "secret", "TEFUDA_LOCALE": "de"}, None)
    assert "secret" not in str(caught.value)


def test_secrets_are_read_from_files(tmp_path: Path) -> None:
    """The token and the database's address can be read from files."""
    token, database = tmp_path / "token", tmp_path / "database"
    token.write_text("abc\n", "utf-8")
    database.write_text("postgresql://u:p@db/x\n", "utf-8")
    environ = {"DISCORD_TOKEN_FILE": str(token), "TEFUDA_DATABASE_FILE": str(database)}
    config = load_config(environ, None)
    assert (config.token, config.database) == ("abc", "postgresql://u:p@db/x")


def test_file_in_environment_overrides_value_in_settings_file(tmp_path: Path) -> None:
    """The environment overrides the settings file, whether the value is given directly or as a path."""
    (tmp_path / "token").write_text("new", "utf-8")
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=old\n", "utf-8")
    assert load_config({"DISCORD_TOKEN_FILE": str(tmp_path / "token")}, file).token == "new"
    file.write_text(f"DISCORD_TOKEN_FILE={tmp_path / 'token'}\n", "utf-8")
    assert load_config({"DISCORD_TOKEN": "newest"}, file).token == "newest"


@pytest.mark.parametrize(
    ("content", "environ", "expected"),
    [
        (None, {}, "DISCORD_TOKEN_FILE: .*No such file"),
        (b" \n", {}, "is empty"),
        (b"\xff\xfe", {}, "no text in UTF-8"),
        (b"abc" * MOST_CHARACTERS, {}, f"more than {MOST_CHARACTERS} characters"),
        (b"abc", {"DISCORD_TOKEN": "abc"}, "both set"),
    ],
)
def test_unreadable_secret_is_named(
    content: bytes | None, environ: dict[str, str], expected: str, tmp_path: Path
) -> None:
    """The error names the setting and does not contain the secret."""
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConfigError, match=expected) as caught:
        load_config({**environ, "DISCORD_TOKEN_FILE": str(file)}, None)
    assert "abc" not in str(caught.value)


def test_settings_are_listed_without_secrets() -> None:
    """Every setting is listed; the token and the database's password are hidden."""
    listed = {
        name: (text, is_default)
        for name, text, is_default in effective_settings(Config("t0ken", "postgresql://u:pass@db/x"))
    }
    assert tuple(listed) == Config.__struct_encode_fields__
    assert listed["DISCORD_TOKEN"] == ("(set)", False)
    assert listed["TEFUDA_DATABASE"] == ("postgresql://db/x", False)
    assert listed["TEFUDA_COMPUTER_PAUSE"] == ("2.5", True)
    assert not any("t0ken" in text or "pass" in text for text, _ in listed.values())


def test_endless_secret_is_not_read_to_its_end() -> None:
    with pytest.raises(ConfigError, match="more than"):
        load_config({"DISCORD_TOKEN_FILE": "/dev/zero"}, None)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"#" * (MOST_CHARACTERS + 1)])
def test_unreadable_settings_file_is_named(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=f"the settings: {file} "):
        load_config({}, file)


@pytest.mark.parametrize(
    ("environ", "inside", "expected"),
    [
        ({}, "", [".env"]),
        ({}, "DISCORD_TOKEN=abc", [".env"]),
        ({"DISCORD_TOKEN": "abc"}, "DISCORD_TOKEN=old", []),
        ({"DISCORD_TOKEN": "abc"}, "DISCORD_TOKEN_FILE=old", []),
        ({"DISCORD_TOKEN_FILE": "token"}, "DISCORD_TOKEN=old", ["token"]),
        ({}, "DISCORD_TOKEN_FILE=token", ["token"]),
        ({"TEFUDA_DATABASE_FILE": "db"}, "DISCORD_TOKEN=abc", [".env", "db"]),
        ({"DISCORD_TOKEN": "abc"}, "TEFUDA_DATABASE=postgresql:///tefuda", []),
    ],
)
def test_files_with_secrets(
    environ: dict[str, str], inside: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only files from which a secret is read count. A missing token would be read from the settings file."""
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text(inside, "utf-8")
    assert [str(file.path) for file in secret_files(environ)] == expected


def test_address_of_a_database_with_a_password_is_a_secret(tmp_path: Path) -> None:
    """The settings file is a secret file for its database's address, too."""
    dotenv = tmp_path / ".env"
    dotenv.write_text("TEFUDA_DATABASE=postgresql://user:word@host/tefuda\n")
    assert [file[0] for file in secret_files({}, dotenv)] == ["DISCORD_TOKEN", "TEFUDA_DATABASE"]
    dotenv.write_text("TEFUDA_DATABASE=tefuda.sqlite\n")
    assert [file[0] for file in secret_files({}, dotenv)] == ["DISCORD_TOKEN"]
