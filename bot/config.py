"""Settings from the environment and from a file, usually ``.env`` (deploy/example.env lists every one)."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec
from dotenv import dotenv_values
from msgspec import Meta, inspect

from bot import LANGUAGES
from storage.engine.database import name_without_password

ClockName: TypeAlias = Literal["evening", "blitz", "week", "none"]
"""Names of the clocks (see ``bot.tables.clocks``)."""

PREFIX = "TEFUDA"
"""Prefix of all settings except the token."""

FROM_FILES = ("DISCORD_TOKEN", "TEFUDA_DATABASE")
"""Settings that may contain a secret. Each can be given as a file, named by ``<setting>_FILE``."""

MOST_CHARACTERS = 65_536
"""Limit of a file with settings, or with one secret."""

_UPPER_CASE = ("TEFUDA_SYNCHRONOUS", "TEFUDA_LOG_LEVEL")


class ConfigError(ValueError):
    """Raised for a setting with an unknown name or an unusable value."""


class CannotRun(Exception):
    """Raised if the bot cannot run; the message has the reason.

    Attributes:
        is_lasting: a new attempt is useless until a person has changed something.
    """

    def __init__(self, sentence: str, *, is_lasting: bool = True) -> None:
        super().__init__(sentence)
        self.is_lasting = is_lasting


def check_token(token: str) -> None:
    """Raise ``CannotRun`` if a text cannot be a bot token."""
    if not token:
        raise CannotRun(
            "DISCORD_TOKEN is missing: put the bot's token into the environment, into .env, "
            "or into a file named by DISCORD_TOKEN_FILE"
        )
    if not token.isascii() or not token.isprintable() or " " in token:
        raise CannotRun("DISCORD_TOKEN is no token: it holds blanks or signs that no token has")


def _variable_of(name: str) -> str:
    return {"token": "DISCORD_TOKEN", "default_locale": "TEFUDA_LOCALE"}.get(name, f"{PREFIX}_{name.upper()}")


class Config(msgspec.Struct, frozen=True, rename=_variable_of):
    """The settings of the bot."""

    # The bot's token; empty where no token is needed.
    token: str = ""
    # Path of the SQLite file, or address of a database server.
    database: str = "tefuda.db"
    # Written data survives only a crash of the process (NORMAL), or a power failure, too (FULL).
    synchronous: Literal["NORMAL", "FULL"] = "NORMAL"
    # The lowest level that is logged.
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    # Name of the usual time limit of turns (bot.tables.clocks). Servers can choose another.
    clock: ClockName = "evening"
    # The longest pause before a computer player's move, in seconds.
    computer_pause: Annotated[float, Meta(ge=0, le=30)] = 2.5
    # Factor for the pauses of 3 to 5 seconds in which revealed cards are shown; 0 for no pauses.
    moments: Annotated[float, Meta(ge=0, le=10)] = 1.0
    # Number of processes for computer players; 0 to use a thread of the bot.
    computer_workers: Annotated[int, Meta(ge=0, le=64)] = 1
    # Language for servers whose own language is not supported.
    default_locale: Annotated[str, Meta(pattern="^(" + "|".join(LANGUAGES) + ")$")] = LANGUAGES[0]
    # Limit of requests to Discord. Answers to interactions do not count.
    requests_per_second: Annotated[int, Meta(ge=1, le=10_000)] = 48
    # Port on 127.0.0.1 for /metrics and /healthz; 0 for none.
    metrics_port: Annotated[int, Meta(ge=0, le=65_535)] = 0
    # Host names under which metrics may be requested (HTTP header Host), separated by commas.
    metrics_hosts: str = "127.0.0.1,localhost"
    # The part of a bot of several processes that this one serves (bot.sharding.parse); empty for all.
    shards: str = ""
    # The limit of that part; 0 for none.
    shards_at_most: Annotated[int, Meta(ge=0, le=1_048_576)] = 0
    # Id of the server that has the owner's commands (bot.owner); 0 for none.
    owner_guild: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0
    # Whether cards stand on buttons and in sentences as emoji of the application, which the bot uploads.
    card_emoji: Literal["on", "off"] = "on"

    def __repr__(self) -> str:
        return (
            f"<Config database={name_without_password(self.database)!r}>"  # never the token, nor a password
        )


_DEFAULTS = Config()


def load_config(environ: Mapping[str, str] | None = None, dotenv: Path | None = Path(".env")) -> Config:
    """Read all settings from environment variables and from a file. Variables have priority.

    Args:
        environ: variables to use instead of ``os.environ``.
        dotenv: path of the file, which need not exist; ``None`` for no file.

    Raises:
        ConfigError: a setting has an unknown name or an unusable value, or a file cannot be read.
    """
    inside = _settings_in(dotenv)
    outside = os.environ if environ is None else environ
    _refuse_unknown_names((*inside, *outside))
    # The environment overrides the file as a whole: a secret's file there replaces a value in .env.
    settings = {**_nonempty_settings(inside), **_nonempty_settings(outside)}
    settings.update({name: settings[name].upper() for name in _UPPER_CASE if name in settings})
    try:
        return msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        raise ConfigError(_error_sentence(error, settings)) from None


def _nonempty_settings(variables: Mapping[str, str | None]) -> dict[str, str]:
    values = {name: (text or "").strip() for name, text in variables.items()}
    settings = {name: values[name] for name in Config.__struct_encode_fields__ if values.get(name)}
    # ``<setting>_FILE`` names a file that contains the setting's value.
    for name in FROM_FILES:
        if file := values.get(f"{name}_FILE"):
            if name in settings:
                raise ConfigError(f"{name} and {name}_FILE are both set: keep one of them")
            settings[name] = _read_secret_file(f"{name}_FILE", file)
    return settings


def _settings_in(dotenv: Path | None) -> Mapping[str, str | None]:
    if dotenv is None or not dotenv.is_file():
        return {}
    return dotenv_values(stream=io.StringIO(_read_text("the settings", str(dotenv))))


def _read_secret_file(setting: str, path: str) -> str:
    text = _read_text(setting, path).strip()
    if not text:
        raise ConfigError(f"{setting}: {path} is empty")
    return text


def _read_text(what: str, path: str) -> str:
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(MOST_CHARACTERS + 1)
    except OSError as error:
        raise ConfigError(f"{what}: {path}: {error.strerror}") from None
    except ValueError:
        raise ConfigError(f"{what}: {path} is no text in UTF-8") from None
    if len(text) > MOST_CHARACTERS:
        raise ConfigError(f"{what}: {path} has more than {MOST_CHARACTERS} characters")
    return text


class SecretFile(NamedTuple):
    """A file from which a secret is read, and the name of the setting."""

    setting: str
    path: Path


def secret_files(
    environ: Mapping[str, str] | None = None, dotenv: Path | None = Path(".env")
) -> list[SecretFile]:
    """Return the files from which the token is read, and the database's address if it has a file of its own.

    The arguments and the errors are those of ``load_config``.
    """
    inside = _settings_in(dotenv)
    outside = os.environ if environ is None else environ
    files = []
    for name in FROM_FILES:
        # The environment has priority over the file, as a value or as the name of a file.
        source = outside if _names(outside, name) else inside
        if path := (source.get(f"{name}_FILE") or "").strip():
            files.append(SecretFile(name, Path(path)))
        elif source is inside and dotenv is not None and (name == "DISCORD_TOKEN" or _has_password(source)):
            # A token that is missing is likely to be written there next.
            files.append(SecretFile(name, dotenv))
    return files


def _has_password(variables: Mapping[str, str | None]) -> bool:
    address = variables.get("TEFUDA_DATABASE") or ""
    return "://" in address and "@" in address


def _names(variables: Mapping[str, str | None], setting: str) -> bool:
    """True if variables contain a setting, or the name of a file with its value."""
    return any((variables.get(name) or "").strip() for name in (setting, f"{setting}_FILE"))


class EffectiveSetting(NamedTuple):
    """A setting in use, with its value as text."""

    name: str
    text: str
    is_default: bool


def effective_settings(config: Config) -> Iterator[EffectiveSetting]:
    """Yield all settings with their values. Secrets are masked."""
    for field, name in zip(Config.__struct_fields__, Config.__struct_encode_fields__, strict=True):
        value = getattr(config, field)
        values = {
            "token": "(set)" if config.token else "",
            "database": name_without_password(config.database),
        }
        text = values.get(field, f"{value:g}" if isinstance(value, float) else str(value))
        yield EffectiveSetting(name, text, value == getattr(_DEFAULTS, field))


def _refuse_unknown_names(names: Iterable[str]) -> None:
    files = [f"{name}_FILE" for name in FROM_FILES]
    known = {name.partition("_")[2]: name for name in (*Config.__struct_encode_fields__, *files)}
    for name in names:
        prefix, _, rest = name.upper().partition("_")
        if prefix == PREFIX and name not in known.values():
            (nearest,) = get_close_matches(rest, known, 1, cutoff=0.0)
            raise ConfigError(f"{name} is no setting: did you mean {known[nearest]}?")


def _error_sentence(error: msgspec.ValidationError, values: Mapping[str, str]) -> str:
    (name,) = re.findall(r"\$\.(\w+)", str(error))
    struct = inspect.type_info(Config)
    assert isinstance(struct, inspect.StructType)
    kind = next(field.type for field in struct.fields if field.encode_name == name)
    return f"{name} must be {_allowed(kind)}, not {values[name]!r}"


def _allowed(kind: inspect.Type) -> str:
    match kind:
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case inspect.StrType(pattern=str()):
            return f"one of {', '.join(LANGUAGES)}"
        case inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case inspect.FloatType(ge=low, le=high):
            return f"a number from {low:g} to {high:g}"
    raise AssertionError(kind)
