"""Tests of the form in which a lobby's host sets all options at once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import lobby as acts
from bot.tables.state import TableState
from games import find_game
from storage.rows import CHANNEL, THREAD
from tests.bot.finding import deny_permissions
from tests.bot.people import Stage, text_of_message
from tests.games.contract import every_game_id


async def options_form(stage: Stage, game: str) -> Any:
    """Open a lobby, and the form of its options; return the tap with the form."""
    return await stage.tap(stage.alice, await stage.lobby(game), "options_form")


def fields_of(form: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the fields of a form by their custom ids."""
    components = [part["component"] for part in form["components"] if "component" in part]
    return {component["custom_id"]: component for component in components}


def outcome_of(form: dict[str, Any]) -> str:
    """Return what a form says about the game, in a text or below the clock's field."""
    texts = [part.get("content") or part.get("description") or "" for part in form["components"]]
    (sentence,) = [text for text in texts if text.startswith("As it is set now: ")]
    return sentence.removeprefix("As it is set now: ")


def entries_of(form: dict[str, Any]) -> dict[str, list[str]]:
    """Return what a person submits who changes nothing in a form."""
    return {
        name: [option["value"] for option in field["options"] if option.get("default")]
        for name, field in fields_of(form).items()
    }


def settings_of(table: TableState) -> tuple[object, ...]:
    """Return all that the form can set."""
    row = table.row
    return table.options, row.clock, row.hints, row.watching, row.crowd, table.gathering.venue


@every_game_id
async def test_form_that_is_submitted_unchanged_changes_nothing(stage: Stage, game: str) -> None:
    """A form of at most five fields offers the clock and the options with what holds now."""
    opened = await options_form(stage, game)
    fields = fields_of(opened.modal)
    assert len(opened.modal["components"]) <= 5
    assert "clock" in fields
    names = {name.removeprefix("option.") for name in fields if name.startswith("option.")}
    assert bool(names) is bool(find_game(game).rules.options)
    assert names <= {*find_game(game).rules.options}
    before = settings_of(stage.lobby_state)
    await stage.alice.submit_modal(opened, entries_of(opened.modal))
    assert settings_of(stage.lobby_state) == before


async def test_one_submit_sets_everything(stage: Stage) -> None:
    """Options, clock, place and features are set by one submit, and the lobby's message shows them."""
    opened = await options_form(stage, "netsuzo")
    chosen = {
        "option.reds": ["1"],
        "option.honesty": [fields_of(opened.modal)["option.honesty"]["options"][1]["value"]],
        "clock": ["blitz"],
        "also": ["watching", THREAD],
    }
    await stage.alice.submit_modal(opened, {**entries_of(opened.modal), **chosen})
    table = stage.lobby_state
    assert table.options["reds"] == "1"
    assert table.options["honesty"] == chosen["option.honesty"][0]
    assert table.row.clock == "blitz"
    assert table.gathering.venue == THREAD
    assert table.row.watching
    assert not table.row.hints
    assert not table.row.crowd
    text = text_of_message(stage.lobby_message)
    assert "Blitz" in text
    assert "thread" in text


@pytest.mark.parametrize("game", ["bull", "lost", "trick3"])
async def test_form_says_what_the_game_becomes(stage: Stage, game: str) -> None:
    """The form, the lobby's message and the page of options agree; other options change what they say."""
    opened = await options_form(stage, game)
    before = outcome_of(opened.modal)
    assert " minutes with " in before
    assert ("cards" in before) is (game == "trick3")
    assert before[1:] in text_of_message(stage.lobby_message)
    longer = {"bull": ("wild", "twos"), "lost": ("losts", "2"), "trick3": ("end", "L")}[game]
    chosen = {f"option.{longer[0]}": [longer[1]]}
    await stage.alice.submit_modal(opened, {**entries_of(opened.modal), **chosen})
    table = stage.lobbies[0]
    for person in (stage.bob, stage.carol):
        await stage.tap(person, stage.lobby_message, "join")
    after = outcome_of((await stage.tap(stage.alice, stage.lobby_message, "options_form")).modal)
    assert "with 3 people" in after
    assert after[1:] in text_of_message(stage.lobby_message)
    page = (await stage.tap_more(stage.alice, stage.lobby_message, "options")).response
    assert after[1:] in text_of_message(page)
    assert str(table.state.game.minutes_with(table.state.options, 3, 3)) in after


async def test_unknown_length_is_not_said(stage: Stage) -> None:
    """No minutes are named for a game whose turns take days, or with a deck that was not measured."""
    opened = await options_form(stage, "trick3")
    await stage.alice.submit_modal(opened, {**entries_of(opened.modal), "clock": ["week"]})
    assert " minutes with" not in text_of_message(stage.lobby_message)
    opened = await stage.tap(stage.alice, stage.lobby_message, "options_form")
    await stage.alice.submit_modal(opened, {**entries_of(opened.modal), "clock": ["blitz"]})
    assert " minutes with" in text_of_message(stage.lobby_message)
    page = (await stage.tap_more(stage.alice, stage.lobby_message, "options")).response
    await stage.set_option(page, "deck", "36D1")
    assert " minutes with" not in text_of_message(stage.lobby_message)


async def test_options_without_room_stay_on_the_page(stage: Stage) -> None:
    """A long list of choices and the features of a game with many options are on the page only."""
    opened = await options_form(stage, "trick3")
    assert {*fields_of(opened.modal)} == {
        "option.family",
        "option.length",
        "option.end",
        "option.games",
        "clock",
    }
    await stage.alice.submit_modal(opened, {**entries_of(opened.modal), "clock": ["week"]})
    assert stage.lobby_state.row.watching
    page = (await stage.tap_more(stage.alice, stage.lobby_message, "options")).response
    await stage.set_option(page, "deck", "36D1")
    await stage.tap(stage.alice, page, "watching", "off")
    assert stage.lobby_state.options["deck"] == "36D1"
    assert not stage.lobby_state.row.watching


async def test_clashing_choices_are_named(stage: Stage) -> None:
    """If choices do not go together, the host reads in private which one was set differently."""
    opened = await options_form(stage, "trick3")
    chosen = {"option.family": ["mahjong"], "option.length": ["mid"]}
    answer = await stage.alice.submit_modal(opened, {**entries_of(opened.modal), **chosen})
    assert stage.lobby_state.options["family"] == "mahjong"
    assert stage.lobby_state.options["length"] == "long"
    assert answer.response.ephemeral
    assert "Length: long" in text_of_message(answer.response)


async def test_only_the_host_submits_the_form(stage: Stage) -> None:
    """Who is no longer the host when the form is submitted changes nothing; forged values are refused."""
    opened = await options_form(stage, "bull")
    entries = {**entries_of(opened.modal), "clock": ["week"]}
    await stage.tap(stage.bob, stage.lobby_message, "join")
    more = (await stage.more(stage.alice, stage.lobby_message)).response
    await stage.choose(stage.alice, more, "host", [str(stage.bob.id)])
    refused = await stage.alice.submit_modal(opened, entries)
    assert "Only the host" in text_of_message(refused.response)
    assert stage.lobby_state.row.clock == "none"


async def test_thread_without_permission_changes_nothing(stage: Stage) -> None:
    """A missing permission for threads is named, and the rest of the form is not set either."""
    opened = await options_form(stage, "lost")
    deny_permissions(stage, "create_public_threads")
    entries = {**entries_of(opened.modal), "clock": ["week"], "also": [THREAD]}
    refused = await stage.alice.submit_modal(opened, entries)
    assert "Create Public Threads" in text_of_message(refused.response)
    assert stage.lobby_state.gathering.venue == CHANNEL
    assert stage.lobby_state.row.clock == "none"


@pytest.mark.mutants
async def test_form_without_check_of_the_host_is_detected(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "check_host", lambda *_: None)
    with pytest.raises(AssertionError):
        await test_only_the_host_submits_the_form(stage)
