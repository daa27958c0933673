"""Tests of the names of commands in texts: mentions where ids are known, else the names that readers see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from discord import app_commands

from bot import LANGUAGES, owner
from bot.client import COMMANDS
from bot.interactions import COMMANDS_META, sync_if_changed
from bot.language import (
    RULES_COMMANDS,
    Localizer,
    catalogue,
    forget_command_ids,
    mention_commands,
    rules_text,
)
from bot.pages.phone import line_count
from bot.simulated import set_languages
from bot.wire.components import button, text_display
from games import GAMES
from storage.engine.database import get_meta, set_meta
from tests.bot.language.test_texts import entries, every_language
from tests.bot.people import Stage, raw_mentions, text_of_message
from tests.bot.playing import MakeBot, restart
from tests.test_architecture import facts, sources

CALLED = re.compile(r'COMMAND(?:_NAME)?\("([^"]*)"\)')
"""A command in a text of the catalogues."""

PAGES_OF_RULES = [*(game.id for game in GAMES), "endings"]


@pytest.fixture
def without_ids() -> Iterator[None]:
    """Show commands by name at the beginning of the test, and forget the test's ids at its end."""
    forget_command_ids()
    yield
    forget_command_ids()


def leaves() -> dict[str, str]:
    """Return the commands that people can type, with the name of the registered command of each."""
    paths: dict[str, str] = {}
    for command in (*COMMANDS, owner.owner):
        parts = command.commands if isinstance(command, app_commands.Group) else [command]
        paths |= {part.qualified_name: command.name for part in parts}
    return paths


@cache
def literals() -> re.Pattern[str]:
    """Return a pattern of the literal names of all commands, in any language."""
    names = {catalogue(language).command_name(path) for path in leaves() for language in LANGUAGES}
    firsts = "|".join(sorted({re.escape(name.split()[0]) for name in names}, key=len, reverse=True))
    return re.compile(rf"(?<![\w/.<>)])(?:{firsts})(?![\w/.(])")


def literal(text: str) -> list[str]:
    """Return the commands that a text names literally, in any language."""
    return literals().findall(text)


@every_language
def test_texts_name_only_commands_that_can_be_typed(language: str) -> None:
    """Discord mentions no command that has subcommands, so a text names one of these."""
    named = {path for entry in entries(language).values() for path in CALLED.findall(entry.source)}
    assert {"play", "privacy export"} <= named
    assert not {*named, *RULES_COMMANDS} - leaves().keys()


@every_language
def test_no_text_of_a_catalogue_names_a_command_literally(language: str) -> None:
    assert literal("Type `/play`.") == ["/play"]
    assert literal("`/オーナー サーバー一覧`で") == ["/オーナー"]
    sources = {key: CALLED.sub("", entry.source) for key, entry in entries(language).items()}
    assert not {key: names for key, source in sources.items() if (names := literal(source))}


@every_language
@pytest.mark.parametrize("page", PAGES_OF_RULES)
def test_rules_mention_every_command_that_they_name(language: str, page: str, without_ids: None) -> None:
    """The files have names in their language, which become mentions with the first ids."""
    names = [catalogue(language).command_name(path) for path in RULES_COMMANDS]
    where = f"{language}/{page}-rules.md"
    wrong = {*literal(rules_text(page, language))} - {*names}
    assert not wrong, f"{where} names {wrong}; in this language the commands are {names}"
    assert literal(rules_text(page, language)), f"{where} names none of the commands {names}"
    mention_commands(dict.fromkeys(RULES_COMMANDS, 7))
    left = literal(rules_text(page, language))
    assert not left, f"{where} has {left} with other words in one pair of backticks: write `/move` `play Qs`"
    assert re.search("</(move|resign):7>", rules_text(page, language))


def test_no_code_names_a_command_literally() -> None:
    """Texts for people live in the catalogues; an address such as ``/metrics`` is no command."""
    strings = [(path.name, string) for path in sources("bot") for _, string in facts(path).strings]
    assert not [(name, names) for name, string in strings if (names := literal(string))]


def test_command_without_id_is_named_as_the_reader_sees_it(without_ids: None) -> None:
    assert "`/play`" in Localizer("en")("no-table-here")
    assert "`/遊ぶ`" in Localizer("ja")("no-table-here")
    mention_commands({"play": 5, "privacy": 6})
    for language in LANGUAGES:
        assert "</play:5>" in Localizer(language)("no-table-here")
        assert "</privacy export:6>" in Localizer(language)("privacy-ways")
    # Without Markdown the name stays.
    assert "[[/遊ぶ]]" in Localizer("ja")("demo-step-others")


def test_mention_takes_the_room_of_its_name() -> None:
    """A mention is written with an id that nobody sees."""
    line = "Open one with {0}, or look at {1}. " * 6
    mentioned = line.format("</play:1438970312345678901>", "</history:1438970312345678902>")
    named = line.format("/play", "/history")
    assert line_count(mentioned, 16) == line_count(named, 16)


def test_mention_in_a_label_is_a_fault(without_ids: None) -> None:
    """The walks through all pages find a mention where Discord renders none."""
    mention_commands({"play": 5})
    sentence = Localizer("en")("no-table-here")
    display = text_display(sentence)
    assert not raw_mentions(SimpleNamespace(components=[Sent(display)]))
    pressed = button("none", "help", sentence)
    assert len(raw_mentions(SimpleNamespace(components=[Sent(pressed)]))) == 1


class Sent:
    """A component of a message, as discord.py has it."""

    def __init__(self, component: Any) -> None:
        self.to_dict = lambda: msgspec.to_builtins(component)


def registered(stage: Stage) -> dict[str, int]:
    """Return the ids of the commands in the simulated Discord."""
    return {command["name"]: int(command["id"]) for command in stage.env.backend.commands[None].values()}


async def help_texts(stage: Stage) -> tuple[str, str]:
    """Return the help that an English and a Japanese person see."""
    answers = [await person.slash(stage.channel, "help") for person in (stage.alice, stage.bob)]
    english, japanese = [text_of_message(answer.response) for answer in answers]
    assert "right in this channel" in english
    assert "このチャンネルで" in japanese
    return english, japanese


async def test_people_see_mentions_also_after_a_restart(
    stage: Stage, make_bot: MakeBot, without_ids: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restart sends no registration; the ids come from the database."""
    set_languages(stage.env, {stage.bob.id: "ja"})
    await sync_if_changed(stage.bot.tree, stage.bot.store, stage.bot.transport_to(None))
    known = registered(stage)

    async def register(*_: Any, **__: Any) -> dict[str, int]:
        raise AssertionError("the commands have not changed")

    monkeypatch.setattr("bot.interactions.register_commands", register)
    for _ in range(2):
        for text in await help_texts(stage):
            for path in ("play", "learn", "privacy show"):
                assert f"</{path}:{known[path.split()[0]]}>" in text
            assert not literal(text)
        forget_command_ids()
        await restart(stage, make_bot)


async def test_people_see_names_in_their_language_without_ids(stage: Stage, without_ids: None) -> None:
    """Until the ids are known, a Japanese reader sees the Japanese names only."""
    set_languages(stage.env, {stage.bob.id: "ja"})
    forget_command_ids()
    english, japanese = await help_texts(stage)
    assert {"/play", "/learn", "/privacy"} <= {*literal(english)}
    assert {"/遊ぶ", "/レッスン", "/個人情報"} <= {*literal(japanese)}
    assert not re.search("/[a-z]", japanese)


async def test_ids_are_learnt_after_an_upgrade(stage: Stage, without_ids: None) -> None:
    """Versions before stored no ids; the commands are registered again, once."""
    store = stage.bot.store
    written = await store.read(get_meta, COMMANDS_META)
    assert f'"play":{registered(stage)["play"]}' in str(written)
    await store.write(set_meta, COMMANDS_META, "0" * 64)
    await sync_if_changed(stage.bot.tree, store, stage.bot.transport_to(None))
    assert await store.read(get_meta, COMMANDS_META) == written
    assert "</play:" in Localizer("en")("no-table-here")
